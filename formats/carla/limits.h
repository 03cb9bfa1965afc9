#pragma once

#include <cstddef>
#include <cstdint>

/// Every bound on what the reader of CARLA recorder files takes (see also core/limits.h). A packet
/// is bounded by its size of 32 bits (formats/carla/README.md, 3), a text and a list by their
/// counts of 16 bits, and all of them by the bytes left; values are flat.
namespace scrubjay::carla::limits {

/// A text: its size has 16 bits (formats/carla/README.md, 1).
inline constexpr std::size_t kMostTextBytes = 0xFFFF;
/// Packets between frames that are kept for the next one, and of a frame before its EventAdd: real
/// files have none there. Beyond it, of those between frames:
/// "packet-outside-frame" as an error, and they are left out.
inline constexpr std::size_t kMostOutside = 4096;
/// Actors that hang on each other: vehicles have a handful. Beyond it an attachment is refused like
/// a circle, as "parent-circle".
inline constexpr int kDeepestAttachment = 64;
/// How many packets are looked at to tell what a file is, and how many frames and bytes to tell its
/// layout: the first frame of real files decides. What lies behind is read as they say.
inline constexpr int kMostHeadPackets = 64;
inline constexpr std::size_t kMostLayoutFrames = 256;
inline constexpr std::uint64_t kMostLayoutBytes = std::uint64_t{64} << 20;
/// Bytes of the answer to a query, which is held in memory. Beyond it the text ends with a line
/// that says so.
inline constexpr std::size_t kMostPrintedBytes = std::size_t{64} << 20;

}  // namespace scrubjay::carla::limits
