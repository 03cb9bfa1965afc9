#pragma once

#include <cstdint>

#include "core/byte_reader.h"

namespace scrubjay::compression {

/// CRC-32 as gzip, XREC and MCAP have it: polynomial EDB88320 reflected, start and final xor
/// FFFFFFFF. `before`: that of the bytes in front of these. 0 for no bytes at all.
std::uint32_t crc32(Bytes bytes, std::uint32_t before = 0);

}  // namespace scrubjay::compression
