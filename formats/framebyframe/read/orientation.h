#pragma once

#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>

#include "core/coordinate_system.h"

namespace scrubjay::framebyframe {

/// The rotation that takes the up and forward axes of `system` to `up` and `forward`
/// (formats/framebyframe/README.md, 12.4). Both are normalised, and forward is made perpendicular
/// to up; where one of them has no direction, or both have the same, the nearest axis stands in.
/// Exactly the identity when they are the axes.
glm::dquat rotation_of(const CoordinateSystem& system, const glm::dvec3& up,
                       const glm::dvec3& forward);

}  // namespace scrubjay::framebyframe
