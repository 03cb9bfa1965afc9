#include "app/viewer/frames/motion_survey.h"

#include <gtest/gtest.h>

#include <semaphore>

#include "test_scene.h"

namespace scrubjay {
namespace {

MotionFound motion_found_in(TestScene scene) {
  std::counting_semaphore<> woken(0);
  Background background([&] { woken.release(); });
  MotionSurvey survey(std::make_shared<DecoderPool>(recording_of(std::move(scene))), background);
  survey.request();
  while (true) {
    const MotionFound* const found = survey.latest();
    if (found != nullptr && survey.is_current()) return *found;
    woken.acquire();
  }
}

TEST(MotionSurvey, TellsWhatMovesFromWhatTrembles) {
  TestScene scene;
  scene.frames = 1000;
  scene.entities = {{.id = "walks"}, {.id = "stands"}, {.id = "trembles"}};
  scene.position = [](std::size_t frame, std::size_t entity) {
    const double way = static_cast<double>(frame);
    if (entity == 0) return glm::dvec3(way, 0, 0);
    return glm::dvec3(0, 0, entity == 1 ? 0 : 0.001 * static_cast<double>(frame % 7));
  };
  const MotionFound found = motion_found_in(std::move(scene));
  EXPECT_EQ(found.motion, (std::vector{Mobility::moves, Mobility::still, Mobility::still}));
  EXPECT_EQ(found.moving, 1U);
  ASSERT_FALSE(found.paths.empty());
  EXPECT_LE(found.paths.size(), MotionSurvey::kFrames);
  for (const EntityIndex owner : found.owners) EXPECT_EQ(owner, EntityIndex(0));
  // The first and the last place are known.
  double longest = 0;
  for (const glm::dvec3& at : found.paths)
    longest = std::max(longest, glm::distance(at, found.paths.front()));
  EXPECT_NEAR(longest, 999, 1e-6);
}

TEST(MotionSurvey, InASmallSceneLittleIsMuch) {
  TestScene scene;
  scene.entities = {{.id = "hand"}, {.id = "table"}};
  scene.position = [](std::size_t frame, std::size_t entity) {
    return glm::dvec3(entity == 0 ? 0.003 * static_cast<double>(frame) : 0, 0, 0);
  };
  const MotionFound found = motion_found_in(std::move(scene));
  EXPECT_EQ(found.motion, (std::vector{Mobility::moves, Mobility::still}));
}

TEST(MotionSurvey, KnowsNothingOfWhatWasSeenOnce) {
  TestScene scene;
  scene.entities = {{.id = "stands"}, {.id = "flash", .first = 4, .last = 4}};
  scene.position = [](std::size_t, std::size_t) { return glm::dvec3(1, 2, 3); };
  const MotionFound found = motion_found_in(std::move(scene));
  EXPECT_EQ(found.motion, (std::vector{Mobility::still, Mobility::unknown}));
  EXPECT_EQ(found.moving, 0U);
  EXPECT_TRUE(found.paths.empty());
}

TEST(MotionSurvey, ListsWhatHasEvents) {
  TestScene scene;
  scene.entities = {{.id = "a"}, {.id = "b"}, {.id = "c"}};
  scene.events = {{.frame = 1, .name = "hit", .entity = 2},
                  {.frame = 2, .name = "rain"},
                  {.frame = 3, .name = "hit", .entity = 0},
                  {.frame = 4, .name = "hit", .entity = 2}};
  const MotionFound found = motion_found_in(std::move(scene));
  EXPECT_EQ(found.in_events, (std::vector{EntityIndex(0), EntityIndex(2)}));
}

TEST(MotionSurvey, LooksAtTheClientsApart) {
  TestScene scene;
  scene.frames = 40;
  scene.streams = {"one", "two"};
  scene.entities = {{.id = "a", .stream = 0}, {.id = "a", .stream = 1}};
  scene.position = [](std::size_t frame, std::size_t entity) {
    return glm::dvec3(entity == 0 ? static_cast<double>(frame) : 0, 0, 0);
  };
  const MotionFound found = motion_found_in(std::move(scene));
  EXPECT_EQ(found.motion, (std::vector{Mobility::moves, Mobility::still}));
}

TEST(MotionSurvey, KnowsTheHighestSpeed) {
  TestScene scene;
  scene.step = 0.5;
  scene.entities = {{.id = "a"}};
  scene.position = [](std::size_t frame, std::size_t) {
    return glm::dvec3(3.0 * static_cast<double>(frame), 0, 0);
  };
  EXPECT_NEAR(motion_found_in(std::move(scene)).fastest, 6, 1e-9);
}

}  // namespace
}  // namespace scrubjay
