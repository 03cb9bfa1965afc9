// What documents say one after another: removals, tags that come and go, units, and what is told of
// places.
#include <gtest/gtest.h>

#include <zlib.h>

#include <array>
#include <cmath>
#include <fstream>
#include <numbers>

#include "formats/flecs/flecs.h"
#include "formats/flecs/read/dialect.h"
#include "formats/flecs/read/reader.h"
#include "formats/flecs/read/text_file.h"
#include "tests/core/test_folder.h"
#include "tests/formats/deflated.h"
#include "tests/formats/flecs_test_file.h"
#include "tests/formats/flecs_written.h"
#include "tests/formats/framebyframe_test_file.h"
#include "tests/formats/kept_bytes.h"

namespace scrubjay::flecs {
namespace {

/// Ids of the entities alive at each frame, a line each.
std::string entities_text(const std::shared_ptr<Recording>& recording) {
  std::string text;
  Cursor cursor{recording};
  for (std::size_t i = 0; i < recording->frame_count(); ++i) {
    for (const Entity& entity : cursor.seek(FrameIndex(i)).entities) {
      text += std::string(recording->entity(entity.index).id) + " ";
    }
    text += "\n";
  }
  return text;
}

/// Every row of entities: "id<parent's row or -:first-last ...".
std::string rows_text(const Recording& recording) {
  std::string text;
  for (std::size_t i = 0; i < recording.entity_count(); ++i) {
    const EntityInfo info = recording.entity(EntityIndex(i));
    text += std::string(info.id) + "<" +
            (info.parent.exists() ? std::to_string(info.parent.value) : std::string("-"));
    for (std::size_t life = 0; life < recording.lifetime_count(); ++life) {
      const Lifetime row = recording.lifetime(LifetimeIndex(life));
      if (row.entity != EntityIndex(i)) continue;
      text += ":" + std::to_string(row.first.value) + "-" + std::to_string(row.last.value);
    }
    text += " ";
  }
  return text;
}

/// A recording of worlds, each the rows of one.
std::shared_ptr<Recording> recording_of_worlds(std::initializer_list<const char*> worlds) {
  std::string text;
  for (const char* rows : worlds) {
    std::string line(rows);
    std::erase(line, '\n');
    text += "{\"results\":[" + line + "]}\n";
  }
  return recording_of(text);
}

TEST(FlecsRows, OfAMovedEntityLeaveNothingBehindThatNeverLives) {
  const char* const before =
      R"j({"name":"Ship","id":2},{"name":"Gun","parent":"Ship","id":3},{"name":"Dock","id":4})j";
  EXPECT_EQ(rows_text(*recording_of_worlds(
                {before, R"j({"name":"Ship","parent":"Dock","id":2},{"name":"Dock","id":4})j"})),
            "Ship<2:0-1 Ship.Gun<0:0-0 Dock<-:0-1 ");
  EXPECT_EQ(rows_text(*recording_of_worlds(
                {before, R"j({"name":"Ship","parent":"Dock","id":2},{"name":"Dock","id":4},
                             {"name":"Gun","parent":"Dock.Ship","id":3})j"})),
            "Ship<2:0-1 Ship.Gun<0:0-1 Dock<-:0-1 ");
  // A child that is still named below the old path hangs below a plain node.
  EXPECT_EQ(rows_text(*recording_of_worlds(
                {before, R"j({"name":"Ship","parent":"Dock","id":2},{"name":"Dock","id":4},
                             {"name":"Gun","parent":"Ship","id":3})j"})),
            "Ship<2:0-1 Ship.Gun<3:0-1 Dock<-:0-1 Ship#2<-:1-1 ");
  // Which goes with the child, and leaves its parent free to go.
  EXPECT_EQ(rows_text(*recording_of_worlds(
                {R"j({"name":"A"},{"name":"Ship","parent":"A"},{"name":"Gun","parent":"A.Ship"},
                     {"name":"Dock"})j",
                 R"j({"name":"A"},{"name":"Ship","parent":"Dock"},
                     {"name":"Gun","parent":"A.Ship","tags":["Hot"]},{"name":"Dock"})j",
                 R"j({"name":"Dock"})j"})),
            "A<-:0-1 A.Ship<3:0-1 A.Ship.Gun<4:0-1 Dock<-:0-2 A.Ship#2<0:1-1 ");
}

TEST(FlecsRows, HaveIdsThatTellEntitiesOfOneFrameApart) {
  const auto recording = recording_of_worlds(
      {R"j({"name":"C","id":1},{"name":"B","id":2})j",
       R"j({"name":"C","parent":"B","id":1},{"name":"B","id":2})j",
       R"j({"name":"C","parent":"B","id":1},{"name":"B","id":2},{"name":"C","id":3},
           {"name":"D","parent":"C","id":4})j"});
  EXPECT_EQ(entities_text(recording), "C B \nC B \nC B C#2 C.D \n");
  EXPECT_EQ(rows_text(*recording), "C<1:0-2 B<-:0-2 C#2<-:2-2 C.D<2:2-2 ");
  // One after the other they share it.
  EXPECT_EQ(
      rows_text(*recording_of_worlds({R"j({"name":"C","id":1})j", R"j({"name":"C","id":3})j"})),
      "C<-:0-0 C<-:1-1 ");
}

TEST(FlecsRows, HaveTheLastParent) {
  const char* const before =
      R"j({"name":"P","id":4},{"name":"X","parent":"P","id":2},{"name":"Z","parent":"P.X","id":3})j";
  EXPECT_EQ(rows_text(*recording_of_worlds(
                {before, R"j({"name":"P","id":4,"version":1},{"name":"X","parent":"P","id":2},
                             {"name":"Z","parent":"P.X","id":3})j"})),
            "P<-:0-0 P.X<3:0-1 P.X.Z<1:0-1 P<-:1-1 ");
  EXPECT_EQ(rows_text(*recording_of_worlds({before, R"j({"name":"P","id":4,"version":1})j"})),
            "P<-:0-0 P.X<0:0-0 P.X.Z<1:0-0 P<-:1-1 ");
}

TEST(FlecsRows, LiveInTheFramesThatHoldThem) {
  // A dot without its backslash means the entity with that name once it is there.
  const auto dotted = recording_of(
      R"j({"name":"boss","parent":"level.01"})j"
      "\n"
      R"j({"results":[{"name":"level.01","id":5},{"name":"boss","parent":"level.01"}]})j"
      "\n");
  EXPECT_EQ(rows_text(*dotted), "level.01.boss<3:0-1 level.01<2:0-0 level<-:0-0 level\\.01<-:1-1 ");
  // Not named any more, but a child still is: one life.
  const auto held = recording_of(R"j({"time":4.0,"data":{"name":"B"}})j"
                                 "\n"
                                 R"j({"time":4.5,"data":{"results":[{"name":"n","parent":"B"}]}})j"
                                 "\n");
  EXPECT_EQ(rows_text(*held), "B<-:0-1 B.n<0:1-1 ");
}

TEST(FlecsPolledEntities, AnErrorInPlaceOfOneRemovesIt) {
  const std::string ship = R"j({"parent":"Sun","name":"Ship","components":{"Fuel":{"left":1}}})j";
  const std::string base = R"j({"name":"Base","components":{"Fuel":{"left":2}}})j";
  const std::string gone = R"j({"error":"entity 'Sun/Ship' not found"})j";
  const auto wrapped = [](const char* time, const std::string& data) {
    return std::string("{\"time\":") + time + ",\"data\":" + data + "}\n";
  };
  const std::string timed = wrapped("0", ship) + wrapped("0", base) + wrapped("1", gone) +
                            wrapped("1", base) + wrapped("2", gone) + wrapped("2", base) +
                            wrapped("3", ship) + wrapped("3", base);
  const std::string untimed = ship + base + gone + base + gone + base + ship + base;
  for (const std::string& text : {timed, untimed}) {
    const auto recording = recording_of(text);
    EXPECT_EQ(entities_text(recording), "Sun.Ship Base Sun \nBase \nBase \nSun.Ship Base Sun \n");
    EXPECT_EQ(events_text(*recording), "1 entity_removed Sun.Ship\n3 entity_added Sun.Ship\n");
    EXPECT_EQ(problem_codes(*recording), "");
  }
}

/// What stands in front of its path is repaired, which moves it.
TEST(FlecsPolledEntities, AreKnownByTheirPathsWhereTheyAreRepaired) {
  const auto polled = [](const std::string& path) {
    return R"j({"label":"the "b"" )j" + std::string(300, '\x01') + R"j(","path":")j" + path +
           R"j(","ids":[["Fuel"]],"values":[{"left":1}]})j";
  };
  const std::string gone = R"j({"error":"entity 'A' not found"})j";
  const auto wrapped = [](const char* time, const std::string& data) {
    return std::string("{\"time\":") + time + ",\"by\":\"" + std::string(300, '\x01') +
           "\",\"data\":" + data + "}\n";
  };
  const std::string timed = wrapped("0", polled("A")) + wrapped("0", polled("B")) +
                            wrapped("1", polled("B")) + "{\"time\":1,\"data\":" + gone + "}\n";
  const std::string untimed =
      polled("A") + "\n" + polled("B") + "\n" + gone + "\n" + polled("B") + "\n";
  for (const std::string& text : {timed, untimed}) {
    const auto recording = recording_of(text);
    EXPECT_EQ(entities_text(recording), "A B \nB \n");
    EXPECT_EQ(problem_codes(*recording), "repaired");
  }
}

TEST(FlecsFolder, SumsUpTheBlankLinesOfItsFiles) {
  const TestFolder folder;
  for (const char* name : {"1.json", "2.json"}) {
    std::ofstream(folder / name) << "{\"results\":[{\"name\":\"a\"}]}\n\n\n";
  }
  const auto file = InputFile::open(folder.string(), folder_extensions());
  ASSERT_TRUE(file.has_value());
  const auto recording = *kFormat.open(*file);
  recording->index();
  PropertyTree tree;
  const auto blank = find_path(tree, recording->details(tree), "skipped/blank");
  ASSERT_TRUE(blank.has_value());
  EXPECT_EQ(tree[*blank].unsigned_integer, 4u);
}

TEST(FlecsEmptyResults, AreOfTheWorldOrQueryThatCameBeforeThem) {
  const std::string world =
      R"j({"results":[{"name":"a","components":{"P":{"x":1}}},{"name":"b"}]})j"
      "\n"
      R"j({"results":[]})j"
      "\n"
      R"j({"results":[{"name":"b"}]})j"
      "\n";
  EXPECT_EQ(entities_text(recording_of(world)), "a b \n\nb \n");
  // Of two queries the one whose terms they have.
  const auto query = [](const char* time, const char* term, const char* results) {
    return std::string("{\"time\":") + time + ",\"data\":{\"ids\":[[\"" + term +
           "\"]],\"results\":[" + results + "]}}\n";
  };
  const char* const of_p = R"j({"ids":[["P"]],"entities":["a"]})j";
  const char* const of_q = R"j({"ids":[["Q"]],"entities":["c"]})j";
  const std::string queries = query("0", "P", of_p) + query("0", "Q", of_q) + query("1", "P", "") +
                              query("1", "Q", of_q) + query("2", "P", of_p) + query("2", "Q", "");
  EXPECT_EQ(entities_text(recording_of(queries)), "a c \nc \na \n");
}

TEST(FlecsPolledEntities, AnErrorAboutWhatIsNotPolledIsAMissingSample) {
  const std::string base = R"j({"name":"Base"})j";
  const std::string later = R"j({"name":"Base","tags":["Old"]})j";
  for (const char* error : {R"j({"error":"entity 'Nope' not found"})j", R"j({"error":"busy"})j"}) {
    const auto recording = recording_of(base + "\n" + error + "\n" + later + "\n");
    EXPECT_EQ(recording->frame_count(), 2u) << error;
    EXPECT_EQ(events_text(*recording), "0 samples_missing - 1\n1 tag_added Base Old\n") << error;
    EXPECT_EQ(problem_codes(*recording), "error-reply") << error;
  }
}

TEST(FlecsEnd, OfACutFileIsToldOnce) {
  std::string text;
  for (int i = 0; i < 50; ++i) {
    text += "{\"time\":" + std::to_string(i) + R"j(,"data":{"results":[{"name":"a","id":)j" +
            std::to_string(i * i) + "}]}}\n";
  }
  const ByteVector packed = deflated(bytes_of(text), kGzip, 9);
  const auto whole = recording_of(as_text(packed));
  EXPECT_EQ(problem_codes(*whole), "");
  EXPECT_TRUE(whole->is_complete());
  const auto cut = recording_of(text.substr(0, text.size() - 5));
  EXPECT_EQ(problem_codes(*cut), "cut-off");
  EXPECT_FALSE(cut->is_complete());
  const auto cut_packed = recording_of(as_text(packed).substr(0, packed.size() * 3 / 4));
  EXPECT_EQ(problem_codes(*cut_packed), "cut-off");
  EXPECT_FALSE(cut_packed->is_complete());
  EXPECT_GT(cut_packed->frame_count(), 0u);
}

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

TEST(FlecsPass, AnIndexIsThatOfATextOfTheSameSize) {
  const auto file_of = [](const std::string& text) {
    const auto bytes = std::as_bytes(std::span(text));
    return TextFile(InputFile::from_memory("a.ndjson", {bytes.begin(), bytes.end()}));
  };
  TextFile made = file_of("{\"name\":\"a\"}");
  FileIndex index;
  Recording recording(InputFile::from_memory("a", {}), nullptr, {});
  RecordingBuilder builder(recording);
  ASSERT_TRUE(made.find(builder, index));
  const auto kept =
      kept_bytes({}, [&](IndexWriter& out) { return made.save(out, index) && out.finish(); });
  ASSERT_TRUE(kept.has_value());
  for (const auto& [text, is_good] :
       {std::pair{R"({"name":"b"})", true}, {R"({"name":"ab"})", false}}) {
    IndexReader in(*kept, {});
    TextFile again = file_of(text);
    FileIndex loaded;
    EXPECT_EQ(again.load(in, loaded), is_good) << text;
  }
}

TEST(FlecsPass, OfACompressedFileEndsWhereTheFileDoes) {
  std::string text;
  for (int i = 0; i < 50; ++i) {
    text += "{\"time\":" + std::to_string(i) + R"j(,"data":{"results":[{"name":"a"}]}})j" + "\n";
  }
  const auto file = InputFile::from_memory("a.ndjson.gz", framebyframe::gzipped(text));
  FlecsReader reader(file, *read_choices({}));
  Recording recording(file, nullptr, {});
  RecordingBuilder builder(recording);
  reader.index(builder);
  EXPECT_EQ(recording.frame_count(), 50u);
  EXPECT_GT(recording.progress().bytes_done, file->size() * 3 / 4);
  EXPECT_LE(recording.progress().bytes_done, file->size());
}

/// "id=name<parent's id", a word for each row.
std::string rows_of(const Recording& recording) {
  std::string text;
  for (std::size_t i = 0; i < recording.entity_count(); ++i) {
    const EntityInfo entity = recording.entity(EntityIndex(i));
    text += std::string(entity.id) + "=" + std::string(entity.name);
    if (entity.parent.exists()) {
      text += "<";
      text += recording.entity(entity.parent).id;
    }
    text += " ";
  }
  return text;
}

TEST(FlecsNames, WithDotsAreWhatTheParentLeaves) {
  // That there is an S says the other path alone.
  EXPECT_EQ(
      rows_of(*recording_of(
          R"({"ids":["Position"],"results":[{"ids":["Position"],"sources":[0],"is_set":[true],)"
          R"("entities":["S.Mercury","S.Planet X.1"],)"
          R"("entity_ids":[660,661],"values":[[{"x":0,"y":0,"z":0},{"x":1,"y":0,"z":0}]]}]})")),
      "S.Mercury=Mercury<S S.Planet X.1=Planet X.1<S S=S ");
  // What ChildOf says goes before the last dot, behind which there is a number.
  EXPECT_EQ(
      rows_of(*recording_of(
          R"({"results":[{"ids":[["Position"],["flecs.core.ChildOf","S"]],)"
          R"("entities":["S.Planet X.1","S.7"],"values":[[{"x":0,"y":0},{"x":1,"y":0}],0]}]})")),
      "S.Planet X.1=Planet X.1<S S.#7=#7<S S=S ");
  EXPECT_EQ(rows_of(*recording_of(
                R"({"path":"S.Planet X.1","ids":[["Position"],["flecs.core.ChildOf","S"]],)"
                R"("values":[{"x":0,"y":0},0]})")),
            "S.Planet X.1=Planet X.1<S S=S ");
}

/// Older releases do not say whether a value is one for each entity.
TEST(FlecsNames, PathsWithColonsNameTheSameEntities) {
  const auto recording = recording_of(
      R"j({"path":"::Scene::Mars","ids":[["::game::Mass"],["flecs.core.ChildOf","::Scene"]],)j"
      R"j("values":[{"v":1},0]})j"
      "\n"
      R"j({"path":"Scene.Mars","ids":[["game.Mass"],["Likes","::Scene"]],"values":[{"v":2},0]})j"
      "\n");
  EXPECT_EQ(entities_text(recording), "Scene.Mars Scene \nScene.Mars Scene \n");
  Cursor cursor{recording};
  const Frame& frame = cursor.seek(FrameIndex(std::size_t{0}));
  const Entity* mars = entity_of(*recording, frame, "Scene.Mars");
  EXPECT_EQ(mars->name, "Mars");
  EXPECT_EQ(recording->entity(mars->parent).id, "Scene");
  EXPECT_EQ(value_of(*recording, frame, "Scene.Mars", "Mass/v"), "1");
  EXPECT_EQ(value_of(*recording, cursor.seek(FrameIndex(std::size_t{1})), "Scene.Mars", "Likes"),
            "Scene");
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

TEST(FlecsWriter, WritesTheStartOfWallClocks) {
  const auto text_at = [](const char* time) {
    return std::string("{\"time\":") + time + R"j(,"data":{"results":[{"name":"a"}]}})j" + "\n";
  };
  const auto recording = recording_of(text_at("1700000000.25") + text_at("1700000001.5"));
  const auto start_of = [](const Recording& read) {
    PropertyTree tree;
    const auto node = find_path(tree, read.details(tree), "start_time");
    return node ? tree[*node].number : 0.0;
  };
  EXPECT_EQ(start_of(*recording), 1700000000.25);
  const auto again = recording_of(written({.recording = recording}).text);
  EXPECT_EQ(start_of(*again), 1700000000.25);
  ASSERT_EQ(again->frame_count(), 2u);
  EXPECT_EQ(again->timeline().time(FrameIndex(1)), 1.25);
  const auto rest = recording_of(written({.recording = recording, .from = 1.0}).text);
  EXPECT_EQ(rest->timeline().time(FrameIndex(0)), 1.25) << "the zero stays";
}

TEST(FlecsMappings, OfWhatIsNotThereNameWhatIs) {
  const std::string text =
      R"j({"results":[{"name":"a","components":{"game.Body":{"pose":{"x":1,"y":2,"z":3}},)j"
      R"j("Heat":{"value":1}}}]})j";
  struct Case {
    const char* mapping;
    const char* expected;  ///< empty: no problem
  };
  const std::vector<Case> cases{{"Body/pose=position", ""},
                                {"game.Body/pose=position", ""},
                                {"Body/place=position", "one of game.Body/pose"},
                                {"Boddy=position", "one of Heat, game.Body"}};
  for (const Case& each : cases) {
    const auto recording = read_with(text, {{"map", each.mapping}});
    const std::vector<Problem> problems = recording->problems();
    ASSERT_EQ(problems.size(), *each.expected == '\0' ? 0u : 1u) << each.mapping;
    if (problems.empty()) continue;
    EXPECT_EQ(problems.front().code, "no-such-component");
    EXPECT_EQ(problems.front().severity, Severity::warning);
    EXPECT_EQ(problems.front().expected, each.expected);
  }
}

}  // namespace
}  // namespace scrubjay::flecs
