#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/filter_input.h"
#include "app/cli/input.h"
#include "app/cli/interrupt.h"
#include "app/shared/csv.h"
#include "app/shared/filter_search.h"
#include "app/shared/plain_text.h"
#include "app/shared/recording_text.h"
#include "core/events_about.h"
#include "core/id_index.h"
#include "core/near_name.h"
#include "core/text.h"

namespace scrubjay::cli {

namespace {

/// What restricts events besides name and time.
struct EventChoice {
  std::optional<EntityFilter> entities;
  std::unique_ptr<EventsAbout> about;
  std::optional<std::vector<EventIndex>> found;  ///< by a file of filters, ascending

  bool passes(EventIndex index, const EventInfo& event) const {
    if (entities && !entities->passes(event.entity)) return false;
    if (about != nullptr && !about->is_about(index)) return false;
    return !found || std::ranges::binary_search(*found, index);
  }
};

/// Events that any filter on events finds, ascending.
std::vector<EventIndex> events_found(FilterScan scan) {
  std::vector<EventIndex> found;
  std::erase_if(scan.filters,
                [](const Filter& filter) { return filter.kind != FilterKind::event; });
  if (scan.filters.empty()) return found;
  find_hits(scan, interrupted(), [&](FrameIndex, std::span<FilterHit> hits) {
    for (const FilterHit& hit : hits) found.push_back(hit.event);
    return true;
  });
  std::ranges::sort(found);
  const auto doubles = std::ranges::unique(found);
  found.erase(doubles.begin(), doubles.end());
  return found;
}

/// Calls `visit(EventIndex, const EventInfo&)` for the events asked for, in order, until it returns
/// false.
template <class Visit>
void for_each_event(const EventsOptions& options, const Recording& recording,
                    const EventChoice& choice, Visit visit) {
  for (std::size_t row = 0, count = recording.event_count(); row < count; ++row) {
    const EventIndex index(row);
    const EventInfo event = recording.event(index);
    if (options.from && event.end < *options.from) continue;
    if (options.to && event.time > *options.to) continue;
    if (!contains_ignoring_case(event.name, options.name)) continue;
    if (!choice.passes(index, event)) continue;
    if (interrupted() || !visit(index, event)) return;
  }
}

void print_json(const EventsOptions& options, const Recording& recording, const EventChoice& choice,
                Cursor& cursor, Console& console) {
  std::string text;
  JsonWriter json(text, console.json_layout());
  PropertyTree tree;
  json.begin_array();
  for_each_event(options, recording, choice, [&](EventIndex index, const EventInfo&) {
    tree.clear();
    const PropertyRange properties = cursor.read_event(index, tree);
    write_event(json, recording, index, tree, properties, PrintedAs::item_of_list);
    return console.print_piece(text);
  });
  json.end_array();
  console.print(text + "\n");
}

/// Columns: frame, time, name, tag, entity (its id, unique in its stream), order, properties (JSON,
/// as `--json` has them), stream (its id).
void print_csv(const EventsOptions& options, const Recording& recording, const EventChoice& choice,
               Cursor& cursor, Console& console) {
  PropertyTree tree;
  std::string properties;
  std::string text = "frame,time,name,tag,entity,order,properties,stream\n";
  const Timeline& timeline = recording.timeline();
  for_each_event(options, recording, choice, [&](EventIndex index, const EventInfo& event) {
    tree.clear();
    properties.clear();
    JsonWriter json(properties);
    write_properties(json, tree, cursor.read_event(index, tree));
    const std::string_view id = event.entity.exists() ? recording.entity(event.entity).id : "";
    text += std::to_string(event.frame.value) + ',' + number_text(event.time) + ',';
    append_csv(text, event.name, options.csv_texts);
    text += ',';
    append_csv(text, event.tag, options.csv_texts);
    text += ',';
    append_csv(text, id, options.csv_texts);
    text += ',' + std::to_string(event.order) + ',';
    append_csv(text, properties, options.csv_texts);
    text += ',';
    append_csv(text, timeline.stream_info(timeline.stream(event.frame)).id, options.csv_texts);
    text += '\n';
    return console.print_piece(text);
  });
  console.print(text);
}

/// Where no event has the name that was asked for: those that may have been meant.
std::string near_event_names(const EventsOptions& options, const Recording& recording) {
  NearNames near(options.name);
  for (std::size_t row = 0, count = recording.event_count(); row < count; ++row) {
    const std::string_view name = recording.event(EventIndex(row)).name;
    if (contains_ignoring_case(name, options.name)) return "";
    near.add(printable(name));
  }
  return near.text();
}

void print_table(const EventsOptions& options, const Recording& recording,
                 const EventChoice& choice, Cursor& cursor, Console& console) {
  const std::vector<TableColumn> columns{
      {"time", Align::right}, {"frame", Align::right}, {"name"}, {"tag"}, {"entity"},
      {"properties"}};
  std::vector<std::vector<std::string>> rows;
  PropertyTree tree;
  const IdIndex ids(recording);
  for_each_event(options, recording, choice, [&](EventIndex index, const EventInfo& event) {
    tree.clear();
    const PropertyRange properties = cursor.read_event(index, tree);
    const auto name_of_id = [&](std::string_view id) {
      return entity_text(recording, ids.meant(event.frame, id));
    };
    rows.push_back({seconds_text(event.time), std::to_string(event.frame.value),
                    printable(event.name), printable(event.tag),
                    entity_text(recording, event.entity),
                    properties_text(tree, properties, name_of_id)});
    return true;
  });
  if (rows.empty()) {
    console.note("no such events" + near_event_names(options, recording));
  } else {
    console.print(table_text(columns, rows));
  }
}

void print_events(const EventsOptions& options, const Input& input, const EventChoice& choice,
                  Console& console) {
  Cursor cursor(input.recording);
  cursor.set_coordinates(options.common.coordinates);
  const Recording& recording = *input.recording;
  switch (options.output) {
    case ListOutput::json: print_json(options, recording, choice, cursor, console); return;
    case ListOutput::csv: print_csv(options, recording, choice, cursor, console); return;
    case ListOutput::table: print_table(options, recording, choice, cursor, console); return;
  }
}

}  // namespace

ExitStatus run_events(const EventsOptions& options, Console& console) {
  Input input{.file = options.file};
  // A list of no events is what scripts expect in place of one that cannot be given.
  const auto print_none = [&] {
    if (options.output == ListOutput::json) console.print("[]\n");
  };
  std::optional<std::vector<Filter>> filters;
  if (!options.filter.empty()) {
    filters = load_filter_input(options.filter, console);
    if (!filters) {
      print_none();
      return ExitStatus::nothing_done;
    }
  }
  if (!load_input(input, options.common, console)) {
    if (input.failure) print_none();
    return status_of_unread(input);
  }
  EventChoice choice;
  for (const std::string* const text : {&options.entity, &options.about}) {
    if (text->empty()) continue;
    auto found = find_entities(*input.recording, *text);
    if (!found) {
      console.report_failure(input.file, found.error());
      print_none();
      return ExitStatus::wrong_usage;
    }
    if (text == &options.entity) {
      choice.entities = std::move(*found);
    } else {
      choice.about = std::make_unique<EventsAbout>(input.recording, std::move(found->entities),
                                                   options.common.coordinates);
    }
  }
  if (filters) {
    choice.found = events_found({.recording = input.recording,
                                 .filters = std::move(*filters),
                                 .coordinates = options.common.coordinates});
  }
  print_events(options, input, choice, console);
  return conclude(input, input.recording->problems(), console);
}

}  // namespace scrubjay::cli
