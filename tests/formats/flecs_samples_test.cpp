// What documents say one after another: which entities there are, what is polled and removed, how a
// file ends, and what is named.
#include <gtest/gtest.h>

#include <array>
#include <fstream>

#include "formats/compression/file_text.h"
#include "formats/flecs/flecs.h"
#include "formats/flecs/read/reader.h"
#include "tests/core/test_folder.h"
#include "tests/formats/deflated.h"
#include "tests/formats/flecs_test_file.h"
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

TEST(FlecsFrames, HoldAllThatDocumentsOfOneTimeSay) {
  const auto recording =
      recording_of(R"j({"time":0,"data":{"results":[{"name":"A"}]}})j"
                   "\n"
                   R"j({"time":0,"data":{"results":[{"name":"B"}]}})j"
                   "\n"
                   R"j({"time":1,"data":{"results":[{"name":"A"},{"name":"C"}]}})j"
                   "\n"
                   R"j({"time":1,"data":{"results":[{"name":"D"}]}})j"
                   "\n");
  EXPECT_EQ(entities_text(recording), "A B \nA C D \n");
  EXPECT_EQ(events_text(*recording), "1 entity_removed B\n1 entity_added C\n1 entity_added D\n");
}

TEST(FlecsFrames, HoldThemUntilTheSameQueryComesAgain) {
  const auto recording =
      recording_of(R"j({"time":0,"data":{"field_info":[],"results":[{"name":"A"}]}})j"
                   "\n"
                   R"j({"time":0,"data":{"field_info":[],"results":[{"name":"B"}]}})j"
                   "\n"
                   R"j({"time":1,"data":{"name":"Z","components":{"P":{"x":1}}}})j"
                   "\n"
                   R"j({"time":2,"data":{"field_info":[],"results":[{"name":"B"}]}})j"
                   "\n");
  EXPECT_EQ(entities_text(recording), "A B \nA B Z \nB Z \n");
  EXPECT_EQ(events_text(*recording), "2 entity_removed A\n");
}

TEST(FlecsRows, OfTheRowsModeAreToldByTheirMembers) {
  const std::array<const char*, 6> rows{
      R"j({"name":"800","is_set":[true],"components":{"P":{"x":1}}})j",
      R"j({"name":"800","is_set" : [true],"components":{"P":{"x":1}}})j",
      R"j({"name":"800","pairs":{"Identifier":"Name"}})j",
      R"j({"name":"800","components":{ "(Identifier,Name)" :null}})j",
      R"j({"name":"800","components":{"(Description,Color)":{"value":"#fff"}}})j",
      R"j({"name":"800"},{"name":"a","is_set":[ ]})j"};
  for (const char* row : rows)
    EXPECT_EQ(rows_text(*recording_of_worlds({row})).substr(0, 5), "#800<") << row;
  const std::array<const char*, 3> others{
      R"j({"name":"800","components":{"P":{"is_set":[true]}}})j",
      R"j({"name":"800","components":{"P":{"text":"(Description,Name)"}}})j",
      R"j({"name":"800","components":{"P":{"Identifier":1}}})j"};
  for (const char* row : others)
    EXPECT_EQ(rows_text(*recording_of_worlds({row})), "800<-:0-0 ") << row;
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

TEST(FlecsSamples, OfAFolderThatAreBrokenAreToldByTheirFiles) {
  const TestFolder folder;
  std::ofstream(folder / "1.json") << R"({"results":[{"name":"a"}]})";
  std::ofstream(folder / "2.json")
      << "{\"results\":[{\"name\":\"a\"}]}\n{\"results\":[{\"name\":\"b\"}";
  std::ofstream(folder / "3.json") << "7";
  const auto file = InputFile::open(folder.string(), folder_extensions());
  ASSERT_TRUE(file.has_value());
  const auto recording = *kFormat.open(*file);
  recording->index();
  const auto broken = problem_of(*recording, "broken-document");
  ASSERT_TRUE(broken);
  EXPECT_TRUE(broken->message.starts_with("\"2.json\": ")) << broken->message;
  EXPECT_EQ(*broken->offset, 27u);
  const auto foreign = problem_of(*recording, "foreign-file");
  ASSERT_TRUE(foreign);
  EXPECT_TRUE(foreign->message.starts_with("\"3.json\": ")) << foreign->message;
  EXPECT_EQ(*foreign->offset, 0u);
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

TEST(FlecsPass, AnIndexIsThatOfATextOfTheSameSize) {
  const auto file_of = [](const std::string& text) {
    const auto bytes = std::as_bytes(std::span(text));
    return compression::FileText(InputFile::from_memory("a.ndjson", {bytes.begin(), bytes.end()}));
  };
  compression::FileText made = file_of("{\"name\":\"a\"}");
  Recording recording(InputFile::from_memory("a", {}), nullptr, {});
  RecordingBuilder builder(recording);
  ASSERT_TRUE(made.find({}, builder));
  const auto kept =
      kept_bytes({}, [&](IndexWriter& out) { return made.save(out) && out.finish(); });
  ASSERT_TRUE(kept.has_value());
  for (const auto& [text, is_good] :
       {std::pair{R"({"name":"b"})", true}, {R"({"name":"ab"})", false}}) {
    IndexReader in(*kept, {});
    compression::FileText again = file_of(text);
    EXPECT_EQ(again.load({}, in), is_good) << text;
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
