#include "formats/write_plan.h"

#include <gtest/gtest.h>

#include "tests/core/made_recording.h"

namespace scrubjay {
namespace {

std::shared_ptr<Recording> with_lives(std::vector<MadeLife> lives) {
  auto scene = std::make_shared<MadeScene>();
  scene->frames = steady_frames(5);
  scene->lives = std::move(lives);
  auto recording = made_recording(scene);
  recording->index();
  return recording;
}

std::string lives_text(const std::vector<Lifetime>& lifetimes) {
  std::string text;
  for (const Lifetime& life : lifetimes) {
    text += std::to_string(life.entity.value) + ": " + std::to_string(life.first.value) + " to " +
            (life.last.exists() ? std::to_string(life.last.value) : "none") + "; ";
  }
  return text;
}

TEST(WritePlan, FramesCountFromTheFirstThatIsWritten) {
  const WriteRequest part{.recording = with_lives({}), .from = 0.1, .to = 0.35};
  const WritePlan plan(part);
  EXPECT_EQ(plan.frame_row(FrameIndex(0)), WritePlan::kNoRow);
  EXPECT_EQ(plan.frame_row(FrameIndex(1)), 0u);
  EXPECT_EQ(plan.frame_row(FrameIndex(3)), 2u);
  EXPECT_EQ(plan.frame_row(FrameIndex(4)), WritePlan::kNoRow);
  EXPECT_EQ(plan.frame_row(FrameIndex()), WritePlan::kNoRow);
}

TEST(WritePlan, WhoNeverLivedKeepsItsPlace) {
  const WriteRequest whole{.recording = with_lives({{0, 0, 0}, {1, 0, 3}, {2, 2, 2}, {3, 2, 4}})};
  EXPECT_EQ(lives_text(WritePlan(whole).lifetimes()),
            "0: 0 to none; 1: 0 to 2; 2: 2 to 1; 3: 2 to 3; ");
}

}  // namespace
}  // namespace scrubjay
