#include "render/screen.h"

#include <glad/gl.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace scrubjay {

void clear_screen(int width, int height, const glm::vec3& color) {
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  glViewport(0, 0, width, height);
  glDisable(GL_SCISSOR_TEST);
  glClearColor(color.x, color.y, color.z, 1);
  glClear(GL_COLOR_BUFFER_BIT);
}

void clear_screen_part(int screen_height, const ScreenRect& part, const glm::vec3& color) {
  if (part.width <= 0 || part.height <= 0) return;
  glEnable(GL_SCISSOR_TEST);
  glScissor(part.x, screen_height - part.y - part.height, part.width, part.height);
  glClearColor(color.x, color.y, color.z, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  glDisable(GL_SCISSOR_TEST);
}

Image read_screen_part(int screen_width, int screen_height, const ScreenRect& part) {
  const int x = std::clamp(part.x, 0, screen_width);
  const int y = std::clamp(part.y, 0, screen_height);
  Image image{std::min(part.width, screen_width - x), std::min(part.height, screen_height - y), {}};
  if (image.width <= 0 || image.height <= 0) return {};
  const std::size_t row = 4 * static_cast<std::size_t>(image.width);
  std::vector<std::uint8_t> upside_down(row * static_cast<std::size_t>(image.height));
  glBindFramebuffer(GL_READ_FRAMEBUFFER, 0);
  glPixelStorei(GL_PACK_ALIGNMENT, 4);
  glReadPixels(x, screen_height - y - image.height, image.width, image.height, GL_RGBA,
               GL_UNSIGNED_BYTE, upside_down.data());
  image.pixels.reserve(upside_down.size());
  for (auto end = upside_down.end(); end != upside_down.begin();) {
    end -= static_cast<std::ptrdiff_t>(row);
    image.pixels.insert(image.pixels.end(), end, end + static_cast<std::ptrdiff_t>(row));
  }
  for (std::size_t alpha = 3; alpha < image.pixels.size(); alpha += 4) image.pixels[alpha] = 255;
  return image;
}

}  // namespace scrubjay
