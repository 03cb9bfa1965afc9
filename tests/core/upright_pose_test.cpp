#include "core/upright_pose.h"

#include <gtest/gtest.h>

#include <cmath>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

namespace scrubjay {
namespace {

glm::dvec3 moved(const UprightPose& pose, const glm::dvec3& place) {
  return glm::angleAxis(pose.heading, glm::dvec3(0, 0, 1)) * place + pose.offset;
}

TEST(UprightPose, TheInverseLeadsBack) {
  const glm::dvec3 place(7, -8, 9);
  for (const UprightPose& pose :
       {UprightPose{}, UprightPose{.offset = {100, 20, -3}, .heading = 0.5},
        UprightPose{.offset = {-1e5, 2e5, 0}, .heading = -3}}) {
    EXPECT_LT(glm::distance(moved(inverse(pose), moved(pose, place)), place), 1e-9);
    EXPECT_LT(glm::distance(inverse(inverse(pose)).offset, pose.offset), 1e-9);
  }
}

TEST(UprightPose, TheInverseOfAMoveHasNoNegativeZero) {
  const UprightPose back = inverse({.offset = {40, 0, 0}, .heading = 0});
  EXPECT_EQ(back, (UprightPose{.offset = {-40, 0, 0}, .heading = 0}));
  EXPECT_FALSE(std::signbit(back.heading));
  EXPECT_FALSE(std::signbit(back.offset.y));
  EXPECT_FALSE(std::signbit(back.offset.z));
}

}  // namespace
}  // namespace scrubjay
