#pragma once

#include <cstdint>
#include <optional>

#include "core/byte_reader.h"

namespace scrubjay::colyseus {

/// LEB128: seven bits a byte, the lowest first (formats/colyseus/README.md, 8.3). Nothing for what
/// is cut or longer than 63 bits.
inline std::optional<std::uint64_t> read_varint(ByteReader& bytes) {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 63; shift += 7) {
    const auto byte = bytes.little<std::uint8_t>();
    if (!byte) return std::nullopt;
    value |= static_cast<std::uint64_t>(*byte & 0x7Fu) << shift;
    if ((*byte & 0x80u) == 0) return value;
  }
  return std::nullopt;
}

}  // namespace scrubjay::colyseus
