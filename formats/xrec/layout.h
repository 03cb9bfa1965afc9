#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>

namespace scrubjay::xrec {

// The words and numbers of the byte layout (formats/xrec/README.md, 4 and 5). All numbers are
// little-endian.

/// \x89 X R E C \r \n \x1A (formats/xrec/README.md, 4).
inline constexpr std::array<std::uint8_t, 8> kSignature{0x89, 0x58, 0x52, 0x45,
                                                        0x43, 0x0D, 0x0A, 0x1A};
inline constexpr std::uint16_t kRevision = 1;

/// Others are skipped by size (formats/xrec/README.md, 4.1).
enum class PacketType : std::uint8_t { start = 1, event = 2, end = 3 };

inline constexpr std::size_t kPacketHeaderBytes = 16;
inline constexpr std::uint8_t kFlagChecksum = 1;  ///< packet header: the checksum is valid
inline constexpr std::size_t kStartBytes = 32;    ///< in front of its metadata (4.2)
inline constexpr std::size_t kEventBytes = 48;    ///< in front of its block (4.3)
inline constexpr std::size_t kEndBytes = 32;      ///< in front of its metadata (4.4)
inline constexpr std::uint32_t kFinishedWithoutErrors = 1;  ///< end packet: bit 0 of its flags
inline constexpr std::int64_t kUnknownUtc = std::numeric_limits<std::int64_t>::min();

/// How a block is compressed (formats/xrec/README.md, 4.6).
enum class Compression : std::uint8_t { none = 0, deflate = 1, gzip = 2, zstd = 3, lz4 = 4 };

/// How a block's events are written (formats/xrec/README.md, 3).
enum class Encoding : std::uint8_t { self_describing = 0, nrbf = 1 };

/// What a value is (formats/xrec/README.md, 5.1).
enum class Kind : std::uint8_t {
  null = 0,  ///< only inside `any`
  boolean = 1,
  i8 = 2,
  u8 = 3,
  i16 = 4,
  u16 = 5,
  i32 = 6,
  u32 = 7,
  i64 = 8,
  u64 = 9,
  f32 = 10,
  f64 = 11,
  text = 12,
  table_text = 13,
  bytes = 14,
  character = 15,
  vec2 = 16,
  vec3 = 17,
  vec4 = 18,
  quaternion = 19,
  colour = 20,
  enumeration = 21,
  timestamp = 22,
  duration = 23,
  decimal = 24,
  array = 32,
  list = 33,
  object = 34,
  map = 35,
  any = 255,
};

/// What `visit` returns for a zero of the type that a value of `kind` has in memory, which is one
/// number. Int64 for any other kind.
template <class Visit>
constexpr auto with_number(Kind kind, Visit visit) {
  switch (kind) {
    case Kind::i8: return visit(std::int8_t{});
    case Kind::u8: return visit(std::uint8_t{});
    case Kind::i16: return visit(std::int16_t{});
    case Kind::u16:
    case Kind::character: return visit(std::uint16_t{});
    case Kind::i32: return visit(std::int32_t{});
    case Kind::u32: return visit(std::uint32_t{});
    case Kind::u64: return visit(std::uint64_t{});
    case Kind::f32: return visit(float{});
    case Kind::f64: return visit(double{});
    default: return visit(std::int64_t{});
  }
}

/// No string: an assembly or a label that is not there (formats/xrec/README.md, 5, 5.1).
inline constexpr std::uint32_t kNoString = 0xFFFFFFFF;

/// In front of the names of our own object types: "Scrubjay.sphere" (see ValueWriter).
inline constexpr std::string_view kOwnTypes = "Scrubjay.";

/// Bytes in front of an event's fields: type, frame, time, size (formats/xrec/README.md, 5).
inline constexpr std::size_t kEventHeadBytes = 24;

/// Least bytes that a value of `kind` takes, for checking a count before anything is allocated; 0
/// for a kind that does not exist or cannot be an element (formats/xrec/README.md, 5.1).
constexpr std::size_t least_bytes(Kind kind) {
  switch (kind) {
    case Kind::null: return 0;
    case Kind::boolean:
    case Kind::i8:
    case Kind::u8:
    case Kind::any: return 1;
    case Kind::i16:
    case Kind::u16:
    case Kind::character: return 2;
    case Kind::i32:
    case Kind::u32:
    case Kind::f32:
    case Kind::text:
    case Kind::table_text:
    case Kind::bytes:
    case Kind::decimal:
    case Kind::list:
    case Kind::object:
    case Kind::map: return 4;
    case Kind::array: return 5;
    case Kind::i64:
    case Kind::u64:
    case Kind::f64:
    case Kind::vec2:
    case Kind::duration: return 8;
    case Kind::timestamp: return 9;
    case Kind::vec3:
    case Kind::enumeration: return 12;
    case Kind::vec4:
    case Kind::quaternion:
    case Kind::colour: return 16;
  }
  return 0;
}

/// True when every value of `kind` takes exactly least_bytes().
constexpr bool is_fixed_size(Kind kind) {
  switch (kind) {
    case Kind::text:
    case Kind::bytes:
    case Kind::decimal:
    case Kind::array:
    case Kind::list:
    case Kind::object:
    case Kind::map:
    case Kind::any: return false;
    default: return least_bytes(kind) != 0;
  }
}

}  // namespace scrubjay::xrec
