// Recordings of every format written in every other one that keeps what it cannot say, and read
// again: nothing of them may differ but their coordinates.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "core/base64.h"
#include "formats/kept/decoder.h"
#include "formats/kept/flat.h"
#include "formats/kept/json_packets.h"
#include "formats/kept/limits.h"
#include "formats/kept/own_frames.h"
#include "formats/kept/packed_bytes.h"
#include "formats/kept/packets.h"
#include "formats/kept/rebuilder.h"
#include "tests/core/made_recording.h"
#include "tests/core/script.h"
#include "tests/formats/framebyframe_test_file.h"
#include "tests/formats/written_again.h"

namespace scrubjay {
namespace {

TEST(PackedBytes, AreNotMadeWhereTheyPromiseTooMany) {
  kept::Unpacker unpacker;
  std::vector<std::byte> out;
  const auto unpacked = [&](std::uint64_t promised, std::uint64_t most) {
    std::vector<std::byte> packed(8 + 4);
    for (std::size_t i = 0; i < 8; ++i) packed[i] = static_cast<std::byte>(promised >> (8 * i));
    const char* const wrong = unpacker.unpack(packed, most, out);
    return std::string(wrong == nullptr ? "" : wrong);
  };
  const std::string too_many = "they promise too many bytes";
  constexpr std::uint64_t kOfFour = 4 * kept::limits::kMostRatio;
  EXPECT_EQ(unpacked(1001, 1000), too_many) << "than may be asked for";
  EXPECT_EQ(unpacked(kOfFour + 1, 2 * kOfFour), too_many) << "than four bytes can become";
  EXPECT_NE(unpacked(kOfFour, 2 * kOfFour), too_many);
  EXPECT_NE(unpacked(1000, 1000), too_many);
}

struct Target {
  const char* name;
  const char* format;
  std::vector<std::pair<std::string, std::string>> options;
};

void PrintTo(const Target& target, std::ostream* out) { *out << target.name; }

class Kept : public testing::TestWithParam<Target> {
 protected:
  Written written(const std::shared_ptr<Recording>& source, const char* keep = "everything") const {
    auto options = GetParam().options;
    options.emplace_back("keep", keep);
    return written_as(GetParam().format, {.recording = source}, options);
  }
};

TEST_P(Kept, KeepsEverythingOfOtherFormats) {
  for (const char* name :
       {"sample.log", "sample.fbf", "sample_saved.fbf", "sample.xrec", "sample.ndjson"}) {
    const auto source = opened(asset(name));
    ASSERT_NE(source, nullptr);
    if (source->info().format == GetParam().format) continue;
    const Written made = written(source);
    expect_same(source, made.file, name);
    for (const WriteLoss& loss : made.report.losses) {
      const bool is_told = loss.is_kept || loss.what == "frames in other coordinates";
      EXPECT_TRUE(is_told) << name << ": " << loss.what;
    }
  }
}

TEST_P(Kept, KeepsEverythingOfAColyseusRoom) {
  std::string path;
  if (std::filesystem::exists(shared("colyseus"))) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(shared("colyseus"))) {
      const std::string name = entry.path().string();
      if (entry.path().extension() == ".colreplay" && (path.empty() || name < path)) path = name;
    }
  }
  if (path.empty()) GTEST_SKIP() << "no recording of Colyseus beside the repository";
  const auto source = opened(path);
  ASSERT_NE(source, nullptr);
  ASSERT_GT(source->frame_count(), 0U);
  expect_same(source, written(source).file, path);
}

/// Streams, lives that end and begin again, events that last: made to be awkward. With more frames
/// than stand in one group.
TEST_P(Kept, KeepsRecordingsMadeUpAtRandom) {
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    MadeScene scene = random_scene(seed, 300, 8);
    scene.complete = seed != 2;
    scene.streams = 2;
    for (std::size_t i = 0; i < scene.frames.size(); ++i) scene.frames[i].stream = i % 3 == 1;
    const auto source = made_recording(std::make_shared<MadeScene>(scene));
    source->index();
    expect_same(source, written(source).file, "seed " + std::to_string(seed));
  }
}

TEST_P(Kept, IsPassedOverOrLeftOutWhenAsked) {
  const auto source = opened(asset("sample.xrec"));
  const auto passed_over = opened(written(source).file, {{"kept", "ignored"}});
  const Written without = written(source, "nothing");
  const auto left_out = opened(without.file);
  ASSERT_TRUE(passed_over && left_out);
  EXPECT_TRUE(left_out->problems().empty());
  EXPECT_FALSE(left_out->info().kept);
  EXPECT_EQ(passed_over->frame_count(), left_out->frame_count());
  EXPECT_EQ(passed_over->entity_count(), left_out->entity_count());
  EXPECT_EQ(passed_over->event_count(), left_out->event_count());
  const Bytes bytes = without.file;
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  EXPECT_EQ(text.find(kept::kHeadMember), std::string_view::npos);
  EXPECT_FALSE(without.report.losses.empty());
  for (const WriteLoss& loss : without.report.losses) EXPECT_FALSE(loss.is_kept) << loss.what;
}

TEST_P(Kept, OfAPartIsOfThatPart) {
  const auto source = opened(asset("sample.xrec"));
  const Seconds from = source->timeline().time(FrameIndex(20));
  const auto part = opened(
      written_as(GetParam().format, {.recording = source, .from = from}, GetParam().options).file);
  ASSERT_EQ(part->frame_count(), source->frame_count() - 20);
  EXPECT_EQ(part->timeline().time(FrameIndex(0)), from);
  EXPECT_EQ(part->timeline().number(FrameIndex(0)), source->timeline().number(FrameIndex(20)));
  // And of a part of what was kept.
  const auto again = opened(
      written_as(GetParam().format, {.recording = part, .to = from}, GetParam().options).file);
  ASSERT_EQ(again->frame_count(), 1U);
  EXPECT_EQ(again->info().form(), "xrec");
}

TEST(KeptProperties, HaveTheRolesThatExist) {
  for (std::size_t role = 0; role < 32; ++role) {
    kept::NodeRow row;
    ASSERT_EQ(row.set_bits(static_cast<std::uint8_t>(role << 3 | 5)), role < kPropertyRoles)
        << role;
    if (role >= kPropertyRoles) continue;
    EXPECT_EQ(row.role, static_cast<PropertyRole>(role));
    EXPECT_TRUE(row.is_unsigned && !row.is_styled && row.has_unit_in_name);
    EXPECT_EQ(row.bits(), role << 3 | 5);
  }
}

TEST(KeptFrames, ThatCannotBeReadAreTheNearestOnesOfTheFile) {
  auto scene = std::make_shared<MadeScene>();
  scene->frames = steady_frames(4);
  scene->lives = {{0, 0, MadeLife::kOpen}};
  const auto recording = made_recording(scene);
  recording->index();
  kept::OwnFrames own(*recording, recording);
  for (const auto& [time, number] : {std::pair{0.0, 0}, {0.04, 0}, {0.06, 1}, {0.3, 3}, {9.0, 3}}) {
    Frame frame;
    frame.index = FrameIndex(0);
    frame.time = time;
    frame.stream = StreamIndex(0);
    frame.coordinates = recording->info().coordinates;
    own.fill(frame);
    const auto node = find_path(frame.tree, frame.properties, "frame");
    ASSERT_TRUE(node.has_value()) << time;
    EXPECT_EQ(frame.tree[*node].number, number) << time;
    EXPECT_EQ(frame.entities.size(), 1u);
  }
}

/// The index pass goes on while frames are shown.
TEST(KeptFrames, ThatCannotBeReadHaveEntitiesThatCameSince) {
  auto scene = std::make_shared<MadeScene>();
  scene->frames = steady_frames(2);
  scene->lives = {{0, 0, MadeLife::kOpen}, {1, 1, MadeLife::kOpen}};
  const auto file = made_recording(scene);
  file->index();
  std::shared_ptr<Recording> recording;
  std::optional<kept::OwnFrames> own;
  const auto entities_in = [&](std::size_t row) {
    Frame frame;
    frame.index = FrameIndex(row);
    frame.time = recording->timeline().time(frame.index);
    frame.stream = StreamIndex(0);
    frame.coordinates = recording->info().coordinates;
    own->fill(frame);
    return frame.entities.size();
  };
  recording = made_recording(scene, [&](std::size_t frame) {
    if (frame != 1) return;
    own.emplace(*recording, file);
    EXPECT_EQ(entities_in(0), 1u);
  });
  recording->index();
  EXPECT_EQ(entities_in(1), 2u);
}

/// Rows that leave gaps in the table of entities.
TEST(KeptEntities, ThatAreMissingAreCountedTogether) {
  indexed({.index = [](RecordingBuilder& builder) {
    kept::Index index;
    kept::Rebuilder rebuilder(index, builder);
    EXPECT_TRUE(rebuilder.add_stream({}));
    constexpr std::uint32_t kHalf = kept::limits::kMostMissingEntities / 2;
    EntityInfo entity;
    entity.stream = StreamIndex(0);
    EXPECT_TRUE(rebuilder.add_entity(kHalf, entity));
    EXPECT_TRUE(rebuilder.add_entity(2 * kHalf + 1, entity));
    EXPECT_FALSE(rebuilder.add_entity(2 * kHalf + 3, entity));
    EXPECT_TRUE(rebuilder.add_entity(2 * kHalf + 2, entity)) << "right behind the one before";
  }});
}

/// Whatever is asked for, there is a comment in its place.
class CommentsOnly : public kept::PacketSource {
 public:
  std::optional<kept::Packet> at(const kept::PacketPlace&) override {
    return kept::Packet{.kind = kept::PacketKind::comment, .payload = bytes_};
  }
  std::optional<kept::Packet> next() override { return std::nullopt; }

 private:
  std::vector<std::byte> bytes_ = std::vector<std::byte>(100);
};

TEST(KeptFrames, AreNotReadFromWhatIsNoGroupOfFrames) {
  auto scene = std::make_shared<MadeScene>();
  scene->frames = steady_frames(1);
  const auto recording = made_recording(scene);
  recording->index();
  kept::Index index;
  index.frames.append(0);
  ASSERT_TRUE(index.add_group({}, 0, 1));
  const kept::OwnRecording own([&] { return Result<std::shared_ptr<Recording>>(recording); });
  kept::Decoder decoder(*recording, index, std::make_unique<CommentsOnly>(), "", own);
  Frame frame;
  frame.index = FrameIndex(0);
  frame.stream = StreamIndex(0);
  decoder.decode(FrameIndex(0), frame);
  ASSERT_EQ(frame.problems.size(), 1u);
  EXPECT_EQ(frame.problems[0].message,
            "What is kept of a frame is lost: their packet cannot be read.");
}

constexpr std::size_t kConstantEntities = 2000;
constexpr std::size_t kConstants = 250;

/// Very many values that never change take next to no bytes.
std::shared_ptr<Recording> recording_of_constants() {
  const auto index = [](RecordingBuilder& builder) {
    const StreamIndex stream = builder.add_stream("0", "");
    for (std::size_t i = 0; i < kConstantEntities; ++i) {
      builder.begin_life(builder.add_entity(std::to_string(i), "crate", EntityKind::prop, stream),
                         FrameIndex(0));
    }
    for (int i = 0; i < 3; ++i) builder.add_frame(0.1 * i, i, {}, stream);
    builder.set_complete(true);
  };
  const auto decode = [](FrameIndex, Frame& out) {
    for (std::size_t i = 0; i < kConstantEntities; ++i) {
      Entity& entity = out.entities.emplace_back();
      entity.index = EntityIndex(i);
      entity.name = "crate";
      entity.kind = EntityKind::prop;
      const PropertyTree::Node mark = out.tree.size();
      for (std::size_t k = 0; k < kConstants; ++k) out.tree.number("value", 7, Precision::float64);
      entity.properties = out.tree.since(mark);
    }
  };
  return indexed({.index = index, .decode = decode});
}

void expect_constants(const std::vector<std::byte>& file) {
  const auto again = opened(file);
  ASSERT_NE(again, nullptr);
  EXPECT_TRUE(again->problems().empty());
  ASSERT_EQ(again->frame_count(), 3U);
  Cursor cursor(again);
  const Frame& frame = cursor.seek(FrameIndex(2));
  EXPECT_TRUE(frame.problems.empty());
  ASSERT_EQ(frame.entities.size(), kConstantEntities);
  EXPECT_EQ(frame.entities.back().properties.count, kConstants);
}

TEST_P(Kept, KeepsVeryManyValuesThatNeverChange) {
  expect_constants(written(recording_of_constants()).file);
}

TEST(KeptByXrec, KeepsVeryManyValuesThatNeverChange) {
  expect_constants(written_as("xrec", {.recording = recording_of_constants()}).file);
}

/// Kept in several packets.
TEST_P(Kept, KeepsALargeResource) {
  std::vector<std::byte> content(kept::kMostDataBytes + 1'000);
  for (std::size_t i = 0; i < content.size(); ++i) content[i] = std::byte(i * 7 >> 3 & 0xFF);
  std::string frame = framebyframe::FrameTextMaker{.frame_id = 1, .entities = {{.id = 1}}}.text();
  std::string resource =
      R"({"resources":[{"path":"large.bin","type":"x/y","textData":"{\"blob\":\")";
  append_base64(resource, content);
  frame.replace(0, 1, resource + R"(\"}"}],)");
  const auto source = opened(bytes_of(framebyframe::raw_text({frame})));
  ASSERT_NE(source, nullptr);
  const auto again = opened(written(source).file);
  const auto data = again->reader().read_resource(*again, again->find_resource("large.bin"));
  ASSERT_TRUE(data) << describe(data.error());
  EXPECT_TRUE(data->bytes == content);
}

INSTANTIATE_TEST_SUITE_P(
    Targets, Kept,
    testing::Values(Target{"carla", "carla", {}},
                    Target{"framebyframe_raw", "framebyframe", {{"container", "raw"}}},
                    Target{"framebyframe_saved", "framebyframe", {{"container", "saved"}}},
                    Target{"flecs", "flecs", {}}),
    [](const auto& target) { return std::string(target.param.name); });

class KeptJson : public testing::TestWithParam<const char*> {
 protected:
  static constexpr std::size_t kFrames = 12;

  std::string made_file() const {
    const auto source = made_recording(std::make_shared<MadeScene>(random_scene(7, kFrames, 3)));
    source->index();
    return std::string(as_text(written_as(GetParam(), {.recording = source}).file));
  }
  std::shared_ptr<Recording> read(std::string_view text) const {
    return opened(bytes_of(text), {}, GetParam());
  }
};

TEST_P(KeptJson, WhatIsNoPacketIsToldWithItsPlace) {
  std::string file = made_file();
  const std::string key = '"' + std::string(kept::kPacketsMember) + "\":[\"";
  const std::size_t first = file.find(key);
  ASSERT_NE(first, std::string::npos);
  const std::size_t begin = file.find("\",\"", first) + 3;  // the second packet
  file.replace(begin, 4, "////");                           // no kind of packet
  const auto recording = read(file);
  ASSERT_NE(recording, nullptr);
  const auto problems = recording->problems();
  const auto found = std::ranges::find(problems, "bad-kept", &Problem::code);
  ASSERT_NE(found, problems.end());
  EXPECT_EQ(found->offset, begin);
}

/// A later program's head, or something else of that name, keeps nothing.
TEST_P(KeptJson, OtherVersionsShowTheFramesThemselves) {
  std::string file = made_file();
  const std::size_t head = file.find("\"scrubjay\":\"");
  ASSERT_NE(head, std::string::npos);
  file.replace(head + 12, 4, "AAME");  // version 3
  const auto recording = read(file);
  ASSERT_NE(recording, nullptr);
  EXPECT_FALSE(recording->info().kept);
  EXPECT_EQ(recording->frame_count(), kFrames);
  EXPECT_TRUE(recording->is_complete());
  EXPECT_FALSE(problem_of(*recording, "bad-kept"));
}

INSTANTIATE_TEST_SUITE_P(Formats, KeptJson, testing::Values("framebyframe", "flecs"),
                         [](const auto& format) { return std::string(format.param); });

/// Coordinates that documents do not tell are told with what is kept.
TEST(KeptCoordinates, OfFlecsDocumentsAreThoseThatWereAskedFor) {
  const auto source = opened(asset("sample.xrec"));
  const auto ros = *CoordinateSystem::parse("ros");
  const auto again = opened(written_as("flecs", {.recording = source, .coordinates = ros}).file);
  EXPECT_EQ(again->info().coordinates, ros);
}

}  // namespace
}  // namespace scrubjay
