// Every prefix and 3,000 mutations of a small recording: opened, indexed, every frame and event
// decoded, interpolated. That nothing breaks is for the sanitizers to see.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>

#include "core/time_cursor.h"
#include "tests/formats/xrec_recording_maker.h"

namespace scrubjay::xrec {
namespace {

ByteVector small_recording(Compression way) {
  RecordingMaker maker({.version = 1, .frame = 0, .rtss = 0.5}, way);
  maker.position("Scene/Can", 1, 1.0, {1, 2, 3});
  maker.rotation("Scene/Can", 1, 1.0, {1, 0, 0, 0});
  maker.event("MAGES.Recorder.ChapterEvent", 1, 1.0, {{"Name", "Intro"}});
  maker.packet();
  maker.scene_graph("a", "Initialize", 2, 1.5);
  maker.position("Scene/Can/Lid", 2, 1.5, {0, 1, 0}, true);
  maker.scale("Scene", 3, 2.5, {2, 2, 2});
  maker.packet();
  maker.scene_graph("a", "Perform", 3, 2.0);
  maker.position("Scene/Can", 4, 2.0, {4, 2, 3});
  maker.event("Some.Thing", 5, 3.0, {{"Path", "#tool/Tip"}, {"Note", "n"}});
  return maker.finish(4);
}

/// Uses everything that a recording offers. Returns the number of frames.
std::size_t use(ByteVector file) {
  auto opened = kFormat.open(InputFile::from_memory("hostile.xrec", std::move(file)));
  if (!opened) {
    EXPECT_EQ(opened.error().severity, Severity::fatal);
    EXPECT_TRUE(opened.error().offset.has_value());
    return 0;
  }
  const std::shared_ptr<Recording> recording = *opened;
  recording->index();
  Cursor cursor(recording);
  auto between = TimeCursor::open(recording);
  for (std::size_t i = 0; i < recording->frame_count(); ++i) {
    const Frame& frame = cursor.seek(FrameIndex(i));
    EXPECT_FALSE(frame.entities.empty() && frame.events.empty());
    for (const Entity& entity : frame.entities) {
      EXPECT_LE(entity.properties.first + entity.properties.count, frame.tree.size());
      EXPECT_TRUE(!entity.parent.exists() || entity.parent < entity.index);
    }
    between->seek(frame.time + 0.1, Sampling::linear);
  }
  return recording->frame_count();
}

TEST(XrecHostileRecording, EveryPrefixGivesWhatIsBeforeTheCut) {
  for (const Compression way : {Compression::none, Compression::zstd}) {
    const ByteVector file = small_recording(way);
    ASSERT_EQ(use(file), 5u);
    std::size_t most = 0;
    for (std::size_t size = 0; size < file.size(); ++size) {
      const std::size_t frames =
          use(ByteVector(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(size)));
      EXPECT_GE(frames, most);
      most = frames;
    }
    EXPECT_EQ(most, 5u);
  }
}

TEST(XrecHostileRecording, MutationsDoNotBreakIt) {
  std::mt19937 random(11);
  ByteVector original = small_recording(Compression::none);
  // Without checksums damage gets past the container. Flags are the second byte of each header.
  for (PacketWalker walker(original); const auto packet = walker.next();) {
    original[packet->offset + 1] = std::byte{0};
  }
  std::size_t frames = 0;
  for (int round = 0; round < 3000; ++round) {
    ByteVector file = original;
    for (std::uint32_t n = random() % 4 + 1; n > 0; --n) {
      const std::size_t at = random() % file.size();
      constexpr std::array<std::uint8_t, 6> kEdgeBytes{0, 1, 0x7F, 0x80, 0xF0, 0xFF};
      file[at] = std::byte{random() % 2 == 0 ? kEdgeBytes[random() % kEdgeBytes.size()]
                                             : static_cast<std::uint8_t>(random())};
    }
    frames += use(std::move(file));
  }
  EXPECT_GT(frames, 3000u);
}

}  // namespace
}  // namespace scrubjay::xrec
