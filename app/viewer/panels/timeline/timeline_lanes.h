#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/viewer/panel.h"
#include "app/viewer/panels/timeline/event_lane.h"
#include "app/viewer/panels/timeline/timeline_area.h"

namespace scrubjay {

/// Ticks, frame boundaries, and labels beside what has `taken` its place, which ascends.
void draw_ruler(ViewContext& context, const TimelineArea& area, ImDrawList& list, float top,
                float bottom, std::span<const PixelSpan> taken);
/// The selected range over `top` to `bottom`, with handles to take it by.
void draw_range(const ViewContext& context, const TimelineArea& area, ImDrawList& list, float top,
                float bottom, bool handles);

/// How long the selected range is, between its ends or beside them.
void draw_range_length(const PanelContext& context, const TimelineArea& area, ImDrawList& list,
                       float top, float bottom);

// The lanes of recordings and their streams, of all events and of entities.

void draw_recording_lane(PanelContext& context, const TimelineArea& area, ImDrawList& list,
                         const TimelineLane& lane);
void draw_stream_lane(PanelContext& context, const TimelineArea& area, ImDrawList& list,
                      const TimelineLane& lane);
void draw_events_lane(PanelContext& context, const TimelineArea& area, ImDrawList& list,
                      const TimelineLane& lane);
void draw_entity_lane(PanelContext& context, const TimelineArea& area, ImDrawList& list,
                      const TimelineLane& lane);

/// The events that lie in a lane: all of them, those of a recording, those of an entity.
std::vector<EventSource> events_of_all(const PanelContext& context, const TimelineLane& lane);
std::vector<EventSource> events_of_recording(const PanelContext& context, const TimelineLane& lane);
std::vector<EventSource> events_of_entity(const PanelContext& context, const TimelineLane& lane);

/// What is wrong with a recording or a stream at a place in its lane: a gap, the end of one that
/// was cut off, a problem. Empty: nothing.
std::string recording_remark(const PanelContext& context, const TimelineArea& area,
                             const TimelineLane& lane, float mouse_x);
std::string gap_remark(const PanelContext& context, const TimelineArea& area,
                       const TimelineLane& lane, float mouse_x);

/// Pixels at the right of the last frame that the timeline keeps for what is said about its end.
float room_at_end(const PanelContext& context);

}  // namespace scrubjay
