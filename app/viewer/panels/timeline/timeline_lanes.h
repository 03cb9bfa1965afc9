#pragma once

#include <span>
#include <vector>

#include "app/viewer/panel.h"
#include "app/viewer/panels/timeline/event_lane.h"
#include "app/viewer/panels/timeline/timeline_area.h"

namespace scrubjay {

/// Ticks, frame boundaries, and labels beside what has `taken` its place, which ascends.
void draw_ruler(ViewContext& context, const TimelineArea& area, ImDrawList& list, float top,
                float bottom, std::span<const PixelSpan> taken);
/// The rows: names, and what happens when.
void draw_lane(PanelContext& context, const TimelineArea& area, ImDrawList& list,
               const TimelineLane& lane);
/// The selected range over `top` to `bottom`, with handles to take it by.
void draw_range(const ViewContext& context, const TimelineArea& area, ImDrawList& list, float top,
                float bottom, bool handles);

/// How long the selected range is, between its ends or beside them.
void draw_range_length(const PanelContext& context, const TimelineArea& area, ImDrawList& list,
                       float top, float bottom);

/// What a lane's events are made of; empty for lanes without.
std::vector<EventSource> lane_events(const PanelContext& context, const TimelineLane& lane);

/// What the tooltip says of a place in a lane besides time and events: a gap, the end of a
/// recording that was cut off, a problem. Empty when nothing is to be said.
std::string lane_remark(const PanelContext& context, const TimelineArea& area,
                        const TimelineLane& lane, float mouse_x);

/// Pixels at the right of the last frame that the timeline keeps for what is said about its end.
float room_at_end(const PanelContext& context);

}  // namespace scrubjay
