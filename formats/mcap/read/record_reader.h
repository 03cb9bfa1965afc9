#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/byte_reader.h"
#include "formats/mcap/records.h"

namespace scrubjay::mcap {

// Records taken apart (formats/mcap/README.md, 2). All views point into the bytes that were read.

/// Keys and values of a record.
using TextViews = std::vector<std::pair<std::string_view, std::string_view>>;

struct Record {
  std::uint8_t opcode = 0;
  std::uint64_t offset = 0;  ///< of its opcode, in the file or the chunk
  Bytes content;
};

/// One record after the other.
class RecordReader {
 public:
  /// `base` is the offset of the first byte.
  RecordReader(Bytes bytes, std::uint64_t base) : reader_(bytes, base) {}

  /// Nothing at the end, and where a record is not whole: `offset()` is that of its opcode then,
  /// and `is_at_end` false.
  std::optional<Record> next();
  bool is_at_end() const { return reader_.at_end(); }
  std::uint64_t offset() const { return reader_.offset(); }
  /// What is there of a record that is not whole: its opcode and the beginning of its content.
  std::optional<Record> cut_record() const;

 private:
  ByteReader reader_;
};

struct SchemaRecord {
  std::uint16_t id = 0;
  std::string_view name, encoding, data;
};

struct ChannelRecord {
  std::uint16_t id = 0, schema = 0;
  std::string_view topic, encoding;
  TextViews metadata;
};

struct MessageRecord {
  std::uint16_t channel = 0;
  std::uint32_t sequence = 0;
  std::uint64_t log_time = 0, publish_time = 0;  ///< nanoseconds
  Bytes data;
};

struct ChunkRecord {
  std::uint64_t first = 0, last = 0;  ///< log times
  std::uint64_t size = 0;             ///< before compression
  std::uint32_t crc = 0;              ///< 0: not stated
  std::string_view compression;
  std::uint64_t packed_size = 0;
  std::uint64_t packed_at = 0;  ///< where the packed records begin in the content
};

struct ChunkIndexRecord {
  std::uint64_t first = 0, last = 0;
  std::uint64_t start = 0, length = 0;  ///< of the chunk's record in the file
  std::uint64_t indexes = 0;            ///< bytes of its MessageIndex records, which are behind it
  std::string_view compression;
  std::uint64_t packed_size = 0, size = 0;
};

struct MessageIndexRecord {
  std::uint16_t channel = 0;
  Bytes entries;  ///< log time (8 bytes) and place in the chunk (8) of each message
};

struct AttachmentRecord {
  std::uint64_t log_time = 0;
  std::string_view name, media_type;
  std::uint64_t data_at = 0, data_size = 0;  ///< in the content
  std::uint32_t crc = 0;
};

struct AttachmentIndexRecord {
  std::uint64_t offset = 0, length = 0;
  std::uint64_t size = 0;
  std::string_view name, media_type;
};

struct StatisticsRecord {
  std::uint64_t messages = 0;
  std::uint32_t chunks = 0;
  std::vector<std::pair<std::uint16_t, std::uint64_t>> channels;  ///< messages of each
};

struct MetadataRecord {
  std::string_view name;
  TextViews entries;
};

struct FooterRecord {
  std::uint64_t summary = 0, summary_offsets = 0;
  std::uint32_t crc = 0;
};

// Nothing where the content is too short or a length is not right.
std::optional<SchemaRecord> read_schema(Bytes content);
std::optional<ChannelRecord> read_channel(Bytes content);
std::optional<MessageRecord> read_message(Bytes content);
/// Also of a chunk whose packed records are cut off.
std::optional<ChunkRecord> read_chunk(Bytes content);
std::optional<ChunkIndexRecord> read_chunk_index(Bytes content);
std::optional<MessageIndexRecord> read_message_index(Bytes content);
std::optional<AttachmentRecord> read_attachment(Bytes content);
std::optional<AttachmentIndexRecord> read_attachment_index(Bytes content);
std::optional<StatisticsRecord> read_statistics(Bytes content);
std::optional<MetadataRecord> read_metadata(Bytes content);
/// Offset and length of the record that a MetadataIndex is about.
std::optional<std::pair<std::uint64_t, std::uint64_t>> read_metadata_index(Bytes content);
std::optional<FooterRecord> read_footer(Bytes content);
/// Profile and library.
std::optional<std::pair<std::string_view, std::string_view>> read_header(Bytes content);

/// The compression of that name; nothing for one that is not read.
std::optional<ChunkCompression> compression_of(std::string_view name);

}  // namespace scrubjay::mcap
