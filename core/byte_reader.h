#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

namespace scrubjay {

using Bytes = std::span<const std::byte>;

/// The same bytes as text: not checked to be UTF-8, and NUL bytes are kept.
inline std::string_view as_text(Bytes bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// The one way to read bytes of a file: every read checks what is left; one that does not fit
/// returns nothing and leaves the position where it was. Views point into the bytes read from.
class ByteReader {
 public:
  /// `base` is the file offset of the first byte, for offset().
  explicit ByteReader(Bytes bytes, std::uint64_t base = 0) : bytes_(bytes), base_(base) {}

  /// File offset of the next byte.
  std::uint64_t offset() const { return base_ + position_; }
  std::size_t position() const { return position_; }
  std::size_t left() const { return bytes_.size() - position_; }
  bool at_end() const { return left() == 0; }

  /// A little-endian integer or IEEE float.
  template <class T>
  std::optional<T> little() {
    return number<T>(std::endian::little);
  }
  /// A big-endian integer or IEEE float.
  template <class T>
  std::optional<T> big() {
    return number<T>(std::endian::big);
  }

  /// The next `count` bytes. O(1); nothing is copied.
  std::optional<Bytes> bytes(std::uint64_t count) {
    if (count > left()) return std::nullopt;
    const Bytes result = bytes_.subspan(position_, static_cast<std::size_t>(count));
    position_ += static_cast<std::size_t>(count);
    return result;
  }

  /// The same as text, whatever the bytes are: not checked to be UTF-8, and NUL bytes are kept.
  std::optional<std::string_view> text(std::uint64_t count) {
    const auto found = bytes(count);
    if (!found) return std::nullopt;
    return as_text(*found);
  }

  /// False, and no step, when fewer than `count` bytes are left.
  bool skip(std::uint64_t count) { return bytes(count).has_value(); }

 private:
  template <class T>
  std::optional<T> number(std::endian order) {
    // A byte other than 0 and 1 is no bool: read a std::uint8_t and compare.
    static_assert(std::is_arithmetic_v<T> && !std::is_same_v<T, bool>);
    if (sizeof(T) > left()) return std::nullopt;
    std::byte raw[sizeof(T)];
    std::memcpy(raw, bytes_.data() + position_, sizeof(T));
    if (order != std::endian::native) {
      for (std::size_t i = 0; i < sizeof(T) / 2; ++i) std::swap(raw[i], raw[sizeof(T) - 1 - i]);
    }
    T value;
    std::memcpy(&value, raw, sizeof(T));
    position_ += sizeof(T);
    return value;
  }

  Bytes bytes_;
  std::uint64_t base_ = 0;
  std::size_t position_ = 0;
};

}  // namespace scrubjay
