#include "scenery/opendrive/locate/roads.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <tuple>
#include <utility>

#include "scenery/opendrive/limits.h"

namespace scrubjay::opendrive {

namespace {

constexpr double kBeyondInside = 1e-3;  // beyond a road's end, and still inside
constexpr double kSameHeight = 1;       // between roads that lie over each other
constexpr double kSameFoot = 0.01;      // two feet of one lane at a joint that is not quite even
constexpr double kStay = 0.5;           // by which the road of before may be worse
constexpr double kTie = 1e-9;
constexpr double kSolvedS = 1e-6;  // what is solved for may miss where a lane section begins
constexpr double kSolvedT = 1e-9;  // or the border of a lane

double along(const Pose& pose, double x, double y) {
  return (x - pose.x) * pose.cos + (y - pose.y) * pose.sin;
}
double across(const Pose& pose, double x, double y) {
  return (y - pose.y) * pose.cos - (x - pose.x) * pose.sin;
}

/// s, or where the next lane section begins if that is all but there.
double section_begun_at(const Road& road, double s) {
  const std::size_t next = section_at(road, s) + 1;
  const bool is_there = next < road.sections.size() && road.sections[next].s - s < kSolvedS;
  return is_there ? std::max(s, road.sections[next].s) : s;
}

/// The lane at t, which is moved to where it ends if it is all but there.
std::optional<LaneSpan> lane_all_but_at(const Road& road, std::size_t section, double s,
                                        double& t) {
  const double off = t - value_at(road.lane_offset, s, limits::kWidestRoad);
  const auto span = lane_at(road, section, s, t - std::clamp(off, -kSolvedT, kSolvedT));
  if (span)
    t = std::clamp(t, std::min(span->inner, span->outer), std::max(span->inner, span->outer));
  return span;
}

/// Direction of travel in the middle of a lane.
double lane_heading(const Road& road, const LaneSpan& span, const Pose& pose, double heading) {
  const double slope = (span.inner_slope + span.outer_slope) / 2;
  const double turned = std::atan2(slope, 1 - pose.curvature * span.middle());
  const double against = goes_against_s(road, *span.lane) ? std::numbers::pi : 0;
  return wrapped(heading + turned + against);
}

/// All that is said of a lane at a foot.
RoadPlace place_in(const Road& road, std::uint32_t road_index, std::size_t section, double s,
                   double t, const LaneSpan& span, const Pose& pose) {
  RoadPlace place;
  place.road = road_index;
  place.lane = span.lane->id;
  place.section = static_cast<std::uint32_t>(section);
  place.s = s;
  place.t = t;
  place.heading = wrapped(pose.heading());
  place.lane_heading = lane_heading(road, span, pose, place.heading);
  const RoadProfile profile = profile_at(road, s);
  const double on_lane =
      std::clamp(t, std::min(span.inner, span.outer), std::max(span.inner, span.outer));
  place.surface_z = surface_place(profile, on_lane, span, lane_height_at(span, s, on_lane)).z;
  place.offset = t - span.middle();
  place.width = span.width();
  place.is_drivable = span.lane->is_drivable;
  place.is_both_ways = span.lane->direction == LaneDirection::both;
  return place;
}

/// Leaves out those of another height than the nearest.
void keep_same_height(std::vector<RoadPlace>& found, double z) {
  if (found.size() < 2 || !std::isfinite(z)) return;
  double least = std::numeric_limits<double>::infinity();
  for (const RoadPlace& place : found) least = std::min(least, std::abs(z - place.surface_z));
  std::erase_if(found, [&](const RoadPlace& place) {
    return std::abs(z - place.surface_z) > least + kSameHeight;
  });
}

bool goes_there(const RoadPlace& place, double heading) {
  double off = std::abs(wrapped(heading - place.lane_heading));
  if (place.is_both_ways) off = std::min(off, std::numbers::pi - off);
  return off < std::numbers::pi / 4;
}

/// The one that is chosen for an actor among those that hold it.
const RoadPlace& choose(const std::vector<RoadPlace>& found, std::optional<double> heading,
                        const RoadPlace* last) {
  const auto rank = [&](const RoadPlace& place) {
    return std::tuple(!place.is_drivable, heading && !goes_there(place, *heading));
  };
  const auto key = [&](const RoadPlace& place) {
    return std::tuple_cat(rank(place), std::tuple(std::abs(place.offset), place.road));
  };
  const RoadPlace& best = *std::ranges::min_element(found, {}, key);
  if (last == nullptr || best.road == last->road) return best;
  const RoadPlace* kept = nullptr;
  for (const RoadPlace& place : found) {
    const bool may_stay = place.road == last->road && rank(place) == rank(best) &&
                          std::abs(place.offset) <= std::abs(best.offset) + kStay;
    if (may_stay && (kept == nullptr || key(place) < key(*kept))) kept = &place;
  }
  return kept == nullptr ? best : *kept;
}

}  // namespace

bool goes_against_s(const Road& road, const Lane& lane) {
  const bool is_against = (lane.id > 0) != road.is_left_hand;
  return lane.direction == LaneDirection::reversed ? !is_against : is_against;
}

Roads::Roads(RoadMap map) : map_(std::move(map)) {
  for (std::uint32_t i = 0; i < map_.roads.size(); ++i) by_id_.emplace(map_.roads[i].id, i);
  tree_.build(map_);
}

/// Where (p - P(s)) · T(s) is 0: by Newton's steps, kept between ends of other signs.
Roads::Foot Roads::foot_within(const Piece& piece, double x, double y, double f0, double f1) const {
  const Geometry& g = map_.roads[piece.road].geometries[piece.geometry];
  Foot foot;
  foot.road = piece.road;
  double low = piece.from;
  double high = piece.to;
  if (g.curve == Curve::line) {
    const double d = std::clamp(piece.from + f0, low, high);
    foot.pose = piece.start;
    foot.pose.x += (d - piece.from) * foot.pose.cos;
    foot.pose.y += (d - piece.from) * foot.pose.sin;
    foot.s = section_begun_at(map_.roads[piece.road], g.s + d);
    foot.q = across(foot.pose, x, y);
    return foot;
  }
  double d = low + (high - low) * f0 / (f0 - f1);
  for (int i = 0; i < 60; ++i) {
    foot.pose = pose_at(g, d);
    const double f = along(foot.pose, x, y);
    if (std::abs(f) < 1e-10) break;
    (f >= 0 ? low : high) = d;
    const double steep = 1 - foot.pose.curvature * across(foot.pose, x, y);
    const double newton = d + f / steep;
    const double next = newton > low && newton < high ? newton : (low + high) / 2;
    if (std::abs(next - d) < 1e-12) break;
    d = next;
  }
  foot.s = section_begun_at(map_.roads[piece.road], g.s + d);
  foot.q = across(foot.pose, x, y);
  return foot;
}

template <class Take>
void Roads::find_feet(std::uint32_t index, double x, double y, Take take) const {
  const Piece& piece = tree_.pieces()[index];
  const Geometry& g = map_.roads[piece.road].geometries[piece.geometry];
  const double f0 = along(piece.start, x, y);
  const double f1 = along(piece.end, x, y);
  if (f0 < 0 && piece.is_first) {
    take(Foot{piece.road, g.s + piece.from, across(piece.start, x, y), -f0, piece.start});
  }
  if (f0 < 0 && piece.is_behind_joint && along(tree_.pieces()[index - 1].end, x, y) >= 0) {
    const double q = std::hypot(x - piece.start.x, y - piece.start.y);
    const bool is_left = across(piece.start, x, y) >= 0;
    take(Foot{piece.road, g.s + piece.from, is_left ? q : -q, 0, piece.start});
  }
  if (f0 >= 0 && f1 < 0) take(foot_within(piece, x, y, f0, f1));
  if (f1 >= 0 && piece.is_last) {
    take(Foot{piece.road, g.s + piece.to, across(piece.end, x, y), f1, piece.end});
  }
}

double Roads::t_at(const Road& road, std::size_t section, const Foot& foot) {
  const bool is_plain = road.superelevation.empty() && road.shapes.empty() &&
                        road.crossfalls.empty() && !road.surface;
  return is_plain ? foot.q : t_of(profile_at(road, foot.s), section, foot.q);
}

void Roads::add_holding(const Foot& foot, std::vector<RoadPlace>& found) const {
  if (foot.beyond > kBeyondInside) return;
  const Road& road = map_.roads[foot.road];
  const std::size_t section = section_at(road, foot.s);
  double t = t_at(road, section, foot);
  const auto span = lane_all_but_at(road, section, foot.s, t);
  if (!span) return;
  for (const RoadPlace& other : found) {
    const bool is_same = other.road == foot.road && other.lane == span->lane->id &&
                         std::abs(other.s - foot.s) < kSameFoot;
    if (is_same) return;
  }
  RoadPlace place = place_in(road, foot.road, section, foot.s, t, *span, foot.pose);
  place.is_inside = true;
  found.push_back(place);
}

std::vector<RoadPlace> Roads::holding(const glm::dvec3& place) const {
  std::vector<RoadPlace> found;
  tree_.find(place.x, place.y, [&](std::uint32_t piece) {
    find_feet(piece, place.x, place.y, [&](const Foot& foot) { add_holding(foot, found); });
  });
  keep_same_height(found, place.z);
  if (found.size() > 1) {
    std::ranges::sort(found, {}, [](const RoadPlace& one) {
      return std::tuple(!one.is_drivable, std::abs(one.offset), one.road, one.s);
    });
  }
  for (RoadPlace& one : found) one.overlapping = static_cast<std::uint32_t>(found.size());
  return found;
}

void Roads::look_near(const Foot& foot, std::optional<Near>& best) const {
  if (best && foot.beyond > best->distance + kTie) return;
  const Road& road = map_.roads[foot.road];
  const std::size_t section = section_at(road, foot.s);
  const double t = t_at(road, section, foot);
  for (const Side side : {Side::right, Side::left}) {
    walk_side(road, section, side, foot.s, [&](const LaneSpan& span) {
      if (!(span.width() > 0)) return true;
      const double least = std::min(span.inner, span.outer);
      const double most = std::max(span.inner, span.outer);
      const double sideways = std::max({least - t, t - most, 0.0});
      const double distance = std::hypot(foot.beyond, sideways);
      const bool is_better = !best || distance < best->distance - kTie ||
                             (distance <= best->distance + kTie && foot.road < best->foot.road);
      if (is_better) best = Near{foot, section, t, span, distance};
      return true;
    });
  }
}

std::optional<RoadPlace> Roads::nearest(double x, double y) const {
  std::optional<Near> best;
  const double none = std::numeric_limits<double>::infinity();
  tree_.find_nearest(x, y, none, [&](std::uint32_t piece) {
    find_feet(piece, x, y, [&](const Foot& foot) { look_near(foot, best); });
    return best ? best->distance + kTie : none;
  });
  if (!best) return std::nullopt;
  const Foot& foot = best->foot;
  RoadPlace place = place_in(map_.roads[foot.road], foot.road, best->section, foot.s, best->t,
                             best->span, foot.pose);
  place.distance = best->distance;
  return place;
}

std::optional<RoadPlace> Roads::locate(const glm::dvec3& place, std::optional<double> heading,
                                       const RoadPlace* last) const {
  if (!std::isfinite(place.x) || !std::isfinite(place.y)) return std::nullopt;
  const std::vector<RoadPlace> found = holding(place);
  if (found.empty()) return nearest(place.x, place.y);
  return choose(found, heading, last);
}

std::string_view Roads::lane_type(const RoadPlace& place) const {
  const Lane* lane = find_lane(map_.roads[place.road], place.section, place.lane);
  return lane == nullptr ? std::string_view() : lane->type;
}

std::optional<std::uint32_t> Roads::find_road(std::string_view id) const {
  const auto found = by_id_.find(id);
  return found == by_id_.end() ? std::nullopt : std::optional(found->second);
}

TrackPlace Roads::place_at(std::uint32_t index, double s, double t) const {
  const Road& road = map_.roads[index];
  TrackPlace place;
  place.s = std::clamp(s, 0.0, road.length);
  const Pose pose = pose_on(road, geometry_at(road, place.s), place.s);
  const std::size_t section = section_at(road, place.s);
  const SurfacePlace surface = surface_place_at(profile_at(road, place.s), section, t);
  place.x = pose.x - surface.q * pose.sin;
  place.y = pose.y + surface.q * pose.cos;
  place.z = surface.z;
  place.heading = wrapped(pose.heading());
  if (road.sections.empty()) return place;
  if (const auto span = lane_at(road, section, place.s, t)) {
    place.lane = span->lane->id;
    place.type = span->lane->type;
  }
  return place;
}

}  // namespace scrubjay::opendrive
