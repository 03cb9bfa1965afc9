#include <iostream>
#include <iterator>
#include <string>

#include "analysis/tables/sql_words.h"
#include "app/cli/commands.h"
#include "app/cli/rows_output.h"

namespace scrubjay::cli {

namespace {

/// The query itself, or what standard input holds for "-".
std::string query_text(const std::string& query) {
  if (query != "-") return query;
  return {std::istreambuf_iterator<char>(std::cin), {}};
}

}  // namespace

ExitStatus run_sql(const SqlOptions& options, Console& console) {
  TableDesk desk(options.files, options.common, options.rows.timeout, console);
  const bool is_json = options.rows.output == RowsOutput::json;
  const ExitStatus status = desk.files().check(is_json);
  if (status != ExitStatus::done) return status;
  return print_query(desk, query_text(options.query), options.rows, console);
}

ExitStatus run_find_condition(const FindOptions& options, Console& console) {
  TableDesk desk(options.files, options.common, options.rows.timeout, console);
  const bool is_json = options.rows.output == RowsOutput::json;
  const ExitStatus status = desk.files().check(is_json);
  if (status != ExitStatus::done) return status;
  if (const char* fault = tables::fault_of_condition(options.condition)) {
    return fail_query({.severity = Severity::fatal, .code = "query", .message = fault}, is_json,
                      console);
  }
  // The condition ends with its line, so that a comment in it does.
  const std::string sql =
      "select recording, frame, time, entity, id, name from state where (" + options.condition +
      "\n) order by recording, frame, entity";
  return print_query(desk, sql, options.rows, console);
}

}  // namespace scrubjay::cli
