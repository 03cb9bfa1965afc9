#pragma once

#include <span>
#include <vector>

#include "app/viewer/panel.h"
#include "app/viewer/panels/event_lane.h"
#include "app/viewer/panels/time_axis.h"

namespace scrubjay {

/// Where the timeline draws: names in the gutter, time to the right of it.
struct TimelineArea {
  TimeAxis axis;      ///< in screen pixels
  TimeRange visible;  ///< what `left` to `right` covers: somewhat more than the axis's `shown`
  float gutter = 0;   ///< where names begin
  float left = 0;
  float right = 0;
  float scale = 1;

  float scaled(float pixels) const { return pixels * scale; }
  /// Kept near the area, so that far away times are no trouble to who draws.
  float x_of(Seconds t) const;
};

/// One row under the ruler.
struct TimelineLane {
  enum class Kind : std::uint8_t { recording, stream, chapters, events, filter, plot, entity, more };
  Kind kind = Kind::recording;
  std::size_t index = 0;    ///< of the recording, filter, plot, or in TimelineCache::entities
  StreamIndex stream = {};  ///< of a stream's lane
  float top = 0;
  float bottom = 0;
};

/// Ticks, labels and frame boundaries.
void draw_ruler(PanelContext& context, const TimelineArea& area, ImDrawList& list, float top,
                float bottom);
/// The rows: names, and what happens when.
void draw_lane(PanelContext& context, const TimelineArea& area, ImDrawList& list,
               const TimelineLane& lane);
/// The selected range over `top` to `bottom`, with handles to take it by.
void draw_range(const PanelContext& context, const TimelineArea& area, ImDrawList& list, float top,
                float bottom, bool handles);

/// What a lane's events are made of; empty for lanes without.
std::vector<EventSource> lane_events(const PanelContext& context, const TimelineLane& lane);

/// What the tooltip says of a place in a lane besides time and events: a gap, the end of a
/// recording that was cut off, a problem. Empty when nothing is to be said.
std::string lane_remark(const PanelContext& context, const TimelineArea& area,
                        const TimelineLane& lane, float mouse_x);

/// Pixels at the right of the last frame that the timeline keeps for what is said about its end.
float room_at_end(const PanelContext& context);

}  // namespace scrubjay
