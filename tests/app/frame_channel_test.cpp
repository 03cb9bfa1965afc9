#include "app/viewer/frames/frame_channel.h"

#include <gtest/gtest.h>

#include "test_scene.h"

namespace scrubjay {
namespace {

std::shared_ptr<DecoderPool> scene(bool knows_between) {
  TestScene made;
  made.entities = {{.id = "7", .name = "Guard"}};
  made.knows_between = knows_between;
  return std::make_shared<DecoderPool>(recording_of(std::move(made)));
}

double x_of(FrameChannel& channel, Background& background) {
  background.wait_until_idle();
  const Frame* frame = channel.latest();
  return frame == nullptr || frame->entities.empty() ? -1 : frame->entities[0].world.position->x;
}

TEST(FrameChannel, GivesTheFrameThatWasAskedForLast) {
  Background background([] {});
  FrameChannel channel(scene(false), background);
  EXPECT_EQ(channel.latest(), nullptr);
  EXPECT_EQ(channel.decoding(), 0u);
  for (const std::size_t frame : {3u, 9u, 0u}) {
    channel.request({.frame = FrameIndex(frame)});
    EXPECT_EQ(x_of(channel, background), static_cast<double>(frame));
    EXPECT_TRUE(channel.is_current());
  }
}

TEST(FrameChannel, OfAFormatOfFramesTimeDoesNotCount) {
  Background background([] {});
  FrameChannel channel(scene(false), background);
  channel.request({.frame = FrameIndex(3), .time = 0.3, .sampling = Sampling::linear});
  EXPECT_EQ(x_of(channel, background), 3);
  const std::uint64_t decoding = channel.decoding();
  channel.request({.frame = FrameIndex(3), .time = 0.35, .sampling = Sampling::linear});
  EXPECT_EQ(x_of(channel, background), 3);
  EXPECT_EQ(channel.decoding(), decoding);
}

TEST(FrameChannel, GivesTheStateBetweenFramesWhereItIsKnown) {
  Background background([] {});
  FrameChannel channel(scene(true), background);
  channel.request({.frame = FrameIndex(3), .time = 0.35, .sampling = Sampling::linear});
  EXPECT_NEAR(x_of(channel, background), 3.5, 1e-12);
  const std::uint64_t decoding = channel.decoding();
  channel.request({.frame = FrameIndex(3), .time = 0.35, .sampling = Sampling::hold});
  EXPECT_EQ(x_of(channel, background), 3);
  EXPECT_NE(channel.decoding(), decoding);
}

TEST(FrameChannel, AFrameStaysAsItIsWhileOthersAreDecoded) {
  Background background([] {});
  const auto decoders = scene(false);
  FrameChannel channel(decoders, background);
  channel.request({.frame = FrameIndex(3)});
  EXPECT_EQ(x_of(channel, background), 3);
  const Frame* shown = channel.latest();
  channel.request({.frame = FrameIndex(5)});
  background.wait_until_idle();
  EXPECT_EQ(shown->index, FrameIndex(3));
  ASSERT_EQ(shown->entities.size(), 1u);
  EXPECT_EQ(shown->entities[0].name, "Guard");
}

TEST(DecoderPool, KnowsWhetherThereIsAStateBetweenFrames) {
  EXPECT_FALSE(scene(false)->knows_between());
  EXPECT_TRUE(scene(true)->knows_between());
}

TEST(DecoderPool, DecodersAreAsManyAsAreNeededAndBounded) {
  Background background([] {});
  const auto decoders = scene(false);
  EXPECT_EQ(decoders->size(), 0u);
  std::vector<std::unique_ptr<FrameChannel>> channels;
  for (int i = 0; i < 200; ++i) {
    channels.push_back(std::make_unique<FrameChannel>(decoders, background));
  }
  for (const std::size_t frame : {3u, 9u, 0u}) {
    channels[0]->request({.frame = FrameIndex(frame)});
    EXPECT_EQ(x_of(*channels[0], background), static_cast<double>(frame));
  }
  EXPECT_EQ(decoders->size(), 1u);
  for (const std::size_t frame : {2u, 7u}) {
    for (auto& channel : channels) channel->request({.frame = FrameIndex(frame)});
    for (auto& channel : channels) {
      EXPECT_EQ(x_of(*channel, background), static_cast<double>(frame));
    }
  }
  EXPECT_LE(decoders->size(), DecoderPool::most_decoders());
  EXPECT_LE(background.thread_count(), Background::most_threads(Steps::short_ones));
}

}  // namespace
}  // namespace scrubjay
