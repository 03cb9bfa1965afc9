#include "formats/parquet/parquet_writer.h"

#include <utility>

#include "formats/parquet/column_chunk.h"
#include "formats/parquet/thrift_compact.h"

namespace scrubjay::parquet {

namespace {

constexpr std::string_view kMagic = "PAR1";
constexpr char kValueField = 0x18;  ///< Thrift: the next field, a binary

/// Numbers of the format's enumeration Type.
std::int32_t physical_type(Type type) {
  switch (type) {
    case Type::boolean: return 0;
    case Type::int32: return 1;
    case Type::int64: return 2;
    case Type::real: return 5;
    case Type::text: return 6;
  }
  return 6;
}

void write_schema(ThriftWriter& out, const std::vector<Column>& columns) {
  constexpr std::int32_t kOptional = 1;
  constexpr std::int32_t kUtf8 = 0;
  out.begin_list(2, ThriftWriter::Element::structure, columns.size() + 1);
  out.begin_element();
  out.binary(4, "schema");
  out.i32(5, static_cast<std::int32_t>(columns.size()));
  out.end_struct();
  for (const Column& column : columns) {
    out.begin_element();
    out.i32(1, physical_type(column.type));
    out.i32(3, kOptional);
    out.binary(4, column.name);
    if (column.type == Type::text) {
      out.i32(6, kUtf8);
      out.begin_struct(10);  // LogicalType
      out.begin_struct(1);   // STRING
      out.end_struct();
      out.end_struct();
    }
    out.end_struct();
  }
}

void write_statistics(ThriftWriter& out, const Statistics& statistics) {
  out.begin_struct(12);
  out.i64(3, static_cast<std::int64_t>(statistics.nulls));
  if (statistics.has_bounds) {
    out.binary(5, statistics.greatest);
    out.binary(6, statistics.least);
    out.boolean(7, statistics.is_greatest_exact);
    out.boolean(8, statistics.is_least_exact);
  }
  out.end_struct();
}

void write_chunk(ThriftWriter& out, const Column& column, const ChunkInfo& chunk,
                 std::uint64_t offset) {
  constexpr std::int32_t kPlainEncoding = 0;
  constexpr std::int32_t kRleEncoding = 3;
  constexpr std::int32_t kRleDictionaryEncoding = 8;
  constexpr std::int32_t kZstd = 6;
  std::vector<std::int32_t> encodings{kRleEncoding};
  if (chunk.has_plain_pages || chunk.dictionary_offset) encodings.push_back(kPlainEncoding);
  if (chunk.dictionary_offset) encodings.push_back(kRleDictionaryEncoding);
  out.begin_element();
  out.i64(2, static_cast<std::int64_t>(offset));
  out.begin_struct(3);
  out.i32(1, physical_type(column.type));
  out.begin_list(2, ThriftWriter::Element::i32, encodings.size());
  for (const std::int32_t encoding : encodings) out.element(encoding);
  out.begin_list(3, ThriftWriter::Element::binary, 1);
  out.element(column.name);
  out.i32(4, kZstd);
  out.i64(5, static_cast<std::int64_t>(chunk.values));
  out.i64(6, static_cast<std::int64_t>(chunk.plain_bytes));
  out.i64(7, static_cast<std::int64_t>(chunk.bytes));
  out.i64(9, static_cast<std::int64_t>(offset + chunk.data_offset));
  if (chunk.dictionary_offset) {
    out.i64(11, static_cast<std::int64_t>(offset + *chunk.dictionary_offset));
  }
  write_statistics(out, chunk.statistics);
  out.end_struct();
  out.end_struct();
}

}  // namespace

struct Writer::Group {
  std::uint64_t rows = 0;
  std::uint64_t offset = 0;  ///< of its first byte
  std::vector<ChunkInfo> chunks;
};

Writer::Writer(std::vector<Column> columns, Metadata metadata, Sink sink)
    : columns_(std::move(columns)), metadata_(std::move(metadata)), sink_(std::move(sink)) {
  for (const Column& column : columns_) {
    chunks_.push_back(std::make_unique<ColumnChunk>(column.type));
  }
  write(kMagic);
}

Writer::~Writer() = default;

bool Writer::write(std::string_view bytes) {
  written_ += bytes.size();
  if (!is_refused_ && !sink_(std::as_bytes(std::span(bytes)))) is_refused_ = true;
  return !is_refused_;
}

void Writer::null(std::size_t column) { chunks_[column]->null(); }
void Writer::integer(std::size_t column, std::int64_t value) { chunks_[column]->integer(value); }
void Writer::real(std::size_t column, double value) { chunks_[column]->real(value); }
void Writer::text(std::size_t column, std::string_view value) { chunks_[column]->text(value); }

bool Writer::end_row() {
  constexpr std::uint64_t kRowsBetweenLooks = 1024;
  ++rows_;
  ++rows_in_group_;
  if (rows_in_group_ == kMostRows) return end_group();
  if (rows_in_group_ < kLeastRows || rows_in_group_ % kRowsBetweenLooks != 0) return !is_refused_;
  std::size_t held = 0;
  for (const auto& chunk : chunks_) held += chunk->bytes();
  return held < kGroupBytes ? !is_refused_ : end_group();
}

bool Writer::end_group() {
  if (rows_in_group_ == 0) return !is_refused_;
  Group& group = groups_.emplace_back();
  group.rows = std::exchange(rows_in_group_, 0);
  group.offset = written_;
  for (const auto& chunk : chunks_) write(chunk->take(group.chunks.emplace_back()));
  return !is_refused_;
}

std::string Writer::footer() const {
  std::string text;
  ThriftWriter out(text);
  out.i32(1, 2);
  write_schema(out, columns_);
  out.i64(3, static_cast<std::int64_t>(rows_));
  out.begin_list(4, ThriftWriter::Element::structure, groups_.size());
  for (const Group& group : groups_) {
    std::uint64_t plain = 0;
    std::uint64_t offset = group.offset;
    out.begin_element();
    out.begin_list(1, ThriftWriter::Element::structure, columns_.size());
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      write_chunk(out, columns_[i], group.chunks[i], offset);
      offset += group.chunks[i].bytes;
      plain += group.chunks[i].plain_bytes;
    }
    out.i64(2, static_cast<std::int64_t>(plain));
    out.i64(3, static_cast<std::int64_t>(group.rows));
    out.i64(5, static_cast<std::int64_t>(group.offset));
    out.i64(6, static_cast<std::int64_t>(offset - group.offset));
    out.end_struct();
  }
  out.begin_list(5, ThriftWriter::Element::structure, metadata_.size());
  for (const auto& [key, value] : metadata_) {
    out.begin_element();
    out.binary(1, key);
    out.binary(2, value);
    out.end_struct();
  }
  out.binary(6, "scrubjay");
  // By the order of each type, so that the bounds count.
  out.begin_list(7, ThriftWriter::Element::structure, columns_.size());
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    out.begin_element();
    out.begin_struct(1);
    out.end_struct();
    out.end_struct();
  }
  out.end();
  return text;
}

bool Writer::finish() {
  end_group();
  std::string end = footer();
  const auto size = static_cast<std::uint32_t>(end.size());
  for (int shift = 0; shift < 32; shift += 8) end += static_cast<char>(size >> shift);
  end += kMagic;
  return write(end);
}

std::optional<std::string> metadata_value(Bytes file, std::string_view key) {
  const std::string_view all(reinterpret_cast<const char*>(file.data()), file.size());
  constexpr std::size_t kEnd = 4 + kMagic.size();
  if (all.size() < kEnd || !all.ends_with(kMagic)) return std::nullopt;
  std::size_t size = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    size |= std::size_t{static_cast<unsigned char>(all[all.size() - kEnd + i])} << (8 * i);
  }
  if (size > all.size() - kEnd) return std::nullopt;
  std::string_view footer = all.substr(all.size() - kEnd - size, size);
  std::string wanted;  // as the footer has the key, up to the length of the value
  ThriftWriter(wanted).binary(1, key);
  wanted += kValueField;
  const std::size_t at = footer.find(wanted);
  if (at == footer.npos) return std::nullopt;
  footer.remove_prefix(at + wanted.size());
  std::size_t length = 0;
  for (int shift = 0; shift < 28 && !footer.empty(); shift += 7) {
    const auto byte = static_cast<unsigned char>(footer.front());
    footer.remove_prefix(1);
    length |= std::size_t{byte & 0x7FU} << shift;
    if (byte < 0x80) break;
  }
  if (length > footer.size()) return std::nullopt;
  return std::string(footer.substr(0, length));
}

}  // namespace scrubjay::parquet
