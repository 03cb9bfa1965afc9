#include "render/screen.h"

#include <glad/gl.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace scrubjay {

namespace {

std::int64_t pixels_of(const ScreenRect& rect) {
  return std::int64_t{std::max(0, rect.width)} * std::max(0, rect.height);
}

/// The colour of most pixels.
glm::vec3 prevailing_color(std::span<const ScreenFill> fills) {
  glm::vec3 best{0.0F};
  std::int64_t most = -1;
  for (const ScreenFill& fill : fills) {
    if (!fill.color) continue;
    std::int64_t pixels = 0;
    for (const ScreenFill& other : fills) {
      if (other.color == fill.color) pixels += pixels_of(other.rect);
    }
    if (pixels <= most) continue;
    most = pixels;
    best = *fill.color;
  }
  return best;
}

}  // namespace

std::vector<ScreenRect> uncovered(const ScreenRect& whole, std::span<const ScreenRect> parts) {
  std::vector<ScreenRect> left{whole};
  for (const ScreenRect& part : parts) {
    std::vector<ScreenRect> next;
    const auto add = [&](int x0, int y0, int x1, int y1) {
      if (x0 < x1 && y0 < y1) next.push_back({x0, y0, x1 - x0, y1 - y0});
    };
    for (const ScreenRect& rect : left) {
      const int right = rect.x + rect.width;
      const int bottom = rect.y + rect.height;
      // Where both are.
      const int x0 = std::clamp(part.x, rect.x, right);
      const int y0 = std::clamp(part.y, rect.y, bottom);
      const int x1 = std::clamp(part.x + part.width, x0, right);
      const int y1 = std::clamp(part.y + part.height, y0, bottom);
      add(rect.x, rect.y, right, y0);
      add(rect.x, y0, x0, y1);
      add(x1, y0, right, y1);
      add(rect.x, y1, right, bottom);
    }
    left = std::move(next);
  }
  return left;
}

void clear_screen(int width, int height, const glm::vec3& color,
                  std::span<const ScreenFill> fills) {
  std::vector<ScreenFill> all(fills.begin(), fills.end());
  std::vector<ScreenRect> covered;
  for (const ScreenFill& fill : fills) covered.push_back(fill.rect);
  for (const ScreenRect& rect : uncovered({0, 0, width, height}, covered)) {
    all.push_back({rect, color});
  }
  const glm::vec3 prevailing = prevailing_color(all);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  glViewport(0, 0, width, height);
  glDisable(GL_SCISSOR_TEST);
  glClearColor(prevailing.x, prevailing.y, prevailing.z, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  glEnable(GL_SCISSOR_TEST);
  for (const auto& [rect, own] : all) {
    if (!own || *own == prevailing || pixels_of(rect) == 0) continue;
    glScissor(rect.x, height - rect.y - rect.height, rect.width, rect.height);
    glClearColor(own->x, own->y, own->z, 1);
    glClear(GL_COLOR_BUFFER_BIT);
  }
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
