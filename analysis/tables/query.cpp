#include "analysis/tables/query.h"

#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <mutex>
#include <span>
#include <utility>

#include "analysis/tables/schema.h"
#include "analysis/tables/sql_words.h"
#include "analysis/tables/virtual_tables.h"
#include "core/near_name.h"
#include "core/text.h"

namespace scrubjay::tables {

namespace {

/// Of one text or blob, so that no expression fills the memory.
constexpr int kMostBytes = 64 << 20;
/// Of SQLite's steps, between two looks at whether to stop.
constexpr int kStepsBetweenLooks = 2000;
/// What SQLite is built for at most.
constexpr std::size_t kMostColumns = 2000;

constexpr std::array<std::string_view, 3> kPragmas{"table_info", "table_xinfo", "table_list"};

/// Tables that SQLite has of itself. Older ones refuse them for being declared by the query.
constexpr std::array<std::string_view, 5> kSqlitesOwn{"sqlite_dbpage", "sqlite_stmt", "dbstat",
                                                      "bytecode", "tables_used"};

bool is_one_of(const char* name, std::span<const std::string_view> names) {
  return name != nullptr && std::ranges::find(names, lower_case(name)) != names.end();
}

/// Columns of `state` that stand for paths that may yet be found.
struct Doubts {
  std::vector<std::string> names;  ///< in small letters
  std::vector<std::string> read;   ///< those that the query takes for columns of `state`

  void note(std::string_view table, const char* column) {
    const bool is_one = table == table_of(TableId::state).name && column != nullptr &&
                        std::ranges::find(names, column) != names.end();
    if (is_one) read.emplace_back(column);
  }
};

/// What a query may do: read, call functions, and ask for the schema.
int authorize(void* doubts, int action, const char* first, const char* second, const char*,
              const char*) {
  switch (action) {
    case SQLITE_SELECT:
    case SQLITE_RECURSIVE: return SQLITE_OK;
    case SQLITE_READ:
      if (is_one_of(first, kSqlitesOwn)) return SQLITE_DENY;
      if (first != nullptr) static_cast<Doubts*>(doubts)->note(first, second);
      return SQLITE_OK;
    case SQLITE_FUNCTION:
      return second != nullptr && lower_case(second) == "load_extension" ? SQLITE_DENY : SQLITE_OK;
    case SQLITE_PRAGMA: return is_one_of(first, kPragmas) ? SQLITE_OK : SQLITE_DENY;
    default: return SQLITE_DENY;
  }
}

/// A few names that may have been meant.
std::string near_names(const StatePaths& paths, const std::string& missing) {
  NearNames near(missing);
  for (const Column& column : table_of(TableId::state).columns) near.add(column.name);
  for (std::size_t i = 0; i < paths.size(); ++i) near.add(paths.column(i));
  return near.text();
}

/// The column that SQLite misses, or finds in several tables, as `begin` says; without the table
/// before it; empty for another error. Newer ones put it in quotes and say more behind it.
std::vector<std::string> missing_columns(std::string_view message,
                                         std::string_view begin = "no such column: ") {
  if (!message.starts_with(begin)) return {};
  message.remove_prefix(begin.size());
  std::vector<std::string> names;
  const auto add = [&](std::string_view name) {
    if (name.size() > 1 && name.front() == '"' && name.find('"', 1) != name.npos) {
      name = name.substr(1, name.find('"', 1) - 1);
    }
    names.push_back(lower_case(name));
  };
  add(message);
  for (std::size_t dot = message.find('.'); dot != message.npos && names.size() < 4;
       dot = message.find('.', dot + 1)) {
    add(message.substr(dot + 1));
  }
  return names;
}

bool mentions(const std::vector<SqlWord>& words, std::string_view table) {
  return std::ranges::any_of(words, [&](const SqlWord& word) {
    return word.kind == SqlWord::Kind::name && equal_ignoring_case(word.text, table);
  });
}

/// Tables, or columns of those that are mentioned, that may have been meant by one that SQLite does
/// not find. Where none is near, all columns of the only table.
std::string near_of_schema(std::string_view message, std::string_view sql) {
  constexpr std::string_view kTable = "no such table: ";
  const auto columns = missing_columns(message);
  const bool is_table = message.starts_with(kTable);
  if (columns.empty() && !is_table) return "";
  NearNames near(is_table ? message.substr(kTable.size()) : columns.back());
  const std::vector<SqlWord> words = sql_words(sql);
  std::string all;
  for (const Table& table : all_tables()) {
    if (is_table) near.add(table.name);
    if (is_table || !mentions(words, table.name)) continue;
    all += "; " + std::string(table.name) + " has " +
           joined_by(table.columns, [](const Column& column) { return std::string(column.name); });
    for (const Column& column : table.columns) near.add(column.name);
  }
  const std::string found = near.text();
  return found.empty() ? all : found;
}

/// What may have been meant instead of a name that SQLite does not find. One that is compared with
/// something, as in kind = vehicle, was hardly meant as a column; derived values are none.
std::string hint_for(const std::vector<std::string>& missing, std::string_view sql) {
  for (const std::string& name : missing) {
    if (name.starts_with("derived/")) {
      return "; what follows from what was recorded is no column, but a property of `series`";
    }
  }
  if (missing.size() != 1) return "";
  const std::vector<SqlWord> words = sql_words(sql);
  for (std::size_t i = 1; i < words.size(); ++i) {
    const bool is_it =
        words[i].kind == SqlWord::Kind::name && lower_case(words[i].text) == missing.front();
    const SqlWord& before = words[i - 1];
    const bool is_compared = before.kind == SqlWord::Kind::mark
                                 ? before.text == "=" || before.text == ">"
                                 : equal_ignoring_case(before.text, "like");
    if (is_it && is_compared) return "; a text is written '" + words[i].text + "'";
  }
  return "";
}

constexpr std::string_view kPlaceBegin = " (line ";

/// " (line 2, column 14)"
std::string place_of(std::string_view sql, int offset) {
  if (offset < 0 || static_cast<std::size_t>(offset) > sql.size()) return {};
  const std::string_view before = sql.substr(0, static_cast<std::size_t>(offset));
  const auto line = 1 + std::ranges::count(before, '\n');
  const std::size_t begin = before.rfind('\n') + 1;  // npos + 1 is 0
  return std::string(kPlaceBegin) + std::to_string(line) + ", column " +
         std::to_string(before.size() - begin + 1) + ")";
}

/// Where SQLite says no place: a table that is missing is first mentioned there, what is incomplete
/// lacks something behind its end; else -1.
int place_untold(std::string_view sql, std::string_view message) {
  constexpr std::string_view kBegin = "no such table: ";
  if (message == "incomplete input") return static_cast<int>(sql.size());
  if (!message.starts_with(kBegin)) return -1;
  const std::size_t at = lower_case(sql).find(lower_case(message.substr(kBegin.size())));
  return at == sql.npos ? -1 : static_cast<int>(at);
}

Problem stopped_problem() { return fatal_problem("stopped", "The query was stopped."); }

std::string before_condition(std::string_view columns) {
  return "select " + std::string(columns) + " from state where (";
}

/// What has to be known of a query before SQLite sees it.
struct QueryWords {
  std::vector<std::string> lower;   ///< ascending, each once
  std::vector<std::string> joined;  ///< those that `using` joins by
  bool is_of_state = false;
  bool needs_all = false;  ///< columns of state

  explicit QueryWords(std::string_view sql);
  bool has(const std::string& lower_name) const {
    return std::ranges::binary_search(lower, lower_name);
  }
};

QueryWords::QueryWords(std::string_view sql) {
  using Kind = SqlWord::Kind;
  const std::vector<SqlWord> words = sql_words(sql);
  bool is_about_schema = false;
  bool has_star = false;
  bool is_using = false;  ///< up to the parenthesis that closes
  for (std::size_t i = 0; i < words.size(); ++i) {
    const SqlWord& word = words[i];
    const std::string name = lower_case(word.text);
    const std::string before = i == 0 ? "" : lower_case(words[i - 1].text);
    if (word.kind == Kind::mark) {
      is_using = (is_using && word.text != ")") || (before == "using" && word.text == "(");
      // All columns: at the beginning of what is selected, or behind a comma or a dot; else it
      // multiplies, or counts.
      has_star |= word.text == "*" && (before == "select" || before == "distinct" ||
                                       before == "all" || before == "," || before == ".");
      continue;
    }
    is_of_state |= name == "state" && word.kind != Kind::number;
    if (is_using) joined.push_back(name);
    // SQLite takes a text for a name where nothing else can stand.
    const bool is_name =
        word.kind == Kind::name || (word.kind == Kind::text && (is_using || before == "."));
    if (!is_name) continue;
    is_about_schema |= name.starts_with("pragma");
    has_star |= name == "natural";
    lower.push_back(name);
  }
  std::ranges::sort(lower);
  const auto repeated = std::ranges::unique(lower);
  lower.erase(repeated.begin(), repeated.end());
  needs_all = is_of_state && (has_star || is_about_schema);
}

/// A column of `state` that is no path, or what SQLite takes for a value where no column is called
/// so.
bool is_fixed_or_literal(std::string_view name) {
  return name == "true" || name == "false" ||
         std::ranges::find(table_of(TableId::state).columns, name, &Column::name) !=
             table_of(TableId::state).columns.end();
}

StateColumns choose_columns(const StatePaths& known, const QueryWords& words) {
  StateColumns chosen;
  if (!words.is_of_state) return chosen;
  const std::size_t room = kMostColumns - table_of(TableId::state).columns.size();
  std::vector<std::string> paths;
  const auto add = [&](std::size_t i) {
    chosen.names.push_back(known.column(i));
    paths.push_back(known.path(i));
  };
  const bool has_room_for_all = known.size() <= room;
  std::vector<std::size_t> others;
  for (std::size_t i = 0; i < known.size(); ++i) {
    const bool is_named = words.has(lower_case(known.column(i)));
    if (words.needs_all && has_room_for_all) {
      add(i);
    } else if (is_named && chosen.names.size() < room) {
      add(i);
    } else if (words.needs_all) {
      others.push_back(i);
    }
  }
  for (const std::size_t i : others) {
    if (chosen.names.size() < room) add(i);
  }
  if (words.needs_all) chosen.left_out = known.size() - chosen.names.size();
  // SQLite may find another meaning for a name that is a path of frames that were not looked at: an
  // alias, a column of another table. It says so by reading the column that stands for it here.
  for (const std::string& name : words.lower) {
    const bool is_open = !known.is_at_end() && known.index_of(name) == known.size() &&
                         !is_fixed_or_literal(name) && chosen.names.size() < room;
    if (!is_open) continue;
    chosen.doubts.push_back(name);
    chosen.names.push_back(name);
    paths.push_back(name);
  }
  chosen.paths = std::make_shared<const std::vector<std::string>>(std::move(paths));
  return chosen;
}

}  // namespace

/// SQLite's own things, in the order in which they have to go.
struct Query::Connection {
  Connection(TableSession& session, StateColumns state) : binding{session, std::move(state)} {
    doubts.names = binding.state.doubts;
  }
  ~Connection() {
    sqlite3_finalize(statement);
    sqlite3_close(database);
  }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  int open();
  Result<void> prepare(std::string_view text);
  Problem problem(int rc) const;
  std::vector<std::string> ambiguous_doubts() const;
  void connect_tables();
  int list_tables();

  TableBinding binding;
  Doubts doubts;
  std::string sql;
  sqlite3* database = nullptr;
  sqlite3_stmt* statement = nullptr;
};

/// A table that is mentioned for the first time is declared, which the authorizer would refuse.
void Query::Connection::connect_tables() {
  std::vector<std::string> names{"json_each", "json_tree"};
  for (const Table& table : all_tables()) names.emplace_back(table.name);
  for (const std::string_view pragma : kPragmas) names.push_back("pragma_" + std::string(pragma));
  for (const std::string& name : names) {
    sqlite3_stmt* mention = nullptr;
    sqlite3_prepare_v2(database, ("select 1 from " + name).c_str(), -1, &mention, nullptr);
    sqlite3_finalize(mention);
  }
}

/// SQLite lists only tables of a schema, in which ours are not: for a query that asks which tables
/// there are they come into the temporary one.
int Query::Connection::list_tables() {
  for (const Table& table : all_tables()) {
    const std::string name(table.name);
    const int rc =
        sqlite3_exec(database, ("create virtual table temp." + name + " using " + name).c_str(),
                     nullptr, nullptr, nullptr);
    if (rc != SQLITE_OK) return rc;
  }
  return SQLITE_OK;
}

int Query::Connection::open() {
  constexpr int kFlags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX;
  int rc = sqlite3_open_v2(":memory:", &database, kFlags, nullptr);
  if (rc != SQLITE_OK) return rc;
  const auto set = [&](int option, int value) {
    if (rc == SQLITE_OK) rc = sqlite3_db_config(database, option, value, nullptr);
  };
  set(SQLITE_DBCONFIG_DEFENSIVE, 1);
  set(SQLITE_DBCONFIG_DQS_DML, 0);
  set(SQLITE_DBCONFIG_DQS_DDL, 0);
  set(SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0);
  set(SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0);
  if (rc == SQLITE_OK) rc = add_tables(database, binding);
  if (rc == SQLITE_OK) rc = add_functions(database, binding);
  if (rc != SQLITE_OK) return rc;
  sqlite3_limit(database, SQLITE_LIMIT_LENGTH, kMostBytes);
  sqlite3_limit(database, SQLITE_LIMIT_ATTACHED, 0);
  sqlite3_limit(database, SQLITE_LIMIT_WORKER_THREADS, 0);
  connect_tables();
  if (lower_case(sql).find("table_list") != sql.npos) rc = list_tables();
  if (rc != SQLITE_OK) return rc;
  rc = sqlite3_set_authorizer(database, authorize, &doubts);
  sqlite3_progress_handler(
      database, kStepsBetweenLooks,
      [](void* session) { return static_cast<TableSession*>(session)->is_stopped() ? 1 : 0; },
      &binding.session);
  return rc;
}

Problem Query::Connection::problem(int rc) const {
  TableSession& session = binding.session;
  if (session.failure) return *std::exchange(session.failure, std::nullopt);
  if (rc == SQLITE_INTERRUPT && session.is_stopped()) return stopped_problem();
  std::string message = database == nullptr ? sqlite3_errstr(rc) : sqlite3_errmsg(database);
  // Of our tables only this one refuses a way to read it: choose_constraints().
  if (message == "no query solution" && lower_case(sql).find("pairs") != sql.npos) {
    message = "pairs needs its radius: pairs(5)";
  }
  if (database != nullptr) {
    const int offset = sqlite3_error_offset(database);
    message += place_of(sql, offset < 0 ? place_untold(sql, message) : offset);
  }
  return fatal_problem("query", std::move(message));
}

/// Those that SQLite finds in another table, too.
std::vector<std::string> Query::Connection::ambiguous_doubts() const {
  auto names = missing_columns(sqlite3_errmsg(database), "ambiguous column name: ");
  std::erase_if(names, [&](const std::string& name) {
    return std::ranges::find(doubts.names, name) == doubts.names.end();
  });
  return names;
}

Result<void> Query::Connection::prepare(std::string_view text) {
  sql = text;
  int rc = open();
  if (rc != SQLITE_OK) return failure(problem(rc));
  if (sql.find('\0') != sql.npos)
    return failure(fatal_problem("query", "a NUL byte is in the query"));
  const char* tail = nullptr;
  rc = sqlite3_prepare_v2(database, sql.c_str(), static_cast<int>(sql.size()) + 1, &statement,
                          &tail);
  if (rc != SQLITE_OK) return failure(problem(rc));
  if (statement == nullptr) return failure(fatal_problem("query", "there is no query"));
  const std::string_view rest(tail);
  for (const SqlWord& word : sql_words(rest)) {
    if (word.text == ";" && word.kind == SqlWord::Kind::mark) continue;
    return failure(fatal_problem("query", "a query is one statement; there is more behind it" +
                                              place_of(sql, static_cast<int>(tail - sql.c_str()))));
  }
  if (sqlite3_stmt_readonly(statement) == 0 || sqlite3_column_count(statement) == 0) {
    return failure(fatal_problem("query", "a query has to read: this statement gives no rows"));
  }
  return {};
}

Query::Query(std::unique_ptr<Connection> connection) : connection_(std::move(connection)) {
  const int count = sqlite3_column_count(connection_->statement);
  for (int i = 0; i < count; ++i) {
    const char* name = sqlite3_column_name(connection_->statement, i);
    columns_.emplace_back(name == nullptr ? "" : name);
  }
}

Query::~Query() = default;

Result<std::unique_ptr<Query>> Query::prepare(TableSession& session, StatePaths& paths,
                                              std::string_view sql,
                                              std::vector<std::string>* absent) {
  if (sql.size() >= 1'000'000) return failure(fatal_problem("query", "the query is too long"));
  const QueryWords words(sql);
  if (words.is_of_state) paths.begin();
  if (words.needs_all) paths.find_all();
  for (const std::string& name : words.joined) {
    if (words.is_of_state && !is_fixed_or_literal(name)) paths.find({name});
  }
  while (true) {
    if (session.failure) return failure(*std::exchange(session.failure, std::nullopt));
    if (session.is_stopped()) return failure(stopped_problem());
    auto connection = std::make_unique<Connection>(session, choose_columns(paths, words));
    auto prepared = connection->prepare(sql);
    auto doubtful = prepared ? connection->doubts.read : connection->ambiguous_doubts();
    if (!doubtful.empty()) {
      for (const std::string& name : doubtful) paths.find({name});
      continue;
    }
    if (prepared) return std::unique_ptr<Query>(new Query(std::move(connection)));
    const auto missing = missing_columns(sqlite3_errmsg(connection->database));
    if (!words.is_of_state || missing.empty() || prepared.error().code != "query") {
      const std::string hint = hint_for(missing, sql);
      prepared.error().message +=
          hint.empty() ? near_of_schema(sqlite3_errmsg(connection->database), sql) : hint;
      return failure(std::move(prepared.error()));
    }
    // Known already: there is no room for it, or it is of another table.
    const bool is_known = std::ranges::any_of(
        missing, [&](const auto& name) { return paths.index_of(name) < paths.size(); });
    if (is_known || !paths.find(missing)) {
      if (session.failure || session.is_stopped()) continue;
      std::string hint = hint_for(missing, sql);
      if (hint.empty()) hint = near_names(paths, missing.front());
      if (absent != nullptr && !is_known && hint.empty() && missing.front().contains('/')) {
        paths.add_absent(missing.front());
        absent->push_back(missing.front());
        continue;
      }
      prepared.error().message += hint;
      return failure(std::move(prepared.error()));
    }
  }
}

std::optional<std::size_t> Query::find_column(std::string_view name) const {
  const auto found = std::ranges::find_if(
      columns_, [&](const std::string& column) { return equal_ignoring_case(column, name); });
  if (found == columns_.end()) return std::nullopt;
  return static_cast<std::size_t>(found - columns_.begin());
}

Result<Query::Step> Query::step() {
  if (connection_->binding.session.is_stopped()) return Step::stopped;
  const int rc = sqlite3_step(connection_->statement);
  if (rc == SQLITE_ROW) return Step::row;
  if (rc == SQLITE_DONE) return Step::done;
  Problem problem = connection_->problem(rc);
  if (problem.code == "stopped") return Step::stopped;
  return failure(std::move(problem));
}

Value Query::value(std::size_t column) const {
  sqlite3_stmt* statement = connection_->statement;
  const int i = static_cast<int>(column);
  const auto bytes = [&](const void* data) {
    const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement, i));
    return data == nullptr ? std::string_view()
                           : std::string_view(static_cast<const char*>(data), size);
  };
  Value value;
  switch (sqlite3_column_type(statement, i)) {
    case SQLITE_INTEGER:
      value.kind = Value::Kind::integer;
      value.integer = sqlite3_column_int64(statement, i);
      break;
    case SQLITE_FLOAT:
      value.kind = Value::Kind::real;
      value.real = sqlite3_column_double(statement, i);
      break;
    case SQLITE_TEXT:
      value.kind = Value::Kind::text;
      value.bytes = bytes(sqlite3_column_text(statement, i));
      break;
    case SQLITE_BLOB:
      value.kind = Value::Kind::blob;
      value.bytes = bytes(sqlite3_column_blob(statement, i));
      break;
    default: break;
  }
  return value;
}

std::size_t Query::columns_left_out() const { return connection_->binding.state.left_out; }

std::optional<std::size_t> place_in_query(std::string_view sql, const Problem& problem) {
  // As place_of() says it.
  constexpr std::string_view kColumn = ", column ";
  const std::string_view text = problem.message;
  const std::size_t at = text.rfind(kPlaceBegin);
  if (problem.code != "query" || at == text.npos) return std::nullopt;
  const auto number_at = [&](std::size_t begin) {
    std::size_t number = 0;
    std::from_chars(text.data() + std::min(begin, text.size()), text.data() + text.size(), number);
    return number;
  };
  const std::size_t line = number_at(at + kPlaceBegin.size());
  const std::size_t comma = text.find(kColumn, at);
  const std::size_t column = comma == text.npos ? 0 : number_at(comma + kColumn.size());
  if (line == 0 || column == 0) return std::nullopt;
  std::size_t begin = 0;
  for (std::size_t i = 1; i < line; ++i) {
    const std::size_t end = sql.find('\n', begin);
    if (end == sql.npos) return std::nullopt;
    begin = end + 1;
  }
  return begin + column - 1 <= sql.size() ? std::optional(begin + column - 1) : std::nullopt;
}

Problem problem_below(Problem problem, std::size_t lines) {
  std::string& text = problem.message;
  const std::size_t at = text.rfind(kPlaceBegin);
  if (problem.code != "query" || at == text.npos) return problem;
  const std::size_t begin = at + kPlaceBegin.size();
  std::size_t line = 0;
  const char* const first = text.data() + begin;
  const char* const end = std::from_chars(first, text.data() + text.size(), line).ptr;
  text.replace(begin, static_cast<std::size_t>(end - first), std::to_string(line + lines));
  return problem;
}

std::string condition_query(std::string_view columns, std::string_view condition,
                            std::string_view rest) {
  // The condition ends with its line, so that a comment in it does.
  return before_condition(columns) + std::string(condition) + "\n) " + std::string(rest);
}

Problem problem_of_condition(Problem problem, std::string_view columns,
                             std::string_view condition) {
  const std::size_t begin = before_condition(columns).size();
  const auto place = place_in_query(condition_query(columns, condition, ""), problem);
  if (!place || *place < begin) return problem;
  const std::size_t at = *place - begin;
  // The sign behind the condition is not theirs: it lacks something.
  const bool is_incomplete = at >= condition.size() && problem.message.starts_with("near \")\"");
  const std::size_t end = problem.message.rfind(kPlaceBegin);
  const std::string behind = problem.message.substr(problem.message.find(')', end) + 1);
  problem.message = is_incomplete ? "incomplete input" : problem.message.substr(0, end);
  problem.message += place_of(condition, static_cast<int>(std::min(at, condition.size()))) + behind;
  return problem;
}

}  // namespace scrubjay::tables
