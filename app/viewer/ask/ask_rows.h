#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analysis/tables/query.h"

namespace scrubjay {

/// Rows of a result that came together. Does not change once it is shared.
class RowBatch {
 public:
  explicit RowBatch(std::size_t columns) : columns_(columns) {}

  /// Adds the row at which the query stands.
  void add(const tables::Query& query);

  std::size_t size() const { return columns_ == 0 ? 0 : cells_.size() / columns_; }
  /// Texts and blobs live as long as the batch.
  tables::Value value(std::size_t row, std::size_t column) const;
  /// Of memory.
  std::size_t bytes() const { return cells_.size() * sizeof(Cell) + texts_.size(); }

 private:
  struct Cell {
    tables::Value::Kind kind = tables::Value::Kind::null;
    std::uint32_t size = 0;  ///< of a text
    union {
      std::int64_t integer = 0;
      double real;
      std::size_t begin;  ///< of a text
    };
  };

  std::size_t columns_;
  std::vector<Cell> cells_;  ///< row by row
  std::string texts_;
};

/// A result as far as it is known. Copies share the rows.
struct AskRows {
  std::vector<std::string> columns;
  std::vector<std::shared_ptr<const RowBatch>> batches;
  std::vector<std::size_t> ends;  ///< the row behind each batch

  std::size_t size() const { return ends.empty() ? 0 : ends.back(); }
  void add(std::shared_ptr<const RowBatch> batch);
  /// Below size() and columns.size(). O(log batches).
  tables::Value value(std::size_t row, std::size_t column) const;
  /// The column of that name; capitals do not count.
  std::optional<std::size_t> find_column(std::string_view name) const;
};

/// In which order rows are looked at, and which.
struct AskOrderWish {
  std::optional<std::size_t> column;  ///< none: as they came
  bool is_descending = false;
  std::string words;  ///< each occurs in a row, letters compared without case
  bool operator==(const AskOrderWish&) const = default;
};

/// What a cell shows in place of its value; nothing: its value.
using ShownCell = std::function<std::optional<std::string>(std::size_t row, std::size_t column)>;

/// Numbers of rows. O(rows * log rows), or of all their texts with words, which are looked for in
/// what `shown` says.
std::vector<std::uint32_t> ordered_rows(const AskRows& rows, const AskOrderWish& wish,
                                        const ShownCell& shown);

}  // namespace scrubjay
