#pragma once

#include "core/little_bytes.h"

namespace scrubjay::carla {

using Buffer = std::vector<std::byte>;

/// Bytes of an actor's record in front of what the actor is: its id and its type.
inline constexpr std::size_t kAddHeadBytes = 5;
inline constexpr std::size_t kIdBytes = 4;
/// What a count and the length of a text hold at most.
inline constexpr std::size_t kMost16 = 0xFFFF;

}  // namespace scrubjay::carla
