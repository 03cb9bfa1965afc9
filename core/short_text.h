#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace scrubjay {

// Names of properties are short and mostly the same as others: what is asked of them millions of
// times a second must not call anything.

/// As the processor keeps numbers.
template <class Number>
Number bits_at(std::string_view text, std::size_t at) {
  Number bits = 0;
  std::memcpy(&bits, text.data() + at, sizeof bits);
  return bits;
}

/// The last eight bytes of a text, or all of a shorter one, some of them twice.
inline std::uint64_t last_bits(std::string_view text) {
  const std::size_t size = text.size();
  if (size >= 8) return bits_at<std::uint64_t>(text, size - 8);
  if (size >= 4) {
    return std::uint64_t{bits_at<std::uint32_t>(text, 0)} << 32 |
           bits_at<std::uint32_t>(text, size - 4);
  }
  if (size == 0) return 0;
  return std::uint64_t{bits_at<std::uint8_t>(text, 0)} << 16 |
         std::uint64_t{bits_at<std::uint8_t>(text, size / 2)} << 8 |
         bits_at<std::uint8_t>(text, size - 1);
}

/// Of two texts that are equally long.
inline bool has_same_letters(std::string_view a, std::string_view b) {
  const std::size_t size = a.size();
  if (size > 32) return a == b;
  std::uint64_t other = last_bits(a) ^ last_bits(b);
  for (std::size_t i = 0; i + 8 < size; i += 8) {
    other |= bits_at<std::uint64_t>(a, i) ^ bits_at<std::uint64_t>(b, i);
  }
  return other == 0;
}

/// Many lie at one place for both.
inline bool is_same_text(std::string_view a, std::string_view b) {
  return a.size() == b.size() && (a.data() == b.data() || has_same_letters(a, b));
}

}  // namespace scrubjay
