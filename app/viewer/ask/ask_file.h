#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/viewer/ask/ask_job.h"
#include "core/problem.h"

namespace scrubjay {

inline constexpr std::string_view kParquetExtension = ".parquet";

/// Whether rows are written there as Parquet, and not as CSV.
bool is_parquet_path(std::string_view path);

/// Rows of a result as a list shows them.
struct ListedRows {
  AskRows rows;
  /// Which, and in which order; none: all, as they came.
  std::optional<std::vector<std::uint32_t>> order = {};
  std::vector<AskedRecording> asked = {};

  std::size_t size() const { return order ? order->size() : rows.size(); }
};

/// Writes the rows listed, as the path's extension says. Behind a column of entities, which the
/// list names and whose values are rows of the table `entities`, stand their ids and names, as
/// "entity_id" and "entity_name". In Parquet a column whose values are whole
/// numbers is int64, one of numbers double, any other text, with bytes as base64; a name that is
/// there already gets "_2" behind it. Errors: those of AtomicFile.
Result<void> write_rows(const ListedRows& listed, const std::string& path);

}  // namespace scrubjay
