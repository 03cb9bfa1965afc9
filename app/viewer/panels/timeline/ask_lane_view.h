#pragma once

#include <imgui.h>

#include <string>

#include "app/viewer/panel.h"
#include "app/viewer/panels/timeline/timeline_area.h"

namespace scrubjay {

// The lane of the rows of a query, see AskCache::lane.

bool has_ask_lane(const PanelContext& context);
/// Its numbers need the height of a plot.
bool is_ask_lane_of_numbers(const PanelContext& context, const TimelineLane& lane);
std::string ask_lane_title(const PanelContext& context);
/// Of numbers that are a line: the last one at or before the playhead; empty: there is none.
std::string ask_lane_value(const PanelContext& context);
void draw_ask_lane(PanelContext& context, const TimelineArea& area, ImDrawList& list,
                   const TimelineLane& lane);
/// What can be done with it, as entries of the menu that is open.
void ask_lane_menu(PanelContext& context, const TimelineLane& lane);
/// What the tooltip says of the row under the mouse.
std::string ask_lane_remark(const PanelContext& context, const TimelineArea& area,
                            const TimelineLane& lane, float mouse_x);
/// Goes to the row under the mouse; false when there is none.
bool take_ask_mark(PanelContext& context, const TimelineArea& area, const TimelineLane& lane,
                   float mouse_x);

}  // namespace scrubjay
