#include <gtest/gtest.h>
#include <simdjson.h>

#include <string>
#include <string_view>
#include <vector>

#include "formats/framebyframe/read/frame_parser.h"
#include "tests/formats/framebyframe_tree_text.h"

namespace scrubjay::framebyframe {
namespace {

/// What became of one property, and what was found wrong.
struct Reading {
  std::string text;
  std::vector<Problem> problems;
  std::uint64_t repairs = 0;
};

/// Reads the JSON of properties as an entity's user properties. Twice, with names and texts as
/// views and as copies, which must give the same.
Reading read(const std::string& properties) {
  const simdjson::padded_string json(
      R"({"entities":[{"id":1,"properties":[{"name":"properties","type":"group","value":[)" +
      properties + R"(]},{"name":"special","type":"group","value":[]}]}]})");
  const CoordinateSystem system{Axis::pos_x, Axis::pos_y, Axis::pos_z, 1.0};
  Reading readings[2];
  for (const bool stays : {false, true}) {
    FrameParser parser;
    PropertyTree tree;
    ParsedFrame frame;
    parser.parse({std::string_view(json.data(), json.size()), stays}, system, tree, frame);
    Reading& reading = readings[stays ? 1 : 0];
    reading.problems = frame.problems.take();
    reading.repairs = frame.repairs;
    EXPECT_EQ(frame.entities.size(), 1u);
    if (frame.entities.size() == 1) {
      reading.text = tree_text(tree, children_of(tree, frame.entities[0].properties.first));
    }
  }
  EXPECT_EQ(readings[0].text, readings[1].text);
  return readings[0];
}

struct ReadPropertyCase {
  std::string_view json;
  std::string_view text;
};

class GoodProperties : public testing::TestWithParam<ReadPropertyCase> {};

TEST_P(GoodProperties, are_read_without_a_problem) {
  const Reading reading = read(std::string(GetParam().json));
  EXPECT_EQ(reading.text, GetParam().text);
  EXPECT_TRUE(reading.problems.empty()) << reading.problems[0].code;
  EXPECT_EQ(reading.repairs, 0u);
}

INSTANTIATE_TEST_SUITE_P(
    plain_values, GoodProperties,
    testing::Values(
        ReadPropertyCase{R"({"type":"string","name":"a","value":"text"})", "a:string=text"},
        ReadPropertyCase{R"({"type":"string","name":"\u00e9\"","value":"\ud83d\ude00\n"})",
                         "é\":string=😀\n"},
        ReadPropertyCase{R"({"type":"number","name":"a","value":-1.5e2})", "a:number=-150"},
        ReadPropertyCase{R"({"type":"number","name":"a","value":7})", "a:number=7"},
        ReadPropertyCase{R"({"type":"number","name":"a","value":9007199254740993})",
                         "a:integer=9007199254740993"},
        ReadPropertyCase{R"({"type":"number","name":"a","value":9007199254740992})",
                         "a:number=9007199254740992"},
        ReadPropertyCase{R"({"type":"number","name":"a","value":-9223372036854775807})",
                         "a:integer=-9223372036854775807"},
        ReadPropertyCase{R"({"type":"number","name":"a","value":18446744073709551615})",
                         "a:integer=18446744073709551615"},
        ReadPropertyCase{R"({"type":"number","name":"a","value":"NaN"})", "a:number=NaN"},
        ReadPropertyCase{R"({"type":"number","name":"a","value":"-Infinity"})",
                         "a:number=-Infinity"},
        ReadPropertyCase{R"({"type":"number","name":"a","value":"2.5"})", "a:number=2.5"},
        ReadPropertyCase{R"({"type":"number","name":"a","value":null})", "a:number=NaN"},
        ReadPropertyCase{R"({"type":"number","name":"a","value":1e999})", "a:number=Infinity"},
        ReadPropertyCase{R"({"type":"boolean","name":"a","value":true})", "a:boolean=true"},
        ReadPropertyCase{R"({"type":"boolean","name":"a","value":false})", "a:boolean=false"},
        ReadPropertyCase{R"({"type":"vec2","name":"a","value":{"x":1,"y":2}})", "a:vec2=(1 2)"},
        ReadPropertyCase{R"({"type":"vec3","name":"a","value":{"z":3,"x":1,"y":2}})",
                         "a:vec3=(1 2 3)"},
        ReadPropertyCase{
            R"({"type":"vec3","name":"a","value":{"x":"NaN","y":null,"z":"Infinity"}})",
            "a:vec3=(NaN NaN Infinity)"},
        ReadPropertyCase{R"({"type":"quat","name":"a","value":{"x":0,"y":0,"z":0,"w":1}})",
                         "a:quat=(0 0 0 1)@rotation"},
        ReadPropertyCase{R"({"type":"comment","name":"a","value":"note"})", "a:comment=note"},
        ReadPropertyCase{R"({"type":"resource","name":"a","value":"shot.png"})",
                         "a:resource=shot.png"},
        ReadPropertyCase{R"({"type":"eref","name":"a","value":{"name":"Bob","id":12}})",
                         "a:entity=12~,,,Bob"},
        ReadPropertyCase{R"({"type":"eref","name":"a","value":{"id":18446744073709551615}})",
                         "a:entity=18446744073709551615"},
        ReadPropertyCase{R"({"type":"eref","name":"a","value":{"id":12.0,"name":""}})",
                         "a:entity=12"}));

INSTANTIATE_TEST_SUITE_P(
    without_a_value, GoodProperties,
    testing::Values(ReadPropertyCase{R"({"type":"string","name":"a"})", "a:null"},
                    ReadPropertyCase{R"({"type":"string","name":"a","value":null})", "a:null"},
                    ReadPropertyCase{R"({"type":"number","name":"a"})", "a:null"},
                    ReadPropertyCase{R"({"type":"boolean","name":"a","value":null})", "a:null"},
                    ReadPropertyCase{R"({"type":"vec3","name":"a","value":null})", "a:null"},
                    ReadPropertyCase{R"({"type":"eref","name":"a","value":null})", "a:null"},
                    ReadPropertyCase{R"({"type":"group","name":"a"})", "a:group[]"},
                    ReadPropertyCase{R"({"type":"group","name":"a","value":null})", "a:group[]"},
                    ReadPropertyCase{R"({"type":"table","name":"a","value":null})",
                                     "a:table[header:list[] rows:list[]]"},
                    ReadPropertyCase{R"({"type":"linechart","name":"a"})", "a:linechart[]"},
                    ReadPropertyCase{R"({"type":"sphere","name":"a"})", "a:sphere[layer:string=]"},
                    ReadPropertyCase{"null", ""}));

INSTANTIATE_TEST_SUITE_P(
    common_fields, GoodProperties,
    testing::Values(
        ReadPropertyCase{R"({"value":3,"flags":5,"icolor":"#ff0000","icon":"heart","name":"a",)"
                         R"("id":99,"path":["x","y"],"type":"number"})",
                         "a:number=3!5~heart,#ff0000,,"},
        ReadPropertyCase{R"({"type":"number","name":null,"value":3,"flags":null,"icon":null,)"
                         R"("icolor":""})",
                         ":number=3"},
        ReadPropertyCase{R"({"type":"number","value":3})", ":number=3"},
        ReadPropertyCase{R"({"type":"group","name":"g","flags":2,"icon":"bolt","value":[]})",
                         "g:group[]!2~bolt,,,"},
        ReadPropertyCase{R"({"type":"number","value":3,"name":"a"},{"type":"number","name":"a",)"
                         R"("value":4})",
                         "a:number=3 a:number=4"},
        ReadPropertyCase{R"({"type":"number","name":"a","flags":4294967295,"value":1})",
                         "a:number=1!4294967295"},
        ReadPropertyCase{R"({"type":"number","name":"a","value":1,"value":2,"more":{"x":[1]}})",
                         "a:number=1"}));

INSTANTIATE_TEST_SUITE_P(
    groups, GoodProperties,
    testing::Values(
        ReadPropertyCase{R"({"value":[{"value":[{"value":1,"type":"number","name":"c"}],)"
                         R"("type":"group","name":"b"}],"type":"group","name":"a"})",
                         "a:group[b:group[c:number=1]]"},
        ReadPropertyCase{R"({"type":"group","name":"a","value":[null,{"type":"group","name":"b",)"
                         R"("value":[]},{"type":"string","name":"","value":""}]})",
                         "a:group[b:group[] :string=]"}));

INSTANTIATE_TEST_SUITE_P(
    tables_and_charts, GoodProperties,
    testing::Values(
        ReadPropertyCase{
            R"({"type":"table","name":"t","value":{"header":["A","B"],)"
            R"("rows":[["1","2"],["3","\t"]]}})",
            "t:table[header:list[0:string=A 1:string=B] "
            "rows:list[0:list[0:string=1 1:string=2] 1:list[0:string=3 1:string=\t]]]"},
        ReadPropertyCase{R"({"name":"t","value":{"rows":[["1",null]]},"type":"table"})",
                         "t:table[rows:list[0:list[0:string=1 1:string=]] header:list[]]"},
        ReadPropertyCase{
            R"({"type":"linechart","name":"l","value":{"data":[{"values":[1,2.5,null],)"
            R"("ylabel":"Y","color":"#fff"},{"values":[]}],"yscale":10,"xscale":2,)"
            R"("chart":"bar","height":80}})",
            "l:linechart[data:list[0:record[values:numbers=(1 2.5 NaN) ylabel:string=Y "
            "color:string=#fff] 1:record[values:numbers=()]] yscale:number=10 "
            "xscale:number=2 chart:string=bar height:number=80]"},
        ReadPropertyCase{R"({"type":"linechart","name":"l","data":[{"values":[1]}],"yscale":10})",
                         "l:linechart[data:list[0:record[values:numbers=(1)]] yscale:number=10]"},
        ReadPropertyCase{R"({"data":[{"values":[1]}],"name":"l","type":"linechart"})",
                         "l:linechart[data:list[0:record[values:numbers=(1)]]]"}));

constexpr std::string_view kStyle = R"("layer":"L","color":{"r":1,"g":0.5,"b":0,"a":0.25})";
constexpr std::string_view kStyleText = "layer:string=L color:color=(1 0.5 0 0.25)";

/// A shape of `type` with `fields`, before its type and after.
void expect_shape(std::string_view type, std::string_view fields, std::string_view text) {
  const std::string head = R"("type":")" + std::string(type) + R"(","name":"s")";
  const std::string body = std::string(kStyle) + "," + std::string(fields);
  const std::string expected =
      "s:" + std::string(type) + "[" + std::string(kStyleText) + " " + std::string(text) + "]";
  for (const std::string& json : {"{" + head + "," + body + "}", "{" + body + "," + head + "}"}) {
    const Reading reading = read(json);
    EXPECT_EQ(reading.text, expected);
    EXPECT_TRUE(reading.problems.empty());
  }
}

TEST(FrameByFrameShapes, have_the_fields_of_the_page_each_with_its_meaning) {
  const std::string position = R"("position":{"x":1,"y":2,"z":3})";
  const std::string position_text = "position:vec3=(1 2 3)@point";
  const auto unit = [](std::string_view name) {
    return ",\"" + std::string(name) + R"(":{"x":0,"y":1,"z":0})";
  };
  const auto unit_text = [](std::string_view name) {
    return " " + std::string(name) + ":vec3=(0 1 0)@direction";
  };
  expect_shape("sphere", position + R"(,"radius":2,"texture":"t.png")",
               position_text + " radius:number=2@length texture:resource=t.png");
  expect_shape("hemisphere", position + unit("direction") + R"(,"radius":2)",
               position_text + unit_text("direction") + " radius:number=2@length");
  for (const std::string_view round : {"capsule", "cylinder"}) {
    expect_shape(
        round, position + unit("direction") + R"(,"radius":2,"height":5)",
        position_text + unit_text("direction") + " radius:number=2@length height:number=5@length");
  }
  expect_shape("aabb", position + R"(,"size":{"x":4,"y":5,"z":6})",
               position_text + " size:vec3=(4 5 6)@extent");
  expect_shape(
      "oobb", position + R"(,"size":{"x":4,"y":5,"z":6})" + unit("up") + unit("forward"),
      position_text + " size:vec3=(4 5 6)@extent" + unit_text("up") + unit_text("forward"));
  expect_shape("plane", position + unit("normal") + unit("up") + R"(,"width":2,"length":3)",
               position_text + unit_text("normal") + unit_text("up") +
                   " width:number=2@length length:number=3@length");
  for (const std::string_view straight : {"line", "arrow"}) {
    expect_shape(straight, R"("origin":{"x":1,"y":2,"z":3},"destination":{"x":4,"y":5,"z":6})",
                 "origin:vec3=(1 2 3)@point destination:vec3=(4 5 6)@point");
  }
  expect_shape("vector", R"("vector":{"x":1,"y":2,"z":3})", "vector:vec3=(1 2 3)@point");
  expect_shape("path", R"("points":[{"x":1,"y":2,"z":3},{"x":4,"y":5,"z":6}])",
               "points:points=(1 2 3 4 5 6)@point");
  expect_shape("triangle",
               R"("p1":{"x":1,"y":2,"z":3},"p2":{"x":4,"y":5,"z":6},"p3":{"x":7,"y":8,"z":9})",
               "p1:vec3=(1 2 3)@point p2:vec3=(4 5 6)@point p3:vec3=(7 8 9)@point");
  expect_shape("mesh", R"("vertices":[0,0,0,1,0,0,0,1,0],"indices":[0,1,2],"wireframe":true)",
               "vertices:numbers=(0 0 0 1 0 0 0 1 0)@point indices:numbers=(0 1 2) "
               "wireframe:boolean=true");
}

INSTANTIATE_TEST_SUITE_P(
    odd_shapes, GoodProperties,
    testing::Values(
        ReadPropertyCase{R"({"type":"sphere","name":"s","radius":1,"color":null,"layer":null,)"
                         R"("texture":null})",
                         "s:sphere[radius:number=1@length layer:string=]"},
        ReadPropertyCase{R"({"type":"cylinder","name":"c","position":null,"radius":"NaN",)"
                         R"("height":null,"layer":""})",
                         "c:cylinder[radius:number=NaN@length height:number=NaN@length "
                         "layer:string=]"},
        // As the documentation has it, the wrong way round.
        ReadPropertyCase{R"({"type":"path","name":"p","layer":"","p1":{"x":1,"y":2,"z":3},)"
                         R"("p2":{"x":4,"y":5,"z":6},"p3":{"x":7,"y":8,"z":9}})",
                         "p:path[layer:string= points:points=(1 2 3 4 5 6 7 8 9)@point]"},
        ReadPropertyCase{
            R"({"type":"triangle","name":"t","layer":"","points":[{"x":1,"y":2,"z":3},)"
            R"({"x":4,"y":5,"z":6},{"x":7,"y":8,"z":9}]})",
            "t:triangle[layer:string= p1:vec3=(1 2 3)@point p2:vec3=(4 5 6)@point "
            "p3:vec3=(7 8 9)@point]"},
        ReadPropertyCase{R"({"type":"line","name":"l","layer":"","thickness":{"px":[2]}})",
                         "l:line[layer:string= thickness:record[px:list[0:number=2]]]"}));

INSTANTIATE_TEST_SUITE_P(
    unknown_types, GoodProperties,
    testing::Values(
        ReadPropertyCase{
            R"({"type":"vec4","name":"a","flags":1,"value":{"x":1,"w":[true,null,"t"]}})",
            "a:record[value:record[x:number=1 w:list[0:boolean=true 1:null "
            "2:string=t]]]!1~,,vec4,"},
        ReadPropertyCase{
            R"({"value":[{"type":"number","name":"n","value":1}],"extra":2,"name":"a",)"
            R"("type":"ring"})",
            "a:record[value:list[0:record[type:string=number name:string=n "
            "value:number=1]] extra:number=2]~,,ring,"},
        ReadPropertyCase{R"({"type":"colour\u0021","name":"a","value":"red"})",
                         "a:record[value:string=red]~,,colour!,"}));

class WrongProperties : public testing::TestWithParam<ReadPropertyCase> {};

TEST_P(WrongProperties, show_what_there_is_and_tell_a_problem) {
  const Reading reading = read(std::string(GetParam().json));
  EXPECT_EQ(reading.text, GetParam().text);
  ASSERT_EQ(reading.problems.size(), 1u);
  EXPECT_EQ(reading.problems[0].code, "wrong-value");
  EXPECT_EQ(reading.problems[0].severity, Severity::warning);
}

INSTANTIATE_TEST_SUITE_P(
    values, WrongProperties,
    testing::Values(
        ReadPropertyCase{R"({"type":"string","name":"a","value":5})", "a:number=5"},
        ReadPropertyCase{R"({"type":"number","name":"a","value":"x"})", "a:string=x"},
        ReadPropertyCase{R"({"type":"number","name":"a","value":true})", "a:boolean=true"},
        ReadPropertyCase{R"({"type":"number","name":"a","value":[1,2]})",
                         "a:list[0:number=1 1:number=2]"},
        ReadPropertyCase{R"({"value":[1,2],"type":"number","name":"a"})",
                         "a:list[0:number=1 1:number=2]"},
        ReadPropertyCase{R"({"type":"boolean","name":"a","value":1})", "a:number=1"},
        ReadPropertyCase{R"({"type":"vec3","name":"a","value":5})", "a:number=5"},
        ReadPropertyCase{R"({"type":"vec3","name":"a","value":{"x":1,"y":2}})", "a:vec3=(1 2 0)"},
        ReadPropertyCase{R"({"type":"vec3","name":"a","value":{"x":1,"y":2,"z":"far"}})",
                         "a:vec3=(1 2 0)"},
        ReadPropertyCase{R"({"type":"vec3","name":"a","value":[1,2,3,4]})", "a:vec3=(1 2 3)"},
        ReadPropertyCase{R"({"type":"eref","name":"a","value":12})", "a:entity=12"},
        ReadPropertyCase{R"({"type":"eref","name":"a","value":{"name":"Bob","id":[1]}})",
                         "a:entity=~,,,Bob"},
        ReadPropertyCase{R"({"type":"table","name":"t","value":{"header":[],"rows":[[1,true]]}})",
                         "t:table[header:list[] rows:list[0:list[0:string=1 1:string=true]]]"},
        ReadPropertyCase{R"({"type":"number","name":"a","value":1,"flags":-1})", "a:number=1"},
        ReadPropertyCase{R"({"type":"number","name":7,"value":1})", ":number=1"},
        ReadPropertyCase{R"({"name":"a","value":5})", "a:number=5"},
        ReadPropertyCase{R"({"name":"a","value":[{"type":"number","name":"b","value":1}]})",
                         "a:group[b:number=1]"},
        ReadPropertyCase{R"({"name":"a"})", "a:null"},
        ReadPropertyCase{R"({"type":"mesh","name":"m","layer":"","indices":[0,"b",2]})",
                         "m:mesh[layer:string= indices:numbers=(0 2)]"},
        ReadPropertyCase{R"({"type":"sphere","name":"m","layer":"","radius":"wide"})",
                         "m:sphere[layer:string= radius:string=wide]"}));

TEST(FrameByFrameProperties, something_else_than_properties_is_told) {
  const Reading reading = read(R"(5,{"type":"group","name":"g","value":{"a":1}})");
  EXPECT_EQ(reading.text, ":number=5 g:group[]");
  ASSERT_EQ(reading.problems.size(), 1u);
  EXPECT_EQ(reading.problems[0].code, "wrong-structure");
  EXPECT_EQ(reading.problems[0].count, 2u);
}

TEST(FrameByFrameProperties, nesting_is_bounded_and_told) {
  const auto nested = [](int levels) {
    std::string json;
    for (int i = 0; i < levels; ++i) json += R"({"type":"group","name":"g","value":[)";
    json += R"({"type":"number","name":"n","value":1})";
    for (int i = 0; i < levels; ++i) json += "]}";
    return json;
  };
  const Reading good = read(nested(254));
  EXPECT_TRUE(good.problems.empty());
  EXPECT_NE(good.text.find("n:number=1"), std::string::npos);
  const Reading deep = read(nested(100'000));
  ASSERT_EQ(deep.problems.size(), 1u);
  EXPECT_EQ(deep.problems[0].code, "too-deep");
  EXPECT_EQ(deep.problems[0].severity, Severity::error);
  EXPECT_EQ(deep.text.find("n:number=1"), std::string::npos);
  const std::string lists(100'000, '[');
  const Reading list =
      read(R"({"type":"odd","name":"o","v":)" + lists + std::string(lists.size(), ']') + "}");
  ASSERT_EQ(list.problems.size(), 1u);
  EXPECT_EQ(list.problems[0].code, "too-deep");
}

TEST(FrameByFrameProperties, bare_words_and_keys_are_repaired) {
  const Reading reading =
      read(R"({"name":"Health","type":number,"value":24},{name:"p",type:"vec3",)"
           R"("value":{x:1,y:NaN,z:3}})");
  EXPECT_EQ(reading.text, "Health:number=24 p:vec3=(1 NaN 3)");
  EXPECT_EQ(reading.repairs, 7u);
}

TEST(FrameByFrameProperties, long_lists_have_names_for_all_items) {
  std::string json = R"({"type":"odd","name":"o","v":[)";
  for (int i = 0; i < 1500; ++i) json += i == 0 ? "0" : ",0";
  const Reading reading = read(json + "]}");
  EXPECT_NE(reading.text.find(" 1499:number=0]"), std::string::npos);
}

}  // namespace
}  // namespace scrubjay::framebyframe
