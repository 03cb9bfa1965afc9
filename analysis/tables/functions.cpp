#include <array>

#include "analysis/tables/leaves.h"
#include "analysis/tables/link.h"
#include "analysis/tables/virtual_tables.h"
#include "core/number_text.h"
#include "core/shell_word.h"

namespace scrubjay::tables {

namespace {

/// False where one of them is NULL or no number.
template <std::size_t kCount>
bool read_numbers(sqlite3_value** values, std::array<double, kCount>& out) {
  for (std::size_t i = 0; i < kCount; ++i) {
    const int type = sqlite3_value_type(values[i]);
    if (type != SQLITE_INTEGER && type != SQLITE_FLOAT) return false;
    out[i] = sqlite3_value_double(values[i]);
  }
  return true;
}

void distance_function(sqlite3_context* context, int, sqlite3_value** values) {
  std::array<double, 6> v{};
  if (!read_numbers(values, v)) return;
  sqlite3_result_double(context, distance_between(std::span<const double, 3>(v.data(), 3),
                                                  std::span<const double, 3>(v.data() + 3, 3)));
}

void angle_function(sqlite3_context* context, int, sqlite3_value** values) {
  std::array<double, 8> q{};
  if (!read_numbers(values, q)) return;
  const auto angle = angle_between(std::span<const double, 4>(q.data(), 4),
                                   std::span<const double, 4>(q.data() + 4, 4));
  if (angle) sqlite3_result_double(context, *angle);
}

/// Nothing where the recording or the entity is not there.
std::optional<std::string> link_of(TableSession& session, sqlite3_value** values) {
  if (sqlite3_value_numeric_type(values[0]) != SQLITE_INTEGER) return std::nullopt;
  const sqlite3_int64 number = sqlite3_value_int64(values[0]);
  if (number < 0 || static_cast<std::uint64_t>(number) >= session.recordings.size()) {
    return std::nullopt;
  }
  const auto row = static_cast<std::size_t>(number);
  std::optional<Seconds> time;
  const int type = sqlite3_value_numeric_type(values[1]);
  if (type == SQLITE_INTEGER || type == SQLITE_FLOAT) {
    time = sqlite3_value_double(values[1]) - session.recordings.offset(row);
  }
  if (sqlite3_value_type(values[2]) == SQLITE_NULL) {
    return link_to(session.recordings.file(row), time, std::nullopt);
  }
  const auto recording = session.open(row);
  const sqlite3_int64 entity = sqlite3_value_int64(values[2]);
  const bool is_there = recording != nullptr && entity >= 0 &&
                        sqlite3_value_numeric_type(values[2]) == SQLITE_INTEGER &&
                        static_cast<std::uint64_t>(entity) < recording->entity_count();
  if (!is_there) return std::nullopt;
  return link_to(session.recordings.file(row), time,
                 recording->entity(EntityIndex(static_cast<std::size_t>(entity))).id);
}

void link_function(sqlite3_context* context, int, sqlite3_value** values) {
  try {
    const auto& binding = *static_cast<const TableBinding*>(sqlite3_user_data(context));
    const auto link = link_of(binding.session, values);
    if (link) {
      sqlite3_result_text64(context, link->data(), link->size(), SQLITE_TRANSIENT, SQLITE_UTF8);
    }
  } catch (...) {
    sqlite3_result_error_nomem(context);
  }
}

}  // namespace

std::string link_to(std::string_view file, std::optional<Seconds> time,
                    std::optional<std::string_view> entity_id) {
  // The same answer on every system.
  constexpr ShellKind kShell = ShellKind::posix;
  std::string link = "scrubjay " + shell_word(file, kShell);
  if (time) link += " --time " + number_text(*time);
  if (entity_id) link += " --select " + shell_word(*entity_id, kShell);
  return link;
}

int add_functions(sqlite3* connection, TableBinding& binding) {
  constexpr int kPure = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
  int rc = sqlite3_create_function_v2(connection, "distance", 6, kPure, nullptr, distance_function,
                                      nullptr, nullptr, nullptr);
  if (rc != SQLITE_OK) return rc;
  rc = sqlite3_create_function_v2(connection, "angle", 8, kPure, nullptr, angle_function, nullptr,
                                  nullptr, nullptr);
  if (rc != SQLITE_OK) return rc;
  return sqlite3_create_function_v2(connection, "link", 3, kPure, &binding, link_function, nullptr,
                                    nullptr, nullptr);
}

}  // namespace scrubjay::tables
