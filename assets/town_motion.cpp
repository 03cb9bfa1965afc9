// Where everything is, from what traffic and pedestrians say.
#include <algorithm>
#include <array>
#include <cmath>

#include "assets/angles.h"
#include "assets/town.h"

namespace scrubjay::assets {
namespace {

constexpr double kFullLock = radians(70);  ///< wheel angle at steer = 1

struct Basis {
  glm::dvec3 forward, left, up;
};

/// Axes of an actor in the world: roll, then pitch, then yaw.
Basis basis_of(const ScenePose& pose) {
  const SinCos r = sin_cos(pose.roll);
  const SinCos p = sin_cos(pose.pitch);
  const SinCos y = sin_cos(pose.yaw);
  Basis basis;
  basis.forward = {p.cos * y.cos, p.cos * y.sin, p.sin};
  basis.left = {-r.sin * p.sin * y.cos - r.cos * y.sin, -r.sin * p.sin * y.sin + r.cos * y.cos,
                r.sin * p.cos};
  basis.up = {-r.cos * p.sin * y.cos + r.sin * y.sin, -r.cos * p.sin * y.sin - r.sin * y.cos,
              r.cos * p.cos};
  return basis;
}

int gear_for(double speed) {
  if (speed < -0.01) return -1;
  if (speed < 0.01) return 0;
  return speed < 3.5 ? 1 : speed < 7 ? 2 : speed < 11 ? 3 : 4;
}

std::uint32_t blinker_for(const Car& car, const StreetGrid& streets) {
  const Track& track = streets.tracks()[car.track];
  const bool near_end = track.is_lane && track.length - car.along < 28.0;
  const Turn turn =
      track.is_lane ? (near_end ? streets.tracks()[car.next].turn : Turn::straight) : track.turn;
  return turn == Turn::left ? kLeftBlinker : turn == Turn::right ? kRightBlinker : 0U;
}

}  // namespace

void Scene::Town::tell(SceneActor& actor, const ScenePose& pose, double speed, double step) {
  const Basis basis = basis_of(pose);
  const bool is_new = step <= 0 || std::ranges::find(frame_.added, actor.id) != frame_.added.end();
  if (!is_new) {
    // A positive roll turns about the forward axis, a positive pitch against the left one.
    actor.angular_velocity = basis.forward * (angle_between(actor.pose.roll, pose.roll) / step) -
                             basis.left * (angle_between(actor.pose.pitch, pose.pitch) / step) +
                             glm::dvec3(0.0, 0.0, angle_between(actor.pose.yaw, pose.yaw) / step);
  }
  actor.velocity = basis.forward * speed;
  actor.speed = speed;
  actor.pose = pose;
}

void Scene::Town::update_signals() {
  for (const SignalHead& head : signals_) {
    const SignalProgram& signal = streets_.junctions()[head.junction].signal;
    TrafficLightState& light = actor_of(head.id).light;
    light.state = signal.state(head.approach);
    light.in_state = signal.elapsed(head.approach);
    light.green_time = signal.green_time;
    light.yellow_time = signal.yellow_time;
    light.red_time = signal.red_time();
  }
}

void Scene::Town::update_cars(double step) {
  for (const Car& car : traffic_.cars()) {
    if (car.id != 0) update_car(car, actor_of(car.id), step);
  }
}

void Scene::Town::update_car(const Car& car, SceneActor& actor, double step) {
  const PlaceOnTrack place = streets_.place(car.track, car.along);
  ScenePose pose;
  pose.position = {place.position.x, place.position.y, 0.0};
  pose.yaw = wrap_angle(place.yaw);
  pose.pitch = car.pitch;
  VehicleState& state = actor.vehicle;
  pose.roll = state.is_two_wheeler() ? -5.0 * car.roll : car.roll;  // bikes lean into the bend
  tell(actor, pose, car.speed, step);

  const bool stands = std::abs(car.speed) < 0.01;
  state.throttle = std::clamp(car.acceleration / 3.0 + (stands ? 0.0 : 0.18), 0.0, 1.0);
  state.brake = stands ? 0.3 : std::clamp(-car.acceleration / 7.0 - 0.06, 0.0, 1.0);
  if (state.brake > 0) state.throttle = 0;
  state.steer = std::clamp(car.steer_angle / kFullLock, -1.0, 1.0);
  state.gear = gear_for(car.speed);
  state.wheel_turn = car.odometer / state.wheel_radius;
  state.wheel_angle = car.steer_angle;
  state.engine = std::min(0.12 + std::abs(car.speed) / 14.0, 1.0);
  state.lights = blinker_for(car, streets_);
  if (is_dark()) state.lights |= kPositionLight | kLowBeam;
  if (state.brake > 0.02) state.lights |= kBrakeLight;
  if (state.gear < 0) state.lights |= kReverseLight;
  if (actor.blueprint == "vehicle.ford.ambulance") state.lights |= kEmergencyLight;
}

void Scene::Town::update_pedestrians(double step) {
  for (const Walker& walker : pedestrians_.walkers()) {
    if (walker.id == 0) continue;
    SceneActor& actor = actor_of(walker.id);
    ScenePose pose;
    pose.position = {walker.position.x, walker.position.y, actor.box->half.z};
    pose.yaw = wrap_angle(walker.yaw);
    tell(actor, pose, walker.speed, step);
    update_bones(walker, actor);
  }
}

void Scene::Town::update_bones(const Walker& walker, SceneActor& actor) {
  // clang-format off
  static constexpr std::array<std::string_view, 60> kNames{
      "crl_root", "crl_hips__C", "crl_spine__C", "crl_spine01__C", "crl_neck__C", "crl_Head__C",
      "crl_shoulder__L", "crl_arm__L", "crl_foreArm__L", "crl_hand__L", "crl_shoulder__R",
      "crl_arm__R", "crl_foreArm__R", "crl_hand__R", "crl_thigh__L", "crl_leg__L", "crl_foot__L",
      "crl_toe__L", "crl_thigh__R", "crl_leg__R", "crl_foot__R", "crl_toe__R", "crl_eye__L",
      "crl_eye__R", "crl_handThumb__L", "crl_handThumb01__L", "crl_handThumb02__L",
      "crl_handIndex__L", "crl_handIndex01__L", "crl_handIndex02__L", "crl_handMiddle__L",
      "crl_handMiddle01__L", "crl_handMiddle02__L", "crl_handRing__L", "crl_handRing01__L",
      "crl_handRing02__L", "crl_handPinky__L", "crl_handPinky01__L", "crl_handPinky02__L",
      "crl_toeEnd__L", "crl_handThumb__R", "crl_handThumb01__R", "crl_handThumb02__R",
      "crl_handIndex__R", "crl_handIndex01__R", "crl_handIndex02__R", "crl_handMiddle__R",
      "crl_handMiddle01__R", "crl_handMiddle02__R", "crl_handRing__R", "crl_handRing01__R",
      "crl_handRing02__R", "crl_handPinky__R", "crl_handPinky01__R", "crl_handPinky02__R",
      "crl_toeEnd__R", "crl_jaw__C", "crl_chest__C", "crl_pelvis__L", "crl_pelvis__R"};
  // clang-format on
  const std::size_t count = std::min<std::size_t>(options_.bones(), kNames.size());
  actor.bones.resize(count);
  // Arms and legs swing with the steps, left against right.
  const double swing = 0.5 * sin_cos(walker.walked * 4.2).sin;
  for (std::size_t i = 0; i < count; ++i) {
    SceneBone& bone = actor.bones[i];
    bone.name = kNames[i];
    const bool left = bone.name.ends_with("L");
    const bool limb =
        bone.name.contains("thigh") || bone.name.contains("arm") || bone.name.contains("leg");
    bone.position = {0.0,
                     bone.name.ends_with("C") ? 0.0
                     : left                   ? 0.1
                                              : -0.1,
                     0.12 + 0.01 * static_cast<double>(i % 7)};
    bone.pitch = limb ? (left ? swing : -swing) : 0.02 * swing;
  }
}

void Scene::Town::update_attached() {
  for (SceneActor& actor : frame_.actors) {
    if (actor.parent == 0) continue;
    const SceneActor& parent = actor_of(actor.parent);
    const Basis basis = basis_of(parent.pose);
    actor.pose.position = parent.pose.position + basis.forward * actor.local.position.x +
                          basis.left * actor.local.position.y + basis.up * actor.local.position.z;
    // The tilts of both are small, so they add up.
    actor.pose.roll = parent.pose.roll + actor.local.roll;
    actor.pose.pitch = parent.pose.pitch + actor.local.pitch;
    actor.pose.yaw = wrap_angle(parent.pose.yaw + actor.local.yaw);
    actor.velocity = parent.velocity;
    actor.angular_velocity = parent.angular_velocity;
    actor.speed = parent.speed;
  }
}

void Scene::Town::update_spectator(double step) {
  // Slowly around the middle of the town, looking at it.
  const double radius = std::min(streets_.half_width() + 30.0, 160.0);
  const double height = 0.6 * radius;
  const SinCos around = sin_cos(0.04 * frame_.time - 0.9);
  ScenePose pose;
  pose.position = {radius * around.cos, radius * around.sin, height};
  pose.yaw = wrap_angle(0.04 * frame_.time - 0.9 + kPi);
  pose.pitch = -arc_tan(height / radius);
  SceneActor& eye = actor_of(spectator_);
  tell(eye, pose, 0.0, step);
}

void Scene::Town::update_contacts() {
  for (const Car& car : traffic_.cars()) {
    if (car.id == 0) continue;
    const bool bumps = car.touches != 0 && frame_.rows[car.touches] != kNone;
    if (bumps) frame_.contacts.push_back({contact_number_++, car.id, car.touches});
    if (car.mishap == Mishap::scrapes_kerb) {
      frame_.contacts.push_back({contact_number_++, car.id, 0});
    }
  }
}

}  // namespace scrubjay::assets
