#include <vector>

#include "app/cli/commands.h"
#include "app/cli/filter_input.h"
#include "app/cli/input.h"
#include "app/cli/interrupt.h"
#include "app/shared/filter_search.h"
#include "app/shared/plain_text.h"
#include "app/shared/recording_text.h"
#include "core/text.h"

namespace scrubjay::cli {

namespace {

/// What a filter is called in the output: its title, else what it asks for.
std::string name_of(const Filter& filter) {
  return filter.title.empty() ? describe(filter) : filter.title;
}

/// {"frame", "time", "entity", "filter"}; the entity is "" for an event of the whole recording.
void write_hit(JsonWriter& json, const Recording& recording, const FilterHit& hit,
               const std::vector<Filter>& filters) {
  json.begin_object();
  json.integer_field("frame", hit.frame.value);
  json.number_field("time", hit.event.exists() ? recording.event(hit.event).time
                                               : recording.timeline().time(hit.frame));
  json.field("entity", hit.entity.exists() ? recording.entity(hit.entity).id : "");
  json.field("filter", name_of(filters[hit.filter]));
  json.end_object();
}

/// Every hit, a piece of text at a time.
void print_json(const FilterScan& scan, Console& console) {
  std::string text;
  JsonWriter json(text, console.json_layout());
  json.begin_array();
  find_hits(scan, interrupted(), [&](FrameIndex, std::span<FilterHit> hits) {
    for (const FilterHit& hit : hits) write_hit(json, *scan.recording, hit, scan.filters);
    return console.print_piece(text);
  });
  json.end_array();
  console.print(text + "\n");
}

/// What of the recording satisfied a filter.
std::string reason_of(const Recording& recording, const FilterHit& hit) {
  std::string text;
  if (hit.event.exists()) text = printable(recording.event(hit.event).name);
  if (!text.empty() && !hit.reason.empty()) text += ": ";
  return text + printable(hit.reason);
}

void print_table(const FilterScan& scan, Console& console) {
  const Recording& recording = *scan.recording;
  const std::vector<TableColumn> columns{
      {"time", Align::right}, {"frame", Align::right}, {"filter"}, {"entity"}, {"found"}};
  std::vector<std::vector<std::string>> rows;
  find_hits(scan, interrupted(), [&](FrameIndex frame, std::span<FilterHit> hits) {
    for (const FilterHit& hit : hits) {
      const Seconds time =
          hit.event.exists() ? recording.event(hit.event).time : recording.timeline().time(frame);
      rows.push_back({seconds_text(time), std::to_string(frame.value),
                      printable(name_of(scan.filters[hit.filter])),
                      entity_text(recording, hit.entity), reason_of(recording, hit)});
    }
    return true;
  });
  if (rows.empty()) {
    console.note("nothing was found");
  } else {
    console.print(table_text(columns, rows));
  }
}

}  // namespace

ExitStatus run_find(const FindOptions& options, Console& console) {
  const bool is_json = options.rows.output == RowsOutput::json;
  const auto print_none = [&] {
    if (is_json) console.print("[]\n");
  };
  const auto filters = load_filter_input(options.filter, console);
  if (!filters) {
    print_none();
    return ExitStatus::nothing_done;
  }
  Input input{.file = options.files.front()};
  if (!load_input(input, options.common, console)) {
    if (input.failure) print_none();
    return status_of_unread(input);
  }
  FilterScan scan;
  scan.recording = input.recording;
  scan.filters = *filters;
  scan.coordinates = options.common.coordinates;
  if (is_json) {
    print_json(scan, console);
  } else {
    print_table(scan, console);
  }
  return conclude(input, input.recording->problems(), console);
}

}  // namespace scrubjay::cli
