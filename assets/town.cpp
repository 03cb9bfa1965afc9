#include "assets/town.h"

#include <algorithm>

#include "assets/angles.h"

namespace scrubjay::assets {
namespace {

constexpr std::uint64_t kFramesBeforeReuse = 40;

}  // namespace

Scene::Town::Town(const SceneOptions& options)
    : options_(options),
      plan_(plan_town(options.entities)),
      random_(options.seed),
      streets_(plan_.side, random_),
      traffic_(streets_, random_),
      pedestrians_(streets_, random_) {
  place_spectator();
  place_signals();
  place_signs(plan_.signs);
  place_houses(plan_.houses);
  place_props(plan_.props);
  place_parked(plan_.parked);
  place_hidden_vehicle();
  place_lamps();
  add_car(vehicle_models()[0], "hero");
  for (std::uint32_t i = 1; i < plan_.cars; ++i) {
    add_car(vehicle_models()[1 + i % (vehicle_models().size() - 1)], "autopilot");
  }
  for (std::uint32_t i = 0; i < plan_.pedestrians; ++i) add_pedestrian(false);
  // Cars join at the back of lanes: let them spread out before the recording starts.
  for (int i = 0; i < 300; ++i) {
    for (Junction& junction : streets_.junctions_for_edit()) junction.signal.advance(0.05);
    traffic_.advance(0.05, pedestrians_.crossings());
    pedestrians_.advance(0.05, traffic_);
  }
  happen_in_sky();
  update_signals();
  update_cars(0.0);
  update_pedestrians(0.0);
  update_spectator(0.0);
  for (const SignalHead& head : signals_) frame_.retimed.push_back(head.id);
}

void Scene::Town::advance() {
  frame_.added.clear();
  frame_.removed.clear();
  frame_.retimed.clear();
  frame_.contacts.clear();
  frame_.doors.clear();
  frame_.changed_lamps.clear();
  frame_.weather_changed = false;
  ++frame_.number;
  frame_.time += static_cast<double>(options_.step);

  const double step = static_cast<double>(options_.step);
  for (Junction& junction : streets_.junctions_for_edit()) junction.signal.advance(step);
  traffic_.advance(step, pedestrians_.crossings());
  pedestrians_.advance(step, traffic_);
  happen();
  erase_removed();
  update_signals();
  update_cars(step);
  update_pedestrians(step);
  update_spectator(step);
  update_attached();
  update_contacts();
}

std::uint32_t Scene::Town::add_actor(SceneActor actor) {
  if (!freed_.empty() && freed_.front().since + kFramesBeforeReuse < frame_.number) {
    actor.id = freed_.front().id;
    freed_.pop_front();
  } else {
    actor.id = next_id_++;
    frame_.rows.resize(next_id_, kNone);
  }
  const std::uint32_t id = actor.id;
  frame_.rows[id] = static_cast<std::uint32_t>(frame_.actors.size());
  frame_.added.push_back(id);
  frame_.actors.push_back(std::move(actor));
  return id;
}

void Scene::Town::mark_removed(std::uint32_t id) {
  frame_.removed.push_back(id);
  frame_.rows[id] = kNone;
  freed_.push_back({id, frame_.number});
}

void Scene::Town::erase_removed() {
  if (frame_.removed.empty()) return;
  std::erase_if(frame_.actors,
                [&](const SceneActor& actor) { return frame_.rows[actor.id] == kNone; });
  for (std::uint32_t row = 0; row < frame_.actors.size(); ++row) {
    frame_.rows[frame_.actors[row].id] = row;
  }
}

bool Scene::Town::add_car(const VehicleModel& model, std::string_view role) {
  const std::uint32_t id = add_actor(make_vehicle(model, role, random_));
  if (!traffic_.add(id, 2 * model.half.x, 1.2 * model.half.x)) {
    // No room in the streets: as if it had never been.
    frame_.actors.pop_back();
    frame_.added.pop_back();
    frame_.rows[id] = kNone;
    freed_.push_front({id, 0});
    return false;
  }
  if (role == "hero") hero_ = id;
  return true;
}

void Scene::Town::add_pedestrian(bool with_controller) {
  const std::uint32_t id = add_actor(make_pedestrian(random_));
  pedestrians_.add(id);
  if (!with_controller) return;
  SceneActor controller;
  controller.kind = SceneKind::controller;
  controller.blueprint = "controller.ai.walker";
  controller.blueprint_number = number_of(controller.blueprint);
  controller.parent = id;
  add_actor(std::move(controller));
}

void Scene::Town::add_hero_sensors() {
  struct Mount {
    std::string_view blueprint;
    ScenePose local;
    std::vector<SceneAttribute> attributes;
  };
  using enum SceneAttributeType;
  const Mount mounts[] = {
      {"sensor.camera.rgb",
       {{1.5, 0.0, 1.7}, 0.0, radians(-8), 0.0},
       {{integer, "image_size_x", "1280"},
        {integer, "image_size_y", "720"},
        {number, "fov", "90"}}},
      {"sensor.lidar.ray_cast",
       {{0.0, 0.0, 1.9}, 0.0, 0.0, 0.0},
       {{integer, "channels", "64"},
        {number, "range", "100"},
        {number, "rotation_frequency", "20"}}},
      {"sensor.other.collision", {}, {}},
      {"sensor.other.gnss", {{1.0, 0.0, 2.8}, 0.0, 0.0, 0.0}, {{number, "sensor_tick", "0.1"}}},
  };
  for (const Mount& mount : mounts) {
    SceneActor sensor;
    sensor.kind = SceneKind::sensor;
    sensor.blueprint = mount.blueprint;
    sensor.blueprint_number = number_of(mount.blueprint);
    sensor.parent = hero_;
    sensor.local = mount.local;
    sensor.attributes = mount.attributes;
    sensor.attributes.push_back({text, "role_name", "hero_sensor"});
    add_actor(std::move(sensor));
  }
}

void Scene::Town::remove_hero() {
  for (const SceneActor& actor : frame_.actors) {
    if (actor.parent == hero_) mark_removed(actor.id);
  }
  traffic_.remove(hero_);
  mark_removed(hero_);
  hero_ = 0;
}

void Scene::Town::remove_some_car() {
  std::vector<std::uint32_t> candidates;
  for (const Car& car : traffic_.cars()) {
    if (car.id != 0 && car.id != hero_ && car.mishap == Mishap::none) candidates.push_back(car.id);
  }
  if (candidates.size() < 2) return;
  const std::uint32_t id = candidates[random_.below(static_cast<std::uint32_t>(candidates.size()))];
  traffic_.remove(id);
  mark_removed(id);
}

void Scene::Town::remove_some_pedestrian() {
  std::vector<std::uint32_t> candidates;
  for (const Walker& walker : pedestrians_.walkers()) {
    if (walker.id != 0 && !walker.is_crossing) candidates.push_back(walker.id);
  }
  if (candidates.size() < 2) return;
  const std::uint32_t id = candidates[random_.below(static_cast<std::uint32_t>(candidates.size()))];
  for (const SceneActor& actor : frame_.actors) {
    if (actor.parent == id) mark_removed(actor.id);
  }
  pedestrians_.remove(id);
  mark_removed(id);
}

}  // namespace scrubjay::assets
