#pragma once

#include <glm/vec2.hpp>
#include <string>

#include "render/camera.h"

namespace scrubjay {

/// The lines drawn on the ground: minor ones every `spacing` metres, major ones every tenth of
/// those.
struct GroundGrid {
  double spacing = 1;       ///< metres, a power of ten
  double minor_weight = 1;  ///< from 1 (just became the spacing) down to 0 (about to be replaced)
  glm::dvec2 center{0.0};   ///< a crossing of major lines' tenfold near the camera's target
  double reach = 100;       ///< metres from the center after which it has faded away

  /// What is seen of it: "1 m, bright 10 m", the squares of minor and of major lines, or "10 m"
  /// where the minor ones are about to go.
  std::string label() const;
};

/// The grid for this camera over the ground at `height`.
GroundGrid ground_grid(const Camera& camera, double height);

/// A length in the largest unit of mm, cm, m, km in which it is at least one.
std::string length_label(double metres);

}  // namespace scrubjay
