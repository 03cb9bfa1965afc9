#pragma once

#include <sqlite3.h>

#include "analysis/tables/session.h"
#include "analysis/tables/state_paths.h"

namespace scrubjay::tables {

/// What a connection's tables and functions look at; outlives the connection.
struct TableBinding {
  TableSession& session;
  StateColumns state;
};

/// Adds the tables of the schema to a connection, for reading. Returns SQLite's code.
int add_tables(sqlite3* connection, TableBinding& binding);

/// Adds distance(), angle() and link(). Returns SQLite's code.
int add_functions(sqlite3* connection, TableBinding& binding);

}  // namespace scrubjay::tables
