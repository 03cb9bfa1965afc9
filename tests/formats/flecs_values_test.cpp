// What documents say of values: tags, types over time, columns, units and places.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "formats/flecs/flecs.h"
#include "formats/flecs/read/dialect.h"
#include "tests/formats/flecs_test_file.h"

namespace scrubjay::flecs {
namespace {

TEST(FlecsTags, AreFalseInFramesWithoutThem) {
  const auto recording =
      recording_of(R"j({"results":[{"name":"a","tags":["Hit"]},{"name":"b","tags":["Big"]}]})j"
                   "\n"
                   R"j({"results":[{"name":"a"},{"name":"b","tags":["Big"]}]})j"
                   "\n"
                   R"j({"results":[{"name":"a","tags":["Hit"]},{"name":"b","tags":["Big"]}]})j"
                   "\n");
  Cursor cursor{recording};
  const std::array<const char*, 3> hit{"true", "false", "true"};
  for (std::size_t i = 0; i < hit.size(); ++i) {
    const Frame& frame = cursor.seek(FrameIndex(i));
    EXPECT_EQ(value_of(*recording, frame, "a", "Hit"), hit[i]);
    EXPECT_EQ(value_of(*recording, frame, "b", "Big"), "true");
    EXPECT_EQ(value_of(*recording, frame, "b", "Hit"), "-") << "never has it";
  }
}

TEST(FlecsTags, AreAllIdsWithAFlag) {
  const auto recording = recording_of(
      R"j({"results":[{"name":"a","components":{"toggle|Fuel":null},"tags":["toggle|Gas"]}]})j");
  Cursor cursor{recording};
  const Frame& frame = cursor.seek(FrameIndex(0));
  EXPECT_EQ(value_of(*recording, frame, "a", "toggle|Gas"), "true");
  EXPECT_EQ(value_of(*recording, frame, "a", "toggle|Fuel"), "true");
}

TEST(FlecsFields, AreNamedByTheTypesWhereNothingElseNamesThem) {
  struct Case {
    const char* types;
    const char* fields;
    const char* path;
    const char* wanted;
  };
  const std::array cases{
      Case{R"("A":{"x":["float"]},"B":{"y":["float"]})", R"("values":[{"x":1},{"y":2}])", "B/y",
           "2"},
      // A key that comes twice is one.
      Case{R"("A":{"x":["float"]},"A":0,"B":{"y":["float"]})", R"("values":[{"x":1},{"y":2}])",
           "B/y", "2"},
      // A tag has no data.
      Case{R"("A":{"x":["float"]},"B":{"y":["float"]})", R"("values":[{"x":1},0,{"y":2}])", "B/y",
           "2"},
      Case{R"("A":{"x":["float"]},"B":{"y":["float"]})",
           R"("is_set":[false,true],"values":[0,{"y":2}])", "B/y", "2"},
      // As many, but no names for the others beside ids.
      Case{R"("A":{"x":["float"]},"B":{"y":["float"]})",
           R"("ids":["A",0],"values":[{"x":1},{"y":2}])", "field 1/y", "2"},
      Case{R"("A":{"x":["float"]})", R"("values":[{"x":1},{"y":2}])", "field 1/y", "2"},
  };
  for (const Case& each : cases) {
    const auto recording =
        recording_of(std::string(R"({"type_info":{)") + each.types +
                     R"(},"results":[{"name":"e","fields":{)" + each.fields + "}}]}\n");
    Cursor cursor{recording};
    EXPECT_EQ(value_of(*recording, cursor.seek(FrameIndex(0)), "e", each.path), each.wanted)
        << each.types << " " << each.fields;
  }
}

std::string text_with_unit(const char* attributes) {
  return std::string(R"j({"type_info":{"Position":{"x":["float",)j") + attributes +
         R"j(],"y":["float"],"z":["float"]},"Radius":{"value":["float",)j"
         R"j({"unit":"flecs.units.Length.Meters"}]}},"results":[)j"
         R"j({"name":"a","components":{"Position":{"x":1,"y":2,"z":3},"Radius":{"value":4}}}]})j";
}

struct UnitCase {
  const char* attributes;
  double metres;
};

TEST(FlecsTypes, OfAMemberStayTheSameOverTime) {
  const auto document = [](const char* flags, const char* count) {
    return std::string(R"j({"results":[{"name":"a","components":{"Mask":{"value":)j") + flags +
           R"j(},"Body":{"flags":)j" + flags + R"j(,"count":)j" + count + "}}}]}\n";
  };
  const auto recording =
      recording_of(document("0", "1") + document("\"A|B\"", "1.5") + document("0", "\"1e4\""));
  Cursor cursor{recording};
  const std::array<const char*, 3> counts{"1", "1.5", "10000"};
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const Frame& frame = cursor.seek(FrameIndex(i));
    const Entity* entity = entity_of(*recording, frame, "a");
    const auto type_of = [&](const char* path) {
      const auto node = find_path(frame.tree, entity->properties, path);
      return node ? frame.tree[*node].type : PropertyType::null;
    };
    EXPECT_EQ(type_of("Mask"), PropertyType::string) << i;
    EXPECT_EQ(type_of("Body/flags"), PropertyType::string) << i;
    EXPECT_EQ(type_of("Body/count"), PropertyType::number) << i;
    EXPECT_EQ(value_of(*recording, frame, "a", "Body/flags"), i == 1 ? "A|B" : "") << i;
    EXPECT_EQ(value_of(*recording, frame, "a", "Body/count"), counts[i]);
  }
}

/// The value of an entity's property in each frame, with its type.
std::string over_time(const std::shared_ptr<Recording>& recording, std::string_view id,
                      std::string_view path) {
  std::string text;
  Cursor cursor{recording};
  for (std::size_t i = 0; i < recording->frame_count(); ++i) {
    const Frame& frame = cursor.seek(FrameIndex(i));
    const Entity* entity = entity_of(*recording, frame, id);
    const auto node = find_path(frame.tree, entity->properties, path);
    if (!text.empty()) text += ", ";
    if (node) text += std::string(to_text(frame.tree[*node].type)) + " ";
    text += value_of(*recording, frame, id, path);
  }
  return text;
}

/// A document of one entity `x` whose component P is `value`.
std::string sample_with(std::string_view value) {
  return R"j({"results":[{"name":"x","components":{"P":)j" + std::string(value) + "}}]}\n";
}

/// P or its member over documents with those values.
std::string values_over_time(std::initializer_list<std::string_view> values,
                             std::string_view path) {
  std::string text;
  for (const std::string_view value : values) text += sample_with(value);
  return over_time(recording_of(text), "x", path);
}

TEST(FlecsTypes, OfSeveralKindsAreTexts) {
  EXPECT_EQ(values_over_time({R"({"q":true})", R"({"q":0})", R"({"q":false})"}, "P/q"),
            "string true, string 0, string false");
  EXPECT_EQ(values_over_time({R"({"q":1.5})", R"({"q":[1,2]})"}, "P/q"),
            "string 1.5, string [1,2]");
  EXPECT_EQ(values_over_time({R"({"q":0})", R"({"q":["A","B"]})"}, "P/q"), "list list, list list")
      << "0 is no id";
  EXPECT_EQ(values_over_time({R"({"q":"A|B"})", R"({"q":0})"}, "P/q"), "string A|B, string ");
  EXPECT_EQ(values_over_time({R"({"q":["a"]})", R"({"q":[1,2]})"}, "P/q/0"), "string a, string 1");
  EXPECT_EQ(values_over_time({R"({"q":[1,2]})", R"({"q":["a"]})"}, "P/q/0"), "string 1, string a");
}

TEST(FlecsTypes, OfNumbersAreOneOverTime) {
  EXPECT_EQ(values_over_time({R"({"n":2147483647})", R"({"n":"2147483648"})", R"({"n":5})"}, "P/n"),
            "integer 2147483647, integer 2147483648, integer 5");
  // Negative ones are printed without quotes.
  EXPECT_EQ(values_over_time({R"({"n":"12345678901"})", R"({"n":5})"}, "P/n"),
            "integer 12345678901, integer 5");
  EXPECT_EQ(values_over_time({R"({"n":"-12345678901"})", R"({"n":5})"}, "P/n"),
            "string -12345678901, string 5");
  EXPECT_EQ(values_over_time({R"({"n":9007199254740993})", R"({"n":1.5})"}, "P/n"),
            "number 9007199254740992, number 1.5");
  EXPECT_EQ(values_over_time({R"({"n":9007199254740993})", R"({"n":7})", R"({"n":1.5})"}, "P/n"),
            "number 9007199254740992, number 7, number 1.5")
      << "though the last two differ in numbers alone";
  EXPECT_EQ(values_over_time({R"({"v":[1,2]})", R"({"v":[1,2,3]})", R"({"v":[]})"}, "P/v"),
            "numbers [1, 2], numbers [1, 2, 3], numbers []");
  EXPECT_EQ(values_over_time({R"({"v":[1,2,3]})", R"({"v":[4,5,6]})"}, "P/v"),
            "vec3 [1, 2, 3], vec3 [4, 5, 6]");
}

TEST(FlecsTypes, NumbersInQuotesAreNumbersWhereTheTypeSaysSo) {
  const auto mass_over_time = [](const std::string& type) {
    std::string text;
    for (const char* mass : {"12000", "\"1e4\"", "5"}) {
      text += R"j({"results":[{"name":"x","components":{"Mass":{"value":)j" + std::string(mass) +
              R"j(}},"type_info":{"Mass":{"value":[")j" + type + "\"]}}}]}\n";
    }
    return over_time(recording_of(text), "x", "Mass");
  };
  EXPECT_EQ(mass_over_time("float"), "number 12000, number 10000, number 5");
  EXPECT_EQ(mass_over_time("int"), "integer 12000, integer 10000, integer 5");
}

TEST(FlecsTypes, IntegersBeyondDoublesAreExact) {
  EXPECT_EQ(values_over_time({R"({"n":7})", R"({"n":9007199254740993})",
                              R"({"n":-9007199254740993})", R"({"n":9007199254740992})"},
                             "P/n"),
            "integer 7, integer 9007199254740993, integer -9007199254740993, "
            "integer 9007199254740992");
  EXPECT_EQ(values_over_time({"[1,2,3]", "[9007199254740993,2,3]"}, "P/0"),
            "integer 1, integer 9007199254740993");
  EXPECT_EQ(values_over_time({R"({"x":1,"y":2})", R"({"x":1,"y":9007199254740993})"}, "P/y"),
            "integer 2, integer 9007199254740993");
  EXPECT_EQ(values_over_time({R"({"x":1,"y":2})", R"({"x":1,"y":9007199254740993})"}, "P"),
            "group group, group group");
}

TEST(FlecsTypes, NumbersInQuotesAreTextsUnlessANumberIsFound) {
  const char* quoted = R"({"serial":"1234567890","tag":"1e4","word":"NaN"})";
  EXPECT_EQ(values_over_time({quoted, quoted, R"({"serial":"1234567891"})"}, "P/serial"),
            "string 1234567890, string 1234567891");
  EXPECT_EQ(values_over_time({quoted, R"({"tag":"1e4"})"}, "P/tag"), "string 1e4, string 1e4");
  EXPECT_EQ(values_over_time({quoted}, "P/serial"), "integer 1234567890") << "no other document";
  EXPECT_EQ(values_over_time({quoted}, "P/tag"), "number 10000");
  EXPECT_EQ(values_over_time({R"({"tag":"1e4"})", R"({"tag":2})"}, "P/tag"),
            "number 10000, number 2");
  EXPECT_EQ(values_over_time({R"({"x":"1e4","y":1})", R"({"x":2,"y":"1e5"})"}, "P"),
            "vec2 [10000, 1], vec2 [2, 100000]");
  const auto recording =
      recording_of(R"j({"results":[{"name":"x","components":{"P":{"v":"1e4"}}}]})j"
                   "\n"
                   R"j({"results":[{"name":"x","components":{"P":{"v":"1e5"}}},)j"
                   R"j({"name":"y","components":{"P":{"v":3}}}]})j");
  EXPECT_EQ(over_time(recording, "x", "P/v"), "number 10000, number 100000")
      << "another entity has a number";
}

TEST(FlecsColumns, AZeroIsAValueWhereAnotherIsAPlainOne) {
  const auto cells =
      recording_of(R"j({"ids":["Count","Tag"],"results":[{"entities":["a","b"],"sources":[0,0],)j"
                   R"j("values":[[7,0],0]}]})j");
  EXPECT_EQ(over_time(cells, "b", "Count"), "number 0");
  EXPECT_EQ(over_time(cells, "b", "Tag"), "boolean true");
  const auto later = recording_of(
      R"j({"ids":["Count"],"results":[{"entities":["a"],"sources":[0],"values":[[0]]}]})j"
      "\n"
      R"j({"ids":["Count"],"results":[{"entities":["a"],"sources":[0],"values":[[5]]}]})j");
  EXPECT_EQ(over_time(later, "a", "Count"), "number 0, number 5");
  EXPECT_EQ(events_text(*later), "");
  const auto entities =
      recording_of(R"j({"path":"a","ids":[["Count"],["Mask"],["Tag"]],"values":[0,"A|B",0]})j"
                   "\n"
                   R"j({"path":"a","ids":[["Count"],["Mask"],["Tag"]],"values":[3,0,0]})j");
  EXPECT_EQ(over_time(entities, "a", "Count"), "number 0, number 3");
  EXPECT_EQ(over_time(entities, "a", "Mask"), "string A|B, string ");
  EXPECT_EQ(over_time(entities, "a", "Tag"), "boolean true, boolean true");
  const auto rows =
      recording_of(R"j({"results":[{"name":"a","fields":{"ids":["Count"],"values":[0]}}]})j"
                   "\n"
                   R"j({"results":[{"name":"a","fields":{"ids":["Count"],"values":[5]}}]})j");
  EXPECT_EQ(over_time(rows, "a", "Count"), "number 0, number 5");
}

TEST(FlecsColumns, AComponentWithoutItsValueIsNoTag) {
  const auto recording =
      recording_of(R"j({"path":"a","ids":[["Mass"],["Tag"]],"values":[[],0]})j"
                   "\n"
                   R"j({"path":"a","ids":[["Mass"],["Tag"]],"values":[{"kg":5},0]})j"
                   "\n"
                   R"j({"path":"a","ids":[["Mass"],["Tag"]],"values":[0,0]})j");
  EXPECT_EQ(over_time(recording, "a", "Mass"), "null null, group group, null null");
  EXPECT_EQ(over_time(recording, "a", "Tag"), "boolean true, boolean true, boolean true");
}

TEST(FlecsLengths, TheSceneIsInTheUnitOfItsPositions) {
  const std::vector<UnitCase> cases{
      {R"j({"unit":"flecs.units.Length.KiloMeters","symbol":"km"})j", 1000},
      {R"j({"unit":"flecs.units.Length.CentiMeters"})j", 0.01},
      {R"j({"symbol":"mm"})j", 0.001},
      {R"j({"unit":"flecs.units.Length.Pixels","symbol":"px"})j", 1},
      {R"j({"unit":"flecs.units.Mass.KiloGrams","symbol":"kg"})j", 1},
  };
  for (const UnitCase& each : cases) {
    const auto recording = recording_of(text_with_unit(each.attributes));
    EXPECT_EQ(recording->info().coordinates.metres_per_unit, each.metres) << each.attributes;
    Cursor cursor{recording};
    const Frame& frame = cursor.seek(FrameIndex(0));
    const Entity* entity = entity_of(*recording, frame, "a");
    ASSERT_TRUE(entity != nullptr && entity->world.position && entity->box) << each.attributes;
    EXPECT_EQ(*entity->world.position, glm::dvec3(1, 2, 3)) << "as recorded";
    EXPECT_NEAR(entity->box->half.x * each.metres, 4, 1e-12) << each.attributes;
  }
}

TEST(FlecsLengths, MayBeSaidByASymbolAlone) {
  const auto recording = recording_of(
      R"j({"type_info":{"Position":{"x":["float",{"symbol":"mm"}],"y":["float"],"z":["float"]}},)j"
      R"j("results":[{"name":"a","components":{"Position":{"x":1,"y":2,"z":3}}}]})j");
  EXPECT_EQ(recording->info().coordinates.metres_per_unit, 0.001);
}

TEST(FlecsLengths, BecomeOfAChosenUnitInPlacesAndStayInProperties) {
  const std::vector<UnitCase> cases{
      {R"j({"unit":"flecs.units.Length.KiloMeters","symbol":"km"})j", 1000},
      {R"j({"unit":"flecs.units.Length.MilliMeters"})j", 0.001},
      {R"j({"unit":"flecs.units.Length.Pixels","symbol":"px"})j", 2},
  };
  for (const UnitCase& each : cases) {
    const auto recording = read_with(text_with_unit(each.attributes),
                                     {{"axes", "right=+x,up=+y,forward=+z,metres=2"}});
    Cursor cursor{recording};
    const Frame& frame = cursor.seek(FrameIndex(0));
    const glm::dvec3 expected = glm::dvec3(1, 2, 3) * each.metres / 2.0;
    EXPECT_LT(glm::distance(*entity_of(*recording, frame, "a")->world.position, expected), 1e-12)
        << each.attributes;
    EXPECT_EQ(value_of(*recording, frame, "a", "Position"), "[1, 2, 3]") << each.attributes;
  }
}

TEST(FlecsLengths, ThatSayTheirUnitAreNotConvertedTogetherWithTheScene) {
  const auto recording =
      recording_of(text_with_unit(R"j({"unit":"flecs.units.Length.KiloMeters"})j"));
  Cursor cursor{recording};
  cursor.set_coordinates(*CoordinateSystem::parse("unreal"));
  const Frame& frame = cursor.seek(FrameIndex(0));
  EXPECT_EQ(value_of(*recording, frame, "a", "Position"), "[1, 2, 3]");
  EXPECT_EQ(entity_of(*recording, frame, "a")->world.position->z, 200000.0);
}

TEST(FlecsRepairs, ATokenThatIsNoValueBecomesATextOfOneRepair) {
  const auto repaired = repair_document(R"({"a":not a number})");
  ASSERT_TRUE(repaired);
  EXPECT_EQ(repaired->text, R"({"a":"not a number"})");
  EXPECT_EQ(repaired->repairs, 1u);
}

TEST(FlecsRepairs, HalfOfASurrogatePairBecomesTheReplacementCharacter) {
  const auto recording = recording_of(
      R"j({"results":[{"name":"x","components":{"P":{"v":"a\ud800b\udc00","w":"\ud83d\ude80"}}},)j"
      R"j({"name":"y"}]})j");
  EXPECT_EQ(problem_codes(*recording), "repaired");
  Cursor cursor{recording};
  const Frame& frame = cursor.seek(FrameIndex(std::size_t{0}));
  EXPECT_EQ(frame.entities.size(), 2u);
  EXPECT_EQ(value_of(*recording, frame, "x", "P/v"), "a\uFFFDb\uFFFD");
  EXPECT_EQ(value_of(*recording, frame, "x", "P/w"), "\U0001F680");
}

TEST(FlecsPlaces, AnglesThatAreManyTurnsAsRadiansAreDegrees) {
  const auto turn_of = [](const char* angle) {
    const auto recording = recording_of(
        std::string(R"j({"results":[{"name":"a","components":{"Position":{"x":1,"y":2,"z":3},)j") +
        R"j("Rotation":{"x":0,"y":0,"z":)j" + angle + "}}}]}");
    Cursor cursor{recording};
    const Entity* entity = entity_of(*recording, cursor.seek(FrameIndex(0)), "a");
    return 2 * std::acos(entity->world.rotation.value().w);
  };
  EXPECT_NEAR(turn_of("1.5"), 1.5, 1e-6);
  EXPECT_NEAR(turn_of("6.25"), 6.25, 1e-6);
  EXPECT_NEAR(turn_of("90"), std::numbers::pi / 2, 1e-6);
}

/// The turn of `a` in each frame, in degrees.
std::vector<double> turns_of(const std::string& text) {
  const auto recording = recording_of(text);
  Cursor cursor{recording};
  std::vector<double> turns;
  for (std::size_t i = 0; i < recording->frame_count(); ++i) {
    const Entity* entity = entity_of(*recording, cursor.seek(FrameIndex(i)), "a");
    turns.push_back(
        std::round(2 * std::acos(entity->world.rotation.value().w) * 180 / std::numbers::pi));
  }
  return turns;
}

TEST(FlecsPlaces, LargeAnglesOfAnySampleMakeAllDegrees) {
  const auto rows = [](const char* before, const char* behind) {
    std::string text;
    for (const char* angle : {"0", "5", "90", "45.5"}) {
      text += std::string(R"j({"results":[{"name":"a",)j") + before + angle + behind + "}]}\n";
    }
    return text;
  };
  const std::vector<double> degrees{0, 5, 90, 46};
  EXPECT_EQ(turns_of(rows(R"j("components":{"Rotation":{"x":0,"y":)j", R"j(,"z":0}})j")), degrees);
  EXPECT_EQ(turns_of(rows(R"j("components":{"game.Rotation": {"value": [0,)j", ",0]}}")), degrees);
  EXPECT_EQ(turns_of(rows(R"j("components":{"Pose":{"rot":[0,)j", R"j(,0],"pos":[1,2,3]}})j")),
            degrees);
  EXPECT_EQ(turns_of(rows(R"j("fields":{"ids":["Rotation"],"values":[[0,)j", ",0]]}")), degrees);
  const std::vector<double> radians{0, 57, 115};
  std::string small;
  for (const char* angle : {"0", "1", "2.0"}) {
    small +=
        std::string(R"j({"results":[{"name":"a","components":{"Position":{"x":90,"y":0,"z":1},)j") +
        R"j("Rotation":{"x":0,"y":)j" + angle + R"j(,"z":0}}}]})j" + "\n";
  }
  EXPECT_EQ(turns_of(small), radians);
}

TEST(FlecsColumns, AListThatTheTypeIsIsOneValueForAll) {
  const auto value_with = [](const char* type, const char* id) {
    const auto recording = recording_of(
        std::string(R"j({"ids":["Grid"],"type_info":{"Grid":)j") + type +
        R"j(},"results":[{"entities":["A","B"],"entity_ids":[700,701],"values":[[5,6]]}]})j");
    Cursor cursor{recording};
    return value_of(*recording, cursor.seek(FrameIndex(0)), id, "Grid");
  };
  EXPECT_EQ(value_with(R"j(["int"])j", "A"), "5");
  EXPECT_EQ(value_with(R"j(["int"])j", "B"), "6");
  for (const char* const list : {R"j(["array", ["int"], 2])j", R"j(["vector", ["int"]])j"}) {
    EXPECT_NE(value_with(list, "A"), "5") << list;
    EXPECT_EQ(value_with(list, "A"), value_with(list, "B")) << list;
  }
}

TEST(FlecsPlaces, AScaleWithoutAPositionIsAtZeroWithAWarning) {
  const std::string scale = R"j("flecs.components.transform.Scale3":{"x":2,"y":2,"z":2})j";
  const std::string place = R"j("flecs.components.transform.Position3":{"x":1,"y":0,"z":0})j";
  const auto recording = recording_of(
      R"j({"results":[{"name":"lost","components":{)j" + scale + R"j(}},)j" +
      R"j({"parent":"lost","name":"child","components":{)j" + place + R"j(}},)j" +
      R"j({"name":"whole","components":{)j" + scale + "," + place + R"j(}},)j" +
      R"j({"name":"pattern","tags":["flecs.core.Prefab"],"components":{)j" + scale + "}}]}");
  Cursor cursor{recording};
  const Frame& frame = cursor.seek(FrameIndex(0));
  EXPECT_EQ(*entity_of(*recording, frame, "lost")->world.position, glm::dvec3(0.0));
  EXPECT_EQ(*entity_of(*recording, frame, "lost.child")->world.position, glm::dvec3(2, 0, 0));
  ASSERT_EQ(frame.problems.size(), 1u);
  EXPECT_EQ(frame.problems.front().code, "no-position");
  EXPECT_EQ(frame.problems.front().severity, Severity::warning);
  EXPECT_EQ(frame.problems.front().count, 1u);
  const auto icon_of = [&](const char* id) {
    const auto node = find_path(frame.tree, entity_of(*recording, frame, id)->properties, "Scale3");
    return frame.tree.style_of(frame.tree[*node]).icon;
  };
  EXPECT_EQ(icon_of("lost"), "warning");
  EXPECT_EQ(icon_of("whole"), "");
}

}  // namespace
}  // namespace scrubjay::flecs
