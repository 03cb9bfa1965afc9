// Whose children the entities of other programs' MCAP files are, and when they live.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/formats/mcap_test_file.h"

namespace scrubjay::mcap {
namespace {

/// "id of parent, id of none, "
std::string parents_of(const std::string& file) {
  const auto recording = recording_of(file);
  if (recording == nullptr) return "does not open";
  std::string out;
  for (std::size_t i = 0; i < recording->entity_count(); ++i) {
    const EntityInfo entity = recording->entity(EntityIndex(i));
    out += std::string(entity.id) + " of ";
    out += entity.parent.exists() ? recording->entity(entity.parent).id : "none";
    out += ", ";
  }
  return out;
}

std::string tf_front() { return foxglove(1, "FrameTransforms") + channel(1, 1, "/tf"); }

std::string tf(std::uint64_t second, const std::vector<MadeTransform>& each) {
  return message(1, second * kSecond, transforms(second * kSecond, each));
}

TEST(McapEntities, APoseIsOfTheFrameThatItIsIn) {
  const std::string front = tf_front() + schema(2, "foxglove.PoseInFrame", "jsonschema", "{}") +
                            channel(2, 2, "/pose", "json");
  const auto pose = [](std::uint64_t second, const std::string& frame) {
    return message(2, second * kSecond, R"({"frame_id":")" + frame + R"("})");
  };
  const std::string moves = front + tf(1, {{"map", "car", 1}, {"map", "van", 2}});
  // The second chunk has nothing but poses, which its index tells of.
  const auto file = [&](const std::string& first, const std::string& second) {
    const std::string records = pose(2, first) + pose(3, second);
    const std::string indexes =
        message_index(2, {{2 * kSecond, 0}, {3 * kSecond, pose(2, first).size()}});
    return FileMaker()
        .add_chunk(moves, {.first = kSecond, .last = kSecond})
        .add_chunk(records, {.first = 2 * kSecond, .last = 3 * kSecond, .indexes = indexes})
        .describe(front)
        .count(3)
        .summed();
  };
  EXPECT_EQ(parents_of(file("car", "car")), "car of none, van of none, /pose of car, ");
  EXPECT_EQ(parents_of(file("car", "van")), "car of none, van of none, /pose of van, ");
  EXPECT_EQ(parents_of(file("car", "map")), "car of none, van of none, /pose of car, ")
      << "the map is none";
  EXPECT_EQ(told_of(recording_of(file("car", "van"))), "");
}

TEST(McapEntities, OfSeveralParentsAtOneTimeTheLastCounts) {
  const auto file = [](const std::vector<MadeTransform>& first,
                       const std::vector<MadeTransform>& second) {
    return FileMaker()
        .add_chunk(tf_front() + tf(1, {{"map", "a"}, {"map", "b"}, {"map", "c"}}) + tf(2, first) +
                   tf(2, second))
        .summed();
  };
  EXPECT_EQ(parents_of(file({{"a", "c"}}, {{"map", "c"}})), "a of none, b of none, c of none, ");
  EXPECT_EQ(parents_of(file({{"a", "c"}, {"map", "c"}}, {})), "a of none, b of none, c of none, ");
  EXPECT_EQ(parents_of(file({{"a", "c"}}, {{"b", "c"}})), "a of none, b of none, c of b, ");
}

/// "first-last" of each of its lives.
std::string lives_of(const Recording& recording, std::size_t entity) {
  std::vector<Lifetime> lives;
  recording.lifetimes_of(EntityIndex(entity), lives);
  std::string out;
  for (const Lifetime& life : lives) {
    out += (out.empty() ? "" : " ") + std::to_string(life.first.value) + "-";
    out += std::to_string(life.last.value);
  }
  return out;
}

TEST(McapEntities, WhatEndsAndComesAgainInOneFrameLivesOn) {
  const auto at = [](std::uint64_t second, const std::vector<MadeSceneEntity>& entities,
                     const std::vector<MadeDeletion>& deletions = {}) {
    return message(1, second * kSecond, scene(second * kSecond, entities, deletions));
  };
  const auto all = [](std::uint64_t second) {
    return MadeDeletion{.time = second * kSecond, .is_all = true};
  };
  const std::string records = foxglove(1, "SceneUpdate") + channel(1, 1, "/scene") +
                              at(1, {{"deleted", "map"}, {"short", "map", 1, kSecond / 2}}) +
                              at(2, {{"deleted", "map"}, {"short", "map", 1, kSecond / 2}},
                                 {{.time = 2 * kSecond, .id = "deleted"}}) +
                              at(3, {{"deleted", "map"}}, {all(3)}) + at(4, {}, {all(4)}) +
                              at(5, {{"deleted", "map"}});
  const auto recording = recording_of(FileMaker().add_chunk(records).summed());
  ASSERT_NE(recording, nullptr);
  EXPECT_EQ(lives_of(*recording, 0), "0-2 4-4");
  EXPECT_EQ(lives_of(*recording, 1), "0-1");
  EXPECT_EQ(told_of(recording), "");
}

/// The `x` of the topic in each frame.
std::string read_of(const std::string& file) {
  const auto recording = recording_of(file);
  if (recording == nullptr) return "does not open";
  Cursor cursor(recording);
  std::string out;
  for (std::size_t i = 0; i < recording->frame_count(); ++i) {
    const Frame& frame = cursor.seek(FrameIndex(i));
    out += std::to_string(frame.tree[frame.entities.at(0).properties.first].integer) + " ";
  }
  return out + told_of(recording);
}

TEST(McapEntities, ReadsMessagesThatTheSummaryLeavesOut) {
  const std::string front = channel(1, 0, "/x", "json");
  const auto x = [](std::uint64_t n) {
    return message(1, n * kSecond, "{\"x\":" + std::to_string(n) + "}");
  };
  const auto file = [&](const std::string& before, const std::string& between,
                        const std::string& behind, std::uint64_t count) {
    const auto form = [](std::uint64_t second, const std::string& indexes) {
      return ChunkForm{.first = second * kSecond, .last = second * kSecond, .indexes = indexes};
    };
    FileMaker maker;
    maker.add(before).add_chunk(x(2), form(2, message_index(1, {{2 * kSecond, 0}})));
    maker.add(between).add_chunk(x(4), form(4, "")).add(behind);
    return maker.describe(front).count(count).summed();
  };
  const std::string text = metadata("a", {{"b", "c"}}) + attachment("d", "e", "f");
  EXPECT_EQ(read_of(file(front + text, text, text, 2)), "2 4 ");
  for (const std::uint64_t count : {2U, 3U}) {
    EXPECT_TRUE(
        read_of(file(front + x(1), text, text, count)).starts_with("1 2 4 warning bad-summary@"));
    EXPECT_TRUE(
        read_of(file(front, text + x(3), "", count)).starts_with("2 3 4 warning bad-summary@"));
    const std::string unlisted = chunk(x(5), {.first = 5 * kSecond, .last = 5 * kSecond});
    EXPECT_TRUE(
        read_of(file(front, "", unlisted, count)).starts_with("2 4 5 warning bad-summary@"));
  }
}

}  // namespace
}  // namespace scrubjay::mcap
