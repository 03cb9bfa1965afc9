#pragma once

#include <cstddef>
#include <optional>
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

  template <class Record>
  void put(const Record& record);

  /// The first thing that went wrong. What was appended is of no use then.
  std::optional<RecordError> error() const { return error_; }

 private:
  std::vector<std::byte>& out_;
  VectorWidth width_;
  std::size_t wheel_bytes_;
  std::optional<RecordError> error_;
};

}  // namespace scrubjay::carla
