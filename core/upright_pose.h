#pragma once

#include <glm/vec3.hpp>

namespace scrubjay {

/// How something lies that stands upright: turned by `heading` about up (+z) first,
/// counter-clockwise seen from above, and moved by `offset` then.
struct UprightPose {
  glm::dvec3 offset{0.0};
  double heading = 0;  ///< [rad]
  bool operator==(const UprightPose&) const = default;
};

/// The one that undoes it.
UprightPose inverse(const UprightPose& pose);

}  // namespace scrubjay
