#include "render/png.h"

#include <new>

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#define STBI_WRITE_NO_STDIO
#include <stb_image_write.h>

namespace scrubjay {

namespace {

Problem not_an_image(std::string message) { return fatal_problem("image", std::move(message)); }

bool is_opaque(const Image& image) {
  for (std::size_t i = 3; i < image.pixels.size(); i += 4) {
    if (image.pixels[i] != 255) return false;
  }
  return true;
}

std::vector<std::uint8_t> without_alpha(const Image& image) {
  std::vector<std::uint8_t> rgb;
  rgb.reserve(image.pixels.size() / 4 * 3);
  for (std::size_t i = 0; i < image.pixels.size(); i += 4) {
    rgb.insert(rgb.end(), image.pixels.begin() + static_cast<std::ptrdiff_t>(i),
               image.pixels.begin() + static_cast<std::ptrdiff_t>(i) + 3);
  }
  return rgb;
}

void append(void* context, void* data, int size) {
  const auto* bytes = static_cast<const std::byte*>(data);
  auto& out = *static_cast<std::vector<std::byte>*>(context);
  out.insert(out.end(), bytes, bytes + size);
}

}  // namespace

Result<std::vector<std::byte>> encode_png(const Image& image) {
  constexpr int kLargest = 16384;  // keeps every size inside the encoder's int arithmetic
  if (image.width <= 0 || image.height <= 0 || image.width > kLargest || image.height > kLargest) {
    return failure(not_an_image("A picture of " + std::to_string(image.width) + " by " +
                                std::to_string(image.height) + " pixels cannot be written."));
  }
  const auto pixels =
      static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height);
  if (image.pixels.size() != pixels * 4) {
    return failure(not_an_image("The picture's size does not match its pixels."));
  }
  const bool opaque = is_opaque(image);
  const std::vector<std::uint8_t> rgb = opaque ? without_alpha(image) : std::vector<std::uint8_t>();
  const int channels = opaque ? 3 : 4;
  std::vector<std::byte> file;
  if (stbi_write_png_to_func(append, &file, image.width, image.height, channels,
                             opaque ? rgb.data() : image.pixels.data(),
                             image.width * channels) == 0) {
    return failure(not_an_image("There is not enough memory to write the picture."));
  }
  return file;
}

}  // namespace scrubjay
