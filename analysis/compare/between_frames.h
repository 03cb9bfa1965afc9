#pragma once

#include <array>
#include <memory>
#include <optional>
#include <utility>

#include "core/recording.h"

namespace scrubjay::compare {

/// The state of one stream at any time: its frame there, or what lies between the two around it.
/// One a thread.
class BetweenFrames {
 public:
  explicit BetweenFrames(std::shared_ptr<const Recording> recording)
      : recording_(std::move(recording)) {}

  /// The state at `time`, which is not before `frame`, the last one of its stream up to then:
  /// numbers, vectors and places on a straight line to the next frame, rotations on the shortest
  /// way; all else as in `frame`, its events too. Valid until the next call.
  const Frame& seek(FrameIndex frame, Seconds time, const CoordinateSystem& coordinates);

 private:
  const Frame& decode(FrameIndex frame, const CoordinateSystem& coordinates,
                      const Frame* keep = nullptr);

  std::shared_ptr<const Recording> recording_;
  std::array<std::optional<Cursor>, 2> cursors_;  ///< the second only where frames lie between
  Frame between_;
};

/// Moves what `frame` holds towards `later`, by `part` in 0..1.
void interpolate(Frame& frame, const Frame& later, double part);

}  // namespace scrubjay::compare
