#pragma once

#include <string>
#include <vector>

#include "analysis/tables/query.h"
#include "app/cli/file_set.h"
#include "app/cli/options.h"

namespace scrubjay::cli {

/// A value as JSON; bytes as base64.
void write_query_value(JsonWriter& json, const tables::Value& value);

/// Runs a query and prints its rows as asked for. What is wrong is told, and as JSON where that was
/// asked for.
ExitStatus print_query(TableDesk& desk, const std::string& sql, const RowsOptions& options,
                       Console& console);

/// Why a query gives nothing.
ExitStatus fail_query(const Problem& problem, bool is_json, Console& console);

}  // namespace scrubjay::cli
