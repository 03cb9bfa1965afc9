#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/viewer/ask/ask_rows.h"
#include "core/problem.h"

namespace scrubjay {

inline constexpr std::string_view kParquetExtension = ".parquet";

/// Whether rows are written there as Parquet, and not as CSV.
bool is_parquet_path(std::string_view path);

/// Rows of a result as a list shows them.
struct ListedRows {
  AskRows rows;
  /// Which, and in which order; none: all, as they came.
  std::optional<std::vector<std::uint32_t>> order;

  std::size_t size() const { return order ? order->size() : rows.size(); }
  /// Below size() and rows.columns.size().
  tables::Value value(std::size_t place, std::size_t column) const {
    return rows.value(order ? (*order)[place] : place, column);
  }
};

/// Writes the rows listed, as the path's extension says. In Parquet a column whose values are whole
/// numbers is int64, one of numbers double, any other text, with bytes as base64; a name that is
/// there already gets "_2" behind it. Errors: those of AtomicFile.
Result<void> write_rows(const ListedRows& listed, const std::string& path);

}  // namespace scrubjay
