#pragma once

#include <cstdint>
#include <string>

#include "core/byte_reader.h"

namespace scrubjay::opendrive {

/// Whether bytes begin with the mark of UTF-16, either order.
bool is_utf16(Bytes bytes);

/// UTF-16 as UTF-8; what is no character becomes U+FFFD.
std::string utf8_of_utf16(Bytes bytes);

/// Where in UTF-16 bytes that offset of `utf8_of_utf16` was.
std::uint64_t utf16_offset(Bytes bytes, std::uint64_t utf8_offset);

}  // namespace scrubjay::opendrive
