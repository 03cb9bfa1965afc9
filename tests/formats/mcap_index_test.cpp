// What indexes in MCAP files are good for, and that what they say is held against the messages.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/json_writer.h"
#include "core/property_json.h"
#include "formats/mcap/records.h"
#include "tests/core/made_recording.h"
#include "tests/formats/framebyframe_test_file.h"
#include "tests/formats/malformed.h"
#include "tests/formats/mcap_test_file.h"
#include "tests/formats/recording_dump.h"
#include "tests/formats/written_again.h"

namespace scrubjay::mcap {
namespace {

std::string random_file(const std::string& compression, std::uint64_t seed = 3) {
  // An entity of such a scene may live in frames of another stream than its own.
  MadeScene scene = random_scene(seed, 40, 6);
  scene.streams = 1;
  scene.frames = steady_frames(40);
  const auto source = made_recording(std::make_shared<const MadeScene>(std::move(scene)));
  source->index();
  const Written made = written_as("mcap", {.recording = source}, {{"compression", compression}});
  return std::string(reinterpret_cast<const char*>(made.file.data()), made.file.size());
}

/// Tables, frames and events; what of it is not read from chunks when it is opened, too.
std::string said_by(std::string_view file) {
  const auto recording = recording_of(file);
  if (recording == nullptr) return "does not open";
  std::string out = tables_and_extras_dump(*recording);
  Cursor cursor(recording);
  for (std::size_t i = 0; i < recording->frame_count(); ++i) {
    out += frame_dump(*recording, cursor.seek(FrameIndex(i)));
  }
  return out;
}

/// The file with something else in place of `what`, which it has, and is as long.
std::string changed(std::string file, std::string_view what, std::string_view into,
                    std::size_t from = 0) {
  const std::size_t at = file.find(what, from);
  EXPECT_NE(at, std::string::npos);
  EXPECT_EQ(what.size(), into.size());
  return file.replace(at, what.size(), into);
}

/// The same file whose index is of no use: its bytes are not those of its sum.
std::string without_index(const std::string& file) {
  return changed(file, kIndexType, "application/x-scrubjay-indey");
}

/// Every chunk's bytes are zero.
std::string with_blank_chunks(std::string file) {
  std::size_t at = kMagic.size();
  const auto number = [&](std::size_t from, int bytes) {
    std::size_t value = 0;
    for (int i = bytes; i-- > 0;) {
      value = value << 8 | static_cast<unsigned char>(file[from + static_cast<std::size_t>(i)]);
    }
    return value;
  };
  while (file[at] != kDataEnd) {
    const std::size_t size = number(at + 1, 8);
    if (file[at] == kChunk) {
      const std::size_t name = number(at + 9 + 28, 4);
      const std::size_t head = 28 + 4 + name + 8;
      std::fill_n(file.begin() + static_cast<std::ptrdiff_t>(at + 9 + head), size - head, '\0');
    }
    at += 9 + size;
  }
  return file;
}

TEST(McapIndex, OfOurFilesSaysWhatTheirChunksSay) {
  for (const std::uint64_t seed : {3U, 4U, 5U}) {
    for (const char* const how : {"none", "zstd"}) {
      const std::string file = random_file(how, seed);
      EXPECT_EQ(said_by(file), said_by(without_index(file))) << how << seed;
      EXPECT_EQ(told_of(recording_of(file)), "") << how << seed;
    }
  }
}

/// What is read of our own file of a recording: by the index that it carries, and without it.
std::vector<std::shared_ptr<Recording>> read_back(std::shared_ptr<const Recording> source) {
  const Written made = written_as("mcap", {.recording = std::move(source)});
  const std::string file(as_text(made.file));
  return {recording_of(file), recording_of(without_index(file))};
}

TEST(McapIndex, KnowsParentsThatAreToldOfBehindTheirChildren) {
  const std::vector<std::string> frames{
      framebyframe::FrameTextMaker{.entities = {{.id = 1, .parent = 2}, {.id = 2}}}.text(),
      framebyframe::FrameTextMaker{.server_time = 10,
                                   .entities = {{.id = 3, .parent = 4}, {.id = 4}}}
          .text()};
  for (const auto& recording : read_back(framebyframe::indexed(framebyframe::raw_text(frames)))) {
    ASSERT_NE(recording, nullptr);
    ASSERT_EQ(recording->entity_count(), 4U);
    for (std::size_t i = 0; i < 4; ++i) {
      const EntityInfo entity = recording->entity(EntityIndex(i));
      const std::string_view parent = entity.id == "1" ? "2" : entity.id == "3" ? "4" : "";
      EXPECT_EQ(entity.parent.exists(), !parent.empty()) << entity.id;
      if (!entity.parent.exists()) continue;
      EXPECT_EQ(recording->entity(entity.parent).id, parent);
    }
  }
}

TEST(McapIndex, EndsLivesWithTheirStream) {
  // Who lives in the last frame of a stream lives no longer, whatever others have behind it.
  MadeScene scene;
  scene.streams = 2;
  scene.frames = {{0.0, 1, 0}, {0.1, 2, 0}, {0.2, 3, 1}, {0.3, 4, 1}};
  scene.lives = {{0, 0, 2}, {1, 2}};
  const auto source = made_recording(std::make_shared<const MadeScene>(std::move(scene)));
  source->index();
  for (const auto& recording : read_back(source)) {
    ASSERT_NE(recording, nullptr);
    ASSERT_EQ(recording->lifetime_count(), 2U);
    EXPECT_EQ(recording->lifetime(LifetimeIndex(0)).first, FrameIndex(0));
    EXPECT_EQ(recording->lifetime(LifetimeIndex(0)).last, FrameIndex(1));
    EXPECT_EQ(recording->lifetime(LifetimeIndex(1)).first, FrameIndex(2));
    EXPECT_EQ(recording->lifetime(LifetimeIndex(1)).last, FrameIndex(3));
  }
}

TEST(McapIndex, KnowsTheLastParentOfARoot) {
  using Entities = std::vector<framebyframe::EntityText>;
  std::vector<std::string> frames;
  for (const Entities& entities :
       {Entities{{.id = 1, .parent = 2}, {.id = 2}}, Entities{{.id = 1}, {.id = 2}}}) {
    const auto time = static_cast<double>(10 * frames.size());
    frames.push_back(
        framebyframe::FrameTextMaker{.server_time = time, .entities = entities}.text());
  }
  for (const auto& recording : read_back(framebyframe::indexed(framebyframe::raw_text(frames)))) {
    ASSERT_NE(recording, nullptr);
    EXPECT_EQ(recording->entity(EntityIndex(0)).id, "1");
    EXPECT_EQ(recording->entity(EntityIndex(0)).parent, EntityIndex(1));
  }
}

/// A frame for each name, with an entity that has such a property.
std::shared_ptr<Recording> with_properties(const std::vector<std::string>& names) {
  std::vector<std::string> frames;
  for (const std::string& name : names) {
    const std::string user = R"({"type":"number","name":")" + name + R"(","value":5})";
    frames.push_back(
        framebyframe::FrameTextMaker{.server_time = 100.0 * static_cast<double>(frames.size()),
                                     .entities = {{.id = 1, .user = user}}}
            .text());
  }
  return framebyframe::indexed(framebyframe::raw_text(frames));
}

TEST(McapWriter, FindsEachNameHoweverAlikeTheyAre) {
  std::vector<std::string> names(40, "front_left_speed");
  names.emplace_back("rear__left_speed");
  const Written made =
      written_as("mcap", {.recording = with_properties(names)}, {{"compression", "none"}});
  const std::string_view file = as_text(made.file);
  EXPECT_NE(file.find("front_left_speed"), std::string_view::npos);
  EXPECT_NE(file.find("rear__left_speed"), std::string_view::npos);
}

TEST(McapWriter, CountsWhatItLoses) {
  framebyframe::FrameTextMaker frame{.frame_id = 1, .entities = {{.id = 1}}};
  frame.entities[0].user =
      R"({"name":"home","type":"resource","value":"a.png"},)"
      R"({"name":"who","type":"entity-ref","value":"1"},)"
      R"({"name":"plain","type":"string","value":"x"},{"name":"none","type":"number","value":null})";
  const auto recording =
      framebyframe::indexed(framebyframe::raw_text({frame.text(), frame.text()}));
  Cursor cursor(recording);
  std::uint64_t kinds = 0;
  std::uint64_t nothing = 0;
  for (std::size_t i = 0; i < recording->frame_count(); ++i) {
    for (const PropertyNode& node : cursor.seek(FrameIndex(i)).tree.nodes()) {
      const bool is_kind = is_text(node.type) && node.type != PropertyType::string;
      kinds += is_kind || node.unit[0] != '\0' || node.flags != 0 || node.style != 0;
      const bool is_empty = node.type == PropertyType::list && node.subtree == 1;
      nothing += node.type == PropertyType::null || is_empty;
    }
  }
  ASSERT_GT(kinds, 0u);
  std::map<std::string, std::uint64_t> counts;
  const Written made = written_as("mcap", {.recording = recording});
  for (const WriteLoss& loss : made.report.losses) counts[loss.what] = loss.count;
  EXPECT_EQ(counts["types of texts, units, flags and styles of properties"], kinds);
  EXPECT_EQ(counts["null properties, empty lists"], nothing);
}

TEST(McapWriter, SaysWhatOfALossTheMetadataKeep) {
  const Written made = written_as("mcap", {.recording = with_properties({"top speed"})});
  std::map<std::string, bool> kept;
  for (const WriteLoss& loss : made.report.losses) kept[loss.what] = loss.is_kept;
  EXPECT_TRUE(kept.at("properties whose names fields cannot have"));
  EXPECT_FALSE(kept.at("frames in other coordinates"));
}

TEST(McapIndex, OfSamplesSaysWhatTheirChunksSay) {
  for (const char* const sample : {"sample.log", "sample.fbf"}) {
    const Written made = written_as("mcap", {.recording = opened(asset(sample))});
    const std::string file(reinterpret_cast<const char*>(made.file.data()), made.file.size());
    const auto blank = recording_of(with_blank_chunks(file));
    ASSERT_NE(blank, nullptr);
    EXPECT_EQ(problems_dump(*blank), "") << sample;
    const auto inflated = recording_of(without_index(file));
    EXPECT_EQ(tables_and_extras_dump(*blank), tables_and_extras_dump(*inflated));
    ASSERT_EQ(blank->frame_count(), inflated->frame_count());
    Cursor cursor(recording_of(file));
    Cursor other(inflated);
    for (std::size_t i = 0; i < blank->frame_count(); i += 97) {
      EXPECT_EQ(frame_dump(cursor.recording(), cursor.seek(FrameIndex(i))),
                frame_dump(*inflated, other.seek(FrameIndex(i))));
    }
  }
}

TEST(McapIndex, OpensOurFilesWithoutTheirChunks) {
  const std::string file = random_file("zstd");
  const auto recording = recording_of(file);
  const auto blank = recording_of(with_blank_chunks(file));
  ASSERT_NE(blank, nullptr);
  EXPECT_EQ(problems_dump(*blank), problems_dump(*recording));
  EXPECT_EQ(blank->frame_count(), 40U);
  EXPECT_EQ(blank->entity_count(), recording->entity_count());
  EXPECT_EQ(blank->event_count(), recording->event_count());
  Cursor cursor(blank);
  const Frame& frame = cursor.seek(FrameIndex(7));
  EXPECT_TRUE(frame.entities.empty());
  EXPECT_TRUE(said_of(frame.problems).starts_with("error bad-chunk@")) << said_of(frame.problems);
}

TEST(McapIndex, IsNoResource) {
  EXPECT_EQ(recording_of(random_file("zstd"))->resource_count(), 0U);
}

TEST(McapIndex, OfOurFilesIsHeldAgainstTheirMessages) {
  const std::string file = random_file("none");
  // The label behind the id of a state; the sum of the chunk that the file states stays as it was.
  const std::string other = changed(file,
                                    "\x0A\x02"
                                    "e0"
                                    "\x12\x02"
                                    "e0",
                                    "\x0A\x02"
                                    "e0"
                                    "\x12\x02"
                                    "zz");
  const auto recording = recording_of(other);
  ASSERT_NE(recording, nullptr);
  EXPECT_EQ(recording->entity_count(), recording_of(file)->entity_count());
  const std::string told = told_of(recording);
  EXPECT_NE(told.find("error bad-index@"), std::string::npos) << told;
  EXPECT_NE(told.find("warning bad-crc@"), std::string::npos) << told;
}

TEST(McapIndex, OfOtherChunksIsPassedOver) {
  const std::string file = random_file("none");
  // Where the index begins: its layout, then the sum of the chunks.
  const std::size_t at = file.find(kIndexType) + kIndexType.size() + 8 + 4;
  std::string other = file;
  other[at] = static_cast<char>(other[at] ^ 1);
  EXPECT_EQ(said_by(other), said_by(file));
  other[at] = 1;  // which did not have all parents
  const auto blank = recording_of(with_blank_chunks(other));
  ASSERT_NE(blank, nullptr);
  EXPECT_NE(problems_dump(*blank), "") << "its chunks are gone through";
}

/// A chunk of JSON states on two topics, and what indexes them.
struct IndexedChunk {
  std::string records;
  ChunkForm form;
};

std::string front() {
  return schema(1, "demo.State", "jsonschema", "{}") + channel(1, 1, "/one", "json") +
         channel(2, 1, "/two", "json");
}

/// Three messages from `first` seconds on: of /one, /two, /one.
IndexedChunk states(std::uint64_t first, const std::string& before = "") {
  const std::vector<std::uint16_t> channels{1, 2, 1};
  IndexedChunk out;
  out.records = before;
  std::vector<std::vector<std::pair<std::uint64_t, std::uint64_t>>> places(3);
  for (std::uint64_t i = 0; i < channels.size(); ++i) {
    const std::uint64_t time = (first + i) * kSecond;
    places[channels[i]].emplace_back(time, out.records.size());
    out.records += message(channels[i], time, "{\"x\":" + std::to_string(first + i) + "}");
  }
  out.form = {.first = first * kSecond, .last = (first + 2) * kSecond, .compression = "zstd"};
  out.form.indexes = message_index(1, places[1]) + message_index(2, places[2]);
  return out;
}

std::string file_of(const std::vector<IndexedChunk>& chunks, std::uint64_t count) {
  FileMaker maker;
  for (const IndexedChunk& chunk : chunks) maker.add_chunk(chunk.records, chunk.form);
  return maker.describe(front()).count(count).summed();
}

TEST(McapIndex, OfMessagesSaysWhatTheirChunksSay) {
  std::vector<IndexedChunk> chunks{states(1, front()), states(4), states(9)};
  const std::string indexed = file_of(chunks, 9);
  for (IndexedChunk& chunk : chunks) chunk.form.indexes.clear();
  EXPECT_EQ(said_by(indexed), said_by(file_of(chunks, 9)));
  EXPECT_EQ(recording_of(indexed)->frame_count(), 9U);
  EXPECT_EQ(told_of(recording_of(indexed)), "");
}

TEST(McapIndex, OfMessagesIsEnoughForStates) {
  const auto blank = recording_of(with_blank_chunks(file_of({states(1, front())}, 3)));
  ASSERT_NE(blank, nullptr);
  EXPECT_EQ(problems_dump(*blank), "");
  EXPECT_EQ(blank->frame_count(), 3U);
  EXPECT_EQ(blank->entity_count(), 2U);
  EXPECT_NE(told_of(blank).find("error bad-chunk@"), std::string::npos) << told_of(blank);
}

/// The three messages of `states(1, front())` as an index that lies tells them: places and
/// channels.
std::string lying_index(std::uint64_t first_place, std::uint16_t first, std::uint16_t second) {
  const std::uint64_t begin = front().size();
  const std::uint64_t size = message(1, 0, "{\"x\":1}").size();
  std::vector<std::vector<std::pair<std::uint64_t, std::uint64_t>>> places(3);
  places[first].emplace_back(kSecond, first_place);
  places[second].emplace_back(2 * kSecond, begin + size);
  places[1].emplace_back(3 * kSecond, begin + 2 * size);
  return message_index(1, places[1]) + message_index(2, places[2]);
}

/// What the entities of a frame hold.
std::string held_in(const Frame& frame) {
  std::string out;
  JsonWriter json(out);
  for (const Entity& entity : frame.entities)
    write_plain_object(json, frame.tree, entity.properties);
  return out;
}

TEST(McapIndex, OfMessagesIsHeldAgainstThem) {
  IndexedChunk chunk = states(1, front());
  const std::uint64_t begin = front().size();
  // An offset is wrong; or the first two are told to be on each other's topic.
  for (const std::string& indexes : {lying_index(begin - 30, 1, 2), lying_index(begin, 2, 1)}) {
    chunk.form.indexes = indexes;
    const auto recording = recording_of(file_of({chunk, states(9)}, 6));
    ASSERT_NE(recording, nullptr);
    EXPECT_EQ(problems_dump(*recording), "");
    ASSERT_EQ(recording->frame_count(), 6U);
    Cursor cursor(recording);
    for (const auto& [frame, held] : {std::pair{2U, R"({"x":3})"}, {3U, R"({"x":9})"}}) {
      const Frame& at = cursor.seek(FrameIndex(frame));
      EXPECT_TRUE(said_of(at.problems).starts_with("warning bad-index@")) << said_of(at.problems);
      ASSERT_EQ(at.entities.size(), 2U);
      const std::string one = std::string(held);
      const std::string all = held_in(at);
      EXPECT_TRUE(all == one + R"({"x":2})" || all == R"({"x":2})" + one) << all;
    }
  }
}

TEST(McapIndex, OfMessagesIsHeldAgainstTheCountOfEachTopic) {
  IndexedChunk chunk = states(1, front());
  FileMaker right;
  right.add_chunk(chunk.records, chunk.form);
  chunk.form.indexes = lying_index(front().size(), 1, 1);
  FileMaker wrong;
  wrong.add_chunk(chunk.records, chunk.form);
  for (FileMaker* const maker : {&right, &wrong})
    maker->describe(front()).count(3, {{1, 2}, {2, 1}});
  EXPECT_EQ(told_of(recording_of(right.summed())), "");
  EXPECT_EQ(told_of(recording_of(wrong.summed())), "warning bad-index@0");
  EXPECT_EQ(said_by(wrong.summed()), said_by(right.summed()));
}

TEST(McapIndex, OfMessagesThatCannotBeRightIsPassedOver) {
  const IndexedChunk good = states(1, front());
  const std::string right = file_of({good}, 3);
  const std::uint64_t first = front().size();
  const auto two = message_index(2, {{2 * kSecond, first + message(1, 0, "{\"x\":1}").size()}});
  const std::vector<std::pair<const char*, std::string>> wrong{
      {"one is left out", two},
      {"outside of the chunk", two + message_index(1, {{kSecond, first}, {3 * kSecond, 1 << 20}})},
      {"in each other", two + message_index(1, {{kSecond, first}, {3 * kSecond, first + 4}})},
      {"before the chunk's time", two + message_index(1, {{0, first}, {3 * kSecond, first + 90}})},
      {"another record", record(kMetadata, text("a") + map({})) + two},
      {"not whole", two + std::string("\x07\xFF", 2)},
      {"half an entry", record(kMessageIndex, little(1, 2) + text("12345678"))}};
  for (const auto& [what, indexes] : wrong) {
    IndexedChunk chunk = good;
    chunk.form.indexes = indexes;
    const std::string file = file_of({chunk}, 3);
    EXPECT_EQ(said_by(file), said_by(right)) << what;
    EXPECT_TRUE(told_of(recording_of(file)).starts_with("warning bad-index@")) << what;
  }
}

TEST(McapIndex, LeavesOutNoProblemOfWhatIsNotIndexed) {
  IndexedChunk chunk = states(1, front());
  chunk.form.crc_change = 1;
  EXPECT_NE(told_of(recording_of(file_of({chunk}, 3))).find("warning bad-crc@"), std::string::npos);
}

}  // namespace
}  // namespace scrubjay::mcap
