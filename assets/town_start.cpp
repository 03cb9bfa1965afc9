// What stands in the town from the start: lights, signs, houses, props, parked cars, lamps.
#include <algorithm>
#include <cmath>

#include "assets/angles.h"
#include "assets/town.h"

namespace scrubjay::assets {
namespace {

constexpr double kBeyondWalk = 8.8;  ///< from a street's middle: where benches and boxes stand

double yaw_of(Heading h) { return wrap_angle(static_cast<unsigned>(h) * kPi / 2); }

/// A point beside a lane, `offset` metres right of the middle of its street.
ScenePose beside(const Track& lane, double along, double offset) {
  const glm::dvec2 at = lane.start + direction_of(lane.heading) * along +
                        direction_of(right_of(lane.heading)) * (offset - StreetGrid::kLaneOffset);
  ScenePose pose;
  pose.position = {at.x, at.y, 0.0};
  pose.yaw = yaw_of(lane.heading);
  return pose;
}

}  // namespace

TownPlan plan_town(std::uint32_t entities) {
  TownPlan plan;
  if (entities >= 24) {
    plan.side = std::max(3U, static_cast<std::uint32_t>(std::sqrt(entities / 10.0) + 0.5));
  }
  const std::uint32_t inner = plan.side - 2;
  const std::uint32_t signals = 4 * inner * inner + 12 * inner;
  // One spectator and one vehicle below the ground are always there.
  const std::uint32_t left = entities > signals + 2 ? entities - signals - 2 : 0;
  const auto share = [&](double part) { return static_cast<std::uint32_t>(left * part); };
  plan.cars = std::max(2U, share(0.35));
  plan.pedestrians = std::max(2U, share(0.25));
  plan.parked = std::max(1U, share(0.08));
  plan.signs = share(0.05);
  plan.houses = std::min(share(0.14), 4 * (plan.side - 1) * (plan.side - 1));
  const std::uint32_t used = plan.cars + plan.pedestrians + plan.parked + plan.signs + plan.houses;
  plan.props = left > used ? left - used : 0;
  return plan;
}

void Scene::Town::place_spectator() {
  SceneActor eye;
  eye.kind = SceneKind::spectator;
  eye.blueprint = "spectator";
  spectator_ = add_actor(std::move(eye));
}

void Scene::Town::place_signals() {
  for (std::uint32_t j = 0; j < streets_.junctions().size(); ++j) {
    const Junction& junction = streets_.junctions()[j];
    if (!junction.has_lights) continue;
    for (const Heading approach : kHeadings) {
      const std::uint32_t lane_row = junction.incoming[static_cast<unsigned>(approach)];
      if (lane_row == kNone) continue;
      const Track& lane = streets_.tracks()[lane_row];
      SceneActor light;
      light.kind = SceneKind::traffic_light;
      light.blueprint = "traffic.traffic_light";
      light.blueprint_number = number_of(light.blueprint);
      light.pose = beside(lane, lane.length - 0.5, 5.9);
      light.pose.yaw = yaw_of(back_of(approach));
      light.box = SceneBox{{0.0, 0.0, 2.6}, {0.25, 0.25, 2.6}};
      light.light.trigger.center =
          beside(lane, lane.length - 4.0, StreetGrid::kLaneOffset).position + glm::dvec3(0, 0, 1);
      light.light.trigger.half = {4.0, 1.6, 1.0};
      signals_.push_back({add_actor(std::move(light)), j, approach});
    }
  }
}

void Scene::Town::place_signs(std::uint32_t count) {
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto lanes = streets_.lanes();
    const Track& lane =
        streets_.tracks()[lanes[random_.below(static_cast<std::uint32_t>(lanes.size()))]];
    SceneActor sign;
    sign.kind = SceneKind::traffic_sign;
    sign.blueprint = i % 2 == 0 ? "traffic.speed_limit.40" : "traffic.yield";
    sign.blueprint_number = number_of(sign.blueprint);
    sign.pose = beside(lane, random_.between(4.0, 12.0), 7.9);
    sign.pose.yaw = yaw_of(back_of(lane.heading));
    sign.box = SceneBox{{0.0, 0.0, 1.3}, {0.08, 0.35, 1.3}};
    add_actor(std::move(sign));
  }
}

void Scene::Town::place_houses(std::uint32_t count) {
  const std::uint32_t across = streets_.side() - 1;
  const std::uint32_t blocks = across * across;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t block = i % blocks;
    const std::uint32_t quarter = (i / blocks * 3) & 3U;  // opposite quarters first
    const glm::dvec2 middle =
        streets_.junctions()[block / across * streets_.side() + block % across].center +
        StreetGrid::kBlock / 2;
    const glm::dvec2 offset((quarter & 1U) != 0 ? 13.5 : -13.5, (quarter & 2U) != 0 ? 13.5 : -13.5);
    SceneActor house = make_prop(
        "static.prop.mesh",
        {random_.between(6.0, 10.0), random_.between(6.0, 10.0), random_.between(2.6, 5.5)});
    house.attributes.push_back({SceneAttributeType::text, "mesh_path", "/Game/Town/House"});
    house.pose.position = {middle.x + offset.x, middle.y + offset.y, 0.0};
    add_actor(std::move(house));
  }
}

void Scene::Town::place_props(std::uint32_t count) {
  for (std::uint32_t i = 0; i < count; ++i) {
    if (i == 0) {
      SceneActor fountain = make_prop("static.prop.fountain", {2.4, 2.4, 1.5});
      const glm::dvec2 middle = streets_.junctions().front().center + StreetGrid::kBlock / 2;
      fountain.pose.position = {middle.x, middle.y, 0.0};
      add_actor(std::move(fountain));
      continue;
    }
    const PropModel& model = street_props()[i % street_props().size()];
    SceneActor prop = make_prop(model.blueprint, model.half);
    prop.pose = on_pavement(kBeyondWalk);
    add_actor(std::move(prop));
  }
}

ScenePose Scene::Town::on_pavement(double offset) {
  const auto lanes = streets_.lanes();
  const Track& lane =
      streets_.tracks()[lanes[random_.below(static_cast<std::uint32_t>(lanes.size()))]];
  ScenePose pose = beside(lane, random_.between(10.0, lane.length - 10.0), offset);
  pose.yaw = wrap_angle(pose.yaw + kPi / 2);  // faces the street
  return pose;
}

void Scene::Town::place_parked(std::uint32_t count) {
  const auto lanes = streets_.lanes();
  for (std::uint32_t i = 0; i < count; ++i) {
    // Every lane gets its first parked car before any gets its second, five places in a lane.
    const auto lane_row = static_cast<std::uint32_t>((i * 7ULL) % lanes.size());
    const std::uint32_t place = i / static_cast<std::uint32_t>(lanes.size()) % 5;
    SceneActor car = make_vehicle(vehicle_models()[1 + random_.below(6)], "parked", random_);
    car.pose =
        beside(streets_.tracks()[lanes[lane_row]], 15.0 + 6.0 * place, StreetGrid::kParkingOffset);
    car.vehicle.handbrake = true;
    parked_.push_back(add_actor(std::move(car)));
  }
}

void Scene::Town::place_hidden_vehicle() {
  // Scenarios keep vehicles that are not needed yet far below the ground.
  SceneActor car = make_vehicle(vehicle_models()[6], "scenario", random_);
  car.pose.position = {0.0, 0.0, -500.0};
  car.vehicle.handbrake = true;
  add_actor(std::move(car));
}

void Scene::Town::place_lamps() {
  for (std::size_t i = 0; i < 2 * streets_.junctions().size(); ++i) {
    frame_.lamps.push_back({1000 + static_cast<std::int32_t>(i), 2400.0, {1.0, 0.78, 0.52}, false});
    frame_.changed_lamps.push_back(i);
  }
}

}  // namespace scrubjay::assets
