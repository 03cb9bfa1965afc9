#include <simdjson.h>

#include <algorithm>
#include <utility>

#include "app/shared/comparison/comparison_words.h"
#include "app/viewer/saved/saved_fields.h"
#include "app/viewer/saved/settings_json.h"

namespace scrubjay {

namespace {

using saved::read;
using saved::write;
using simdjson::dom::element;

void read(const element& object, std::string_view key, ReadOptions& options) {
  simdjson::dom::array found;
  if (object[key].get(found) != simdjson::SUCCESS) return;
  for (const element item : found) {
    std::string_view name;
    std::string_view value;
    if (options.size() == Settings::kReadOptions || item.at(0).get(name) != simdjson::SUCCESS ||
        item.at(1).get(value) != simdjson::SUCCESS) {
      continue;
    }
    options.emplace_back(name, value);
  }
}

// A comparison and its options.

template <class Choice>
void read_named(const element& object, std::string_view key, std::initializer_list<Choice> choices,
                Choice& value) {
  std::string found;
  read(object, key, found);
  for (const Choice choice : choices) {
    if (found == scrubjay::to_text(choice)) value = choice;
  }
}

void read_patterns(const element& object, std::string_view key, std::vector<std::string>& values) {
  read(object, key, values);
  if (values.size() > Settings::kPatterns) values.resize(Settings::kPatterns);
}

compare::Options read_compared(const element& object) {
  using compare::EntitiesBy;
  using compare::FramesBy;
  compare::Options options;
  read_named(object, "by", {FramesBy::automatic, FramesBy::frame, FramesBy::number, FramesBy::time},
             options.by);
  read_named(object, "match",
             {EntitiesBy::automatic, EntitiesBy::id, EntitiesBy::name, EntitiesBy::place},
             options.match);
  read(object, "tolerance", options.tolerance);
  read(object, "relative", options.relative);
  options.tolerance = std::max(0.0, options.tolerance);
  options.relative = std::max(0.0, options.relative);
  read_patterns(object, "ignore", options.ignore);
  read_patterns(object, "only", options.only);
  read_patterns(object, "entities", options.entities);
  read(object, "from", options.from);
  read(object, "to", options.to);
  simdjson::dom::array found;
  if (object["tolerance_of"].get(found) != simdjson::SUCCESS) return options;
  for (const element item : found) {
    std::string_view pattern;
    double tolerance = 0;
    if (options.tolerance_of.size() == Settings::kPatterns ||
        item.at(0).get(pattern) != simdjson::SUCCESS ||
        item.at(1).get(tolerance) != simdjson::SUCCESS || !(tolerance >= 0)) {
      continue;
    }
    options.tolerance_of.push_back({std::string(pattern), tolerance});
  }
  return options;
}

void read(const element& object, std::string_view key, std::optional<SavedComparison>& value) {
  element found;
  if (object[key].get(found) != simdjson::SUCCESS || !found.is_object()) return;
  SavedComparison comparison;
  read(found, "with", comparison.other);
  std::uint64_t stream_a = 0;
  std::uint64_t stream_b = 0;
  if (found["stream_a"].get(stream_a) == simdjson::SUCCESS &&
      found["stream_b"].get(stream_b) == simdjson::SUCCESS) {
    constexpr std::uint64_t kMost = 0xFFFFFFFE;
    comparison.streams.emplace(static_cast<std::uint32_t>(std::min(stream_a, kMost)),
                               static_cast<std::uint32_t>(std::min(stream_b, kMost)));
  }
  comparison.options = read_compared(found);
  value = std::move(comparison);
}

void write_compared(JsonWriter& json, const SavedComparison& comparison) {
  const compare::Options& options = comparison.options;
  json.begin_object();
  json.field("with", comparison.other);
  if (comparison.streams) {
    json.integer_field("stream_a", comparison.streams->first);
    json.integer_field("stream_b", comparison.streams->second);
  }
  json.field("by", scrubjay::to_text(options.by));
  json.field("match", scrubjay::to_text(options.match));
  json.number_field("tolerance", options.tolerance);
  json.number_field("relative", options.relative);
  json.key("tolerance_of");
  json.begin_array();
  for (const compare::PathTolerance& one : options.tolerance_of) {
    json.begin_array();
    json.text(one.pattern);
    json.number(one.tolerance);
    json.end_array();
  }
  json.end_array();
  json.texts_field("ignore", options.ignore);
  json.texts_field("only", options.only);
  json.texts_field("entities", options.entities);
  if (options.from) json.number_field("from", *options.from);
  if (options.to) json.number_field("to", *options.to);
  json.end_object();
}

std::vector<WatchedCondition> read_watched(const element& object) {
  std::vector<std::string> conditions;
  std::vector<std::string> stopping;
  read(object, "watched", conditions);
  read(object, "stopping", stopping);
  std::vector<WatchedCondition> watched;
  for (const std::string& condition : conditions) {
    const bool stops = std::ranges::find(stopping, condition) != stopping.end();
    watched.push_back({condition, stops});
  }
  return watched;
}

void write_watched(JsonWriter& json, const std::vector<WatchedCondition>& watched) {
  std::vector<std::string> conditions;
  std::vector<std::string> stopping;
  for (const WatchedCondition& one : watched) {
    conditions.push_back(one.condition);
    if (one.stops_playback) stopping.push_back(one.condition);
  }
  if (!conditions.empty()) json.texts_field("watched", conditions);
  if (!stopping.empty()) json.texts_field("stopping", stopping);
}

}  // namespace

RecordingChoices read_choices(const element& object) {
  RecordingChoices choices;
  read(object, "playhead", choices.playhead);
  element camera;
  if (object["camera"].get(camera) == simdjson::SUCCESS) read_camera(camera, choices.camera);
  read(object, "selected", choices.selected);
  read(object, "hidden", choices.hidden);
  read(object, "pinned", choices.pinned);
  read(object, "picture_entity", choices.picture_entity);
  read(object, "picture_property", choices.picture_property);
  std::string coordinates;
  read(object, "coordinates", coordinates);
  if (const auto parsed = CoordinateSystem::parse(coordinates)) choices.coordinates = *parsed;
  read_layers(object, "layers", choices.layers);
  read(object, "filters", choices.filters);
  read(object, "curves", choices.curves);
  read(object, "lanes", choices.lanes);
  choices.watched = read_watched(object);
  read(object, "read", choices.read);
  read(object, "offset", choices.offset);
  read(object, "comparison", choices.comparison);
  read(object, "followed", choices.followed);
  read(object, "ride_turn", choices.ride_turn);
  read(object, "scenery", choices.scenery);
  std::int64_t used = 0;
  if (object["used"].get(used) == simdjson::SUCCESS) choices.used = used;
  return choices;
}

void write_choices(JsonWriter& json, const RecordingChoices& choices) {
  json.begin_object();
  json.number_field("playhead", choices.playhead);
  json.key("camera");
  write_camera(json, choices.camera);
  json.texts_field("selected", choices.selected);
  json.texts_field("hidden", choices.hidden);
  json.texts_field("pinned", choices.pinned);
  if (!choices.picture_property.empty()) {
    json.field("picture_entity", choices.picture_entity);
    json.field("picture_property", choices.picture_property);
  }
  if (!choices.read.empty()) {
    json.key("read");
    json.begin_array();
    for (const auto& [name, value] : choices.read) {
      json.begin_array();
      json.text(name);
      json.text(value);
      json.end_array();
    }
    json.end_array();
  }
  if (choices.coordinates) json.field("coordinates", choices.coordinates->written_out());
  if (!choices.filters.empty()) write(json, "filters", choices.filters);
  if (choices.offset != 0) json.number_field("offset", choices.offset);
  if (choices.comparison) {
    json.key("comparison");
    write_compared(json, *choices.comparison);
  }
  if (!choices.curves.empty()) write(json, "curves", choices.curves);
  if (!choices.lanes.empty()) write(json, "lanes", choices.lanes);
  write_watched(json, choices.watched);
  if (!choices.followed.empty()) json.field("followed", choices.followed);
  write(json, "ride_turn", choices.ride_turn);
  if (!choices.scenery.empty()) json.texts_field("scenery", choices.scenery);
  json.key("layers");
  write_layers(json, choices.layers);
  json.key("used");
  json.integer(choices.used);
  json.end_object();
}

}  // namespace scrubjay
