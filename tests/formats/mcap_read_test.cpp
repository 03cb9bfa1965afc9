// MCAP files of other programs, made byte by byte: how they are packed, what their messages become.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/property_json.h"
#include "formats/mcap/descriptor.h"
#include "formats/mcap/read/file_map.h"
#include "tests/formats/mcap_test_file.h"

namespace scrubjay::mcap {
namespace {

/// A message type of all sorts of fields.
std::string thing_schema() {
  FileDescriptor file{"demo/Thing.proto", "demo", {}, {}};
  const auto field = [](std::string name, std::uint32_t number, FieldType type, bool is_repeated,
                        std::string type_name = "") {
    return FieldDescriptor{.name = std::move(name),
                           .number = number,
                           .type = type,
                           .type_name = std::move(type_name),
                           .is_repeated = is_repeated,
                           .is_optional = false};
  };
  file.messages.push_back(
      {"Thing",
       {field("speed", 1, FieldType::number, false), field("name", 2, FieldType::text, false),
        field("on", 3, FieldType::boolean, false), field("count", 4, FieldType::int64, false),
        field("mode", 5, FieldType::enumeration, false, ".demo.Thing.Mode"),
        field("ranges", 6, FieldType::number, true), field("names", 7, FieldType::text, true),
        field("parts", 8, FieldType::message, true, ".demo.Part"),
        field("raw", 9, FieldType::bytes, false),
        field("self", 10, FieldType::message, false, ".demo.Thing"),
        field("at", 11, FieldType::message, false, ".demo.Point")},
       {{"Mode", {"OFF", "ON"}}}});
  file.messages.push_back({"Part", {field("id", 1, FieldType::int32, false)}, {}});
  file.messages.push_back(
      {"Point",
       {field("x", 1, FieldType::number, false), field("y", 2, FieldType::number, false),
        field("z", 3, FieldType::number, false)},
       {}});
  DescriptorSet set;
  set.add(file);
  return set.bytes();
}

std::string json_of(const Frame& frame, PropertyRange range) {
  std::string out;
  JsonWriter json(out);
  write_plain_object(json, frame.tree, range);
  return out;
}

/// The entity's id -> its place, rounded, and its properties.
std::string entities_of(Cursor& cursor, std::size_t frame) {
  const Frame& at = cursor.seek(FrameIndex(frame));
  std::string out;
  for (const Entity& entity : at.entities) {
    out += (out.empty() ? "" : " ") + std::string(cursor.recording().entity(entity.index).id);
    if (!entity.world.position) continue;
    const auto near = [](double value) { return std::to_string(std::lround(value * 1000)); };
    const auto& place = *entity.world.position;
    out += "@" + near(place.x) + "," + near(place.y) + "," + near(place.z);
  }
  return out;
}

std::string two_transforms() {
  return foxglove(1, "FrameTransforms") + channel(1, 1, "/tf") +
         message(1, kSecond, transforms(kSecond, {{"map", "base", 1, 2, 0, std::acos(-1) / 2}})) +
         message(1, 2 * kSecond, transforms(2 * kSecond, {{"base", "arm", 1, 0, 0.5}}));
}

TEST(McapRead, OpensHoweverItIsPacked) {
  for (const char* const how : {"zstd", "lz4", ""}) {
    const ChunkForm form{.first = kSecond, .last = 2 * kSecond, .compression = how};
    FileMaker maker;
    maker.add_chunk(two_transforms(), form);
    for (const std::string& file : {maker.summed(), maker.plain()}) {
      const auto recording = recording_of(file);
      ASSERT_NE(recording, nullptr) << how;
      EXPECT_EQ(recording->frame_count(), 2U) << how;
      EXPECT_TRUE(recording->is_complete()) << how;
      Cursor cursor(recording);
      EXPECT_EQ(entities_of(cursor, 0), "base@1000,2000,0") << how;
      EXPECT_EQ(entities_of(cursor, 1), "base@1000,2000,0 arm@1000,3000,500") << how;
    }
    EXPECT_EQ(told_of(recording_of(maker.summed())), "") << how;
  }
}

TEST(McapRead, TakesMessagesOutsideOfChunks) {
  const auto recording = recording_of(FileMaker().add(two_transforms()).plain());
  ASSERT_NE(recording, nullptr);
  ASSERT_EQ(recording->frame_count(), 2U);
  Cursor cursor(recording);
  EXPECT_EQ(entities_of(cursor, 1), "base@1000,2000,0 arm@1000,3000,500");
  EXPECT_TRUE(told_of(recording).starts_with("note no-summary@")) << told_of(recording);
}

TEST(McapRead, FindsStatesInEarlierChunks) {
  FileMaker maker;
  const std::string front =
      foxglove(1, "FrameTransforms") + channel(1, 1, "/tf") + channel(2, 1, "/tf2");
  maker.add_chunk(front + message(1, 0, transforms(0, {{"map", "still", 7, 0, 0}})));
  for (std::uint64_t i = 1; i <= 40; ++i) {
    const auto x = static_cast<double>(i);
    maker.add_chunk(message(2, i * kSecond, transforms(i * kSecond, {{"still", "moves", x, 0, 0}})),
                    {.first = i * kSecond, .last = i * kSecond, .compression = "zstd"});
  }
  const auto recording = recording_of(maker.summed());
  ASSERT_NE(recording, nullptr);
  ASSERT_EQ(recording->frame_count(), 41U);
  Cursor cursor(recording);
  for (const std::size_t frame : {40U, 3U, 17U, 39U, 1U}) {
    EXPECT_EQ(entities_of(cursor, frame),
              "still@7000,0,0 moves@" + std::to_string((7 + frame) * 1000) + ",0,0");
  }
  EXPECT_EQ(entities_of(cursor, 0), "still@7000,0,0");
}

TEST(McapRead, KnowsParentsThatComeBehindTheirChildren) {
  const std::string records =
      foxglove(1, "FrameTransforms") + channel(1, 1, "/tf") + channel(2, 1, "/tf_static") +
      message(2, kSecond,
              transforms(kSecond, {{"arm", "hand", 1, 0, 0}, {"base", "arm", 1, 0, 0}})) +
      message(1, 2 * kSecond, transforms(2 * kSecond, {{"map", "base", 1, 0, 0}}));
  const auto recording = recording_of(FileMaker().add_chunk(records).summed());
  ASSERT_NE(recording, nullptr);
  ASSERT_EQ(recording->entity_count(), 3U);
  std::string found;
  for (std::size_t i = 0; i < 3; ++i) {
    const EntityInfo entity = recording->entity(EntityIndex(i));
    found += std::string(entity.id) + " of ";
    found += entity.parent.exists() ? recording->entity(entity.parent).id : "none";
    found += ", ";
  }
  EXPECT_EQ(found, "hand of arm, arm of base, base of none, ");
}

TEST(McapRead, TakesTheLastParentThatIsThere) {
  const auto at = [](std::uint64_t second, const char* parent, const char* child) {
    return message(1, second * kSecond, transforms(second * kSecond, {{parent, child, 1, 0, 0}}));
  };
  const std::string front = foxglove(1, "FrameTransforms") + channel(1, 1, "/tf");
  const auto parent_of_first = [&](const std::string& messages) -> std::string {
    const auto recording = recording_of(FileMaker().add_chunk(front + messages).summed());
    const EntityInfo first = recording->entity(EntityIndex(0));
    return first.parent.exists() ? std::string(recording->entity(first.parent).id) : "none";
  };
  EXPECT_EQ(parent_of_first(at(1, "a", "x") + at(2, "map", "a") + at(3, "map", "x")), "a")
      << "the map is none";
  EXPECT_EQ(parent_of_first(at(1, "a", "x") + at(2, "map", "x") + at(3, "map", "a")), "none")
      << "it was never there while it was the parent";
  EXPECT_EQ(
      parent_of_first(at(1, "a", "x") + at(2, "b", "x") + at(3, "map", "a") + at(4, "map", "b")),
      "b");
}

TEST(McapRead, ShowsCircleOfFramesOnce) {
  const std::string records =
      foxglove(1, "FrameTransforms") + channel(1, 1, "/tf") +
      message(1, 1, transforms(1, {{"b", "a", 1, 0, 0}, {"a", "b", 1, 0, 0}, {"c", "c", 1, 0, 0}}));
  Cursor cursor(recording_of(FileMaker().add_chunk(records).summed()));
  EXPECT_EQ(cursor.seek(FrameIndex(0)).entities.size(), 3U);
}

TEST(McapRead, EndsSceneEntities) {
  const std::string front = foxglove(1, "FrameTransforms") + channel(1, 1, "/tf") +
                            foxglove(2, "SceneUpdate") + channel(2, 2, "/scene");
  const auto at = [](std::uint64_t second, const std::string& data) {
    return message(2, second * kSecond, data);
  };
  const std::string records =
      front + message(1, kSecond, transforms(kSecond, {{"map", "base", 10, 0, 0}})) +
      at(1, scene(kSecond, {{"stays", "base"}, {"short", "base", 1, kSecond}, {"old", "map"}})) +
      at(2, scene(2 * kSecond, {{"new", "map"}})) +
      at(3, scene(3 * kSecond, {},
                  {{.time = 2 * kSecond, .is_all = false, .id = "new"},
                   {.time = 3 * kSecond, .is_all = false, .id = "old"}})) +
      at(4, scene(4 * kSecond, {{"again", "map"}}, {{.time = 4 * kSecond, .is_all = true}}));
  const auto recording = recording_of(FileMaker().add_chunk(records).summed());
  ASSERT_NE(recording, nullptr);
  EXPECT_EQ(told_of(recording), "");
  Cursor cursor(recording);
  EXPECT_EQ(entities_of(cursor, 0),
            "base@10000,0,0 /scene/stays@10000,0,500 /scene/short@10000,0,500 /scene/old@0,0,500");
  EXPECT_EQ(entities_of(cursor, 1),
            "base@10000,0,0 /scene/stays@10000,0,500 /scene/short@10000,0,500 "
            "/scene/old@0,0,500 /scene/new@0,0,500");
  EXPECT_EQ(entities_of(cursor, 2), "base@10000,0,0 /scene/stays@10000,0,500 /scene/new@0,0,500")
      << "one is deleted only by what is later than it";
  EXPECT_EQ(entities_of(cursor, 3), "base@10000,0,0 /scene/again@0,0,500");
}

TEST(McapRead, EndsSceneEntitiesByTheLifetimeThatTheyHadLast) {
  const auto at = [](std::uint64_t second, const std::vector<MadeSceneEntity>& entities) {
    return message(2, second * kSecond, scene(second * kSecond, entities));
  };
  const std::string records =
      foxglove(2, "SceneUpdate") + channel(2, 2, "/scene") +
      at(1, {{"longer", "map", 1, kSecond}, {"shorter", "map", 1, 9 * kSecond}}) +
      at(2, {{"longer", "map", 1, 2 * kSecond}, {"shorter", "map", 1, kSecond}}) + at(4, {}) +
      at(5, {{"shorter", "map"}}) + at(20, {});
  const auto recording = recording_of(FileMaker().add_chunk(records).summed());
  ASSERT_NE(recording, nullptr);
  ASSERT_EQ(recording->frame_count(), 5U);
  Cursor cursor(recording);
  EXPECT_EQ(entities_of(cursor, 1), "/scene/longer@0,0,500 /scene/shorter@0,0,500");
  EXPECT_EQ(entities_of(cursor, 2), "/scene/longer@0,0,500");
  EXPECT_EQ(entities_of(cursor, 3), "/scene/shorter@0,0,500");
  EXPECT_EQ(entities_of(cursor, 4), "/scene/shorter@0,0,500") << "without a lifetime";
}

TEST(McapRead, ALifetimeBeyondAllTimesDoesNotEnd) {
  constexpr std::uint64_t kLate = ~std::uint64_t{0} - 10 * kSecond;
  constexpr std::uint64_t kLong = 9'000'000'000 * kSecond - kSecond;
  const std::string records = foxglove(2, "SceneUpdate") + channel(2, 2, "/scene") +
                              message(2, kLate, scene(0, {{"stays", "map", 1, kLong}})) +
                              message(2, kLate + kSecond, scene(0, {}));
  const auto recording = recording_of(FileMaker().add_chunk(records).summed());
  ASSERT_NE(recording, nullptr);
  ASSERT_EQ(recording->frame_count(), 2U);
  Cursor cursor(recording);
  EXPECT_EQ(entities_of(cursor, 1), "/scene/stays@0,0,500");
}

TEST(McapRead, MakesABoxAndShapesOfAScene) {
  const std::string records = foxglove(2, "SceneUpdate") + channel(2, 2, "/scene") +
                              message(2, 5, scene(5, {{"car", "map", 3, 0, 2}}));
  Cursor cursor(recording_of(FileMaker().add_chunk(records).summed()));
  const Frame& frame = cursor.seek(FrameIndex(0));
  ASSERT_EQ(frame.entities.size(), 1U);
  const Entity& car = frame.entities[0];
  EXPECT_EQ(car.name, "car");
  ASSERT_TRUE(car.box);
  EXPECT_EQ(car.box->half, glm::dvec3(1.5));
  std::size_t spheres = 0;
  for (std::uint32_t i = 0; i < car.properties.count; ++i) {
    spheres += frame.tree[car.properties.first + i].type == PropertyType::sphere ? 1U : 0U;
  }
  EXPECT_EQ(spheres, 2U);
}

TEST(McapRead, ShowsAnyMessageByItsSchema) {
  std::string data;
  MessageWriter out(data);
  out.number_field(1, 2.5);
  out.bytes_field(2, "Bo");
  out.integer_field(4, static_cast<std::uint64_t>(-3));
  out.integer_field(5, 1);
  out.packed(6, std::array{1.0, 2.0});
  out.number_field(6, 3.0);
  out.bytes(7, "a");
  out.bytes(7, "b");
  out.message(8, [](MessageWriter& part) { part.integer_field(1, 7); });
  out.message(8, [](MessageWriter&) {});
  out.message(10, [](MessageWriter& self) { self.bytes_field(2, "inner"); });
  out.message(10, [](MessageWriter& self) { self.number_field(1, 4); });
  out.message(11, [](MessageWriter& point) { point.number_field(2, 9); });
  out.integer_field(999, 5);
  const std::string records = schema(1, "demo.Thing", "protobuf", thing_schema()) +
                              channel(1, 1, "/thing") + message(1, 5, data);
  const auto recording = recording_of(FileMaker().add_chunk(records).summed());
  EXPECT_EQ(told_of(recording), "note unknown-field@29") << "999";
  Cursor cursor(recording);
  const Frame& frame = cursor.seek(FrameIndex(0));
  ASSERT_EQ(frame.entities.size(), 1U);
  EXPECT_EQ(json_of(frame, frame.entities[0].properties),
            R"({"speed":2.5,"name":"Bo","on":false,"count":-3,"mode":"ON","ranges":[1,2,3],)"
            R"("names":["a","b"],"parts":[{"id":7},{"id":0}],"raw":"",)"
            R"("self":{"speed":4,"name":"inner","on":false,"count":0,"mode":"OFF","raw":""},)"
            R"("at":[0,9,0]})");
}

TEST(McapRead, ShowsJson) {
  const std::string records =
      schema(1, "Status", "jsonschema", "{}") + channel(1, 1, "/status", "json") +
      channel(2, 0, "/free", "json") + schema(3, "foxglove.FrameTransform", "jsonschema", "{}") +
      channel(3, 3, "/tf", "json") + message(1, 1, R"({"a":{"b":[1,true,null]},"c":"x"})") +
      message(2, 1, R"([1.5])") +
      message(3, 1,
              R"({"timestamp":{"sec":1,"nsec":0},"parent_frame_id":"map","child_frame_id":"f",)"
              R"("translation":{"x":1,"y":2,"z":3},"rotation":{"x":0,"y":0,"z":0,"w":1}})");
  const auto recording = recording_of(FileMaker().add_chunk(records).summed());
  EXPECT_EQ(told_of(recording), "");
  Cursor cursor(recording);
  EXPECT_EQ(entities_of(cursor, 0), "/status /free f@1000,2000,3000");
  const Frame& frame = cursor.frame();
  EXPECT_EQ(json_of(frame, frame.entities[0].properties), R"({"a":{"b":[1,true,null]},"c":"x"})");
  EXPECT_EQ(json_of(frame, frame.entities[1].properties), R"({"value":[1.5]})");
}

TEST(McapRead, APoseThatCannotBeReadIsNoPlace) {
  const std::string place = R"({"frame_id":"map","pose":{"position":{"x":1,"y":2,"z":3},)";
  const std::string records =
      schema(1, "foxglove.PoseInFrame", "jsonschema", "{}") + channel(1, 1, "/pose", "json") +
      message(1, 1, place + R"("orientation":{"w":1}}})") + message(1, 2, R"({"frame_id":)") +
      message(1, 3, place + R"("orientation":)") + message(1, 4, R"({"frame_id":"map"})");
  const auto recording = recording_of(FileMaker().add_chunk(records).summed());
  EXPECT_EQ(told_of(recording), "error bad-message@29 x2");
  Cursor cursor(recording);
  EXPECT_EQ(entities_of(cursor, 0), "/pose@1000,2000,3000");
  EXPECT_EQ(entities_of(cursor, 1), "/pose");
  EXPECT_EQ(entities_of(cursor, 2), "/pose@1000,2000,3000") << "it stands before the damage";
  EXPECT_EQ(entities_of(cursor, 3), "/pose@0,0,0") << "that of its frame";
}

/// What is JSON but nothing that a parser of 64-bit numbers takes, and what is none.
TEST(McapRead, KeepsWhatItCanOfJson) {
  struct Case {
    const char* json;
    const char* shown;
    bool is_whole;
  };
  const std::array<Case, 12> cases{{
      {"18446744073709551616", R"({"value":1.8446744073709552e+19})", true},
      {"[1e400]", R"({"value":["Infinity"]})", true},
      {"tru", R"({})", false},
      {R"({"a":1,"x":1180591620717411303424,"b":{"c":[2]}})",
       R"({"a":1,"x":1.1805916207174113e+21,"b":{"c":[2]}})", true},
      {R"({"a":1,"x":-9223372036854775809})", R"({"a":1,"x":-9.223372036854776e+18})", true},
      {R"({"a":18446744073709551615,"x":18446744073709551616})",
       R"({"a":18446744073709551615,"x":1.8446744073709552e+19})", true},
      {R"({"a":1,"x":1e400})", R"({"a":1,"x":"Infinity"})", true},
      {R"({"a":1,"x":"\ud800"})", "{\"a\":1,\"x\":\"\xEF\xBF\xBD\"}", true},
      {R"({"a":1,"b":{"c":[2,3,)", R"({"a":1,"b":{"c":[2,3]}})", false},
      {R"({"a":1,"x":tru})", R"({"a":1})", false},
      {R"({"a":1} 2)", R"({"a":1})", false},
      {R"(nothing)", R"({})", false},
  }};
  for (const Case& one : cases) {
    const std::string records = channel(2, 0, "/free", "json") + message(2, 1, one.json);
    const auto recording = recording_of(FileMaker().add_chunk(records).summed());
    Cursor cursor(recording);
    const Frame& frame = cursor.seek(FrameIndex(0));
    EXPECT_EQ(json_of(frame, frame.entities.at(0).properties), one.shown) << one.json;
    EXPECT_EQ(told_of(recording).empty(), one.is_whole) << one.json << told_of(recording);
  }
  std::string deep = R"({"a":1,"deep":)";
  for (int i = 0; i < 500; ++i) deep += '[';
  const std::string records = channel(2, 0, "/free", "json") + message(2, 1, deep);
  const auto recording = recording_of(FileMaker().add_chunk(records).summed());
  Cursor cursor(recording);
  EXPECT_EQ(cursor.seek(FrameIndex(0)).entities.at(0).properties.count > 1, true);
  EXPECT_TRUE(told_of(recording).find("limit") != std::string::npos) << told_of(recording);
}

TEST(McapRead, KeepsAsManyValuesOfJsonAsThereIsRoomFor) {
  std::string many = "[0";
  for (int i = 1; i < 300'000; ++i) many += ",0";
  many += ']';
  const std::string records = channel(2, 0, "/free", "json") + message(2, 1, many);
  const auto recording = recording_of(FileMaker().add_chunk(records).summed());
  Cursor cursor(recording);
  EXPECT_GT(cursor.seek(FrameIndex(0)).entities.at(0).properties.count, 200'000U);
  EXPECT_TRUE(told_of(recording).starts_with("error limit@")) << told_of(recording);
}

/// Chunks of one topic each, as some programs write them.
TEST(McapRead, TakesMessagesOfOverlappingChunksInOrderOfTime) {
  const std::string front = channel(1, 0, "/a", "json") + channel(2, 0, "/b", "json");
  const auto part = [](std::uint16_t channel, std::initializer_list<std::uint64_t> times) {
    std::string records;
    for (const std::uint64_t time : times) {
      records += message(channel, time * kSecond, R"({"v":)" + std::to_string(time) + "}");
    }
    return records;
  };
  const auto shown = [](const std::shared_ptr<Recording>& recording) {
    Cursor cursor(recording);
    std::string all;
    for (std::size_t i = recording->frame_count(); i-- > 0;) {
      const Frame& frame = cursor.seek(FrameIndex(i));
      std::string line;
      for (const Entity& entity : frame.entities) line += json_of(frame, entity.properties);
      all = line + " " + all;
    }
    return all + told_of(recording);
  };
  for (const char* const how : {"zstd", ""}) {
    FileMaker maker;
    maker.add_chunk(front + part(1, {1, 3, 6}),
                    {.first = kSecond, .last = 6 * kSecond, .compression = how});
    maker.add_chunk(part(2, {2, 4}),
                    {.first = 2 * kSecond, .last = 4 * kSecond, .compression = how});
    maker.add_chunk(part(1, {7}) + part(2, {5}),
                    {.first = 5 * kSecond, .last = 7 * kSecond, .compression = how});
    maker.add_chunk(part(2, {8}), {.first = 8 * kSecond, .last = 8 * kSecond, .compression = how});
    EXPECT_EQ(shown(recording_of(maker.summed())),
              R"({"v":1} {"v":1}{"v":2} {"v":3}{"v":2} {"v":3}{"v":4} {"v":3}{"v":5} )"
              R"({"v":6}{"v":5} {"v":7}{"v":5} {"v":7}{"v":8} )")
        << how;
  }
  // One of them damaged costs its own messages, also where indexes tell of all.
  for (const bool has_indexes : {false, true}) {
    const auto index_of = [&](const std::string& before, std::uint16_t id,
                              std::initializer_list<std::uint64_t> times) {
      if (!has_indexes) return std::string();
      std::vector<std::pair<std::uint64_t, std::uint64_t>> places;
      std::uint64_t at = before.size();
      for (const std::uint64_t time : times) {
        places.emplace_back(time * kSecond, at);
        at += part(id, {time}).size();
      }
      return message_index(id, places);
    };
    FileMaker maker;
    if (has_indexes) maker.describe(front).count(5);
    maker.add_chunk(front + part(1, {1, 3}),
                    {.first = kSecond, .last = 3 * kSecond, .indexes = index_of(front, 1, {1, 3})});
    maker.add_chunk(part(2, {2, 4}), {.first = 2 * kSecond,
                                      .last = 4 * kSecond,
                                      .compression = "zstd",
                                      .size_change = 1,
                                      .indexes = index_of("", 2, {2, 4})});
    maker.add_chunk(part(1, {5}),
                    {.first = 3 * kSecond, .last = 5 * kSecond, .indexes = index_of("", 1, {5})});
    EXPECT_TRUE(shown(recording_of(maker.summed()))
                    .starts_with(R"({"v":1} {"v":3} {"v":5} error bad-chunk@)"))
        << shown(recording_of(maker.summed())) << has_indexes;
  }
}

TEST(McapRead, MakesEventsOfLogs) {
  const std::string records = foxglove(1, "FrameTransforms") + channel(1, 1, "/tf") +
                              foxglove(2, "Log") + channel(2, 2, "/log") +
                              message(2, kSecond, log(kSecond, 2, "early")) +
                              message(1, 2 * kSecond, transforms(2, {{"map", "a", 1, 0, 0}})) +
                              message(2, 2 * kSecond + kSecond / 2, log(2, 4, "between")) +
                              message(1, 3 * kSecond, transforms(3, {{"map", "a", 1, 0, 0}}));
  const auto recording = recording_of(FileMaker().add_chunk(records).summed());
  ASSERT_NE(recording, nullptr);
  ASSERT_EQ(recording->frame_count(), 2U);
  ASSERT_EQ(recording->event_count(), 2U);
  const EventInfo between = recording->event(EventIndex(1));
  EXPECT_EQ(between.name, "between");
  EXPECT_EQ(between.tag, "ERROR");
  EXPECT_EQ(between.time, 2.5);
  EXPECT_EQ(between.frame, FrameIndex(0));
  Cursor cursor(recording);
  PropertyTree tree;
  const PropertyRange range = cursor.read_event(EventIndex(1), tree);
  ASSERT_TRUE(find_path(tree, range, "message"));
}

TEST(McapRead, HasFramesOfLogsWhereThereIsNothingElse) {
  const std::string records = foxglove(2, "Log") + channel(2, 2, "/log") +
                              message(2, kSecond, log(kSecond, 2, "a")) +
                              message(2, 4 * kSecond, log(kSecond, 2, "b"));
  const auto recording = recording_of(FileMaker().add_chunk(records).summed());
  ASSERT_NE(recording, nullptr);
  EXPECT_EQ(recording->frame_count(), 2U);
  EXPECT_EQ(recording->event_count(), 2U);
}

TEST(McapRead, CountsFromTheFirstMessageOfClockTimes) {
  const std::uint64_t start = 1'700'000'000 * kSecond;
  const std::string records = foxglove(1, "FrameTransforms") + channel(1, 1, "/tf") +
                              message(1, start, transforms(start, {{"map", "a", 1, 0, 0}})) +
                              message(1, start + 1, transforms(start, {{"map", "a", 1, 0, 0}}));
  const FileMaker maker = FileMaker().add_chunk(records, {.first = start, .last = start + 1});
  for (const std::string& file : {maker.summed(), maker.plain(), maker.open_end()}) {
    const auto recording = recording_of(file);
    ASSERT_NE(recording, nullptr);
    EXPECT_EQ(recording->timeline().time(FrameIndex(0)), 0.0);
    EXPECT_EQ(recording->timeline().time(FrameIndex(1)), 1e-9);
    const auto& metadata = recording->info().metadata;
    const bool has_date = std::ranges::any_of(metadata, [](const auto& entry) {
      return entry.first == "started" && entry.second == "2023-11-14T22:13:20Z";
    });
    EXPECT_TRUE(has_date);
  }
}

TEST(McapRead, CountsFromTheFirstMessageWhateverStandsBeforeIt) {
  const std::uint64_t start = 1'700'000'000 * kSecond;
  const std::string front = foxglove(1, "FrameTransforms") + channel(1, 1, "/tf");
  FileMaker maker;
  maker.add(attachment("a", "b", "c")).add(metadata("about", {{"a", "b"}})).add_chunk(front);
  maker.add_chunk(message(1, start, transforms(start, {{"map", "a", 1, 0, 0}})),
                  {.first = start, .last = start});
  for (const std::string& file : {maker.summed(), maker.plain(), maker.open_end()}) {
    const auto recording = recording_of(file);
    ASSERT_NE(recording, nullptr);
    ASSERT_EQ(recording->frame_count(), 1U);
    EXPECT_EQ(recording->timeline().time(FrameIndex(0)), 0.0);
  }
}

TEST(McapRead, TellsOfMessagesOfOneTime) {
  const std::string front = schema(1, "demo.State", "jsonschema", "{}") +
                            channel(1, 1, "/one", "json") + channel(2, 1, "/two", "json");
  const std::string records = front + message(1, 1, R"({"v":1})") + message(1, 1, R"({"v":2})") +
                              message(2, 1, "{}") + message(1, 1, R"({"v":3})") +
                              message(1, 2, R"({"v":4})") + message(2, 2, "{}");
  const auto recording =
      recording_of(FileMaker().add_chunk(records, {.first = 1, .last = 2}).summed());
  ASSERT_NE(recording, nullptr);
  const std::vector<Problem> problems = recording->problems();
  ASSERT_EQ(problems.size(), 1U);
  EXPECT_EQ(problems[0].code, "same-time");
  EXPECT_EQ(problems[0].count, 2U);
  EXPECT_NE(problems[0].message.find("/one"), std::string::npos);
}

TEST(McapRead, CountsWhatItCannotRead) {
  const std::string records = schema(1, "std_msgs/String", "ros1msg", "string data") +
                              channel(1, 1, "/chatter", "ros1") + message(1, 1, "abc") +
                              message(1, 2, "abc") + channel(2, 0, "/bare", "cdr") +
                              message(2, 3, "abc") + channel(3, 0, "/none") + message(3, 4, "") +
                              channel(4, 1, "/other") + message(4, 5, "");
  const auto recording = recording_of(FileMaker().add_chunk(records).summed());
  ASSERT_NE(recording, nullptr);
  EXPECT_EQ(recording->frame_count(), 0U);
  EXPECT_EQ(told_of(recording).substr(0, 20), "note unread-encoding");
  const std::vector<Problem> problems = recording->problems();
  ASSERT_EQ(problems.size(), 4U);
  EXPECT_EQ(problems[0].count, 2U);
  EXPECT_EQ(problems[0].found, "ros1, std_msgs/String");
  EXPECT_EQ(problems[1].found, "cdr");
  EXPECT_EQ(problems[2].expected, "a schema of protobuf");
  EXPECT_EQ(problems[2].found, "no schema");
  EXPECT_EQ(problems[3].found, "a schema of ros1msg");
}

TEST(McapRead, KeepsOneProblemOfManyBadRecords) {
  constexpr std::size_t kMany = 1000;
  FileMaker maker;
  for (std::size_t i = 0; i < kMany; ++i) maker.add(record(kMessage, "")).add(record(kSchema, ""));
  const std::string file = maker.plain();
  const Bytes bytes = std::as_bytes(std::span(file));
  auto map = read_front(bytes);
  ASSERT_TRUE(map);
  walk_records(bytes, *map, [](std::uint64_t) { return false; });
  ASSERT_EQ(map->problems.size(), 3U) << "and that there is no summary";
  EXPECT_EQ(map->problems[1].code, "bad-record");
  EXPECT_EQ(map->problems[1].count, kMany);
  EXPECT_EQ(map->problems[2].count, kMany);
}

TEST(McapRead, TakesEachMetadataRecordOnce) {
  FileMaker maker;
  maker.add(metadata("in front", {})).add(metadata("", {}));
  maker.add_chunk(two_transforms(), {.first = kSecond, .last = 2 * kSecond});
  const std::uint64_t behind = maker.open_end().size();
  maker.add(metadata("behind", {}));
  const auto place = [](std::uint64_t offset) {
    return record(kMetadataIndex, little(offset, 8) + little(0, 8) + text("any"));
  };
  const std::uint64_t in_front = kMagic.size() + header().size();
  maker.describe(place(behind) + place(in_front) + place(behind) + place(in_front));
  for (const std::string& file : {maker.summed(), maker.plain()}) {
    const Bytes bytes = std::as_bytes(std::span(file));
    auto map = read_front(bytes);
    ASSERT_TRUE(map);
    if (!map->has_summary) walk_records(bytes, *map, [](std::uint64_t) { return false; });
    std::vector<std::string_view> names;
    for (const MetadataRecord& one : map->metadata) names.push_back(one.name);
    EXPECT_EQ(names, (std::vector<std::string_view>{"in front", "", "behind"}));
  }
}

TEST(McapRead, CarriesAttachmentsAndMetadata) {
  FileMaker maker;
  maker.add(metadata("calibration", {{"camera", "front"}}));
  maker.add_chunk(two_transforms(), {.first = kSecond, .last = 2 * kSecond});
  maker.add_attachment(attachment("map.txt", "text/plain", "here"));
  for (const std::string& file : {maker.summed(), maker.plain()}) {
    const auto recording = recording_of(file);
    ASSERT_NE(recording, nullptr);
    ASSERT_EQ(recording->resource_count(), 1U);
    EXPECT_EQ(recording->resource(ResourceIndex(0)).path, "map.txt");
    const auto data = recording->reader().read_resource(*recording, ResourceIndex(0));
    ASSERT_TRUE(data) << describe(data.error());
    EXPECT_EQ(as_text(data->bytes), "here");
    EXPECT_EQ(data->type, "text/plain");
    PropertyTree details;
    const PropertyRange range = recording->details(details);
    const auto camera = find_path(details, range, "calibration/camera");
    ASSERT_TRUE(camera);
    EXPECT_EQ(details[*camera].text_value(), "front");
  }
}

TEST(McapRead, HasEachKeyOfTheDetailsOnce) {
  FileMaker maker;
  for (const char* const name : {"chunks", "note", "note (2)", "note"}) {
    maker.add(metadata(name, {{"key", "a"}, {"key", "b"}}));
  }
  maker.add(channel(1, 0, "one", "json") + channel(2, 0, "one", "json"));
  const auto recording = recording_of(maker.add(message(1, 1, "{}")).plain());
  ASSERT_NE(recording, nullptr);
  PropertyTree details;
  const PropertyRange range = recording->details(details);
  for (const char* const path :
       {"chunks (2)/key (2)", "note/key", "note (2)/key", "note (2) (2)/key", "channels/one (2)"}) {
    EXPECT_TRUE(find_path(details, range, path)) << path;
  }
  const auto chunks = find_path(details, range, "chunks");
  ASSERT_TRUE(chunks);
  ASSERT_EQ(details[*chunks].type, PropertyType::integer);
  EXPECT_EQ(details[*chunks].integer, 0) << "its message stands outside of chunks";
}

TEST(McapRead, LosesADamagedChunkAlone) {
  const auto at = [](std::uint64_t second) {
    return message(1, second * kSecond,
                   transforms(1, {{"map", "a", static_cast<double>(second), 0, 0}}));
  };
  const ChunkForm zstd{.first = kSecond, .last = kSecond, .compression = "zstd"};
  FileMaker maker;
  maker.add_chunk(foxglove(1, "FrameTransforms") + channel(1, 1, "/tf") + at(1), zstd);
  const std::size_t begin = maker.open_end().size();
  maker.add_chunk(at(2), {.first = 2 * kSecond, .last = 2 * kSecond, .compression = "zstd"});
  const std::size_t end = maker.open_end().size();
  maker.add_chunk(at(3), {.first = 3 * kSecond, .last = 3 * kSecond, .compression = "lz4"});
  std::string file = maker.summed();
  file[end - 20] = static_cast<char>(file[end - 20] ^ 0x55);
  file[begin + 50] = static_cast<char>(file[begin + 50] ^ 0x55);
  const auto recording = recording_of(file);
  ASSERT_NE(recording, nullptr);
  EXPECT_EQ(recording->frame_count(), 2U);
  EXPECT_EQ(told_of(recording), "error bad-chunk@" + std::to_string(begin));
  Cursor cursor(recording);
  EXPECT_EQ(entities_of(cursor, 1), "a@3000,0,0");
}

TEST(McapRead, LosesAChunkThatIsLongerThanItSays) {
  std::string records = two_transforms();
  for (int i = 0; i < 30; ++i) records += message(1, kSecond, std::string(100'000, 'x'));
  for (const char* const how : {"zstd", "lz4"}) {
    for (const std::int64_t change : {-2'000'000, -1}) {
      FileMaker maker;
      maker.add_chunk(records, {.first = 1, .last = 2, .compression = how, .size_change = change});
      const auto recording = recording_of(maker.summed());
      ASSERT_NE(recording, nullptr);
      EXPECT_EQ(told_of(recording), "error bad-chunk@29") << how << change;
    }
  }
}

TEST(McapRead, ReadsAChunkWhoseSumIsWrong) {
  FileMaker maker;
  maker.add_chunk(two_transforms(),
                  {.first = 1, .last = 2, .compression = "zstd", .crc_change = 1});
  const auto recording = recording_of(maker.summed());
  ASSERT_NE(recording, nullptr);
  EXPECT_EQ(recording->frame_count(), 2U);
  EXPECT_TRUE(told_of(recording).starts_with("warning bad-crc@")) << told_of(recording);
}

/// The frames' times, entities and places.
std::string states_of(const std::shared_ptr<Recording>& recording, std::size_t frames) {
  std::string out;
  Cursor cursor(recording);
  for (std::size_t i = 0; i < frames; ++i) {
    out += std::to_string(recording->timeline().time(FrameIndex(i))) + ": " +
           entities_of(cursor, i) + "\n";
  }
  return out;
}

TEST(McapRead, CutAnywhereShowsWhatIsWhole) {
  for (const char* const how : {"zstd", "lz4", ""}) {
    FileMaker maker;
    maker.add(metadata("about", {{"a", "b"}}));
    maker.add_chunk(two_transforms(), {.first = kSecond, .last = 2 * kSecond, .compression = how});
    maker.add_chunk(message(1, 3 * kSecond, transforms(3, {{"map", "base", 9, 9, 9}})),
                    {.first = 3 * kSecond, .last = 3 * kSecond, .compression = how});
    maker.add_attachment(attachment("a", "b", "c"));
    const std::string file = maker.summed();
    const auto whole = recording_of(file);
    ASSERT_EQ(whole->frame_count(), 3U);
    std::size_t before = 0;
    for (std::size_t size = 8; size < file.size(); ++size) {
      const auto cut = recording_of(std::string_view(file).substr(0, size));
      ASSERT_NE(cut, nullptr) << size;
      const std::size_t frames = cut->frame_count();
      ASSERT_LE(frames, 3U) << size;
      EXPECT_GE(frames, before) << "a longer file has less, at " << size;
      before = frames;
      // A frame that is cut in its middle may lack entities of its own.
      const std::size_t sure = frames - std::min<std::size_t>(frames, 1);
      EXPECT_EQ(states_of(cut, sure), states_of(whole, sure)) << how << " " << size;
      EXPECT_NE(told_of(cut), "") << size;
      EXPECT_FALSE(cut->is_complete()) << size;
    }
    EXPECT_EQ(before, 3U);
  }
}

}  // namespace
}  // namespace scrubjay::mcap
