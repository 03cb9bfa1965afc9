#pragma once

#include <string>
#include <vector>

#include "analysis/tables/query.h"
#include "app/cli/file_set.h"
#include "app/cli/options.h"

namespace scrubjay::cli {

/// A value as JSON; bytes as base64.
void write_query_value(JsonWriter& json, const tables::Value& value);

/// The names of columns as keys of an object: behind those that one before has, too, stand _2, _3
/// and so on, the first that is free.
std::vector<std::string> row_keys(const std::vector<std::string>& columns);
/// The row at which a query is, as an object with those keys.
void write_query_row(JsonWriter& json, const tables::Query& query,
                     const std::vector<std::string>& keys);

/// Runs a query and prints its rows as asked for. What is wrong is told, and as JSON where that was
/// asked for.
ExitStatus print_query(TableDesk& desk, const std::string& sql, const RowsOptions& options,
                       Console& console);

/// Why a query gives nothing.
ExitStatus fail_query(const Problem& problem, bool is_json, Console& console);

}  // namespace scrubjay::cli
