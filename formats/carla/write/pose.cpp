#include "formats/carla/write/pose.h"

#include <cmath>
#include <glm/geometric.hpp>

#include "core/directions.h"
#include "core/turn_angles.h"
#include "formats/carla/header.h"
#include "formats/carla/rotation.h"

namespace scrubjay::carla {

Pose pose_of(const Transform& transform, const std::optional<Pose>& recorded) {
  Pose pose;
  pose.location = transform.position.value_or(glm::dvec3(0.0));
  if (transform.rotation) pose.rotation = turn_angles(*transform.rotation, unreal_coordinates());
  if (!recorded) return pose;
  const double size = glm::length(pose.location);
  if (glm::distance(recorded->location, pose.location) <= 1e-6 * (1.0 + size)) {
    pose.location = recorded->location;
  }
  const glm::dquat turned =
      transform.rotation ? *transform.rotation : glm::dquat(1.0, 0.0, 0.0, 0.0);
  // 1 - cos(a/2) for an angle a of about 1e-4 degrees between the two.
  constexpr double kSameTurn = 4e-13;
  // Angles that are no numbers turn nothing (decoder.cpp).
  const glm::dquat as_recorded = is_finite(recorded->rotation) ? rotation_from(recorded->rotation)
                                                               : glm::dquat(1.0, 0.0, 0.0, 0.0);
  if (1.0 - std::abs(glm::dot(as_recorded, turned)) <= kSameTurn) {
    pose.rotation = recorded->rotation;
  }
  return pose;
}

Transform relative_to(const Transform& parent, const Transform& child) {
  const glm::dquat parent_from_world =
      glm::conjugate(parent.rotation.value_or(glm::dquat(1.0, 0.0, 0.0, 0.0)));
  Transform local;
  const glm::dvec3 from = parent.position.value_or(glm::dvec3(0.0));
  glm::dvec3 way = parent_from_world * (child.position.value_or(glm::dvec3(0.0)) - from);
  if (parent.scale) {
    for (int i = 0; i < 3; ++i) {
      if ((*parent.scale)[i] != 0) way[i] /= (*parent.scale)[i];
    }
  }
  local.position = way;
  if (child.rotation) local.rotation = parent_from_world * *child.rotation;
  return local;
}

}  // namespace scrubjay::carla
