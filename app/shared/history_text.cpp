#include "app/shared/history_text.h"

#include <simdjson.h>

#include "app/shared/plain_text.h"
#include "app/shared/recording_json.h"
#include "core/number_text.h"
#include "core/text.h"

namespace scrubjay {

namespace {

void write_change_events(JsonWriter& json, const Recording& recording,
                         std::span<const EventIndex> events, tables::EventsBefore& reader) {
  json.begin_array();
  for (const EventIndex event : events) {
    const PropertyRange properties = reader.read(event);
    write_event(json, recording, event, reader.tree(), properties, PrintedAs::item_of_list);
  }
  json.end_array();
}

using NumberWriter = std::string (*)(double);

std::string listed_element(simdjson::dom::element value, NumberWriter number) {
  double fraction = 0;
  if (value.is_double() && value.get_double().get(fraction) == simdjson::SUCCESS) {
    return number(fraction);
  }
  std::string_view text;
  if (value.get_string().get(text) == simdjson::SUCCESS) {
    return text.empty() ? "empty" : std::string(text);
  }
  simdjson::dom::array items;
  if (value.get_array().get(items) != simdjson::SUCCESS) return simdjson::minify(value);
  return items.size() == 0 ? "empty" : joined_by(items, [&](simdjson::dom::element item) {
    const std::string one = listed_element(item, number);
    return item.is_array() ? '(' + one + ')' : one;
  });
}

/// `number` writes what has a fraction.
std::string listed_value(const std::optional<std::string>& json, NumberWriter number) {
  if (!json) return "nothing";
  simdjson::dom::parser parser;
  simdjson::dom::element value;
  if (parser.parse(json->data(), json->size()).get(value) != simdjson::SUCCESS) return *json;
  return listed_element(value, number);
}

}  // namespace

void begin_history(JsonWriter& json, std::string_view entity, std::string_view property) {
  json.begin_object();
  json.field("entity", entity);
  json.field("property", property);
  json.key("changes");
  json.begin_array();
}

void end_history(JsonWriter& json) {
  json.end_array();
  json.end_object();
}

void write_change(JsonWriter& json, const Recording& recording, const tables::ValueChange& change,
                  std::span<const EventIndex> events, tables::EventsBefore& reader) {
  json.begin_object();
  json.integer_field("frame", change.frame.value);
  json.number_field("time", change.time);
  json.field("type", change.type);
  if (change.before) {
    json.key("before");
    json.raw(*change.before);  // values are JSON already
  }
  if (change.after) {
    json.key("after");
    json.raw(*change.after);
  }
  if (change.delta) json.number_field("delta", *change.delta);
  json.key("events");
  write_change_events(json, recording, events, reader);
  json.end_object();
}

std::string change_value_text(const std::optional<std::string>& json) {
  return listed_value(json, [](double number) { return number_text(number); });
}

ChangeTexts short_change_texts(const std::optional<std::string>& before,
                               const std::optional<std::string>& after) {
  ChangeTexts texts{listed_value(before, significant_text), listed_value(after, significant_text)};
  if (texts.before != texts.after) return texts;
  return {change_value_text(before), change_value_text(after)};
}

void append_change_csv(std::string& out, const Recording& recording,
                       const tables::ValueChange& change, std::span<const EventIndex> events,
                       tables::EventsBefore& reader, CsvTexts texts) {
  out += std::to_string(change.frame.value) + ',' + number_text(change.time) + ',' + change.type;
  for (const auto& value : {change.before, change.after}) {
    out += ',';
    append_csv_value(out, value.value_or("null"), texts);
  }
  out += ',';
  if (change.delta) out += number_text(*change.delta);
  out += ',';
  std::string list;
  JsonWriter json(list);
  write_change_events(json, recording, events, reader);
  append_csv(out, list, texts);
  out += '\n';
}

}  // namespace scrubjay
