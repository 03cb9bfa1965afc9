#include "app/cli/rows_output.h"

#include <optional>
#include <set>
#include <utility>

#include "app/cli/interrupt.h"
#include "app/shared/plain_text.h"
#include "app/shared/query_values.h"

namespace scrubjay::cli {

namespace {

constexpr std::size_t kPieceOfRows = 64 * 1024;

/// Prints rows one by one in one of the forms.
class RowsPrinter {
 public:
  RowsPrinter(const tables::Query& query, const RowsOptions& options, Console& console)
      : query_(query),
        keys_(row_keys(query.columns())),
        options_(options),
        console_(console),
        json_(text_, layout()) {}

  void begin();
  /// False once nobody reads any more.
  bool add_row();
  /// `stopped`: "rows", "time" or empty.
  void end(std::string_view stopped);

 private:
  JsonLayout layout() const {
    return options_.output == RowsOutput::json ? console_.json_layout() : JsonLayout::compact;
  }
  void add_csv_row();
  void add_table_row();
  bool flush(std::size_t least);

  const tables::Query& query_;
  const std::vector<std::string> keys_;  ///< of a row that is an object
  const RowsOptions& options_;
  Console& console_;
  std::string text_;
  JsonWriter json_;
  std::vector<std::vector<std::string>> rows_;  ///< of a table for people
};

bool RowsPrinter::flush(std::size_t least) {
  if (text_.size() < least) return true;
  const bool go_on = console_.print(text_);
  text_.clear();
  return go_on;
}

void RowsPrinter::begin() {
  if (options_.output == RowsOutput::json) {
    json_.begin_object();
    json_.texts_field("columns", query_.columns());
    json_.key("rows");
    json_.begin_array();
  } else if (options_.output == RowsOutput::csv) {
    append_csv_header(text_, query_.columns(), options_.csv_texts);
  }
}

void RowsPrinter::add_csv_row() {
  append_csv_row(
      text_, query_.columns().size(), [&](std::size_t i) { return query_.value(i); },
      options_.csv_texts);
}

void RowsPrinter::add_table_row() {
  std::vector<std::string>& row = rows_.emplace_back();
  for (std::size_t i = 0; i < query_.columns().size(); ++i) {
    row.push_back(printable(value_text(query_.value(i))));
  }
}

bool RowsPrinter::add_row() {
  switch (options_.output) {
    case RowsOutput::table: add_table_row(); return true;
    case RowsOutput::csv: add_csv_row(); break;
    case RowsOutput::json:
      json_.begin_array();
      for (std::size_t i = 0; i < query_.columns().size(); ++i) {
        write_query_value(json_, query_.value(i));
      }
      json_.end_array();
      break;
    case RowsOutput::ndjson: {
      JsonWriter line(text_);
      write_query_row(line, query_, keys_);
      text_ += '\n';
    }
  }
  return flush(kPieceOfRows);
}

void RowsPrinter::end(std::string_view stopped) {
  if (options_.output == RowsOutput::json) {
    json_.end_array();
    if (!stopped.empty()) json_.field("stopped", stopped);
    json_.end_object();
    text_ += '\n';
  } else if (options_.output == RowsOutput::table) {
    std::vector<TableColumn> columns;
    for (const std::string& name : query_.columns()) columns.push_back({printable(name)});
    if (rows_.empty()) {
      console_.note("no rows");
    } else {
      text_ += table_text(columns, rows_);
    }
  }
  flush(1);
}

}  // namespace

void write_query_value(JsonWriter& json, const tables::Value& value) {
  switch (value.kind) {
    case tables::Value::Kind::null: json.null(); return;
    case tables::Value::Kind::integer: json.integer(value.integer); return;
    case tables::Value::Kind::real: json.number(value.real); return;
    case tables::Value::Kind::text: json.text(value.bytes); return;
    case tables::Value::Kind::blob: json.base64(value.bytes); return;
  }
}

std::vector<std::string> row_keys(const std::vector<std::string>& columns) {
  std::set<std::string> taken(columns.begin(), columns.end());
  std::set<std::string> used;
  std::vector<std::string> keys;
  for (const std::string& column : columns) {
    std::string key = column;
    for (int n = 2; (n > 2 && taken.contains(key)) || !used.insert(key).second; ++n) {
      key = column + '_' + std::to_string(n);
    }
    keys.push_back(std::move(key));
  }
  return keys;
}

void write_query_row(JsonWriter& json, const tables::Query& query,
                     const std::vector<std::string>& keys) {
  json.begin_object();
  for (std::size_t i = 0; i < keys.size(); ++i) {
    json.key(keys[i]);
    write_query_value(json, query.value(i));
  }
  json.end_object();
}

ExitStatus fail_query(const Problem& problem, bool is_json, Console& console) {
  console.complain(describe(problem));
  if (is_json) print_failure(problem, console);
  return status_of_query(problem);
}

ExitStatus print_query(TableDesk& desk, const std::string& sql, const RowsOptions& options,
                       Console& console) {
  const bool is_json = options.output == RowsOutput::json;
  auto query = desk.prepare(sql);
  if (!query && query.error().code == "stopped") {
    console.complain("stopped: the time is over before the query could begin");
    if (is_json) console.print("{\"columns\":[],\"rows\":[],\"stopped\":\"time\"}\n");
    return interrupted() ? ExitStatus::nothing_done : ExitStatus::has_errors;
  }
  if (!query) return fail_query(query.error(), is_json, console);
  auto step = (*query)->step();
  if (!step) return fail_query(step.error(), is_json, console);
  RowsPrinter printer(**query, options, console);
  printer.begin();
  std::string_view stopped;
  std::uint64_t rows = 0;
  for (; step && *step == tables::Query::Step::row; step = (*query)->step()) {
    if (options.most_rows && rows == *options.most_rows) {
      stopped = "rows";
      break;
    }
    ++rows;
    if (!printer.add_row()) return ExitStatus::done;
  }
  if (step && *step == tables::Query::Step::stopped) stopped = "time";
  printer.end(stopped);
  if (!step) {
    console.complain(describe(step.error()));
    return status_of_query(step.error());
  }
  if (interrupted()) return ExitStatus::nothing_done;
  if (!stopped.empty()) {
    console.complain(stopped == "rows" ? "stopped: there are more rows than --most-rows"
                                       : "stopped: the query took longer than --timeout");
  }
  const ExitStatus status = desk.files().conclude();
  return stopped == "time" ? worse(status, ExitStatus::has_errors) : status;
}

}  // namespace scrubjay::cli
