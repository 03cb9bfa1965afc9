#pragma once

#include <cstddef>
#include <cstdint>

/// Every bound on what the reader of Colyseus captures takes (formats/colyseus/README.md, 10; see
/// also core/limits.h). A text is bounded by the bytes left of its message. Where nothing else is
/// said, beyond it: "limit", and the rest of that message is lost.
namespace scrubjay::colyseus::limits {

/// Generation 0 and walks over the tree; messages of rooms as JSON and msgpack. Beyond it, of a
/// message of a room: it is shown as bytes or text.
inline constexpr std::size_t kDeepestValue = 64;
/// Types of a handshake, and fields of a type. Beyond it: "bad-handshake".
inline constexpr std::size_t kMostTypes = 65536;
inline constexpr std::size_t kMostFields = 64;
/// Memory of the fields of all types, each with its ancestors' and their names: a type that others
/// extend counts for each of them. Beyond it: "bad-handshake".
inline constexpr std::size_t kMostFieldBytes = std::size_t{64} << 20;
/// Items of an array of generation 0.
inline constexpr std::uint64_t kMostItems = 1'048'576;
/// How far behind the end of an array an item may be: a five-byte index must not allocate 4 G
/// items.
inline constexpr std::uint64_t kMostGap = 65'536;
/// Indices and refIds, whole and not negative: what a double holds exactly. Beyond it: "bad-value".
inline constexpr double kMostIndex = 9007199254740992.0;  // 2^53
/// Live references.
inline constexpr std::size_t kMostStructures = 16'777'216;
/// Fields of all instances together: memory.
inline constexpr std::size_t kMostCells = std::size_t{1} << 26;
/// Steps that one message may cost: operations that move items of an array can be quadratic, and in
/// generation 0 each visit of a collection goes through its items.
inline constexpr std::uint64_t kMostWork = std::uint64_t{1} << 30;
/// Bytes of a matchmaker's reply in a HAR file that is looked at. Beyond it: its room stays
/// unnamed.
inline constexpr std::size_t kMostReplyBytes = 64 * 1024;
/// Messages read to tell which generation a stream is.
inline constexpr std::size_t kMostTriedMessages = 500;
/// Memory of checkpoints: beyond it they lie farther apart.
inline constexpr std::size_t kMostCheckpointBytes = std::size_t{36} << 20;

}  // namespace scrubjay::colyseus::limits
