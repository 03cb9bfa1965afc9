// What the MCAP writer makes, taken apart by hand: records, sums, parts.
#include <gtest/gtest.h>
#include <lz4frame.h>
#include <zstd.h>

#include <atomic>
#include <map>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include "formats/mcap/mcap.h"
#include "formats/mcap/read/block_store.h"
#include "formats/mcap/read/wire_reader.h"
#include "formats/mcap/write/container.h"
#include "formats/mcap/write/layout.h"
#include "formats/mcap/write/scene.h"
#include "formats/mcap/write/written_parts.h"
#include "tests/core/bytes_of.h"
#include "tests/core/made_recording.h"
#include "tests/core/test_values.h"
#include "tests/formats/mcap_test_file.h"

namespace scrubjay::mcap {
namespace {

/// Reads numbers and texts off bytes.
class Parts {
 public:
  explicit Parts(std::string_view bytes) : rest_(bytes) {}
  std::uint64_t number(std::size_t bytes) {
    std::uint64_t value = 0;
    EXPECT_LE(bytes, rest_.size());
    for (std::size_t i = 0; i < bytes; ++i) {
      value |= std::uint64_t{static_cast<unsigned char>(rest_[i])} << (8 * i);
    }
    rest_.remove_prefix(bytes);
    return value;
  }
  std::string_view take(std::size_t bytes) {
    EXPECT_LE(bytes, rest_.size());
    const std::string_view part = rest_.substr(0, bytes);
    rest_.remove_prefix(part.size());
    return part;
  }
  std::string text() { return std::string(take(number(4))); }
  bool empty() const { return rest_.empty(); }
  std::size_t left() const { return rest_.size(); }

 private:
  std::string_view rest_;
};

std::string unpacked(const std::string& how, std::string_view packed, std::size_t size) {
  std::string out(size, '\0');
  if (how == "zstd") {
    EXPECT_EQ(ZSTD_decompress(out.data(), size, packed.data(), packed.size()), size);
  } else if (how == "lz4") {
    LZ4F_dctx* context = nullptr;
    LZ4F_createDecompressionContext(&context, LZ4F_VERSION);
    std::size_t written = size;
    std::size_t taken = packed.size();
    EXPECT_EQ(LZ4F_decompress(context, out.data(), &written, packed.data(), &taken, nullptr), 0U);
    EXPECT_EQ(written, size);
    LZ4F_freeDecompressionContext(context);
  } else {
    out = packed;
  }
  return out;
}

/// A file, taken apart; what does not fit is a failure of the test.
struct TakenApart {
  std::vector<std::string> topics;              ///< by channel id - 1
  std::map<std::string, std::size_t> messages;  ///< by topic
  std::map<std::string, std::string> last_of;   ///< the last message of a topic
  std::vector<std::uint64_t> times;             ///< of messages, in order
  std::vector<std::size_t> chunks;              ///< bytes before compression
  std::map<std::string, std::map<std::string, std::string>> metadata;
  std::size_t chunk_indexes = 0;

  explicit TakenApart(std::string_view file) {
    const std::string_view magic("\x89MCAP0\r\n", 8);
    EXPECT_TRUE(file.starts_with(magic) && file.ends_with(magic));
    Parts parts(file.substr(8, file.size() - 16));
    bool is_ended = false;
    while (!parts.empty()) {
      const std::size_t at = file.size() - 8 - parts.left();
      const auto opcode = static_cast<int>(parts.number(1));
      Parts content(parts.take(parts.number(8)));
      if (opcode == 0x0C) take_metadata(content);
      if (opcode == 0x06) take_chunk(content);
      if (opcode == 0x0F) {
        is_ended = true;
        EXPECT_EQ(content.number(4), sum_of(file.substr(0, at)));
      }
      if (opcode == 0x0B) compare_statistics(content);
      if (opcode == 0x08) {
        ++chunk_indexes;
        content.take(16);
        const std::uint64_t start = content.number(8);
        EXPECT_EQ(file[start], 0x06);
      }
      if (opcode == 0x02) {
        const std::uint64_t summary = content.number(8);
        content.number(8);
        EXPECT_EQ(content.number(4), sum_of(file.substr(summary, file.size() - 8 - 4 - summary)));
      }
    }
    EXPECT_TRUE(is_ended);
    EXPECT_EQ(chunk_indexes, chunks.size());
  }

 private:
  void compare_statistics(Parts& content) const {
    EXPECT_EQ(content.number(8), times.size());
    content.number(2);  // schemas
    EXPECT_EQ(content.number(4), topics.size());
    content.number(4);  // attachments
    content.number(4);  // metadata
    EXPECT_EQ(content.number(4), chunks.size());
    if (times.empty()) return;
    EXPECT_EQ(content.number(8), times.front());
    EXPECT_EQ(content.number(8), times.back());
    Parts counts(content.take(content.number(4)));
    std::size_t channels = 0;
    for (; !counts.empty(); ++channels) {
      const std::uint64_t channel = counts.number(2);
      ASSERT_TRUE(channel >= 1 && channel <= topics.size());
      EXPECT_EQ(counts.number(8), messages.at(topics[channel - 1])) << channel;
    }
    EXPECT_EQ(channels, topics.size());
  }
  void take_metadata(Parts& content) {
    auto& entries = metadata[content.text()];
    Parts pairs(content.take(content.number(4)));
    while (!pairs.empty()) {
      const std::string key = pairs.text();
      entries[key] = pairs.text();
    }
  }
  void take_chunk(Parts& content) {
    const std::uint64_t first = content.number(8);
    const std::uint64_t last = content.number(8);
    const std::uint64_t size = content.number(8);
    const std::uint64_t sum = content.number(4);
    const std::string how = content.text();
    const std::string bytes = unpacked(how, content.take(content.number(8)), size);
    EXPECT_EQ(sum_of(bytes), sum);
    chunks.push_back(bytes.size());
    Parts records(bytes);
    while (!records.empty()) {
      const auto opcode = static_cast<int>(records.number(1));
      Parts record(records.take(records.number(8)));
      if (opcode == 0x04) {
        EXPECT_EQ(record.number(2), topics.size() + 1);
        record.number(2);
        topics.push_back(record.text());
      } else if (opcode == 0x05) {
        const std::string& topic = topics[record.number(2) - 1];
        ++messages[topic];
        record.number(4);
        times.push_back(record.number(8));
        record.number(8);
        last_of[topic] = record.take(record.left());
        EXPECT_TRUE(times.back() >= first && times.back() <= last);
      }
    }
  }
};

std::string written(MadeScene scene, WriteOptions options = {}) {
  std::shared_ptr<Recording> recording =
      made_recording(std::make_shared<const MadeScene>(std::move(scene)));
  recording->index();
  std::string file;
  const auto report = kWriter.write({.recording = recording, .options = std::move(options)},
                                    kNotCancelled, into(file));
  EXPECT_TRUE(report) << describe(report.error());
  return file;
}

TEST(McapFile, HoldsTogetherHoweverItIsCompressed) {
  MadeScene scene = random_scene(3, 40, 5);
  scene.streams = 1;
  for (MadeFrame& frame : scene.frames) frame.stream = 0;
  for (const char* const how : {"zstd", "lz4", "none"}) {
    const std::string file = written(scene, {{"compression", how}});
    const TakenApart apart{file};
    EXPECT_EQ(apart.messages.at("/frame"), 40U) << how;
    EXPECT_EQ(apart.messages.at("/tf"), 40U) << how;
    EXPECT_EQ(apart.messages.at("/events"), scene.events.size()) << how;
    EXPECT_EQ(apart.messages.at("/log"), scene.events.size()) << how;
    EXPECT_TRUE(std::ranges::is_sorted(apart.times)) << how;
    EXPECT_EQ(apart.metadata.at("scrubjay.recording").at("frames"), "40") << how;
    EXPECT_EQ(apart.chunks.size(), 1U) << "far below what a chunk may hold";
    EXPECT_EQ(file, written(scene, {{"compression", how}})) << "the same bytes again";
  }
}

/// Of the last message on /log, or on that of the one stream that has it.
std::string name_of_log(const std::string& file) {
  std::string log;
  for (const auto& [topic, last] : TakenApart{file}.last_of) {
    if (topic.ends_with("/log")) log = last;
  }
  WireReader reader(std::as_bytes(std::span(log)));
  std::string name;
  while (const auto field = reader.next()) {
    EXPECT_LE(field->number, 4U);
    if (field->number == 4) name = as_text(field->bytes);
  }
  return name;
}

TEST(McapFile, LogsOfAnEntityAreCalledLikeIt) {
  MadeScene scene;
  scene.frames = steady_frames(2);
  scene.lives = {{0, 0, MadeLife::kOpen}};
  scene.events = {{0, 0.0, 0.0, EntityIndex(0), "hit", ""}};
  EXPECT_EQ(name_of_log(written(scene)), "e0");
}

TEST(McapFile, LogsOfAnEntityThatIsNotInTheFileHaveItsId) {
  MadeScene scene;
  scene.streams = 2;  // whose names stand in labels
  scene.frames = steady_frames(2);
  scene.lives = {{0, 0, 1}};
  scene.events = {{1, 0.1, 0.1, EntityIndex(0), "hit", ""}};
  const auto recording = made_recording(std::make_shared<const MadeScene>(std::move(scene)));
  recording->index();
  std::string file;
  const auto report =
      kWriter.write({.recording = recording, .from = 0.05}, kNotCancelled, into(file));
  ASSERT_TRUE(report) << describe(report.error());
  EXPECT_EQ(name_of_log(file), recording->entity(EntityIndex(0)).id);
}

TEST(McapFile, NamesTheStreamOfATopicWhereThereAreSeveral) {
  MadeScene scene = random_scene(3, 40, 5);
  scene.streams = 2;
  std::size_t of_second = 0;
  for (std::size_t i = 0; i < scene.frames.size(); ++i) {
    scene.frames[i].stream = i % 3 == 0 ? 1 : 0;
    of_second += scene.frames[i].stream;
  }
  const TakenApart apart{written(scene)};
  std::size_t frames = 0;
  for (const auto& [topic, count] : apart.messages) {
    EXPECT_EQ(std::ranges::count(topic, '/') >= 2, true) << topic;
    if (topic.ends_with("/frame")) {
      EXPECT_TRUE(count == of_second || count == 40 - of_second) << topic;
      frames += count;
    }
  }
  EXPECT_EQ(frames, 40U);
}

TEST(McapFile, CountsFromAWholeSecondWhereTimesAreNegative) {
  MadeScene scene;
  scene.frames = {{-1.5, 0, 0}, {0.25, 1, 0}};
  const TakenApart apart{written(scene)};
  EXPECT_EQ(apart.times, (std::vector<std::uint64_t>{500'000'000, 2'250'000'000}));
  EXPECT_EQ(apart.metadata.at("scrubjay.recording").at("time_offset_ns"), "2000000000");
  const auto again =
      open_recording(InputFile::from_memory("again.mcap", bytes_of(written(scene))), "mcap");
  ASSERT_TRUE(again);
  (*again)->index();
  EXPECT_EQ((*again)->timeline().time(FrameIndex(0)), -1.5);
  EXPECT_EQ((*again)->timeline().time(FrameIndex(1)), 0.25);
}

TEST(McapFile, IsTablesWithVeryManyEntities) {
  MadeScene scene;
  scene.frames = steady_frames(2);
  for (std::uint32_t i = 0; i < 1000; ++i) scene.lives.push_back({i, 0});
  EXPECT_EQ(TakenApart{written(scene)}.messages.count("/kinds/name"), 0U);
  scene.lives.push_back({1000, 0});
  const TakenApart apart{written(scene)};
  EXPECT_EQ(apart.messages.at("/kinds/name"), 2U);
  EXPECT_LT(apart.topics.size(), 10U);
}

TEST(McapFile, OfNoFrameIsOneStill) {
  const TakenApart apart{written({})};
  EXPECT_TRUE(apart.topics.empty());
  EXPECT_EQ(apart.metadata.at("scrubjay.recording").at("frames"), "0");
}

TEST(McapFile, ComesBackHoweverMuchSmallerItBecame) {
  const std::vector<Schema> schemas{{"foxglove.Log", foxglove_schema("Log")}};
  const std::vector<Channel> channels{{"/log", 0, {}}};
  for (const ChunkCompression how : {ChunkCompression::zstd, ChunkCompression::lz4}) {
    for (const std::size_t size : {std::size_t{5} << 20, std::size_t{17} << 20}) {
      std::string file;
      const ByteSink sink = into(file);
      ContainerWriter writer(sink, how, schemas, channels);
      writer.begin("test");
      writer.begin_frame(size);
      writer.message({0, 0, kSecond, kSecond}, log(kSecond, 2, std::string(size, 'x')));
      writer.end_frame();
      writer.end();
      const TakenApart apart(file);
      EXPECT_GE(apart.chunks.at(0), size);
      const auto recording = recording_of(file);
      ASSERT_NE(recording, nullptr);
      EXPECT_EQ(recording->frame_count(), 1U) << size;
      EXPECT_EQ(told_of(recording), "") << size;
    }
  }
}

TEST(McapFile, TellsHowFarItIsWhileItLooksAtFramesAndWhileItWritesThem) {
  std::shared_ptr<Recording> recording =
      made_recording(std::make_shared<const MadeScene>(random_scene(4, 10, 3)));
  recording->index();
  std::vector<std::uint64_t> done;
  std::string file;
  const auto report = kWriter.write({.recording = recording,
                                     .progress =
                                         [&](std::uint64_t now, std::uint64_t all) {
                                           done.push_back(now);
                                           EXPECT_EQ(all, 20U);
                                         }},
                                    kNotCancelled, into(file));
  ASSERT_TRUE(report) << describe(report.error());
  std::vector<std::uint64_t> expected(20);
  std::iota(expected.begin(), expected.end(), 1U);
  EXPECT_EQ(done, expected);
}

TEST(McapFile, EndsWhenTheSinkRefuses) {
  std::shared_ptr<Recording> recording =
      made_recording(std::make_shared<const MadeScene>(random_scene(4, 10, 3)));
  recording->index();
  const std::atomic<bool> cancelled{false};
  const auto refused =
      kWriter.write({.recording = recording}, cancelled, [](Bytes) { return false; });
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, "not-written");
  const std::atomic<bool> stopped{true};
  const auto ended = kWriter.write({.recording = recording}, stopped, [](Bytes) { return true; });
  ASSERT_FALSE(ended);
  EXPECT_EQ(ended.error().code, "cancelled");
}

TEST(McapFile, HasNoMoreChannelsThanItsIdsCanTellApart) {
  const std::vector<Schema> schemas{{"foxglove.Log", foxglove_schema("Log")}};
  std::vector<Channel> channels;
  for (std::size_t i = 0; i <= ContainerWriter::kMostChannels; ++i) {
    channels.push_back({"/log" + std::to_string(i), 0, {}});
  }
  std::string file;
  const ByteSink sink = into(file);
  ContainerWriter writer(sink, ChunkCompression::none, schemas, channels);
  for (std::size_t i = 0; i < ContainerWriter::kMostChannels; ++i)
    writer.message({.channel = i}, "");
  EXPECT_EQ(writer.next_place(ContainerWriter::kMostChannels - 1).channel, 0xFFFF);
  EXPECT_TRUE(writer.status());
  writer.message({.channel = ContainerWriter::kMostChannels}, "");
  writer.end();
  ASSERT_FALSE(writer.status());
  EXPECT_EQ(writer.status().error().code, "too-large");
  EXPECT_EQ(file, "") << "nothing is written behind an error";
}

TEST(McapFile, OfMoreTopicsThanItCanHoldIsRefused) {
  // Each stream has five: its frames, transforms, scene, points and a table.
  constexpr std::uint32_t kStreams = ContainerWriter::kMostChannels / 5 + 1;
  MadeScene scene;
  scene.streams = kStreams;
  for (std::uint32_t i = 0; i < kStreams; ++i) {
    scene.frames.push_back({0.1 * i, i + 1, i});
    scene.lives.push_back({i, i, i + 1});
  }
  const auto recording = made_recording(std::make_shared<const MadeScene>(std::move(scene)));
  recording->index();
  std::string file;
  const auto report = kWriter.write({.recording = recording}, kNotCancelled, into(file));
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, "too-large");
}

TEST(McapLayout, HasTablesOfThoseKindsThatAreInAStream) {
  MadeScene scene;
  scene.streams = 3;
  scene.frames = steady_frames(2);
  for (std::uint32_t i = 0; i <= 1000; ++i) scene.lives.push_back({i, 0});
  const auto recording = made_recording(std::make_shared<const MadeScene>(std::move(scene)));
  recording->index();
  const WriteRequest request{.recording = recording};
  const WritePlan plan(request);
  Survey survey;
  ASSERT_TRUE(make_survey(
      plan, recording->info().coordinates, kNotCancelled, [](auto) {}, survey));
  const Labels labels(plan);
  Layout layout = layout_of(plan, survey, labels);
  const std::size_t before = layout.channels.size();
  EXPECT_EQ(before, 3U * 7U) << "no tables yet";
  const std::size_t table = layout.table_channel(StreamIndex(1), 0);
  EXPECT_EQ(layout.table_channel(StreamIndex(1), 0), table);
  EXPECT_EQ(layout.channels.size(), before + 1);
  EXPECT_EQ(layout.channels[table].topic, "/stream_1/kinds/name");
  EXPECT_EQ(layout.schemas[layout.channels[table].schema].name, "scrubjay.name.Table");
}

TEST(McapMessages, ThatAreOfAnotherTimeOrTopicAreOthers) {
  const std::vector<MessagePlace> places{{5, 100, 30, 1}, {6, 130, 30, 1}};
  const std::uint64_t sum = sum_of_places(places);
  EXPECT_EQ(sum_of_places(places), sum);
  for (const auto& change : {+[](MessagePlace& place) { place.log_time = 7; },
                             +[](MessagePlace& place) { place.begin = 131; },
                             +[](MessagePlace& place) { place.channel = 2; }}) {
    auto others = places;
    change(others[1]);
    EXPECT_NE(sum_of_places(others), sum);
  }
}

TEST(McapParts, AreKnownByOriginAndPlanUntilThereAreTooMany) {
  const int source = 0;
  const MessagePlan plan;
  const MessagePlan other;
  WrittenParts parts;
  parts.begin();
  parts.add({&source, 1}, plan, {.bytes = "one"});
  parts.add({&source, 1}, other, {.bytes = "another"});
  ASSERT_NE(parts.find({&source, 1}, plan), nullptr);
  EXPECT_EQ(parts.find({&source, 1}, plan)->bytes, "one");
  EXPECT_EQ(parts.find({&source, 1}, other)->bytes, "another");
  EXPECT_EQ(parts.find({&source, 2}, plan), nullptr);
  EXPECT_EQ(parts.find({&plan, 1}, plan), nullptr);

  parts.add({&source, 3}, plan, {.bytes = std::string(WrittenParts::kMostBytes, 'x')});
  parts.add({&source, 4}, plan, {.bytes = "too many"});
  EXPECT_EQ(parts.find({&source, 4}, plan), nullptr);
  parts.begin();
  EXPECT_NE(parts.find({&source, 1}, plan), nullptr);
  for (int frame = 0; frame < 64; ++frame) parts.begin();
  EXPECT_EQ(parts.find({&source, 1}, plan), nullptr);
  parts.add({&source, 4}, plan, {.bytes = "room again"});
  EXPECT_NE(parts.find({&source, 4}, plan), nullptr);
}

}  // namespace
}  // namespace scrubjay::mcap
