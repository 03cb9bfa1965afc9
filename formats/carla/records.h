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
  VectorWidth width() const { return width_; }
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
  glm::vec3 three_floats() {
    const auto raw = reader_.bytes(3 * sizeof(float));
    if (!raw) return three_of_fewer();
    ByteReader three(*raw);
    const auto next = [&] { return three.little<float>().value_or(0); };
    const float x = next();
    const float y = next();
    return {x, y, next()};
  }
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
  glm::vec3 three_of_fewer();
  std::size_t believed(std::size_t count, std::size_t least_bytes) {
    if (count <= reader_.left() / least_bytes) return count;
    ok_ = false;
    return 0;
  }

  ByteReader reader_;
  VectorWidth width_;
  bool ok_ = true;
};

/// Reads one record and returns whether it was whole.
template <class Record>
bool read(Fields& fields, Record& out);
/// One with lists. A PhysicsControlUe5 takes all that is left as its wheels; `wheel_bytes` is
/// kSmallWheelBytes or kWheelBytes, of a PhysicsControl.
template <class Record>
bool read(Fields& fields, Record& out, RecordScratch& scratch,
          std::size_t wheel_bytes = kWheelBytes);

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
