#pragma once

#include <cstddef>
#include <cstdint>

namespace scrubjay::kept {

// How frames of any recording are kept in groups inside files of formats that cannot say
// everything: formats/kept/README.md, section "A group". The formats say where the groups stand.

inline constexpr std::uint8_t kGroupVersion = 1;

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

}  // namespace scrubjay::kept
