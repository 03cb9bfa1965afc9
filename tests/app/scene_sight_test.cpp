#include <gtest/gtest.h>

#include <glm/vector_relational.hpp>
#include <vector>

#include "app/viewer/panels/scene/scene_parts.h"

namespace scrubjay {
namespace {

constexpr Viewport kSightViewport{800, 500};

/// Two things that move, near the origin, and what stands around them.
struct Sight {
  SceneCache cache;
  MotionFound motion;
  std::vector<SceneCache::PlaceOfEntity> places{{{0, EntityIndex(0)}, {0, 0, 0.5}},
                                                {{0, EntityIndex(1)}, {4, 2, 0.5}}};
  std::vector<Bounds> walls;

  Sight() {
    motion.motion.assign(2, Mobility::moves);
    cache.motions = {&motion};
    cache.fit = robust_fit(std::vector<glm::dvec3>{places[0].at, places[1].at});
    cache.fit.room = 1;
  }
  void add_wall(const Bounds& wall) {
    SceneInstance instance;
    instance.center = glm::vec3(wall.center());
    instance.half = glm::vec3(wall.size() / 2.0);
    instance.entity = EntityIndex(motion.motion.size());
    motion.motion.push_back(Mobility::still);
    cache.content.instances.push_back(instance);
    walls.push_back(wall);
  }
  Camera usual() const { return fitted_camera(cache.fit, kSightViewport); }
  Camera chosen() const {
    Camera camera = usual();
    choose_sight(cache, kSightViewport, places, camera);
    return camera;
  }
  /// Looks along the way in small steps.
  bool is_hidden(const Camera& camera, const glm::dvec3& at) const {
    for (int step = 0; step < 1000; ++step) {
      const glm::dvec3 point = camera.eye() + (at - camera.eye()) * (step / 1000.0);
      for (const Bounds& wall : walls) {
        const bool is_inside = glm::all(glm::greaterThan(point, wall.low)) &&
                               glm::all(glm::lessThan(point, wall.high));
        if (is_inside) return true;
      }
    }
    return false;
  }
  bool sees_all(const Camera& camera) const {
    return !is_hidden(camera, places[0].at) && !is_hidden(camera, places[1].at);
  }
};

TEST(SceneSight, StaysWhereNothingStandsInTheWay) {
  Sight sight;
  EXPECT_EQ(sight.chosen(), sight.usual());
  sight.add_wall({{100, 100, 0}, {120, 120, 50}});
  EXPECT_EQ(sight.chosen(), sight.usual());
}

TEST(SceneSight, GoesAroundABuilding) {
  Sight sight;
  const glm::dvec3 between = (sight.usual().eye() + sight.places[0].at) / 2.0;
  sight.add_wall({between - glm::dvec3(2.2), between + glm::dvec3(2.2)});
  ASSERT_FALSE(sight.sees_all(sight.usual()));
  const Camera chosen = sight.chosen();
  EXPECT_TRUE(sight.sees_all(chosen));
  EXPECT_EQ(chosen.pitch, sight.usual().pitch) << "from another side";
}

TEST(SceneSight, IsNotInsideOfABuilding) {
  Sight sight;
  const glm::dvec3 eye = sight.usual().eye();
  sight.add_wall({eye - glm::dvec3(2.5), eye + glm::dvec3(2.5)});
  EXPECT_TRUE(sight.sees_all(sight.chosen()));
}

TEST(SceneSight, LooksDownIntoAYard) {
  Sight sight;
  sight.add_wall({{-4, -4, 0}, {-2, 6, 30}});
  sight.add_wall({{6, -4, 0}, {8, 6, 30}});
  sight.add_wall({{-4, -4, 0}, {8, -2, 30}});
  sight.add_wall({{-4, 4, 0}, {8, 6, 30}});
  ASSERT_FALSE(sight.sees_all(sight.usual()));
  const Camera chosen = sight.chosen();
  EXPECT_TRUE(sight.sees_all(chosen));
  EXPECT_LT(chosen.pitch, -0.9);
}

TEST(SceneSight, WhatAllIsInsideOfIsNotInTheWay) {
  Sight sight;
  sight.add_wall({{-1000, -1000, -1}, {1000, 1000, 500}});
  EXPECT_EQ(sight.chosen(), sight.usual());
}

}  // namespace
}  // namespace scrubjay
