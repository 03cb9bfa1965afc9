#pragma once

#include <bit>
#include <cstdint>
#include <optional>

#include "core/byte_reader.h"

namespace scrubjay::mcap {

/// One field of a message as it stands on the wire (formats/mcap/README.md, 3).
struct WireField {
  std::uint32_t number = 0;
  std::uint8_t type = 0;    ///< 0 varint, 1 eight bytes, 2 bytes, 5 four bytes
  std::uint64_t value = 0;  ///< of the types but 2
  Bytes bytes;              ///< of type 2

  double as_double() const { return std::bit_cast<double>(value); }
};

/// Reads the fields of one message. Groups are passed over.
class WireReader {
 public:
  explicit WireReader(Bytes message) : reader_(message) {}

  /// Nothing at the end of the message and where it cannot be read on.
  std::optional<WireField> next();
  /// All of the message was read.
  bool is_whole() const { return is_good_ && reader_.at_end(); }
  /// Groups were passed over.
  bool has_groups() const { return has_groups_; }

 private:
  std::optional<WireField> field();
  bool skip_group();

  ByteReader reader_;
  bool is_good_ = true;
  bool has_groups_ = false;
};

/// At most ten bytes; nothing where it does not end in them.
std::optional<std::uint64_t> read_varint(ByteReader& reader);

/// The value of a zigzag varint.
constexpr std::int64_t from_zigzag(std::uint64_t value) {
  return static_cast<std::int64_t>(value >> 1) ^ -static_cast<std::int64_t>(value & 1);
}

}  // namespace scrubjay::mcap
