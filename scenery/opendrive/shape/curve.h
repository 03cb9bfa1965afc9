#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "scenery/opendrive/model.h"

namespace scrubjay::opendrive {

/// A place of a reference line, seen from above.
struct Pose {
  double x = 0;
  double y = 0;
  double cos = 1;  ///< of the heading
  double sin = 0;
  double curvature = 0;  ///< positive: to the left

  double heading() const { return std::atan2(sin, cos); }
};

enum class CurveFault : std::uint8_t { none, limit };

/// Makes a geometry with its numbers ready for `pose_at`: builds its table. `table_rows` counts
/// those of the whole file.
CurveFault prepare_curve(Geometry& geometry, std::size_t& table_rows);

/// `distance` from the geometry's start, clamped to it.
Pose pose_at(const Geometry& geometry, double distance);

/// The largest curvature, without its sign, between two distances.
double most_curvature(const Geometry& geometry, double from, double to);

/// An angle in (-pi, pi].
double wrapped(double angle);

}  // namespace scrubjay::opendrive
