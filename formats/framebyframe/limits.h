#pragma once

#include <cstddef>
#include <cstdint>

/// Every bound on what the reader of Frame by Frame takes (see also core/limits.h and
/// formats/compression/limits.h). Texts and counts are bounded by the bytes of the frame.
namespace scrubjay::framebyframe::limits {

/// Values nested within each other: what walks them does so by recursion. Beyond it: "too-deep",
/// and what is below is left out.
inline constexpr int kDeepestValue = 256;
/// Arrays around frames: real dumps have two. Beyond it: "not-a-frame".
inline constexpr int kDeepestArray = 8;
/// Bytes of a frame: simdjson parses up to 4 GB at once, and takes several times the memory for it.
/// Beyond it: "frame-too-large", and the frame is left out.
inline constexpr std::uint64_t kMostFrameBytes = std::uint64_t{1} << 30;
/// Bytes of a text that is repaired as a whole, which takes memory for all of it. Beyond it:
/// "broken-structure" or "cut-off" where the structure is damaged, and the frames before are shown.
inline constexpr std::size_t kMostRepairedBytes = std::size_t{64} << 20;
/// Frames whose brackets do not match; each may cost a look at the rest of the text. Beyond it the
/// text counts as broken: see kMostRepairedBytes.
inline constexpr std::uint64_t kMostFramesGivenUp = 16;
/// Looks for whole frames where damage may be, each of which may cost as much. Beyond it no damage
/// is looked for that leaves brackets matching, and the text counts as broken where they do not.
inline constexpr std::size_t kMostLooksForFrames = 64;
/// Frames whose time only a repair tells. Beyond it: "no-time", and they stand where they are.
inline constexpr std::size_t kMostRepairedTimes = 64;
/// Different layers and scenes: more than a person can use. Beyond it: "too-many-names", and the
/// rest is not listed.
inline constexpr std::size_t kMostLayers = 4096;
inline constexpr std::size_t kMostScenes = 65536;
/// Different files that are named but not carried. Beyond it: "too-many-names".
inline constexpr std::size_t kMostNamedResources = 65536;
/// Pixels along a side of an unpacked picture. Beyond it: "resource-damaged" when it is looked at.
inline constexpr double kMostPictureSide = 65536;
/// Ids of clients that Frame by Frame can tell apart (formats/framebyframe/README.md, 11). Beyond
/// it: "client-range", and the client is shown.
inline constexpr std::int64_t kMostClient = 255;

}  // namespace scrubjay::framebyframe::limits
