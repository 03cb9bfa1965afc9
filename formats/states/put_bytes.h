#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/byte_reader.h"
#include "formats/states/varint.h"

namespace scrubjay::states {

/// Appends a number as little endian.
template <class Number>
requires std::is_arithmetic_v<Number>
void put_little(std::vector<std::byte>& out, Number number) {
  std::uint64_t bits = 0;
  if constexpr (std::is_same_v<Number, double>) {
    bits = std::bit_cast<std::uint64_t>(number);
  } else {
    static_assert(std::is_unsigned_v<Number>);
    bits = number;
  }
  for (std::size_t i = 0; i < sizeof number; ++i) {
    out.push_back(static_cast<std::byte>(bits >> 8 * i & 0xFF));
  }
}

/// A varint with the size, then the bytes.
inline void put_text(std::vector<std::byte>& out, std::string_view text) {
  put_varint(out, text.size());
  const auto bytes = std::as_bytes(std::span(text));
  out.insert(out.end(), bytes.begin(), bytes.end());
}

}  // namespace scrubjay::states
