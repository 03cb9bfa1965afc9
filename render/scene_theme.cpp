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
          .selected = rgb(0xFF7AD9),
          .hovered = rgb(0xF4F7FA),
          .scenery = {rgb(0x5B626B), rgb(0x23282B), rgb(0x2B3036), rgb(0x3B4149), rgb(0x35322F),
                      rgb(0x31363D), rgb(0x353B43), rgb(0x3F4A43), rgb(0x8A9199), rgb(0x9AA1A8),
                      rgb(0x555E69), rgb(0x7C8794)},
          .scenery_light = 0.8F};
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
          .selected = rgb(0xB3128B),
          .hovered = rgb(0x20262E),
          .scenery = {rgb(0xC4C9CF), rgb(0xDDE2DC), rgb(0xC9CED3), rgb(0xC9CFD5), rgb(0xCFC8C0),
                      rgb(0xB4BAC1), rgb(0xABB2BA), rgb(0xC3D1C6), rgb(0xF6F8FA), rgb(0xFBFCFD),
                      rgb(0xA9B0B8), rgb(0x7E8893)},
          .scenery_light = 1.0F};
}

}  // namespace scrubjay
