#pragma once

#include <glm/vec3.hpp>

#include "render/image.h"

namespace scrubjay {

/// Readies the window's own framebuffer of the current context for a new picture: its whole area,
/// filled with an sRGB colour.
void clear_screen(int width, int height, const glm::vec3& color);

/// A rectangle of the window, pixels from the top left.
struct ScreenRect {
  int x = 0;
  int y = 0;
  int width = 0;
  int height = 0;
};

/// Fills a part of it, after clear_screen: much cheaper than a rectangle that is drawn, where a
/// processor does it.
void clear_screen_part(int screen_height, const ScreenRect& part, const glm::vec3& color);

/// What was drawn in a part of it, before it is shown. Opaque; empty outside of the window.
Image read_screen_part(int screen_width, int screen_height, const ScreenRect& part);

}  // namespace scrubjay
