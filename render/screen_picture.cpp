#include "render/screen_picture.h"

#include <glad/gl.h>

#include <algorithm>
#include <cmath>

namespace scrubjay {

Result<ScreenPicture> ScreenPicture::create(int width, int height) {
  const int most = largest_picture();
  if (width <= 0 || height <= 0 || width > most || height > most) {
    return failure(fatal_problem(
        "image-size", "A picture of " + std::to_string(width) + " x " + std::to_string(height) +
                          " pixels cannot be drawn here: " + std::to_string(most) +
                          " are the most."));
  }
  auto target = Framebuffer::create({width, height, 1});
  if (!target) return failure(std::move(target.error()));
  return ScreenPicture(std::move(*target));
}

void ScreenPicture::begin(const glm::vec3& color) const {
  target_.bind();
  glDrawBuffer(GL_COLOR_ATTACHMENT0);
  glViewport(0, 0, target_.size().width, target_.size().height);
  glDisable(GL_SCISSOR_TEST);
  glClearColor(color.x, color.y, color.z, 1);
  glClear(GL_COLOR_BUFFER_BIT);
}

Image read_screen(int width, int height) {
  Image image{width, height, {}};
  const std::size_t row = 4 * static_cast<std::size_t>(width);
  image.pixels.resize(row * static_cast<std::size_t>(height));
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, image.pixels.data());
  // OpenGL counts rows from below.
  for (int y = 0; y < height / 2; ++y) {
    const auto upper = image.pixels.begin() + static_cast<std::ptrdiff_t>(row) * y;
    const auto lower = image.pixels.begin() + static_cast<std::ptrdiff_t>(row) * (height - 1 - y);
    std::swap_ranges(upper, upper + static_cast<std::ptrdiff_t>(row), lower);
  }
  for (std::size_t i = 3; i < image.pixels.size(); i += 4) image.pixels[i] = 255;
  return image;
}

Image ScreenPicture::read() const {
  target_.bind_for_reading_color();
  Image image = read_screen(target_.size().width, target_.size().height);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  return image;
}

Image without_ground(const Image& on_black, const Image& on_white) {
  Image image = on_black;
  for (std::size_t i = 0; i + 3 < image.pixels.size(); i += 4) {
    int through = 255;  // how much of the ground is seen: least of the three channels
    for (std::size_t c = 0; c < 3; ++c) {
      through = std::min(through, on_white.pixels[i + c] - on_black.pixels[i + c]);
    }
    const int alpha = 255 - std::max(0, through);
    image.pixels[i + 3] = static_cast<std::uint8_t>(alpha);
    for (std::size_t c = 0; c < 3 && alpha > 0; ++c) {
      const int value = (on_black.pixels[i + c] * 255 + alpha / 2) / alpha;
      image.pixels[i + c] = static_cast<std::uint8_t>(std::min(255, value));
    }
  }
  return image;
}

}  // namespace scrubjay
