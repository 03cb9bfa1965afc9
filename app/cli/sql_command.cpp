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
    return fail_query(fatal_problem("query", fault), is_json, console);
  }
  const std::string_view columns = "recording, frame, time, entity, id, name";
  const std::string sql =
      tables::condition_query(columns, options.condition, "order by recording, frame, entity");
  if (const auto query = desk.prepare(sql); !query && query.error().code == "query") {
    return fail_query(tables::problem_of_condition(query.error(), columns, options.condition),
                      is_json, console);
  }
  return print_query(desk, sql, options.rows, console);
}

}  // namespace scrubjay::cli
