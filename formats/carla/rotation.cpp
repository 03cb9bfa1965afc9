#include "formats/carla/rotation.h"

#include <numbers>

#include "core/steady_math.h"

namespace scrubjay::carla {

glm::dquat rotation_from(const glm::dvec3& roll_pitch_yaw_deg) {
  // As axis rotations of the right-hand rule's formulas: yaw about +Z, then pitch about -Y, then
  // roll about -X, each of half the angle in the quaternion.
  const glm::dvec3 half = roll_pitch_yaw_deg * (std::numbers::pi / 360.0);
  const double cr = steady::cos(half.x);
  const double sr = steady::sin(half.x);
  const double cp = steady::cos(half.y);
  const double sp = steady::sin(half.y);
  const double cy = steady::cos(half.z);
  const double sy = steady::sin(half.z);
  return {cr * cp * cy + sr * sp * sy,   // w
          cr * sp * sy - sr * cp * cy,   // x
          -cr * sp * cy - sr * cp * sy,  // y
          cr * cp * sy - sr * sp * cy};  // z
}

}  // namespace scrubjay::carla
