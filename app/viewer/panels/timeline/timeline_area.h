#pragma once

#include <cstddef>
#include <cstdint>

#include "app/viewer/panels/widgets/time_axis.h"
#include "core/timeline.h"

namespace scrubjay {

inline constexpr float kGrab = 4;  ///< how near the mouse must be to a mark, pixels at 100 %

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
  enum class Kind : std::uint8_t {
    recording,
    stream,
    chapters,
    differences,
    notes,
    contacts,
    events,
    filter,
    ask,
    watch,
    plot,
    entity,
    more
  };
  Kind kind = Kind::recording;
  std::size_t index = 0;    ///< of the recording, filter, plot, or in TimelineCache::entities
  StreamIndex stream = {};  ///< of a stream's lane
  float top = 0;
  float bottom = 0;
};

}  // namespace scrubjay
