#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/problem.h"
#include "formats/mcap/read/record_reader.h"

namespace scrubjay::mcap {

/// A run of records with messages: a chunk, or what stands between chunks.
struct Block {
  std::uint64_t first = 0, last = 0;  ///< log times, as the file says
  std::uint64_t record = 0;           ///< where it begins in the file
  std::uint64_t offset = 0;           ///< of its packed records
  std::uint64_t packed_size = 0;
  std::uint64_t size = 0;  ///< of its records
  std::uint32_t crc = 0;   ///< of its records; 0: not stated
  ChunkCompression compression = ChunkCompression::none;
  bool is_cut = false;  ///< the file ends in it
  /// Where the records that index its messages are, and their bytes; 0: there are none.
  std::uint64_t indexes = 0, indexes_size = 0;
  /// Blocks whose times overlap, which are read as one: this one then has the times, the size and
  /// the bytes of indexes of all, and is else the first of them. Mostly empty.
  std::vector<Block> parts = {};

  /// Else messages that stand outside of chunks.
  bool is_chunk() const { return offset != record; }
  /// The blocks that it is made of: itself, or its parts.
  std::span<const Block> all() const {
    return parts.empty() ? std::span<const Block>(this, 1) : std::span<const Block>(parts);
  }
};

/// A file that the recording carries.
struct Attachment {
  std::string_view name, media_type;
  std::uint64_t offset = 0, size = 0;  ///< of its data
  std::uint64_t record = 0;            ///< of its content, which the sum is over
  std::uint32_t crc = 0;               ///< 0: not stated
};

/// Where things are in a file. Views point into the file.
struct FileMap {
  std::string_view profile, library;
  std::vector<Block> blocks;  ///< in order of their first log time
  std::vector<SchemaRecord> schemas;
  std::vector<ChannelRecord> channels;
  std::vector<MetadataRecord> metadata;
  std::vector<Attachment> attachments;
  std::optional<std::uint64_t> first_time;     ///< the least log time that is known
  std::optional<StatisticsRecord> statistics;  ///< of the summary
  std::vector<Problem> problems;
  bool has_summary = false;  ///< all of the above is there
  bool has_end = false;      ///< a footer's place and the magic behind it
  bool is_complete = false;  ///< to the magic at the end

  /// The entries of the metadata record of that name, or null.
  const TextViews* find_metadata(std::string_view name) const;
};

/// What stands in front of the first message and in the summary (formats/mcap/README.md, 8).
/// Without a summary that can be used the rest is `walk_records`'. Errors, fatal: "empty-file",
/// "not-mcap".
Result<FileMap> read_front(Bytes file);

/// Goes from record to record through the whole file; stops soon after `is_cancelled` says so.
template <class IsCancelled>
void walk_records(Bytes file, FileMap& map, IsCancelled is_cancelled);

/// One step of it after the other.
class RecordWalk {
 public:
  RecordWalk(Bytes file, FileMap& map);
  /// False when it is over.
  bool step();
  std::uint64_t offset() const { return reader_.offset(); }
  void finish();

 private:
  void take(const Record& record);
  void take_cut();
  void tell_cut_summary();
  void take_chunk(const Record& record, bool is_cut);
  void take_message(const Record& record);

  FileMap& map_;
  RecordReader reader_;
  const char* last_known_;  ///< where the name of the last metadata in front is, or null
  bool is_loose_ = false;   ///< the last block is of messages outside of chunks
};

template <class IsCancelled>
void walk_records(Bytes file, FileMap& map, IsCancelled is_cancelled) {
  RecordWalk walk(file, map);
  while (!is_cancelled(walk.offset()) && walk.step()) {
  }
  walk.finish();
}

}  // namespace scrubjay::mcap
