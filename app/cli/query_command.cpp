#include <algorithm>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/input.h"
#include "app/cli/interrupt.h"
#include "app/shared/plain_text.h"
#include "core/text.h"
#include "formats/format.h"

namespace scrubjay::cli {

namespace {

void write_queries(JsonWriter& json, std::span<const Query> queries) {
  json.begin_array();
  for (const Query& query : queries) {
    json.begin_object();
    json.field("name", query.name);
    json.field("title", query.title);
    json.field("description", query.description);
    json.key("parameters");
    json.begin_array();
    for (const QueryParameter& parameter : query.parameters) {
      json.begin_object();
      json.field("name", parameter.name);
      json.field("description", parameter.description);
      json.field("default", parameter.default_value);
      json.end_object();
    }
    json.end_array();
    json.end_object();
  }
  json.end_array();
}

std::string queries_text(std::span<const Query> queries, std::string_view format) {
  if (queries.empty()) return "There are no queries for " + std::string(format) + " recordings.\n";
  std::string text;
  for (const Query& query : queries) {
    text += std::string(query.name) + "  " + std::string(query.title) + "\n  " +
            std::string(query.description) + "\n";
    for (const QueryParameter& parameter : query.parameters) {
      text += "    --set " + std::string(parameter.name) + "=" +
              std::string(parameter.default_value) + "  " + std::string(parameter.description) +
              "\n";
    }
  }
  return text;
}

/// {"query", "columns", "rows": [{"cells", "frame", "time", "entity"}], "text"}: a row's frame,
/// time and entity are left out where it has none.
void write_result(JsonWriter& json, const Recording& recording, std::string_view name,
                  const QueryResult& result) {
  json.begin_object();
  json.field("query", name);
  json.texts_field("columns", result.columns);
  json.key("rows");
  json.begin_array();
  for (const QueryRow& row : result.rows) {
    json.begin_object();
    json.texts_field("cells", row.cells);
    if (row.frame.exists()) {
      json.integer_field("frame", row.frame.value);
      json.number_field("time", recording.timeline().time(row.frame));
    }
    if (row.entity.exists()) json.field("entity", recording.entity(row.entity).id);
    json.end_object();
  }
  json.end_array();
  json.field("text", result.text);
  json.end_object();
}

bool is_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("+-.0123456789eE") == std::string_view::npos;
}

/// Columns that hold numbers only stand right-aligned.
std::string result_table(const QueryResult& result) {
  std::vector<TableColumn> columns;
  std::vector<std::vector<std::string>> rows;
  for (const QueryRow& row : result.rows) {
    auto& cells = rows.emplace_back();
    for (std::size_t i = 0; i < result.columns.size(); ++i) {
      cells.push_back(i < row.cells.size() ? printable(row.cells[i]) : "");
    }
  }
  for (std::size_t i = 0; i < result.columns.size(); ++i) {
    const bool numeric = std::ranges::all_of(
        rows, [&](const auto& cells) { return cells[i].empty() || is_number(cells[i]); });
    columns.push_back({printable(result.columns[i]), numeric ? Align::right : Align::left});
  }
  return table_text(columns, rows);
}

Result<const Query*> find_query(const Format& format, std::string_view name) {
  const auto found = std::ranges::find(format.queries, name, &Query::name);
  if (found != format.queries.end()) return &*found;
  return failure(fatal_problem(
      "query", "There is no query \"" + printable(name) + "\" for " + std::string(format.name) +
                   " recordings; there are: " +
                   (format.queries.empty() ? "none" : joined_by(format.queries, &Query::name)) +
                   "."));
}

/// The values of all parameters in their order: those set, else their defaults.
Result<std::vector<std::string>> values_for(const Query& query, const QueryOptions& options) {
  std::vector<std::string> values;
  for (const QueryParameter& parameter : query.parameters) {
    values.emplace_back(parameter.default_value);
  }
  for (const auto& [name, value] : options.values) {
    const auto found = std::ranges::find(query.parameters, name, &QueryParameter::name);
    if (found == query.parameters.end()) {
      return failure(fatal_problem("query", "The query " + std::string(query.name) +
                                                " has no parameter \"" + printable(name) + "\"."));
    }
    values[static_cast<std::size_t>(found - query.parameters.begin())] = value;
  }
  return values;
}

Result<QueryResult> ask(const Input& input, const Format& format, const QueryOptions& options) {
  const auto query = find_query(format, options.name);
  if (!query) return failure(query.error());
  const auto values = values_for(**query, options);
  if (!values) return failure(values.error());
  return (*query)->run(input.recording, *values, interrupted());
}

ExitStatus list_queries(const QueryOptions& options, const Format& format, Console& console) {
  if (!options.json) {
    console.print(queries_text(format.queries, format.name));
    return ExitStatus::done;
  }
  std::string text;
  JsonWriter json(text, console.json_layout());
  write_queries(json, format.queries);
  console.print(text + "\n");
  return ExitStatus::done;
}

void print_result(const QueryOptions& options, const Input& input, const QueryResult& result,
                  Console& console) {
  if (options.json) {
    std::string text;
    JsonWriter json(text, console.json_layout());
    write_result(json, *input.recording, options.name, result);
    console.print(text + "\n");
  } else if (!result.text.empty()) {
    console.print(printable_lines(result.text));
  } else {
    console.print(result_table(result));
  }
}

}  // namespace

ExitStatus run_query(const QueryOptions& options, Console& console) {
  Input input = open_input(options.file, options.common, console);
  if (input.recording == nullptr) {
    if (options.json) print_failure(*input.failure, console);
    return status_of_unread(input);
  }
  const Format& format = *find_format(input.recording->info().format);
  if (options.name.empty()) return list_queries(options, format, console);
  if (!index_input(input, console)) return ExitStatus::nothing_done;
  const auto result = ask(input, format, options);
  if (interrupted()) return ExitStatus::nothing_done;
  if (!result) {
    console.report_failure(input.file, result.error());
    if (options.json) print_failure(result.error(), console);
    return ExitStatus::wrong_usage;
  }
  print_result(options, input, *result, console);
  return conclude(input, input.recording->problems(), console);
}

}  // namespace scrubjay::cli
