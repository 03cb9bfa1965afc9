#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace scrubjay::mcap {

// What the writer and the reader of MCAP files both name (formats/mcap/README.md, 2).

inline constexpr std::string_view kName = "mcap";  ///< of the format
inline constexpr std::string_view kMagic{"\x89MCAP0\r\n", 8};

/// Of records. 80 to FF are private, others may come.
enum Opcode : std::uint8_t {
  kHeader = 0x01,
  kFooter = 0x02,
  kSchema = 0x03,
  kChannel = 0x04,
  kMessage = 0x05,
  kChunk = 0x06,
  kMessageIndex = 0x07,
  kChunkIndex = 0x08,
  kAttachment = 0x09,
  kAttachmentIndex = 0x0A,
  kStatistics = 0x0B,
  kMetadata = 0x0C,
  kMetadataIndex = 0x0D,
  kSummaryOffset = 0x0E,
  kDataEnd = 0x0F,
};

/// How the records of a chunk are packed.
enum class ChunkCompression : std::uint8_t { zstd, lz4, none };

/// Keys and values of a record, each key once.
using TextMap = std::vector<std::pair<std::string, std::string>>;

// Metadata records that say what the other messages do not (formats/mcap/README.md, 7).
inline constexpr std::string_view kOwnRecord = "scrubjay.recording";
inline constexpr std::string_view kSourceRecord = "recording";
inline constexpr std::string_view kNamesRecord = "scrubjay.names.";  ///< and a package
inline constexpr std::string_view kCommentsRecord = "scrubjay.comments";
inline constexpr std::string_view kEntitiesRecord = "scrubjay.entities";
inline constexpr std::string_view kStreamsRecord = "scrubjay.streams";
inline constexpr std::string_view kLayersRecord = "scrubjay.layers";

// The attachment that says what the index pass of our own file would find in its chunks
// (formats/mcap/README.md, 6.1).
inline constexpr std::string_view kIndexAttachment = "scrubjay.index";
inline constexpr std::string_view kIndexType = "application/x-scrubjay-index";
inline constexpr std::uint32_t kIndexLayout = 2;

}  // namespace scrubjay::mcap
