// The frame dump that the application's documentation offers, and the not-quite-JSON examples of
// its pages (formats/framebyframe/README.md, 11, 15.1).
#include <gtest/gtest.h>

#include <filesystem>
#include <map>

#include "formats/format.h"
#include "tests/formats/framebyframe_test_file.h"
#include "tests/formats/opened.h"

namespace scrubjay::framebyframe {
namespace {

class FrameByFrameRealFile : public testing::Test {
 protected:
  void SetUp() override {
    const std::string path = SCRUBJAY_SHARED_DATA "/framebyframe/ExampleFrameData.txt";
    if (!std::filesystem::exists(path)) GTEST_SKIP() << "There is no " << path << ".";
    recording_ = opened(path);
    ASSERT_NE(recording_, nullptr);
  }

  std::shared_ptr<Recording> recording_;
};

TEST_F(FrameByFrameRealFile, IsWholeAndWithoutProblems) {
  EXPECT_EQ(recording_->info().format, "framebyframe");
  EXPECT_EQ(recording_->frame_count(), 1u);
  EXPECT_EQ(recording_->entity_count(), 246u);
  EXPECT_EQ(recording_->event_count(), 7u);
  EXPECT_EQ(recording_->layer_count(), 7u);
  EXPECT_EQ(recording_->timeline().number(FrameIndex(0)), 82u);
  EXPECT_EQ(recording_->timeline().stream_info(StreamIndex(0)).name, "Server");
  EXPECT_EQ(detail(*recording_, "container"), "dump");
  EXPECT_EQ(detail(*recording_, "start_time"), "2587");
  EXPECT_EQ(problem_codes(*recording_), "");
  EXPECT_TRUE(recording_->is_complete());
}

TEST_F(FrameByFrameRealFile, HasFiveRootsAndTheEventsOfItsOrigin) {
  std::size_t roots = 0;
  for (std::size_t i = 0; i < recording_->entity_count(); ++i) {
    if (!recording_->entity(EntityIndex(i)).parent.exists()) ++roots;
  }
  EXPECT_EQ(roots, 5u);
  std::map<std::string, int> names;
  for (std::size_t i = 0; i < recording_->event_count(); ++i) {
    const EventInfo event = recording_->event(EventIndex(i));
    EXPECT_EQ(event.order, i);
    ++names[std::string(event.name)];
  }
  const std::map<std::string, int> expected{{"Damage received", 3}, {"Death", 3}, {"Explosion", 1}};
  EXPECT_EQ(names, expected);
}

TEST_F(FrameByFrameRealFile, HasThePropertiesOfItsOrigin) {
  Cursor cursor(recording_);
  const Frame& frame = cursor.seek(FrameIndex(0));
  EXPECT_TRUE(frame.problems.empty());
  std::map<PropertyType, int> counts;
  const auto count = [&](auto& self, PropertyRange range) -> void {
    for_each_root(frame.tree, range, [&](PropertyTree::Node node, const PropertyNode& property) {
      ++counts[property.type];
      if (property.type == PropertyType::group) self(self, children_of(frame.tree, node));
    });
  };
  for (const Entity& entity : frame.entities) count(count, entity.properties);
  for (const FrameEvent& event : frame.events) count(count, event.properties);
  // The seven groups of the events stand for themselves.
  EXPECT_EQ(counts[PropertyType::group], 628 - 7);
  EXPECT_EQ(counts[PropertyType::vec3], 739);
  EXPECT_EQ(counts[PropertyType::string], 252);
  EXPECT_EQ(counts[PropertyType::capsule], 56);
  EXPECT_EQ(counts[PropertyType::oobb], 49);
  EXPECT_EQ(counts[PropertyType::number], 28);
  EXPECT_EQ(counts[PropertyType::line], 27);
  EXPECT_EQ(counts[PropertyType::sphere], 17);
  EXPECT_EQ(counts[PropertyType::entity], 6);
  EXPECT_EQ(counts[PropertyType::path], 6);
  EXPECT_EQ(counts[PropertyType::mesh], 1);
}

/// An entity as the pages print them: keys of vectors are bare.
std::string page_entity(int id, int parent, const std::string& name, const std::string& user,
                        const std::string& events) {
  const auto vector = [](const char* property, const char* value) {
    return std::string(R"({ "name": ")") + property + R"(", "type": "vec3", "value": )" + value +
           " }";
  };
  return "        " + std::to_string(id) + ": {\n \"id\": " + std::to_string(id) +
         ", \"parentId\": " + std::to_string(parent) +
         ",\n \"properties\": [ { \"name\": \"properties\", \"type\": \"group\", \"value\": [" +
         user + "] },\n { \"name\": \"special\", \"type\": \"group\", \"value\": [\n" +
         R"({ "name": "name", "type": "string", "value": ")" + name + "\" },\n" +
         vector("position", "{ x: 56.7, y: 32.43, z: -2.4 }") + ",\n" +
         vector("up", "{x: 0, y: 0, z: 1 }") + ",\n" + vector("forward", "{x: 0, y: 1, z: 0 }") +
         "\n] } ],\n \"events\": [" + events + "] }";
}

TEST(FrameByFramePages, TheDetailedExampleLoadsWithThirtyThreeRepairs) {
  // The array of the group "stats" is never closed.
  const std::string stats = R"({ "name": "stats", "type": "group", "value": [
      { "name": "Health", "type": number, "value": 24 },
      { "name": "Stamina", "type": number, "value": 67 } })";
  const std::string text =
      "{\n \"frameId\": 521, \"clientId\": 1, \"tag\": \"Server\",\n \"serverTime\": 4124566,"
      " \"elapsedTime\": 0.16666, \"coordSystem\": 1,\n \"entities\": {\n" +
      page_entity(304, 0, "Test Entity", "", "") + ",\n" +
      page_entity(55, 304, "Test Entity 2", "", "") + ",\n" +
      page_entity(108, 0, "Test Entity 3", stats, event_text("Damage Received", "System", 0)) +
      "\n }\n}\n";
  const auto recording = opened(InputFile::from_memory("page.txt", bytes_of(text)));
  ASSERT_NE(recording, nullptr);
  EXPECT_EQ(detail(*recording, "repairs"), "33");
  EXPECT_EQ(entities_at(recording, 0), "304 Test Entity, 55 Test Entity 2, 108 Test Entity 3");
  EXPECT_EQ(recording->event_count(), 1u);
  EXPECT_TRUE(recording->is_complete());
  std::map<std::uint64_t, int> counts;
  for (const Problem& problem : recording->problems()) {
    EXPECT_EQ(problem.code, "repaired");
    EXPECT_EQ(problem.severity, Severity::warning);
    ++counts[problem.count];
  }
  // 27 bare keys, 3 numbers as keys, 2 bare values, 1 bracket.
  const std::map<std::uint64_t, int> expected{{27, 1}, {3, 1}, {2, 1}, {1, 1}};
  EXPECT_EQ(counts, expected);
  Cursor cursor(recording);
  const Frame& frame = cursor.seek(FrameIndex(0));
  const auto health =
      find_path(frame.tree, frame.entities[2].properties, "properties/stats/Health");
  ASSERT_TRUE(health.has_value());
  EXPECT_EQ(frame.tree[*health].number, 24);
  const auto stamina =
      find_path(frame.tree, frame.entities[2].properties, "properties/stats/Stamina");
  ASSERT_TRUE(stamina.has_value());
  EXPECT_EQ(frame.tree[*stamina].number, 67);
}

TEST(FrameByFramePages, TheShortExampleLoads) {
  const auto recording = indexed(R"({ "frameId": 521, "clientId": 1, "tag": "Server",
      "serverTime": 4124566, "elapsedTime": 0.16666, "coordSystem": 1,
      "entities": {
        304: { "id": 304, "parentId": 0, "properties": [], "events": [] },
        55: { "id": 55, "parentId": 304, "properties": [], "events": [] } } })");
  EXPECT_EQ(detail(*recording, "repairs"), "2");
  EXPECT_EQ(entities_at(recording, 0), "304 , 55 ");
  EXPECT_EQ(recording->entity(EntityIndex(1)).parent, EntityIndex(0));
}

}  // namespace
}  // namespace scrubjay::framebyframe
