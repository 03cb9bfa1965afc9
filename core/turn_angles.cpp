#include "core/turn_angles.h"

#include <cmath>
#include <numbers>

#include "core/steady_math.h"

namespace scrubjay {

glm::dvec3 turn_angles(const glm::dquat& rotation, const CoordinateSystem& system) {
  constexpr CoordinateSystem kForwardRightUp{
      .right = Axis::pos_y, .up = Axis::pos_z, .forward = Axis::pos_x};
  constexpr double kDegrees = 180.0 / std::numbers::pi;
  constexpr double kAlmostUpright = 1.0 - 1e-12;
  const glm::dquat turn = CoordinateConversion(system, kForwardRightUp).rotation(rotation);
  const glm::dvec3 forward = turn * glm::dvec3(1, 0, 0);
  const glm::dvec3 right = turn * glm::dvec3(0, 1, 0);
  const glm::dvec3 up = turn * glm::dvec3(0, 0, 1);
  if (std::abs(forward.z) >= kAlmostUpright) {
    return {0.0, forward.z > 0 ? 90.0 : -90.0, steady::atan2(-right.x, right.y) * kDegrees};
  }
  const double level = std::sqrt(forward.x * forward.x + forward.y * forward.y);
  return {steady::atan2(-right.z, up.z) * kDegrees, steady::atan2(forward.z, level) * kDegrees,
          steady::atan2(forward.y, forward.x) * kDegrees};
}

}  // namespace scrubjay
