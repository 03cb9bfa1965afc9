#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analysis/derived/derived_value.h"
#include "analysis/derived/road_values.h"
#include "analysis/tables/value_history.h"
#include "app/cli/commands.h"
#include "app/cli/input.h"
#include "app/cli/interrupt.h"
#include "app/cli/property_names.h"
#include "app/shared/csv.h"
#include "app/shared/plain_text.h"
#include "app/shared/property_series.h"
#include "app/shared/recording_text.h"

namespace scrubjay::cli {

namespace {

bool lives_within(const SeriesOptions& options, const Recording& recording, EntityIndex entity) {
  return std::ranges::any_of(lives_of(recording, entity), [&](const TimeRange& life) {
    return (!options.to || life.begin <= *options.to) &&
           (!options.from || life.end >= *options.from);
  });
}

/// Those of `stream` (its id or name; none: of any) that `name` means and that live in the time
/// asked for: one, or several that have had its id one after the other. Errors: "no-such-entity",
/// "ambiguous-entity" with those that could be meant.
Result<std::vector<EntityIndex>> chosen_entity(const SeriesOptions& options, const Input& input,
                                               const std::string& name,
                                               const std::optional<std::string>& of_stream) {
  const Recording& recording = *input.recording;
  auto found = find_entities(recording, name, of_stream);
  if (!found) return failure(std::move(found.error()));
  std::vector<EntityIndex> entities = std::move(found->entities);
  std::vector<EntityIndex> living;
  std::ranges::copy_if(entities, std::back_inserter(living), [&](EntityIndex entity) {
    return lives_within(options, recording, entity);
  });
  if (!living.empty()) entities = std::move(living);
  const EntityInfo first = recording.entity(entities.front());
  const bool is_one = std::ranges::all_of(entities, [&](EntityIndex entity) {
    const EntityInfo info = recording.entity(entity);
    return info.id == first.id && info.stream == first.stream;
  });
  if (is_one) return entities;
  return failure(ambiguous_entity(recording, name, entities));
}

/// "usage" where a value between two is asked of one, or the other way round.
std::optional<Problem> wrong_other(const SeriesOptions& options) {
  const auto path = derived_path(options.property);
  const bool is_of_two = path && info_of(path->value).is_of_two;
  // What there is not is told with what there is.
  if (!path && options.property.starts_with(kDerivedPrefix)) return std::nullopt;
  if (is_of_two == !options.other.empty()) return std::nullopt;
  return fatal_problem(
      "usage", is_of_two ? options.property + " is a value between two: name the second --other."
                         : printable(options.property) +
                               " is not a value between two: --other does not go with it.");
}

/// The entities of a series.
struct ChosenEntities {
  std::vector<EntityIndex> entities;
  std::vector<EntityIndex> others;  ///< none: a value of one
};

/// Errors: those of chosen_entity.
Result<ChosenEntities> chosen_entities(const Input& input, const SeriesOptions& options) {
  auto entities = chosen_entity(options, input, options.entity, options.stream);
  if (!entities) return failure(entities.error());
  ChosenEntities chosen{std::move(*entities), {}};
  if (options.other.empty()) return chosen;
  // Two are seen together by one stream only.
  std::optional<std::string> stream = options.stream;
  const StreamIndex of_entity = input.recording->entity(chosen.entities.front()).stream;
  if (!stream && of_entity.exists()) {
    stream = input.recording->timeline().stream_info(of_entity).id;
  }
  auto others = chosen_entity(options, input, options.other, stream);
  if (!others) return failure(others.error());
  chosen.others = std::move(*others);
  return chosen;
}

/// Says who had an id that several had.
void tell_several(const Recording& recording, std::span<const EntityIndex> entities,
                  Console& console) {
  if (entities.size() < 2) return;
  console.note(std::to_string(entities.size()) + " entities have this id one after the other: " +
               listed_entities(recording, entities) + ". --from and --to choose among them.");
}

/// All paths of properties that entities ever have.
std::vector<std::string> paths_of(const Input& input, const std::vector<EntityIndex>& entities) {
  tables::OneRecording recording(input.file, input.recording);
  tables::TableSession session{.recordings = recording,
                               .is_stopped = [] { return interrupted().load(); }};
  return tables::paths_of(session, 0, entities).value_or(std::vector<std::string>{});
}

/// Why there is nothing to print.
Problem nothing_found(const SeriesOptions& options, const Input& input,
                      const ChosenEntities& chosen) {
  const std::string of = "The entity \"" + printable(options.entity) + "\"";
  if (derived_path(options.property)) {
    const std::string who = options.other.empty()
                                ? of + " has"
                                : "The entities \"" + printable(options.entity) + "\" and \"" +
                                      printable(options.other) + "\" have";
    return fatal_problem("no-such-property", who + " no places in that time from which " +
                                                 options.property + " follows.");
  }
  if (options.property.starts_with(kDerivedPrefix)) {
    std::string paths;
    for (const DerivedValueInfo& info : derived_values()) {
      paths += (paths.empty() ? "" : ", ") + std::string(info.path);
    }
    return fatal_problem("no-such-property", "There is no derived value \"" +
                                                 printable(options.property) + "\"; there are " +
                                                 paths + ".");
  }
  if (options.property.starts_with(kRoadPrefix) && options.common.roads.path.empty()) {
    return fatal_problem("no-such-property",
                         of + " has no " + printable(options.property) +
                             " in that time. Such values follow from roads: name their file with "
                             "--scenery.");
  }
  const auto paths = paths_of(input, chosen.entities);
  const bool has_it = std::ranges::any_of(paths, [&](const std::string& path) {
    return ("/" + path).ends_with("/" + options.property);
  });
  if (paths.empty() || has_it) {
    return fatal_problem("no-such-property", of + " has no property \"" +
                                                 printable(options.property) + "\" in that time.");
  }
  return fatal_problem("no-such-property",
                       of + " has " + lacking_text(options.property, paths) + ".");
}

std::string json_text(const Recording& recording, const ChosenEntities& chosen,
                      const Series& series, JsonLayout layout) {
  std::string text;
  JsonWriter json(text, layout);
  json.begin_object();
  json.field("entity", recording.entity(chosen.entities.front()).id);
  if (!chosen.others.empty()) json.field("other", recording.entity(chosen.others.front()).id);
  json.field("property", series.property);
  json.field("type", to_text(series.type));
  if (!series.unit.empty()) json.field("unit", series.unit);
  const auto array = [&](std::string_view name, auto write) {
    json.key(name);
    json.begin_array();
    for (std::size_t i = 0; i < series.frames.size(); ++i) write(i);
    json.end_array();
  };
  array("frame", [&](std::size_t i) { json.integer(series.frames[i].value); });
  array("time", [&](std::size_t i) { json.number(recording.timeline().time(series.frames[i])); });
  array("value", [&](std::size_t i) { json.raw(series.values[i]); });
  json.end_object();
  return text + "\n";
}

/// Names of a vector's components, or one name for the whole value.
std::vector<std::string> columns_of(const Series& series) {
  switch (series.type) {
    case PropertyType::vec2: return {"x", "y"};
    case PropertyType::vec3: return {"x", "y", "z"};
    case PropertyType::vec4:
    case PropertyType::quat: return {"x", "y", "z", "w"};
    case PropertyType::color: return {"r", "g", "b", "a"};
    default: return {"value"};
  }
}

/// The cells of a value: the numbers of a vector, else one.
std::vector<std::string> cells_of(std::string_view value, std::size_t columns) {
  if (columns == 1 || !value.starts_with('[')) return {std::string(value)};
  std::vector<std::string> cells;
  value = value.substr(1, value.size() - 2);
  while (!value.empty()) {
    const std::size_t comma = std::min(value.find(','), value.size());
    cells.emplace_back(value.substr(0, comma));
    value.remove_prefix(std::min(comma + 1, value.size()));
  }
  return cells;
}

/// frame, time, then the value or a column for each component.
std::string csv_text(const Recording& recording, const Series& series, CsvTexts texts) {
  const std::vector<std::string> columns = columns_of(series);
  std::string text = "frame,time";
  for (const std::string& column : columns) text += ',' + column;
  text += '\n';
  for (std::size_t i = 0; i < series.frames.size(); ++i) {
    text += std::to_string(series.frames[i].value) + ',' +
            number_text(recording.timeline().time(series.frames[i]));
    std::vector<std::string> cells = cells_of(series.values[i], columns.size());
    cells.resize(columns.size());
    for (const std::string& cell : cells) {
      text += ',';
      append_csv_value(text, cell, texts);
    }
    text += '\n';
  }
  return text;
}

std::string table(const Recording& recording, const Series& series) {
  const std::string unit = series.unit.empty() ? "" : " [" + printable(series.unit) + "]";
  const std::vector<TableColumn> columns{{"time", Align::right},
                                         {"frame", Align::right},
                                         {printable(series.property) + unit, Align::right}};
  std::vector<std::vector<std::string>> rows;
  for (std::size_t i = 0; i < series.frames.size(); ++i) {
    rows.push_back({seconds_text(recording.timeline().time(series.frames[i])),
                    std::to_string(series.frames[i].value), printable(series.values[i])});
  }
  return table_text(columns, rows);
}

ExitStatus refuse(const SeriesOptions& options, const Input& input, const Problem& problem,
                  Console& console) {
  console.report_failure(input.file, problem);
  if (options.output == ListOutput::json) print_failure(problem, console);
  return ExitStatus::wrong_usage;
}

}  // namespace

ExitStatus run_series(const SeriesOptions& options, Console& console) {
  Input input{.file = options.file};
  if (const auto wrong = wrong_other(options)) return refuse(options, input, *wrong, console);
  if (!load_input(input, options.common, console)) {
    if (input.failure && options.output == ListOutput::json) print_failure(*input.failure, console);
    return status_of_unread(input);
  }
  const Recording& recording = *input.recording;
  const auto chosen = chosen_entities(input, options);
  if (!chosen) return refuse(options, input, chosen.error(), console);
  const SeriesRequest request{.recording = input.recording,
                              .entities = chosen->entities,
                              .path = options.property,
                              .from = options.from,
                              .to = options.to,
                              .coordinates = options.common.coordinates,
                              .others = chosen->others};
  const auto series =
      read_series(request, interrupted(), [&](std::uint64_t done, std::uint64_t total) {
        console.progress("reading", done, total, "frames");
      });
  console.end_progress();
  if (!series) return ExitStatus::nothing_done;
  if (series->frames.empty())
    return refuse(options, input, nothing_found(options, input, *chosen), console);
  tell_several(recording, chosen->entities, console);
  tell_several(recording, chosen->others, console);
  switch (options.output) {
    case ListOutput::json:
      console.print(json_text(recording, *chosen, *series, console.json_layout()));
      break;
    case ListOutput::csv: console.print(csv_text(recording, *series, options.csv_texts)); break;
    case ListOutput::table: console.print(table(recording, *series)); break;
  }
  std::vector<Problem> problems = recording.problems();
  for (const Problem& problem : series->problems) fold_into(problems, problem);
  return conclude(input, problems, console);
}

}  // namespace scrubjay::cli
