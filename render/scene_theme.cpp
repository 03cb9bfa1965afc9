#include "render/scene_theme.h"

#include <cstdint>

namespace scrubjay {

namespace {

glm::vec3 rgb(std::uint32_t hex) {
  return glm::vec3(static_cast<float>(hex >> 16 & 0xFF), static_cast<float>(hex >> 8 & 0xFF),
                   static_cast<float>(hex & 0xFF)) /
         255.0F;
}

}  // namespace

SceneTheme dark_scene_theme() {
  return {.zenith = rgb(0x14171C),
          .horizon = rgb(0x2A3038),
          .ground = rgb(0x1B1F25),
          .minor_line = glm::vec4(rgb(0x8A97A8), 0.16F),
          .major_line = glm::vec4(rgb(0x9FB0C4), 0.34F),
          .box_edge = glm::vec4(rgb(0xE6EDF5), 0.40F),
          .shadow = glm::vec4(0.0F, 0.0F, 0.0F, 0.55F),
          .sky_light = glm::vec3(0.42F, 0.46F, 0.52F),
          .ground_light = glm::vec3(0.13F, 0.13F, 0.14F),
          .sun_light = glm::vec3(0.72F, 0.69F, 0.63F),
          .rim = 0.22F,
          .selected = rgb(0xFFC145),
          .hovered = rgb(0xF4F7FA)};
}

SceneTheme light_scene_theme() {
  return {.zenith = rgb(0xC9D6E4),
          .horizon = rgb(0xF1F4F7),
          .ground = rgb(0xE4E8EC),
          .minor_line = glm::vec4(rgb(0x4A5868), 0.16F),
          .major_line = glm::vec4(rgb(0x3A4656), 0.34F),
          .box_edge = glm::vec4(rgb(0x1A222C), 0.45F),
          .shadow = glm::vec4(0.10F, 0.13F, 0.18F, 0.38F),
          .sky_light = glm::vec3(0.62F, 0.65F, 0.70F),
          .ground_light = glm::vec3(0.30F, 0.30F, 0.30F),
          .sun_light = glm::vec3(0.62F, 0.60F, 0.56F),
          .rim = 0.0F,
          .selected = rgb(0xE0530A),
          .hovered = rgb(0x20262E)};
}

}  // namespace scrubjay
