#pragma once

#include <cstdint>

/// What inflating a whole file may take (see also core/limits.h).
namespace scrubjay::compression::limits {

/// Bytes of inflated text that are held in memory; what is larger goes to the cache folder, so that
/// memory does not grow with it.
inline constexpr std::uint64_t kMostMemoryBytes = std::uint64_t{64} << 20;
/// The same where there is no cache folder: a text that one machine can hold. Beyond it:
/// "inflate-too-large".
inline constexpr std::uint64_t kMostMemoryBytesWithoutCache = std::uint64_t{2} << 30;
/// How many times larger than its file a text beyond kMostMemoryBytes may become. Real recordings
/// become ten to fifty times larger; what goes on was made to fill a disk. Beyond it:
/// "inflate-too-large", and what was inflated before is read.
inline constexpr std::uint64_t kMostRatio = 600;

}  // namespace scrubjay::compression::limits
