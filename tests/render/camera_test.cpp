#include "render/camera.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <iterator>
#include <numbers>
#include <random>
#include <vector>

#include "camera_maker.h"
#include "expect_near.h"
#include "tests/core/test_values.h"

namespace scrubjay {
namespace {

bool is_finite(const Camera& camera) {
  return std::isfinite(camera.target.x) && std::isfinite(camera.target.y) &&
         std::isfinite(camera.target.z) && std::isfinite(camera.distance) &&
         std::isfinite(camera.yaw) && std::isfinite(camera.pitch);
}

/// Pixel of a world point computed through the matrices that the graphics card gets.
glm::dvec2 pixel_by_matrix(const Camera& camera, const glm::dvec3& world) {
  const glm::dvec3 origin(100.0, -50.0, 3.0);
  const glm::dvec4 clip =
      camera.clip_from_world(kViewport, origin) * glm::dvec4(world - origin, 1.0);
  return {(clip.x / clip.w + 1) / 2 * kViewport.width,
          (1 - clip.y / clip.w) / 2 * kViewport.height};
}

std::vector<Camera> some_cameras() {
  std::vector<Camera> cameras;
  for (const Projection projection : {Projection::perspective, Projection::orthographic}) {
    for (const double yaw : {0.0, 1.0, -2.5}) {
      for (const double pitch : {-std::numbers::pi / 2, -0.7, 0.0, 0.4, std::numbers::pi / 2}) {
        Camera camera;
        camera.target = {120.0, -40.0, 2.0};
        camera.distance = 25;
        camera.yaw = yaw;
        camera.pitch = pitch;
        camera.projection = projection;
        cameras.push_back(camera);
      }
    }
  }
  return cameras;
}

TEST(Camera, LooksAlongPlusYWithoutYawAndPitch) {
  Camera camera;
  camera.yaw = 0;
  camera.pitch = 0;
  expect_near(camera.forward(), {0, 1, 0}, 1e-12);
  expect_near(camera.right(), {1, 0, 0}, 1e-12);
  expect_near(camera.up(), {0, 0, 1}, 1e-12);
}

TEST(Camera, HasAnOrthonormalRightHandedBasisAtEveryAngle) {
  for (const Camera& camera : some_cameras()) {
    expect_near(glm::cross(camera.right(), camera.forward()), camera.up(), 1e-12);
    EXPECT_NEAR(glm::length(camera.forward()), 1, 1e-12);
    EXPECT_NEAR(glm::dot(camera.right(), camera.forward()), 0, 1e-12);
  }
}

TEST(Camera, ShowsTheTargetInTheMiddleOfThePicture) {
  for (const Camera& camera : some_cameras()) {
    const auto at = ScreenProjector(camera, kViewport)(camera.target);
    ASSERT_TRUE(at);
    EXPECT_NEAR(at->pixel.x, 640, 1e-6);
    EXPECT_NEAR(at->pixel.y, 360, 1e-6);
    EXPECT_NEAR(at->depth, camera.distance, 1e-9);
  }
}

TEST(Camera, MatricesAgreeWithToScreen) {
  for (const Camera& camera : some_cameras()) {
    const glm::dvec3 point = camera.target + glm::dvec3(3.0, -2.0, 1.0);
    const auto at = ScreenProjector(camera, kViewport)(point);
    ASSERT_TRUE(at);
    const glm::dvec2 pixel = pixel_by_matrix(camera, point);
    EXPECT_NEAR(at->pixel.x, pixel.x, 1e-6);
    EXPECT_NEAR(at->pixel.y, pixel.y, 1e-6);
  }
}

TEST(Camera, RaysPassThroughWhatTheirPixelShows) {
  for (const Camera& camera : some_cameras()) {
    for (const glm::dvec2& pixel :
         {glm::dvec2(10, 20), glm::dvec2(640, 360), glm::dvec2(1200, 700)}) {
      const Ray ray = ray_through(camera, kViewport, pixel);
      const double start = glm::dot(camera.target - ray.origin, camera.forward());
      const auto at = ScreenProjector(camera, kViewport)(ray.origin + ray.direction * start);
      ASSERT_TRUE(at);
      EXPECT_NEAR(at->pixel.x, pixel.x, 1e-6);
      EXPECT_NEAR(at->pixel.y, pixel.y, 1e-6);
    }
  }
}

TEST(Camera, UnprojectUndoesTheDepthBuffer) {
  for (const Camera& camera : some_cameras()) {
    const glm::dvec3 point = camera.target + glm::dvec3(2.0, 3.0, -1.0);
    const glm::dvec4 clip =
        camera.clip_from_world(kViewport, glm::dvec3(0.0)) * glm::dvec4(point, 1.0);
    const double depth = (clip.z / clip.w + 1) / 2;
    const auto at = ScreenProjector(camera, kViewport)(point);
    ASSERT_TRUE(at);
    expect_near(unproject(camera, kViewport, at->pixel, depth), point, 1e-5);
  }
}

TEST(Camera, HidesWhatIsBehindTheEyeOrNotANumber) {
  Camera camera;
  EXPECT_FALSE(ScreenProjector(camera, kViewport)(camera.eye() - camera.forward()));
  EXPECT_FALSE(ScreenProjector(camera, kViewport)({kNaN, 0, 0}));
  EXPECT_FALSE(ScreenProjector(camera, kViewport)({0, kInfinity, 0}));
}

TEST(Camera, OrbitKeepsTargetAndDistanceAndStopsAtThePoles) {
  Camera camera;
  const Camera before = camera;
  orbit(camera, {50, 30});
  EXPECT_EQ(camera.target, before.target);
  EXPECT_EQ(camera.distance, before.distance);
  EXPECT_NE(camera.yaw, before.yaw);
  orbit(camera, {0, 1e6});
  EXPECT_DOUBLE_EQ(camera.pitch, -std::numbers::pi / 2);
  orbit(camera, {0, -1e7});
  EXPECT_DOUBLE_EQ(camera.pitch, std::numbers::pi / 2);
}

TEST(Camera, LookingAroundKeepsTheEye) {
  Camera camera;
  const glm::dvec3 eye = camera.eye();
  look_around(camera, {120, -40});
  expect_near(camera.eye(), eye, 1e-9);
}

TEST(Camera, PanMovesTheSceneWithTheCursor) {
  for (Camera camera : some_cameras()) {
    const glm::dvec3 grabbed = camera.target;
    pan(camera, kViewport, {37, -21});
    const auto at = ScreenProjector(camera, kViewport)(grabbed);
    ASSERT_TRUE(at);
    EXPECT_NEAR(at->pixel.x, 640 + 37, 1e-6);
    EXPECT_NEAR(at->pixel.y, 360 - 21, 1e-6);
  }
}

TEST(Camera, ZoomKeepsTheAnchorUnderTheCursor) {
  for (Camera camera : some_cameras()) {
    const glm::dvec2 cursor(900, 200);
    const glm::dvec3 anchor = zoom_anchor(camera, kViewport, cursor, 0.0);
    for (const double factor : {0.8, 0.8, 1.7, 0.5}) {
      zoom_towards(camera, anchor, factor);
      const auto at = ScreenProjector(camera, kViewport)(anchor);
      ASSERT_TRUE(at);
      EXPECT_NEAR(at->pixel.x, cursor.x, 1e-4);
      EXPECT_NEAR(at->pixel.y, cursor.y, 1e-4);
    }
  }
}

TEST(Camera, ZoomNeitherReachesZeroNorInfinity) {
  Camera camera;
  for (int i = 0; i < 500; ++i) zoom_towards(camera, camera.target, 0.5);
  EXPECT_EQ(camera.distance, Camera::kNearestDistance);
  for (int i = 0; i < 500; ++i) zoom_towards(camera, camera.target, 2.0);
  EXPECT_EQ(camera.distance, Camera::kFarthestDistance);
  const Camera before = camera;
  for (const double factor : {0.0, -1.0, kNaN, kInfinity}) zoom_towards(camera, {0, 0, 0}, factor);
  zoom_towards(camera, {kNaN, 0, 0}, 0.5);
  EXPECT_EQ(camera, before);
}

TEST(Camera, ZoomAnchorIsOnTheGroundWhereTheCursorPointsAtIt) {
  Camera camera;
  camera.pitch = -0.8;
  EXPECT_NEAR(zoom_anchor(camera, kViewport, {640, 500}, 1.5).z, 1.5, 1e-9);
  camera.pitch = 0.5;  // looks at the sky: the target's depth serves
  const glm::dvec3 anchor = zoom_anchor(camera, kViewport, {640, 360}, 0);
  expect_near(anchor, camera.target, 1e-9);
}

TEST(Camera, FliesAlongItsOwnAxes) {
  Camera camera;
  camera.distance = 10;
  const glm::dvec3 before = camera.target;
  fly(camera, {.forward = 1}, 0.05);
  expect_near(camera.target - before, camera.forward() * 0.5, 1e-9);
  const double one = glm::distance(camera.target, before);
  fly(camera, {.right = -1, .fast = true}, 0.05);
  EXPECT_GT(glm::distance(camera.target, before), one);
}

TEST(Camera, FlyingAfterASleepDoesNotJump) {
  Camera camera;
  const glm::dvec3 before = camera.target;
  fly(camera, {.forward = 1}, 3600.0);
  EXPECT_LE(glm::distance(camera.target, before), camera.distance * 0.1 + 1e-9);
  fly(camera, {.forward = 1}, -1.0);
  fly(camera, {.forward = 1}, kNaN);
  EXPECT_LE(glm::distance(camera.target, before), camera.distance * 0.1 + 1e-9);
}

TEST(Camera, TopViewLooksDownWithPlusYUp) {
  Camera camera;
  camera.target = {5, 6, 0};
  look_from_top(camera);
  expect_near(camera.forward(), {0, 0, -1}, 1e-12);
  const auto north = ScreenProjector(camera, kViewport)({5, 10, 0});
  const auto east = ScreenProjector(camera, kViewport)({9, 6, 0});
  ASSERT_TRUE(north && east);
  EXPECT_LT(north->pixel.y, 360);
  EXPECT_GT(east->pixel.x, 640);
  EXPECT_EQ(camera.projection, Projection::orthographic);
  orbit(camera, {0, -50});
  EXPECT_EQ(camera.projection, Projection::perspective);
}

TEST(Camera, LooksAlongEveryDirectionAskedFor) {
  for (const glm::dvec3& direction :
       {glm::dvec3(1, 0, 0), glm::dvec3(-1, 0, 0), glm::dvec3(0, 1, 0), glm::dvec3(0, -3, 0),
        glm::dvec3(0, 0, 1), glm::dvec3(0, 0, -1), glm::dvec3(1, 2, -3)}) {
    Camera camera;
    look_along(camera, direction);
    expect_near(camera.forward(), glm::normalize(direction), 1e-9);
  }
  Camera camera;
  const Camera before = camera;
  look_along(camera, {0, 0, 0});
  look_along(camera, {kNaN, 1, 0});
  EXPECT_EQ(camera, before);
}

TEST(Camera, FocusBringsAllCornersIntoThePicture) {
  const Bounds bounds{{10, 20, -1}, {40, 26, 9}};
  for (const Viewport& viewport : {Viewport{1280, 720}, Viewport{300, 900}}) {
    for (Camera camera : some_cameras()) {
      focus(camera, viewport, bounds);
      for (int corner = 0; corner < 8; ++corner) {
        const auto at =
            ScreenProjector(camera, viewport)({(corner & 1) != 0 ? bounds.high.x : bounds.low.x,
                                               (corner & 2) != 0 ? bounds.high.y : bounds.low.y,
                                               (corner & 4) != 0 ? bounds.high.z : bounds.low.z});
        ASSERT_TRUE(at);
        EXPECT_GE(at->pixel.x, 0);
        EXPECT_LE(at->pixel.x, viewport.width);
        EXPECT_GE(at->pixel.y, 0);
        EXPECT_LE(at->pixel.y, viewport.height);
      }
    }
  }
}

TEST(Camera, FocusOnAPointKeepsSomeDistance) {
  Camera camera;
  focus(camera, kViewport, {{1, 2, 3}, {1, 2, 3}});
  EXPECT_EQ(camera.target, glm::dvec3(1, 2, 3));
  EXPECT_GT(camera.distance, 2.0);
}

TEST(Camera, FillViewShowsAllPointsAndReachesTheShareOfThePicture) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> anywhere(-50, 50);
  std::vector<Camera> cameras;
  for (int i = 0; i < 20; ++i) std::ranges::copy(some_cameras(), std::back_inserter(cameras));
  for (Camera camera : cameras) {
    std::vector<glm::dvec3> points;
    for (int i = 0; i < 40; ++i) {
      const double x = anywhere(random);
      const double y = anywhere(random);
      points.emplace_back(x, y, anywhere(random) * 0.1);
    }
    points.emplace_back(kNaN, 0, 0);
    fill_view(camera, kViewport, points, 0.9);
    double reached = 0;
    for (const glm::dvec3& point : points) {
      if (!std::isfinite(point.x)) continue;
      const auto at = ScreenProjector(camera, kViewport)(point);
      ASSERT_TRUE(at);
      const double x = std::abs(at->pixel.x - 640) / 640;
      const double y = std::abs(at->pixel.y - 360) / 360;
      reached = std::max({reached, x, y});
    }
    EXPECT_NEAR(reached, 0.9, 1e-6);
  }
}

TEST(Camera, FollowKeepsItsOffsetToTheTarget) {
  Camera camera;
  camera.target = {1, 1, 1};
  Follow state;
  follow(camera, state, {10, 0, 0});  // the first call only takes note
  EXPECT_EQ(camera.target, glm::dvec3(1, 1, 1));
  follow(camera, state, {13, -2, 0.5});
  expect_near(camera.target, {4, -1, 1.5}, 1e-12);
  follow(camera, state, {kNaN, 0, 0});
  follow(camera, state, {14, -2, 0.5});
  expect_near(camera.target, {5, -1, 1.5}, 1e-12);
}

TEST(Camera, ChoosesANewOriginOnlyWhenFar) {
  Camera camera;
  camera.distance = 10;
  camera.target = {5000, 0, 0};
  EXPECT_EQ(choose_origin(camera, glm::dvec3(0.0)), glm::dvec3(0.0));
  camera.target = {1e6, 0.3, 0};
  EXPECT_EQ(choose_origin(camera, glm::dvec3(0.0)), glm::dvec3(1e6, 0, 0));
}

TEST(Camera, SanitizeRepairsEveryField) {
  Camera camera;
  camera.target = {kNaN, 0, 0};
  camera.distance = -kInfinity;
  camera.yaw = kNaN;
  camera.pitch = 400;
  camera.fov_y = 0;
  sanitize(camera);
  EXPECT_TRUE(is_finite(camera));
  EXPECT_LE(camera.pitch, std::numbers::pi / 2);
  EXPECT_GT(camera.fov_y, 0);
  camera.distance = 0;
  sanitize(camera);
  EXPECT_EQ(camera.distance, Camera::kNearestDistance);
}

TEST(Camera, StaysFiniteUnderAnySequenceOfGestures) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> amount(-1e4, 1e4);
  Camera camera;
  Follow state;
  for (int i = 0; i < 20000; ++i) {
    const double a = amount(random);
    const double b = amount(random);
    switch (random() % 9) {
      case 0: orbit(camera, {a, b}); break;
      case 1: pan(camera, kViewport, {a, b}); break;
      case 2: zoom_towards(camera, {a, b, a}, std::abs(a)); break;
      case 3: zoom_towards(camera, zoom_anchor(camera, kViewport, {a, b}, b), 0.9); break;
      case 4: fly(camera, {a, b, a, true}, 0.1); break;
      case 5: look_along(camera, {a, b, -a}); break;
      case 6: focus(camera, {std::abs(a), std::abs(b)}, {{a, b, a}, {b, a, b}}); break;
      case 7: follow(camera, state, {a * a, b, a}); break;
      default: look_around(camera, {a, b}); break;
    }
    ASSERT_TRUE(is_finite(camera)) << "after gesture " << i;
    ASSERT_GE(camera.distance, Camera::kNearestDistance);
    ASSERT_LT(camera.near_plane(), camera.far_plane());
  }
}

}  // namespace
}  // namespace scrubjay
