#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/parquet/type.h"

namespace scrubjay::parquet {

/// Least and greatest value as they stand in the file, and how many are NULL.
struct Statistics {
  std::uint64_t nulls = 0;
  bool has_bounds = false;
  std::string least = {};
  std::string greatest = {};
  bool is_least_exact = true;
  bool is_greatest_exact = true;
};

/// What the footer says of a chunk; offsets are from its begin.
struct ChunkInfo {
  std::uint64_t values = 0;  ///< NULLs among them
  std::uint64_t plain_bytes = 0;
  std::uint64_t bytes = 0;
  std::optional<std::uint64_t> dictionary_offset = {};
  std::uint64_t data_offset = 0;
  bool has_plain_pages = false;
  Statistics statistics = {};
};

/// The values of a column that were met, each as it stands in a file, numbered in their order.
class Dictionary {
 public:
  /// Of a value of the given bytes, `has_length` before them. Nothing where it is new and there is
  /// no room for it.
  std::optional<std::uint32_t> number_of(std::string_view value, bool has_length);

  std::size_t size() const { return ends_.size(); }
  std::string_view plain() const { return plain_; }
  /// The number given last was that of a new value.
  bool was_new() const { return was_new_; }

 private:
  static constexpr std::size_t kMostBytes = std::size_t{1} << 20;

  std::string_view at(std::uint32_t number, bool has_length) const;
  void grow(bool has_length);
  std::size_t place_of(std::string_view value, bool has_length) const;

  std::string plain_;
  std::vector<std::uint32_t> ends_;    ///< of each value in `plain_`
  std::vector<std::uint32_t> places_;  ///< a hash table of numbers + 1, 0 where none is
  std::uint32_t last_ = 0;
  bool was_new_ = false;
};

/// One column of one group of rows: its pages, compressed as they fill.
class ColumnChunk {
 public:
  explicit ColumnChunk(Type type) : type_(type) {}

  void null();
  void integer(std::int64_t value);
  void real(double value);
  void text(std::string_view value);

  /// About what is held.
  std::size_t bytes() const { return pages_.size() + plain_.size() + dictionary_.plain().size(); }
  /// All pages in order, and what they are, for an `info` of none; the chunk is empty then.
  std::string take(ChunkInfo& info);

 private:
  static constexpr std::size_t kPageBytes = std::size_t{1} << 20;
  static constexpr std::size_t kPageValues = 65536;

  bool add_present(std::string_view value);
  bool add_to_dictionary(std::string_view value);
  void end_page();
  void end_page_if_full();
  std::string page_values(bool& is_plain) const;
  void append_page(std::string& out, std::string_view content, bool is_dictionary,
                   std::uint64_t values, bool is_plain);
  void fill_statistics(Statistics& out) const;

  Type type_;
  std::string pages_;  ///< compressed, with their headers
  std::uint64_t plain_bytes_ = 0;
  std::uint64_t values_ = 0;
  std::uint64_t nulls_ = 0;
  bool has_plain_pages_ = false;
  bool has_dictionary_pages_ = false;

  // The page that is filled.
  std::vector<bool> present_;
  std::size_t nulls_in_page_ = 0;
  std::string plain_;  ///< its values, while they are not in the dictionary
  std::vector<bool> booleans_;
  std::vector<std::uint32_t> indices_;  ///< its values in the dictionary

  bool uses_dictionary_ = true;
  Dictionary dictionary_;

  std::optional<std::int64_t> least_integer_, greatest_integer_;
  std::optional<double> least_real_, greatest_real_;
  std::optional<std::string> least_text_, greatest_text_;
};

}  // namespace scrubjay::parquet
