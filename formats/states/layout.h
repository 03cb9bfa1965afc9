#pragma once

#include <cstddef>
#include <cstdint>

namespace scrubjay::states {

// How frames of any recording are kept in groups inside files of formats that cannot say
// everything: formats/xrec/README.md, section "A group". The formats say where the groups stand.

/// Bytes of a group, unpacked.
inline constexpr std::size_t kMostGroupBytes = std::size_t{192} << 20;
/// Values that the state of one group may hold at once, and that reading a group may touch: a few
/// bytes can stand for a shape of millions of values.
inline constexpr std::uint64_t kMostHeldValues = std::uint64_t{8} << 20;
inline constexpr std::uint64_t kMostTouchedValues = std::uint64_t{96} << 20;

/// What an item of a group is.
enum class ItemKind : std::uint8_t { frame, entity, event };

/// Parts of an entity's place that are present, as bits (world position first).
inline constexpr unsigned kPlaceParts = 6;
inline constexpr std::uint8_t kHasBox = 1u << kPlaceParts;
/// Numbers of each part: position, rotation (x, y, z, w), scale; in the world, then local.
inline constexpr std::uint8_t kPartNumbers[kPlaceParts] = {3, 4, 3, 3, 4, 3};
inline constexpr unsigned kBoxNumbers = 6;  ///< centre, half

/// Arrays up to this many numbers have a column for each; longer ones and those of free length
/// (PropertyType numbers and points) one for all.
inline constexpr std::uint32_t kMostFixedNumbers = 4;

}  // namespace scrubjay::states
