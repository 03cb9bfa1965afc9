#pragma once

#include <glm/vec3.hpp>
#include <optional>

#include "analysis/derived/place.h"
#include "core/ids.h"

namespace scrubjay {

// What follows from the places of one entity, and of two, from frame to frame of a stream. All are
// differences between a frame and the stream's frame before it: nothing is smoothed, so a teleport
// is one frame of great speed. In metres, seconds and radians, vectors along the axes of
// kDerivedCoordinates. A value is absent where it would need a frame in which the entity was not
// there (in the first frame of each of its lives) or had no place, and between two frames of one
// time.

/// Of one entity. With t the time, p the position, of this frame (0) and the two before (1, 2):
struct Motion {
  std::optional<glm::dvec3> velocity;  ///< v0 = (p0 - p1) / (t0 - t1)
  /// (v0 - v1) / ((t0 - t2) / 2): velocities hold midway between frames, so this is exact for what
  /// accelerates steadily, however its frames are spaced. From the third frame of a life on.
  std::optional<glm::dvec3> acceleration;
  /// How fast the forward axis, seen along up, turns: counterclockwise from above is positive, the
  /// shorter way round is meant. Absent while it points straight up or down.
  std::optional<double> heading_rate;
  /// The sum of |p0 - p1| since the life's first frame, where it is 0. A stretch without a place
  /// adds nothing.
  std::optional<double> distance_travelled;
};

/// Follows one entity through the frames of its stream, all of them in order.
class MotionTracker {
 public:
  /// `place` is null for a frame in which the entity does not live.
  Motion next(Seconds time, const Place* place);

 private:
  struct Step {
    Seconds time = 0;
    Place place;
    std::optional<glm::dvec3> velocity;
    Seconds since_before = 0;  ///< from the frame before it
  };
  std::optional<Step> before_;
  double travelled_ = 0;
};

/// Of two entities in one frame.
struct Approach {
  std::optional<double> distance;  ///< of their positions
  /// Of their recorded boxes, moved, turned and scaled with them: 0 when they touch or overlap,
  /// absent without two boxes.
  std::optional<double> gap;
  /// Speed towards each other: the distance in the frame before less this one, over the time
  /// between. Negative while they part.
  std::optional<double> closing;
  /// Time to collision: gap, or without one distance, over closing. Absent unless they close.
  std::optional<double> ttc;
};

/// Follows two entities through the frames of their stream, all of them in order.
class ApproachTracker {
 public:
  /// A null place: that entity does not live in the frame.
  Approach next(Seconds time, const Place* a, const Place* b);

 private:
  struct Step {
    Seconds time = 0;
    double distance = 0;
  };
  std::optional<Step> before_;
};

}  // namespace scrubjay
