#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

/// Every bound on what the reader of MCAP files takes (see also core/limits.h). Texts, maps and
/// lists are bounded by the bytes of their record.
namespace scrubjay::mcap::limits {

/// Bytes of a chunk before compression, and how many of them a compressed byte can stand for in one
/// that is larger than others: values that stay the same become many thousand times smaller, but
/// writers close chunks at a few MiB. Beyond it: "bad-chunk", and the chunk is left out.
inline constexpr std::uint64_t kMostChunkBytes = std::uint64_t{256} << 20;
inline constexpr std::uint64_t kMostRatio = 600;
inline constexpr std::uint64_t kAnyRatioBytes = std::uint64_t{16} << 20;
/// What so many compressed bytes may inflate to.
constexpr std::uint64_t most_inflated(std::uint64_t packed) {
  return std::min(kMostChunkBytes, std::max(kAnyRatioBytes, kMostRatio * packed));
}
/// Bytes of messages outside of chunks that are read at once.
inline constexpr std::uint64_t kLooseBytes = std::uint64_t{1} << 20;
/// Bytes and number of chunks whose times overlap, which are read as one. Beyond it messages that
/// come late are shown late. Several such fit into what stays inflated.
inline constexpr std::uint64_t kMostJoinedBytes = std::uint64_t{16} << 20;
inline constexpr std::size_t kMostJoined = 64;
/// Memory of chunks that stay inflated, at least one of them.
inline constexpr std::size_t kMostInflatedBytes = std::size_t{48} << 20;
/// Messages within each other: what walks them does so by recursion. Beyond it a message is shown
/// as its bytes.
inline constexpr int kDeepestValue = 32;
/// Values of one message. Beyond it: "limit", and the rest of the message is left out.
inline constexpr std::uint32_t kMostValues = 1U << 18;
/// Numbers of one list. Beyond it: "limit", and the rest of the list is left out.
inline constexpr std::size_t kMostNumbers = std::size_t{1} << 21;
/// Bytes of a schema, and message types in it. Beyond it: "bad-schema", and its messages are not
/// read.
inline constexpr std::size_t kMostSchemaBytes = std::size_t{16} << 20;
inline constexpr std::size_t kMostTypes = 65536;
/// Bytes of the full names of types in a schema of so many bytes, and of what types that are named
/// without their package are looked up as: names of nested types repeat those around them. Beyond
/// it: "bad-schema".
constexpr std::size_t most_name_bytes(std::size_t schema) {
  return (std::size_t{64} << 10) + 64 * schema;
}
/// Properties of one message that have no field, as they are nothing in all frames. Beyond it they
/// are left out.
inline constexpr std::size_t kMostUnset = 4096;
/// Frames of transforms that hang on each other: robots have a dozen or two. Beyond it a place is
/// told as if the next one were the root.
inline constexpr int kDeepestFrame = 64;
/// Bytes of a text that becomes the name of an event.
inline constexpr std::size_t kMostEventName = 1024;

}  // namespace scrubjay::mcap::limits
