#include "formats/carla/writer.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

namespace scrubjay::carla {
namespace {

using Buffer = std::vector<std::byte>;

void put_bytes(Buffer& out, Bytes bytes) {
  if (bytes.empty()) return;
  const std::size_t end = out.size();
  out.resize(end + bytes.size());
  std::memcpy(out.data() + end, bytes.data(), bytes.size());
}

/// Appends numbers as little endian, without padding.
template <class... Numbers>
requires(std::is_arithmetic_v<Numbers>&&...) void put(Buffer& out, Numbers... numbers) {
  std::array<std::byte, (sizeof(Numbers) + ...)> raw;
  std::size_t filled = 0;
  const auto put_one = [&](auto number) {
    const auto place = std::span(raw).subspan(filled, sizeof(number));
    std::memcpy(place.data(), &number, sizeof(number));
    if constexpr (std::endian::native == std::endian::big) std::ranges::reverse(place);
    filled += sizeof(number);
  };
  (put_one(numbers), ...);
  put_bytes(out, raw);
}

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
constexpr std::size_t kMost32 = std::numeric_limits<std::uint32_t>::max();

}  // namespace

Writer::Writer(ByteSink sink, const WriterOptions& options)
    : sink_(std::move(sink)), options_(options) {
  put(frame_, options_.version);
  put_text(frame_, kMagic);
  put(frame_, options_.date);
  put_text(frame_, options_.map);
  send(frame_);
}

void Writer::begin_frame(double step) {
  if (frame_id_ > 0) {
    write_frame(step);
    elapsed_ += step;
  }
  ++frame_id_;
}

Result<void> Writer::finish() {
  if (frame_id_ > 0 && !finished_) write_frame(-1.0);
  finished_ = true;
  if (problem_) return failure(*problem_);
  return {};
}

void Writer::add(const EventAdd& record) {
  Buffer& out = next_record(PacketKind::event_add);
  put(out, record.id, record.type);
  put_vec(out, record.location);
  put_vec(out, record.rotation);
  put(out, record.uid);
  put_text(out, record.description);
  put_count16(out, record.attributes.size());
  for (const Attribute& attribute : record.attributes) {
    put(out, attribute.type);
    put_text(out, attribute.name);
    put_text(out, attribute.value);
  }
}

void Writer::add(const EventDel& record) { put(next_record(PacketKind::event_del), record.id); }

void Writer::add(const EventParent& record) {
  put(next_record(PacketKind::event_parent), record.id, record.parent);
}

void Writer::add(const Collision& record) {
  Buffer& out = next_record(PacketKind::collision);
  put(out, record.sequence, record.actor1, record.actor2);
  put_bool(out, record.is_hero1);
  put_bool(out, record.is_hero2);
}

void Writer::add(const Position& record) {
  Buffer& out = next_record(PacketKind::position);
  put(out, record.id);
  put_vec(out, record.location);
  put_vec(out, record.rotation);
}

void Writer::add(const State& record) {
  Buffer& out = next_record(PacketKind::state);
  put(out, record.id);
  put_bool(out, record.is_frozen);
  put(out, record.elapsed, record.state);
}

void Writer::add(const AnimVehicle& record) {
  Buffer& out = next_record(PacketKind::anim_vehicle);
  put(out, record.id, record.steering, record.throttle, record.brake);
  put_bool(out, record.handbrake);
  put(out, record.gear);
}

void Writer::add(const AnimWalker& record) {
  put(next_record(PacketKind::anim_walker), record.id, record.speed);
}

void Writer::add(const VehicleLight& record) {
  put(next_record(PacketKind::vehicle_light), record.id, record.flags);
}

void Writer::add(const SceneLight& record) {
  Buffer& out = next_record(PacketKind::scene_light);
  put(out, record.id, record.intensity, record.color.r, record.color.g, record.color.b,
      record.color.a);
  put_bool(out, record.is_on);
  put(out, record.group);
}

void Writer::add(const AnimVehicleWheels& record) {
  Buffer& out = next_record(PacketKind::anim_vehicle_wheels);
  put(out, record.id, static_cast<std::uint32_t>(record.wheels.size()));
  for (const WheelAnimation& wheel : record.wheels) {
    put(out, wheel.location, wheel.steering_angle, wheel.tire_rotation);
  }
}

void Writer::add(const AnimBiker& record) {
  put(next_record(PacketKind::anim_biker), record.id, record.forward_speed, record.engine_speed);
}

void Writer::add(const VehicleDoor& record) {
  Buffer& out = next_record(PacketKind::vehicle_door);
  put(out, record.id, record.door);
  put_bool(out, record.is_open);
}

void Writer::add(const Weather& record) {
  Buffer& out = next_record(PacketKind::weather);
  for (const float value : record.values) put(out, value);
}

void Writer::add(const Kinematics& record) {
  Buffer& out = next_record(PacketKind::kinematics);
  put(out, record.id);
  put_vec(out, record.linear_velocity);
  put_vec(out, record.angular_velocity);
}

void Writer::add(const BoundingBox& record) {
  Buffer& out = next_record(PacketKind::bounding_box);
  put(out, record.id);
  put_vec(out, record.origin);
  put_vec(out, record.extent);
}

void Writer::add_trigger_volume(const TriggerVolume& record) {
  Buffer& out = next_record(PacketKind::trigger_volume);
  put(out, record.id);
  put_vec(out, record.origin);
  put_vec(out, record.extent);
}

void Writer::add(const PhysicsControl& record) {
  if (options_.width != VectorWidth::float32) {
    fail("wrong-width", "A physics control of Unreal 4 does not belong in a file of Unreal 5.");
    return;
  }
  Buffer& out = next_record(PacketKind::physics_control);
  put(out, record.id, record.max_rpm, record.moi, record.damping_full_throttle,
      record.damping_zero_throttle_clutch_engaged, record.damping_zero_throttle_clutch_disengaged);
  put_bool(out, record.use_gear_autobox);
  put(out, record.clutch_strength, record.final_ratio, record.mass, record.drag_coefficient);
  put_floats(out, record.center_of_mass);
  put_curve(out, record.torque_curve);
  put(out, static_cast<std::uint32_t>(record.forward_gears.size()));
  for (const Gear& gear : record.forward_gears) {
    put(out, gear.ratio, gear.down_ratio, gear.up_ratio);
  }
  put_curve(out, record.steering_curve);
  put(out, static_cast<std::uint32_t>(record.wheels.size()));
  for (const WheelPhysics& wheel : record.wheels) put_wheel(out, wheel, options_.wheel_bytes);
}

void Writer::add(const PhysicsControlUe5& record) {
  if (options_.width != VectorWidth::float64) {
    fail("wrong-width", "A physics control of Unreal 5 does not belong in a file of Unreal 4.");
    return;
  }
  Buffer& out = next_record(PacketKind::physics_control);
  put(out, record.id, record.max_torque, record.max_rpm, record.idle_rpm, record.brake_effect,
      record.rev_up_moi, record.rev_down_rate, record.differential_type, record.front_rear_split);
  put_bool(out, record.use_automatic_gears);
  put(out, record.gear_change_time, record.final_ratio, record.change_up_rpm,
      record.change_down_rpm, record.transmission_efficiency, record.mass, record.drag_coefficient);
  put_floats(out, record.center_of_mass);
  put(out, record.chassis_width, record.chassis_height, record.downforce_coefficient,
      record.drag_area);
  put_floats(out, record.inertia_tensor_scale);
  put(out, record.sleep_threshold, record.sleep_slope_limit);
  put_bool(out, record.use_sweep_wheel_collision);
  put_curve(out, record.torque_curve);
  put_ratios(out, record.forward_gear_ratios);
  put_ratios(out, record.reverse_gear_ratios);
  put_curve(out, record.steering_curve);
  put(out, record.wheel_count);
  put_bytes(out, record.wheels);
}

void Writer::add(const TrafficLightTime& record) {
  put(next_record(PacketKind::traffic_light_time), record.id, record.green_time, record.yellow_time,
      record.red_time);
}

void Writer::add(const WalkerBones& record) {
  Buffer& out = next_record(PacketKind::walker_bones);
  put(out, record.id);
  put_count16(out, record.bones.size());
  for (const Bone& bone : record.bones) {
    put_text(out, bone.name);
    put_vec(out, bone.location);
    put_vec(out, bone.rotation);
  }
}

void Writer::set_platform_time(double seconds) { platform_time_ = seconds; }
void Writer::set_visual_time(double seconds) { visual_time_ = seconds; }

void Writer::add_raw(std::uint8_t packet_id, Bytes body) {
  if (frame_id_ == 0 || finished_) fail("no-frame", "A packet was added outside of a frame.");
  if (body.size() > kMost32) fail("too-long", "A packet is longer than 4 GiB.");
  if (problem_) return;
  put(raw_packets_, packet_id, static_cast<std::uint32_t>(body.size()));
  put_bytes(raw_packets_, body);
}

Buffer& Writer::next_record(PacketKind kind) {
  if (frame_id_ == 0 || finished_) {
    fail("no-frame", "A record was added outside of a frame.");
  }
  List& list = lists_[static_cast<std::size_t>(kind)];
  ++list.count;
  if (list.count > kMost16) {
    fail("too-many-records", "One frame has more than 65535 records of packet " +
                                 std::string(name_of(kind)) + ": the format cannot count them.");
  }
  if (problem_) list.records.clear();  // it will not be written: do not let it grow
  return list.records;
}

void Writer::put_vec(Buffer& out, const glm::dvec3& v) const {
  if (options_.width == VectorWidth::float64) {
    put(out, v.x, v.y, v.z);
  } else {
    put_floats(out, glm::vec3(v));
  }
}

void Writer::put_text(Buffer& out, std::string_view text) {
  if (text.size() > kMost16) {
    fail("too-long",
         "A text has " + std::to_string(text.size()) + " bytes: the format's texts end at 65535.");
    return;
  }
  put(out, static_cast<std::uint16_t>(text.size()));
  put_bytes(out, std::as_bytes(std::span(text)));
}

void Writer::put_count16(Buffer& out, std::size_t count) {
  if (count > kMost16) {
    fail("too-many-records",
         "A record lists more than 65535 things: the format cannot count them.");
  }
  put(out, static_cast<std::uint16_t>(count));
}

void Writer::put_packet_header(std::uint8_t id, std::size_t size) {
  if (size > kMost32) fail("too-long", "A packet is longer than 4 GiB.");
  put(frame_, id, static_cast<std::uint32_t>(size));
}

void Writer::put_list(PacketKind kind, bool even_empty) {
  List& list = lists_[static_cast<std::size_t>(kind)];
  if (list.count > 0 || even_empty) {
    put_packet_header(id_of(kind, options_.layout), list.records.size() + 2);
    put(frame_, static_cast<std::uint16_t>(list.count));
    put_bytes(frame_, list.records);
  }
  list.records.clear();
  list.count = 0;
}

void Writer::put_time(PacketKind kind, std::optional<double> seconds) {
  if (!seconds) return;
  put_packet_header(id_of(kind, options_.layout), sizeof(double));
  put(frame_, *seconds);
}

void Writer::write_frame(double duration) {
  using enum PacketKind;
  frame_.clear();
  put_packet_header(id_of(frame_start, options_.layout), kFrameStartBytes);
  put(frame_, frame_id_, duration, elapsed_);
  put_time(visual_time, visual_time_);
  for (const PacketKind kind : {event_add, event_del, event_parent, collision}) {
    put_list(kind, true);
  }
  put_list(vehicle_door, false);
  for (const PacketKind kind : {position, state, anim_vehicle, anim_walker, vehicle_light}) {
    put_list(kind, true);
  }
  for (const PacketKind kind : {scene_light, anim_vehicle_wheels, anim_biker, weather, kinematics,
                                bounding_box, trigger_volume}) {
    put_list(kind, false);
  }
  put_time(platform_time, platform_time_);
  for (const PacketKind kind : {physics_control, traffic_light_time, walker_bones}) {
    put_list(kind, false);
  }
  put_bytes(frame_, raw_packets_);
  put_packet_header(id_of(frame_end, options_.layout), 0);
  raw_packets_.clear();
  platform_time_.reset();
  visual_time_.reset();
  send(frame_);
}

void Writer::send(Bytes bytes) {
  if (problem_) return;
  if (!sink_(bytes)) {
    fail("not-written", "The recording could not be written to its end.");
    return;
  }
  bytes_written_ += bytes.size();
}

void Writer::fail(std::string code, std::string message) {
  if (problem_) return;
  problem_ =
      Problem{.code = std::move(code), .offset = bytes_written_, .message = std::move(message)};
}

}  // namespace scrubjay::carla
