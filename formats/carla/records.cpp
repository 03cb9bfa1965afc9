#include "formats/carla/records.h"

namespace scrubjay::carla {

glm::vec2 Fields::two_floats() {
  const float x = get<float>();
  const float y = get<float>();
  return {x, y};
}

glm::vec3 Fields::three_floats() {
  const float x = get<float>();
  const float y = get<float>();
  const float z = get<float>();
  return {x, y, z};
}

glm::dvec3 Fields::vec() {
  if (width_ == VectorWidth::float32) return glm::dvec3(three_floats());
  const double x = get<double>();
  const double y = get<double>();
  const double z = get<double>();
  return {x, y, z};
}

std::string_view Fields::str() {
  const auto size = get<std::uint16_t>();
  if (const auto text = reader_.text(size)) return *text;
  ok_ = false;
  return {};
}

Bytes Fields::bytes(std::uint64_t count) {
  if (const auto found = reader_.bytes(count)) return *found;
  ok_ = false;
  return {};
}

namespace {

std::span<const glm::vec2> read_curve(Fields& fields, std::vector<glm::vec2>& scratch) {
  scratch.resize(fields.count_u32(8));
  for (glm::vec2& point : scratch) point = fields.two_floats();
  return scratch;
}

std::span<const float> read_ratios(Fields& fields, std::vector<float>& scratch) {
  scratch.resize(fields.count_u32(4));
  for (float& ratio : scratch) ratio = fields.get<float>();
  return scratch;
}

WheelPhysics read_wheel(Fields& fields, std::size_t wheel_bytes) {
  WheelPhysics wheel;
  wheel.tire_friction = fields.get<float>();
  wheel.damping_rate = fields.get<float>();
  wheel.max_steer_angle = fields.get<float>();
  wheel.radius = fields.get<float>();
  wheel.max_brake_torque = fields.get<float>();
  wheel.max_handbrake_torque = fields.get<float>();
  if (wheel_bytes == kWheelBytes) {
    wheel.lat_stiff_max_load = fields.get<float>();
    wheel.lat_stiff_value = fields.get<float>();
    wheel.long_stiff_value = fields.get<float>();
  }
  wheel.position = fields.three_floats();
  return wheel;
}

constexpr std::size_t kAttributeLeastBytes = 1 + 2 + 2;

}  // namespace

bool read(Fields& fields, FrameStart& out) {
  out.id = fields.get<std::uint64_t>();
  out.duration_this = fields.get<double>();
  out.elapsed = fields.get<double>();
  return fields.ok();
}

bool read(Fields& fields, EventAdd& out, RecordScratch& scratch) {
  out.id = fields.get<std::uint32_t>();
  out.type = fields.get<std::uint8_t>();
  out.location = fields.vec();
  out.rotation = fields.vec();
  out.uid = fields.get<std::uint32_t>();
  out.description = fields.str();
  scratch.attributes.resize(fields.count_u16(kAttributeLeastBytes));
  for (Attribute& attribute : scratch.attributes) {
    attribute.type = fields.get<std::uint8_t>();
    attribute.name = fields.str();
    attribute.value = fields.str();
  }
  out.attributes = scratch.attributes;
  return fields.ok();
}

bool read(Fields& fields, EventDel& out) {
  out.id = fields.get<std::uint32_t>();
  return fields.ok();
}

bool read(Fields& fields, EventParent& out) {
  out.id = fields.get<std::uint32_t>();
  out.parent = fields.get<std::uint32_t>();
  return fields.ok();
}

bool read(Fields& fields, Collision& out) {
  out.sequence = fields.get<std::uint32_t>();
  out.actor1 = fields.get<std::uint32_t>();
  out.actor2 = fields.get<std::uint32_t>();
  out.is_hero1 = fields.flag();
  out.is_hero2 = fields.flag();
  return fields.ok();
}

bool read(Fields& fields, Position& out) {
  out.id = fields.get<std::uint32_t>();
  out.location = fields.vec();
  out.rotation = fields.vec();
  return fields.ok();
}

bool read(Fields& fields, State& out) {
  out.id = fields.get<std::uint32_t>();
  out.is_frozen = fields.flag();
  out.elapsed = fields.get<float>();
  out.state = fields.get<std::uint8_t>();
  return fields.ok();
}

bool read(Fields& fields, AnimVehicle& out) {
  out.id = fields.get<std::uint32_t>();
  out.steering = fields.get<float>();
  out.throttle = fields.get<float>();
  out.brake = fields.get<float>();
  out.handbrake = fields.flag();
  out.gear = fields.get<std::int32_t>();
  return fields.ok();
}

bool read(Fields& fields, AnimWalker& out) {
  out.id = fields.get<std::uint32_t>();
  out.speed = fields.get<float>();
  return fields.ok();
}

bool read(Fields& fields, VehicleLight& out) {
  out.id = fields.get<std::uint32_t>();
  out.flags = fields.get<std::uint32_t>();
  return fields.ok();
}

bool read(Fields& fields, SceneLight& out) {
  out.id = fields.get<std::int32_t>();
  out.intensity = fields.get<float>();
  const glm::vec3 rgb = fields.three_floats();
  out.color = glm::vec4(rgb, fields.get<float>());
  out.is_on = fields.flag();
  out.group = fields.get<std::uint8_t>();
  return fields.ok();
}

bool read(Fields& fields, Kinematics& out) {
  out.id = fields.get<std::uint32_t>();
  out.linear_velocity = fields.vec();
  out.angular_velocity = fields.vec();
  return fields.ok();
}

bool read(Fields& fields, BoundingBox& out) {
  out.id = fields.get<std::uint32_t>();
  out.origin = fields.vec();
  out.extent = fields.vec();
  return fields.ok();
}

bool read(Fields& fields, TrafficLightTime& out) {
  out.id = fields.get<std::uint32_t>();
  out.green_time = fields.get<float>();
  out.yellow_time = fields.get<float>();
  out.red_time = fields.get<float>();
  return fields.ok();
}

bool read(Fields& fields, WalkerBones& out, RecordScratch& scratch) {
  out.id = fields.get<std::uint32_t>();
  scratch.bones.resize(fields.count_u16(2 + 2 * vec_bytes(VectorWidth::float32)));
  for (Bone& bone : scratch.bones) {
    bone.name = fields.str();
    bone.location = fields.vec();
    bone.rotation = fields.vec();
  }
  out.bones = scratch.bones;
  return fields.ok();
}

bool read(Fields& fields, AnimVehicleWheels& out, RecordScratch& scratch) {
  out.id = fields.get<std::uint32_t>();
  scratch.wheels.resize(fields.count_u32(9));
  for (WheelAnimation& wheel : scratch.wheels) {
    wheel.location = fields.get<std::uint8_t>();
    wheel.steering_angle = fields.get<float>();
    wheel.tire_rotation = fields.get<float>();
  }
  out.wheels = scratch.wheels;
  return fields.ok();
}

bool read(Fields& fields, AnimBiker& out) {
  out.id = fields.get<std::uint32_t>();
  out.forward_speed = fields.get<float>();
  out.engine_speed = fields.get<float>();
  return fields.ok();
}

bool read(Fields& fields, VehicleDoor& out) {
  out.id = fields.get<std::uint32_t>();
  out.door = fields.get<std::uint8_t>();
  out.is_open = fields.flag();
  return fields.ok();
}

bool read(Fields& fields, Weather& out) {
  for (float& value : out.values) value = fields.get<float>();
  return fields.ok();
}

bool read(Fields& fields, MovementSignal& out) {
  out.id = fields.get<std::uint32_t>();
  out.states = fields.get<std::uint16_t>();
  return fields.ok();
}

bool read(Fields& fields, PhysicsControl& out, std::size_t wheel_bytes, RecordScratch& scratch) {
  out.id = fields.get<std::uint32_t>();
  out.max_rpm = fields.get<float>();
  out.moi = fields.get<float>();
  out.damping_full_throttle = fields.get<float>();
  out.damping_zero_throttle_clutch_engaged = fields.get<float>();
  out.damping_zero_throttle_clutch_disengaged = fields.get<float>();
  out.use_gear_autobox = fields.flag();
  out.clutch_strength = fields.get<float>();
  out.final_ratio = fields.get<float>();
  out.mass = fields.get<float>();
  out.drag_coefficient = fields.get<float>();
  out.center_of_mass = fields.three_floats();
  out.torque_curve = read_curve(fields, scratch.torque_curve);
  scratch.gears.resize(fields.count_u32(12));
  for (Gear& gear : scratch.gears) {
    gear.ratio = fields.get<float>();
    gear.down_ratio = fields.get<float>();
    gear.up_ratio = fields.get<float>();
  }
  out.forward_gears = scratch.gears;
  out.steering_curve = read_curve(fields, scratch.steering_curve);
  scratch.wheel_physics.resize(fields.count_u32(wheel_bytes));
  for (WheelPhysics& wheel : scratch.wheel_physics) wheel = read_wheel(fields, wheel_bytes);
  out.wheels = scratch.wheel_physics;
  return fields.ok();
}

bool read(Fields& fields, PhysicsControlUe5& out, RecordScratch& scratch) {
  out.id = fields.get<std::uint32_t>();
  out.max_torque = fields.get<float>();
  out.max_rpm = fields.get<float>();
  out.idle_rpm = fields.get<float>();
  out.brake_effect = fields.get<float>();
  out.rev_up_moi = fields.get<float>();
  out.rev_down_rate = fields.get<float>();
  out.differential_type = fields.get<std::uint8_t>();
  out.front_rear_split = fields.get<float>();
  out.use_automatic_gears = fields.flag();
  out.gear_change_time = fields.get<float>();
  out.final_ratio = fields.get<float>();
  out.change_up_rpm = fields.get<float>();
  out.change_down_rpm = fields.get<float>();
  out.transmission_efficiency = fields.get<float>();
  out.mass = fields.get<float>();
  out.drag_coefficient = fields.get<float>();
  out.center_of_mass = fields.three_floats();
  out.chassis_width = fields.get<float>();
  out.chassis_height = fields.get<float>();
  out.downforce_coefficient = fields.get<float>();
  out.drag_area = fields.get<float>();
  out.inertia_tensor_scale = fields.three_floats();
  out.sleep_threshold = fields.get<float>();
  out.sleep_slope_limit = fields.get<float>();
  out.use_sweep_wheel_collision = fields.flag();
  out.torque_curve = read_curve(fields, scratch.torque_curve);
  out.forward_gear_ratios = read_ratios(fields, scratch.forward_ratios);
  out.reverse_gear_ratios = read_ratios(fields, scratch.reverse_ratios);
  out.steering_curve = read_curve(fields, scratch.steering_curve);
  out.wheel_count = fields.get<std::uint32_t>();
  out.wheels = fields.bytes(fields.left());
  return fields.ok();
}

std::optional<std::size_t> event_add_bytes(Bytes bytes, VectorWidth width) {
  Fields fields(bytes, width);
  fields.bytes(4 + 1 + 2 * vec_bytes(width) + 4);
  fields.str();
  const std::size_t attributes = fields.count_u16(kAttributeLeastBytes);
  for (std::size_t i = 0; i < attributes; ++i) {
    fields.bytes(1);
    fields.str();
    fields.str();
  }
  if (!fields.ok()) return std::nullopt;
  return fields.position();
}

std::optional<std::size_t> walker_bones_bytes(Bytes bytes, VectorWidth width) {
  Fields fields(bytes, width);
  fields.bytes(4);
  const std::size_t bones = fields.count_u16(2 + 2 * vec_bytes(width));
  for (std::size_t i = 0; i < bones; ++i) {
    fields.str();
    fields.bytes(2 * vec_bytes(width));
  }
  if (!fields.ok()) return std::nullopt;
  return fields.position();
}

std::optional<std::size_t> vehicle_wheels_bytes(Bytes bytes) {
  Fields fields(bytes, VectorWidth::float32);
  fields.bytes(4);
  fields.bytes(9 * std::uint64_t{fields.get<std::uint32_t>()});
  if (!fields.ok()) return std::nullopt;
  return fields.position();
}

std::optional<std::size_t> physics_control_bytes(Bytes bytes, std::size_t wheel_bytes) {
  Fields fields(bytes, VectorWidth::float32);
  fields.bytes(4 + 5 * 4 + 1 + 4 * 4 + 3 * 4);
  for (const std::size_t element : {std::size_t{8}, std::size_t{12}, std::size_t{8}, wheel_bytes}) {
    fields.bytes(element * std::uint64_t{fields.get<std::uint32_t>()});
  }
  if (!fields.ok()) return std::nullopt;
  return fields.position();
}

std::optional<std::size_t> physics_wheel_bytes(Bytes body) {
  for (const std::size_t wheel_bytes : {kWheelBytes, kSmallWheelBytes}) {
    Fields fields(body, VectorWidth::float32);
    const auto count = fields.get<std::uint16_t>();
    Bytes rest = fields.bytes(fields.left());
    bool fits = fields.ok();
    for (std::size_t i = 0; fits && i < count; ++i) {
      const auto size = physics_control_bytes(rest, wheel_bytes);
      fits = size.has_value();
      if (fits) rest = rest.subspan(*size);
    }
    if (fits && rest.empty()) return wheel_bytes;
  }
  return std::nullopt;
}

}  // namespace scrubjay::carla
