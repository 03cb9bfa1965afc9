#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/format_writer.h"
#include "formats/mcap/records.h"

namespace scrubjay::mcap {

/// What a channel carries. Its numbers in the file come with its first message.
struct Channel {
  std::string topic;
  std::size_t schema = 0;  ///< row of what `ContainerWriter` was given
  TextMap metadata;
};

struct Schema {
  std::string name;  ///< "foxglove.Log"
  std::string data;  ///< a FileDescriptorSet
};

/// A message on its way into the file.
struct MessageHead {
  std::size_t channel = 0;  ///< row of what `ContainerWriter` was given
  std::uint32_t sequence = 0;
  std::uint64_t log_time = 0;      ///< nanoseconds, never less than before
  std::uint64_t publish_time = 0;  ///< nanoseconds
};

/// Writes the records of an MCAP file one after the other (formats/mcap/README.md, 2). Memory: one
/// chunk, and the chunk indexes for the summary, which grow with the file (56 bytes a chunk and 10
/// for each topic in it). Behind an error what follows does nothing.
class ContainerWriter {
 public:
  /// A chunk is closed behind the frame that brings it to so many bytes ...
  static constexpr std::size_t kChunkBytes = std::size_t{4} << 20;
  /// ... and before one that would bring it above so many.
  static constexpr std::size_t kMostChunkBytes = std::size_t{8} << 20;
  /// With messages: their ids have 16 bits, and count from 1.
  static constexpr std::size_t kMostChannels = 0xFFFF;

  /// `schemas` and `channels` must outlive the writer. Channels may be added behind the others
  /// until the end.
  ContainerWriter(const ByteSink& sink, ChunkCompression compression,
                  const std::vector<Schema>& schemas, const std::vector<Channel>& channels);
  ContainerWriter(const ContainerWriter&) = delete;
  ContainerWriter& operator=(const ContainerWriter&) = delete;

  void begin(std::string_view library);
  /// Before the first message.
  void metadata(std::string_view name, const TextMap& entries);
  /// Before the messages of a frame, which have about so many bytes.
  void begin_frame(std::size_t bytes);
  void message(const MessageHead& head, std::string_view data);
  void end_frame();
  /// Behind the last frame.
  void attachment(std::string_view name, std::string_view media_type, std::uint64_t log_time,
                  std::string_view data);
  void end();
  /// Behind the last frame; `attachment` and `end` do it, too.
  void close_chunk();

  /// Where a message will be.
  struct Place {
    std::uint16_t channel = 0;  ///< id in the file; 0 where it can have no more channels
    std::uint32_t chunk = 0;
    std::uint32_t message = 0;  ///< in the chunk
  };
  /// Of the next message, which will be on that channel.
  Place next_place(std::size_t channel);
  /// Tells the chunks that were closed from any others: the sum of their places, sizes and sums.
  std::uint32_t chunks_sum() const;

  /// The error, once there is one: "not-written" when the sink refused, or a chunk could not be
  /// compressed, "too-large" beyond `kMostChannels`.
  Result<void> status() const;

 private:
  struct ChunkIndex {
    std::uint64_t first = 0, last = 0;
    std::uint64_t start = 0, length = 0;
    std::vector<std::pair<std::uint16_t, std::uint64_t>> message_indexes;
    std::uint64_t indexes_length = 0;
    std::uint64_t packed = 0, size = 0;
    std::uint32_t crc = 0;
    ChunkCompression compression = ChunkCompression::none;
  };
  struct AttachmentIndex {
    std::uint64_t offset = 0, length = 0, log_time = 0, size = 0;
    std::string name, media_type;
  };
  struct MetadataIndex {
    std::uint64_t offset = 0, length = 0;
    std::string name;
  };

  void put(std::string_view bytes);
  /// Of the data section, whose CRC is told at its end.
  void put_data(std::string_view bytes);
  void write_schema(std::string& out, std::size_t schema) const;
  void write_channel(std::string& out, std::size_t channel) const;
  /// 0 where the file can have no more.
  std::uint16_t channel_id(std::size_t channel);
  /// Valid until the chunk changes; empty when that fails.
  std::string_view pack_chunk();
  void write_group(std::string& summary, std::string& offsets, std::uint8_t opcode,
                   const std::string& records) const;
  std::string statistics() const;
  std::string chunk_indexes() const;

  const ByteSink& sink_;
  ChunkCompression compression_;
  const std::vector<Schema>& schemas_;
  const std::vector<Channel>& channels_;
  bool is_good_ = true;
  bool has_too_many_channels_ = false;
  std::uint64_t offset_ = 0;
  std::uint32_t data_crc_ = 0;

  std::vector<std::uint16_t> schema_ids_;   ///< by row; 0: not used yet
  std::vector<std::uint16_t> channel_ids_;  ///< likewise
  std::vector<std::size_t> used_schemas_;   ///< rows, by id - 1
  std::vector<std::size_t> used_channels_;
  std::vector<std::uint64_t> messages_;  ///< by channel id - 1

  std::string chunk_;
  std::uint64_t chunk_first_ = 0, chunk_last_ = 0;
  bool has_messages_ = false;  ///< the chunk
  std::uint32_t chunk_messages_ = 0;
  /// Of the chunk, by channel id - 1: log times with places, as they stand in its index.
  std::vector<std::string> chunk_places_;
  std::string packed_;  ///< storage for the chunk's compressed bytes

  std::uint64_t first_ = 0, last_ = 0;
  std::vector<ChunkIndex> chunks_;
  std::vector<AttachmentIndex> attachments_;
  std::vector<MetadataIndex> metadata_;
};

}  // namespace scrubjay::mcap
