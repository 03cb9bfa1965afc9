#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/byte_reader.h"
#include "formats/colyseus/read/schema.h"

namespace scrubjay::colyseus {

/// What a value is, as it is kept.
enum class CellKind : std::uint8_t {
  unset,  ///< a field without a value, a hole of an array
  boolean,
  integer,
  unsigned_integer,
  float32,  ///< in `number`, from a float of 32 bits
  float64,
  text,       ///< `slot` is a row of TextPool
  structure,  ///< `slot` is a row of State's structures
};

/// One value of the tree.
struct Cell {
  CellKind kind = CellKind::unset;
  union {
    bool boolean;
    std::int64_t integer;
    std::uint64_t unsigned_integer;
    double number;
    std::uint32_t slot;
  };

  Cell() : integer(0) {}
  static Cell of_float64(double value) {
    Cell cell;
    cell.kind = CellKind::float64;
    cell.number = value;
    return cell;
  }
  static Cell of_slot(CellKind kind, std::uint32_t slot) {
    Cell cell;
    cell.kind = kind;
    cell.slot = slot;
    return cell;
  }
  bool is_set() const { return kind != CellKind::unset; }
};

/// Marks between values (formats/colyseus/README.md, 3, 4).
inline constexpr std::uint8_t kNil = 0xC0;
inline constexpr std::uint8_t kEnd = 0xC1;
inline constexpr std::uint8_t kIndexChange = 0xD4;
inline constexpr std::uint8_t kTypeId = 0xD5;
inline constexpr std::uint8_t kSwitch = 0xFF;

// Each reads one value and steps behind it. Nothing for what is malformed or cut; the position is
// of no meaning then.

/// formats/colyseus/README.md, 2.1.
std::optional<Cell> read_number(ByteReader& bytes);
/// A refId, index, length or type id: a number that is whole, at least 0 and at most 2^53.
std::optional<std::uint64_t> read_index(ByteReader& bytes);
/// formats/colyseus/README.md, 2.2; the bytes as they are.
std::optional<std::string_view> read_string(ByteReader& bytes);
/// Any primitive but string and unknown; `quantized` is what that one needs.
std::optional<Cell> read_primitive(ByteReader& bytes, Primitive primitive,
                                   const Quantized* quantized);

/// Reads a `number` of the forms that positions mostly have into `place`, whose value needs no
/// release. False, and no step, for the other forms.
inline bool read_common_number(ByteReader& bytes, Cell& place) {
  ByteReader ahead = bytes;
  const auto prefix = ahead.little<std::uint8_t>();
  if (!prefix) return false;
  if (*prefix < 0x80) {
    place.kind = CellKind::float64;
    place.number = *prefix;
  } else if (*prefix == 0xCA) {
    const auto value = ahead.little<float>();
    if (!value) return false;
    place.kind = CellKind::float32;
    place.number = static_cast<double>(*value);
  } else {
    return false;
  }
  bytes = ahead;
  return true;
}

/// The byte that comes next, or nothing.
inline std::optional<std::uint8_t> peek(const ByteReader& bytes) {
  ByteReader copy = bytes;
  return copy.little<std::uint8_t>();
}
/// Steps over `mark` where it comes next.
inline bool take(ByteReader& bytes, std::uint8_t mark) {
  if (peek(bytes) != mark) return false;
  return bytes.skip(1);
}

}  // namespace scrubjay::colyseus
