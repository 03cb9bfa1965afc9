#pragma once

#include <cstddef>
#include <cstdint>

/// Every bound on what the reader of XREC takes (formats/xrec/README.md, 6.2, 8.2; see also
/// core/limits.h).
namespace scrubjay::xrec::limits {

// Containers and blocks (formats/xrec/README.md, 8.2).

/// Payload of a packet. Beyond it: "bad-event-packet", and the packet is lost.
inline constexpr std::uint64_t kMostPayloadBytes = std::uint64_t{1} << 30;
/// A block, decompressed: it is allocated at once. Beyond it: "bad-event-packet".
inline constexpr std::uint64_t kMostBlockBytes = std::uint64_t{256} << 20;
/// One text. Beyond it: "bad-event-packet" for one of a block's table, "bad-event" for one in an
/// event, "bad-metadata" for one of the metadata.
inline constexpr std::uint32_t kMostTextBytes = 16u << 20;
/// Types of a block, and fields of a type. Beyond it: "bad-event-packet".
inline constexpr std::uint32_t kMostTypes = 65536;
inline constexpr std::uint32_t kMostFields = 4096;
/// Entries of the metadata. Beyond it: "bad-metadata".
inline constexpr std::uint32_t kMostMetadata = 65536;
/// A field's value is at depth 0. Beyond it: "bad-event".
inline constexpr unsigned kDeepestValue = 32;

// What one event may put into a property tree: a few bytes can name a text of 16 MiB or stand for
// a null. What is beyond is checked and counted by one more node, but not kept.
inline constexpr std::uint32_t kMostNodes = 1u << 20;
inline constexpr std::uint64_t kMostShownTextBytes = 64u << 20;
inline constexpr std::uint64_t kMostNumbers = 1u << 22;

// NRBF (formats/xrec/README.md, 6.2). Beyond each: "bad-nrbf", and the packet is lost.

/// Records nested inside one another.
inline constexpr std::size_t kDeepestRecord = 64;
/// Members of a class.
inline constexpr std::uint32_t kMostMembers = 4096;
/// Names of classes, members and libraries.
inline constexpr std::uint32_t kMostNameBytes = 64 * 1024;
inline constexpr std::uint32_t kMostDecimalBytes = 64;
/// Elements of an array of no primitives: a run of nulls can promise 2^31 of them in five bytes.
inline constexpr std::uint32_t kMostElements = 1u << 20;
/// Members and elements of the whole stream.
inline constexpr std::uint32_t kMostValues = 8u * 1024 * 1024;
inline constexpr std::int32_t kMostRank = 32;
/// An object that is shown inside others: beyond it one text stands for it
/// (formats/xrec/README.md, 6.3).
inline constexpr std::uint32_t kDeepestShown = 64;

// Memory.

/// A path of 16 MiB with a '/' at every second byte would imply 32 TiB of parents' texts: it has
/// none where they could take more than this.
inline constexpr std::uint64_t kMostImpliedBytesOfOne = 1u << 20;
/// The same for the texts of all implied parents; from then on only known parents count.
inline constexpr std::uint64_t kMostImpliedBytesOfAll = 32u << 20;
/// Checkpoints of all objects' states: beyond it they lie farther apart.
inline constexpr std::size_t kMostCheckpointBytes = std::size_t{8} << 20;
/// What packets leave of objects at rest: this and a part of the file. Beyond it seeks read more
/// packets.
inline constexpr std::size_t kMostRestBytes = std::size_t{8} << 20;
inline constexpr std::size_t kRestPart = 100;
/// Samples of packets that wait for others that end before them: beyond it they are read again.
inline constexpr std::size_t kMostWaitingBytes = std::size_t{16} << 20;
/// Decoded packets that are kept: beyond it they are decoded again.
inline constexpr std::size_t kMostPacketCacheBytes = std::size_t{16} << 20;

}  // namespace scrubjay::xrec::limits
