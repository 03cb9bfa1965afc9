#include "assets/traffic.h"

#include <algorithm>
#include <cmath>

#include "assets/angles.h"

namespace scrubjay::assets {
namespace {

constexpr double kFar = 1000.0;
constexpr double kAcceleration = 2.2;  ///< m/s^2 that a driver likes
constexpr double kBraking = 2.8;
constexpr double kHardestBraking = 7.5;
constexpr double kStandingGap = 2.0;
constexpr double kHeadway = 1.1;    ///< seconds kept to the car ahead
constexpr double kBumpSpeed = 1.6;  ///< m/s at which bumpers meet
constexpr double kRecoil = 0.25;    ///< m/s backwards after that
constexpr double kTouching = 0.02;  ///< metres between bumpers that still count as contact

unsigned row_of(Heading h) { return static_cast<unsigned>(h); }

/// Eases `value` towards `target`, reaching 63 % of the way after `time`.
void ease(double& value, double target, double step, double time) {
  value += (target - value) * std::min(step / time, 1.0);
}

}  // namespace

Traffic::Traffic(const StreetGrid& streets, Random& random)
    : streets_(streets), random_(random), queues_(streets.tracks().size()) {}

bool Traffic::add(std::uint32_t id, double length, double wheel_base) {
  for (int tries = 0; tries < 12; ++tries) {
    const std::uint32_t lane =
        streets_.lanes()[random_.below(static_cast<std::uint32_t>(streets_.lanes().size()))];
    // Cars join at the back of a lane, where a driveway may be.
    const double along = random_.between(6.0, 14.0) + length / 2;
    const auto& queue = queues_[lane];
    if (!queue.empty()) {
      const Car& last = cars_[queue.back()];
      if (last.along - last.half_length < along + length / 2 + 6.0) continue;
    }
    Car car;
    car.id = id;
    car.track = lane;
    car.next = choose_next(lane);
    car.along = along;
    car.half_length = length / 2;
    car.wheel_base = wheel_base;
    car.eagerness = random_.between(0.8, 1.05);
    std::uint32_t row = static_cast<std::uint32_t>(cars_.size());
    if (free_rows_.empty()) {
      cars_.push_back(car);
    } else {
      row = free_rows_.back();
      free_rows_.pop_back();
      cars_[row] = car;
    }
    queues_[lane].push_back(row);
    return true;
  }
  return false;
}

void Traffic::remove(std::uint32_t id) {
  for (std::uint32_t row = 0; row < cars_.size(); ++row) {
    if (cars_[row].id != id) continue;
    std::erase(queues_[cars_[row].track], row);
    cars_[row] = Car{};
    free_rows_.push_back(row);
    return;
  }
}

bool Traffic::start_bump() {
  const std::size_t count = cars_.size();
  for (std::size_t i = 0; i < count; ++i) {
    Car& car = cars_[(next_bump_ + i) % count];
    if (car.id == 0 || car.mishap != Mishap::none || car.speed < 2.0) continue;
    const Leader leader = leader_of(car);
    if (leader.id == 0 || leader.gap > 30.0) continue;
    Car& ahead = *std::ranges::find(cars_, leader.id, &Car::id);
    const Track& track = streets_.tracks()[ahead.track];
    // Both should come to stand in one lane, not on a junction.
    const bool has_place = track.is_lane && track.length - ahead.along > 12.0 &&
                           ahead.along - ahead.half_length > 2 * car.half_length + kStandingGap;
    if (ahead.mishap != Mishap::none || !has_place) continue;
    ahead.mishap = Mishap::stops_short;
    ahead.mishap_left = 7.0;
    car.mishap = Mishap::looks_away;
    car.mishap_left = 12.0;
    next_bump_ = (next_bump_ + i + 1) % count;
    return true;
  }
  return false;
}

bool Traffic::start_scrape() {
  const std::size_t count = cars_.size();
  for (std::size_t i = 0; i < count; ++i) {
    Car& car = cars_[(next_scrape_ + i) % count];
    if (car.id == 0 || car.mishap != Mishap::none) continue;
    const Track& track = streets_.tracks()[car.track];
    if (track.turn != Turn::right || car.along < 4.0 || car.along > 6.0) continue;
    car.mishap = Mishap::scrapes_kerb;
    car.mishap_left = 0.4;
    next_scrape_ = (next_scrape_ + i + 1) % count;
    return true;
  }
  return false;
}

void Traffic::advance(double step, const Crossings& crossings) {
  for (Car& car : cars_) {
    if (car.id != 0) car.acceleration = acceleration_of(car, crossings, step);
  }
  for (std::uint32_t row = 0; row < cars_.size(); ++row) {
    if (cars_[row].id != 0) move(row, step);
  }
}

Traffic::Leader Traffic::leader_of(const Car& car) const {
  const Track& track = streets_.tracks()[car.track];
  Leader found{kFar, 0, 0};
  const auto consider = [&](const Car& other, double middle) {
    const double gap = middle - car.along - car.half_length - other.half_length;
    if (other.id != car.id && gap < found.gap) found = {gap, other.speed, other.id};
  };
  const auto& own = queues_[car.track];
  const auto place = std::find_if(own.begin(), own.end(),
                                  [&](std::uint32_t row) { return cars_[row].id == car.id; });
  if (place != own.begin() && place != own.end()) {
    const Car& other = cars_[*(place - 1)];
    consider(other, other.along);
    return found;
  }
  // The foremost on its track: look at the ones after it, and at those that have just turned off.
  const std::uint32_t lane = track.is_lane ? car.track : track.from;
  for (const std::uint32_t sibling : streets_.tracks()[lane].next) {
    const bool own_way = sibling == (track.is_lane ? car.next : car.track);
    const double offset = track.is_lane ? track.length : 0.0;
    for (const std::uint32_t row : queues_[sibling]) {
      const Car& other = cars_[row];
      if (!own_way && other.along - other.half_length > 5.0) continue;
      if (offset + other.along > car.along) consider(other, offset + other.along);
    }
  }
  const std::uint32_t lane_after =
      track.is_lane ? streets_.tracks()[car.next].next.front() : car.next;
  const double offset = track.length + (track.is_lane ? streets_.tracks()[car.next].length : 0.0);
  if (!queues_[lane_after].empty()) {
    const Car& other = cars_[queues_[lane_after].back()];
    consider(other, offset + other.along);
  }
  return found;
}

bool Traffic::has_room_after(const Track& connector, double length) const {
  const std::uint32_t lane = connector.next.front();
  double needed = length + kStandingGap;
  for (const std::uint32_t other : streets_.junctions()[connector.junction].connectors) {
    if (streets_.tracks()[other].next.front() != lane) continue;
    for (const std::uint32_t row : queues_[other]) {
      needed += 2 * cars_[row].half_length + kStandingGap;
    }
  }
  return std::ranges::none_of(queues_[lane], [&](std::uint32_t row) {
    const Car& car = cars_[row];
    return car.speed < 3.0 && car.along - car.half_length < needed;
  });
}

bool Traffic::is_clear(std::uint32_t j, Heading side) const {
  const Junction& junction = streets_.junctions()[j];
  for (const std::uint32_t connector : junction.connectors) {
    const Track& track = streets_.tracks()[connector];
    if (queues_[connector].empty()) continue;
    if (track.exit() == side || back_of(track.heading) == side) return false;
  }
  if (junction.has_lights) return true;
  // Without lights, look along the lanes too: the one over that side and those that may turn into
  // it.
  for (const Heading approach : kHeadings) {
    const std::uint32_t lane = junction.incoming[row_of(approach)];
    if (lane == kNone || queues_[lane].empty()) continue;
    const Car& first = cars_[queues_[lane].front()];
    if (streets_.tracks()[lane].length - first.along < 26.0) return false;
  }
  return true;
}

bool Traffic::oncoming_is_clear(const Track& connector) const {
  const Junction& junction = streets_.junctions()[connector.junction];
  const std::uint32_t lane = junction.incoming[row_of(back_of(connector.heading))];
  if (lane == kNone) return true;
  for (const std::uint32_t other : streets_.tracks()[lane].next) {
    if (streets_.tracks()[other].turn != Turn::left && !queues_[other].empty()) return false;
  }
  for (const std::uint32_t row : queues_[lane]) {
    const Car& car = cars_[row];
    const bool also_left = streets_.tracks()[car.next].turn == Turn::left;
    if (!also_left && streets_.tracks()[lane].length - car.along < 32.0) return false;
  }
  return true;
}

bool Traffic::may_enter(const Car& car, const Track& connector, const Crossings& crossings) const {
  const Junction& junction = streets_.junctions()[connector.junction];
  const auto& walkers = crossings[connector.junction];
  if (walkers[row_of(connector.exit())] > 0) return false;
  if (walkers[row_of(back_of(connector.heading))] > 0) return false;
  if (!has_room_after(connector, 2 * car.half_length)) return false;
  if (!junction.has_lights) return true;
  return connector.turn != Turn::left || oncoming_is_clear(connector);
}

double Traffic::stop_distance(const Car& car, const Crossings& crossings) const {
  const Track& lane = streets_.tracks()[car.track];
  if (!lane.is_lane) return kFar;
  const double left = lane.length - car.along - car.half_length;
  if (left < 0 || left > 60.0) return kFar;  // over the line already, or too early to care
  const Junction& junction = streets_.junctions()[lane.junction];
  if (junction.has_lights) {
    const SignalState state = junction.signal.state(lane.heading);
    const bool can_stop = left > car.speed * car.speed / (2 * 4.0);
    if (state == SignalState::red && (can_stop || car.speed < 1.0)) return left;
    if (state == SignalState::yellow && can_stop) return left;
  }
  if (left > 12.0 && left > car.speed * car.speed / (2 * kBraking)) return kFar;
  return may_enter(car, streets_.tracks()[car.next], crossings) ? kFar : left;
}

double Traffic::wanted_speed(const Car& car) const {
  const Track& track = streets_.tracks()[car.track];
  double wanted = track.speed_limit * car.eagerness;
  if (track.is_lane) {
    const double turn_speed = streets_.tracks()[car.next].speed_limit * car.eagerness;
    const double left = std::max(track.length - car.along, 0.0);
    wanted = std::min(wanted, std::sqrt(turn_speed * turn_speed + 2 * 1.6 * left));
  }
  return wanted;
}

double Traffic::acceleration_of(Car& car, const Crossings& crossings, double step) {
  car.touches = 0;
  if (car.mishap != Mishap::none) {
    car.mishap_left -= step;
    if (car.mishap_left <= 0) car.mishap = Mishap::none;
  }
  const Leader leader = leader_of(car);
  if (leader.gap < kTouching) car.touches = leader.id;
  if (car.mishap == Mishap::looks_away && leader.gap < 0) {
    car.mishap = Mishap::bounces;
    car.mishap_left = 1.6;
    car.speed = -kRecoil;
  }
  if (car.mishap == Mishap::bounces) {
    return car.mishap_left > 0.9 ? 0.0 : -car.speed / step;
  }
  if (car.mishap == Mishap::stops_short) {
    return std::max(-car.speed / step, -5.0);
  }
  double gap = leader.gap;
  double closing = car.speed - leader.speed;
  if (car.mishap == Mishap::looks_away && gap < 6.0) {
    return std::max((kBumpSpeed - car.speed) / 0.5, -kHardestBraking);
  }
  const double line = stop_distance(car, crossings) + kStandingGap - 0.6;
  if (line < gap) {
    gap = line;
    closing = car.speed;
  }
  const double speed = std::max(car.speed, 0.0);
  const double ratio = speed / wanted_speed(car);
  const double dynamic =
      speed * kHeadway + speed * closing / (2 * std::sqrt(kAcceleration * kBraking));
  const double keep = (kStandingGap + std::max(dynamic, 0.0)) / std::max(gap, 0.1);
  const double wish = kAcceleration * (1.0 - ratio * ratio * ratio * ratio - keep * keep);
  return std::clamp(wish, -kHardestBraking, kAcceleration);
}

void Traffic::move(std::uint32_t row, double step) {
  Car& car = cars_[row];
  double speed = car.speed + car.acceleration * step;
  if (car.mishap != Mishap::bounces) speed = std::max(speed, 0.0);
  if (speed < 0.02 && speed >= 0 && car.acceleration < 0.2) speed = 0;
  car.acceleration = (speed - car.speed) / step;
  const double way = (car.speed + speed) / 2 * step;
  car.speed = speed;
  car.along += way;
  car.odometer += way;
  const Track& track = streets_.tracks()[car.track];
  car.waited = track.is_lane && speed < 0.1 ? car.waited + step : 0.0;
  if (car.along >= track.length) {
    std::erase(queues_[car.track], row);
    car.along -= track.length;
    car.track = car.next;
    car.next = choose_next(car.track);
    queues_[car.track].push_back(row);
  } else if (car.waited > 30.0 && streets_.tracks()[car.next].turn == Turn::left) {
    car.next = choose_next(car.track);  // no gap for so long: try another way
    car.waited = 0;
  }
  settle(car, step);
}

void Traffic::settle(Car& car, double step) {
  const double curvature = streets_.place(car.track, car.along).curvature;
  ease(car.steer_angle, -arc_tan(curvature * car.wheel_base), step, 0.25);
  // Bodies lean: the nose dives when braking, the outer side goes down in a bend.
  const double jolt = car.mishap == Mishap::scrapes_kerb ? 0.05 : 0.0;
  ease(car.pitch, car.acceleration * 0.006, step, 0.2);
  ease(car.roll, car.speed * car.speed * curvature * 0.012 + jolt, step, 0.3);
}

std::uint32_t Traffic::choose_next(std::uint32_t track) {
  const auto& next = streets_.tracks()[track].next;
  return next[random_.below(static_cast<std::uint32_t>(next.size()))];
}

}  // namespace scrubjay::assets
