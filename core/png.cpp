#include "core/png.h"

#include <cstdint>
#include <string>

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#define STBI_WRITE_NO_STDIO
#include <stb_image_write.h>

namespace scrubjay {

namespace {

Problem not_an_image(std::string message) { return fatal_problem("image", std::move(message)); }

bool is_opaque(Bytes pixels) {
  for (std::size_t i = 3; i < pixels.size(); i += 4) {
    if (pixels[i] != std::byte{255}) return false;
  }
  return true;
}

std::vector<std::byte> without_alpha(Bytes pixels) {
  std::vector<std::byte> rgb;
  rgb.reserve(pixels.size() / 4 * 3);
  for (; pixels.size() >= 4; pixels = pixels.subspan(4)) {
    rgb.insert(rgb.end(), pixels.begin(), pixels.begin() + 3);
  }
  return rgb;
}

void append(void* context, void* data, int size) {
  const auto* bytes = static_cast<const std::byte*>(data);
  auto& out = *static_cast<std::vector<std::byte>*>(context);
  out.insert(out.end(), bytes, bytes + size);
}

}  // namespace

Result<std::vector<std::byte>> encode_png(Bytes pixels, int width, int height) {
  constexpr int kLargest = 16384;  // keeps every size inside the encoder's int arithmetic
  if (width <= 0 || height <= 0 || width > kLargest || height > kLargest) {
    return failure(not_an_image("A picture of " + std::to_string(width) + " by " +
                                std::to_string(height) + " pixels cannot be written."));
  }
  if (pixels.size() != static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 4) {
    return failure(not_an_image("The picture's size does not match its pixels."));
  }
  const bool opaque = is_opaque(pixels);
  const std::vector<std::byte> rgb = opaque ? without_alpha(pixels) : std::vector<std::byte>();
  const int channels = opaque ? 3 : 4;
  std::vector<std::byte> file;
  if (stbi_write_png_to_func(append, &file, width, height, channels,
                             opaque ? rgb.data() : pixels.data(), width * channels) == 0) {
    return failure(not_an_image("There is not enough memory to write the picture."));
  }
  return file;
}

}  // namespace scrubjay
