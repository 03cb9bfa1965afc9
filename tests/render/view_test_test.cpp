#include "render/view_test.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "camera_maker.h"

namespace scrubjay {
namespace {

/// Balls of all sizes around the camera's target, most of them out of view, some at its borders.
std::vector<Ball> random_balls(std::size_t count) {
  std::mt19937 random(7);
  std::uniform_real_distribution<float> place(-200.0F, 200.0F);
  std::uniform_real_distribution<float> size(0.0F, 1.0F);
  std::vector<Ball> balls;
  for (std::size_t i = 0; i < count; ++i) {
    const float radius = std::pow(size(random), 4.0F) * 60.0F;
    balls.emplace_back(place(random), place(random), place(random), radius);
  }
  return balls;
}

TEST(ViewTest, BallsInViewAreThoseThatAreSeen) {
  const std::vector<Ball> balls = random_balls(20'000);
  for (const Projection projection : {Projection::perspective, Projection::orthographic}) {
    for (const glm::dvec3 origin : {glm::dvec3(0), glm::dvec3(0, 30, -4)}) {
      Camera camera;
      camera.projection = projection;
      const ViewTest view(camera, kViewport, origin);
      std::vector<std::uint32_t> seen;
      std::vector<float> depths;
      for (std::uint32_t i = 0; i < balls.size(); ++i) {
        ViewTest::Seen at;
        if (!view.see(glm::vec3(balls[i]), balls[i].w, at)) continue;
        seen.push_back(i);
        depths.push_back(at.depth - balls[i].w);
      }
      ASSERT_GT(seen.size(), 100U);
      ASSERT_LT(seen.size(), balls.size() / 2);
      std::size_t next = 0;
      std::size_t others = 0;
      view.each_in_view(balls, [&](std::uint32_t row, float nearest) {
        if (next == seen.size() || seen[next] != row) {
          ++others;
          return;
        }
        EXPECT_LE(nearest, depths[next]);
        EXPECT_NEAR(nearest, depths[next], 0.1);
        ++next;
      });
      EXPECT_EQ(next, seen.size()) << "one that is seen is missing, or they came out of order";
      EXPECT_LE(others, seen.size() / 100);
    }
  }
}

TEST(ViewTest, NoBallsAreNone) {
  const ViewTest view({}, {1280, 720}, {});
  view.each_in_view({}, [](std::uint32_t, float) { ADD_FAILURE(); });
}

}  // namespace
}  // namespace scrubjay
