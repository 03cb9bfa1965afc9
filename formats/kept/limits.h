#pragma once

#include <cstddef>
#include <cstdint>

/// Every bound on what is read of a recording of another format that stands beside a file's own
/// content (formats/kept/README.md). Beyond each: "bad-kept" with what is too much, and
/// the group of frames is lost.
namespace scrubjay::kept::limits {

/// Bytes of a group of frames, unpacked: it is held in memory.
inline constexpr std::size_t kMostGroupBytes = std::size_t{192} << 20;
/// Of the tables of one group, unpacked.
inline constexpr std::uint64_t kMostTableBytes = std::uint64_t{256} << 20;
/// How many times larger than its bytes a packed part may be: blocks of zstd hold 128 KiB and take
/// at least 4 bytes.
inline constexpr std::uint64_t kMostRatio = 1 << 16;
/// Values that the state of one group may hold at once, and that reading a group may touch: a few
/// bytes can stand for a shape of millions of values.
inline constexpr std::uint64_t kMostHeldValues = std::uint64_t{8} << 20;
/// Below that bound: what any group may hold, and so many more for each of its bytes.
inline constexpr std::uint64_t kFreeHeldValues = std::uint64_t{1} << 18;
inline constexpr std::uint64_t kHeldValuesForEachByte = 64;
inline constexpr std::uint64_t kMostTouchedValues = std::uint64_t{96} << 20;
/// Bytes of memory for the tables of one group: strings, styles, properties, columns and shapes.
/// The largest frames that are written need less. A byte of the file can stand for millions.
inline constexpr std::size_t kMostGroupMemory = std::size_t{512} << 20;
/// Rows that lost packets may leave open in the table of entities, all together.
inline constexpr std::size_t kMostMissingEntities = std::size_t{1} << 20;
/// The same for streams, which take hundreds of bytes each.
inline constexpr std::size_t kMostMissingStreams = 1024;

}  // namespace scrubjay::kept::limits
