#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/byte_reader.h"
#include "formats/carla/packets.h"

namespace scrubjay::carla {

/// Reads the fields of a record one after the other. A field that does not fit reads as zero or
/// empty, and from then on ok() is false: ask it once at the end of the record.
class Fields {
 public:
  Fields(Bytes bytes, VectorWidth width) : reader_(bytes), width_(width) {}

  bool ok() const { return ok_; }
  std::size_t position() const { return reader_.position(); }
  std::size_t left() const { return reader_.left(); }

  template <class T>
  T get() {
    if (const auto value = reader_.little<T>()) return *value;
    ok_ = false;
    return T{};
  }
  bool flag() { return get<std::uint8_t>() != 0; }
  glm::vec2 two_floats();
  glm::vec3 three_floats();
  glm::dvec3 vec();
  std::string_view str();
  Bytes bytes(std::uint64_t count);
  /// A count of records of at least `least_bytes` each. More than can be left is a failure and 0.
  std::size_t count_u16(std::size_t least_bytes) {
    return believed(get<std::uint16_t>(), least_bytes);
  }
  std::size_t count_u32(std::size_t least_bytes) {
    return believed(get<std::uint32_t>(), least_bytes);
  }

 private:
  std::size_t believed(std::size_t count, std::size_t least_bytes) {
    if (count <= reader_.left() / least_bytes) return count;
    ok_ = false;
    return 0;
  }

  ByteReader reader_;
  VectorWidth width_;
  bool ok_ = true;
};

/// Storage for the lists inside records, used again and again: spans in a record that was read with
/// it hold until the next read with it.
struct RecordScratch {
  std::vector<Attribute> attributes;
  std::vector<Bone> bones;
  std::vector<WheelAnimation> wheels;
  std::vector<glm::vec2> torque_curve;
  std::vector<glm::vec2> steering_curve;
  std::vector<Gear> gears;
  std::vector<float> forward_ratios;
  std::vector<float> reverse_ratios;
  std::vector<WheelPhysics> wheel_physics;
};

// Each reads one record and returns whether it was whole.
bool read(Fields& fields, FrameStart& out);
bool read(Fields& fields, EventAdd& out, RecordScratch& scratch);
bool read(Fields& fields, EventDel& out);
bool read(Fields& fields, EventParent& out);
bool read(Fields& fields, Collision& out);
bool read(Fields& fields, Position& out);
bool read(Fields& fields, State& out);
bool read(Fields& fields, AnimVehicle& out);
bool read(Fields& fields, AnimWalker& out);
bool read(Fields& fields, VehicleLight& out);
bool read(Fields& fields, SceneLight& out);
bool read(Fields& fields, Kinematics& out);
bool read(Fields& fields, BoundingBox& out);
bool read(Fields& fields, TrafficLightTime& out);
bool read(Fields& fields, WalkerBones& out, RecordScratch& scratch);
bool read(Fields& fields, AnimVehicleWheels& out, RecordScratch& scratch);
bool read(Fields& fields, AnimBiker& out);
bool read(Fields& fields, VehicleDoor& out);
bool read(Fields& fields, Weather& out);
bool read(Fields& fields, MovementSignal& out);
/// `wheel_bytes` is kSmallWheelBytes or kWheelBytes.
bool read(Fields& fields, PhysicsControl& out, std::size_t wheel_bytes, RecordScratch& scratch);
/// Takes all that is left as the wheels.
bool read(Fields& fields, PhysicsControlUe5& out, RecordScratch& scratch);

/// Reads a fixed-size record out of exactly its bytes.
template <class Record>
Record record_from(Bytes bytes, VectorWidth width) {
  Fields fields(bytes, width);
  Record record;
  read(fields, record);
  return record;
}

/// Length of the record in front of `bytes` without keeping anything of it; nothing when it is not
/// whole.
std::optional<std::size_t> walker_bones_bytes(Bytes bytes, VectorWidth width);
std::optional<std::size_t> vehicle_wheels_bytes(Bytes bytes);
std::optional<std::size_t> event_add_bytes(Bytes bytes, VectorWidth width);

/// Which kind of wheel the records of a UE4 physics-control packet have: the one with which its
/// body is consumed exactly (48 bytes when both do). Nothing when neither fits.
std::optional<std::size_t> physics_wheel_bytes(Bytes body);
/// Length of the UE4 physics record in front of `bytes`.
std::optional<std::size_t> physics_control_bytes(Bytes bytes, std::size_t wheel_bytes);

}  // namespace scrubjay::carla
