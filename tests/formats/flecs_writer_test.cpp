// Documents of every release that are written again read back as they were.
#include <gtest/gtest.h>

#include <map>

#include "formats/flecs/flecs.h"
#include "tests/core/made_recording.h"
#include "tests/formats/flecs_test_file.h"
#include "tests/formats/flecs_written.h"
#include "tests/formats/framebyframe_test_file.h"

namespace scrubjay::flecs {
namespace {

std::string without_escapes(std::string_view path) {
  std::string text(path);
  std::erase(text, '\\');
  return text;
}

class FlecsDocuments : public testing::TestWithParam<const char*> {};

TEST_P(FlecsDocuments, AreReadBackAsTheyWere) {
  const auto source = shared_recording(GetParam());
  if (!source) GTEST_SKIP() << "There is no " << GetParam();
  const Written made = written({.recording = source});
  const auto copy = recording_of(made.text);
  ASSERT_TRUE(copy);
  EXPECT_TRUE(copy->is_complete());
  ASSERT_EQ(copy->frame_count(), source->frame_count());
  EXPECT_EQ(made.report.frames, source->frame_count());
  Cursor at_source{source};
  Cursor at_copy{copy};
  for (std::size_t i = 0; i < source->frame_count(); ++i) {
    SCOPED_TRACE("frame " + std::to_string(i));
    const Frame& a = at_source.seek(FrameIndex(i));
    const Frame& b = at_copy.seek(FrameIndex(i));
    EXPECT_EQ(a.time, b.time);
    EXPECT_EQ(a.number, b.number);
    ASSERT_EQ(a.entities.size(), b.entities.size());
    const auto where = [](const Recording& recording, const Frame& frame) {
      std::map<std::string, const Entity*> found;
      for (const Entity& entity : frame.entities) {
        found.emplace(without_escapes(recording.entity(entity.index).id), &entity);
      }
      return found;
    };
    const auto copies = where(*copy, b);
    for (const auto& [id, entity] : where(*source, a)) {
      SCOPED_TRACE(id);
      ASSERT_TRUE(copies.contains(id));
      const Entity& again = *copies.at(id);
      EXPECT_EQ(entity->name, again.name);
      EXPECT_EQ(entity->parent.exists(), again.parent.exists());
      expect_same_place(entity->world, again.world);
      expect_same_place(entity->local, again.local);
      EXPECT_EQ(values_of(a, *entity), values_of(b, again));
    }
    Values of_frame;
    Values of_copy;
    flatten(a.tree, a.properties, "", of_frame);
    flatten(b.tree, b.properties, "", of_copy);
    EXPECT_EQ(of_frame, of_copy);
  }
}

INSTANTIATE_TEST_SUITE_P(Real, FlecsDocuments,
                         testing::Values("solar-v4.1.6/world.ndjson", "solar-v4.1.6/table.ndjson",
                                         "solar-v4.1.6/earth.ndjson", "solar-v4.1.6/query.ndjson",
                                         "solar-v4.0.0/world_wrapped.ndjson",
                                         "solar-v3.2.12/world_wrapped.ndjson",
                                         "solar-v3.2.5/world.ndjson", "solar-v3.2.5/query.ndjson",
                                         "solar-v3.0.0/earth.ndjson",
                                         "hub-city-v4.1.6/world_wrapped.ndjson",
                                         "malformed/names-v4.1.6.ndjson"),
                         [](const auto& file) {
                           std::string name = file.param;
                           std::erase_if(name, [](char c) { return std::isalnum(c) == 0; });
                           return name;
                         });

TEST(FlecsWriter, EventsOfWorldsAreFoundAgain) {
  const auto source = shared_recording("solar-v4.1.6/world.ndjson");
  if (!source) GTEST_SKIP() << "There is no solar-v4.1.6";
  EXPECT_EQ(events_text(*recording_of(written({.recording = source}).text)), events_text(*source));
}

TEST(FlecsWriter, WhatLeavesAQueryIsRemovedInTheDocumentsWritten) {
  const auto query = [](const std::string& rows) {
    return R"({"field_info":[{"id":"P"}],"results":[{"name":"a","fields":{"values":[0]}})" + rows +
           "]}\n";
  };
  const auto source =
      recording_of(query(R"(,{"name":"b","fields":{"values":[0]}})") + query("") + query(""));
  ASSERT_EQ(source->event_count(), 1u);
  ASSERT_EQ(source->event(EventIndex(0)).tag, "query");
  const Written made = written({.recording = source});
  EXPECT_EQ(recording_of(made.text)->event(EventIndex(0)).tag, "entity");
  const auto told = std::ranges::find(
      made.report.losses, "events of entities that a query found or lost", &WriteLoss::what);
  ASSERT_NE(told, made.report.losses.end());
  EXPECT_EQ(told->count, 1u);
}

TEST(FlecsWriter, WrapsDocumentsAndKeepsWhatIsAskedFor) {
  const std::string text =
      R"j({"time":1,"frame":7,"level":"x","data":{"results":[{"name":"a"},{"name":"b"}]}})j"
      "\n"
      R"j({"time":2,"frame":8,"data":{"results":[{"name":"a"},{"name":"b","id":3}]}})j"
      "\n";
  const auto source = recording_of(text);
  EXPECT_EQ(written({.recording = source, .to = 1.5}).text,
            R"j({"time":1,"frame":7,"level":"x","data":{"results":[{"name":"a"}, {"name":"b"}]}})j"
            "\n");
  const Written one =
      written({.recording = source, .from = 2.0, .entities = source->find_entities("b")});
  EXPECT_EQ(one.text, R"j({"time":2,"frame":8,"data":{"results":[{"name":"b","id":3}]}})j"
                      "\n");
  EXPECT_EQ(one.report.entities, 1u);
}

TEST(FlecsWriter, WritesMembersOfTheWrapperWhateverTheyAreCalled) {
  const std::string text =
      R"j({"time":2,"frame":7,"events":null,"speed":3,"data":{"results":[{"name":"a"}]}})j"
      "\n";
  const Written made = written({.recording = recording_of(text)});
  EXPECT_EQ(made.text, text);
  EXPECT_TRUE(made.report.losses.empty());
}

TEST(FlecsWriter, TellsPropertiesOfFramesThatAreCalledLikeAPartOfTheDocument) {
  auto scene = std::make_shared<MadeScene>();
  scene->frames = steady_frames(2);
  const auto source = made_recording(scene);  // a property "frame" in each frame
  source->index();
  const Written made = written({.recording = source});
  EXPECT_EQ(recording_of(made.text)->frame_count(), 2u);
  const auto told = std::ranges::find(
      made.report.losses, "properties of frames that are called like a part of the document",
      &WriteLoss::what);
  ASSERT_NE(told, made.report.losses.end());
  EXPECT_EQ(told->count, 2u);
}

TEST(FlecsWriter, NamesWithNumbersBehindThemStayApart) {
  const auto source = framebyframe::indexed(framebyframe::raw_text({framebyframe::FrameTextMaker{
      .entities = {{.id = 1, .name = "a"},
                   {.id = 2, .name = "a"},
                   {.id = 3, .name = "a 1"},
                   {.id = 4, .name = "a 1 (2)"}}}.text()}));
  ASSERT_EQ(source->entity_count(), 4u);
  EXPECT_EQ(recording_of(written({.recording = source}).text)->entity_count(), 4u);
}

TEST(FlecsWriter, WritesTheTypesOfMembersAsFarAsTheyAreKnown) {
  const std::string text =
      R"j({"time":1,"frame":7,"data":{"results":[{"name":"a","components":{"Tank":{"fuel":3,"kind":4}},)j"
      R"j("type_info":{"Tank":{"fuel":["float"],"kind":0}}}]}})j"
      "\n";
  EXPECT_EQ(written({.recording = recording_of(text)}).text, text);
}

TEST(FlecsWriter, SaysWhyNothingIsWritten) {
  const auto source = recording_of("{\"results\":[{\"name\":\"a\"}]}\n");
  const std::atomic<bool> never = false;
  const std::atomic<bool> at_once = true;
  const auto good = [](Bytes) { return true; };
  const auto full = [](Bytes) { return false; };
  EXPECT_EQ(kWriter.write({.recording = source}, at_once, good).error().code, "cancelled");
  EXPECT_EQ(kWriter.write({.recording = source}, never, full).error().code, "not-written");
  EXPECT_EQ(kWriter.write({.recording = source, .options = {{"container", "raw"}}}, never, good)
                .error()
                .code,
            "option");
}

/// Changes are found again by comparing: of the first sample of a part there is nothing before it.
TEST(FlecsWritten, EventsThatAPartCannotSayAreTold) {
  const std::string entity = R"("components":{"game.Position":{"x":1,"y":2,"z":3}}}]}})";
  const std::string text =
      R"({"time":0,"frame":0,"data":{"results":[{"name":"E","id":600,"tags":["Visited"],)" +
      entity + "\n" + R"({"time":1,"frame":1,"data":{"results":[{"name":"E","id":600,)" + entity +
      "\n" + R"({"time":2,"frame":2,"data":{"results":[{"name":"E","id":600,)" + entity + "\n";
  const auto source = recording_of(text);
  ASSERT_TRUE(source);
  ASSERT_EQ(source->event_count(), 1u);
  for (const auto& [from, events] : {std::pair{0.0, 1u}, {0.5, 0u}, {1.5, 0u}}) {
    const Written made = written({.recording = source, .from = from});
    const auto copy = recording_of(made.text);
    ASSERT_TRUE(copy);
    EXPECT_EQ(copy->event_count(), events) << from;
    EXPECT_EQ(made.report.events, events) << from;
    EXPECT_EQ(made.report.losses.size(), from == 0.5 ? 1u : 0u) << from;
  }
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

}  // namespace
}  // namespace scrubjay::flecs
