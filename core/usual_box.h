#pragma once

#include <glm/vec3.hpp>

#include "core/frame.h"

namespace scrubjay {

/// The box that stands in for the one that a recording does not give, in metres: x forward, y to
/// the left, z up, seen from the entity's position.
struct UsualBox {
  glm::dvec3 center{0.0};  ///< above the position of what is usually recorded where it stands
  glm::dvec3 half{0.15};
};

/// Of its axes.
inline constexpr CoordinateSystem kUsualBoxCoordinates{Axis::neg_y, Axis::pos_z, Axis::pos_x, 1.0};

constexpr UsualBox usual_box(EntityKind kind) {
  switch (kind) {
    case EntityKind::vehicle: return {{0, 0, 0.75}, {2.25, 0.95, 0.75}};
    // Engines that record walkers give the middle of a capsule.
    case EntityKind::person: return {{0, 0, 0}, {0.3, 0.3, 0.9}};
    case EntityKind::signal: return {{0, 0, 2.2}, {0.4, 0.4, 2.2}};
    case EntityKind::sign: return {{0, 0, 1.2}, {0.1, 0.4, 1.2}};
    case EntityKind::sensor: return {{0, 0, 0}, {0.3, 0.18, 0.18}};
    case EntityKind::prop: return {{0, 0, 0.4}, {0.4, 0.4, 0.4}};
    case EntityKind::controller: return {{0, 0, 0}, {0.15, 0.15, 0.25}};
    case EntityKind::camera: return {{0, 0, 0}, {0.5, 0.4, 0.3}};
    case EntityKind::other: break;
  }
  return {{0, 0, 0}, {0.3, 0.3, 0.3}};
}

}  // namespace scrubjay
