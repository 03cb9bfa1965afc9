#include "formats/carla/rotation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <glm/geometric.hpp>
#include <numbers>

namespace scrubjay::carla {
namespace {

void expect_near(const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& angles) {
  EXPECT_LT(glm::length(a - b), 1e-12)
      << angles.x << ' ' << angles.y << ' ' << angles.z << ": (" << a.x << ", " << a.y << ", "
      << a.z << ") is not (" << b.x << ", " << b.y << ", " << b.z << ")";
}

TEST(CarlaRotation, TurnsTheAxesAsTheMatrixOfTheFormatsPageDoes) {
  const double steps[] = {-180, -96.3, -45, 0, 0.1629, 30, 89.9, 90, 144, 721};
  for (const double roll : steps) {
    for (const double pitch : steps) {
      for (const double yaw : steps) {
        const double to_rad = std::numbers::pi / 180;
        const double cr = std::cos(roll * to_rad), sr = std::sin(roll * to_rad);
        const double cp = std::cos(pitch * to_rad), sp = std::sin(pitch * to_rad);
        const double cy = std::cos(yaw * to_rad), sy = std::sin(yaw * to_rad);
        const glm::dvec3 angles(roll, pitch, yaw);
        const glm::dquat rotation = rotation_from(angles);
        expect_near(rotation * glm::dvec3(1, 0, 0), {cp * cy, cp * sy, sp}, angles);
        expect_near(rotation * glm::dvec3(0, 1, 0),
                    {sr * sp * cy - cr * sy, sr * sp * sy + cr * cy, -sr * cp}, angles);
        expect_near(rotation * glm::dvec3(0, 0, 1),
                    {-(cr * sp * cy + sr * sy), cy * sr - cr * sp * sy, cr * cp}, angles);
      }
    }
  }
}

TEST(CarlaRotation, YawTurnsFromForwardToRightPitchLiftsTheNoseAndRollLowersTheRightSide) {
  expect_near(rotation_from({0, 0, 90}) * glm::dvec3(1, 0, 0), {0, 1, 0}, {0, 0, 90});
  expect_near(rotation_from({0, 90, 0}) * glm::dvec3(1, 0, 0), {0, 0, 1}, {0, 90, 0});
  expect_near(rotation_from({90, 0, 0}) * glm::dvec3(0, 1, 0), {0, 0, -1}, {90, 0, 0});
}

}  // namespace
}  // namespace scrubjay::carla
