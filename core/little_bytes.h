#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

#include "core/byte_reader.h"

namespace scrubjay {

inline void put_bytes(std::vector<std::byte>& out, Bytes bytes) {
  if (bytes.empty()) return;
  const std::size_t end = out.size();
  out.resize(end + bytes.size());
  std::memcpy(out.data() + end, bytes.data(), bytes.size());
}

/// Appends numbers as little endian, without padding.
template <class... Numbers>
requires(std::is_arithmetic_v<Numbers>&&...) void put_little(std::vector<std::byte>& out,
                                                             Numbers... numbers) {
  std::array<std::byte, (sizeof(Numbers) + ...)> raw;
  std::size_t filled = 0;
  const auto put_one = [&](auto number) {
    const auto place = std::span(raw).subspan(filled, sizeof(number));
    std::memcpy(place.data(), &number, sizeof(number));
    if constexpr (std::endian::native == std::endian::big) std::ranges::reverse(place);
    filled += sizeof(number);
  };
  (put_one(numbers), ...);
  put_bytes(out, raw);
}

/// Overwrites the first four bytes.
inline void set_little_u32(std::span<std::byte> place, std::uint32_t value) {
  for (std::size_t i = 0; i < sizeof value; ++i) {
    place[i] = static_cast<std::byte>(value >> 8 * i & 0xFF);
  }
}

}  // namespace scrubjay
