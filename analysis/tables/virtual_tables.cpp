#include "analysis/tables/virtual_tables.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <memory>
#include <new>
#include <string>

#include "analysis/tables/constraints.h"
#include "analysis/tables/sql_words.h"

namespace scrubjay::tables {

namespace {

/// One table of one connection. SQLite's part comes first: its pointers are ours.
struct BoundTable : sqlite3_vtab {
  TableId id = TableId::recordings;
  TableBinding* binding = nullptr;

  std::size_t column_count() const {
    const std::size_t fixed = table_of(id).columns.size();
    return id == TableId::state ? fixed + binding->state.names.size() : fixed;
  }
};

void set_error(sqlite3_vtab& table, const std::string& text) {
  sqlite3_free(table.zErrMsg);
  table.zErrMsg = sqlite3_mprintf("%s", text.c_str());
}

/// One pass over a table: through its recordings, batch by batch.
struct TablePass : sqlite3_vtab_cursor {
  BoundTable& table() const { return *static_cast<BoundTable*>(pVtab); }

  PassRequest asked;
  ColumnSlots slots;
  std::size_t recording = 0;  ///< the next one
  std::unique_ptr<RowSource> source;
  const RowBatch* batch = nullptr;
  std::size_t row = 0;

  void begin(PassRequest request);
  /// SQLITE_OK, also at the end, where `batch` is null.
  int next_batch();
  int open_recording(std::size_t number);
  void name_entities(RowRequest& request) const;
};

void TablePass::begin(PassRequest request) {
  source.reset();
  batch = nullptr;
  asked = std::move(request);
  slots = ColumnSlots(table().column_count());
  for (std::size_t i = 0; i < slots.columns(); ++i) {
    const std::size_t bit = std::min<std::size_t>(i, 63);
    if ((asked.used_columns >> bit & 1) != 0) slots.want(i);
  }
  recording = 0;
  row = 0;
}

/// The entities of those ids, so that only their frames are read.
void TablePass::name_entities(RowRequest& request) const {
  RowFilter& filter = request.filter;
  if (!filter.ids || request.table != TableId::state) return;
  std::vector<std::uint64_t> named;
  for (std::size_t i = 0; i < request.recording->entity_count(); ++i) {
    if (!RowFilter::passes(filter.ids, request.recording->entity(EntityIndex(i)).id)) continue;
    if (filter.passes_entity(EntityIndex(i))) named.push_back(i);
  }
  filter.entities = std::move(named);
}

int TablePass::open_recording(std::size_t number) {
  TableSession& session = table().binding->session;
  const auto fail = [&] {
    if (!session.failure) return SQLITE_INTERRUPT;
    set_error(table(), session.recordings.file(number) + ": " + describe(*session.failure));
    return SQLITE_ERROR;
  };
  auto opened = session.open(number);
  if (opened == nullptr) return fail();
  RowRequest request = session.request(table().id, number, std::move(opened));
  request.filter = asked.filter;
  request.columns = slots;
  request.paths = table().binding->state.paths;
  name_entities(request);
  source = session.rows(std::move(request));
  return source == nullptr ? fail() : SQLITE_OK;
}

int TablePass::next_batch() {
  TableSession& session = table().binding->session;
  row = 0;
  while (true) {
    batch = source == nullptr ? nullptr : source->next();
    if (session.is_stopped()) return SQLITE_INTERRUPT;
    if (batch != nullptr) return SQLITE_OK;
    source.reset();
    while (recording < session.recordings.size() && asked.recordings &&
           !std::ranges::binary_search(*asked.recordings, recording)) {
      ++recording;
    }
    if (recording >= session.recordings.size() || asked.filter.is_empty) return SQLITE_OK;
    const int rc = open_recording(recording++);
    if (rc != SQLITE_OK) return rc;
  }
}

// ---- what SQLite calls. No exception may pass through it.

template <class Function>
int guarded(Function function) {
  try {
    return function();
  } catch (const std::bad_alloc&) {
    return SQLITE_NOMEM;
  } catch (...) {
    return SQLITE_ERROR;
  }
}

struct TableChoice {
  TableId id;
  TableBinding* binding;
};

std::string declaration_of(const BoundTable& table) {
  std::string text = "CREATE TABLE t(";
  for (const Column& column : table_of(table.id).columns) {
    if (text.back() != '(') text += ", ";
    text += quoted_name(column.name) + ' ';
    text += sql_name(column.type);
  }
  if (table.id == TableId::pairs) text += ", radius REAL HIDDEN";
  if (table.id == TableId::state) {
    for (const std::string& name : table.binding->state.names) text += ", " + quoted_name(name);
  }
  return text + ")";
}

int connect(sqlite3* connection, void* choice, int, const char* const*, sqlite3_vtab** out,
            char**) {
  return guarded([&] {
    const auto& chosen = *static_cast<const TableChoice*>(choice);
    auto table = std::make_unique<BoundTable>();
    table->id = chosen.id;
    table->binding = chosen.binding;
    const int rc = sqlite3_declare_vtab(connection, declaration_of(*table).c_str());
    if (rc == SQLITE_OK) *out = table.release();
    return rc;
  });
}

int disconnect(sqlite3_vtab* table) {
  delete static_cast<BoundTable*>(table);
  return SQLITE_OK;
}

int best_index(sqlite3_vtab* base, sqlite3_index_info* info) {
  return guarded([&] {
    const auto& table = *static_cast<BoundTable*>(base);
    return choose_constraints(table.id, table.binding->session.recordings.size(), info);
  });
}

int open(sqlite3_vtab*, sqlite3_vtab_cursor** out) {
  return guarded([&] {
    *out = new TablePass;
    return SQLITE_OK;
  });
}

int close(sqlite3_vtab_cursor* pass) {
  delete static_cast<TablePass*>(pass);
  return SQLITE_OK;
}

int filter(sqlite3_vtab_cursor* base, int, const char* text, int count, sqlite3_value** values) {
  return guarded([&] {
    auto& pass = *static_cast<TablePass*>(base);
    pass.begin(read_constraints(text, count, values));
    return pass.next_batch();
  });
}

int next(sqlite3_vtab_cursor* base) {
  return guarded([&] {
    auto& pass = *static_cast<TablePass*>(base);
    return ++pass.row < pass.batch->size() ? SQLITE_OK : pass.next_batch();
  });
}

int eof(sqlite3_vtab_cursor* pass) { return static_cast<TablePass*>(pass)->batch == nullptr; }

int column(sqlite3_vtab_cursor* base, sqlite3_context* context, int number) {
  const auto& pass = *static_cast<TablePass*>(base);
  const auto index = static_cast<std::size_t>(number);
  if (index >= pass.slots.columns()) {
    if (pass.table().id == TableId::pairs) {
      sqlite3_result_double(context, pass.asked.filter.radius.value_or(0));
    }
    return SQLITE_OK;
  }
  if (!pass.slots.wants(index)) return SQLITE_OK;
  const Cell& cell = pass.batch->at(pass.row, pass.slots.slot(index), pass.slots.width());
  switch (cell.kind) {
    case Cell::Kind::null: break;
    case Cell::Kind::integer: sqlite3_result_int64(context, cell.integer); break;
    case Cell::Kind::real:
      if (std::isfinite(cell.real)) sqlite3_result_double(context, cell.real);
      break;
    case Cell::Kind::text: {
      const std::string_view text = pass.batch->text_of(cell);
      sqlite3_result_text64(context, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
      break;
    }
  }
  return SQLITE_OK;
}

int row_id(sqlite3_vtab_cursor* base, sqlite3_int64* out) {
  const auto& pass = *static_cast<TablePass*>(base);
  // SQLite takes two rows of one id for the same where a pass is made for each side of an OR. The
  // recording is the one opened last; pairs of two radii are two.
  const auto radius = std::bit_cast<std::uint64_t>(pass.asked.filter.radius.value_or(0));
  *out = static_cast<sqlite3_int64>(pass.batch->id_of(pass.row) +
                                    (std::uint64_t{pass.recording} << 48) +
                                    radius * 0x9E3779B97F4A7C15);
  return SQLITE_OK;
}

/// With an xCreate that is xConnect, and without xUpdate: the tables are there in every connection,
/// in a schema only where one is made for them, and cannot be written.
const sqlite3_module& module_of_tables() {
  static const sqlite3_module module = [] {
    sqlite3_module made{};
    made.xCreate = connect;
    made.xConnect = connect;
    made.xBestIndex = best_index;
    made.xDisconnect = disconnect;
    made.xDestroy = disconnect;
    made.xOpen = open;
    made.xClose = close;
    made.xFilter = filter;
    made.xNext = next;
    made.xEof = eof;
    made.xColumn = column;
    made.xRowid = row_id;
    return made;
  }();
  return module;
}

}  // namespace

int add_tables(sqlite3* connection, TableBinding& binding) {
  for (const Table& table : all_tables()) {
    auto choice = std::make_unique<TableChoice>(TableChoice{table.id, &binding});
    const int rc = sqlite3_create_module_v2(
        connection, std::string(table.name).c_str(), &module_of_tables(), choice.release(),
        [](void* made) { delete static_cast<TableChoice*>(made); });
    if (rc != SQLITE_OK) return rc;
  }
  return SQLITE_OK;
}

}  // namespace scrubjay::tables
