#include "render/fit.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "tests/core/test_values.h"

namespace scrubjay {
namespace {

using Points = std::vector<glm::dvec3>;

Points spread(std::size_t count, const glm::dvec3& size, unsigned seed = 1) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> unit(-0.5, 0.5);
  Points points;
  for (std::size_t i = 0; i < count; ++i) {
    points.push_back(glm::dvec3(unit(random), unit(random), unit(random)) * size);
  }
  return points;
}

TEST(RobustFit, OfNothingIsEmpty) {
  const RobustFit fit = robust_fit({});
  EXPECT_EQ(fit.inside, 0U);
  EXPECT_EQ(fit.left_out(), 0U);
  EXPECT_EQ(fit.bounds, Bounds());
}

struct KeptCase {
  std::string what;
  Points points;
};

Points line(std::size_t count, const glm::dvec3& step) {
  Points points;
  for (std::size_t i = 0; i < count; ++i) points.push_back(step * static_cast<double>(i));
  return points;
}

Points joined(Points a, const Points& b, const glm::dvec3& shift) {
  for (const glm::dvec3& p : b) a.push_back(p + shift);
  return a;
}

std::vector<KeptCase> kept_cases() {
  return {{"one point", {{3, 4, 5}}},
          {"two points far apart", {{0, 0, 0}, {1000, 0, 0}}},
          {"three points", {{0, 0, 0}, {1, 0, 0}, {500, 0, 0}}},
          {"a small square", {{0, 0, 0}, {10, 0, 0}, {0, 10, 0}, {10, 10, 0}}},
          {"one point many times", Points(50, glm::dvec3(1, 2, 3))},
          {"an even spread", spread(1000, {300, 200, 5})},
          {"five scattered", {{0, 0, 0}, {40, 10, 0}, {90, -20, 1}, {-60, 55, 0}, {20, 130, 0}}},
          {"a long thin trajectory", line(500, {3.0, 0.01, 0.0})},
          {"a trajectory that speeds up",
           [] {
             Points points;
             for (int i = 0; i < 200; ++i) points.emplace_back(0.05 * i * i, 0, 0);
             return points;
           }()},
          {"two equal clusters",
           joined(spread(100, {50, 50, 2}), spread(100, {50, 50, 2}, 2), {800, 0, 0})},
          {"a flat town with a drone above",
           joined(spread(100, {300, 300, 0}), {{0, 0, 40}}, {0, 0, 0})},
          {"parked in one spot, one moved away",
           joined(Points(30, glm::dvec3(0.0)), {{8, 0, 0}}, {0, 0, 0})}};
}

TEST(RobustFit, KeepsEverythingWhereNothingIsAnOutlier) {
  for (const KeptCase& kept : kept_cases()) {
    const RobustFit fit = robust_fit(kept.points);
    EXPECT_EQ(fit.inside, kept.points.size()) << kept.what;
    EXPECT_EQ(fit.left_out(), 0U) << kept.what;
  }
}

TEST(RobustFit, LeavesOutActorsParkedFarBelowTheMap) {
  Points points = spread(180, {300, 300, 3});
  for (int i = 0; i < 3; ++i) points.emplace_back(10.0 * i, 0, -500);
  const RobustFit fit = robust_fit(points);
  EXPECT_EQ(fit.outliers, 3U);
  EXPECT_EQ(fit.inside, 180U);
  EXPECT_GT(fit.bounds.low.z, -10);
}

TEST(RobustFit, LeavesOutOneThatFlewAway) {
  Points points = spread(20, {80, 60, 1});
  points.emplace_back(1e7, -3e6, 2e5);
  EXPECT_EQ(robust_fit(points).outliers, 1U);
}

TEST(RobustFit, IsOfMostWhereOneRunsAway) {
  Points points = spread(400, {40, 40, 1});
  const std::size_t usual = points.size();
  for (int i = 0; i < 20; ++i) points.emplace_back(10.0 * i, 0, 0);  // to 190 m, without a gap
  leave_out_runaways(points);
  EXPECT_GE(points.size(), usual);
  EXPECT_LT(robust_fit(points).bounds.high.x, 80);
  // Where many go far, that is where it happens.
  Points way;
  for (int i = 0; i < 100; ++i) way.emplace_back(i < 80 ? 0.1 * i : 10.0 * i, 0, 0);
  leave_out_runaways(way);
  EXPECT_EQ(way.size(), 100U);
  Points none;
  leave_out_runaways(none);
  EXPECT_TRUE(none.empty());
}

TEST(RobustFit, CountsWhatIsNoPlace) {
  Points points = spread(40, {50, 50, 1});
  points.emplace_back(kNaN, 0, 0);
  points.emplace_back(0, kInfinity, 0);
  points.emplace_back(0, 0, -1e300);
  const RobustFit fit = robust_fit(points);
  EXPECT_EQ(fit.invalid, 3U);
  EXPECT_EQ(fit.outliers, 0U);
  EXPECT_EQ(fit.inside, 40U);
  EXPECT_TRUE(std::isfinite(fit.bounds.low.z));
}

TEST(RobustFit, OfInvalidPointsOnlyIsEmpty) {
  const Points points(5, glm::dvec3(kNaN));
  const RobustFit fit = robust_fit(points);
  EXPECT_EQ(fit.inside, 0U);
  EXPECT_EQ(fit.invalid, 5U);
  EXPECT_EQ(fitted_camera(fit, {800, 600}), Camera());
}

TEST(GroundHeight, IsZeroWhereThatIsPlausible) {
  EXPECT_EQ(ground_height(robust_fit(Points{{0, 0, 0.3}, {90, 0, 5}})), 0);
  EXPECT_EQ(ground_height(robust_fit(Points{{0, 0, -1.2}, {90, 0, 1}})), 0);
}

TEST(GroundHeight, IsTheLowestPointElsewhere) {
  EXPECT_EQ(ground_height(robust_fit(Points{{0, 0, 120}, {90, 0, 131}})), 120);
  EXPECT_EQ(ground_height(robust_fit(Points{{0, 0, -60}, {90, 0, 40}})), -60);
}

TEST(FittedCamera, ShowsTheBulk) {
  const Points points = spread(300, {400, 60, 8});
  const Viewport viewport{1280, 720};
  const Camera camera = fitted_camera(robust_fit(points), viewport);
  for (const glm::dvec3& point : points) {
    const auto at = ScreenProjector(camera, viewport)(point);
    ASSERT_TRUE(at);
    EXPECT_GT(at->pixel.x, 0);
    EXPECT_LT(at->pixel.x, 1280);
    EXPECT_GT(at->pixel.y, 0);
    EXPECT_LT(at->pixel.y, 720);
  }
}

TEST(FittedCamera, UsesTheViewForScenesOfAnySize) {
  for (const double size : {0.3, 5.0, 400.0, 2e5}) {
    for (const Viewport viewport : {Viewport{1280, 720}, Viewport{400, 900}}) {
      const RobustFit fit = robust_fit(spread(300, {size, 0.6 * size, 0.05 * size}));
      const Camera camera = fitted_camera(fit, viewport);
      const double share = share_of_view(camera, viewport, fit.extremes);
      EXPECT_GE(share, 0.7) << size;
      EXPECT_LE(share, std::max(viewport.width, viewport.height) /
                           std::min(viewport.width, viewport.height))
          << size;
    }
  }
}

TEST(ShareOfView, CountsTheLongerSideAgainstTheSmallerOne) {
  Camera camera;
  look_from_top(camera);
  camera.distance = 100;
  const Viewport viewport{1000, 500};
  const double metres = camera.metres_per_pixel(viewport, 100);
  EXPECT_NEAR(share_of_view(camera, viewport, Points{{0, 0, 0}, {250 * metres, 0, 0}}), 0.5, 1e-9);
  EXPECT_NEAR(share_of_view(camera, viewport, Points{{0, 0, 0}, {0, 100 * metres, 0}}), 0.2, 1e-9);
  EXPECT_EQ(share_of_view(camera, viewport, {}), 0);
}

}  // namespace
}  // namespace scrubjay
