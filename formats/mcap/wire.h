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
    append(kMostVarint + 8, [&](char* at) {
      at = put_varint(at, std::uint64_t{field} << 3 | 1);
      return put_little(at, std::bit_cast<std::uint64_t>(value));
    });
  }
  /// A message whose fields 1, 2, ... are up to four numbers.
  void vector(std::uint32_t field, std::span<const double> values) {
    constexpr std::size_t kMost = 4;
    append(kMostVarint + 1 + kMost * 9, [&](char* at) {
      char* const begin = put_varint(at, std::uint64_t{field} << 3 | 2);
      at = begin + 1;
      for (std::size_t i = 0; i < values.size() && i < kMost; ++i) {
        const auto value = std::bit_cast<std::uint64_t>(values[i]);
        if (value == 0) continue;
        *at = static_cast<char>((i + 1) << 3 | 1);
        at = put_little(at + 1, value);
      }
      *begin = static_cast<char>(at - begin - 1);
      return at;
    });
  }
  void number_field(std::uint32_t field, double value) {
    if (std::bit_cast<std::uint64_t>(value) != 0) number(field, value);
  }
  void fixed32_field(std::uint32_t field, std::uint32_t value) {
    if (value == 0) return;
    append(kMostVarint + 4, [&](char* at) {
      return put_little(put_varint(at, std::uint64_t{field} << 3 | 5), value);
    });
  }
  /// Text (valid UTF-8) or bytes, also when empty.
  void bytes(std::uint32_t field, std::string_view value) {
    append(2 * kMostVarint + value.size(), [&](char* at) {
      at = put_varint(put_varint(at, std::uint64_t{field} << 3 | 2), value.size());
      return std::copy(value.begin(), value.end(), at);
    });
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
    packed_bits<std::uint64_t>(field, values);
  }
  void packed(std::uint32_t field, std::span<const std::uint32_t> values) {
    packed_bits<std::uint32_t>(field, values);
  }
  /// A message in this one, also when it has no field; `fill(MessageWriter&)` writes its fields.
  /// Nothing has to move where its size takes as many bytes to say as `about`, a guess at it.
  template <class Fill>
  void message(std::uint32_t field, Fill fill, std::size_t about = 0) {
    std::size_t kept = 0;  // bytes for the size
    append(2 * kMostVarint, [&](char* at) {
      char* const size = put_varint(at, std::uint64_t{field} << 3 | 2);
      at = put_varint(size, about);
      kept = static_cast<std::size_t>(at - size);
      return at;
    });
    const std::size_t begin = out_.size();
    fill(*this);
    std::array<char, kMostVarint> size;
    const auto taken =
        static_cast<std::size_t>(put_varint(size.data(), out_.size() - begin) - size.data());
    if (taken > kept) out_.insert(begin, taken - kept, '\0');
    if (taken < kept) out_.erase(begin - (kept - taken), kept - taken);
    std::copy_n(size.data(), taken, out_.data() + (begin - kept));
  }
  /// Fields that were written before.
  void fields(std::string_view bytes) { out_.append(bytes); }
  std::size_t size() const { return out_.size(); }
  /// What was written behind the first `size` bytes of the text; valid until more is.
  std::string_view since(std::size_t size) const { return std::string_view(out_).substr(size); }
  /// Takes back what was written behind the first `size` bytes of the text.
  void truncate(std::size_t size) { out_.resize(size); }

 private:
  static constexpr std::size_t kMostVarint = 10;  ///< bytes

  /// Appends what `fill` writes from the place on that it is given, at most so many bytes; it
  /// returns their end. Much is appended in small parts: std::string::append is not inline.
  template <class Fill>
  void append(std::size_t most, Fill fill) {
    const std::size_t before = out_.size();
    out_.resize_and_overwrite(before + most, [&](char* begin, std::size_t) {
      return static_cast<std::size_t>(fill(begin + before) - begin);
    });
  }
  /// A tag and a varint.
  void pair(std::uint32_t field, std::uint32_t type, std::uint64_t value) {
    append(2 * kMostVarint, [&](char* at) {
      return put_varint(put_varint(at, std::uint64_t{field} << 3 | type), value);
    });
  }
  template <class Bits, class Number>
  void packed_bits(std::uint32_t field, std::span<const Number> values) {
    if (values.empty()) return;
    append(2 * kMostVarint + values.size_bytes(), [&](char* at) {
      at = put_varint(put_varint(at, std::uint64_t{field} << 3 | 2), values.size_bytes());
      for (const Number value : values) at = put_little(at, std::bit_cast<Bits>(value));
      return at;
    });
  }
  /// These return what is behind.
  static char* put_varint(char* to, std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) *to++ = static_cast<char>(0x80 | (value & 0x7F));
    *to++ = static_cast<char>(value);
    return to;
  }
  template <class Number>
  static char* put_little(char* to, Number value) {
    for (std::size_t i = 0; i < sizeof value; ++i) {
      to[i] = static_cast<char>(value >> (8 * i) & 0xFF);
    }
    return to + sizeof value;
  }

  std::string& out_;
};

}  // namespace scrubjay::mcap
