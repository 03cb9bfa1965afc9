#include "analysis/tables/constraints.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <iterator>
#include <string_view>

namespace scrubjay::tables {

namespace {

/// What a column is to those who go through rows; the letters stand in idxStr.
enum class Role : char {
  none = '-',
  recording = 'r',
  frame = 'f',
  time = 't',
  entity = 'e',
  path = 'p',
  name = 'n',
  tag = 'g',
  id = 'i',
  radius = 'd',
};

Role role_of(TableId table, std::size_t column) {
  if (table == TableId::pairs && column == radius_column()) return Role::radius;
  const auto columns = table_of(table).columns;
  if (column >= columns.size()) return Role::none;
  const std::string_view name = columns[column].name;
  const bool has_fixed_names = table == TableId::entities || table == TableId::events;
  const bool has_ids = table == TableId::entities || table == TableId::state;
  if (name == "recording") return Role::recording;
  if (name == "frame") return Role::frame;
  if (name == "time") return Role::time;
  if (name == "entity") return Role::entity;
  if (name == "path") return Role::path;
  if (name == "name" && has_fixed_names) return Role::name;
  if (name == "tag") return Role::tag;
  if (name == "id" && has_ids) return Role::id;
  return Role::none;
}

bool is_text_role(Role role) {
  return role == Role::path || role == Role::name || role == Role::tag || role == Role::id;
}

/// '=', 'I' (one of a list), '<', 'l' (at most), '>', 'g' (at least); 0: is not handed down.
char operator_of(Role role, unsigned char op) {
  const bool has_order = role == Role::frame || role == Role::time;
  switch (op) {
    case SQLITE_INDEX_CONSTRAINT_EQ: return '=';
    case SQLITE_INDEX_CONSTRAINT_LT: return has_order ? '<' : '\0';
    case SQLITE_INDEX_CONSTRAINT_LE: return has_order ? 'l' : '\0';
    case SQLITE_INDEX_CONSTRAINT_GT: return has_order ? '>' : '\0';
    case SQLITE_INDEX_CONSTRAINT_GE: return has_order ? 'g' : '\0';
    default: return '\0';
  }
}

/// About what a pass costs, for the order in which SQLite nests tables. The figures are those of a
/// recording of middle size.
struct Estimate {
  double frames = 1e4;
  double rows_of_frame = 1;
  double recordings = 1;

  void narrow(Role role, char op) {
    const bool is_exact = op == '=' || op == 'I';
    switch (role) {
      case Role::recording: recordings = 1; break;
      case Role::frame:
      case Role::time: frames = is_exact ? 1 : frames / 4; break;
      case Role::entity: rows_of_frame /= 50; break;
      case Role::id: rows_of_frame /= 50; break;
      case Role::path: rows_of_frame /= 20; break;
      case Role::name:
      case Role::tag: rows_of_frame /= 4; break;
      case Role::radius:
      case Role::none: break;
    }
  }
};

Estimate first_estimate(TableId table, std::size_t recordings) {
  Estimate estimate;
  estimate.recordings = static_cast<double>(recordings);
  switch (table) {
    case TableId::recordings: estimate.frames = 1; break;
    case TableId::streams: estimate.frames = 2; break;
    case TableId::entities:
    case TableId::lives: estimate.frames = 300; break;
    case TableId::frames:
    case TableId::events: break;
    case TableId::places:
    case TableId::state: estimate.rows_of_frame = 100; break;
    case TableId::pairs: estimate.rows_of_frame = 200; break;
    case TableId::contacts: estimate.rows_of_frame = 0.01; break;
    case TableId::changes: estimate.rows_of_frame = 500; break;
    case TableId::properties: estimate.rows_of_frame = 2000; break;
  }
  return estimate;
}

/// In which order rows come: the columns by which they rise.
std::vector<std::string_view> order_of(TableId table) {
  switch (table) {
    case TableId::recordings: return {"recording"};
    case TableId::streams: return {"recording", "stream"};
    case TableId::frames: return {"recording", "frame"};
    case TableId::entities: return {"recording", "entity"};
    case TableId::events: return {"recording", "event"};
    case TableId::lives: return {"recording"};
    case TableId::pairs: return {"recording", "frame", "a", "b"};
    case TableId::contacts: return {"recording", "time"};
    default: return {"recording", "frame", "entity"};
  }
}

/// Rows come as they are asked for.
bool is_in_order(TableId table, const sqlite3_index_info& info, bool is_one_recording) {
  const Table& described = table_of(table);
  std::vector<std::string_view> order = order_of(table);
  if (is_one_recording) order.erase(order.begin());
  if (table == TableId::frames && info.nOrderBy == 1 && is_one_recording) {
    const int by = info.aOrderBy[0].iColumn;  // below 0: the row's number
    const bool by_time = by >= 0 && described.columns[static_cast<std::size_t>(by)].name == "time";
    order = {by_time ? "time" : "frame"};
  }
  if (static_cast<std::size_t>(info.nOrderBy) > order.size()) return false;
  for (int i = 0; i < info.nOrderBy; ++i) {
    const auto& by = info.aOrderBy[i];
    const auto column = static_cast<std::size_t>(by.iColumn);
    if (by.desc != 0 || by.iColumn < 0 || column >= described.columns.size()) return false;
    if (described.columns[column].name != order[static_cast<std::size_t>(i)]) return false;
  }
  return true;
}

// ---- values

template <class T>
void keep_common(std::optional<std::vector<T>>& set, std::vector<T> values) {
  std::ranges::sort(values);
  const auto repeated = std::ranges::unique(values);
  values.erase(repeated.begin(), repeated.end());
  if (!set) {
    set = std::move(values);
    return;
  }
  std::vector<T> common;
  std::ranges::set_intersection(*set, values, std::back_inserter(common));
  set = std::move(common);
}

bool is_null(sqlite3_value* value) { return sqlite3_value_type(value) == SQLITE_NULL; }

/// The row that a number names. Nothing when it names none: a fraction, or out of range.
std::optional<std::uint64_t> row_of(sqlite3_value* value, bool& is_number) {
  constexpr double kEnd = 9007199254740992.0;
  const int type = sqlite3_value_numeric_type(value);
  is_number = type == SQLITE_INTEGER || type == SQLITE_FLOAT;
  if (type == SQLITE_INTEGER) {
    const sqlite3_int64 row = sqlite3_value_int64(value);
    return row < 0 ? std::nullopt : std::optional(static_cast<std::uint64_t>(row));
  }
  if (type != SQLITE_FLOAT) return std::nullopt;
  const double row = sqlite3_value_double(value);
  if (!(row >= 0 && row < kEnd) || std::trunc(row) != row) return std::nullopt;
  return static_cast<std::uint64_t>(row);
}

/// The values on the right side of = or IN: calls `visit(value)` for each.
template <class Visit>
void for_each_value(sqlite3_value* value, char op, Visit visit) {
  if (op != 'I') {
    visit(value);
    return;
  }
  sqlite3_value* one = nullptr;
  for (int rc = sqlite3_vtab_in_first(value, &one); rc == SQLITE_OK && one != nullptr;
       rc = sqlite3_vtab_in_next(value, &one)) {
    visit(one);
  }
}

/// NULLs are left out. Nothing when some value is no number: SQLite knows what that means.
std::optional<std::vector<std::uint64_t>> rows_of(sqlite3_value* value, char op) {
  std::vector<std::uint64_t> rows;
  bool are_numbers = true;
  for_each_value(value, op, [&](sqlite3_value* one) {
    if (is_null(one)) return;
    bool is_number = false;
    if (const auto row = row_of(one, is_number)) rows.push_back(*row);
    are_numbers = are_numbers && is_number;
  });
  return are_numbers ? std::optional(std::move(rows)) : std::nullopt;
}

/// Nothing when some value is no text, or may not be what was recorded.
std::optional<std::vector<std::string>> texts_of(sqlite3_value* value, char op) {
  std::vector<std::string> texts;
  bool are_texts = true;
  for_each_value(value, op, [&](sqlite3_value* one) {
    if (is_null(one)) return;
    are_texts = are_texts && sqlite3_value_type(one) == SQLITE_TEXT;
    if (!are_texts) return;
    const auto* text = reinterpret_cast<const char*>(sqlite3_value_text(one));
    texts.emplace_back(text == nullptr ? "" : text,
                       static_cast<std::size_t>(sqlite3_value_bytes(one)));
    are_texts = RowFilter::is_as_recorded(texts.back());
  });
  return are_texts ? std::optional(std::move(texts)) : std::nullopt;
}

void narrow_frames(RowFilter& filter, char op, double value) {
  constexpr double kMost = 1e15;
  const bool is_least = op == '>' || op == 'g';
  const double bound = is_least ? std::ceil(value) : std::floor(value);
  if (is_least) {
    if (bound > 0) {
      const auto first = static_cast<std::uint64_t>(std::min(bound, kMost));
      filter.first_frame = std::max(filter.first_frame, first + (op == '>' && bound == value));
    }
  } else if (bound < 0 || (op == '<' && bound == value && bound < 1)) {
    filter.is_empty = true;
  } else {
    const auto last = static_cast<std::uint64_t>(std::min(bound, kMost));
    filter.last_frame = std::min(filter.last_frame, last - (op == '<' && bound == value));
  }
}

void narrow_time(RowFilter& filter, char op, double value) {
  if (op != '<' && op != 'l') filter.time.begin = std::max(filter.time.begin, value);
  if (op != '>' && op != 'g') filter.time.end = std::min(filter.time.end, value);
}

/// The double that an integer is compared as may be a little off.
bool is_exact_double(sqlite3_value* value) {
  constexpr sqlite3_int64 kMost = sqlite3_int64{1} << 53;
  if (sqlite3_value_type(value) != SQLITE_INTEGER) return true;
  const sqlite3_int64 number = sqlite3_value_int64(value);
  return number >= -kMost && number <= kMost;
}

void narrow_numbers(RowFilter& filter, Role role, char op, sqlite3_value* value) {
  if (role == Role::time && op == 'I') return;
  const int type = sqlite3_value_numeric_type(value);
  if ((type != SQLITE_INTEGER && type != SQLITE_FLOAT) || !is_exact_double(value)) return;
  const double number = sqlite3_value_double(value);
  if (role == Role::time) {
    narrow_time(filter, op, number);
  } else {
    narrow_frames(filter, op, number);
  }
}

std::optional<std::vector<std::string>>& text_set(RowFilter& filter, Role role) {
  switch (role) {
    case Role::name: return filter.names;
    case Role::tag: return filter.tags;
    case Role::id: return filter.ids;
    default: return filter.paths;
  }
}

void narrow(PassRequest& pass, Role role, char op, sqlite3_value* value) {
  RowFilter& filter = pass.filter;
  if (op != 'I' && is_null(value)) {
    filter.is_empty = true;  // nothing compares with NULL
    return;
  }
  if (role == Role::radius) {
    const double radius = sqlite3_value_double(value);
    filter.is_empty |= filter.radius.value_or(radius) != radius;
    filter.radius = radius;
    return;
  }
  if (is_text_role(role)) {
    if (auto texts = texts_of(value, op)) keep_common(text_set(filter, role), std::move(*texts));
    return;
  }
  const bool names_rows = role != Role::time && (op == '=' || op == 'I');
  if (!names_rows) {
    narrow_numbers(filter, role, op, value);
    return;
  }
  auto rows = rows_of(value, op);
  if (!rows) return;
  if (role == Role::recording) {
    keep_common(pass.recordings, std::move(*rows));
  } else {
    keep_common(role == Role::frame ? filter.frames : filter.entities, std::move(*rows));
  }
}

}  // namespace

int choose_constraints(TableId table, std::size_t recordings, sqlite3_index_info* info) {
  std::string text;
  std::array<char, 24> bits{};
  const auto end = std::to_chars(bits.data(), bits.data() + bits.size(), info->colUsed, 16);
  text.append(bits.data(), end.ptr);
  text += ':';
  Estimate estimate = first_estimate(table, recordings);
  bool is_one_recording = recordings == 1;
  bool has_radius = table != TableId::pairs;
  int arguments = 0;
  for (int i = 0; i < info->nConstraint; ++i) {
    const auto& constraint = info->aConstraint[i];
    if (constraint.iColumn < 0) continue;
    const Role role = role_of(table, static_cast<std::size_t>(constraint.iColumn));
    char op = role == Role::none ? '\0' : operator_of(role, constraint.op);
    if (op == '\0') continue;
    if (constraint.usable == 0) continue;
    if (is_text_role(role) && std::strcmp(sqlite3_vtab_collation(info, i), "BINARY") != 0) continue;
    if (role != Role::radius && sqlite3_vtab_in(info, i, -1) != 0) {
      sqlite3_vtab_in(info, i, 1);
      op = 'I';
    }
    info->aConstraintUsage[i].argvIndex = ++arguments;
    info->aConstraintUsage[i].omit = role == Role::radius ? 1 : 0;
    text += static_cast<char>(role);
    text += op;
    estimate.narrow(role, op);
    has_radius |= role == Role::radius;
    is_one_recording |= role == Role::recording && op == '=';
  }
  if (!has_radius) return SQLITE_CONSTRAINT;
  info->idxStr = sqlite3_mprintf("%s", text.c_str());
  if (info->idxStr == nullptr) return SQLITE_NOMEM;
  info->needToFreeIdxStr = 1;
  info->orderByConsumed = info->nOrderBy > 0 && is_in_order(table, *info, is_one_recording);
  const double frames = std::max(1.0, estimate.frames * estimate.recordings);
  const double rows = std::max(1.0, frames * estimate.rows_of_frame);
  info->estimatedRows = static_cast<sqlite3_int64>(rows);
  info->estimatedCost = rows + (is_of_frames(table) ? 1000 * frames : 2 * frames);
  return SQLITE_OK;
}

PassRequest read_constraints(const char* text, int count, sqlite3_value** values) {
  PassRequest pass;
  const char* end = text + std::strlen(text);
  const char* at = std::from_chars(text, end, pass.used_columns, 16).ptr;
  if (at != end) ++at;  // ':'
  for (int i = 0; i < count && at + 1 < end; ++i, at += 2) {
    narrow(pass, static_cast<Role>(at[0]), at[1], values[i]);
  }
  return pass;
}

}  // namespace scrubjay::tables
