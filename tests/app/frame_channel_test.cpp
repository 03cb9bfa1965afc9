#include "app/viewer/frame_channel.h"

#include <gtest/gtest.h>

#include "test_scene.h"

namespace scrubjay {
namespace {

constexpr std::chrono::seconds kLong(60);

std::shared_ptr<Recording> scene(bool knows_between) {
  TestScene made;
  made.entities = {{.id = "7", .name = "Guard"}};
  made.knows_between = knows_between;
  return recording_of(std::move(made));
}

double x_of(FrameChannel& channel) {
  const Frame* frame = channel.latest(kLong);
  return frame == nullptr || frame->entities.empty() ? -1 : frame->entities[0].world.position->x;
}

TEST(FrameChannel, GivesTheFrameThatWasAskedForLast) {
  FrameChannel channel(scene(false), [] {});
  EXPECT_EQ(channel.latest(std::chrono::microseconds(0)), nullptr);
  EXPECT_EQ(channel.decoding(), 0u);
  for (const std::size_t frame : {3u, 9u, 0u}) {
    channel.request({.frame = FrameIndex(frame)});
    EXPECT_EQ(x_of(channel), static_cast<double>(frame));
    EXPECT_TRUE(channel.is_current());
  }
}

TEST(FrameChannel, OfAFormatOfFramesTimeDoesNotCount) {
  FrameChannel channel(scene(false), [] {});
  EXPECT_FALSE(channel.knows_between());
  channel.request({.frame = FrameIndex(3), .time = 0.3, .sampling = Sampling::linear});
  EXPECT_EQ(x_of(channel), 3);
  const std::uint64_t decoding = channel.decoding();
  channel.request({.frame = FrameIndex(3), .time = 0.35, .sampling = Sampling::linear});
  EXPECT_EQ(x_of(channel), 3);
  EXPECT_EQ(channel.decoding(), decoding);
}

TEST(FrameChannel, GivesTheStateBetweenFramesWhereItIsKnown) {
  FrameChannel channel(scene(true), [] {});
  EXPECT_TRUE(channel.knows_between());
  channel.request({.frame = FrameIndex(3), .time = 0.35, .sampling = Sampling::linear});
  EXPECT_NEAR(x_of(channel), 3.5, 1e-12);
  const std::uint64_t decoding = channel.decoding();
  channel.request({.frame = FrameIndex(3), .time = 0.35, .sampling = Sampling::hold});
  EXPECT_EQ(x_of(channel), 3);
  EXPECT_NE(channel.decoding(), decoding);
}

}  // namespace
}  // namespace scrubjay
