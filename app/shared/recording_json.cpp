#include "app/shared/recording_json.h"

#include <algorithm>
#include <array>

#include "app/shared/recording_words.h"

namespace scrubjay {

namespace {

void write_transform(JsonWriter& json, const Transform& transform, Precision precision) {
  const auto vector = [&](std::string_view name, const glm::dvec3& v) {
    json.key(name);
    json.numbers(std::array{v.x, v.y, v.z}, precision);
  };
  if (transform.position) vector("position", *transform.position);
  if (transform.rotation) {
    const glm::dquat& q = *transform.rotation;
    json.key("rotation");
    json.numbers(std::array{q.x, q.y, q.z, q.w}, precision);
  }
  if (transform.scale) vector("scale", *transform.scale);
}

void write_streams(JsonWriter& json, const Timeline& timeline) {
  json.begin_array();
  for (std::size_t i = 0; i < timeline.stream_count(); ++i) {
    const StreamIndex stream(i);
    json.begin_object_on_one_line();
    json.field("id", timeline.stream_info(stream).id);
    json.field("name", timeline.stream_info(stream).name);
    json.integer_field("frames", timeline.frame_count(stream));
    json.end_object();
  }
  json.end_array();
}

}  // namespace

bool EntityFilter::passes(EntityIndex entity) const {
  return std::ranges::binary_search(entities, entity);
}

void write_problem(JsonWriter& json, const Problem& problem) {
  json.begin_object();
  json.field("severity", to_text(problem.severity));
  json.field("code", problem.code);
  if (problem.offset) {
    json.integer_field("offset", *problem.offset);
  } else {
    json.null_field("offset");
  }
  if (problem.frame && problem.frame->exists()) {
    json.integer_field("frame", problem.frame->value);
  } else {
    json.null_field("frame");
  }
  json.integer_field("count", problem.count);
  json.field("message", describe(problem));
  json.end_object();
}

void write_problems(JsonWriter& json, std::span<const Problem> problems) {
  json.begin_array();
  for (const Problem& problem : problems) write_problem(json, problem);
  json.end_array();
}

void write_coordinates(JsonWriter& json, const CoordinateSystem& coordinates) {
  json.begin_object_on_one_line();
  json.field("name", coordinates.name());
  json.field("handedness", to_text(coordinates.handedness()));
  json.field("right", to_text(coordinates.right));
  json.field("up", to_text(coordinates.up));
  json.field("forward", to_text(coordinates.forward));
  json.number_field("metres_per_unit", coordinates.metres_per_unit);
  json.end_object();
}

void write_info(JsonWriter& json, const std::string& file, const Recording& recording,
                std::span<const Problem> problems, const std::optional<CoordinateSystem>& chosen) {
  const RecordingInfo& info = recording.info();
  const Timeline& timeline = recording.timeline();
  const TimeRange range = timeline.range();
  json.begin_object();
  json.field("file", file);
  json.field("format", info.format);
  json.field("format_version", info.format_version);
  json.integer_field("size_bytes", stored_bytes(recording));
  json.integer_field("frames", recording.frame_count());
  json.number_field("begin", range.begin);
  json.number_field("end", range.end);
  json.integer_field("entities", recording.entity_count());
  json.integer_field("events", recording.event_count());
  json.key("streams");
  write_streams(json, timeline);
  json.key("coordinates");
  write_coordinates(json, chosen.value_or(info.coordinates));
  json.key("metadata");
  json.begin_object();
  for (const auto& [name, value] : info.metadata) json.field(name, value);
  json.end_object();
  json.boolean_field("complete", recording.is_complete());
  PropertyTree details;
  const PropertyRange all = recording.details(details);
  json.key("details");
  write_plain_object(json, details, all);
  json.key("problems");
  write_problems(json, problems);
  json.end_object();
}

void write_info_of_unopened(JsonWriter& json, const std::string& file, const std::string& format,
                            std::uint64_t size_bytes, std::span<const Problem> problems) {
  json.begin_object();
  json.field("file", file);
  json.field("format", format);
  json.field("format_version", "");
  json.integer_field("size_bytes", size_bytes);
  json.integer_field("frames", 0);
  json.number_field("begin", 0);
  json.number_field("end", 0);
  json.integer_field("entities", 0);
  json.integer_field("events", 0);
  json.key("streams");
  json.begin_array();
  json.end_array();
  json.null_field("coordinates");
  for (const std::string_view name : {"metadata", "details"}) {
    json.key(name);
    json.begin_object();
    json.end_object();
    if (name == "metadata") json.boolean_field("complete", false);
  }
  json.key("problems");
  write_problems(json, problems);
  json.end_object();
}

void write_entity(JsonWriter& json, const Recording& recording, const Frame& frame,
                  const Entity& entity) {
  json.begin_object();
  json.field("id", recording.entity(entity.index).id);
  json.field("parent", entity.parent.exists() ? recording.entity(entity.parent).id : "");
  json.field("name", entity.name);
  write_transform(json, entity.world, entity.precision);
  if (!entity.local.empty()) {
    json.key("local");
    json.begin_object();
    write_transform(json, entity.local, entity.precision);
    json.end_object();
  }
  json.key("properties");
  write_properties(json, frame.tree, entity.properties);
  json.end_object();
}

void write_frame(JsonWriter& json, const Recording& recording, const Frame& frame,
                 const EntityFilter* filter) {
  json.begin_object();
  json.integer_field("frame", frame.index.value);
  json.integer_field("number", frame.number);
  json.number_field("time", frame.time);
  json.field("stream", recording.timeline().stream_info(frame.stream).id);
  json.key("entities");
  json.begin_array();
  for (const Entity& entity : frame.entities) {
    if (filter == nullptr || filter->passes(entity.index)) {
      write_entity(json, recording, frame, entity);
    }
  }
  json.end_array();
  json.key("events");
  json.begin_array();
  for (const FrameEvent& event : frame.events) {
    if (filter == nullptr || filter->passes(recording.event(event.index).entity)) {
      write_event(json, recording, event.index, frame.tree, event.properties,
                  PrintedAs::part_of_frame);
    }
  }
  json.end_array();
  if (filter == nullptr && frame.properties.count > 0) {
    json.key("properties");
    write_properties(json, frame.tree, frame.properties);
  }
  json.end_object();
}

void write_event(JsonWriter& json, const Recording& recording, EventIndex index,
                 const PropertyTree& tree, PropertyRange range, PrintedAs place) {
  const EventInfo event = recording.event(index);
  json.begin_object();
  if (place == PrintedAs::item_of_list) {
    json.integer_field("frame", event.frame.value);
    // Entity ids are unique only inside their stream.
    const Timeline& timeline = recording.timeline();
    if (timeline.stream_count() > 1) {
      json.field("stream", timeline.stream_info(timeline.stream(event.frame)).id);
    }
  }
  json.field("name", event.name);
  json.field("tag", event.tag);
  json.field("entity", event.entity.exists() ? recording.entity(event.entity).id : "");
  json.integer_field("order", event.order);
  json.number_field("time", event.time);
  if (event.end != event.time) json.number_field("end", event.end);
  json.key("properties");
  write_properties(json, tree, range);
  json.end_object();
}

}  // namespace scrubjay
