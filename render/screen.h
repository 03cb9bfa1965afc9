#pragma once

#include <glm/vec3.hpp>

namespace scrubjay {

/// Readies the window's own framebuffer of the current context for a new picture: its whole area,
/// filled with an sRGB colour.
void clear_screen(int width, int height, const glm::vec3& color);

}  // namespace scrubjay
