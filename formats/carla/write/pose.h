#pragma once

#include <glm/vec3.hpp>
#include <optional>

#include "core/frame.h"

namespace scrubjay::carla {

/// A place in a file's terms.
struct Pose {
  glm::dvec3 location{0.0};  ///< cm
  glm::dvec3 rotation{0.0};  ///< roll, pitch, yaw in degrees
};

/// Of a transform in Unreal's coordinates. `recorded`, where it leads to the same place, is taken
/// to the bit: the way back from a quaternion is exact only up to rounding.
Pose pose_of(const Transform& transform, const std::optional<Pose>& recorded = std::nullopt);

/// `child` seen from `parent`.
Transform relative_to(const Transform& parent, const Transform& child);

}  // namespace scrubjay::carla
