#pragma once

#include <cstdint>

#include "core/byte_reader.h"

namespace scrubjay::xrec {

/// CRC-32 as zlib has it: polynomial EDB88320 reflected, start and final xor FFFFFFFF
/// (formats/xrec/README.md, 4.1). 0 for no bytes.
std::uint32_t crc32(Bytes bytes);

}  // namespace scrubjay::xrec
