#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace scrubjay {

/// Pixels as red, green, blue, alpha bytes (sRGB), rows from the top, no padding.
struct Image {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> pixels;  ///< 4 * width * height

  /// First of the four bytes of the pixel in column `x`, row `y` from the top.
  const std::uint8_t* at(int x, int y) const {
    return pixels.data() + 4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                                static_cast<std::size_t>(x));
  }
};

/// True when some pixel lets through what is behind it.
inline bool has_alpha(const Image& image) {
  for (std::size_t i = 3; i < image.pixels.size(); i += 4) {
    if (image.pixels[i] != 255) return true;
  }
  return false;
}

}  // namespace scrubjay
