#pragma once

#include <cstddef>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <vector>

#include "render/scene_shapes.h"

namespace scrubjay {

/// How finely round forms are made of flat pieces: for a few pixels, for usual sizes, for
/// close-ups.
inline constexpr std::size_t kSolidDetails = 3;

struct SolidVertex {
  glm::vec3 position{0.0F};  ///< in the cube [-1, 1]^3
  glm::vec3 normal{0.0F, 0.0F, 1.0F};
  glm::vec2 texture{0.0F};  ///< (0, 0) at a picture's lower left
  float dome = 0;           ///< -1 or 1: moved that way along z by a capsule's stretch
};

/// The triangles of a form, three vertices each, counter-clockwise seen from outside; of a plane
/// seen from +z. `detail` is below kSolidDetails.
std::vector<SolidVertex> solid_mesh(SolidForm form, std::size_t detail);

}  // namespace scrubjay
