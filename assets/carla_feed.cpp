#include "assets/carla_feed.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "assets/angles.h"

namespace scrubjay::assets {
namespace {

/// Seconds by which CARLA's visual clock is ahead when the recording starts.
constexpr double kVisualStart = 12.5;
constexpr std::uint8_t kStreetLights = 2;  ///< CARLA's LightGroup

// Unreal's Y points the other way than the scene's: left and right change places, and what turns,
// turns the other way about X and Z.
glm::dvec3 centimetres(const glm::dvec3& v) { return {100.0 * v.x, -100.0 * v.y, 100.0 * v.z}; }
glm::dvec3 extent(const glm::dvec3& half) { return 100.0 * half; }
glm::dvec3 velocity(const glm::dvec3& v) { return {v.x, -v.y, v.z}; }
glm::dvec3 turning(const glm::dvec3& w) { return {-degrees(w.x), degrees(w.y), -degrees(w.z)}; }
glm::dvec3 rotation(const ScenePose& pose) {
  return {degrees(pose.roll), degrees(pose.pitch), -degrees(pose.yaw)};
}

std::uint8_t actor_type(SceneKind kind) {
  using carla::ActorType;
  const auto type = [kind] {
    switch (kind) {
      case SceneKind::vehicle: return ActorType::vehicle;
      case SceneKind::pedestrian: return ActorType::walker;
      case SceneKind::traffic_light: return ActorType::traffic_light;
      case SceneKind::traffic_sign: return ActorType::traffic_sign;
      case SceneKind::sensor: return ActorType::sensor;
      default: return ActorType::other;
    }
  };
  return static_cast<std::uint8_t>(type());
}

std::uint8_t attribute_type(SceneAttributeType type) {
  using carla::AttributeType;
  const auto carla_type = [type] {
    switch (type) {
      case SceneAttributeType::boolean: return AttributeType::boolean;
      case SceneAttributeType::integer: return AttributeType::integer;
      case SceneAttributeType::number: return AttributeType::floating;
      case SceneAttributeType::color: return AttributeType::rgb_color;
      default: return AttributeType::string;
    }
  };
  return static_cast<std::uint8_t>(carla_type());
}

std::uint32_t light_flags(std::uint32_t lights) {
  struct Pair {
    std::uint32_t scene;
    std::uint32_t carla;
  };
  static constexpr std::array<Pair, 8> kPairs{{{kPositionLight, carla::kLightPosition},
                                               {kLowBeam, carla::kLightLowBeam},
                                               {kHighBeam, carla::kLightHighBeam},
                                               {kBrakeLight, carla::kLightBrake},
                                               {kRightBlinker, carla::kLightRightBlinker},
                                               {kLeftBlinker, carla::kLightLeftBlinker},
                                               {kReverseLight, carla::kLightReverse},
                                               {kEmergencyLight, carla::kLightSpecial1}}};
  std::uint32_t flags = 0;
  for (const Pair& pair : kPairs) flags |= (lights & pair.scene) != 0 ? pair.carla : 0;
  return flags;
}

carla::SceneLight scene_light(const StreetLamp& lamp) {
  const auto channel = [&](std::size_t i) { return static_cast<float>(lamp.color[i]); };
  return {lamp.id,
          static_cast<float>(lamp.intensity),
          {channel(0), channel(1), channel(2), 1.0F},
          lamp.on,
          kStreetLights};
}

carla::Weather weather_record(const SceneWeather& weather) {
  const double values[carla::Weather::kValues] = {weather.cloudiness,
                                                  weather.precipitation,
                                                  weather.deposits,
                                                  weather.wind,
                                                  degrees(weather.sun_azimuth),
                                                  degrees(weather.sun_altitude),
                                                  weather.fog_density,
                                                  weather.fog_distance,
                                                  0.2,
                                                  weather.wetness,
                                                  1.0,
                                                  0.03,
                                                  0.0331,
                                                  0.0};
  carla::Weather record;
  for (std::size_t i = 0; i < record.values.size(); ++i) {
    record.values[i] = static_cast<float>(values[i]);
  }
  return record;
}

/// Wall-clock seconds of a frame: the machine is a little late now and then, in whole microseconds.
double platform_time(const SceneFrame& frame) {
  const std::uint64_t late_us = frame.number * 7919 % 1700;
  return std::floor((frame.time + 0.004) * 1e6 + static_cast<double>(late_us)) / 1e6;
}

/// Degrees that a tyre has rolled, negative forwards, starting anew after five turns as CARLA's do.
float tyre_rotation(double turned) {
  return static_cast<float>(-std::fmod(degrees(turned), 1800.0));
}

}  // namespace

carla::WriterOptions carla_options(carla::VectorWidth width) {
  carla::WriterOptions options;
  options.map = "Jaytown";
  options.date = 1767268800;  // 2026-01-01T12:00:00Z: the same in every file that is made
  options.width = width;
  return options;
}

void CarlaFeed::add_frame() {
  const SceneFrame& frame = scene_.frame();
  writer_.begin_frame(static_cast<double>(scene_.options().step));
  writer_.set_visual_time(kVisualStart + frame.time);
  writer_.set_platform_time(platform_time(frame));
  add_coming_and_going(frame);
  if (packets_.collisions) add_contacts(frame);
  for (const SceneActor& actor : frame.actors) add_samples(actor);
  add_world(frame);
}

void CarlaFeed::add_coming_and_going(const SceneFrame& frame) {
  for (const std::uint32_t id : frame.removed) writer_.add(carla::EventDel{id});
  for (const std::uint32_t id : frame.added) {
    const SceneActor* actor = frame.find(id);
    if (actor == nullptr) continue;
    // Actors of the first frame come with their place in the world and without a parent.
    const bool is_attached_now = actor->parent != 0 && frame.number > 1;
    add_actor(*actor, is_attached_now);
    if (is_attached_now) writer_.add(carla::EventParent{id, actor->parent});
    if (packets_.boxes) add_box(*actor);
    if (actor->kind == SceneKind::vehicle) add_physics(*actor);
  }
}

void CarlaFeed::add_actor(const SceneActor& actor, bool is_attached_now) {
  attributes_.clear();
  for (const SceneAttribute& attribute : actor.attributes) {
    attributes_.push_back({attribute_type(attribute.type), attribute.name, attribute.value});
  }
  const ScenePose& pose = is_attached_now ? actor.local : actor.pose;
  writer_.add(carla::EventAdd{.id = actor.id,
                              .type = actor_type(actor.kind),
                              .location = centimetres(pose.position),
                              .rotation = rotation(pose),
                              .uid = actor.blueprint_number,
                              .description = actor.blueprint,
                              .attributes = attributes_});
}

void CarlaFeed::add_box(const SceneActor& actor) {
  if (actor.kind == SceneKind::traffic_light) {
    const SceneBox& trigger = actor.light.trigger;
    writer_.add_trigger_volume({actor.id, centimetres(trigger.center), extent(trigger.half)});
  }
  if (actor.kind == SceneKind::traffic_light || actor.kind == SceneKind::traffic_sign) return;
  if (actor.box) {
    writer_.add(
        carla::BoundingBox{actor.id, centimetres(actor.box->center), extent(actor.box->half)});
  } else {
    constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
    constexpr double kInfinite = std::numeric_limits<double>::infinity();
    writer_.add(carla::BoundingBox{actor.id, glm::dvec3(kNan), glm::dvec3(-kInfinite)});
  }
}

void CarlaFeed::add_physics(const SceneActor& actor) {
  static constexpr std::array<glm::vec2, 3> kTorque{
      {{0.F, 400.F}, {1890.F, 500.F}, {5729.F, 400.F}}};
  static constexpr std::array<glm::vec2, 3> kSteering{{{0.F, 1.F}, {20.F, 0.9F}, {120.F, 0.7F}}};
  static constexpr std::array<carla::Gear, 5> kGears{{{4.25F, 0.5F, 0.65F},
                                                      {2.52F, 0.5F, 0.65F},
                                                      {1.66F, 0.5F, 0.65F},
                                                      {1.22F, 0.5F, 0.65F},
                                                      {1.0F, 0.5F, 0.65F}}};
  static constexpr std::array<float, 5> kRatios{4.25F, 2.52F, 1.66F, 1.22F, 1.0F};
  static constexpr std::array<float, 1> kReverse{-4.04F};
  const auto mass = static_cast<float>(actor.vehicle.mass_kg);
  if (writer_.options().width == carla::VectorWidth::float64) {
    carla::PhysicsControlUe5 physics;
    physics.id = actor.id;
    physics.max_torque = 500.F;
    physics.max_rpm = 5729.F;
    physics.idle_rpm = 900.F;
    physics.mass = mass;
    physics.drag_coefficient = 0.3F;
    physics.torque_curve = kTorque;
    physics.forward_gear_ratios = kRatios;
    physics.reverse_gear_ratios = kReverse;
    physics.steering_curve = kSteering;
    writer_.add(physics);
    return;
  }
  std::array<carla::WheelPhysics, kMaxWheels> wheels{};
  const SinCos heading = sin_cos(actor.pose.yaw);
  for (std::size_t i = 0; i < actor.vehicle.wheels; ++i) {
    const bool two = actor.vehicle.is_two_wheeler();
    const bool front = two ? i == 0 : i < 2;
    const double along = (front ? 0.6 : -0.6) * actor.box->half.x;
    const double left = two ? 0.0 : (i % 2 == 0 ? 0.85 : -0.85) * actor.box->half.y;
    const glm::dvec3 offset(heading.cos * along - heading.sin * left,
                            heading.sin * along + heading.cos * left, actor.vehicle.wheel_radius);
    wheels[i] = {.tire_friction = 3.5F,
                 .damping_rate = 0.25F,
                 .max_steer_angle = front ? 70.F : 0.F,
                 .radius = static_cast<float>(100 * actor.vehicle.wheel_radius),
                 .max_brake_torque = 1500.F,
                 .max_handbrake_torque = front ? 0.F : 3000.F,
                 .lat_stiff_max_load = 2.F,
                 .lat_stiff_value = 17.F,
                 .long_stiff_value = 1000.F,
                 .position = glm::vec3(centimetres(actor.pose.position + offset))};
  }
  writer_.add(carla::PhysicsControl{.id = actor.id,
                                    .max_rpm = 5729.F,
                                    .moi = 1.F,
                                    .damping_full_throttle = 0.15F,
                                    .damping_zero_throttle_clutch_engaged = 2.F,
                                    .damping_zero_throttle_clutch_disengaged = 0.35F,
                                    .use_gear_autobox = true,
                                    .clutch_strength = 10.F,
                                    .final_ratio = 4.F,
                                    .mass = mass,
                                    .drag_coefficient = 0.3F,
                                    .center_of_mass = {0.1F, 0.F, -0.1F},
                                    .torque_curve = kTorque,
                                    .forward_gears = kGears,
                                    .steering_curve = kSteering,
                                    .wheels = std::span(wheels).first(actor.vehicle.wheels)});
}

void CarlaFeed::add_contacts(const SceneFrame& frame) {
  for (const SceneContact& contact : frame.contacts) {
    const SceneActor* actor = frame.find(contact.actor);
    const SceneActor* other = frame.find(contact.other);
    if (actor == nullptr) continue;
    add_contact(*actor, other);
    // The other one reports it too if it has a collision sensor: here the hero has.
    if (other != nullptr && other->is_hero) add_contact(*other, actor);
  }
}

void CarlaFeed::add_contact(const SceneActor& reporter, const SceneActor* other) {
  writer_.add(carla::Collision{.sequence = collisions_++,
                               .actor1 = reporter.id,
                               .actor2 = other != nullptr ? other->id : carla::kNoActor,
                               .is_hero1 = reporter.is_hero,
                               .is_hero2 = other != nullptr && other->is_hero});
}

void CarlaFeed::add_samples(const SceneActor& actor) {
  switch (actor.kind) {
    case SceneKind::traffic_light: add_light(actor); return;
    case SceneKind::traffic_sign:
    case SceneKind::sensor: return;
    default: break;
  }
  writer_.add(carla::Position{actor.id, centimetres(actor.pose.position), rotation(actor.pose)});
  if (actor.kind == SceneKind::vehicle) add_vehicle(actor);
  if (actor.kind == SceneKind::pedestrian) add_pedestrian(actor);
}

void CarlaFeed::add_vehicle(const SceneActor& actor) {
  const VehicleState& state = actor.vehicle;
  writer_.add(carla::AnimVehicle{.id = actor.id,
                                 .steering = static_cast<float>(state.steer),
                                 .throttle = static_cast<float>(state.throttle),
                                 .brake = static_cast<float>(state.brake),
                                 .handbrake = state.handbrake,
                                 .gear = state.gear});
  writer_.add(carla::VehicleLight{actor.id, light_flags(state.lights)});
  if (scene_.options().has_motion()) {
    writer_.add(
        carla::Kinematics{actor.id, velocity(actor.velocity), turning(actor.angular_velocity)});
  }
  if (!scene_.options().has_wheels()) return;
  std::array<carla::WheelAnimation, kMaxWheels> wheels{};
  const std::size_t count = std::min<std::size_t>(state.wheels, wheels.size());
  for (std::size_t i = 0; i < count; ++i) {
    const bool steered = i < count / 2;
    wheels[i] = {static_cast<std::uint8_t>(i),
                 steered ? static_cast<float>(degrees(state.wheel_angle)) : 0.0F,
                 tyre_rotation(state.wheel_turn)};
  }
  writer_.add(carla::AnimVehicleWheels{actor.id, std::span(wheels).first(count)});
  if (state.is_two_wheeler()) {
    writer_.add(carla::AnimBiker{actor.id, static_cast<float>(100 * actor.speed),
                                 static_cast<float>(state.engine)});
  }
}

void CarlaFeed::add_pedestrian(const SceneActor& actor) {
  writer_.add(carla::AnimWalker{actor.id, static_cast<float>(100 * actor.speed)});
  if (scene_.options().has_motion()) {
    writer_.add(
        carla::Kinematics{actor.id, velocity(actor.velocity), turning(actor.angular_velocity)});
  }
  if (actor.bones.empty()) return;
  bones_.clear();
  for (const SceneBone& bone : actor.bones) {
    bones_.push_back({bone.name,
                      centimetres(bone.position),
                      {degrees(bone.roll), degrees(bone.pitch), -degrees(bone.yaw)}});
  }
  writer_.add(carla::WalkerBones{actor.id, bones_});
}

void CarlaFeed::add_light(const SceneActor& actor) {
  const auto state = [&] {
    switch (actor.light.state) {
      case SignalState::green: return carla::TrafficLightState::green;
      case SignalState::yellow: return carla::TrafficLightState::yellow;
      default: return carla::TrafficLightState::red;
    }
  };
  writer_.add(carla::State{.id = actor.id,
                           .is_frozen = false,
                           .elapsed = static_cast<float>(actor.light.in_state),
                           .state = static_cast<std::uint8_t>(state())});
}

void CarlaFeed::add_world(const SceneFrame& frame) {
  for (const SceneDoorChange& change : frame.doors) {
    writer_.add(
        carla::VehicleDoor{change.vehicle, static_cast<std::uint8_t>(change.door), change.open});
  }
  for (const std::uint32_t id : frame.retimed) {
    const TrafficLightState& light = frame.find(id)->light;
    writer_.add(carla::TrafficLightTime{id, static_cast<float>(light.green_time),
                                        static_cast<float>(light.yellow_time),
                                        static_cast<float>(light.red_time)});
  }
  for (const std::size_t row : frame.changed_lamps) writer_.add(scene_light(frame.lamps[row]));
  if (frame.weather_changed) writer_.add(weather_record(frame.weather));
}

Result<void> write_carla(Scene& scene, const ByteSink& sink, std::uint64_t frames,
                         std::uint64_t most_bytes, carla::VectorWidth width, CarlaPackets packets) {
  carla::Writer writer(sink, carla_options(width));
  CarlaFeed feed(writer, scene, packets);
  for (std::uint64_t i = 0; i < frames && writer.status(); ++i) {
    if (most_bytes != 0 && writer.bytes_written() >= most_bytes) break;
    if (i > 0) scene.advance();
    feed.add_frame();
  }
  return writer.finish();
}

}  // namespace scrubjay::assets
