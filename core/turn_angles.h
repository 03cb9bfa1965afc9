#pragma once

#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>

#include "core/coordinate_system.h"

namespace scrubjay {

/// (roll, pitch, yaw) in degrees of something that `rotation`, in the axes of `system`, turns: yaw
/// to the right first, then pitch, which lifts the nose, then roll, which lowers the right side.
/// Pitch is within -90 .. 90, the others within -180 .. 180. Where the nose points straight up or
/// down, only yaw and roll together are known: roll is 0 then.
glm::dvec3 turn_angles(const glm::dquat& rotation, const CoordinateSystem& system);

}  // namespace scrubjay
