#pragma once

#include <imgui.h>

#include <string>

#include "app/viewer/panel.h"
#include "app/viewer/panels/timeline/timeline_area.h"

namespace scrubjay {

// The lane of ViewState::watched[lane.index]: where the condition holds, or the expression's
// numbers.

/// Its numbers need the height of a plot.
bool is_watch_lane_of_numbers(const PanelContext& context, const TimelineLane& lane);
/// The number at the playhead, or that the lane stops playback; empty: neither.
std::string watch_lane_value(const PanelContext& context, const TimelineLane& lane);
std::string watch_lane_title(const PanelContext& context, const TimelineLane& lane);
void draw_watch_lane(PanelContext& context, const TimelineArea& area, ImDrawList& list,
                     const TimelineLane& lane);
/// What can be done with it, as entries of the menu that is open.
void watch_lane_menu(PanelContext& context, const TimelineLane& lane);
/// Of the whole lane.
std::string watch_lane_summary(const PanelContext& context, const TimelineLane& lane);
/// For whom the condition holds under the mouse, or the number there.
std::string watch_lane_remark(const PanelContext& context, const TimelineArea& area,
                              const TimelineLane& lane, float mouse_x);
/// Goes where it began to hold for one of those.
bool take_watch_band(PanelContext& context, const TimelineArea& area, const TimelineLane& lane,
                     float mouse_x);

}  // namespace scrubjay
