#include <gtest/gtest.h>

#include <algorithm>
#include <glm/geometric.hpp>
#include <map>
#include <string>
#include <vector>

#include "assets/carla_feed.h"
#include "core/recording.h"
#include "formats/format.h"
#include "tests/core/bytes_of.h"
#include "tests/formats/opened.h"

namespace scrubjay {
namespace {

/// As assets/SAMPLE.md says how the sample is made.
constexpr assets::SceneOptions kSampleScene{.entities = 55, .seed = 1};
constexpr std::uint64_t kSampleFrames = 600;

std::shared_ptr<InputFile> sample_file() {
  auto file = InputFile::open(SCRUBJAY_SAMPLE);
  if (!file) {
    ADD_FAILURE() << describe(file.error());
    return nullptr;
  }
  return *file;
}

std::shared_ptr<const Recording> carla_sample() { return opened(SCRUBJAY_SAMPLE); }

TEST(Sample, IsWhatTheGeneratorMakes) {
  const auto file = sample_file();
  ASSERT_NE(file, nullptr);
  std::vector<std::byte> made;
  assets::Scene scene(kSampleScene);
  const auto result = assets::write_carla(scene, into(made), kSampleFrames);
  ASSERT_TRUE(result);
  EXPECT_TRUE(std::ranges::equal(made, file->bytes()))
      << "Make the sample again as assets/SAMPLE.md says.";
}

TEST(Sample, IsSmall) {
  const auto file = sample_file();
  ASSERT_NE(file, nullptr);
  EXPECT_LT(file->size(), 2'000'000U);
}

TEST(Sample, OpensWholeAndWithoutProblems) {
  const auto recording = carla_sample();
  ASSERT_NE(recording, nullptr);
  EXPECT_EQ(recording->info().format, "carla");
  EXPECT_TRUE(recording->is_complete());
  EXPECT_EQ(recording->frame_count(), kSampleFrames);
  EXPECT_NEAR(recording->timeline().range().length(), 29.95, 0.001);
  for (const Problem& problem : recording->problems()) {
    ADD_FAILURE() << describe(problem);
  }
}

TEST(Sample, DecodesEveryFrameWithoutProblems) {
  const auto recording = carla_sample();
  ASSERT_NE(recording, nullptr);
  Cursor cursor(recording);
  for (std::size_t i = 0; i < recording->frame_count(); ++i) {
    const Frame& frame = cursor.seek(FrameIndex(i));
    ASSERT_GT(frame.entities.size(), 40U);
    for (const Problem& problem : frame.problems) {
      ADD_FAILURE() << "frame " << i << ": " << describe(problem);
    }
  }
}

TEST(Sample, ShowsEveryKindOfEventAndEntity) {
  const auto recording = carla_sample();
  ASSERT_NE(recording, nullptr);
  std::map<std::string, std::size_t> events;
  for (std::size_t i = 0; i < recording->event_count(); ++i) {
    ++events[std::string(recording->event(EventIndex(i)).name)];
  }
  // Coming, going, attaching, touching, lights and doors.
  EXPECT_GE(events.size(), 6U);
  std::map<EntityKind, std::size_t> kinds;
  for (std::size_t i = 0; i < recording->entity_count(); ++i) {
    ++kinds[recording->entity(EntityIndex(i)).kind];
  }
  for (const EntityKind kind : {EntityKind::vehicle, EntityKind::person, EntityKind::signal,
                                EntityKind::sign, EntityKind::sensor, EntityKind::prop}) {
    EXPECT_GT(kinds[kind], 0U) << to_text(kind);
  }
}

TEST(Sample, AttachesTheHerosSensorsToIt) {
  const auto recording = carla_sample();
  ASSERT_NE(recording, nullptr);
  const auto cameras = recording->find_entities("sensor.camera.rgb");
  ASSERT_FALSE(cameras.empty());
  Cursor cursor(recording);
  const Frame& frame = cursor.seek(FrameIndex(200));
  const Entity* camera = frame.find(cameras.front());
  ASSERT_NE(camera, nullptr);
  ASSERT_TRUE(camera->parent.exists());
  const Entity* hero = frame.find(camera->parent);
  ASSERT_NE(hero, nullptr);
  ASSERT_TRUE(camera->local.position && camera->world.position && hero->world.position);
  EXPECT_LT(glm::length(*camera->world.position - *hero->world.position), 300.0);
  EXPECT_GT(camera->world.position->z, hero->world.position->z + 150.0);
}

}  // namespace
}  // namespace scrubjay
