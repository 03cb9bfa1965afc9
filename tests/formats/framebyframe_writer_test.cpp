// The parts of the writer: property objects, frames, containers, numbers of properties.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <string>

#include "formats/compression/inflate.h"
#include "formats/compression/outer_form.h"
#include "formats/framebyframe/write/container_writer.h"
#include "formats/framebyframe/write/property_numbers.h"
#include "tests/core/bytes_of.h"
#include "tests/core/test_values.h"
#include "tests/formats/framebyframe_test_file.h"

namespace scrubjay::framebyframe {
namespace {

constexpr Precision kDouble = Precision::float64;

std::string losses_text(const LossCounts& losses) {
  std::string text;
  for (const WriteLoss& loss : losses.list()) {
    if (!text.empty()) text += ", ";
    text += std::to_string(loss.count) + " " + loss.what;
  }
  return text;
}

/// What the only root of `tree` is written as.
std::string written(const PropertyTree& tree, LossCounts& losses, bool is_native = true) {
  std::string text;
  JsonWriter json(text, JsonLayout::compact, NonFinite::null);
  PropertyWriter writer(json, losses);
  if (is_native) {
    writer.set_native();
  } else {
    writer.set_references([](std::string_view id) -> std::optional<WrittenReference> {
      if (id != "actor/7") return std::nullopt;
      return WrittenReference{"Seven", "7"};
    });
  }
  writer.property(tree, 0);
  return text;
}

struct WrittenPropertyCase {
  const char* name;
  std::function<void(PropertyTree&)> build;
  const char* json;
};

void add_color(PropertyTree& tree) {
  tree.numbers("color", PropertyType::color, std::array{1.0, 0.5, 0.0, 1.0}, kDouble);
}

/// A shape on the layer "L" in a colour; `fields` adds the rest.
void add_shape(PropertyTree& tree, PropertyType type, const std::function<void()>& fields) {
  const auto shape = tree.open("S", type);
  tree.text("layer", "L");
  add_color(tree);
  fields();
  tree.close(shape);
}

#define SHAPE_HEAD(type) \
  R"({"name":"S","type":")" type R"(","layer":"L","color":{"r":1,"g":0.5,"b":0,"a":1},)"

const std::vector<WrittenPropertyCase>& native_cases() {
  static const std::vector<WrittenPropertyCase> cases{
      {"string", [](PropertyTree& t) { t.text("a\"b", "x\ny"); },
       R"({"name":"a\"b","type":"string","value":"x\ny"})"},
      {"number", [](PropertyTree& t) { t.number("n", 0.1, kDouble); },
       R"({"name":"n","type":"number","value":0.1})"},
      {"not_a_number", [](PropertyTree& t) { t.number("n", kNaN, kDouble); },
       R"({"name":"n","type":"number","value":null})"},
      {"big_integer", [](PropertyTree& t) { t.integer("n", 9007199254740993); },
       R"({"name":"n","type":"number","value":9007199254740993})"},
      {"biggest_integer", [](PropertyTree& t) { t.unsigned_integer("n", ~std::uint64_t{0}); },
       R"({"name":"n","type":"number","value":18446744073709551615})"},
      {"null", [](PropertyTree& t) { t.null("n"); },
       R"({"name":"n","type":"number","value":null})"},
      {"boolean", [](PropertyTree& t) { t.boolean("b", true); },
       R"({"name":"b","type":"boolean","value":true})"},
      {"vec2",
       [](PropertyTree& t) {
         t.numbers("v", PropertyType::vec2, std::array{1.0, -2.5}, kDouble);
       },
       R"({"name":"v","type":"vec2","value":{"x":1,"y":-2.5}})"},
      {"vec3",
       [](PropertyTree& t) {
         t.vec3("v", {1, kNaN, 3}, kDouble);
       },
       R"({"name":"v","type":"vec3","value":{"x":1,"y":null,"z":3}})"},
      {"quat",
       [](PropertyTree& t) {
         t.numbers("q", PropertyType::quat, std::array{0.0, 0.0, 0.6, 0.8}, kDouble);
       },
       R"({"name":"q","type":"quat","value":{"x":0,"y":0,"z":0.6,"w":0.8}})"},
      {"comment", [](PropertyTree& t) { t.text("", "look", PropertyType::comment); },
       R"({"name":"","type":"comment","value":"look"})"},
      {"resource", [](PropertyTree& t) { t.text("r", "a/b.png", PropertyType::resource); },
       R"({"name":"r","type":"resource","value":"a/b.png"})"},
      {"eref",
       [](PropertyTree& t) {
         const auto node = t.text("to", "-42", PropertyType::entity);
         t.set_style(node, {.icon = {}, .color = {}, .type_name = {}, .label = "Target"});
       },
       R"({"name":"to","type":"eref","value":{"name":"Target","id":-42}})"},
      {"eref_without_id", [](PropertyTree& t) { t.text("to", "", PropertyType::entity); },
       R"({"name":"to","type":"eref","value":{"name":"","id":null}})"},
      {"eref_of_no_number", [](PropertyTree& t) { t.text("to", "0x1F", PropertyType::entity); },
       R"({"name":"to","type":"eref","value":{"name":"","id":"0x1F"}})"},
      {"flags_icon_and_color",
       [](PropertyTree& t) {
         const auto group = t.open("g", PropertyType::group);
         t.node_for_edit(group).flags = 6;
         t.set_style(group, {"heart", "#c0392b", {}});
         t.number("n", 1, kDouble);
         t.close(group);
       },
       R"({"name":"g","type":"group","flags":6,"icon":"heart","icolor":"#c0392b",)"
       R"("value":[{"name":"n","type":"number","value":1}]})"},
      {"table",
       [](PropertyTree& t) {
         const auto table = t.open("t", PropertyType::table);
         const auto header = t.open("header", PropertyType::list);
         t.text("0", "A");
         t.text("1", "B");
         t.close(header);
         const auto rows = t.open("rows", PropertyType::list);
         const auto row = t.open("0", PropertyType::list);
         t.text("0", "1");
         t.text("1", "2");
         t.close(row);
         t.close(rows);
         t.close(table);
       },
       R"({"name":"t","type":"table","value":{"header":["A","B"],"rows":[["1","2"]]}})"},
      {"linechart",
       [](PropertyTree& t) {
         const auto chart = t.open("c", PropertyType::linechart);
         const auto data = t.open("data", PropertyType::list);
         const auto series = t.open("0", PropertyType::record);
         t.numbers("values", PropertyType::numbers, std::array{1.0, kNaN}, kDouble);
         t.text("ylabel", "y");
         t.close(series);
         t.close(data);
         t.number("yscale", 5, kDouble);
         t.close(chart);
       },
       R"({"name":"c","type":"linechart","value":{"data":[{"values":[1,null],"ylabel":"y"}],)"
       R"("yscale":5}})"},
      {"unknown_type",
       [](PropertyTree& t) {
         const auto record = t.open("u", PropertyType::record);
         t.set_style(record, {{}, {}, "spline"});
         const auto value = t.open("value", PropertyType::record);
         t.numbers("knots", PropertyType::numbers, std::array{0.0, 1.0}, kDouble);
         t.null("next");
         t.close(value);
         const auto list = t.open("list", PropertyType::list);
         t.boolean("0", false);
         t.close(list);
         t.close(record);
       },
       R"({"name":"u","type":"spline","value":{"knots":[0,1],"next":null},"list":[false]})"},
      {"sphere",
       [](PropertyTree& t) {
         add_shape(t, PropertyType::sphere, [&] {
           t.text("texture", "a.png", PropertyType::resource);
           t.vec3("position", {1, 2, 3}, kDouble);
           t.number("radius", 4, kDouble);
         });
       },
       SHAPE_HEAD("sphere") R"("texture":"a.png","position":{"x":1,"y":2,"z":3},"radius":4})"},
      {"path",
       [](PropertyTree& t) {
         add_shape(t, PropertyType::path, [&] {
           t.numbers("points", PropertyType::points, std::array{1.0, 2.0, 3.0, 4.0, 5.0, 6.0},
                     kDouble);
         });
       },
       SHAPE_HEAD("path") R"("points":[{"x":1,"y":2,"z":3},{"x":4,"y":5,"z":6}]})"},
      {"mesh_without_indices",
       [](PropertyTree& t) {
         add_shape(t, PropertyType::mesh, [&] {
           t.numbers("vertices", PropertyType::numbers, std::array{1.0, 2.0, 3.0}, kDouble);
           t.boolean("wireframe", true);
         });
       },
       SHAPE_HEAD("mesh") R"("vertices":[1,2,3],"wireframe":true,"indices":[]})"},
      {"shape_without_anything",
       [](PropertyTree& t) { t.close(t.open("v", PropertyType::vector)); },
       R"({"name":"v","type":"vector","layer":"","color":{"r":1,"g":1,"b":1,"a":1}})"},
  };
  return cases;
}

TEST(FbfPropertyWriter, WritesWhatTheFormatHasAsItCameIn) {
  for (const WrittenPropertyCase& c : native_cases()) {
    PropertyTree tree;
    c.build(tree);
    LossCounts losses;
    EXPECT_EQ(written(tree, losses), c.json) << c.name;
  }
}

struct MappedCase {
  const char* name;
  std::function<void(PropertyTree&)> build;
  const char* json;
  const char* losses;
};

TEST(FbfPropertyWriter, MapsWhatTheFormatHasNotAndCountsIt) {
  const std::vector<MappedCase> cases{
      {"integer", [](PropertyTree& t) { t.integer("i", -3); },
       R"({"name":"i","type":"number","value":-3})", "1 integer properties"},
      {"vec4",
       [](PropertyTree& t) {
         t.numbers("v", PropertyType::vec4, std::array{1.0, 2.0, 3.0, 4.0}, kDouble);
       },
       R"({"name":"v","type":"quat","value":{"x":1,"y":2,"z":3,"w":4}})", "1 vec4 properties"},
      {"color", add_color,
       R"({"name":"color","type":"group","icolor":"#ff8000","value":[)"
       R"({"name":"r","type":"number","value":1},{"name":"g","type":"number","value":0.5},)"
       R"({"name":"b","type":"number","value":0},{"name":"a","type":"number","value":1}]})",
       "1 color properties"},
      {"list",
       [](PropertyTree& t) {
         const auto list = t.open("l", PropertyType::list);
         t.text("0", "x");
         t.close(list);
       },
       R"({"name":"l","type":"group","value":[{"name":"0","type":"string","value":"x"}]})",
       "1 list properties"},
      {"record", [](PropertyTree& t) { t.close(t.open("r", PropertyType::record)); },
       R"({"name":"r","type":"group","value":[]})", "1 record properties"},
      {"bytes",
       [](PropertyTree& t) { t.text("b", std::string_view("\x00\x01", 2), PropertyType::bytes); },
       R"({"name":"b","type":"string","value":"AAE="})", "1 bytes properties"},
      {"numbers",
       [](PropertyTree& t) {
         t.numbers("n", PropertyType::numbers, std::array{1.0, 3.0, 2.0}, kDouble);
       },
       R"({"name":"n","type":"linechart","value":{"data":[{"values":[1,3,2],"ylabel":"n"}],)"
       R"("yscale":3,"xscale":3}})",
       "1 numbers properties"},
      {"points",
       [](PropertyTree& t) {
         t.numbers("p", PropertyType::points, std::array{1.0, 2.0, 3.0}, kDouble);
       },
       R"({"name":"p","type":"path","layer":"Points","color":{"r":1,"g":1,"b":1,"a":1},)"
       R"("points":[{"x":1,"y":2,"z":3}]})",
       "1 points properties"},
      {"null", [](PropertyTree& t) { t.null("n"); }, R"({"name":"n","type":"number","value":null})",
       "1 properties without a value"},
      {"unit", [](PropertyTree& t) { t.number("speed", 2, kDouble, "m/s"); },
       R"({"name":"speed [m/s]","type":"number","value":2})", "1 units"},
      {"infinity",
       [](PropertyTree& t) { t.number("n", std::numeric_limits<double>::infinity(), kDouble); },
       R"({"name":"n","type":"number","value":null})", "1 numbers that are not finite"},
      {"float_of_the_source",
       [](PropertyTree& t) { t.number("n", double{0.1F}, Precision::float32); },
       R"({"name":"n","type":"number","value":0.1})", ""},
      {"reference", [](PropertyTree& t) { t.text("e", "actor/7", PropertyType::entity); },
       R"({"name":"e","type":"eref","value":{"name":"Seven","id":7}})", ""},
      {"reference_to_nobody", [](PropertyTree& t) { t.text("e", "actor/8", PropertyType::entity); },
       R"({"name":"e","type":"string","value":"actor/8"})",
       "1 entity properties that name no entity"},
  };
  for (const MappedCase& c : cases) {
    PropertyTree tree;
    c.build(tree);
    LossCounts losses;
    EXPECT_EQ(written(tree, losses, false), c.json) << c.name;
    EXPECT_EQ(losses_text(losses), c.losses) << c.name;
  }
}

TEST(FbfPropertyWriter, CountsNoLossOfItsOwnFormatButNumbersThatAreNotFinite) {
  PropertyTree tree;
  const auto group = tree.open("g", PropertyType::group);
  tree.integer("i", 1);
  tree.null("n");
  tree.number("x", kNaN, kDouble);
  tree.close(group);
  LossCounts losses;
  written(tree, losses);
  EXPECT_EQ(losses_text(losses), "1 numbers that are not finite");
}

// -- Frames ---------------------------------------------------------------------------------------

/// One entity with one event; its groups are empty.
WrittenFrame small_frame(PropertyTree& tree) {
  WrittenFrame frame;
  frame.tree = &tree;
  frame.number = 7;
  frame.client = "3";
  frame.tag = "Server";
  frame.server_time = "1200";
  frame.elapsed = 0.016;
  tree.close(tree.open("properties", PropertyType::group));
  tree.close(tree.open("special", PropertyType::group));
  frame.entities.push_back({"12", "5", tree.since(0)});
  const auto mark = tree.size();
  tree.boolean("b", true);
  frame.events.push_back({"Hit", "combat", 4, 0, tree.since(mark)});
  return frame;
}

constexpr const char* kEntity =
    R"({"id":12,"parentId":5,"properties":[{"name":"properties","type":"group","value":[]},)"
    R"({"name":"special","type":"group","value":[]}],"events":[{"name":"Hit","tag":"combat",)"
    R"("idx":4,"properties":{"name":"properties","type":"group",)"
    R"("value":[{"name":"b","type":"boolean","value":true}]}}]})";

std::string frame_text(const WrittenFrame& frame, EntityLayout layout) {
  std::string text;
  JsonWriter json(text);
  LossCounts losses;
  PropertyWriter writer(json, losses);
  write_frame(json, writer, frame, layout);
  return text;
}

TEST(FbfFrameWriter, WritesEntitiesAsAnArrayOrAsAnObjectByTheirIds) {
  PropertyTree tree;
  const WrittenFrame frame = small_frame(tree);
  const std::string head =
      R"({"frameId":7,"clientId":3,"tag":"Server","serverTime":1200,"elapsedTime":0.016,)";
  EXPECT_EQ(frame_text(frame, EntityLayout::array), head + R"("entities":[)" + kEntity + "]}");
  EXPECT_EQ(frame_text(frame, EntityLayout::object),
            head + R"("entities":{"12":)" + kEntity + "}}");
}

TEST(FbfFrameWriter, WritesWhatAFrameMayHave) {
  PropertyTree tree;
  WrittenFrame frame = small_frame(tree);
  frame.entities.clear();
  frame.events.clear();
  frame.scene = "Arena";
  frame.coord_system = 0;
  frame.scale = 0.01;
  const auto mark = tree.size();
  const auto extra = tree.open("build", PropertyType::record);
  tree.text("branch", "main");
  tree.close(extra);
  frame.extras = tree.since(mark);
  EXPECT_EQ(frame_text(frame, EntityLayout::array),
            R"({"frameId":7,"clientId":3,"tag":"Server","serverTime":1200,"elapsedTime":0.016,)"
            R"("scene":"Arena","coordSystem":0,"scale":0.01,"build":{"branch":"main"},)"
            R"("entities":[]})");
}

// -- Containers -----------------------------------------------------------------------------------

std::string inflated(const std::string& saved) {
  const auto bytes = bytes_of(saved);
  const compression::OuterForm form = compression::outer_form(bytes);
  compression::Inflater inflater(bytes, form);
  std::string text(1 << 20, '\0');
  text.resize(inflater.read(text));
  EXPECT_EQ(inflater.state(), compression::Inflater::State::whole);
  return text;
}

TEST(FbfContainerWriter, WritesRawDataWithResourcesInTheirFrames) {
  std::string file;
  ContainerWriter writer(into(file), FileKind::raw);
  writer.add_frame(R"({"entities":[]})", std::array<std::string, 2>{R"({"path":"a"})", R"({})"});
  writer.add_frame(R"({"entities":[]})");
  writer.end_frames({}, {});
  ASSERT_TRUE(writer.finish());
  EXPECT_EQ(file,
            "{\n\"type\":1,\n\"version\":4,\n\"rawFrames\":[\n"
            "{\"entities\":[],\"resources\":[{\"path\":\"a\"},{}]},\n"
            "{\"entities\":[]}\n]}\n");
}

TEST(FbfContainerWriter, WritesSavedRecordingsAsGzipInOneLineOfBase64) {
  std::string file;
  ContainerWriter writer(into(file), FileKind::saved);
  writer.add_frame(R"({"entities":{}})");
  writer.add_frame(R"({"entities":{}})");
  writer.end_frames(std::array<std::string, 2>{"", "L\"1"}, std::array<std::string, 1>{"Arena"});
  writer.add_resource("a\\b", R"({"path":"a\\b"})");
  writer.add_comment("4", R"({"id":4})");
  writer.add_comment("5", R"({"id":5})");
  ASSERT_TRUE(writer.finish());
  // The application looks at the first three characters; gzip's first bytes make them four.
  EXPECT_TRUE(file.starts_with("H4sI"));
  EXPECT_EQ(file.size() % 4, 0U);
  EXPECT_EQ(file.find_first_of("\r\n \t"), std::string::npos);
  EXPECT_EQ(inflated(file),
            R"({"version":4,"type":0,"frameData":[{"entities":{}},{"entities":{}}],)"
            R"("layers":["","L\"1"],"scenes":["Arena"],"clientIds":{},)"
            R"("resources":{"a\\b":{"path":"a\\b"}},"comments":{"4":{"id":4},"5":{"id":5}},)"
            R"("storageVersion":4})");
}

TEST(FbfContainerWriter, WritesEmptyRecordings) {
  std::string raw;
  ContainerWriter raw_writer(into(raw), FileKind::raw);
  raw_writer.end_frames({}, {});
  ASSERT_TRUE(raw_writer.finish());
  EXPECT_EQ(raw, "{\n\"type\":1,\n\"version\":4,\n\"rawFrames\":[\n\n]}\n");
  std::string saved;
  ContainerWriter saved_writer(into(saved), FileKind::saved);
  saved_writer.end_frames({}, {});
  ASSERT_TRUE(saved_writer.finish());
  EXPECT_EQ(inflated(saved),
            R"({"version":4,"type":0,"frameData":[],"layers":[],"scenes":[],"clientIds":{},)"
            R"("resources":{},"comments":{},"storageVersion":4})");
}

TEST(FbfContainerWriter, StopsWhenTheSinkRefuses) {
  for (const FileKind container : {FileKind::raw, FileKind::saved}) {
    int calls = 0;
    ContainerWriter writer(
        [&](Bytes) {
          ++calls;
          return false;
        },
        container);
    // Not compressible, so that pieces are passed on before the end.
    std::string frame = "{\"x\":\"";
    std::uint32_t state = 1;
    for (int i = 0; i < 1'000'000; ++i) {
      state = state * 1664525 + 1013904223;
      frame += static_cast<char>('0' + (state >> 24) % 75);
    }
    frame += "\"}";
    writer.add_frame(frame);
    EXPECT_FALSE(writer.status());
    writer.add_frame(frame);
    writer.end_frames({}, {});
    const auto finished = writer.finish();
    ASSERT_FALSE(finished);
    EXPECT_EQ(finished.error().code, "not-written");
    EXPECT_EQ(calls, 1);
  }
}

TEST(FbfContainerWriter, WritesResourcesAsDataUrlsAndPixelsAsHex) {
  const auto object = [](std::string_view type, const ResourceData* data) {
    std::string text;
    JsonWriter json(text);
    write_resource(json, "p", type, data);
    return text;
  };
  ResourceData picture;
  picture.bytes = bytes_of("\x89PNG");
  EXPECT_EQ(object("image/png", &picture),
            R"({"path":"p","type":"image/png",)"
            R"("textData":"{\"blob\":\"data:image/png;base64,iVBORw==\"}"})");
  ResourceData pixels;
  pixels.width = 1;
  pixels.height = 2;
  pixels.bytes = bytes_of("\x01\x02\x03\xFF\xA0\xB0\xC0\x7F");
  EXPECT_EQ(object("", &pixels),
            R"({"path":"p","type":"image/raw",)"
            R"("textData":"{\"width\":1,\"height\":2,\"data\":\"010203ffa0b0c07f\"}"})");
  EXPECT_EQ(object("image/png", nullptr), R"({"path":"p","type":null,"textData":null})");
}

// -- Numbers of properties ------------------------------------------------------------------------

FrameCounts counts(std::int64_t client, std::vector<FrameCounts::Entity> entities) {
  return {client, std::move(entities)};
}

TEST(FbfPropertyNumbers, CountGroupsAndWhatIsInThemAndShapesAsOne) {
  PropertyTree tree;
  const auto group = tree.open("g", PropertyType::group);
  tree.number("n", 1, kDouble);
  add_shape(tree, PropertyType::sphere, [&] { tree.number("radius", 1, kDouble); });
  const auto after_shape = tree.number("m", 1, kDouble);
  tree.close(group);
  const PropertyRange all = tree.since(0);
  EXPECT_EQ(count_properties(tree, all), 4U);
  EXPECT_EQ(properties_before(tree, all, 0), 0U);
  EXPECT_EQ(properties_before(tree, all, after_shape), 3U);
}

TEST(FbfPropertyNumbers, GoOnThroughEntitiesAndTheirEvents) {
  PropertyNumbers numbers;
  // 7: 1..3, its event 4 with 5, 6. 9: 7, 8.
  numbers.add(counts(0, {{7, 3, {2}}, {9, 2, {}}}));
  EXPECT_EQ(numbers.number({0, 7, {}, 0}), 1U);
  EXPECT_EQ(numbers.number({0, 7, {}, 2}), 3U);
  EXPECT_EQ(numbers.number({0, 7, 0, 0}), 4U);
  EXPECT_EQ(numbers.number({0, 7, 0, 2}), 6U);
  EXPECT_EQ(numbers.number({0, 9, {}, 1}), 8U);
  EXPECT_EQ(numbers.number({0, 8, {}, 0}), std::nullopt);
  EXPECT_EQ(numbers.number({0, 7, 1, 0}), std::nullopt);
  EXPECT_EQ(numbers.number({1, 7, {}, 0}), std::nullopt);
}

TEST(FbfPropertyNumbers, TakeOtherClientsOfTheLastTenFrames) {
  PropertyNumbers numbers;
  numbers.add(counts(1, {{5, 10, {}}}));
  for (int i = 0; i < 10; ++i) numbers.add(counts(0, {{5, 1, {}}}));
  // Combined ids: 5 of client 0 before 5 of client 1.
  EXPECT_EQ(numbers.number({0, 5, {}, 0}), 1U);
  EXPECT_EQ(numbers.number({1, 5, {}, 3}), 5U);
  numbers.add(counts(0, {{5, 1, {}}}));
  EXPECT_EQ(numbers.number({1, 5, {}, 3}), std::nullopt);
}

TEST(FbfPropertyNumbers, TakeTheNewestFrameOfEachClient) {
  PropertyNumbers numbers;
  numbers.add(counts(1, {{5, 10, {}}}));
  numbers.add(counts(1, {{5, 20, {}}}));
  numbers.add(counts(0, {{6, 1, {}}}));
  EXPECT_EQ(numbers.number({0, 6, {}, 0}), 21U);
}

/// JavaScript lists keys up to 4294967294 by size, all others as they came in
/// (formats/framebyframe/README.md, 9.1): 16777215 * 256 + 254 is the last of the first kind.
TEST(FbfPropertyNumbers, FollowTheOrderOfJavaScriptsKeys) {
  PropertyNumbers numbers;
  numbers.add(counts(7, {{40'000'000, 1, {}}, {30'000'000, 2, {}}, {3, 4, {}}, {2, 8, {}}}));
  EXPECT_EQ(numbers.number({7, 2, {}, 0}), 1U);
  EXPECT_EQ(numbers.number({7, 3, {}, 0}), 9U);
  EXPECT_EQ(numbers.number({7, 40'000'000, {}, 0}), 13U);
  EXPECT_EQ(numbers.number({7, 30'000'000, {}, 0}), 14U);
}

TEST(FbfPropertyNumbers, SortsAWrittenFrameAsItsObjectWouldBe) {
  PropertyTree tree;
  WrittenFrame frame;
  frame.tree = &tree;
  frame.client = "2";
  for (const char* id : {"5000000000", "9", "4294967294", "-1"}) {
    frame.entities.push_back({id, "0", {}});
  }
  std::vector<std::int64_t> ids;
  const FrameCounts counted = count_properties(frame);
  for (const FrameCounts::Entity& entity : counted.entities) ids.push_back(entity.id);
  EXPECT_EQ(counted.client, 2);
  EXPECT_EQ(ids, (std::vector<std::int64_t>{9, 4294967294, 5000000000, -1}));
}

TEST(FbfPropertyNumbers, CombineIdsExactlyOrNotAtAll) {
  EXPECT_EQ(combined_id(2147480000, 255), 549754880255);
  EXPECT_EQ(combined_id(-3, 1), -767);
  EXPECT_EQ(combined_id(std::numeric_limits<std::int64_t>::max(), 0), std::nullopt);
  EXPECT_EQ(combined_id(std::numeric_limits<std::int64_t>::min(), 0), std::nullopt);
}

}  // namespace
}  // namespace scrubjay::framebyframe
