#pragma once

#include <string>

#include "app/viewer/panels/timeline/timeline_picture.h"

namespace scrubjay {

/// How wide the heads of the lanes are [pixels]: as their names need, up to 240 at 100 %.
float lane_heads_width(const PanelContext& context, const std::vector<TimelineLane>& lanes);

/// The left end of a lane: what it is called, whose it is, and what is to be said of it.
void draw_lane_head(const PanelContext& context, const TimelineArea& area, ImDrawList& list,
                    const TimelineLane& lane);

/// What a lane's place is called.
std::string lane_place(const TimelineLane& lane);
/// What the places of a lane with a menu are called; empty: it has none.
std::string head_place(const TimelineLane& lane);

/// What can be clicked in the heads. A click on an eye shows or hides what it belongs to, with Alt
/// it alone; on a name selects it, on a filter's opens it; the right button and the dots that show
/// under the mouse open a menu.
void lane_head_items(TimelinePicture& picture);

}  // namespace scrubjay
