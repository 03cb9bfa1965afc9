#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/byte_reader.h"
#include "formats/parquet/type.h"

namespace scrubjay::parquet {

struct Column {
  std::string name;
  Type type;
};

class ColumnChunk;

/// Writes one Apache Parquet file (parquet-format 2.9): every column may have NULLs; pages are
/// compressed with zstd; values that repeat are numbers into a dictionary; each column of each
/// group of rows has its least and greatest value and its count of NULLs, so that engines skip.
/// Memory grows with a group of rows, compressed.
class Writer {
 public:
  /// At most so many rows in a group, and at least so many but in the last one.
  static constexpr std::uint64_t kMostRows = 1'048'576;
  static constexpr std::uint64_t kLeastRows = 50'000;
  /// From so many bytes on a group ends.
  static constexpr std::size_t kGroupBytes = std::size_t{24} << 20;

  /// Takes the bytes in order; false: no more can be written.
  using Sink = std::function<bool(Bytes)>;

  /// What a file says of itself beside its rows: keys and values, as valid UTF-8.
  using Metadata = std::vector<std::pair<std::string, std::string>>;

  Writer(std::vector<Column> columns, Metadata metadata, Sink sink);
  ~Writer();
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  // One value for each column of a row, in order of columns; then `end_row`. Texts are valid UTF-8.
  void null(std::size_t column);
  void integer(std::size_t column, std::int64_t value);  ///< also of a boolean
  void real(std::size_t column, double value);
  void text(std::size_t column, std::string_view value);
  /// False once the sink refused.
  bool end_row();

  /// Writes the rest. False when not all was written. Once, as the last call.
  bool finish();
  std::uint64_t rows() const { return rows_; }

 private:
  struct Group;

  bool end_group();
  bool write(std::string_view bytes);
  std::string footer() const;

  std::vector<Column> columns_;
  Metadata metadata_;
  Sink sink_;
  std::vector<std::unique_ptr<ColumnChunk>> chunks_;
  std::vector<Group> groups_;
  std::uint64_t rows_ = 0;
  std::uint64_t rows_in_group_ = 0;
  std::uint64_t written_ = 0;
  bool is_refused_ = false;
};

/// Of the metadata of a whole Parquet file that a Writer wrote; nothing where it has none of that
/// key.
std::optional<std::string> metadata_value(Bytes file, std::string_view key);

}  // namespace scrubjay::parquet
