#pragma once

#include <cstddef>
#include <string>

#include "core/byte_reader.h"

namespace scrubjay::flecs {

/// True for the two bytes with which gzip begins.
bool is_gzip(Bytes bytes);

/// The first bytes of the text inside, at most `most`; less where the bytes end before.
std::string inflate_head(Bytes bytes, std::size_t most);

/// The whole text inside, several members one after another, too; at most kMostInflated bytes of
/// it. `is_whole` is false where it is cut, damaged or larger.
std::string inflate_all(Bytes bytes, bool& is_whole);
inline constexpr std::size_t kMostInflated = std::size_t{4} << 30;

}  // namespace scrubjay::flecs
