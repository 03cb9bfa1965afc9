#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "formats/carla/packets.h"

namespace scrubjay::carla {

/// What a record cannot be written for.
enum class RecordError : std::uint8_t {
  too_long,          ///< a text is longer than its 16-bit length can say
  too_many_records,  ///< a list inside the record has more than 65535 items
};

/// Appends records as they stand inside a packet's list: the counterpart of `read` in records.h.
class RecordWriter {
 public:
  /// `wheel_bytes`: of PhysicsControl, kWheelBytes or kSmallWheelBytes.
  RecordWriter(std::vector<std::byte>& out, VectorWidth width,
               std::size_t wheel_bytes = kWheelBytes)
      : out_(out), width_(width), wheel_bytes_(wheel_bytes) {}

  void put(const EventAdd& record);
  void put(const EventDel& record);
  void put(const EventParent& record);
  void put(const Collision& record);
  void put(const Position& record);
  void put(const State& record);
  void put(const AnimVehicle& record);
  void put(const AnimWalker& record);
  void put(const VehicleLight& record);
  void put(const SceneLight& record);
  void put(const AnimVehicleWheels& record);
  void put(const AnimBiker& record);
  void put(const VehicleDoor& record);
  void put(const Weather& record);
  void put(const Kinematics& record);
  /// A TriggerVolume, too.
  void put(const BoundingBox& record);
  void put(const PhysicsControl& record);
  void put(const PhysicsControlUe5& record);
  void put(const TrafficLightTime& record);
  void put(const WalkerBones& record);
  void put(const MovementSignal& record);

  /// The first thing that went wrong. What was appended is of no use then.
  std::optional<RecordError> error() const { return error_; }

 private:
  void vec(const glm::dvec3& v);
  void text(std::string_view text);
  void count16(std::size_t count);

  std::vector<std::byte>& out_;
  VectorWidth width_;
  std::size_t wheel_bytes_;
  std::optional<RecordError> error_;
};

}  // namespace scrubjay::carla
