#include "formats/carla/rotation.h"

#include <cmath>
#include <numbers>

namespace scrubjay::carla {

glm::dquat rotation_from(const glm::dvec3& roll_pitch_yaw_deg) {
  // As axis rotations of the right-hand rule's formulas: yaw about +Z, then pitch about -Y, then
  // roll about -X, each of half the angle in the quaternion.
  const glm::dvec3 half = roll_pitch_yaw_deg * (std::numbers::pi / 360.0);
  const double cr = std::cos(half.x);
  const double sr = std::sin(half.x);
  const double cp = std::cos(half.y);
  const double sp = std::sin(half.y);
  const double cy = std::cos(half.z);
  const double sy = std::sin(half.z);
  return {cr * cp * cy + sr * sp * sy,   // w
          cr * sp * sy - sr * cp * cy,   // x
          -cr * sp * cy - sr * cp * sy,  // y
          cr * cp * sy - sr * sp * cy};  // z
}

glm::dvec3 angles_of(const glm::dquat& rotation) {
  constexpr double kDegrees = 180.0 / std::numbers::pi;
  constexpr double kAlmostUpright = 1.0 - 1e-12;
  const glm::dvec3 forward = rotation * glm::dvec3(1, 0, 0);
  const glm::dvec3 right = rotation * glm::dvec3(0, 1, 0);
  const glm::dvec3 up = rotation * glm::dvec3(0, 0, 1);
  if (std::abs(forward.z) >= kAlmostUpright) {
    return {0.0, forward.z > 0 ? 90.0 : -90.0, std::atan2(-right.x, right.y) * kDegrees};
  }
  const double level = std::sqrt(forward.x * forward.x + forward.y * forward.y);
  return {std::atan2(-right.z, up.z) * kDegrees, std::atan2(forward.z, level) * kDegrees,
          std::atan2(forward.y, forward.x) * kDegrees};
}

}  // namespace scrubjay::carla
