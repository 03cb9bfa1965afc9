#include "assets/street_grid.h"

#include "assets/angles.h"

namespace scrubjay::assets {
namespace {

constexpr double kTownSpeed = 11.0;
constexpr double kRightTurnSpeed = 4.5;
constexpr double kLeftTurnSpeed = 5.5;
constexpr double kRightRadius = StreetGrid::kJunctionReach - StreetGrid::kLaneOffset;
constexpr double kLeftRadius = StreetGrid::kJunctionReach + StreetGrid::kLaneOffset;

unsigned row(Heading h) { return static_cast<unsigned>(h); }

Track connector(const Junction& junction, Heading heading, Turn turn) {
  Track track;
  track.is_lane = false;
  track.heading = heading;
  track.turn = turn;
  track.start = junction.center - direction_of(heading) * StreetGrid::kJunctionReach +
                direction_of(right_of(heading)) * StreetGrid::kLaneOffset;
  switch (turn) {
    case Turn::straight:
      track.length = 2 * StreetGrid::kJunctionReach;
      track.speed_limit = kTownSpeed;
      break;
    case Turn::left:
      track.length = kLeftRadius * kPi / 2;
      track.speed_limit = kLeftTurnSpeed;
      break;
    case Turn::right:
      track.length = kRightRadius * kPi / 2;
      track.speed_limit = kRightTurnSpeed;
      break;
  }
  return track;
}

}  // namespace

glm::dvec2 direction_of(Heading h) {
  constexpr glm::dvec2 kDirections[4] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
  return kDirections[row(h)];
}

SignalState SignalProgram::state(Heading approach) const {
  const int own = is_east_west(approach) ? phase - 3 : phase;
  return own == 0 ? SignalState::green : own == 1 ? SignalState::yellow : SignalState::red;
}

void SignalProgram::advance(double step) {
  in_phase += step;
  for (double& t : in_state) t += step;
  const double length = phase % 3 == 0 ? green_time : phase % 3 == 1 ? yellow_time : clear_time;
  if (in_phase < length) return;
  const SignalState before[2] = {state(Heading::north), state(Heading::east)};
  in_phase -= length;
  phase = (phase + 1) % 6;
  if (state(Heading::north) != before[0]) in_state[0] = in_phase;
  if (state(Heading::east) != before[1]) in_state[1] = in_phase;
}

StreetGrid::StreetGrid(std::uint32_t side, Random& random) : side_(side) {
  junctions_.resize(std::size_t{side} * side);
  for (std::uint32_t y = 0; y < side; ++y) {
    for (std::uint32_t x = 0; x < side; ++x) {
      Junction& junction = junctions_[y * side + x];
      junction.center = glm::dvec2(x * kBlock, y * kBlock) - half_width();
      if (x + 1 < side) junction.neighbour[row(Heading::east)] = y * side + x + 1;
      if (y + 1 < side) junction.neighbour[row(Heading::north)] = (y + 1) * side + x;
      if (x > 0) junction.neighbour[row(Heading::west)] = y * side + x - 1;
      if (y > 0) junction.neighbour[row(Heading::south)] = (y - 1) * side + x;
    }
  }
  add_lanes();
  for (std::uint32_t j = 0; j < junctions_.size(); ++j) {
    add_connectors(j);
    SignalProgram& signal = junctions_[j].signal;
    signal.green_time = 5.5 + 0.5 * random.below(6);
    // Junctions are somewhere in their cycle when the recording starts.
    for (int ticks = static_cast<int>(random.below(400)); ticks > 0; --ticks) signal.advance(0.05);
  }
}

void StreetGrid::add_lanes() {
  for (std::uint32_t j = 0; j < junctions_.size(); ++j) {
    unsigned legs = 0;
    for (const Heading h : kHeadings) {
      const std::uint32_t to = junctions_[j].neighbour[row(h)];
      if (to == kNone) continue;
      ++legs;
      Track lane;
      lane.heading = h;
      lane.start = junctions_[j].center + direction_of(h) * kJunctionReach +
                   direction_of(right_of(h)) * kLaneOffset;
      lane.length = kBlock - 2 * kJunctionReach;
      lane.speed_limit = kTownSpeed;
      lane.junction = to;
      const auto id = static_cast<std::uint32_t>(tracks_.size());
      tracks_.push_back(lane);
      lanes_.push_back(id);
      junctions_[j].outgoing[row(h)] = id;
      junctions_[to].incoming[row(h)] = id;
    }
    junctions_[j].has_lights = legs > 2;
  }
}

void StreetGrid::add_connectors(std::uint32_t j) {
  Junction& junction = junctions_[j];
  for (const Heading in : kHeadings) {
    const std::uint32_t from = junction.incoming[row(in)];
    if (from == kNone) continue;
    for (const Turn turn : {Turn::straight, Turn::right, Turn::left}) {
      Track track = connector(junction, in, turn);
      const std::uint32_t to = junction.outgoing[row(track.exit())];
      if (to == kNone) continue;
      track.junction = j;
      track.from = from;
      track.next = {to};
      const auto id = static_cast<std::uint32_t>(tracks_.size());
      tracks_.push_back(track);
      tracks_[from].next.push_back(id);
      junction.connectors.push_back(id);
    }
  }
}

PlaceOnTrack StreetGrid::place(std::uint32_t track, double along) const {
  const Track& t = tracks_[track];
  const glm::dvec2 forward = direction_of(t.heading);
  const double yaw = row(t.heading) * kPi / 2;
  if (t.turn == Turn::straight) return {t.start + forward * along, yaw, 0.0};
  // A quarter circle around a point beside the start.
  const bool left = t.turn == Turn::left;
  const double radius = left ? kLeftRadius : kRightRadius;
  const glm::dvec2 side = direction_of(left ? left_of(t.heading) : right_of(t.heading));
  const SinCos way = sin_cos(along / radius);
  const double sign = left ? 1.0 : -1.0;
  return {t.start + forward * (radius * way.sin) + side * (radius * (1.0 - way.cos)),
          yaw + sign * along / radius, sign / radius};
}

}  // namespace scrubjay::assets
