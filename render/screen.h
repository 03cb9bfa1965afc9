#pragma once

#include <glm/vec3.hpp>
#include <optional>
#include <span>
#include <vector>

#include "render/image.h"

namespace scrubjay {

/// A rectangle of the window, pixels from the top left.
struct ScreenRect {
  int x = 0;
  int y = 0;
  int width = 0;
  int height = 0;
};

/// A part of it in one sRGB colour; none where something is drawn that covers all of it.
struct ScreenFill {
  ScreenRect rect;
  std::optional<glm::vec3> color;
};

/// What of `whole` none of `parts` covers, as rectangles that do not overlap. O(parts squared).
std::vector<ScreenRect> uncovered(const ScreenRect& whole, std::span<const ScreenRect> parts);

/// Readies the window's own framebuffer of the current context for a new picture: `fills`, which do
/// not overlap, and `color` wherever there are none. Much cheaper than rectangles that are drawn,
/// where a processor does it; and what has the colour of the most pixels costs it next to nothing.
void clear_screen(int width, int height, const glm::vec3& color,
                  std::span<const ScreenFill> fills = {});

/// What was drawn in a part of it, before it is shown. Opaque; empty outside of the window.
Image read_screen_part(int screen_width, int screen_height, const ScreenRect& part);

}  // namespace scrubjay
