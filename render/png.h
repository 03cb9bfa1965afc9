#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/png.h"
#include "render/image.h"

namespace scrubjay {

/// The image as a PNG file.
inline Result<std::vector<std::byte>> encode_png(const Image& image) {
  return encode_png(std::as_bytes(std::span(image.pixels)), image.width, image.height);
}

}  // namespace scrubjay
