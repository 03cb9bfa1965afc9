#include "core/turn_angles.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/core/test_values.h"

namespace scrubjay {
namespace {

constexpr CoordinateSystem kUnity{Axis::pos_x, Axis::pos_y, Axis::pos_z, 1.0};
constexpr CoordinateSystem kRos{Axis::neg_y, Axis::pos_z, Axis::pos_x, 1.0};

/// Turned about up, then about the turned right axis, then about the turned forward axis, each in
/// the sense of the words. Quaternions of a left-handed system turn from its right to its forward
/// where those of a right-handed one turn from forward to left.
glm::dquat turned(const glm::dvec3& roll_pitch_yaw, const CoordinateSystem& system) {
  const double hand = system.handedness() == Handedness::left ? -1.0 : 1.0;
  const auto about = [&](Axis axis, double degrees) {
    return glm::angleAxis(hand * degrees * std::numbers::pi / 180.0, direction_of(axis));
  };
  return about(system.up, -roll_pitch_yaw.z) * about(system.right, roll_pitch_yaw.y) *
         about(system.forward, roll_pitch_yaw.x);
}

void expect_angles(const glm::dvec3& found, const glm::dvec3& expected) {
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(found[i], expected[i], 1e-9) << i;
}

TEST(TurnAngles, AreThoseThatTurnedInEverySystem) {
  for (const CoordinateSystem& system : {kUnreal, kUnity, kRos}) {
    SCOPED_TRACE(system.written_out());
    for (const glm::dvec3& angles :
         {glm::dvec3(0, 0, 90), glm::dvec3(0, 30, 0), glm::dvec3(-20, 0, 0),
          glm::dvec3(10, -80, 170), glm::dvec3(-150, 45, -60)}) {
      expect_angles(turn_angles(turned(angles, system), system), angles);
    }
  }
}

TEST(TurnAngles, AQuarterAboutZIsToTheRightInUnrealAndToTheLeftInRos) {
  const double half = std::sqrt(0.5);
  expect_angles(turn_angles(glm::dquat(half, 0, 0, half), kUnreal), {0, 0, 90});
  expect_angles(turn_angles(glm::dquat(half, 0, 0, half), kRos), {0, 0, -90});
}

TEST(TurnAngles, WhereTheNosePointsUpOrDownRollIsZero) {
  for (const CoordinateSystem& system : {kUnreal, kUnity, kRos}) {
    SCOPED_TRACE(system.written_out());
    expect_angles(turn_angles(turned({0, 90, 25}, system), system), {0, 90, 25});
    // Nose down, roll turns as yaw does.
    expect_angles(turn_angles(turned({15, -90, 25}, system), system), {0, -90, 40});
  }
}

}  // namespace
}  // namespace scrubjay
