// The sample of flecs documents is what the generator makes, and shows what the reader can.
#include <gtest/gtest.h>

#include <algorithm>
#include <glm/geometric.hpp>
#include <span>
#include <string>

#include "assets/flecs_feed.h"
#include "formats/flecs/flecs.h"
#include "tests/core/bytes_of.h"
#include "tests/formats/opened.h"

namespace scrubjay {
namespace {

/// As assets/SAMPLE.md says how the sample is made.
constexpr assets::SceneOptions kScene{.entities = 24, .seed = 1, .step = 0.1F};
constexpr std::uint64_t kFlecsFrames = 60;

std::string made() {
  std::string text;
  assets::Scene scene(kScene);
  const auto result = assets::write_flecs(scene, into(text), kFlecsFrames);
  EXPECT_TRUE(result);
  return text;
}

std::shared_ptr<const Recording> flecs_sample() {
  auto file = InputFile::open(std::string(SCRUBJAY_ASSETS) + "/sample.ndjson");
  if (!file) {
    ADD_FAILURE() << describe(file.error());
    return nullptr;
  }
  const std::string text = made();
  EXPECT_TRUE(std::ranges::equal(std::as_bytes(std::span(text)), (*file)->bytes()))
      << "Make the sample again as assets/SAMPLE.md says.";
  EXPECT_LT((*file)->size(), 1'000'000U);
  return opened(*file);
}

TEST(FlecsSample, IsWhatTheGeneratorMakesAndReadsWell) {
  const auto recording = flecs_sample();
  ASSERT_NE(recording, nullptr);
  EXPECT_EQ(recording->info().format, "flecs");
  EXPECT_TRUE(recording->is_complete());
  EXPECT_TRUE(recording->problems().empty());
  EXPECT_EQ(recording->frame_count(), kFlecsFrames);
  EXPECT_NEAR(recording->timeline().time(FrameIndex(kFlecsFrames - 1)), 5.9, 1e-4);
  EXPECT_GT(recording->event_count(), 5U) << "lights change, actors come and go";
}

TEST(FlecsSample, VehiclesMoveWhereTheyLookAndHaveTheBoxOfTheirPrefab) {
  const auto recording = flecs_sample();
  ASSERT_NE(recording, nullptr);
  Cursor cursor(recording);
  std::size_t looked = 0;
  for (const Entity& entity : cursor.seek(FrameIndex(40)).entities) {
    if (!entity.name.starts_with("vehicle_")) continue;
    const Frame& frame = cursor.frame();
    ASSERT_TRUE(entity.world.position && entity.world.rotation && entity.box);
    const auto velocity = find_path(frame.tree, entity.properties, "Velocity3");
    ASSERT_TRUE(velocity);
    const auto numbers = frame.tree.numbers_of(frame.tree[*velocity]);
    const glm::dvec3 way(numbers[0], numbers[1], numbers[2]);
    const glm::dvec3 forward = *entity.world.rotation * glm::dvec3(0, 0, 1);
    if (glm::length(way) < 2) continue;
    EXPECT_GT(std::abs(glm::dot(glm::normalize(way), forward)), 0.9) << entity.name;
    ++looked;
  }
  EXPECT_GT(looked, 1U);
}

}  // namespace
}  // namespace scrubjay
