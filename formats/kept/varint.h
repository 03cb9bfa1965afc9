#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/byte_reader.h"

namespace scrubjay::kept {

/// Seven bits a byte, low ones first, the high bit says that more follow; at most ten bytes.
inline void put_varint(std::vector<std::byte>& out, std::uint64_t value) {
  while (value >= 0x80) {
    out.push_back(static_cast<std::byte>(value | 0x80));
    value >>= 7;
  }
  out.push_back(static_cast<std::byte>(value));
}

inline std::optional<std::uint64_t> read_varint(ByteReader& reader) {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    const auto byte = reader.little<std::uint8_t>();
    if (!byte) return std::nullopt;
    value |= static_cast<std::uint64_t>(*byte & 0x7F) << shift;
    if ((*byte & 0x80) == 0) return value;
  }
  return std::nullopt;
}

/// 0, -1, 1, -2, ... as 0, 1, 2, 3, ...: small numbers of either sign are small.
constexpr std::uint64_t zigzag(std::uint64_t value) {
  return (value << 1) ^ (std::uint64_t{0} - (value >> 63));
}
constexpr std::uint64_t unzigzag(std::uint64_t value) {
  return (value >> 1) ^ (std::uint64_t{0} - (value & 1));
}

/// The bits of a double as a number that grows with it; the same function leads back.
constexpr std::uint64_t ordered(std::uint64_t bits) {
  return bits ^ ((std::uint64_t{0} - (bits >> 63)) & ~(std::uint64_t{1} << 63));
}

}  // namespace scrubjay::kept
