#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "analysis/derived/derived_value.h"
#include "analysis/tables/value_history.h"
#include "app/cli/commands.h"
#include "app/cli/property_names.h"
#include "app/cli/rows_output.h"
#include "app/shared/history_text.h"
#include "app/shared/plain_text.h"
#include "app/shared/property_copy.h"
#include "app/shared/property_series.h"
#include "app/shared/recording_text.h"
#include "core/number_text.h"

namespace scrubjay::cli {

namespace {

class HistoryPrinter {
 public:
  HistoryPrinter(const HistoryOptions& options, const Recording& recording,
                 tables::EventsBefore& events, Console& console)
      : options_(options),
        recording_(recording),
        events_(events),
        console_(console),
        json_(text_, console.json_layout()) {}

  void begin(std::string_view id, const std::string& path) {
    path_ = path;
    if (options_.output == ListOutput::csv) text_ = kHistoryCsvHead;
    if (options_.output == ListOutput::json) begin_history(json_, id, path);
  }
  /// False once nobody reads any more.
  bool add(const tables::ValueChange& change);
  void end();

 private:
  void add_row(const tables::ValueChange& change, const std::vector<EventIndex>& events);

  const HistoryOptions& options_;
  const Recording& recording_;
  tables::EventsBefore& events_;
  Console& console_;
  std::string path_;
  std::string text_;
  JsonWriter json_;
  std::vector<std::vector<std::string>> rows_;
};

void HistoryPrinter::add_row(const tables::ValueChange& change,
                             const std::vector<EventIndex>& events) {
  std::string names;
  for (const EventIndex event : events) {
    if (!names.empty()) names += ", ";
    names += printable(recording_.event(event).name);
  }
  rows_.push_back({seconds_text(change.time), std::to_string(change.frame.value),
                   printable(change.before.value_or("")), printable(change.after.value_or("")),
                   change.delta ? number_text(*change.delta) : "", names});
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
  if (text_.size() < 64 * 1024) return true;
  const bool go_on = console_.print(text_);
  text_.clear();
  return go_on;
}

void HistoryPrinter::end() {
  if (options_.output == ListOutput::json) {
    end_history(json_);
    text_ += '\n';
  } else if (options_.output == ListOutput::table && rows_.empty()) {
    console_.note(printable(path_) + " does not change");
  } else if (options_.output == ListOutput::table) {
    text_ += table_text({{"time", Align::right},
                         {"frame", Align::right},
                         {"before"},
                         {"after"},
                         {"difference", Align::right},
                         {"events just before"}},
                        rows_);
  }
  console_.print(text_);
}

/// What `show` prints of an entity beside its properties, such as its position, is no property: ""
/// unless it has one of that name when its first life begins, which may be what was meant.
std::string own_value_hint(const std::shared_ptr<const Recording>& recording, EntityIndex entity,
                           const std::string& name) {
  std::vector<Lifetime> lives;
  recording->lifetimes_of(entity, lives);
  if (lives.empty()) return "";
  Cursor cursor(recording);
  const Frame& frame = cursor.seek(lives.front().first);
  const Entity* found = frame.find(entity);
  if (found == nullptr) return "";
  PropertyTree tree;
  copy_properties(frame, found, tree);
  const auto value = find_value(tree, name);
  if (!value || !value->is_whole) return "";
  const bool is_property = full_path_of(tree, value->node) == path_of(tree, value->node);
  return is_property ? "" : "; series has the entity's own " + printable(name);
}

/// The path of the property that was named, in full: by all of it, or by its last name where no
/// other one has that. Errors: "query".
Result<std::string> path_in_full(const HistoryOptions& options, std::span<const std::string> paths,
                                 const std::string& own_value) {
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
  return failure(
      Problem{.severity = Severity::fatal, .code = "query", .message = message + own_value + "."});
}

}  // namespace

ExitStatus run_history(const HistoryOptions& options, Console& console) {
  const bool is_json = options.output == ListOutput::json;
  TableDesk desk({options.file}, options.common, std::nullopt, console);
  const ExitStatus opened = desk.files().check(is_json);
  if (opened != ExitStatus::done) return opened;
  const auto recording = desk.files().open(0);
  if (!recording) return ExitStatus::nothing_done;
  EntityFilter entities{(*recording)->find_entities(options.entity)};
  std::ranges::sort(entities.entities);
  if (entities.entities.empty()) {
    const Problem problem{
        .severity = Severity::fatal,
        .code = "query",
        .message = "No entity has the id or the name \"" + printable(options.entity) + "\"."};
    return fail_query(problem, is_json, console);
  }
  tables::EventsBefore events(*recording, entities.entities, options.common.coordinates);
  HistoryPrinter printer(options, **recording, events, console);
  const std::string_view id = (*recording)->entity(entities.entities.front()).id;
  bool is_begun = false;
  bool is_read = true;
  const auto list = [&](const std::string& path) {
    return desk.visit_changes({.entities = entities.entities, .path = path},
                              [&](const tables::ValueChange& change) {
                                if (!std::exchange(is_begun, true)) printer.begin(id, path);
                                is_read = printer.add(change);
                                return is_read;
                              });
  };
  std::string path = options.property;
  auto step = list(path);
  if (step && *step == tables::Query::Step::done && !is_begun) {
    // It never changes, or there is no such property.
    const auto paths = desk.paths_of(entities.entities);
    const std::string own = own_value_hint(*recording, entities.entities.front(), path);
    const auto full = paths ? path_in_full(options, *paths, own) : failure(paths.error());
    if (!full) return fail_query(full.error(), is_json, console);
    if (*full != path) {
      if (!own.empty()) console.note(printable(path) + " is taken for " + printable(*full) + own);
      step = list(path = *full);
    }
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
