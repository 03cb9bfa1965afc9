#pragma once

#include <sqlite3.h>

#include <optional>
#include <string>
#include <vector>

#include "analysis/tables/row_filter.h"
#include "analysis/tables/schema.h"

namespace scrubjay::tables {

/// What SQLite hands down to one pass over a table.
struct PassRequest {
  std::uint64_t used_columns = 0;  ///< a bit each; the last one for all from 63 on
  RowFilter filter = {};
  std::optional<std::vector<std::uint64_t>> recordings = {};  ///< ascending; none: all
};

/// `pairs` has this column behind its others.
inline std::size_t radius_column() { return table_of(TableId::pairs).columns.size(); }

/// Chooses which constraints are handed down, and says what a pass costs. Rows are looked at by
/// SQLite once more, so that affinity, collation and NULL are its own: a constraint may be handed
/// down only where it cannot leave out too much. SQLITE_CONSTRAINT where `radius` is missing.
int choose_constraints(TableId table, std::size_t recordings, sqlite3_index_info* info);

/// What `choose_constraints` chose, with the values of one pass. `text` is its idxStr.
PassRequest read_constraints(const char* text, int count, sqlite3_value** values);

}  // namespace scrubjay::tables
