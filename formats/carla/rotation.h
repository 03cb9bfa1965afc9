#pragma once

#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>

namespace scrubjay::carla {

/// The rotation of a recorded (roll, pitch, yaw) in degrees, in Unreal's left-handed axes (X
/// forward, Y right, Z up). Yaw turns from +X towards +Y, pitch lifts the nose, roll lowers the
/// right side, so that with c and s as cosine and sine the axes of what is turned are
///
///     forward = (cp cy, cp sy, sp)
///     right   = (sr sp cy - cr sy, sr sp sy + cr cy, -sr cp)
///     up      = (-(cr sp cy + sr sy), cy sr - cr sp sy, cr cp)
///
/// `turn_angles` is the way back.
glm::dquat rotation_from(const glm::dvec3& roll_pitch_yaw_deg);

}  // namespace scrubjay::carla
