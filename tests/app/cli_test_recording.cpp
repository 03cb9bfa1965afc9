#include "cli_test_recording.h"

#include <gtest/gtest.h>
#include <simdjson.h>

#include <array>
#include <limits>
#include <vector>

#include "tests/core/script.h"
#include "tests/core/test_values.h"

namespace scrubjay {

namespace {

/// One property of each type, a list, a record and shapes.
void add_every_type(PropertyTree& tree) {
  using Type = PropertyType;
  const auto group = tree.open("every type", Type::group);
  tree.text("text", "a \"quoted\"\n\x01 line");
  tree.text("not utf-8",
            "a\xFF"
            "b");
  tree.text("comment", "a note", Type::comment);
  tree.text("picture", "a.png", Type::resource);
  tree.text("bytes", std::string_view("\x00\x01\xFE", 3), Type::bytes);
  tree.text("other", "7", Type::entity);
  tree.null("nothing");
  tree.boolean("yes", true);
  tree.integer("below", std::numeric_limits<std::int64_t>::min());
  tree.unsigned_integer("above", std::numeric_limits<std::uint64_t>::max());
  tree.number("float", static_cast<double>(0.1f), Precision::float32, "m/s");
  tree.number("double", 0.1, Precision::float64);
  tree.number("nan", kNaN, Precision::float64);
  tree.number("minus infinity", -kInfinity, Precision::float32);
  tree.numbers("pair", Type::vec2, std::array{1.0, -0.0}, Precision::float64);
  tree.vec3("place", {1, 2, 3}, Precision::float32, "cm", Meaning::point);
  tree.numbers("four", Type::vec4, std::array{1.0, 2.0, kInfinity, 4.0}, Precision::float64);
  tree.numbers("turn", Type::quat, std::array{0.0, 0.0, 0.0, 1.0}, Precision::float64);
  const auto color =
      tree.numbers("paint", Type::color, std::array{1.0, 0.5, 0.0, 1.0}, Precision::float64);
  tree.node_for_edit(color).flags = kPropertyHidden;
  tree.numbers("samples", Type::numbers, std::array{1.0, 2.0, 3.0, 4.0, 5.0}, Precision::float64);
  const auto list = tree.open("list", Type::list);
  tree.integer("0", 10);
  tree.integer("1", 11);
  tree.close(list);
  const auto record = tree.open("record", Type::record);
  tree.set_style(record, {.icon = "star", .color = "#ff0000", .type_name = "Health"});
  tree.number("now", 5, Precision::float64);
  const auto inner = tree.open("inner", Type::list);
  tree.boolean("0", false);
  tree.close(inner);
  tree.close(record);
  const auto sphere = tree.open("ball", Type::sphere);
  tree.vec3("position", {0, 1, 0}, Precision::float64, "", Meaning::point);
  tree.number("radius", 2, Precision::float64);
  tree.close(sphere);
  const auto empty = tree.open("empty", Type::group);
  tree.close(empty);
  tree.integer("twice", 1);
  tree.integer("twice", 2);
  tree.close(group);
}

void add_frame_properties(FrameIndex frame, Frame& out) {
  if (frame.value != 2) return;
  out.tree.number("fog", 0.25, Precision::float32);
  out.properties = out.tree.since(0);
  out.problems.push_back({.severity = Severity::error,
                          .code = "record-size",
                          .offset = 64,
                          .message = "A record is too short.",
                          .expected = "8 bytes",
                          .found = "3"});
  out.problems.push_back({.severity = Severity::note, .code = "odd", .message = "Odd."});
}
Entity& add_entity(Frame& out, std::size_t row, std::string_view name) {
  Entity& entity = out.entities.emplace_back();
  entity.index = EntityIndex(row);
  entity.name = name;
  return entity;
}
void add_road(Frame& out) { add_entity(out, 0, "road"); }
void add_car(FrameIndex frame, Frame& out) {
  const auto mark = out.tree.size();
  if (frame.value == 0) add_every_type(out.tree);
  if (frame.value != 0) out.tree.number("speed", frame.value, Precision::float64, "m/s");
  Entity& car = add_entity(out, 1, "car");
  car.parent = EntityIndex(0);
  car.world.position = glm::dvec3(static_cast<double>(0.1f), 200, frame.value);
  car.world.rotation = glm::dquat(1, 0, 0, 0);
  car.world.scale = glm::dvec3(1, 1, 1);
  car.local.position = glm::dvec3(static_cast<double>(0.1f), 0, 0);
  car.precision = Precision::float32;
  car.properties = out.tree.since(mark);
}
void add_ghost(Frame& out) {
  add_entity(out, 2, "gh\xC3st").world.position = glm::dvec3(kNaN, kInfinity, 0);
}

void add_events(RecordingBuilder& builder, EntityIndex car, Seconds time) {
  EventInfo collision;
  collision.frame = FrameIndex(1);
  collision.time = time;
  collision.end = time + 0.5;
  collision.entity = car;
  collision.name = "collision";
  collision.tag = "physics";
  builder.add_event(collision);
  EventInfo weather;
  weather.frame = FrameIndex(1);
  weather.time = time;
  weather.end = time;
  weather.name = "weather, \"changed\"";
  weather.order = 1;
  builder.add_event(weather);
}
void add_details(RecordingBuilder& builder) {
  PropertyTree details;
  const auto packets = details.open("packets", PropertyType::group);
  details.integer("0", 5);
  details.integer("1", 4);
  details.close(packets);
  details.text("vector", "float32");
  const auto list = details.open("scenes", PropertyType::list);
  details.text("0", "a");
  details.text("1", "b");
  details.close(list);
  builder.set_details(details);
}

void index_test(RecordingBuilder& builder) {
  const StreamIndex streams[] = {builder.add_stream("0", "server"),
                                 builder.add_stream("1", "client")};
  const EntityIndex road = builder.add_entity("r", "road", EntityKind::prop, streams[0]);
  const EntityIndex car = builder.add_entity("7", "car", EntityKind::vehicle, streams[0]);
  const EntityIndex ghost = builder.add_entity("8", "gh\xC3st", EntityKind::other, streams[0]);
  builder.set_parent(car, road);
  builder.begin_life(road, FrameIndex(0));
  builder.begin_life(car, FrameIndex(0));
  for (std::size_t i = 0; i < 5; ++i) {
    const FrameIndex frame = builder.next_frame();
    const Seconds time = 0.5 + 0.25 * static_cast<double>(i);
    if (i == 1) add_events(builder, car, time);
    if (i == 2) builder.end_life(builder.begin_life(ghost, frame), frame);
    builder.add_frame(time, static_cast<std::int64_t>(100 + i), {i * 10, 10}, streams[i % 2]);
  }
  builder.add_problem({.severity = Severity::warning,
                       .code = "cut-off",
                       .offset = 50,
                       .frame = FrameIndex(4),
                       .count = 2,
                       .message = "The file ends inside a packet."});
  add_details(builder);
}

}  // namespace

std::shared_ptr<Recording> make_test_recording() {
  const auto decode = [](FrameIndex frame, Frame& out) {
    add_frame_properties(frame, out);
    add_road(out);
    add_car(frame, out);
    if (frame.value == 2) add_ghost(out);
  };
  const auto event = [](EventIndex row, PropertyTree& out) {
    if (row.value != 0) return;
    out.text("other", "7", PropertyType::entity);
    out.vec3("point", {100, 0, 0}, Precision::float64, "cm", Meaning::point);
  };
  const CoordinateSystem unreal{Axis::pos_y, Axis::pos_z, Axis::pos_x, 0.01};
  return indexed(
      {.index = index_test,
       .decode = decode,
       .event = event,
       .info = {"test", "3", unreal, {{"map", "Town01"}, {"date", "2020-09-02T10:00:00Z"}}},
       .name = "test.log",
       .bytes = 1234567});
}

std::shared_ptr<Recording> make_long_recording(std::size_t frames) {
  const auto index = [=](RecordingBuilder& builder) {
    const StreamIndex stream = builder.add_stream("0", "");
    for (std::size_t i = 0; i < frames; ++i) {
      builder.add_frame(static_cast<double>(i), static_cast<std::int64_t>(i), {}, stream);
    }
    builder.set_complete(true);
  };
  const auto decode = [](FrameIndex frame, Frame& out) {
    out.tree.integer("index", frame.value);
    out.properties = out.tree.since(0);
    if (frame.value % 7 == 0) out.problems.push_back({.code = "seventh", .message = "Seventh."});
  };
  return indexed({.index = index,
                  .decode = decode,
                  .info = {"test", "1", {}, {}},
                  .name = "long.log",
                  .bytes = 0});
}

void expect_json(const std::string& text) {
  simdjson::dom::parser parser;
  simdjson::dom::element element;
  const auto error = parser.parse(text).get(element);
  EXPECT_FALSE(error) << simdjson::error_message(error) << " in:\n" << text;
}

}  // namespace scrubjay
