#pragma once

#include <imgui.h>

#include <string>

#include "app/viewer/panel.h"
#include "app/viewer/panels/timeline/timeline_area.h"

namespace scrubjay {

// The lane of contacts: who touches whom, as spans above the events.

/// Whether there is something for it to show.
bool has_contacts(const PanelContext& context);
void draw_contact_lane(PanelContext& context, const TimelineArea& area, ImDrawList& list,
                       const TimelineLane& lane);
/// What the tooltip says of the contacts under the mouse.
std::string contact_remark(const PanelContext& context, const TimelineArea& area,
                           const TimelineLane& lane, float mouse_x);
/// Goes to the contact under the mouse and selects both; false when there is none.
bool take_contact(PanelContext& context, const TimelineArea& area, const TimelineLane& lane,
                  float mouse_x);

}  // namespace scrubjay
