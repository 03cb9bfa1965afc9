// Frames of which only some entities are wanted, beside the whole ones: of all formats, of files
// that they write of each other's recordings, and of damaged ones.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "tests/core/bytes_of.h"
#include "tests/core/file_text.h"
#include "tests/formats/framebyframe_test_file.h"
#include "tests/formats/malformed.h"
#include "tests/formats/recording_dump.h"
#include "tests/formats/written_again.h"

namespace scrubjay {
namespace {

using Entities = std::vector<EntityIndex>;

/// How often each kind of problem is told.
std::map<std::string, std::int64_t> counts_of(const Frame& frame) {
  std::map<std::string, std::int64_t> counts;
  for (const Problem& problem : frame.problems) {
    counts[problem.code] += static_cast<std::int64_t>(problem.count);
  }
  return counts;
}

class Comparison {
 public:
  explicit Comparison(std::shared_ptr<const Recording> recording)
      : recording_(std::move(recording)), whole_(recording_), some_(recording_) {}

  /// False where a difference was told.
  bool compare(FrameIndex frame, const Entities& wanted) {
    some_.want(wanted);
    const Frame& whole = whole_.seek(frame);
    const bool is_same = is_part_of(*recording_, some_.seek(frame), whole);
    EXPECT_TRUE(is_same) << "frame " << frame.value << " of " << wanted.size() << " wanted:\n"
                         << frame_dump(*recording_, some_.frame()) << "of\n"
                         << frame_dump(*recording_, whole);
    return is_same;
  }

  /// Problems of the frame, and those of each entity, together are those of the whole frame.
  bool compare_problems(FrameIndex frame) const {
    const auto all = counts_with(std::nullopt, frame);
    const auto own = counts_with(Entities(), frame);
    auto together = own;
    recording_->visit_alive(frame, [&](EntityIndex entity) {
      for (const auto& [code, count] : counts_with(Entities{entity}, frame)) {
        const auto of_frame = own.find(code);
        together[code] += count - (of_frame == own.end() ? 0 : of_frame->second);
      }
    });
    EXPECT_EQ(together, all) << "frame " << frame.value;
    return together == all;
  }

  const Frame& whole(FrameIndex frame) { return whole_.seek(frame); }

 private:
  /// By a cursor of its own, since some tell what is wrong with several frames only once.
  std::map<std::string, std::int64_t> counts_with(std::optional<Entities> wanted,
                                                  FrameIndex frame) const {
    Cursor cursor(recording_);
    cursor.want(std::move(wanted));
    return counts_of(cursor.seek(frame));
  }

  std::shared_ptr<const Recording> recording_;
  Cursor whole_;
  Cursor some_;
};

/// None, one, a few or all of a frame's entities, and now and then one that does not live in it.
Entities some_of(const Frame& frame, std::size_t all, std::mt19937& random) {
  Entities wanted;
  const std::size_t few = random() % 4;
  for (std::size_t i = 0; i < few && !frame.entities.empty(); ++i) {
    wanted.push_back(frame.entities[random() % frame.entities.size()].index);
  }
  if (few == 0 && random() % 2 == 0) {
    for (const Entity& entity : frame.entities) wanted.push_back(entity.index);
  }
  if (all > 0 && random() % 4 == 0) wanted.emplace_back(random() % all);
  return wanted;
}

/// In forward play with the same entities, and in random seeks with others each time.
void expect_wanted_as_in_whole(const std::shared_ptr<const Recording>& recording,
                               std::mt19937& random) {
  constexpr std::size_t kMostFrames = 40;
  constexpr std::size_t kMostEntities = 60;
  const std::size_t frames = recording->frame_count();
  if (frames == 0) return;
  Comparison comparison(recording);
  const std::size_t first = frames > kMostFrames ? random() % (frames - kMostFrames) : 0;
  const std::size_t played = std::min(frames, kMostFrames);
  const Entities followed =
      some_of(comparison.whole(FrameIndex(first + played / 2)), recording->entity_count(), random);
  for (std::size_t i = 0; i < played; ++i) {
    if (!comparison.compare(FrameIndex(first + i), followed)) return;
  }
  for (std::size_t i = 0; i < played; ++i) {
    const FrameIndex frame(random() % frames);
    const Frame& whole = comparison.whole(frame);
    if (!comparison.compare(frame, some_of(whole, recording->entity_count(), random))) return;
    const bool is_small = whole.entities.size() <= kMostEntities;
    if (is_small && i % 4 == 0 && !comparison.compare_problems(frame)) return;
  }
}

/// Null where the bytes are refused.
std::shared_ptr<Recording> open_if_possible(std::string_view format, ByteVector bytes) {
  auto recording = find_format(format)->open(InputFile::from_memory("wanted", std::move(bytes)));
  if (!recording) return nullptr;
  (*recording)->index();
  return *recording;
}

struct Seed {
  std::string format;
  std::string name;
  ByteVector bytes;
};

/// The small files of the fuzz targets and of readers' tests.
std::vector<Seed> seeds() {
  const std::pair<const char*, const char*> folders[] = {
      {"carla", "carla/seeds"}, {"framebyframe", "framebyframe/seeds"}, {"flecs", "flecs/seeds"},
      {"xrec", "xrec/seeds"},   {"colyseus", "colyseus/files"},         {"mcap", "mcap/seeds"}};
  std::vector<Seed> found;
  for (const auto& [format, folder] : folders) {
    std::vector<std::filesystem::path> paths;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(
             std::string(SCRUBJAY_TEST_DATA) + "/" + folder)) {
      if (entry.is_regular_file()) paths.push_back(entry.path());
    }
    std::ranges::sort(paths);
    for (const auto& path : paths) {
      found.push_back({format, path.filename().string(), bytes_of(file_text(path))});
    }
  }
  return found;
}

TEST(WantedEntities, AreAsInTheWholeFrameOfEveryFormat) {
  std::mt19937 random(1);
  std::map<std::string, int> opened;
  for (const Seed& seed : seeds()) {
    SCOPED_TRACE(seed.format + " " + seed.name);
    const auto recording = open_if_possible(seed.format, seed.bytes);
    if (recording == nullptr || recording->frame_count() == 0) continue;
    ++opened[seed.format];
    expect_wanted_as_in_whole(recording, random);
  }
  EXPECT_EQ(opened.size(), 6u);
}

TEST(WantedEntities, AreAsInTheWholeFrameOfTheSamples) {
  std::mt19937 random(2);
  for (const char* name :
       {"sample.log", "sample.fbf", "sample_saved.fbf", "sample.ndjson", "sample.xrec"}) {
    SCOPED_TRACE(name);
    const auto recording = opened(asset(name));
    ASSERT_NE(recording, nullptr);
    expect_wanted_as_in_whole(recording, random);
  }
}

TEST(WantedEntities, AreAsInTheWholeFrameOfWhatIsKept) {
  std::mt19937 random(3);
  for (const Seed& seed : seeds()) {
    if (seed.bytes.size() > 20'000) continue;
    const auto source = open_if_possible(seed.format, seed.bytes);
    if (source == nullptr || source->frame_count() == 0) continue;
    for (const char* format : {"carla", "framebyframe", "flecs", "xrec", "mcap"}) {
      if (seed.format == format) continue;
      SCOPED_TRACE(seed.format + " " + seed.name + " as " + format);
      const auto kept = opened(written_as(format, {.recording = source}).file);
      ASSERT_NE(kept, nullptr);
      expect_wanted_as_in_whole(kept, random);
    }
  }
}

TEST(WantedEntities, AreAsInTheWholeFrameOfMalformedFiles) {
  std::mt19937 random(4);
  for (const MalformedTable& table : kMalformedTables) {
    for (const Malformed& malformed : table.cases()) {
      SCOPED_TRACE(std::string(table.format) + " " + malformed.what);
      const auto recording = open_if_possible(table.format, malformed.bytes);
      if (recording != nullptr) expect_wanted_as_in_whole(recording, random);
    }
  }
}

TEST(WantedEntities, AreAsInTheWholeFrameOfFilesWithWrongBytes) {
  std::mt19937 random(5);
  constexpr int kVariants = 40;
  for (const Seed& seed : seeds()) {
    for (int i = 0; i < kVariants && !seed.bytes.empty(); ++i) {
      ByteVector bytes = seed.bytes;
      for (std::size_t n = 1 + random() % 4; n > 0; --n) {
        // Of texts mostly those that mean something there.
        constexpr std::string_view kMarks = "\"{}[],:0-\\ae";
        const char byte = random() % 4 == 0 ? static_cast<char>(random() % 256)
                                            : kMarks[random() % kMarks.size()];
        bytes[random() % bytes.size()] = static_cast<std::byte>(byte);
      }
      SCOPED_TRACE(seed.format + " " + seed.name + " variant " + std::to_string(i));
      const auto recording = open_if_possible(seed.format, std::move(bytes));
      if (recording != nullptr) expect_wanted_as_in_whole(recording, random);
      if (HasFailure()) return;
    }
  }
}

/// Entities 1 to 5, one of which is wrong in the second frame: the index pass does not look at
/// properties of entities that it knows.
std::shared_ptr<Recording> with_wrong_properties(std::int64_t id, const std::string& wrong) {
  using framebyframe::EntityText;
  using framebyframe::FrameTextMaker;
  std::vector<std::string> frames;
  for (int frame = 1; frame <= 2; ++frame) {
    FrameTextMaker maker{.frame_id = frame, .server_time = 16.0 * frame};
    for (std::int64_t i = 1; i <= 5; ++i) {
      const std::string user = frame == 2 && i == id
                                   ? wrong
                                   : R"({"name":"speed","type":"number","value":)" +
                                         std::to_string(10 * i + frame) + "}";
      maker.entities.push_back(EntityText{.id = i, .parent = i / 2, .user = user});
    }
    frames.push_back(maker.text());
  }
  return framebyframe::indexed(framebyframe::raw_text(frames));
}

TEST(WantedEntities, AreAsInTheWholeFrameWhereOneIsDamaged) {
  std::mt19937 random(6);
  for (const char* wrong :
       {R"({"name":"speed","type":"number","value":true})", R"({"name":"speed" "type":"number"})",
        R"({"name":"speed","type":"number","value":})",
        R"({"name":"speed","type":"number","value":12x4})",
        R"({"name":"speed","type":"number","value":1]})", R"(7)", R"([{"name":"a"})",
        R"({"name":"{\"id\":9,\"x\\","type":"string","value":"}]}\\\"]"})"}) {
    for (const std::int64_t id : {1, 3, 5}) {
      SCOPED_TRACE(std::string(wrong) + " of " + std::to_string(id));
      expect_wanted_as_in_whole(with_wrong_properties(id, wrong), random);
    }
  }
}

TEST(WantedEntities, BehindADamagedOneAreThereAllTheSame) {
  const auto recording =
      with_wrong_properties(2, R"({"name":"speed","type":"number","value":12x4})");
  Cursor cursor(recording);
  const Frame& frame = cursor.seek(FrameIndex(1));
  ASSERT_EQ(frame.entities.size(), 5u);
  const auto speed = find_path(frame.tree, frame.entities[4].properties, "properties/speed");
  ASSERT_TRUE(speed.has_value());
  EXPECT_EQ(frame.tree[*speed].number, 52);
  ASSERT_EQ(frame.problems.size(), 1u);
}

TEST(WantedEntities, AreFoundWhateverTheOrderOfTheirFields) {
  std::mt19937 random(7);
  const std::string text =
      R"({"frameId":1,"elapsedTime":16,"serverTime":0,"entities":[)"
      R"({"properties":[{"type":"group","name":"User","value":[]}],"id":1,"parentId":2},)"
      R"({"id":3,"properties":[{"type":"group","name":"User","value":[{"type":"number","name":"a","value":1}]}],"id":2},)"
      R"({"id":1,"properties":[{"type":"group","name":"User","value":[{"type":"number","name":"a","value":2}]}],"parentId":0},)"
      R"({"id":2,"parentId":3,"events":[]},{"id":3,"parentId":2}]})";
  const auto recording = framebyframe::indexed(framebyframe::raw_text({text}));
  ASSERT_EQ(recording->frame_count(), 1u);
  Comparison comparison(recording);
  const Entities all = [&] {
    Entities found;
    for (const Entity& entity : comparison.whole(FrameIndex(0)).entities) {
      found.push_back(entity.index);
    }
    return found;
  }();
  ASSERT_EQ(all.size(), 3u);
  for (const EntityIndex entity : all) EXPECT_TRUE(comparison.compare(FrameIndex(0), {entity}));
  expect_wanted_as_in_whole(recording, random);
}

}  // namespace
}  // namespace scrubjay
