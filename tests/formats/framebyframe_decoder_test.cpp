#include <gtest/gtest.h>

#include <cmath>
#include <glm/geometric.hpp>
#include <limits>
#include <memory>
#include <numbers>
#include <string>
#include <string_view>
#include <vector>

#include "core/recording.h"
#include "formats/framebyframe/read/file_index.h"
#include "formats/framebyframe/read/frame_outline.h"
#include "formats/framebyframe/read/orientation.h"
#include "tests/core/allocation_counter.h"
#include "tests/formats/framebyframe_test_file.h"
#include "tests/formats/framebyframe_tree_text.h"

namespace scrubjay::framebyframe {
namespace {

constexpr glm::dvec3 kX(1.0, 0.0, 0.0);
constexpr glm::dvec3 kY(0.0, 1.0, 0.0);
constexpr glm::dvec3 kZ(0.0, 0.0, 1.0);

/// A frame with these members of `entities`, and `extra` members with a comma behind each.
std::string frame_of(std::string_view entities, std::string_view extra = "") {
  return R"({"frameId":521,"clientId":1,"tag":"Server","serverTime":4124566,)" +
         std::string(extra) + R"("entities":)" + std::string(entities) + "}";
}

/// A recording of one frame, decoded.
class OneFrame {
 public:
  explicit OneFrame(std::string_view frame)
      : recording_(indexed(raw_text({std::string(frame)}))), cursor_(recording_) {
    if (recording_->frame_count() == 1) cursor_.seek(FrameIndex(0));
  }

  const Frame& frame() const { return cursor_.frame(); }
  const Recording& recording() const { return *recording_; }
  const Entity& entity(std::size_t i = 0) const { return frame().entities.at(i); }
  /// Both groups of an entity.
  std::string text(std::size_t i = 0) const {
    return tree_text(frame().tree, entity(i).properties);
  }
  std::string codes() const {
    std::string text;
    for (const Problem& problem : frame().problems) text += problem.code + " ";
    return text;
  }

 private:
  std::shared_ptr<Recording> recording_;
  Cursor cursor_;
};

std::string entity_with(std::string_view properties) {
  return R"([{"id":7,"parentId":0,"properties":)" + std::string(properties) + R"(,"events":[]}])";
}

std::string special(std::string_view entries) {
  return R"({"name":"special","type":"group","value":[)" + std::string(entries) + "]}";
}

std::string vec3(std::string_view name, const glm::dvec3& v) {
  return R"({"name":")" + std::string(name) + R"(","type":"vec3","value":{"x":)" +
         number_text(v.x) + R"(,"y":)" + number_text(v.y) + R"(,"z":)" + number_text(v.z) + "}}";
}

constexpr std::string_view kUser = R"({"name":"properties","type":"group","value":[]})";
constexpr std::string_view kName = R"({"name":"name","type":"string","value":"Crate"})";

void expect_near(const glm::dvec3& a, const glm::dvec3& b) {
  EXPECT_NEAR(glm::distance(a, b), 0.0, 1e-12)
      << a.x << ' ' << a.y << ' ' << a.z << " and " << b.x << ' ' << b.y << ' ' << b.z;
}

TEST(FrameByFrameOutline, says_where_entities_stand_and_whose_they_are) {
  const std::string text =
      R"({"frameId":7 ,"entities": [{"id":1,"parentId":20 }, {"id": "2","properties":[{"a":"}"}]},{}],)"
      R"("tag":null})";
  FrameOutline outline;
  ASSERT_TRUE(outline_frame(text, outline));
  EXPECT_EQ(text.substr(0, outline.begin), R"({"frameId":7 ,"entities": )");
  EXPECT_EQ(text.substr(outline.end), R"(,"tag":null})");
  ASSERT_EQ(outline.entities.size(), 3u);
  EXPECT_EQ(outline.entities[0].text, R"({"id":1,"parentId":20 })");
  EXPECT_EQ(outline.entities[0].id, "1");
  EXPECT_EQ(outline.entities[0].parent, "20");
  EXPECT_EQ(outline.entities[1].id, R"("2")");
  EXPECT_EQ(outline.entities[1].parent, "");
  EXPECT_EQ(outline.entities[2].id, "");
}

TEST(FrameByFrameOutline, leaves_to_a_parser_what_is_not_as_usual) {
  FrameOutline outline;
  for (const char* const text :
       {R"({"frameId":7})", R"({"entities":{"1":{"id":1}}})", R"({"entities":[7]})",
        R"({"entities":[],"entities":[]})", R"({"entities":[]} 7)", R"({"entities":[)"}) {
    EXPECT_FALSE(outline_frame(text, outline)) << text;
  }
}

TEST(FrameByFrameText, has_nothing_beyond_its_end) {
  FileIndex index;
  index.text = "0123456789";
  FrameText text(index);
  EXPECT_EQ(text.padded({2, 8}), "23456789");
  EXPECT_EQ(text.padded({2, 9}), "");
  EXPECT_EQ(text.padded({10, 0}), "");
  EXPECT_EQ(text.padded({11, 0}), "");
  EXPECT_EQ(text.padded({2, ~std::uint64_t{0}}), "");
}

TEST(FrameByFrameDecoder, gives_an_entity_its_name_place_and_groups) {
  const OneFrame one(frame_of(entity_with(
      "[" + std::string(kUser) + "," +
      special(std::string(kName) + "," + vec3("position", {1, 2, 3}) + "," + vec3("up", kY) + "," +
              vec3("forward", kZ) + R"(,{"name":"icon","type":"string","value":"user"})") +
      "]")));
  ASSERT_EQ(one.frame().entities.size(), 1u);
  EXPECT_EQ(one.entity().name, "Crate");
  EXPECT_EQ(one.entity().kind, EntityKind::other);
  EXPECT_EQ(one.entity().world.position, glm::dvec3(1, 2, 3));
  EXPECT_EQ(one.entity().world.rotation, glm::dquat(1, 0, 0, 0));
  EXPECT_FALSE(one.entity().parent.exists());
  EXPECT_EQ(one.text(),
            "properties:group[] special:group[name:string=Crate position:vec3=(1 2 3)@point "
            "up:vec3=(0 1 0)@direction forward:vec3=(0 0 1)@direction icon:string=user]");
  EXPECT_EQ(one.codes(), "");
}

TEST(FrameByFrameDecoder, says_what_its_groups_names_and_stand_in_are) {
  const OneFrame one(frame_of(
      entity_with(R"([{"name":"properties","type":"group","value":[)"
                  R"({"name":"reach [cm]","type":"number","value":5}]},)" +
                  special(R"({"name":"name","type":"string","value":"Recording"},)" +
                          vec3("position", {1, 2, 3}) + "," + vec3("up", kY) + "," +
                          vec3("forward", kZ) + R"(,{"name":"id","type":"string","value":"24"})") +
                  "]")));
  ASSERT_EQ(one.frame().entities.size(), 1u);
  EXPECT_TRUE(one.entity().stands_for_frame);
  const PropertyTree& tree = one.frame().tree;
  const PropertyNode& own = tree[one.entity().properties.first];
  EXPECT_EQ(own.role, PropertyRole::own);
  const PropertyNode& reach = tree[one.entity().properties.first + 1];
  EXPECT_EQ(bare_name(reach), "reach");
  EXPECT_EQ(unit_in_name(reach), "cm");
  const PropertyTree::Node basics = one.entity().properties.first + own.subtree;
  EXPECT_EQ(tree[basics].role, PropertyRole::basics);
  const PropertyNode* id = find_role(tree, children_of(tree, basics), PropertyRole::former_id);
  ASSERT_NE(id, nullptr);
  EXPECT_EQ(id->text_value(), "24");
}

TEST(FrameByFrameDecoder, the_order_of_fields_does_not_matter) {
  const OneFrame one(
      R"({"resources":null,"entities":{"7":{"events":null,"properties":[{"value":[{"value":1,)"
      R"("type":"number","name":"n"}],"type":"group","name":"properties"},{"value":[)" +
      std::string(kName) +
      R"(],"type":"group","name":"special"}],"parentId":null,"id":7}},"coordSystem":0,)"
      R"("elapsedTime":0.5,"frameId":9,"serverTime":"100","tag":"T"})");
  ASSERT_EQ(one.frame().entities.size(), 1u);
  EXPECT_EQ(one.text(),
            "properties:group[n:number=1] special:group[name:string=Crate "
            "position:vec3=(0 0 0)@point Up:vec3=(0 0 1)@direction "
            "Forward:vec3=(0 1 0)@direction]");
  EXPECT_EQ(one.frame().number, 9u);
  EXPECT_EQ(tree_text(one.frame().tree, one.frame().properties),
            "serverTime:integer=100 elapsedTime:number=0.5 tag:string=T coordSystem:integer=0");
}

TEST(FrameByFrameDecoder, shows_what_a_frame_says_of_itself) {
  const OneFrame one(
      frame_of("[]", R"("later":{"a":[1,"b"]},"elapsedTime":0.25,"scene":"Ar\"ena","scale":0.01,)"
                     R"("coordSystem":1,"resources":[],"mood":null,)"));
  EXPECT_EQ(tree_text(one.frame().tree, one.frame().properties),
            "serverTime:integer=4124566 elapsedTime:number=0.25 tag:string=Server "
            "scene:string=Ar\"ena coordSystem:integer=1 scale:number=0.01 "
            "later:record[a:list[0:number=1 1:string=b]] mood:null");
}

TEST(FrameByFrameDecoder, states_the_axes_of_each_frame) {
  struct Case {
    std::string_view extra;
    std::string_view system;
  };
  for (const Case& c :
       {Case{"", "right=+x,up=+y,forward=+z,metres=1"},
        Case{R"("coordSystem":1,)", "right=+x,up=+y,forward=+z,metres=1"},
        Case{R"("coordSystem":null,"scale":null,)", "right=+x,up=+y,forward=+z,metres=1"},
        Case{R"("coordSystem":0,"scale":2,)", "right=+x,up=+z,forward=+y,metres=2"},
        Case{R"("coordSystem":2,"scale":0.01,)", "right=+y,up=+z,forward=+x,metres=0.01"},
        Case{R"("coordSystem":77,"scale":0,)", "right=+y,up=+z,forward=+x,metres=1"},
        Case{R"("scale":-3,)", "right=+x,up=+y,forward=+z,metres=1"}}) {
    const OneFrame one(frame_of(entity_with("[]"), c.extra));
    EXPECT_EQ(one.frame().coordinates.written_out(), c.system) << c.extra;
    EXPECT_EQ(one.recording().reader().coordinates(one.recording(), FrameIndex(0)),
              one.frame().coordinates);
    EXPECT_EQ(one.entity().world.rotation, glm::dquat(1, 0, 0, 0)) << c.extra;
  }
}

TEST(FrameByFrameDecoder, turns_up_and_forward_into_a_rotation) {
  for (const int system : {0, 1, 2}) {
    const glm::dvec3 up = glm::normalize(glm::dvec3(0.3, 0.5, -0.2));
    const glm::dvec3 forward = glm::normalize(glm::cross(up, glm::dvec3(0.1, -0.7, 0.4)));
    const OneFrame one(
        frame_of(entity_with("[" + std::string(kUser) + "," +
                             special(std::string(kName) + "," + vec3("position", {0, 0, 0}) + "," +
                                     vec3("up", up * 3.0) + "," + vec3("forward", forward * 0.5)) +
                             "]"),
                 R"("coordSystem":)" + std::to_string(system) + ","));
    const glm::dquat rotation = one.entity().world.rotation.value();
    const CoordinateSystem& axes = one.frame().coordinates;
    EXPECT_NEAR(glm::length(rotation), 1.0, 1e-12);
    expect_near(rotation * direction_of(axes.up), up);
    expect_near(rotation * direction_of(axes.forward), forward);
  }
}

TEST(FrameByFrameOrientation, mends_axes_that_are_no_frame) {
  const CoordinateSystem system{Axis::pos_x, Axis::pos_y, Axis::pos_z, 1.0};
  const auto turned = [&](const glm::dvec3& up, const glm::dvec3& forward,
                          const glm::dvec3& expected_up, const glm::dvec3& expected_forward) {
    const glm::dquat rotation = rotation_of(system, up, forward);
    EXPECT_NEAR(glm::length(rotation), 1.0, 1e-12);
    expect_near(rotation * kY, expected_up);
    expect_near(rotation * kZ, expected_forward);
  };
  const double infinite = std::numeric_limits<double>::infinity();
  const double half = std::numbers::sqrt2 / 2.0;
  turned(kY, {1, 1, 0}, kY, kX);            // forward is made perpendicular to up
  turned(kY * 1e200, kX * 1e-200, kY, kX);  // lengths do not count
  turned({0, 0, 0}, {0, 0, 0}, kY, kZ);     // nothing said
  turned({0, 0, 0}, kX, kY, kX);            // up missing
  turned({0, 0, 0}, kY, kZ, kY);            // up missing, forward where up was
  turned({0, 0, 0}, {0, 1, 1}, {0, half, -half}, {0, half, half});
  turned(kX, {0, 0, 0}, kX, kZ);         // forward missing
  turned(kZ, {0, 0, 0}, kZ, kY);         // forward missing, up where forward was
  turned(kX, kX, kX, kZ);                // both the same
  turned({infinite, 0, 0}, kX, kY, kX);  // no direction
  turned(-kY, kZ, -kY, kZ);
  turned(-kY, -kZ, -kY, -kZ);
}

TEST(FrameByFrameDecoder, fills_in_what_old_versions_do_not_have) {
  const std::string two = std::string(kName) + "," + vec3("position", {1, 2, 3});
  for (const int version : {1, 2, 3, 4, 9}) {
    const auto recording = indexed(raw_text(
        {frame_of(entity_with("[" + std::string(kUser) + "," + special(two) + "]"))}, version));
    Cursor cursor(recording);
    const Frame& frame = cursor.seek(FrameIndex(0));
    ASSERT_EQ(frame.entities.size(), 1u);
    EXPECT_EQ(tree_text(frame.tree, frame.entities[0].properties),
              "properties:group[] special:group[name:string=Crate position:vec3=(1 2 3)@point "
              "Up:vec3=(0 1 0)@direction Forward:vec3=(0 0 1)@direction]");
    EXPECT_TRUE(frame.problems.empty());
  }
}

struct GroupCase {
  std::string properties;
  std::string text;
  std::string_view name;
};

TEST(FrameByFrameDecoder, finds_the_groups_wherever_they_are) {
  const std::string number = R"({"name":"n","type":"number","value":1})";
  const std::string stats = R"({"name":"stats","type":"group","value":[)" + number + "]}";
  const std::string user =
      R"({"name":"properties","type":"group","flags":2,"value":[)" + number + "]}";
  const std::string shouted =
      R"({"name":"SPECIAL","type":"group","value":[)" + std::string(kName) + "]}";
  const std::string rest =
      "position:vec3=(0 0 0)@point Up:vec3=(0 1 0)@direction Forward:vec3=(0 0 1)@direction]";
  const std::string given = " special:group[name:string=Crate " + rest;
  const std::string made = " special:group[name:string= " + rest;
  const std::vector<GroupCase> cases{
      {"[]", "properties:group[]" + made, ""},
      {"null", "properties:group[]" + made, ""},
      {"[" + user + "]", "properties:group[n:number=1]!2" + made, ""},
      {"[" + special(kName) + "]", "properties:group[]" + given, "Crate"},
      {"[" + special(kName) + "," + user + "]", "properties:group[n:number=1]!2" + given, "Crate"},
      {"[" + number + "," + stats + "," + special(kName) + "]",
       "properties:group[n:number=1 stats:group[n:number=1]]" + given, "Crate"},
      {"[" + number + "," + number + "]", "properties:group[n:number=1 n:number=1]" + made, ""},
      {"[" + stats + "," + special(kName) + "]", "stats:group[n:number=1]" + given, "Crate"},
      {"[" + user + "," + special(kName) + "," + stats + "]",
       "properties:group[n:number=1 stats:group[n:number=1]]!2" + given, "Crate"},
      {"[" + number + "," + shouted + "]",
       "properties:group[n:number=1] SPECIAL:group[name:string=Crate " + rest, "Crate"},
      {"[" + stats + R"(,{"name":"x","type":"group","value":[)" + std::string(kName) + "]}]",
       "stats:group[n:number=1] x:group[name:string=Crate " + rest, "Crate"}};
  for (const GroupCase& c : cases) {
    const OneFrame one(frame_of(entity_with(c.properties)));
    ASSERT_EQ(one.frame().entities.size(), 1u);
    EXPECT_EQ(one.text(), c.text) << c.properties;
    EXPECT_EQ(one.entity().name, c.name) << c.properties;
    EXPECT_EQ(one.codes(), "") << c.properties;
  }
}

TEST(FrameByFrameDecoder, reads_special_entries_by_place_unless_their_names_say_otherwise) {
  const auto place = [](const std::string& entries) {
    const OneFrame one(
        frame_of(entity_with("[" + std::string(kUser) + "," + special(entries) + "]")));
    return one.entity().world.position;
  };
  const std::string name(kName);
  EXPECT_EQ(place(name + "," + vec3("where", {1, 2, 3})), glm::dvec3(1, 2, 3));
  EXPECT_EQ(place(name + "," + vec3("Position", {1, 2, 3})), glm::dvec3(1, 2, 3));
  EXPECT_EQ(place(vec3("position", {1, 2, 3}) + "," + name), glm::dvec3(1, 2, 3));
  EXPECT_EQ(place(name + "," + vec3("up", kZ) + "," + vec3("position", {1, 2, 3})),
            glm::dvec3(1, 2, 3));
  EXPECT_EQ(place(name + R"(,{"name":"position","type":"string","value":"here"})"), std::nullopt);
}

TEST(FrameByFrameDecoder, keeps_a_place_of_which_a_number_is_not_finite) {
  const std::string position =
      R"(,{"name":"position","type":"vec3","value":{"x":1,"y":null,"z":"-Infinity"}})";
  const std::string up = R"(,{"name":"up","type":"vec3","value":{"x":0,"y":"Infinity","z":0}})";
  const OneFrame one(frame_of(entity_with("[" + std::string(kUser) + "," +
                                          special(std::string(kName) + position + up) + "]")));
  ASSERT_TRUE(one.entity().world.position);
  const glm::dvec3 place = *one.entity().world.position;
  EXPECT_EQ(place.x, 1);
  EXPECT_TRUE(std::isnan(place.y));
  EXPECT_EQ(place.z, -std::numeric_limits<double>::infinity());
  // A direction that is none is as if it were missing.
  EXPECT_EQ(*one.entity().world.rotation, glm::dquat(1, 0, 0, 0));
}

TEST(FrameByFrameDecoder, links_parents_of_the_same_frame) {
  const auto entity = [](std::string_view id, std::string_view parent) {
    return R"({"id":)" + std::string(id) + R"(,"parentId":)" + std::string(parent) +
           R"(,"properties":[],"events":[]})";
  };
  const OneFrame one(frame_of("[" + entity("3", "2") + "," + entity("2", "1") + "," +
                              entity("1", "0") + "," + entity("4", "99") + "," +
                              entity("5", "\"3\"") + "]"));
  std::string text;
  for (const Entity& e : one.frame().entities) {
    text += std::string(one.recording().entity(e.index).id) + "<";
    if (e.parent.exists()) text += one.recording().entity(e.parent).id;
    text += " ";
  }
  EXPECT_EQ(text, "3<2 2<1 1< 4< 5<3 ");
  EXPECT_EQ(one.codes(), "");
}

TEST(FrameByFrameDecoder, breaks_cycles_of_parents_and_tells) {
  const auto entity = [](int id, int parent) {
    return R"({"id":)" + std::to_string(id) + R"(,"parentId":)" + std::to_string(parent) + "}";
  };
  const OneFrame one(frame_of("[" + entity(1, 2) + "," + entity(2, 3) + "," + entity(3, 1) + "," +
                              entity(4, 4) + "," + entity(5, 1) + "]"));
  ASSERT_EQ(one.frame().entities.size(), 5u);
  for (const Entity& start : one.frame().entities) {
    const Entity* at = &start;
    int steps = 0;
    while (at->parent.exists() && steps < 10) {
      at = one.frame().find(at->parent);
      ASSERT_NE(at, nullptr);
      ++steps;
    }
    EXPECT_LT(steps, 5);
  }
  EXPECT_TRUE(one.entity(4).parent.exists());
  ASSERT_EQ(one.frame().problems.size(), 1u);
  EXPECT_EQ(one.frame().problems[0].code, "parent-cycle");
  EXPECT_EQ(one.frame().problems[0].count, 2u);
}

TEST(FrameByFrameDecoder, the_last_of_equal_ids_wins) {
  const auto named = [](std::string_view id, std::string_view name) {
    return "{" + std::string(id) + R"("properties":[{"type":"group","value":[]},)" +
           R"({"type":"group","value":[{"type":"string","value":")" + std::string(name) +
           R"("}]}]})";
  };
  const OneFrame one(frame_of("[" + named(R"("id":1,)", "a") + "," + named(R"("id":2,)", "b") +
                              "," + named(R"("id":1,)", "c") + "]"));
  ASSERT_EQ(one.frame().entities.size(), 2u);
  EXPECT_EQ(one.entity(0).name, "c");
  EXPECT_EQ(one.entity(1).name, "b");
  EXPECT_EQ(one.recording().entity(one.entity(0).index).name, "c");
  EXPECT_EQ(one.recording().entity(one.entity(1).index).name, "b");
  EXPECT_EQ(one.codes(), "duplicate-entity ");

  const OneFrame map(
      frame_of("{\"9\":" + named("", "key") + ",\"8\":" + named(R"("id":"80",)", "own") + "}"));
  ASSERT_EQ(map.frame().entities.size(), 2u);
  EXPECT_EQ(map.recording().entity(map.entity(0).index).id, "9");
  EXPECT_EQ(map.recording().entity(map.entity(1).index).id, "80");
}

TEST(FrameByFrameDecoder, keeps_ids_of_all_sixty_four_bits_apart) {
  const OneFrame one(frame_of(
      R"([{"id":9007199254740993},{"id":9007199254740992},{"id":-5},{"id":9223372036854775807}])"));
  ASSERT_EQ(one.frame().entities.size(), 4u);
  EXPECT_EQ(one.recording().entity(EntityIndex(0)).id, "9007199254740993");
  EXPECT_EQ(one.recording().entity(EntityIndex(2)).id, "-5");
}

TEST(FrameByFrameDecoder, leaves_out_what_is_no_entity) {
  const OneFrame one(frame_of(R"([null,5,"x",[1],{"id":1}])"));
  EXPECT_EQ(one.frame().entities.size(), 1u);
  EXPECT_EQ(one.codes(), "wrong-structure ");
  const OneFrame none(frame_of("\"all\""));
  EXPECT_TRUE(none.frame().entities.empty());
  EXPECT_EQ(none.codes(), "wrong-structure ");
}

TEST(FrameByFrameDecoder, divides_the_ids_of_a_dump) {
  const auto entity = [](int id, int parent, int number) {
    return "\"" + std::to_string(id) + R"(":{"id":)" + std::to_string(id) + R"(,"parentId":)" +
           std::to_string(parent) + R"(,"properties":[{"type":"group","name":"properties","id":)" +
           std::to_string(number) + R"(,"value":[{"type":"eref","name":"e","id":)" +
           std::to_string(number + 1) + R"(,"value":{"name":"x","id":10}}]}],"events":[]})";
  };
  const auto recording = indexed(R"({"entities":{)" + entity(2561, 0, 1) + "," +
                                 entity(5121, 2561, 3) + R"(},"serverTime":1,"clientId":1})");
  Cursor cursor(recording);
  const Frame& frame = cursor.seek(FrameIndex(0));
  ASSERT_EQ(frame.entities.size(), 2u);
  EXPECT_EQ(recording->entity(frame.entities[0].index).id, "10");
  EXPECT_EQ(recording->entity(frame.entities[1].index).id, "20");
  EXPECT_EQ(frame.entities[1].parent, frame.entities[0].index);
  EXPECT_EQ(tree_text(frame.tree, children_of(frame.tree, frame.entities[0].properties.first)),
            "e:entity=10~,,,x");
}

TEST(FrameByFrameDecoder, gives_events_their_properties_without_the_group) {
  const std::string events =
      R"([{"name":"late","tag":"t","idx":1,"properties":{"name":"properties","type":"group",)"
      R"("value":[{"name":"a","type":"number","value":1},{"name":"s","type":"sphere",)"
      R"("radius":2,"layer":"L"}]}},{"properties":null,"name":"early","tag":"","idx":0},)"
      R"({"name":"flat","idx":2,"properties":[{"name":"b","type":"string","value":"\u0041"}]}])";
  const OneFrame one(frame_of(R"([{"id":1,"properties":[],"events":)" + events + "}]"));
  ASSERT_EQ(one.frame().events.size(), 3u);
  const auto text = [&](std::size_t i) {
    return tree_text(one.frame().tree, one.frame().events[i].properties);
  };
  EXPECT_EQ(text(0), "");
  EXPECT_EQ(text(1), "a:number=1 s:sphere[radius:number=2@length layer:string=L]");
  EXPECT_EQ(text(2), "b:string=A");
  EXPECT_EQ(one.recording().event(one.frame().events[1].index).name, "late");
}

TEST(FrameByFrameDecoder, tells_damage_inside_events) {
  const OneFrame one(
      frame_of(R"([{"id":1,"events":[{"name":"e","properties":{"type":"group","value":[)"
               R"({"name":"a","type":"number","value":"x"}]}}]}])"));
  EXPECT_EQ(one.codes(), "wrong-value ");
}

TEST(FrameByFrameDecoder, one_event_can_be_read_without_its_frame) {
  const auto recording =
      indexed(raw_text({frame_of(R"([{"id":1,"events":[)" + event_text("hit", "fight", 0) + "," +
                                 event_text("miss", "fight", 1) + "]}]")}));
  Cursor cursor(recording);
  PropertyTree tree;
  const PropertyRange range = cursor.read_event(EventIndex(1), tree);
  EXPECT_EQ(tree_text(tree, range), "Amount:number=1");
}

TEST(FrameByFrameDecoder, converts_shapes_as_well_as_places) {
  const auto recording = indexed(raw_text({frame_of(
      entity_with(R"([{"name":"properties","type":"group","value":[{"type":"mesh","name":"m",)"
                  R"("layer":"","vertices":[1,2,3]},{"type":"path","name":"p","layer":"",)"
                  R"("points":[{"x":1,"y":2,"z":3}]},{"type":"vec3","name":"v",)"
                  R"("value":{"x":1,"y":2,"z":3}}]},)" +
                  special(std::string(kName) + "," + vec3("position", {1, 2, 3})) + "]"),
      R"("coordSystem":0,"scale":0.5,)")}));
  Cursor cursor(recording);
  cursor.set_coordinates(CoordinateSystem{Axis::pos_x, Axis::pos_y, Axis::pos_z, 1.0});
  const Frame& frame = cursor.seek(FrameIndex(0));
  EXPECT_EQ(frame.entities[0].world.position, glm::dvec3(0.5, 1.5, 1));
  EXPECT_EQ(tree_text(frame.tree, frame.entities[0].properties),
            "properties:group[m:mesh[layer:string= vertices:numbers=(0.5 1.5 1)@point] "
            "p:path[layer:string= points:points=(0.5 1.5 1)@point] v:vec3=(1 2 3)] "
            "special:group[name:string=Crate position:vec3=(0.5 1.5 1)@point "
            "Up:vec3=(0 1 0)@direction Forward:vec3=(0 0 1)@direction]");
}

TEST(FrameByFrameDecoder, steady_use_allocates_nothing) {
  std::vector<std::string> frames;
  for (int i = 0; i < 6; ++i) {
    const std::string user =
        R"({"type":"group","name":"\u0053tats","icon":"heart","value":[{"type":"string",)"
        R"("name":"s","value":"a rather long text with an escape \n and more behind it"},)"
        R"({"type":"table","name":"t","value":{"header":["A"],"rows":[["1"],["2"]]}},)"
        R"({"type":"eref","name":"e","value":{"name":"x","id":2}}]},{"type":"path","name":"p",)"
        R"("layer":"L","points":[{"x":1,"y":2,"z":3},{"x":4,"y":5,"z":6}]},)"
        R"({"value":[{"value":1,"type":"odd"}],"type":"odd","name":"late"})";
    FrameTextMaker frame{.frame_id = i + 1, .server_time = i * 16.0};
    frame.extra = R"("scene":"A scene with quite a long name of its own","more":[1,{"a":2}],)";
    for (int id = 1; id <= 20; ++id) {
      frame.entities.push_back({.id = id,
                                .parent = id / 2,
                                .name = "n",
                                .user = user,
                                .events = event_text("e", "t", id)});
    }
    frames.push_back(frame.text());
  }
  const auto recording = indexed(raw_text(frames));
  Cursor cursor(recording);
  PropertyTree event_tree;
  const auto use_all = [&] {
    for (std::size_t i = 0; i < recording->frame_count(); ++i) {
      EXPECT_EQ(cursor.seek(FrameIndex(i)).entities.size(), 20u);
      event_tree.clear();
      cursor.read_event(EventIndex(i), event_tree);
    }
  };
  use_all();
  use_all();
  EXPECT_EQ(allocations_in(use_all), 0u);
}

TEST(FrameByFrameDecoder, jumping_about_gives_the_same_as_going_forward) {
  std::vector<std::string> frames;
  for (int i = 0; i < 5; ++i) {
    FrameTextMaker frame{.frame_id = i + 1, .server_time = i * 16.0};
    for (int id = 1; id <= 1 + i; ++id) {
      frame.entities.push_back({.id = id, .name = "n" + std::to_string(i)});
    }
    frames.push_back(frame.text());
  }
  const auto recording = indexed(raw_text(frames));
  const auto text_at = [&](Cursor& cursor, std::size_t i) {
    const Frame& frame = cursor.seek(FrameIndex(i));
    std::string text;
    for (const Entity& entity : frame.entities) text += tree_text(frame.tree, entity.properties);
    return text;
  };
  Cursor forward(recording);
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < 5; ++i) texts.push_back(text_at(forward, i));
  Cursor jumping(recording);
  for (const std::size_t i : {4u, 0u, 3u, 3u, 1u, 4u, 2u}) {
    EXPECT_EQ(text_at(jumping, i), texts[i]);
  }
}

}  // namespace
}  // namespace scrubjay::framebyframe
