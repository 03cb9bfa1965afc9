#pragma once

#include <array>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include "core/scenery.h"

namespace scrubjay {

/// Colours of the scene, sRGB in [0, 1]; alpha where there is one.
struct SceneTheme {
  glm::vec3 zenith{0.0F};
  glm::vec3 horizon{0.0F};
  glm::vec3 ground{0.0F};  ///< background below the horizon
  glm::vec4 minor_line{0.0F};
  glm::vec4 major_line{0.0F};
  glm::vec4 box_edge{0.0F};      ///< edges of bounding boxes
  glm::vec4 shadow{0.0F};        ///< soft patch under what stands on the ground
  glm::vec3 sky_light{0.0F};     ///< ambient light from above, linear
  glm::vec3 ground_light{0.0F};  ///< ambient light from below, linear
  glm::vec3 sun_light{0.0F};     ///< directional light, linear
  float rim = 0.0F;              ///< brightening of silhouettes
  glm::vec3 selected{0.0F};
  glm::vec3 hovered{0.0F};
  /// Of scenery that has no colour of its own, by SceneryClass.
  std::array<glm::vec3, kSceneryClasses> scenery{};
  /// By what the light of scenery's own colours is multiplied: white paint must not dazzle.
  float scenery_light = 1.0F;
};

SceneTheme dark_scene_theme();
SceneTheme light_scene_theme();

}  // namespace scrubjay
