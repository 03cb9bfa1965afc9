#include "assets/courtyard_telling.h"

#include <cmath>
#include <glm/geometric.hpp>

#include "assets/angles.h"

namespace scrubjay::assets {

namespace {

constexpr glm::dvec3 kForward{0, 0, 1};
constexpr std::uint64_t kTicksBetweenScreenshots = 10;

constexpr Ink kGround{"Ground", {1, 1, 1, 1}, "textures/paving"};
constexpr Ink kWalls{"Walls", {0.62, 0.66, 0.72, 0.22}};
constexpr Ink kNavmesh{"Navmesh", {0.2, 0.55, 0.85, 0.22}};
constexpr Ink kMarkers{"Markers", {0.95, 0.75, 0.2, 1}};
constexpr Ink kCrates{"Props", {1, 1, 1, 1}, "textures/crate.png"};
constexpr Ink kDoor{"Props", {0.5, 0.32, 0.18, 1}};
constexpr Ink kTurret{"Props", {0.36, 0.4, 0.46, 1}};
constexpr Ink kBeam{"Sight", {0.9, 0.2, 0.2, 0.9}};
constexpr Ink kCamera{"Camera", {0.3, 0.75, 0.95, 1}};
constexpr Ink kReplica{"Replicas", {0.3, 0.75, 0.95, 0.5}};
constexpr Ink kError{"Net", {0.95, 0.3, 0.6, 1}};

/// A floor of square cells, four vertices a side, over a courtyard.
void add_navmesh(DebugProperties& make, const Courtyard& yard) {
  constexpr int kSide = 4;
  const double cell = (Courtyard::kSide - 2) / (kSide - 1);
  std::vector<glm::dvec3> vertices;
  std::vector<double> indices;
  for (int z = 0; z < kSide; ++z) {
    for (int x = 0; x < kSide; ++x) {
      vertices.push_back(yard.center + glm::dvec3((x - 1.5) * cell, 0.03, (z - 1.5) * cell));
      if (x + 1 == kSide || z + 1 == kSide) continue;
      const double at = z * kSide + x;
      indices.insert(indices.end(), {at, at + 1, at + kSide, at + 1, at + kSide + 1, at + kSide});
    }
  }
  make.mesh("Navmesh", kNavmesh, vertices, indices, true);
}

void add_walls(DebugProperties& make, const Courtyard& yard) {
  constexpr double kHalf = Courtyard::kSide / 2;
  constexpr double kHeight = 2.4;
  constexpr double kThick = 0.3;
  constexpr double kDoorway = 2.0;
  const glm::dvec3 middle = yard.center + glm::dvec3(0, kHeight / 2, 0);
  make.aabb("South wall", kWalls, middle - glm::dvec3(0, 0, kHalf),
            {Courtyard::kSide, kHeight, kThick});
  for (const double side : {-1.0, 1.0}) {
    make.aabb(side < 0 ? "West wall" : "East wall", kWalls, middle + glm::dvec3(side * kHalf, 0, 0),
              {kThick, kHeight, Courtyard::kSide});
    constexpr double kLength = kHalf - kDoorway / 2;
    make.aabb(side < 0 ? "North wall, left" : "North wall, right", kWalls,
              middle + glm::dvec3(side * (kDoorway + kLength) / 2, 0, kHalf),
              {kLength, kHeight, kThick});
  }
}

}  // namespace

std::uint64_t CourtyardTelling::screenshot_tick(std::uint64_t tick) {
  return tick / kTicksBetweenScreenshots * kTicksBetweenScreenshots;
}

std::string CourtyardTelling::screenshot_path(const Courtyard& yard, std::uint64_t tick) {
  return "screenshots/" + std::to_string(yard.intruder.id) + "/" +
         std::to_string(screenshot_tick(tick)) + ".png";
}

void CourtyardTelling::begin(std::string_view tag, std::uint32_t client) {
  tree_.clear();
  frame_ = {};
  frame_.tree = &tree_;
  frame_.tag = keep(tag);
  frame_.client = keep(std::to_string(client));
}

void CourtyardTelling::begin_entity(std::uint32_t id, std::uint32_t parent) {
  frame_.entities.push_back(
      {keep(std::to_string(id)), keep(std::to_string(parent)), {tree_.size(), 0}});
  user_group_ = make_.open("properties");
}

void CourtyardTelling::end_entity(std::string_view name, const glm::dvec3& position,
                                  const glm::dvec3& forward) {
  make_.close(user_group_);
  const auto special = make_.open("special");
  make_.text("name", name);
  make_.vec3("position", position);
  make_.vec3("up", kUp);
  make_.vec3("forward", forward);
  make_.close(special);
  PropertyRange& groups = frame_.entities.back().groups;
  groups = tree_.since(groups.first);
}

/// For the entity that was ended last.
void CourtyardTelling::begin_event(std::string_view name, std::string_view tag) {
  frame_.events.push_back({.name = keep(name),
                           .tag = keep(tag),
                           .order = static_cast<std::uint32_t>(frame_.events.size()),
                           .entity = frame_.entities.size() - 1,
                           .properties = {tree_.size(), 0}});
}

void CourtyardTelling::end_event() {
  PropertyRange& properties = frame_.events.back().properties;
  properties = tree_.since(properties.first);
}

void CourtyardTelling::add_server_view(const Courtyard& yard, std::uint64_t tick) {
  add_world(yard, tick);
  add_squad(yard);
  add_intruder(yard, tick);
  add_door(yard);
  add_turret(yard);
  for (const ArenaGuard& guard : yard.guards) add_guard(yard, guard, tick);
  for (const ArenaCrate& crate : yard.crates) add_crate(yard, crate);
}

void CourtyardTelling::add_world(const Courtyard& yard, std::uint64_t tick) {
  begin_entity(yard.world_id, 0);
  const auto level = make_.open("level", "map", "#2e86c1");
  make_.text("Name", yard.name);
  make_.text("Read me", "notes/read me.txt", PropertyType::resource);
  make_.number("Tick", static_cast<double>(tick));
  make_.plane("Floor", kGround, yard.center, kUp, kForward, Courtyard::kSide, Courtyard::kSide);
  add_navmesh(make_, yard);
  make_.close(level);
  const auto walls = make_.open("walls", "", "", kPropertyCollapsed);
  add_walls(make_, yard);
  make_.close(walls);
  const glm::dvec3 spawn = yard.center + glm::dvec3(-10, 0.06, -10);
  make_.triangle("Spawn point", kMarkers,
                 {spawn + glm::dvec3(0, 0, 0.9), spawn + glm::dvec3(-0.6, 0, -0.5),
                  spawn + glm::dvec3(0.6, 0, -0.5)});
  end_entity(yard.name, yard.center, kForward);
}

void CourtyardTelling::add_squad(const Courtyard& yard) {
  begin_entity(yard.squad_id, yard.world_id);
  std::vector<std::vector<std::string>> rows;
  glm::dvec3 middle(0.0);
  double worst = 0;
  for (const ArenaGuard& guard : yard.guards) {
    rows.push_back({guard.name, std::string(to_text(guard.state)),
                    std::to_string(std::lround(100 * guard.alertness)) + " %",
                    std::to_string(guard.shots)});
    middle += guard.position / static_cast<double>(yard.guards.size());
    worst = std::max(worst, guard.alertness);
  }
  const auto orders = make_.open("orders", "flag", "#27ae60");
  make_.text("Order", worst > 0.6 ? "Stop the intruder" : "Hold the courtyard");
  make_.number("Alarm", worst);
  make_.table("Members", {"Name", "State", "Alert", "Shots"}, rows);
  std::vector<double> shots;
  for (const ArenaGuard& guard : yard.guards) shots.push_back(guard.shots);
  const Series series{"Shots", "#c0392b", shots};
  make_.chart("Shots by member", std::span(&series, 1), 20, static_cast<double>(shots.size()),
              "bar");
  make_.close(orders);
  end_entity("Squad", middle, kForward);
}

void CourtyardTelling::add_crate(const Courtyard& yard, const ArenaCrate& crate) {
  begin_entity(crate.id, yard.world_id);
  make_.number("Mass", std::floor(180 * crate.size.x * crate.size.y * crate.size.z));
  make_.boolean("Movable", crate.size.x < 1.3);
  make_.oobb("Crate", kCrates, crate.center, crate.size, kUp, ahead(crate.heading));
  end_entity("Crate " + std::to_string(crate.id % 100 - 39), crate.center, ahead(crate.heading));
}

void CourtyardTelling::add_door(const Courtyard& yard) {
  constexpr double kWidth = 2.0;
  constexpr double kHeight = 2.2;
  const glm::dvec3 hinge = yard.center + glm::dvec3(-kWidth / 2, 0, Courtyard::kSide / 2);
  const SinCos angle = sin_cos(yard.door_angle);
  const glm::dvec3 leaf(angle.cos, 0, angle.sin);  // from the hinge to the handle
  const glm::dvec3 middle = hinge + leaf * (kWidth / 2) + glm::dvec3(0, kHeight / 2, 0);
  begin_entity(yard.door_id, yard.world_id);
  make_.text_with_icon("State", yard.door_angle > 0.05 ? "Open" : "Shut", "door-open", "#7a522b");
  make_.number("Angle", degrees(yard.door_angle));
  make_.plane("Leaf", kDoor, middle, {-leaf.z, 0, leaf.x}, kUp, kWidth, kHeight);
  make_.sphere("", kMarkers, middle + leaf * (kWidth / 2 - 0.15), 0.07);
  end_entity("Door", hinge, {-leaf.z, 0, leaf.x});
}

void CourtyardTelling::add_turret(const Courtyard& yard) {
  const glm::dvec3 foot = yard.center + glm::dvec3(10.5, 0, 10.5);
  const glm::dvec3 forward = ahead(yard.turret_heading);
  const glm::dvec3 top = foot + glm::dvec3(0, 1.3, 0);
  begin_entity(yard.turret_id, yard.world_id);
  const auto mount = make_.open("mount", "broadcast-tower", "#5d6d7e");
  make_.number("Heading", degrees(yard.turret_heading));
  make_.quat("Rotation", glm::dquat(sin_cos(yard.turret_heading / 2).cos, 0,
                                    sin_cos(yard.turret_heading / 2).sin, 0));
  make_.round(PropertyType::cylinder, "Post", kTurret, foot + glm::dvec3(0, 0.65, 0), kUp, 0.25,
              1.3);
  make_.hemisphere("Dome", kTurret, top, kUp, 0.45);
  make_.segment(PropertyType::arrow, "Beam", kBeam, top + glm::dvec3(0, 0.2, 0),
                top + glm::dvec3(0, 0.2, 0) + forward * 4.0);
  make_.close(mount);
  end_entity("Sensor tower", foot, forward);
}

void CourtyardTelling::add_client_view(const Courtyard& yard, const glm::dvec3& shown,
                                       std::uint64_t number, double latency) {
  const ArenaIntruder& intruder = yard.intruder;
  begin_entity(intruder.id, 0);
  const auto net = make_.open("net", "wifi", "#8e44ad");
  make_.number("Latency", latency);
  make_.number("Error", glm::length(intruder.position - shown));
  make_.segment(PropertyType::line, "To the server's place", kError, shown, intruder.position);
  std::vector<double> history;
  for (int i = 19; i >= 0; --i) {
    const double at = static_cast<double>(number) - i;
    history.push_back(rounded(45 + 18 * sin_cos(0.21 * at).sin + 6 * sin_cos(1.7 * at).cos));
  }
  const Series series{"Latency [ms]", "#8e44ad", history};
  make_.chart("Latency", std::span(&series, 1), 100, 20, "line");
  make_.close(net);
  make_.round(PropertyType::capsule, "Shown body", kReplica, shown + glm::dvec3(0, 0.9, 0), kUp,
              0.35, 1.8);
  end_entity("Player", shown, ahead(intruder.heading));
  if (number % 12 == 5) {
    begin_event("Input", "input");
    make_.text("Button", number % 24 == 5 ? "Jump" : "Crouch");
    make_.vec2("Stick", {sin_cos(intruder.heading).sin, sin_cos(intruder.heading).cos});
    end_event();
  }

  begin_entity(intruder.id + 50, intruder.id);
  const glm::dvec3 forward = ahead(intruder.heading);
  const glm::dvec3 right(forward.z, 0, -forward.x);
  const glm::dvec3 eye = shown - forward * 3.0 + glm::dvec3(0, 2.4, 0);
  make_.number("Field of view", 70);
  const glm::dvec3 far = eye + forward * 1.6;
  const std::array<glm::dvec3, 5> corners{
      far + right * 1.1 + glm::dvec3(0, 0.6, 0), far - right * 1.1 + glm::dvec3(0, 0.6, 0),
      far - right * 1.1 - glm::dvec3(0, 0.6, 0), far + right * 1.1 - glm::dvec3(0, 0.6, 0),
      far + right * 1.1 + glm::dvec3(0, 0.6, 0)};
  make_.path("Frame", kCamera, corners);
  for (std::size_t i = 0; i < 4; ++i) {
    make_.segment(PropertyType::line, "", kCamera, eye, corners[i]);
  }
  end_entity("Camera", eye, forward);
}

}  // namespace scrubjay::assets
