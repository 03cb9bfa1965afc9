#pragma once

#include <algorithm>
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
  void integer(std::uint32_t field, std::uint64_t value) { pair(field, 0, value); }
  void integer_field(std::uint32_t field, std::uint64_t value) {
    if (value != 0) integer(field, value);
  }
  /// Also when 0.
  void number(std::uint32_t field, double value) {
    std::array<char, kMostVarint + 8> bytes;
    const std::size_t count = put_varint(bytes.data(), std::uint64_t{field} << 3 | 1);
    put_little(bytes.data() + count, std::bit_cast<std::uint64_t>(value));
    out_.append(bytes.data(), count + 8);
  }
  /// A message whose fields 1, 2, ... are up to four numbers.
  void vector(std::uint32_t field, std::span<const double> values) {
    constexpr std::size_t kMost = 4;
    std::array<char, kMostVarint + 1 + kMost * 9> bytes;
    char* const begin = bytes.data() + put_varint(bytes.data(), std::uint64_t{field} << 3 | 2);
    char* at = begin + 1;
    for (std::size_t i = 0; i < values.size() && i < kMost; ++i) {
      const auto value = std::bit_cast<std::uint64_t>(values[i]);
      if (value == 0) continue;
      *at = static_cast<char>((i + 1) << 3 | 1);
      put_little(at + 1, value);
      at += 9;
    }
    *begin = static_cast<char>(at - begin - 1);
    out_.append(bytes.data(), static_cast<std::size_t>(at - bytes.data()));
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
    pair(field, 2, value.size());
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
    pair(field, 2, 8 * values.size());
    for (const double value : values) little(std::bit_cast<std::uint64_t>(value), 8);
  }
  /// A message in this one, also when it has no field; `fill(MessageWriter&)` writes its fields.
  /// Nothing has to move where its size takes as many bytes to say as `about`, a guess at it.
  template <class Fill>
  void message(std::uint32_t field, Fill fill, std::size_t about = 0) {
    std::array<char, 2 * kMostVarint> bytes;
    const std::size_t tagged = put_varint(bytes.data(), std::uint64_t{field} << 3 | 2);
    const std::size_t kept = put_varint(bytes.data() + tagged, about);
    out_.append(bytes.data(), tagged + kept);
    const std::size_t begin = out_.size();
    fill(*this);
    const std::size_t taken = put_varint(bytes.data(), out_.size() - begin);
    if (taken > kept) out_.insert(begin, taken - kept, '\0');
    if (taken < kept) out_.erase(begin - (kept - taken), kept - taken);
    std::copy_n(bytes.data(), taken, out_.data() + (begin - kept));
  }
  std::size_t size() const { return out_.size(); }
  /// Takes back what was written behind the first `size` bytes of the text.
  void truncate(std::size_t size) { out_.resize(size); }

 private:
  void tag(std::uint32_t field, std::uint32_t type) {
    std::array<char, kMostVarint> bytes;
    out_.append(bytes.data(), put_varint(bytes.data(), std::uint64_t{field} << 3 | type));
  }
  /// A tag and a varint.
  void pair(std::uint32_t field, std::uint32_t type, std::uint64_t value) {
    std::array<char, 2 * kMostVarint> bytes;
    const std::size_t tagged = put_varint(bytes.data(), std::uint64_t{field} << 3 | type);
    out_.append(bytes.data(), tagged + put_varint(bytes.data() + tagged, value));
  }
  static constexpr std::size_t kMostVarint = 10;  ///< bytes

  static std::size_t put_varint(char* to, std::uint64_t value) {
    std::size_t count = 0;
    for (; value >= 0x80; value >>= 7) to[count++] = static_cast<char>(0x80 | (value & 0x7F));
    to[count++] = static_cast<char>(value);
    return count;
  }
  static void put_little(char* to, std::uint64_t value) {
    for (std::size_t i = 0; i < 8; ++i) to[i] = static_cast<char>(value >> (8 * i) & 0xFF);
  }
  void little(std::uint64_t value, std::size_t count) {
    std::array<char, 8> bytes;
    put_little(bytes.data(), value);
    out_.append(bytes.data(), count);
  }

  std::string& out_;
};

}  // namespace scrubjay::mcap
