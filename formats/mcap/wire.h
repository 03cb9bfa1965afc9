#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/text.h"

namespace scrubjay::mcap {

/// Appends what Protobuf puts on the wire (formats/mcap/README.md, 3) to a text: fields of one
/// message, each by its number. What is zero, false or empty is left out by the functions called
/// `..._field`, since a reader takes what is not there for that; with the others presence counts.
class MessageWriter {
 public:
  explicit MessageWriter(std::string& out) : out_(out) {}

  /// Also when 0.
  void integer(std::uint32_t field, std::uint64_t value) {
    tag(field, 0);
    varint(value);
  }
  void integer_field(std::uint32_t field, std::uint64_t value) {
    if (value != 0) integer(field, value);
  }
  /// Also when 0.
  void number(std::uint32_t field, double value) {
    std::array<char, kMostVarint + 8> bytes;
    const std::size_t count = put_varint(bytes, std::uint64_t{field} << 3 | 1);
    put_little(bytes.data() + count, std::bit_cast<std::uint64_t>(value));
    out_.append(bytes.data(), count + 8);
  }
  /// A message whose fields 1, 2, ... are up to four numbers.
  void vector(std::uint32_t field, std::span<const double> values) {
    constexpr std::size_t kMost = 4;
    std::array<char, kMost * 9> bytes;
    std::size_t count = 0;
    for (std::size_t i = 0; i < values.size() && i < kMost; ++i) {
      const auto value = std::bit_cast<std::uint64_t>(values[i]);
      if (value == 0) continue;
      bytes[count] = static_cast<char>((i + 1) << 3 | 1);
      put_little(bytes.data() + count + 1, value);
      count += 9;
    }
    tag(field, 2);
    varint(count);
    out_.append(bytes.data(), count);
  }
  void number_field(std::uint32_t field, double value) {
    if (std::bit_cast<std::uint64_t>(value) != 0) number(field, value);
  }
  void fixed32_field(std::uint32_t field, std::uint32_t value) {
    if (value == 0) return;
    tag(field, 5);
    little(value, 4);
  }
  /// Text (valid UTF-8) or bytes, also when empty.
  void bytes(std::uint32_t field, std::string_view value) {
    tag(field, 2);
    varint(value.size());
    out_.append(value);
  }
  void bytes_field(std::uint32_t field, std::string_view value) {
    if (!value.empty()) bytes(field, value);
  }
  /// Text whose bytes are replaced where they are not valid UTF-8; also when empty.
  void text(std::uint32_t field, std::string_view value) {
    if (is_valid_utf8(value)) {
      bytes(field, value);
    } else {
      bytes(field, valid_utf8(value));
    }
  }
  void text_field(std::uint32_t field, std::string_view value) {
    if (!value.empty()) text(field, value);
  }
  void packed(std::uint32_t field, std::span<const double> values) {
    if (values.empty()) return;
    tag(field, 2);
    varint(8 * values.size());
    for (const double value : values) little(std::bit_cast<std::uint64_t>(value), 8);
  }
  /// A message in this one, also when it has no field; `fill(MessageWriter&)` writes its fields.
  template <class Fill>
  void message(std::uint32_t field, Fill fill) {
    tag(field, 2);
    const std::size_t begin = out_.size();
    out_ += '\0';  // its length, if that takes one byte
    fill(*this);
    const std::size_t size = out_.size() - begin - 1;
    if (size < 0x80) {
      out_[begin] = static_cast<char>(size);
      return;
    }
    std::array<char, kMostVarint> length;
    const std::size_t taken = put_varint(length, size);
    out_[begin] = length[0];
    out_.insert(begin + 1, length.data() + 1, taken - 1);
  }

 private:
  void tag(std::uint32_t field, std::uint32_t type) { varint(std::uint64_t{field} << 3 | type); }
  static constexpr std::size_t kMostVarint = 10;  ///< bytes

  template <std::size_t kSize>
  static std::size_t put_varint(std::array<char, kSize>& to, std::uint64_t value) {
    static_assert(kSize >= kMostVarint);
    std::size_t count = 0;
    for (; value >= 0x80; value >>= 7) to[count++] = static_cast<char>(0x80 | (value & 0x7F));
    to[count++] = static_cast<char>(value);
    return count;
  }
  static void put_little(char* to, std::uint64_t value) {
    for (std::size_t i = 0; i < 8; ++i) to[i] = static_cast<char>(value >> (8 * i) & 0xFF);
  }
  void varint(std::uint64_t value) {
    if (value < 0x80) {
      out_ += static_cast<char>(value);
      return;
    }
    std::array<char, kMostVarint> bytes;
    out_.append(bytes.data(), put_varint(bytes, value));
  }
  void little(std::uint64_t value, std::size_t count) {
    std::array<char, 8> bytes;
    put_little(bytes.data(), value);
    out_.append(bytes.data(), count);
  }

  std::string& out_;
};

}  // namespace scrubjay::mcap
