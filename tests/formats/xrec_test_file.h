#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/property_tree.h"
#include "formats/xrec/layout.h"
#include "formats/xrec/packets.h"
#include "formats/xrec/read/problems.h"
#include "tests/core/bytes_of.h"

namespace scrubjay::xrec {

/// Bytes written one after another, for files that a test makes by hand.
struct Raw {
  ByteVector bytes;

  template <class T>
  Raw& little(T value) {
    for (const std::byte byte : std::bit_cast<std::array<std::byte, sizeof value>>(value)) {
      bytes.push_back(byte);
    }
    return *this;
  }
  Raw& u8(std::uint8_t value) { return little(value); }
  Raw& u16(std::uint16_t value) { return little(value); }
  Raw& u32(std::uint32_t value) { return little(value); }
  Raw& i32(std::int32_t value) { return little(value); }
  Raw& i64(std::int64_t value) { return little(value); }
  Raw& f32(float value) { return little(value); }
  Raw& f64(double value) { return little(value); }
  Raw& kind(Kind kind) { return little(static_cast<std::uint8_t>(kind)); }
  Raw& raw(std::string_view text) {
    for (const char c : text) u8(static_cast<std::uint8_t>(c));
    return *this;
  }
  /// formats/xrec/README.md, 4: u32 length, bytes.
  Raw& text(std::string_view text) {
    return u32(static_cast<std::uint32_t>(text.size())).raw(text);
  }
  /// [MS-NRBF] 2.1.1.6, shorter than 128 bytes.
  Raw& name(std::string_view text) { return u8(static_cast<std::uint8_t>(text.size())).raw(text); }
  Raw& add(const ByteVector& more) {
    bytes.insert(bytes.end(), more.begin(), more.end());
    return *this;
  }
};

/// Of the shared data.
inline const std::string kFolder = SCRUBJAY_SHARED_DATA "/xrec/";

/// "89 58 52" and so on; white space is skipped.
ByteVector from_hex(std::string_view hex);

/// Header with a valid checksum, and payload.
ByteVector packet_bytes(std::uint8_t type, const ByteVector& payload);
ByteVector start_payload();
/// A block of encoding 0, stored as it is; its range is 0..100 in frames and seconds.
ByteVector event_payload(const ByteVector& block, std::uint32_t events,
                         Encoding encoding = Encoding::self_describing);
ByteVector end_payload(std::uint64_t packets, std::uint64_t events);
/// Signature, then packets.
ByteVector file_of(const std::vector<ByteVector>& packets);

/// Two position events of "Scene/Can", as in formats/xrec/README.md, 10.
ByteVector small_block();
/// A block whose only type "T" has one field "F" of `kind`, and one event with those bytes as its
/// fields.
ByteVector block_with_value(std::uint8_t kind, const ByteVector& value);

/// "code@offset" of each, "xN" behind those with a count, in their order, joined by ' '.
std::string codes(const Problems& problems);

/// The properties, as "name type 'type_name' value; ..."; children between braces.
std::string tree_text(const PropertyTree& tree, PropertyRange range);

/// The whole file; empty when it cannot be read.
ByteVector read_file(const std::string& path);

}  // namespace scrubjay::xrec
