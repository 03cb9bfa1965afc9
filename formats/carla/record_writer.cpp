#include "formats/carla/record_writer.h"

#include <limits>
#include <span>

#include "formats/carla/little_bytes.h"

namespace scrubjay::carla {

namespace {

void put_bool(Buffer& out, bool value) { put(out, static_cast<std::uint8_t>(value ? 1 : 0)); }

void put_floats(Buffer& out, const glm::vec3& v) { put(out, v.x, v.y, v.z); }

void put_curve(Buffer& out, std::span<const glm::vec2> points) {
  put(out, static_cast<std::uint32_t>(points.size()));
  for (const glm::vec2& point : points) put(out, point.x, point.y);
}

void put_ratios(Buffer& out, std::span<const float> ratios) {
  put(out, static_cast<std::uint32_t>(ratios.size()));
  for (const float ratio : ratios) put(out, ratio);
}

void put_wheel(Buffer& out, const WheelPhysics& wheel, std::size_t wheel_bytes) {
  put(out, wheel.tire_friction, wheel.damping_rate, wheel.max_steer_angle, wheel.radius,
      wheel.max_brake_torque, wheel.max_handbrake_torque);
  if (wheel_bytes == kWheelBytes) {
    put(out, wheel.lat_stiff_max_load, wheel.lat_stiff_value, wheel.long_stiff_value);
  }
  put_floats(out, wheel.position);
}

constexpr std::size_t kMost16 = std::numeric_limits<std::uint16_t>::max();

}  // namespace

void RecordWriter::put(const EventAdd& record) {
  carla::put(out_, record.id, record.type);
  vec(record.location);
  vec(record.rotation);
  carla::put(out_, record.uid);
  text(record.description);
  count16(record.attributes.size());
  for (const Attribute& attribute : record.attributes) {
    carla::put(out_, attribute.type);
    text(attribute.name);
    text(attribute.value);
  }
}

void RecordWriter::put(const EventDel& record) { carla::put(out_, record.id); }

void RecordWriter::put(const EventParent& record) { carla::put(out_, record.id, record.parent); }

void RecordWriter::put(const Collision& record) {
  carla::put(out_, record.sequence, record.actor1, record.actor2);
  put_bool(out_, record.is_hero1);
  put_bool(out_, record.is_hero2);
}

void RecordWriter::put(const Position& record) {
  carla::put(out_, record.id);
  vec(record.location);
  vec(record.rotation);
}

void RecordWriter::put(const State& record) {
  carla::put(out_, record.id);
  put_bool(out_, record.is_frozen);
  carla::put(out_, record.elapsed, record.state);
}

void RecordWriter::put(const AnimVehicle& record) {
  carla::put(out_, record.id, record.steering, record.throttle, record.brake);
  put_bool(out_, record.handbrake);
  carla::put(out_, record.gear);
}

void RecordWriter::put(const AnimWalker& record) { carla::put(out_, record.id, record.speed); }

void RecordWriter::put(const VehicleLight& record) { carla::put(out_, record.id, record.flags); }

void RecordWriter::put(const SceneLight& record) {
  carla::put(out_, record.id, record.intensity, record.color.r, record.color.g, record.color.b,
             record.color.a);
  put_bool(out_, record.is_on);
  carla::put(out_, record.group);
}

void RecordWriter::put(const AnimVehicleWheels& record) {
  carla::put(out_, record.id, static_cast<std::uint32_t>(record.wheels.size()));
  for (const WheelAnimation& wheel : record.wheels) {
    carla::put(out_, wheel.location, wheel.steering_angle, wheel.tire_rotation);
  }
}

void RecordWriter::put(const AnimBiker& record) {
  carla::put(out_, record.id, record.forward_speed, record.engine_speed);
}

void RecordWriter::put(const VehicleDoor& record) {
  carla::put(out_, record.id, record.door);
  put_bool(out_, record.is_open);
}

void RecordWriter::put(const Weather& record) {
  for (const float value : record.values) carla::put(out_, value);
}

void RecordWriter::put(const Kinematics& record) {
  carla::put(out_, record.id);
  vec(record.linear_velocity);
  vec(record.angular_velocity);
}

void RecordWriter::put(const BoundingBox& record) {
  carla::put(out_, record.id);
  vec(record.origin);
  vec(record.extent);
}

void RecordWriter::put(const PhysicsControl& record) {
  carla::put(out_, record.id, record.max_rpm, record.moi, record.damping_full_throttle,
             record.damping_zero_throttle_clutch_engaged,
             record.damping_zero_throttle_clutch_disengaged);
  put_bool(out_, record.use_gear_autobox);
  carla::put(out_, record.clutch_strength, record.final_ratio, record.mass,
             record.drag_coefficient);
  put_floats(out_, record.center_of_mass);
  put_curve(out_, record.torque_curve);
  carla::put(out_, static_cast<std::uint32_t>(record.forward_gears.size()));
  for (const Gear& gear : record.forward_gears) {
    carla::put(out_, gear.ratio, gear.down_ratio, gear.up_ratio);
  }
  put_curve(out_, record.steering_curve);
  carla::put(out_, static_cast<std::uint32_t>(record.wheels.size()));
  for (const WheelPhysics& wheel : record.wheels) put_wheel(out_, wheel, wheel_bytes_);
}

void RecordWriter::put(const PhysicsControlUe5& record) {
  carla::put(out_, record.id, record.max_torque, record.max_rpm, record.idle_rpm,
             record.brake_effect, record.rev_up_moi, record.rev_down_rate, record.differential_type,
             record.front_rear_split);
  put_bool(out_, record.use_automatic_gears);
  carla::put(out_, record.gear_change_time, record.final_ratio, record.change_up_rpm,
             record.change_down_rpm, record.transmission_efficiency, record.mass,
             record.drag_coefficient);
  put_floats(out_, record.center_of_mass);
  carla::put(out_, record.chassis_width, record.chassis_height, record.downforce_coefficient,
             record.drag_area);
  put_floats(out_, record.inertia_tensor_scale);
  carla::put(out_, record.sleep_threshold, record.sleep_slope_limit);
  put_bool(out_, record.use_sweep_wheel_collision);
  put_curve(out_, record.torque_curve);
  put_ratios(out_, record.forward_gear_ratios);
  put_ratios(out_, record.reverse_gear_ratios);
  put_curve(out_, record.steering_curve);
  carla::put(out_, record.wheel_count);
  put_bytes(out_, record.wheels);
}

void RecordWriter::put(const TrafficLightTime& record) {
  carla::put(out_, record.id, record.green_time, record.yellow_time, record.red_time);
}

void RecordWriter::put(const WalkerBones& record) {
  carla::put(out_, record.id);
  count16(record.bones.size());
  for (const Bone& bone : record.bones) {
    text(bone.name);
    vec(bone.location);
    vec(bone.rotation);
  }
}

void RecordWriter::put(const MovementSignal& record) { carla::put(out_, record.id, record.states); }

void RecordWriter::vec(const glm::dvec3& v) {
  if (width_ == VectorWidth::float64) {
    carla::put(out_, v.x, v.y, v.z);
  } else {
    put_floats(out_, glm::vec3(v));
  }
}

void RecordWriter::text(std::string_view text) {
  if (text.size() > kMost16 && !error_) error_ = RecordError::too_long;
  carla::put(out_, static_cast<std::uint16_t>(text.size()));
  put_bytes(out_, std::as_bytes(std::span(text)));
}

void RecordWriter::count16(std::size_t count) {
  if (count > kMost16 && !error_) error_ = RecordError::too_many_records;
  carla::put(out_, static_cast<std::uint16_t>(count));
}

}  // namespace scrubjay::carla
