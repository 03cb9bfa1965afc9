#include "assets/pedestrians.h"

#include <algorithm>
#include <cmath>

#include "assets/angles.h"

namespace scrubjay::assets {
namespace {

constexpr double kPatience = 14.0;    ///< seconds at a kerb before going another way
constexpr double kTurnRate = 4.0;     ///< rad/s
constexpr double kQuickening = 2.0;   ///< m/s^2
constexpr double kCrossingTime = 11;  ///< seconds of red that must be left to the cars

/// The quadrant next to `quadrant` in direction `h`, if that stays at the junction.
bool stays_at_junction(unsigned quadrant, Heading h) {
  const bool west = (quadrant & 1U) != 0;
  const bool south = (quadrant & 2U) != 0;
  return is_east_west(h) ? west == (h == Heading::east) : south == (h == Heading::north);
}

unsigned mirrored(unsigned quadrant, Heading h) { return quadrant ^ (is_east_west(h) ? 1U : 2U); }

/// The side of the junction whose street is crossed by going along `h` from `quadrant`.
Heading crossed_side(unsigned quadrant, Heading h) {
  if (is_east_west(h)) return (quadrant & 2U) != 0 ? Heading::south : Heading::north;
  return (quadrant & 1U) != 0 ? Heading::west : Heading::east;
}

/// Yaw of a vector that is not zero.
double yaw_of(glm::dvec2 v) {
  if (std::abs(v.x) >= std::abs(v.y)) {
    return arc_tan(v.y / v.x) + (v.x < 0 ? kPi : 0.0);
  }
  return (v.y > 0 ? kPi / 2 : -kPi / 2) - arc_tan(v.x / v.y);
}

double distance(glm::dvec2 a, glm::dvec2 b) {
  const glm::dvec2 d = b - a;
  return std::sqrt(d.x * d.x + d.y * d.y);
}

}  // namespace

Pedestrians::Pedestrians(const StreetGrid& streets, Random& random)
    : streets_(streets), random_(random), crossings_(streets.junctions().size()) {}

glm::dvec2 Pedestrians::place_of(const Corner& corner) const {
  const double x = (corner.quadrant & 1U) != 0 ? -StreetGrid::kWalkOffset : StreetGrid::kWalkOffset;
  const double y = (corner.quadrant & 2U) != 0 ? -StreetGrid::kWalkOffset : StreetGrid::kWalkOffset;
  return streets_.junctions()[corner.junction].center + glm::dvec2(x, y);
}

void Pedestrians::add(std::uint32_t id) {
  Walker walker;
  walker.id = id;
  const auto junctions = static_cast<std::uint32_t>(streets_.junctions().size());
  walker.to = {random_.below(junctions), random_.below(4)};
  walker.stride_speed = random_.between(1.0, 1.7);
  walker.sway = {random_.between(-0.7, 0.7), random_.between(-0.7, 0.7)};
  // Start on a pavement, not on a street.
  do choose_way(walker);
  while (walker.is_crossing);
  const glm::dvec2 begin = place_of(walker.from);
  const glm::dvec2 end = place_of(walker.to);
  walker.along = random_.unit() * distance(begin, end);
  walker.speed = walker.stride_speed;
  walker.yaw = yaw_of(end - begin);
  walker.position = begin + (end - begin) * (walker.along / distance(begin, end)) + walker.sway;
  if (free_rows_.empty()) {
    walkers_.push_back(walker);
  } else {
    walkers_[free_rows_.back()] = walker;
    free_rows_.pop_back();
  }
}

void Pedestrians::remove(std::uint32_t id) {
  for (std::uint32_t row = 0; row < walkers_.size(); ++row) {
    Walker& walker = walkers_[row];
    if (walker.id != id) continue;
    if (walker.is_crossing && walker.along > 0) {
      --crossings_[walker.from.junction][static_cast<unsigned>(walker.side)];
    }
    walker = Walker{};
    free_rows_.push_back(row);
    return;
  }
}

void Pedestrians::advance(double step, const Traffic& traffic) {
  for (Walker& walker : walkers_) {
    if (walker.id != 0) move(walker, step, traffic);
  }
}

void Pedestrians::choose_way(Walker& walker) {
  const Corner here = walker.to;
  const Corner came_from = walker.from;
  const Junction& junction = streets_.junctions()[here.junction];
  walker.from = here;
  walker.along = 0;
  walker.waited = 0;
  for (int tries = 0;; ++tries) {
    const Heading h = kHeadings[random_.below(4)];
    const bool crosses = stays_at_junction(here.quadrant, h);
    if (crosses && !random_.chance(0.6)) continue;
    const std::uint32_t neighbour = junction.neighbour[static_cast<unsigned>(h)];
    if (!crosses && neighbour == kNone) continue;
    const Corner target{crosses ? here.junction : neighbour, mirrored(here.quadrant, h)};
    if (target == came_from && tries < 8) continue;
    walker.to = target;
    walker.side = crossed_side(here.quadrant, h);
    // Where no street leads out on that side there is nothing to cross.
    walker.is_crossing = crosses && junction.has_leg(walker.side);
    return;
  }
}

bool Pedestrians::may_cross(const Walker& walker, const Traffic& traffic) const {
  const Junction& junction = streets_.junctions()[walker.from.junction];
  if (junction.has_lights) {
    const Heading approach = back_of(walker.side);
    if (junction.signal.state(approach) != SignalState::red) return false;
    const double needed =
        std::min(kCrossingTime, 2 * StreetGrid::kWalkOffset / walker.stride_speed);
    if (junction.signal.red_left(approach) < needed) return false;
  }
  return traffic.is_clear(walker.from.junction, walker.side);
}

void Pedestrians::move(Walker& walker, double step, const Traffic& traffic) {
  const glm::dvec2 begin = place_of(walker.from);
  const glm::dvec2 end = place_of(walker.to);
  const double length = distance(begin, end);
  auto& count = crossings_[walker.from.junction][static_cast<unsigned>(walker.side)];
  double wanted = walker.stride_speed;
  if (walker.is_crossing && walker.along <= 0) {
    if (may_cross(walker, traffic)) {
      ++count;
    } else {
      wanted = 0;
      walker.waited += step;
    }
  }
  if (wanted == 0) {
    walker.speed = std::max(walker.speed - 2 * kQuickening * step, 0.0);
  } else {
    walker.speed = std::min(walker.speed + kQuickening * step, wanted);
    walker.along += walker.speed * step;
    walker.walked += walker.speed * step;
  }
  const double turn = angle_between(walker.yaw, yaw_of(end - begin));
  walker.yaw = wrap_angle(walker.yaw + std::clamp(turn, -kTurnRate * step, kTurnRate * step));
  walker.position = begin + (end - begin) * (std::min(walker.along, length) / length) + walker.sway;
  if (walker.along >= length) {
    if (walker.is_crossing) --count;
    choose_way(walker);
  } else if (walker.waited > kPatience) {
    walker.to = walker.from;
    choose_way(walker);
  }
}

}  // namespace scrubjay::assets
