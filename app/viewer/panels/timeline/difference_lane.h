#pragma once

#include <imgui.h>

#include <string>

#include "app/viewer/panel.h"
#include "app/viewer/panels/timeline/timeline_area.h"

namespace scrubjay {

// How many entities of two runs differ over time, as a lane on the timeline.

void draw_difference_lane(PanelContext& context, const TimelineArea& area, ImDrawList& list,
                          const TimelineLane& lane);
/// What can be done with it, as entries of the menu that is open.
void difference_menu(PanelContext& context, const TimelineLane& lane);
/// Width of its name and what it has found [pixels].
float difference_name_width(const PanelContext& context, const TimelineLane& lane);
/// What the tooltip says of a place in it.
std::string difference_remark(const PanelContext& context, const TimelineArea& area,
                              const TimelineLane& lane, float mouse_x);
/// Goes to where an entity begins to differ under the mouse; false when there is none.
bool take_difference(PanelContext& context, const TimelineArea& area, const TimelineLane& lane,
                     float mouse_x);

}  // namespace scrubjay
