// What is told of guards and intruders, who do something.
#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

#include "assets/angles.h"
#include "assets/courtyard_telling.h"
#include "assets/random.h"

namespace scrubjay::assets {

namespace {

constexpr double kEyeHeight = 1.6;
constexpr std::uint32_t kToldProperties = 32;  ///< about, without statistics

constexpr Ink kPaths{"Paths", {0.25, 0.8, 0.5, 1}};
constexpr Ink kHearing{"Hearing", {0.3, 0.6, 0.95, 0.1}};
constexpr Ink kSightLine{"Sight", {0.95, 0.3, 0.2, 1}};
constexpr Ink kHull{"Hit boxes", {0.55, 0.35, 0.75, 0.45}};
constexpr Ink kHead{"Hit boxes", {0.9, 0.75, 0.6, 1}};
constexpr Ink kTorso{"Hit boxes", {0.4, 0.45, 0.55, 1}};
constexpr Ink kGear{"Gear", {0.2, 0.26, 0.2, 1}};
constexpr Ink kFacing{"Orientation", {0.2, 0.45, 0.9, 1}};
constexpr Ink kVelocity{"Velocity", {0.95, 0.85, 0.25, 1}};
constexpr Ink kShots{"Shots", {1, 0.85, 0.3, 1}};
constexpr Ink kHits{"Hits", {0.9, 0.15, 0.1, 0.9}};
constexpr Ink kNoise{"Noise", {0.5, 0.5, 0.95, 0.25}};
constexpr Ink kIntruder{"Hit boxes", {0.85, 0.3, 0.25, 0.8}};

Rgba alert_color(double alertness) {
  return {rounded(std::min(1.0, 0.3 + 1.2 * alertness)), rounded(0.8 - 0.6 * alertness), 0.2, 0.35};
}

/// What a guard sees, as a fan on the ground.
void add_sight(DebugProperties& make, const ArenaGuard& guard) {
  constexpr int kSteps = 6;
  std::vector<glm::dvec3> vertices{guard.position + glm::dvec3(0, 0.08, 0)};
  std::vector<double> indices;
  for (int i = 0; i <= kSteps; ++i) {
    const double angle =
        guard.heading - ArenaGuard::kSightAngle + 2 * ArenaGuard::kSightAngle * i / kSteps;
    vertices.push_back(vertices.front() + ahead(angle) * ArenaGuard::kSightMetres);
    if (i > 0) indices.insert(indices.end(), {0.0, i + 1.0, static_cast<double>(i)});
  }
  make.mesh("Sight", {"Sight", alert_color(guard.alertness)}, vertices, indices, false);
}

std::string_view state_icon(GuardState state) {
  switch (state) {
    case GuardState::patrol: return "walking";
    case GuardState::investigate: return "search";
    case GuardState::attack: return "crosshairs";
  }
  return "";
}

}  // namespace

void CourtyardTelling::add_guard(const Courtyard& yard, const ArenaGuard& guard,
                                 std::uint64_t tick) {
  begin_entity(guard.id, yard.squad_id);
  const auto health = make_.open("health", "heart", "#c0392b");
  make_.number("Health", 100);
  make_.number("Armour", 40.0 + guard.id % 7 * 5);
  make_.boolean("Alive", true);
  make_.close(health);
  tell_behaviour(yard, guard);
  tell_perception(yard, guard);
  tell_body(guard);
  make_.number("Speed", glm::length(guard.velocity));
  make_.number("Net priority", 0.5 + guard.alertness / 2, kPropertyHidden);
  tell_statistics(guard, tick);
  end_entity(guard.name, guard.position, ahead(guard.heading));
  add_guard_events(yard, guard);
}

void CourtyardTelling::tell_behaviour(const Courtyard& yard, const ArenaGuard& guard) {
  const auto group = make_.open("behaviour", "brain", "#2e86c1");
  make_.text_with_icon("State", to_text(guard.state), state_icon(guard.state), "#2e86c1");
  make_.vec3("Goal", guard.path.back());
  make_.path("Planned path", kPaths, guard.path);
  if (guard.state != GuardState::patrol) {
    make_.reference("Target", yard.intruder.id, "Intruder");
    make_.text_with_icon("", guard.sees ? "I can see it." : "I have heard something.", "comment",
                         "#f4d03f", PropertyType::comment);
  }
  make_.close(group);
}

void CourtyardTelling::tell_perception(const Courtyard& yard, const ArenaGuard& guard) {
  const auto group = make_.open("perception", "eye", "#d68910");
  make_.number("Alertness", guard.alertness);
  make_.boolean("Sees intruder", guard.sees);
  add_sight(make_, guard);
  make_.sphere("Hearing", kHearing, guard.position, 2.5);
  const glm::dvec3 eye = guard.position + glm::dvec3(0, kEyeHeight, 0);
  if (guard.sees) {
    make_.segment(PropertyType::line, "Line of sight", kSightLine, eye,
                  yard.intruder.position + glm::dvec3(0, 1.2, 0));
    const std::vector<std::vector<std::string>> seen{
        {"Intruder", number_text(rounded(guard.distance)), "sight"}};
    make_.table("Memory", {"Who", "Metres", "Sense"}, seen);
  }
  const Series series{"Alertness", "#d68910", guard.alert_history};
  make_.chart("Alertness so far", std::span(&series, 1), 1, ArenaGuard::kHistory, "line");
  make_.close(group);
}

void CourtyardTelling::tell_body(const ArenaGuard& guard) {
  const auto group = make_.open("body", "child", "#7d3c98", kPropertyCollapsed);
  const glm::dvec3 forward = ahead(guard.heading);
  const glm::dvec3 right(forward.z, 0, -forward.x);
  const auto above = [&](double height) { return guard.position + glm::dvec3(0, height, 0); };
  make_.round(PropertyType::capsule, "Hull", kHull, above(0.9), kUp, 0.35, 1.8);
  make_.oobb("Torso", kTorso, above(1.1), {0.5, 0.6, 0.3}, kUp, forward);
  make_.sphere("Head", kHead, above(1.62), 0.15);
  make_.hemisphere("Helmet", kGear, above(1.65), kUp, 0.18);
  make_.round(PropertyType::cylinder, "Rifle", kGear, above(1.25) + forward * 0.4 + right * 0.2,
              forward, 0.04, 0.8);
  make_.segment(PropertyType::arrow, "Facing", kFacing, above(0.15), above(0.15) + forward);
  make_.vector("Velocity", kVelocity, guard.velocity);
  make_.close(group);
}

/// Numbers that bring a guard to as many properties as were asked for.
void CourtyardTelling::tell_statistics(const ArenaGuard& guard, std::uint64_t tick) {
  if (properties_ <= kToldProperties) return;
  const auto group = make_.open("statistics", "chart-bar", "#616a6b", kPropertyCollapsed);
  for (std::uint32_t i = 0; i < properties_ - kToldProperties; ++i) {
    const double phase = 0.05 * static_cast<double>(tick) * (1 + i % 5) + guard.id + i;
    make_.number("Counter " + std::to_string(i + 1), 50 + 50 * sin_cos(phase).sin);
  }
  make_.close(group);
}

void CourtyardTelling::add_guard_events(const Courtyard& yard, const ArenaGuard& guard) {
  if (guard.state != guard.state_before) {
    begin_event("State changed", "ai");
    make_.text("From", to_text(guard.state_before));
    make_.text("To", to_text(guard.state));
    make_.vec3("At", guard.position);
    end_event();
  }
  if (guard.has_fired) {
    begin_event("Shot fired", "combat");
    const glm::dvec3 muzzle = guard.position + glm::dvec3(0, 1.25, 0) + ahead(guard.heading) * 0.8;
    make_.reference("Target", yard.intruder.id, "Intruder");
    make_.segment(PropertyType::line, "Trajectory", kShots, muzzle,
                  yard.intruder.position + glm::dvec3(0, 1.2, 0));
    make_.sphere("", kShots, muzzle, 0.12);
    end_event();
  }
}

void CourtyardTelling::add_intruder(const Courtyard& yard, std::uint64_t tick) {
  const ArenaIntruder& intruder = yard.intruder;
  begin_entity(intruder.id, yard.world_id);
  const auto health = make_.open("health", "heart", "#c0392b");
  make_.number("Health", intruder.health);
  make_.boolean("Hidden", std::ranges::none_of(yard.guards, &ArenaGuard::sees));
  make_.close(health);
  const auto input = make_.open("input", "gamepad", "#16a085");
  make_.vec2("Stick", {sin_cos(intruder.heading).sin, sin_cos(intruder.heading).cos});
  make_.quat("Aim", glm::dquat(sin_cos(intruder.heading / 2).cos, 0,
                               sin_cos(intruder.heading / 2).sin, 0));
  make_.close(input);
  tell_noise(yard, intruder);
  make_.text("Screenshot", screenshot_path(yard, tick), PropertyType::resource);
  const auto body = make_.open("body", "child", "#7d3c98");
  make_.round(PropertyType::capsule, "Hull", kIntruder, intruder.position + glm::dvec3(0, 0.9, 0),
              kUp, 0.35, 1.8);
  make_.vector("Velocity", kVelocity, intruder.velocity);
  make_.close(body);
  end_entity("Intruder", intruder.position, ahead(intruder.heading));
  add_intruder_events(yard, tick);
}

void CourtyardTelling::tell_noise(const Courtyard& yard, const ArenaIntruder& intruder) {
  const auto noise = make_.open("noise", "volume-up", "#5dade2");
  make_.number("Radius", intruder.noise);
  make_.hemisphere("Noise", kNoise, intruder.position, kUp, intruder.noise);
  const auto nearest = std::ranges::min_element(yard.guards, {}, &ArenaGuard::distance);
  make_.reference("Nearest guard", nearest->id, nearest->name);
  make_.number("Distance", nearest->distance);
  make_.close(noise);
}

void CourtyardTelling::add_intruder_events(const Courtyard& yard, std::uint64_t tick) {
  const ArenaIntruder& intruder = yard.intruder;
  if (intruder.hurt > 0) {
    begin_event("Damage received", "combat");
    make_.number("Amount", intruder.hurt);
    make_.reference("From", intruder.hurt_by, "");
    make_.sphere("Hit", kHits, intruder.position + glm::dvec3(0, 1.2, 0), 0.2);
    end_event();
  }
  if (intruder.has_died) {
    begin_event("Death", "combat");
    make_.vec3("At", intruder.position);
    end_event();
  }
  if (tick % 10 == 0) {
    begin_event("Footstep", "audio");
    make_.text("Surface", "stone");
    make_.sphere("Loudness", kNoise, intruder.position, intruder.noise);
    end_event();
  }
}

}  // namespace scrubjay::assets
