#pragma once

#include <cstdint>
#include <glm/vec3.hpp>
#include <span>
#include <vector>

#include "render/scene_style.h"

namespace scrubjay {

/// What a part of a shape is made of; the shader knows the colours.
enum class Part : std::uint8_t {
  body,  ///< the entity's own colour
  glass,
  dark,   ///< tyres, poles' feet
  metal,  ///< poles
  headlight,
  taillight,
  red_lamp,
  yellow_lamp,
  green_lamp,
};

struct MeshVertex {
  glm::vec3 position{0.0F};  ///< in the cube [-1, 1]^3: +x right, +y forward, +z up
  glm::vec3 normal{0.0F, 0.0F, 1.0F};
  float part = 0.0F;  ///< Part as a number
};

/// The triangles of a shape, three vertices each, counter-clockwise seen from outside.
std::vector<MeshVertex> mesh_of(Shape shape);

}  // namespace scrubjay
