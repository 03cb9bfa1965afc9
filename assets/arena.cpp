#include "assets/arena.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

#include "assets/angles.h"
#include "assets/random.h"

namespace scrubjay::assets {

namespace {

constexpr std::uint32_t kPerCourtyard = 16;
constexpr std::uint32_t kFixtures = 5;  ///< world, squad, intruder, door, turret
constexpr double kTurnRate = 2.5;       ///< radians per second
constexpr std::uint64_t kTicksBetweenShots = 9;

constexpr std::array<std::string_view, 8> kGuardNames{"Ada",   "Brunel", "Curie", "Darwin",
                                                      "Euler", "Fermat", "Gauss", "Hopper"};

/// The angle whose sine and cosine are in that proportion; from +Z towards +X.
double heading_of(const glm::dvec3& v) {
  if (std::abs(v.z) > std::abs(v.x)) {
    const double angle = arc_tan(v.x / v.z);
    return wrap_angle(v.z > 0 ? angle : angle + kPi);
  }
  if (v.x == 0) return 0;
  const double angle = kPi / 2 - arc_tan(v.z / v.x);
  return wrap_angle(v.x > 0 ? angle : angle + kPi);
}

glm::dvec3 on_tour(const ArenaGuard& guard, double phase) {
  const SinCos a = sin_cos(phase);
  return {guard.tour[0] + guard.tour_half[0] * a.cos, 0,
          guard.tour[1] + guard.tour_half[1] * a.sin};
}

}  // namespace

std::string_view to_text(GuardState state) {
  switch (state) {
    case GuardState::patrol: return "Patrol";
    case GuardState::investigate: return "Investigate";
    case GuardState::attack: return "Attack";
  }
  return "";
}

glm::dvec3 ahead(double heading) {
  const SinCos a = sin_cos(heading);
  return {a.sin, 0, a.cos};
}

double rounded(double value) {
  const double thousandths = std::floor(value * 1000.0 + 0.5);
  return thousandths == 0 ? 0 : thousandths / 1000.0;
}

glm::dvec3 rounded(const glm::dvec3& v) { return {rounded(v.x), rounded(v.y), rounded(v.z)}; }

Arena::Arena(const ArenaOptions& options) : options_(options) {
  options_.entities = std::max(options_.entities, 8U);
  const std::size_t count = (options_.entities + kPerCourtyard - 1) / kPerCourtyard;
  const auto side = static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(count))));
  Random random(options_.seed);
  for (std::size_t row = 0; row < count; ++row) {
    Courtyard& yard = courtyards_.emplace_back();
    yard.center = {static_cast<double>(row % side) * (Courtyard::kSide + 4), 0,
                   static_cast<double>(row / side) * (Courtyard::kSide + 4)};
    intruder_phase_.push_back(random.between(0, 2 * kPi));
    const auto rest = static_cast<std::uint32_t>(options_.entities - row * kPerCourtyard);
    furnish(yard, row, std::clamp(rest, kFixtures + 1, kPerCourtyard));
  }
  for (std::size_t row = 0; row < count; ++row) {
    Courtyard& yard = courtyards_[row];
    move_intruder(yard, row);
    for (ArenaGuard& guard : yard.guards) {
      guard.heading =
          heading_of(on_tour(guard, guard.tour[2] + 0.1) - on_tour(guard, guard.tour[2]));
      move_guard(yard, guard);
      guard.state_before = guard.state;
    }
  }
}

void Arena::furnish(Courtyard& yard, std::size_t row, std::uint32_t entities) {
  Random random(options_.seed * 1000 + row);
  const auto base = static_cast<std::uint32_t>(1 + row * 100);
  yard.name = "Courtyard " + std::to_string(row + 1);
  yard.world_id = base;
  yard.squad_id = base + 1;
  yard.intruder.id = base + 2;
  yard.door_id = base + 3;
  yard.turret_id = base + 4;
  const std::uint32_t guards = (entities - kFixtures + 1) / 2;
  for (std::uint32_t i = 0; i < guards; ++i) {
    ArenaGuard& guard = yard.guards.emplace_back();
    guard.id = base + 10 + i;
    guard.name = std::string("Guard ") + std::string(kGuardNames[(row + i) % kGuardNames.size()]);
    const double share = static_cast<double>(i) / guards;
    guard.tour = {yard.center.x + random.between(-3, 3), yard.center.z + random.between(-3, 3),
                  2 * kPi * share};
    guard.tour_half = {random.between(4, 8.5), random.between(4, 8.5)};
  }
  for (std::uint32_t i = 0; i < entities - kFixtures - guards; ++i) {
    ArenaCrate& crate = yard.crates.emplace_back();
    crate.id = base + 40 + i;
    const double edge = rounded(random.between(0.8, 1.7));
    const SinCos place = sin_cos(random.between(0, 2 * kPi));
    const double away = random.between(9.5, 11.5);
    crate.size = {edge, rounded(edge * random.between(0.7, 1.2)), edge};
    crate.center =
        rounded(yard.center + glm::dvec3(away * place.cos, crate.size.y / 2, away * place.sin));
    crate.heading = random.between(0, kPi / 2);
  }
}

glm::dvec3 Arena::intruder_at(std::size_t courtyard, double time) const {
  const glm::dvec3& center = courtyards_[courtyard].center;
  const double phase = intruder_phase_[courtyard];
  return center + glm::dvec3(9.0 * sin_cos(0.31 * time + phase).cos, 0,
                             8.0 * sin_cos(0.53 * time + 2 * phase).sin);
}

void Arena::move_intruder(Courtyard& yard, std::size_t row) {
  ArenaIntruder& intruder = yard.intruder;
  const glm::dvec3 here = intruder_at(row, time());
  intruder.velocity = (intruder_at(row, time() + options_.step) - here) / options_.step;
  intruder.position = here;
  intruder.heading = heading_of(intruder.velocity);
  intruder.noise = 1.0 + 0.8 * glm::length(intruder.velocity);
  intruder.hurt = 0;
  intruder.has_died = intruder.health <= 0;
  if (intruder.has_died) intruder.health = 100;
  intruder.health = std::min(100.0, intruder.health + 2.0 * options_.step);
  const double to_door = glm::length(here - (yard.center + glm::dvec3(0, 0, Courtyard::kSide / 2)));
  const double open = std::clamp((9.0 - to_door) / 4.0, 0.0, 1.0);
  yard.door_angle = open * kPi / 2;
  yard.turret_heading = wrap_angle(0.7 * time() + static_cast<double>(row));
}

void Arena::move_guard(Courtyard& yard, ArenaGuard& guard) {
  static constexpr std::array<double, 3> kSpeeds{1.5, 1.0, 0.4};
  const double radius = (guard.tour_half[0] + guard.tour_half[1]) / 2;
  const double speed = kSpeeds[static_cast<std::size_t>(guard.state)];
  guard.tour[2] += speed / radius * options_.step;
  const glm::dvec3 here = on_tour(guard, guard.tour[2]);
  const glm::dvec3 next = on_tour(guard, guard.tour[2] + 0.01);
  guard.position = here;
  guard.velocity = (next - here) * (speed / glm::length(next - here));
  guard.path.clear();
  for (int i = 0; i < 8; ++i) guard.path.push_back(on_tour(guard, guard.tour[2] + 0.16 * i));

  const glm::dvec3 to_intruder = yard.intruder.position - here;
  guard.distance = glm::length(to_intruder);
  const double bearing = heading_of(to_intruder);
  guard.sees = guard.distance < ArenaGuard::kSightMetres &&
               std::abs(angle_between(guard.heading, bearing)) < ArenaGuard::kSightAngle;
  const bool hears = guard.distance < yard.intruder.noise + 2.5;
  const double rate = guard.sees ? 0.9 : hears ? 0.35 : -0.25;
  guard.alertness = std::clamp(guard.alertness + rate * options_.step, 0.0, 1.0);
  guard.alert_history.push_back(rounded(guard.alertness));
  if (guard.alert_history.size() > ArenaGuard::kHistory) {
    guard.alert_history.erase(guard.alert_history.begin());
  }
  guard.state_before = guard.state;
  guard.state = guard.alertness > 0.6   ? GuardState::attack
                : guard.alertness > 0.2 ? GuardState::investigate
                                        : GuardState::patrol;
  const double wanted = guard.state == GuardState::patrol ? heading_of(guard.velocity) : bearing;
  const double turn = kTurnRate * options_.step;
  guard.heading =
      wrap_angle(guard.heading + std::clamp(angle_between(guard.heading, wanted), -turn, turn));
  fire(yard, guard);
}

void Arena::fire(Courtyard& yard, ArenaGuard& guard) {
  guard.has_fired = guard.state == GuardState::attack && guard.sees &&
                    (tick_ + guard.id) % kTicksBetweenShots == 0;
  if (!guard.has_fired) return;
  ++guard.shots;
  // Two shots of three hit.
  if (guard.shots % 3 == 0) return;
  yard.intruder.hurt += 9;
  yard.intruder.hurt_by = guard.id;
  yard.intruder.health = std::max(0.0, yard.intruder.health - 9);
}

void Arena::advance() {
  ++tick_;
  for (std::size_t row = 0; row < courtyards_.size(); ++row) {
    move_intruder(courtyards_[row], row);
    for (ArenaGuard& guard : courtyards_[row].guards) move_guard(courtyards_[row], guard);
  }
}

}  // namespace scrubjay::assets
