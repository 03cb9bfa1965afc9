#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "scenery/opendrive/limits.h"
#include "scenery/opendrive/model.h"
#include "scenery/opendrive/shape/curve.h"

namespace scrubjay::opendrive {

/// The record of a list that is in force at `s`: the last that begins there or before. Null before
/// the first.
const Cubic* in_force(const Cubics& list, double s);
/// 0 before the first record; never more than `most` from 0.
double value_at(const Cubics& list, double s, double most = limits::kMostHeight);
double slope_at(const Cubics& list, double s);

/// The last geometry, or section, that begins at `s` or before; the first before it.
std::size_t geometry_at(const Road& road, double s);
std::size_t section_at(const Road& road, double s);
/// At `s`, clamped to the geometry.
Pose pose_on(const Road& road, std::size_t geometry, double s);

/// Which side of lane 0: left is where t grows.
enum class Side : std::uint8_t { left, right };

/// The lanes of one side that are in force in a section.
inline const LaneSide& side_of(const Road& road, std::size_t section, Side side) {
  const LaneSection& own = road.sections[section];
  return side == Side::left ? road.sections[own.left_from].left
                            : road.sections[own.right_from].right;
}
inline const Lane& center_of(const Road& road, std::size_t section) {
  return road.sections[road.sections[section].center_from].center;
}
const Lane* find_lane(const LaneSide& side, std::int32_t id);
const Lane* find_lane(const Road& road, std::size_t section, std::int32_t id);

/// A lane at one s: its borders' t, the one nearer to lane 0 first.
struct LaneSpan {
  const Lane* lane = nullptr;
  double inner = 0;
  double outer = 0;
  double inner_slope = 0;  ///< dt/ds
  double outer_slope = 0;
  bool is_level = false;  ///< it keeps the height of the road at `level_t`
  double level_t = 0;

  double width() const { return std::abs(outer - inner); }
  double middle() const { return (inner + outer) / 2; }
};

/// Width of a lane at `s`: the first record's value before it.
inline double width_at(const Lane& lane, double s, double& slope) {
  slope = 0;
  if (lane.widths.empty()) return 0;
  const Cubic* cubic = in_force(lane.widths, s);
  if (cubic == nullptr) return std::clamp(lane.widths.front().a, 0.0, limits::kWidestRoad);
  const double width = cubic->value(s);
  if (!(width >= 0)) return 0;
  slope = cubic->slope(s);
  return std::min(width, limits::kWidestRoad);
}

/// Moves a span outwards over the next lane of its side.
void advance_over(LaneSpan& span, const Lane& lane, bool is_by_borders, double sign, double s);

/// Calls `take(span)` for each lane of a side from lane 0 outwards, until it returns false.
template <class Take>
void walk_side(const Road& road, std::size_t section, Side side, double s, Take take) {
  const LaneSide& lanes = side_of(road, section, side);
  LaneSpan span;
  span.outer = value_at(road.lane_offset, s, limits::kWidestRoad);
  span.outer_slope = slope_at(road.lane_offset, s);
  const double sign = side == Side::left ? 1 : -1;
  for (const Lane& lane : lanes.lanes) {
    advance_over(span, lane, lanes.is_by_borders, sign, s);
    if (!take(static_cast<const LaneSpan&>(span))) return;
  }
}

/// The lane of non-zero width that holds t; a border belongs to the lane nearer to lane 0.
std::optional<LaneSpan> lane_at(const Road& road, std::size_t section, double s, double t);

/// What is the same across a road at one s.
struct RoadProfile {
  const Road* road = nullptr;
  double s = 0;
  double elevation = 0;
  double cos = 1;  ///< of the superelevation
  double sin = 0;
  bool is_flat = true;  ///< no superelevation, and no height over the reference plane
};
RoadProfile profile_at(const Road& road, double s);

/// A place of the surface: how far from the reference line in plan, to the left, and how high.
struct SurfacePlace {
  double q = 0;
  double z = 0;
};
/// At t, in or beside the lane of `span`; `height` is the lane's own there.
SurfacePlace surface_place(const RoadProfile& profile, double t, const LaneSpan& span,
                           double height);
/// A lane's own height at t.
double lane_height_at(const LaneSpan& span, double s, double t);
/// At t, in whatever lane it lies.
SurfacePlace surface_place_at(const RoadProfile& profile, std::size_t section, double t);
/// The t at a distance q in plan: the inverse of the above.
double t_of(const RoadProfile& profile, std::size_t section, double q);

}  // namespace scrubjay::opendrive
