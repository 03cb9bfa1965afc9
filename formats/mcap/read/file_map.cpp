#include "formats/mcap/read/file_map.h"

#include <algorithm>
#include <span>
#include <string>
#include <tuple>
#include <unordered_set>
#include <utility>

#include "core/probe.h"
#include "formats/compression/crc32.h"
#include "formats/mcap/limits.h"

namespace scrubjay::mcap {

namespace {

constexpr std::uint64_t kRecordHead = 1 + 8;
constexpr std::uint64_t kFooterBytes = kRecordHead + 8 + 8 + 4;

Problem problem_of(Severity severity, const char* code, std::uint64_t offset, std::string message) {
  Problem problem;
  problem.severity = severity;
  problem.code = code;
  problem.offset = offset;
  problem.message = std::move(message);
  return problem;
}

/// The one record that stands at `offset` and ends before `end`.
std::optional<Record> record_at(Bytes file, std::uint64_t offset, std::uint64_t end) {
  if (offset < kMagic.size() || offset > end || end > file.size()) return std::nullopt;
  const auto begin = static_cast<std::size_t>(offset);
  return RecordReader(file.subspan(begin, static_cast<std::size_t>(end) - begin), offset).next();
}

std::optional<Attachment> attachment_of(const Record& record) {
  const auto read = read_attachment(record.content);
  if (!read) return std::nullopt;
  const std::uint64_t content = record.offset + kRecordHead;
  return Attachment{.name = read->name,
                    .media_type = read->media_type,
                    .offset = content + read->data_at,
                    .size = read->data_size,
                    .record = content,
                    .crc = read->crc};
}

/// Why a chunk cannot be read, or the block that it is.
std::expected<Block, Problem> block_of(const Record& record, bool is_cut) {
  const auto bad = [&](std::string message) {
    return std::unexpected(
        problem_of(Severity::error, "bad-chunk", record.offset, std::move(message)));
  };
  const auto chunk = read_chunk(record.content);
  if (!chunk) return bad("The head of a chunk cannot be read: the chunk is left out.");
  const auto compression = compression_of(chunk->compression);
  if (!compression) {
    Problem problem =
        problem_of(Severity::error, "unknown-compression", record.offset,
                   "A chunk is compressed in a way that is not read: it is left out.");
    problem.expected = "zstd, lz4 or none";
    problem.found = std::string(chunk->compression.substr(0, 32));
    return std::unexpected(std::move(problem));
  }
  const std::uint64_t left = record.content.size() - chunk->packed_at;
  if (chunk->packed_size > left && !is_cut) {
    return bad("A chunk says that it has more bytes than its record: it is left out.");
  }
  Block block{.first = chunk->first,
              .last = chunk->last,
              .record = record.offset,
              .offset = record.offset + kRecordHead + chunk->packed_at,
              .packed_size = std::min(left, chunk->packed_size),
              .size = chunk->size,
              .crc = is_cut ? 0 : chunk->crc,
              .compression = *compression,
              .is_cut = is_cut};
  const bool is_packed = block.compression != ChunkCompression::none;
  const std::uint64_t most = limits::most_inflated(block.packed_size);
  if (is_packed && block.size > most) {
    if (!is_cut) return bad("A chunk says that it inflates to more than it can: it is left out.");
    block.size = most;
  }
  if (!is_packed) block.size = block.packed_size;
  return block;
}

void note_time(FileMap& map, std::uint64_t time) {
  map.first_time = std::min(map.first_time.value_or(time), time);
}

/// Of a chunk, or a block: both times are 0 where it has no messages.
void note_times(FileMap& map, const auto& chunk) {
  if (chunk.last > 0) note_time(map, chunk.first);
}

/// Puts them in order, and those together whose times overlap: of what their messages say the last
/// one at each time counts, whichever chunk it is in.
void sort_blocks(FileMap& map) {
  std::ranges::stable_sort(map.blocks, {},
                           [](const Block& block) { return std::pair(block.first, block.record); });
  std::vector<Block> joined;
  for (Block& block : map.blocks) {
    const bool overlaps = !joined.empty() && block.first < joined.back().last &&
                          joined.back().size + block.size <= limits::kMostJoinedBytes &&
                          joined.back().parts.size() < limits::kMostJoined;
    if (!overlaps) {
      joined.push_back(std::move(block));
      continue;
    }
    Block& whole = joined.back();
    if (whole.parts.empty()) whole.parts = {Block(whole)};
    whole.last = std::max(whole.last, block.last);
    whole.size += block.size;
    whole.indexes_size += block.indexes_size;
    whole.parts.push_back(std::move(block));
  }
  map.blocks = std::move(joined);
}

/// The records of a summary, and what they lead to.
class SummaryReader {
 public:
  SummaryReader(Bytes file, FileMap& map) : file_(file), map_(map) {
    for (const MetadataRecord& known : map.metadata) known_names_.insert(place_of(known));
  }

  /// Why it cannot be used; empty when `map` has all of it.
  std::string read(std::uint64_t footer_at);
  bool is_absent() const { return is_absent_; }

 private:
  bool take(const Record& record);
  bool take_chunk(const ChunkIndexRecord& index);
  bool take_attachment(const AttachmentIndexRecord& index);
  bool take_metadata(std::pair<std::uint64_t, std::uint64_t> place);
  bool leaves_out(std::uint64_t begin, std::uint64_t end) const;
  /// Where its name is in the file.
  std::uint64_t place_of(const MetadataRecord& metadata) const {
    return static_cast<std::uint64_t>(metadata.name.data() - as_text(file_).data());
  }

  Bytes file_;
  FileMap& map_;
  /// A chunk, and where what indexes its messages ends.
  struct ChunkPlace {
    std::uint64_t begin = 0, end = 0, indexes_end = 0;
  };
  std::vector<ChunkPlace> chunks_;
  std::unordered_set<std::uint64_t> known_names_;  ///< places of those of the metadata
  std::uint64_t end_ = 0;                          ///< of the data
  bool is_absent_ = false;
};

bool SummaryReader::take_chunk(const ChunkIndexRecord& index) {
  const auto record = record_at(file_, index.start, end_);
  if (!record || record->opcode != kChunk) return false;
  if (record->content.size() + kRecordHead != index.length) return false;
  const std::uint64_t behind = index.start + index.length;
  const std::uint64_t indexes = index.indexes <= end_ - behind ? index.indexes : 0;
  chunks_.push_back({index.start, behind, behind + indexes});
  auto block = block_of(*record, false);
  if (!block) {
    fold_into(map_.problems, std::move(block.error()));
    return true;
  }
  note_times(map_, *block);
  block->indexes = behind;
  block->indexes_size = indexes;
  map_.blocks.push_back(*block);
  return true;
}

bool SummaryReader::take_attachment(const AttachmentIndexRecord& index) {
  const auto record = record_at(file_, index.offset, end_);
  if (!record || record->opcode != kAttachment) return false;
  const auto attachment = attachment_of(*record);
  if (attachment) map_.attachments.push_back(*attachment);
  return attachment.has_value();
}

bool SummaryReader::take_metadata(std::pair<std::uint64_t, std::uint64_t> place) {
  const auto record = record_at(file_, place.first, end_);
  if (!record || record->opcode != kMetadata) return false;
  // A record begins with the length of its name.
  if (known_names_.contains(record->offset + kRecordHead + sizeof(std::uint32_t))) return true;
  auto metadata = read_metadata(record->content);
  if (!metadata) return false;
  known_names_.insert(place_of(*metadata));
  map_.metadata.push_back(std::move(*metadata));
  return true;
}

bool SummaryReader::take(const Record& record) {
  const auto with = [](auto read, auto then) { return read.has_value() && then(*read); };
  switch (record.opcode) {
    case kSchema:
      return with(read_schema(record.content), [&](const SchemaRecord& schema) {
        map_.schemas.push_back(schema);
        return true;
      });
    case kChannel:
      return with(read_channel(record.content), [&](const ChannelRecord& channel) {
        map_.channels.push_back(channel);
        return true;
      });
    case kStatistics:
      map_.statistics = read_statistics(record.content);
      return map_.statistics.has_value();
    case kChunkIndex:
      return with(read_chunk_index(record.content),
                  [&](const ChunkIndexRecord& index) { return take_chunk(index); });
    case kAttachmentIndex:
      return with(read_attachment_index(record.content),
                  [&](const AttachmentIndexRecord& index) { return take_attachment(index); });
    case kMetadataIndex:
      return with(read_metadata_index(record.content),
                  [&](const auto& place) { return take_metadata(place); });
    default: return true;
  }
}

std::string SummaryReader::read(std::uint64_t footer_at) {
  const auto record = record_at(file_, footer_at, file_.size());
  const auto footer =
      record && record->opcode == kFooter ? read_footer(record->content) : std::nullopt;
  if (!footer) return "The footer cannot be read";
  is_absent_ = footer->summary == 0;
  if (is_absent_) return "The file has no summary";
  end_ = footer->summary;
  if (end_ < kMagic.size() || end_ > footer_at) return "The summary lies outside of the file";
  const auto begin = static_cast<std::size_t>(end_);
  const auto summed = static_cast<std::size_t>(footer_at + kFooterBytes - 4) - begin;
  if (footer->crc != 0 && compression::crc32(file_.subspan(begin, summed)) != footer->crc) {
    return "The summary is damaged";
  }
  const auto size = static_cast<std::size_t>(footer_at) - begin;
  RecordReader records(file_.subspan(begin, size), end_);
  while (const auto next = records.next()) {
    if (!take(*next)) return "The summary leads to what is not there";
  }
  if (!records.is_at_end()) return "The summary is not whole";
  const auto& statistics = map_.statistics;
  const bool has_index = statistics ? statistics->chunks == chunks_.size() : !chunks_.empty();
  if (!has_index || (chunks_.empty() && statistics->messages > 0)) {
    is_absent_ = true;
    return "The summary has no index of all messages";
  }
  std::ranges::sort(chunks_, {}, &ChunkPlace::begin);
  std::uint64_t behind = kMagic.size();
  std::uint64_t indexes_end = behind;
  for (const ChunkPlace& chunk : chunks_) {
    // A chunk that is told twice would give its messages twice.
    if (chunk.begin < behind) return "The summary lists a chunk twice";
    if (leaves_out(indexes_end, chunk.begin)) return "The summary leaves out messages";
    std::tie(behind, indexes_end) = std::pair(chunk.end, chunk.indexes_end);
  }
  return leaves_out(indexes_end, end_) ? "The summary leaves out messages" : "";
}

/// Whether messages, or a chunk, stand there.
bool SummaryReader::leaves_out(std::uint64_t begin, std::uint64_t end) const {
  if (begin >= end) return false;
  const auto at = static_cast<std::size_t>(begin);
  RecordReader records(file_.subspan(at, static_cast<std::size_t>(end) - at), begin);
  while (const auto record = records.next()) {
    if (record->opcode == kMessage || record->opcode == kChunk) return true;
    if (record->opcode == kDataEnd) break;
  }
  return false;
}

/// The header and the metadata in front of all messages.
void read_head(Bytes file, FileMap& map) {
  RecordReader records(file.subspan(kMagic.size()), kMagic.size());
  bool is_first = true;
  while (const auto record = records.next()) {
    if (std::exchange(is_first, false)) {
      const auto header = record->opcode == kHeader ? read_header(record->content) : std::nullopt;
      if (header) std::tie(map.profile, map.library) = *header;
      if (!header) {
        fold_into(map.problems, problem_of(Severity::warning, "bad-header", record->offset,
                                           "The file does not begin with a header."));
      }
      if (record->opcode == kHeader) continue;
    }
    if (record->opcode == kMetadata) {
      if (auto metadata = read_metadata(record->content))
        map.metadata.push_back(std::move(*metadata));
      continue;
    }
    // The walk finds the least of all; this one is for files that it has not gone through.
    if (record->opcode == kChunk) {
      if (const auto chunk = read_chunk(record->content)) note_times(map, *chunk);
    } else if (record->opcode == kMessage) {
      if (const auto message = read_message(record->content)) note_time(map, message->log_time);
    }
    if (map.first_time || record->opcode == kDataEnd) return;
  }
  if (const auto cut = records.cut_record(); cut && cut->opcode == kChunk) {
    if (const auto chunk = read_chunk(cut->content)) note_times(map, *chunk);
  }
}

}  // namespace

const TextViews* FileMap::find_metadata(std::string_view name) const {
  const auto found = std::ranges::find(metadata, name, &MetadataRecord::name);
  return found == metadata.end() ? nullptr : &found->entries;
}

Result<FileMap> read_front(Bytes file) {
  if (file.empty()) {
    Problem problem = problem_of(Severity::fatal, "empty-file", 0, "The file is empty.");
    problem.expected = "an MCAP file";
    problem.found = "0 bytes";
    return failure(std::move(problem));
  }
  if (!as_text(file).starts_with(kMagic)) {
    Problem problem =
        problem_of(Severity::fatal, "not-mcap", 0, "The file does not begin as MCAP files do.");
    problem.expected = "89 4D 43 41 50 30 0D 0A";
    problem.found = first_bytes(file);
    return failure(std::move(problem));
  }
  FileMap map;
  read_head(file, map);
  map.has_end = file.size() >= 2 * kMagic.size() + kFooterBytes && as_text(file).ends_with(kMagic);
  if (!map.has_end) return map;  // the walk says where it is cut off
  const std::uint64_t footer_at = file.size() - kMagic.size() - kFooterBytes;
  FileMap whole = map;
  SummaryReader reader(file, whole);
  const std::string why = reader.read(footer_at);
  if (why.empty()) {
    whole.has_summary = true;
    whole.is_complete = true;
    sort_blocks(whole);
    return whole;
  }
  fold_into(map.problems, problem_of(reader.is_absent() ? Severity::note : Severity::warning,
                                     reader.is_absent() ? "no-summary" : "bad-summary", footer_at,
                                     why + ": the whole file is gone through instead."));
  return map;
}

RecordWalk::RecordWalk(Bytes file, FileMap& map)
    : map_(map),
      reader_(file.subspan(kMagic.size()), kMagic.size()),
      last_known_(map.metadata.empty() ? nullptr : map.metadata.back().name.data()) {}

void RecordWalk::take_chunk(const Record& record, bool is_cut) {
  auto block = block_of(record, is_cut);
  if (!block) {
    fold_into(map_.problems, std::move(block.error()));
    return;
  }
  note_times(map_, *block);
  map_.blocks.push_back(*block);
}

void RecordWalk::take_message(const Record& record) {
  const auto message = read_message(record.content);
  if (!message) {
    fold_into(map_.problems, problem_of(Severity::error, "bad-record", record.offset,
                                        "A message is too short: it is left out."));
    return;
  }
  note_time(map_, message->log_time);
  const std::uint64_t end = record.offset + kRecordHead + record.content.size();
  if (!is_loose_ || end - map_.blocks.back().offset > limits::kLooseBytes) {
    map_.blocks.push_back({.first = message->log_time,
                           .last = message->log_time,
                           .record = record.offset,
                           .offset = record.offset});
  }
  Block& block = map_.blocks.back();
  block.first = std::min(block.first, message->log_time);
  block.last = std::max(block.last, message->log_time);
  block.size = block.packed_size = end - block.offset;
  is_loose_ = true;
}

void RecordWalk::take(const Record& record) {
  const auto bad = [&](const char* what) {
    fold_into(map_.problems, problem_of(Severity::error, "bad-record", record.offset,
                                        std::string(what) + " cannot be read: it is left out."));
  };
  switch (record.opcode) {
    case kSchema:
      if (const auto schema = read_schema(record.content)) return map_.schemas.push_back(*schema);
      return bad("A schema");
    case kChannel:
      if (auto channel = read_channel(record.content)) {
        return map_.channels.push_back(std::move(*channel));
      }
      return bad("A channel");
    case kAttachment:
      if (const auto attachment = attachment_of(record)) {
        return map_.attachments.push_back(*attachment);
      }
      return bad("An attachment");
    case kMetadata:
      if (auto metadata = read_metadata(record.content)) {
        const bool is_known = last_known_ != nullptr && metadata->name.data() <= last_known_;
        if (!is_known) map_.metadata.push_back(std::move(*metadata));
        return;
      }
      return bad("A metadata record");
    default: return;
  }
}

bool RecordWalk::step() {
  const auto record = reader_.next();
  if (!record) {
    take_cut();
    return false;
  }
  if (record->opcode == kDataEnd) {
    map_.is_complete = map_.has_end;
    if (!map_.has_end) tell_cut_summary();
    return false;
  }
  if (record->opcode == kFooter) {
    fold_into(map_.problems, problem_of(Severity::warning, "no-data-end", record->offset,
                                        "The data ends without its mark."));
    return false;
  }
  if (record->opcode == kMessage) {
    take_message(*record);
    return true;
  }
  is_loose_ = false;
  if (record->opcode == kChunk) {
    take_chunk(*record, false);
  } else {
    take(*record);
  }
  return true;
}

void RecordWalk::tell_cut_summary() {
  // What is not whole is the first record that does not end, or the magic behind the footer.
  for (auto record = reader_.next(); record && record->opcode != kFooter;) record = reader_.next();
  fold_into(map_.problems, problem_of(Severity::warning, "cut-off", reader_.offset(),
                                      "The file ends in its summary: the data are whole."));
}

void RecordWalk::take_cut() {
  is_loose_ = false;
  if (const auto cut = reader_.cut_record();
      cut && cut->opcode == kChunk && read_chunk(cut->content)) {
    take_chunk(*cut, true);
  }
  fold_into(map_.problems,
            problem_of(Severity::error, "cut-off", reader_.offset(),
                       "The file ends in the middle: what is whole before is shown."));
}

void RecordWalk::finish() { sort_blocks(map_); }

}  // namespace scrubjay::mcap
