#pragma once

#include <string>
#include <string_view>

#include "app/viewer/ask/ask_rows.h"
#include "core/problem.h"

namespace scrubjay {

inline constexpr std::string_view kParquetExtension = ".parquet";

/// Whether rows are written there as Parquet, and not as CSV.
bool is_parquet_path(std::string_view path);

/// Writes all rows, as the path's extension says. In Parquet a column whose values are whole
/// numbers is int64, one of numbers double, any other text, with bytes as base64; a name that is
/// there already gets "_2" behind it. Errors: those of AtomicFile.
Result<void> write_rows(const AskRows& rows, const std::string& path);

}  // namespace scrubjay
