#include "formats/mcap/write/container.h"

#include <lz4frame.h>

#include <algorithm>
#include <array>
#include <span>

#include "formats/compression/crc32.h"
#include "formats/mcap/limits.h"
#include "formats/zstd_frame.h"

namespace scrubjay::mcap {

namespace {

/// Returns what is behind it.
template <class Number>
char* put_number(char* to, Number value) {
  for (std::size_t i = 0; i < sizeof(Number); ++i) {
    to[i] = static_cast<char>(static_cast<std::uint64_t>(value) >> (8 * i) & 0xFF);
  }
  return to + sizeof(Number);
}

template <class Number>
void add(std::string& out, Number value) {
  std::array<char, sizeof(Number)> bytes;
  put_number(bytes.data(), value);
  out.append(bytes.data(), bytes.size());
}

void add_text(std::string& out, std::string_view text) {
  add(out, static_cast<std::uint32_t>(text.size()));
  out.append(text);
}

void add_map(std::string& out, const TextMap& entries) {
  std::string content;
  for (const auto& [key, value] : entries) {
    add_text(content, key);
    add_text(content, value);
  }
  add_text(out, content);
}

void add_record(std::string& out, Opcode opcode, std::string_view content) {
  out += static_cast<char>(opcode);
  add(out, static_cast<std::uint64_t>(content.size()));
  out.append(content);
}

std::uint32_t crc_of(std::string_view bytes, std::uint32_t before = 0) {
  return compression::crc32(std::as_bytes(std::span(bytes)), before);
}

std::string_view name_of(ChunkCompression compression) {
  switch (compression) {
    case ChunkCompression::zstd: return "zstd";
    case ChunkCompression::lz4: return "lz4";
    case ChunkCompression::none: break;
  }
  return "";
}

}  // namespace

ContainerWriter::ContainerWriter(const ByteSink& sink, ChunkCompression compression,
                                 const std::vector<Schema>& schemas,
                                 const std::vector<Channel>& channels)
    : sink_(sink),
      compression_(compression),
      schemas_(schemas),
      channels_(channels),
      schema_ids_(schemas.size()) {}

Result<void> ContainerWriter::status() const {
  if (has_too_many_channels_) {
    return failure(fatal_problem("too-large",
                                 "The recording has more topics than an MCAP file can hold.",
                                 "at most " + std::to_string(kMostChannels) + ": fewer streams"));
  }
  if (!is_good_) return failure(not_written());
  return {};
}

void ContainerWriter::put(std::string_view bytes) {
  if (is_good_) is_good_ = sink_(std::as_bytes(std::span(bytes)));
  offset_ += bytes.size();
}

void ContainerWriter::put_data(std::string_view bytes) {
  data_crc_ = crc_of(bytes, data_crc_);
  put(bytes);
}

void ContainerWriter::begin(std::string_view library) {
  std::string content;
  add_text(content, "");
  add_text(content, library);
  std::string out(kMagic);
  add_record(out, kHeader, content);
  put_data(out);
}

void ContainerWriter::metadata(std::string_view name, const TextMap& entries) {
  std::string content;
  add_text(content, name);
  add_map(content, entries);
  std::string out;
  add_record(out, kMetadata, content);
  metadata_.push_back({offset_, out.size(), std::string(name)});
  put_data(out);
}

void ContainerWriter::write_schema(std::string& out, std::size_t schema) const {
  std::string content;
  add(content, schema_ids_[schema]);
  add_text(content, schemas_[schema].name);
  add_text(content, "protobuf");
  add_text(content, schemas_[schema].data);
  add_record(out, kSchema, content);
}

void ContainerWriter::write_channel(std::string& out, std::size_t channel) const {
  std::string content;
  add(content, channel_ids_[channel]);
  add(content, schema_ids_[channels_[channel].schema]);
  add_text(content, channels_[channel].topic);
  add_text(content, "protobuf");
  add_map(content, channels_[channel].metadata);
  add_record(out, kChannel, content);
}

std::uint16_t ContainerWriter::channel_id(std::size_t channel) {
  if (channel >= channel_ids_.size()) channel_ids_.resize(channels_.size());
  std::uint16_t& id = channel_ids_[channel];
  if (id != 0) return id;
  if (used_channels_.size() == kMostChannels) {
    has_too_many_channels_ = true;
    is_good_ = false;
    return 0;
  }
  const std::size_t schema = channels_[channel].schema;
  if (schema_ids_[schema] == 0) {
    used_schemas_.push_back(schema);
    schema_ids_[schema] = static_cast<std::uint16_t>(used_schemas_.size());
    write_schema(chunk_, schema);
  }
  used_channels_.push_back(channel);
  messages_.push_back(0);
  chunk_places_.emplace_back();
  id = static_cast<std::uint16_t>(used_channels_.size());
  write_channel(chunk_, channel);
  return id;
}

void ContainerWriter::begin_frame(std::size_t bytes) {
  if (has_messages_ && chunk_.size() + bytes > kMostChunkBytes) close_chunk();
}

void ContainerWriter::message(const MessageHead& head, std::string_view data) {
  const std::uint16_t id = channel_id(head.channel);
  if (id == 0) return;
  std::array<char, 8 + 8> place;
  put_number(put_number(place.data(), head.log_time), static_cast<std::uint64_t>(chunk_.size()));
  chunk_places_[id - 1U].append(place.data(), place.size());
  chunk_first_ = has_messages_ ? std::min(chunk_first_, head.log_time) : head.log_time;
  chunk_last_ = has_messages_ ? std::max(chunk_last_, head.log_time) : head.log_time;
  has_messages_ = true;
  ++chunk_messages_;
  ++messages_[id - 1U];
  constexpr std::size_t kHead = 2 + 4 + 8 + 8;
  std::array<char, 1 + 8 + kHead> bytes;
  bytes[0] = static_cast<char>(kMessage);
  char* at = put_number(bytes.data() + 1, static_cast<std::uint64_t>(kHead + data.size()));
  at = put_number(at, id);
  at = put_number(at, head.sequence);
  at = put_number(at, head.log_time);
  put_number(at, head.publish_time);
  chunk_.append(bytes.data(), bytes.size());
  chunk_.append(data);
}

void ContainerWriter::end_frame() {
  if (chunk_.size() >= kChunkBytes) close_chunk();
}

std::string_view ContainerWriter::pack_chunk() {
  if (compression_ == ChunkCompression::none) return chunk_;
  if (compression_ == ChunkCompression::zstd) {
    constexpr int kLevel = 3;
    packed_.clear();
    return append_zstd(packed_, chunk_, kLevel) ? std::string_view(packed_) : std::string_view();
  }
  // Blocks of their own take a quarter less time than those that refer to the one before, for a
  // twentieth more bytes.
  LZ4F_preferences_t form{};
  form.frameInfo.blockMode = LZ4F_blockIndependent;
  const std::size_t bound = LZ4F_compressFrameBound(chunk_.size(), &form);
  if (packed_.size() < bound) packed_.resize(bound);
  const std::size_t size =
      LZ4F_compressFrame(packed_.data(), packed_.size(), chunk_.data(), chunk_.size(), &form);
  return std::string_view(packed_).substr(0, LZ4F_isError(size) != 0 ? 0 : size);
}

void ContainerWriter::close_chunk() {
  if (!has_messages_) return;
  std::string_view packed = pack_chunk();
  if (packed.empty()) is_good_ = false;
  ChunkCompression compression = compression_;
  if (chunk_.size() > limits::most_inflated(packed.size())) {
    // No reader that guards itself believes that so few bytes become so many.
    compression = ChunkCompression::none;
    packed = chunk_;
  }
  std::string content;
  add(content, chunk_first_);
  add(content, chunk_last_);
  add(content, static_cast<std::uint64_t>(chunk_.size()));
  const std::uint32_t crc = crc_of(chunk_);
  add(content, crc);
  add_text(content, name_of(compression));
  add(content, static_cast<std::uint64_t>(packed.size()));
  ChunkIndex index{.first = chunk_first_,
                   .last = chunk_last_,
                   .start = offset_,
                   .message_indexes = {},
                   .packed = packed.size(),
                   .size = chunk_.size(),
                   .crc = crc,
                   .compression = compression};
  std::string head;
  head += static_cast<char>(kChunk);
  add(head, static_cast<std::uint64_t>(content.size() + packed.size()));
  put_data(head + content);
  put_data(packed);
  index.length = offset_ - index.start;
  std::string out;
  for (std::size_t i = 0; i < chunk_places_.size(); ++i) {
    std::string& places = chunk_places_[i];
    if (places.empty()) continue;
    const auto id = static_cast<std::uint16_t>(i + 1);
    index.message_indexes.emplace_back(id, offset_ + out.size());
    out += static_cast<char>(kMessageIndex);
    add(out, static_cast<std::uint64_t>(2 + 4 + places.size()));
    add(out, id);
    add_text(out, places);
    places.clear();
  }
  index.indexes_length = out.size();
  first_ = chunks_.empty() ? index.first : std::min(first_, index.first);
  last_ = std::max(last_, index.last);
  put_data(out);
  chunks_.push_back(std::move(index));
  chunk_.clear();
  has_messages_ = false;
  chunk_messages_ = 0;
}

ContainerWriter::Place ContainerWriter::next_place(std::size_t channel) {
  return {channel_id(channel), static_cast<std::uint32_t>(chunks_.size()), chunk_messages_};
}

std::uint32_t ContainerWriter::chunks_sum() const {
  std::string places;
  for (const ChunkIndex& chunk : chunks_) {
    add(places, chunk.start);
    add(places, chunk.packed);
    add(places, chunk.size);
    add(places, chunk.crc);
  }
  return crc_of(places);
}

void ContainerWriter::attachment(std::string_view name, std::string_view media_type,
                                 std::uint64_t log_time, std::string_view data) {
  close_chunk();
  std::string content;
  add(content, log_time);
  add(content, std::uint64_t{0});  // when it was made is not known
  add_text(content, name);
  add_text(content, media_type);
  add(content, static_cast<std::uint64_t>(data.size()));
  content.append(data);
  add(content, crc_of(content));
  std::string out;
  add_record(out, kAttachment, content);
  attachments_.push_back(
      {offset_, out.size(), log_time, data.size(), std::string(name), std::string(media_type)});
  put_data(out);
}

void ContainerWriter::write_group(std::string& summary, std::string& offsets, std::uint8_t opcode,
                                  const std::string& records) const {
  if (records.empty()) return;
  std::string content;
  content += static_cast<char>(opcode);
  add(content, offset_ + summary.size());
  add(content, static_cast<std::uint64_t>(records.size()));
  add_record(offsets, kSummaryOffset, content);
  summary += records;
}

std::string ContainerWriter::statistics() const {
  std::uint64_t all = 0;
  std::string counts;
  for (std::size_t i = 0; i < messages_.size(); ++i) {
    all += messages_[i];
    add(counts, static_cast<std::uint16_t>(i + 1));
    add(counts, messages_[i]);
  }
  std::string content;
  add(content, all);
  add(content, static_cast<std::uint16_t>(used_schemas_.size()));
  add(content, static_cast<std::uint32_t>(used_channels_.size()));
  add(content, static_cast<std::uint32_t>(attachments_.size()));
  add(content, static_cast<std::uint32_t>(metadata_.size()));
  add(content, static_cast<std::uint32_t>(chunks_.size()));
  add(content, first_);
  add(content, last_);
  add_text(content, counts);
  std::string out;
  add_record(out, kStatistics, content);
  return out;
}

std::string ContainerWriter::chunk_indexes() const {
  std::string out;
  for (const ChunkIndex& chunk : chunks_) {
    std::string places;
    for (const auto& [id, place] : chunk.message_indexes) {
      add(places, id);
      add(places, place);
    }
    std::string content;
    add(content, chunk.first);
    add(content, chunk.last);
    add(content, chunk.start);
    add(content, chunk.length);
    add_text(content, places);
    add(content, chunk.indexes_length);
    add_text(content, name_of(chunk.compression));
    add(content, chunk.packed);
    add(content, chunk.size);
    add_record(out, kChunkIndex, content);
  }
  return out;
}

void ContainerWriter::end() {
  close_chunk();
  std::string end_of_data;
  std::string crc;
  add(crc, static_cast<std::uint32_t>(data_crc_));
  add_record(end_of_data, kDataEnd, crc);
  put(end_of_data);

  const std::uint64_t start = offset_;
  std::string summary;
  std::string offsets;
  std::string records;
  for (const std::size_t schema : used_schemas_) write_schema(records, schema);
  write_group(summary, offsets, kSchema, records);
  records.clear();
  for (const std::size_t channel : used_channels_) write_channel(records, channel);
  write_group(summary, offsets, kChannel, records);
  write_group(summary, offsets, kStatistics, statistics());
  write_group(summary, offsets, kChunkIndex, chunk_indexes());
  records.clear();
  for (const AttachmentIndex& attachment : attachments_) {
    std::string content;
    add(content, attachment.offset);
    add(content, attachment.length);
    add(content, attachment.log_time);
    add(content, std::uint64_t{0});
    add(content, attachment.size);
    add_text(content, attachment.name);
    add_text(content, attachment.media_type);
    add_record(records, kAttachmentIndex, content);
  }
  write_group(summary, offsets, kAttachmentIndex, records);
  records.clear();
  for (const MetadataIndex& metadata : metadata_) {
    std::string content;
    add(content, metadata.offset);
    add(content, metadata.length);
    add_text(content, metadata.name);
    add_record(records, kMetadataIndex, content);
  }
  write_group(summary, offsets, kMetadataIndex, records);

  const std::uint64_t offsets_start = start + summary.size();
  summary += offsets;
  constexpr std::uint64_t kFooterBytes = 8 + 8 + 4;
  summary += static_cast<char>(kFooter);
  add(summary, kFooterBytes);
  add(summary, start);
  add(summary, offsets_start);
  add(summary, crc_of(summary));
  summary += kMagic;
  put(summary);
}

}  // namespace scrubjay::mcap
