#include "formats/mcap/read/record_reader.h"

#include <algorithm>

namespace scrubjay::mcap {

namespace {

/// Reads one field after the other; once one is not there, no other is.
class Fields {
 public:
  explicit Fields(Bytes content) : reader_(content) {}

  template <class T>
  Fields& number(T& value) {
    const auto found = is_good_ ? reader_.little<T>() : std::nullopt;
    is_good_ = found.has_value();
    if (found) value = *found;
    return *this;
  }
  Fields& text(std::string_view& value) {
    std::uint32_t size = 0;
    number(size);
    const auto found = is_good_ ? reader_.text(size) : std::nullopt;
    is_good_ = found.has_value();
    if (found) value = *found;
    return *this;
  }
  /// A map of texts, which ends exactly at its length.
  Fields& map(TextViews& entries) {
    return map_of([&](Fields& inner) {
      std::string_view key;
      std::string_view value;
      inner.text(key).text(value);
      if (inner.is_good_) entries.emplace_back(key, value);
    });
  }
  /// A map of channels' numbers, which ends exactly at its length.
  Fields& map(std::vector<std::pair<std::uint16_t, std::uint64_t>>& entries) {
    return map_of([&](Fields& inner) {
      auto& [channel, value] = entries.emplace_back();
      inner.number(channel).number(value);
    });
  }
  /// A list or map that is not looked at.
  Fields& list() {
    std::string_view bytes;
    return text(bytes);
  }
  std::uint64_t position() const { return reader_.position(); }
  bool skip(std::uint64_t count) {
    is_good_ = is_good_ && reader_.skip(count);
    return is_good_;
  }
  Bytes rest() { return *reader_.bytes(reader_.left()); }
  std::uint64_t left() const { return reader_.left(); }
  bool is_good() const { return is_good_; }

 private:
  template <class ReadEntry>
  Fields& map_of(ReadEntry read_entry) {
    std::string_view bytes;
    text(bytes);
    Fields inner(std::as_bytes(std::span(bytes)));
    while (is_good_ && !inner.reader_.at_end()) {
      read_entry(inner);
      is_good_ = inner.is_good_;
    }
    return *this;
  }

  ByteReader reader_;
  bool is_good_ = true;
};

template <class T>
std::optional<T> if_good(const Fields& fields, T value) {
  return fields.is_good() ? std::optional<T>(std::move(value)) : std::nullopt;
}

}  // namespace

std::optional<Record> RecordReader::next() {
  ByteReader reader = reader_;
  const std::uint64_t offset = reader.offset();
  const auto opcode = reader.little<std::uint8_t>();
  const auto length = opcode ? reader.little<std::uint64_t>() : std::nullopt;
  const auto content = length ? reader.bytes(*length) : std::nullopt;
  if (!content) return std::nullopt;
  reader_ = reader;
  return Record{*opcode, offset, *content};
}

std::optional<Record> RecordReader::cut_record() const {
  ByteReader reader = reader_;
  const auto opcode = reader.little<std::uint8_t>();
  if (!opcode || !reader.little<std::uint64_t>()) return std::nullopt;
  return Record{*opcode, reader_.offset(), *reader.bytes(reader.left())};
}

std::optional<SchemaRecord> read_schema(Bytes content) {
  SchemaRecord record;
  Fields fields(content);
  fields.number(record.id).text(record.name).text(record.encoding).text(record.data);
  return if_good(fields, record);
}

std::optional<ChannelRecord> read_channel(Bytes content) {
  ChannelRecord record;
  Fields fields(content);
  fields.number(record.id).number(record.schema).text(record.topic).text(record.encoding);
  fields.map(record.metadata);
  return if_good(fields, std::move(record));
}

std::optional<MessageRecord> read_message(Bytes content) {
  MessageRecord record;
  Fields fields(content);
  fields.number(record.channel).number(record.sequence);
  fields.number(record.log_time).number(record.publish_time);
  if (!fields.is_good()) return std::nullopt;
  record.data = fields.rest();
  return record;
}

std::optional<ChunkRecord> read_chunk(Bytes content) {
  ChunkRecord record;
  Fields fields(content);
  fields.number(record.first).number(record.last).number(record.size).number(record.crc);
  fields.text(record.compression).number(record.packed_size);
  record.packed_at = fields.position();
  return if_good(fields, record);
}

std::optional<ChunkIndexRecord> read_chunk_index(Bytes content) {
  ChunkIndexRecord record;
  Fields fields(content);
  fields.number(record.first).number(record.last).number(record.start).number(record.length);
  fields.list().number(record.indexes).text(record.compression);
  fields.number(record.packed_size).number(record.size);
  return if_good(fields, record);
}

std::optional<MessageIndexRecord> read_message_index(Bytes content) {
  MessageIndexRecord record;
  std::string_view entries;
  Fields fields(content);
  fields.number(record.channel).text(entries);
  record.entries = std::as_bytes(std::span(entries));
  if (record.entries.size() % 16 != 0) return std::nullopt;
  return if_good(fields, record);
}

std::optional<AttachmentRecord> read_attachment(Bytes content) {
  AttachmentRecord record;
  std::uint64_t create_time = 0;
  Fields fields(content);
  fields.number(record.log_time).number(create_time).text(record.name).text(record.media_type);
  fields.number(record.data_size);
  record.data_at = fields.position();
  fields.skip(record.data_size);
  fields.number(record.crc);
  return if_good(fields, record);
}

std::optional<AttachmentIndexRecord> read_attachment_index(Bytes content) {
  AttachmentIndexRecord record;
  std::uint64_t log_time = 0;
  std::uint64_t create_time = 0;
  Fields fields(content);
  fields.number(record.offset).number(record.length).number(log_time).number(create_time);
  fields.number(record.size).text(record.name).text(record.media_type);
  return if_good(fields, record);
}

std::optional<StatisticsRecord> read_statistics(Bytes content) {
  StatisticsRecord record;
  std::uint16_t schemas = 0;
  std::uint32_t channels = 0;
  std::uint32_t attachments = 0;
  std::uint32_t metadata = 0;
  Fields fields(content);
  fields.number(record.messages).number(schemas).number(channels).number(attachments);
  fields.number(metadata).number(record.chunks);
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  fields.number(first).number(last).map(record.channels);
  return if_good(fields, std::move(record));
}

std::optional<MetadataRecord> read_metadata(Bytes content) {
  MetadataRecord record;
  Fields fields(content);
  fields.text(record.name).map(record.entries);
  return if_good(fields, std::move(record));
}

std::optional<std::pair<std::uint64_t, std::uint64_t>> read_metadata_index(Bytes content) {
  std::pair<std::uint64_t, std::uint64_t> place;
  Fields fields(content);
  fields.number(place.first).number(place.second);
  return if_good(fields, place);
}

std::optional<FooterRecord> read_footer(Bytes content) {
  FooterRecord record;
  Fields fields(content);
  fields.number(record.summary).number(record.summary_offsets).number(record.crc);
  return if_good(fields, record);
}

std::optional<std::pair<std::string_view, std::string_view>> read_header(Bytes content) {
  std::pair<std::string_view, std::string_view> found;
  Fields fields(content);
  fields.text(found.first).text(found.second);
  return if_good(fields, found);
}

std::optional<ChunkCompression> compression_of(std::string_view name) {
  if (name.empty() || name == "none") return ChunkCompression::none;
  if (name == "zstd") return ChunkCompression::zstd;
  if (name == "lz4") return ChunkCompression::lz4;
  return std::nullopt;
}

}  // namespace scrubjay::mcap
