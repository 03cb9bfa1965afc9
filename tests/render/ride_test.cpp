// Cameras that ride along with something.
#include "render/ride.h"

#include <gtest/gtest.h>

#include <cmath>
#include <glm/geometric.hpp>
#include <numbers>

namespace scrubjay {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr Viewport kView{1600, 900};

/// A car 4 m long at a place, turned about up by an angle.
Ridden car(const glm::dvec3& at, double heading) {
  return {.center = at,
          .half = {0.9, 2, 0.75},
          .rotation = glm::dquat(std::cos(heading / 2), 0, 0, std::sin(heading / 2))};
}

Camera ride_once(Ride ride, const Ridden& ridden) {
  return RidingCamera(ride, Camera(), ridden).at(Camera(), ridden, kView);
}

TEST(RidingCamera, ChasesFromBehindAndAbove) {
  const Ridden ridden = car({10, 20, 1}, kPi / 2);  // it heads along -x
  const Camera camera = ride_once(Ride::chase, ridden);
  EXPECT_GT(camera.eye().x, 10 + 2);
  EXPECT_NEAR(camera.eye().y, 20, 1e-9);
  EXPECT_GT(camera.eye().z, 1.75);
  EXPECT_LT(camera.forward().x, -0.9);
}

TEST(RidingCamera, TurnsWithWhatItRidesOnAndStaysTurnedByHand) {
  RidingCamera ride(Ride::chase, Camera(), car({0, 0, 0}, 0));
  Camera camera = ride.at(Camera(), car({0, 0, 0}, 0), kView);
  orbit(camera, {50, 20});
  camera = ride.at(camera, car({0, 0, 0}, 0), kView);
  const Camera turned = camera;
  camera = ride.at(camera, car({5, 5, 0}, 0.7), kView);
  EXPECT_NEAR(camera.yaw, turned.yaw + 0.7, 1e-9);
  EXPECT_NEAR(camera.pitch, turned.pitch, 1e-9);
  // Back at the same moment it looks the same.
  EXPECT_EQ(ride.at(camera, car({0, 0, 0}, 0), kView).target, turned.target);
}

TEST(RidingCamera, LooksAheadFromTheDriversSeat) {
  const Ridden ridden = car({3, 4, 1}, 0);  // along +y
  const Camera camera = ride_once(Ride::driver, ridden);
  const glm::dvec3 from_middle = camera.eye() - ridden.center;
  EXPECT_NEAR(from_middle.x, 0, 1e-9);
  EXPECT_GT(from_middle.y, 0);
  EXPECT_LT(from_middle.y, ridden.half.y);
  EXPECT_GT(from_middle.z, 0);
  EXPECT_LT(from_middle.z, ridden.half.z);
  EXPECT_NEAR(camera.forward().y, 1, 1e-9);
}

TEST(RidingCamera, SeesWhatASensorSees) {
  Ridden sensor = car({1, 2, 3}, 0);
  sensor.is_sensor = true;
  sensor.field_of_view = kPi / 2;
  Camera before;
  before.fov_y = 0.6;
  RidingCamera ride(Ride::driver, before, sensor);
  const Camera camera = ride.at(before, sensor, kView);
  EXPECT_NEAR(glm::distance(camera.eye(), sensor.center), 0, 1e-9);
  // Half of it, 45 degrees, reaches from the middle of the picture to its side.
  EXPECT_NEAR(std::tan(camera.fov_y / 2) * kView.aspect(), 1, 1e-9);
  EXPECT_EQ(ride.leave(camera).fov_y, 0.6);
}

TEST(RidingCamera, HasTheHeadingUpFromAbove) {
  const Camera camera = ride_once(Ride::above, car({0, 0, 0}, kPi / 2));
  EXPECT_NEAR(camera.pitch, -kPi / 2, 1e-9);
  EXPECT_NEAR(camera.up().x, -1, 1e-6);
}

TEST(RidingCamera, GoesOnAsItWasTurnedWhereverItIsByThen) {
  for (const Ride ride : {Ride::chase, Ride::driver}) {
    RidingCamera first(ride, Camera(), car({7, 8, 1}, 0.3));
    Camera kept = first.at(Camera(), car({7, 8, 1}, 0.3), kView);
    orbit(kept, {30, 10});
    kept = first.at(kept, car({7, 8, 1}, 0.3), kView);
    // It begins where the car was before, and comes to where it was kept.
    RidingCamera again(ride, kept, car({1, 1, 1}, 2), first.turn());
    const Camera before = again.at(kept, car({1, 1, 1}, 2), kView);
    EXPECT_NEAR(before.yaw, kept.yaw + 1.7, 1e-9);
    const Camera came = again.at(before, car({7, 8, 1}, 0.3), kView);
    EXPECT_NEAR(came.yaw, kept.yaw, 1e-9);
    EXPECT_NEAR(came.pitch, kept.pitch, 1e-9);
    EXPECT_NEAR(came.distance, kept.distance, 1e-9);
    EXPECT_NEAR(glm::distance(came.target, kept.target), 0, 1e-9);
  }
}

}  // namespace
}  // namespace scrubjay
