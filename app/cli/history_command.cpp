#include <algorithm>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "analysis/derived/derived_value.h"
#include "analysis/tables/leaves.h"
#include "analysis/tables/value_history.h"
#include "app/cli/commands.h"
#include "app/cli/input.h"
#include "app/cli/property_names.h"
#include "app/cli/rows_output.h"
#include "app/shared/history_text.h"
#include "app/shared/plain_text.h"
#include "app/shared/property_copy.h"
#include "app/shared/recording_text.h"
#include "core/id_index.h"
#include "core/number_text.h"
#include "core/place_properties.h"
#include "core/text.h"

namespace scrubjay::cli {

namespace {

/// Of a difference, for people: what is behind them comes from how numbers are kept.
constexpr int kDigits = 12;

class HistoryPrinter {
 public:
  /// `has_streams`: the changes may be of several ones.
  HistoryPrinter(const HistoryOptions& options, const Recording& recording, bool has_streams,
                 tables::EventsBefore& events, Console& console)
      : options_(options),
        recording_(recording),
        has_streams_(has_streams),
        events_(events),
        console_(console),
        json_(text_, console.json_layout()) {}

  void begin(std::string_view id, const std::string& path) {
    id_ = id;
    path_ = path;
    if (options_.output == ListOutput::csv) text_ = kHistoryCsvHead;
    if (options_.output == ListOutput::json) begin_history(json_, id, path);
  }
  /// False once nobody reads any more.
  bool add(const tables::ValueChange& change);
  void end();

 private:
  void add_row(const tables::ValueChange& change, const std::vector<EventIndex>& events);
  /// A reference with the name of whom it means, all else as `--json` has it.
  std::string value_text(const tables::ValueChange& change, const std::optional<std::string>& json);

  const HistoryOptions& options_;
  const Recording& recording_;
  bool has_streams_;
  tables::EventsBefore& events_;
  Console& console_;
  std::string id_;
  std::string path_;
  std::string text_;
  JsonWriter json_;
  std::vector<std::vector<std::string>> rows_;
  std::optional<IdIndex> ids_;  ///< once a reference changed
};

void HistoryPrinter::add_row(const tables::ValueChange& change,
                             const std::vector<EventIndex>& events) {
  const std::string names = joined_by(events, [&](EventIndex event) {
    const EventInfo info = recording_.event(event);
    const bool is_anothers = info.entity.exists() && recording_.entity(info.entity).id != id_;
    return printable(info.name) +
           (is_anothers ? " (" + entity_text(recording_, info.entity) + ")" : "");
  });
  rows_.push_back({seconds_text(change.time), std::to_string(change.frame.value),
                   value_text(change, change.before), value_text(change, change.after),
                   change.delta ? rounded_text(*change.delta, kDigits) : "", names});
  if (!has_streams_) return;
  const Timeline& timeline = recording_.timeline();
  rows_.back().insert(rows_.back().begin() + 2,
                      printable(timeline.stream_info(timeline.stream(change.frame)).id));
}

std::string HistoryPrinter::value_text(const tables::ValueChange& change,
                                       const std::optional<std::string>& json) {
  if (!json) return "";
  if (change.type != to_text(PropertyType::entity)) return printable(*json);
  if (!ids_) ids_.emplace(recording_);
  const std::string id = change_value_text(json);
  const std::string named = entity_text(recording_, ids_->meant(change.frame, id));
  return named.empty() ? printable(*json) : named;
}

bool HistoryPrinter::add(const tables::ValueChange& change) {
  const std::vector<EventIndex> events = events_.find(change.frame, change.time);
  switch (options_.output) {
    case ListOutput::json: write_change(json_, recording_, change, events, events_); break;
    case ListOutput::csv:
      append_change_csv(text_, recording_, change, events, events_, options_.csv_texts);
      break;
    case ListOutput::table: add_row(change, events); break;
  }
  return console_.print_piece(text_);
}

void HistoryPrinter::end() {
  if (options_.output == ListOutput::json) {
    end_history(json_);
    text_ += '\n';
  } else if (options_.output == ListOutput::table && rows_.empty()) {
    console_.note(printable(path_) + " does not change");
  } else if (options_.output == ListOutput::table) {
    std::vector<TableColumn> columns{
        {"time", Align::right},       {"frame", Align::right}, {"before"}, {"after"},
        {"difference", Align::right}, {"events just before"}};
    if (has_streams_) columns.insert(columns.begin() + 2, {"stream"});
    text_ += table_text(columns, rows_);
  }
  console_.print(text_);
}

/// Where the entity is, is no property: its path in full if `named` is a part of that when the
/// entity's first life begins ("position", "transform/position"), else "".
std::string place_path(const std::shared_ptr<const Recording>& recording, EntityIndex entity,
                       const std::string& named) {
  std::vector<Lifetime> lives;
  recording->lifetimes_of(entity, lives);
  if (lives.empty()) return "";
  Cursor cursor(recording);
  const Frame& frame = cursor.seek(lives.front().first);
  const Entity* found = frame.find(entity);
  if (found == nullptr) return "";
  PropertyTree place;
  append_place(frame, *found, place);
  std::string path;
  tables::LeafWalk walk;
  walk.walk(place, {0, place.size()}, [&](std::string_view one, PropertyTree::Node node) {
    if (one == named || path_of(place, node) == named) path = one;
  });
  return path;
}

/// The path of the property that was named, in full: by all of it, or by its last name where no
/// other one has that. Errors: "query".
Result<std::string> path_in_full(const HistoryOptions& options,
                                 std::span<const std::string> paths) {
  const std::string& named = options.property;
  if (std::ranges::find(paths, named) != paths.end()) return named;
  std::vector<std::string> ending;
  std::vector<std::string> below;
  for (const std::string& path : paths) {
    if (path.ends_with("/" + named)) ending.push_back(path);
    if (path.starts_with(named + "/")) below.push_back(path);
  }
  if (ending.size() == 1 && below.empty()) return ending.front();
  std::string message = "The entity \"" + printable(options.entity) + "\" has ";
  if (!below.empty()) {
    message += "a group \"" + printable(named) + "\"; its properties are " + listed_paths(below);
  } else if (!ending.empty()) {
    message += "several properties \"" + printable(named) + "\": " + listed_paths(ending);
  } else if (named.starts_with(kDerivedPrefix)) {
    message += "no property \"" + printable(named) + "\"; what is derived, series reads";
  } else {
    message += lacking_text(named, paths);
  }
  return failure(fatal_problem("query", message + "."));
}

/// Errors: "query", also where a name is that of several: their changes in one list would not say
/// whose they are.
Result<EntityFilter> entities_of_one_id(const Recording& recording, const HistoryOptions& options) {
  auto found = find_entities(recording, options.entity, options.stream);
  if (found) {
    const std::string_view id = recording.entity(found->entities.front()).id;
    const auto has_id = [&](EntityIndex entity) { return recording.entity(entity).id == id; };
    if (std::ranges::all_of(found->entities, has_id)) return found;
    found = failure(ambiguous_entity(recording, options.entity, found->entities));
  }
  found.error().code = "query";
  return found;
}

/// An id may mean another entity in each stream: whose changes stand beside each other is said.
/// Whether it does.
bool note_streams(const Recording& recording, const std::string& named,
                  std::span<const EntityIndex> entities, Console& console) {
  std::set<StreamIndex> streams;
  for (const EntityIndex entity : entities) streams.insert(recording.entity(entity).stream);
  if (streams.size() < 2) return false;
  const std::string ids = joined_by(streams, [&](StreamIndex stream) {
    return stream.exists() ? printable(recording.timeline().stream_info(stream).id) : "none";
  });
  console.note("\"" + printable(named) + "\" is in " + std::to_string(streams.size()) +
               " streams, whose changes are all listed (--stream: those of one): " + ids);
  return true;
}

}  // namespace

ExitStatus run_history(const HistoryOptions& options, Console& console) {
  const bool is_json = options.output == ListOutput::json;
  TableDesk desk({options.file}, options.common, std::nullopt, console);
  const ExitStatus opened = desk.files().check(is_json);
  if (opened != ExitStatus::done) return opened;
  const auto recording = desk.files().open(0);
  if (!recording) return ExitStatus::nothing_done;
  const auto found = entities_of_one_id(**recording, options);
  if (!found) return fail_query(found.error(), is_json, console);
  const EntityFilter& entities = *found;
  const std::string_view id = (*recording)->entity(entities.entities.front()).id;
  const bool has_streams = note_streams(**recording, options.entity, entities.entities, console);
  tables::EventsBefore events(*recording, entities.entities, options.common.coordinates);
  HistoryPrinter printer(options, **recording, has_streams, events, console);
  bool is_begun = false;
  bool is_read = true;
  const auto list = [&](const std::string& path, bool is_of_place) {
    return desk.visit_changes(
        {.entities = entities.entities, .path = path, .is_of_place = is_of_place},
        [&](const tables::ValueChange& change) {
          if (!std::exchange(is_begun, true)) printer.begin(id, path);
          is_read = printer.add(change);
          return is_read;
        });
  };
  std::string path = options.property;
  auto step = list(path, false);
  if (step && *step == tables::Query::Step::done && !is_begun) {
    // It never changes, or there is no such property.
    const auto paths = desk.paths_of(entities.entities);
    auto full = paths ? path_in_full(options, *paths) : failure(paths.error());
    // As for series, where the entity is goes before a property that only ends so.
    const std::string place = place_path(*recording, entities.entities.front(), path);
    const bool is_of_place = !place.empty() && (!full || *full != path);
    if (is_of_place) {
      std::string says = printable(path) + " is taken for " + place;
      if (full) says += "; " + printable(*full) + " is another one";
      if (place != path) console.note(says);
      full = place;
    }
    if (!full) return fail_query(full.error(), is_json, console);
    if (*full != path || is_of_place) step = list(path = *full, is_of_place);
  }
  if (!is_read) return ExitStatus::done;
  if (!is_begun) printer.begin(id, path);
  printer.end();
  if (!step) {
    console.complain(describe(step.error()));
    return status_of_query(step.error());
  }
  if (*step == tables::Query::Step::stopped) return ExitStatus::nothing_done;
  return desk.files().conclude();
}

}  // namespace scrubjay::cli
