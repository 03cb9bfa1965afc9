#include "app/shared/decode_picture.h"

#include <cstdlib>
#include <limits>
#include <memory>
#include <string>

#include "core/recording.h"

namespace {

/// No block that decoding asks for may be larger: a few kilobytes of PNG can inflate to gigabytes.
constexpr std::size_t kLargestBlock = std::size_t{512} << 20;

void* take(std::size_t size) { return size > kLargestBlock ? nullptr : std::malloc(size); }
void* resize(void* block, std::size_t size) {
  return size > kLargestBlock ? nullptr : std::realloc(block, size);
}

}  // namespace

#define STB_IMAGE_STATIC
#define STB_IMAGE_IMPLEMENTATION
#define STBI_NO_STDIO
#define STBI_NO_LINEAR
#define STBI_ONLY_PNG
#define STBI_ONLY_JPEG
#define STBI_ONLY_GIF
#define STBI_ONLY_BMP
#define STBI_ONLY_TGA
#define STBI_MAX_DIMENSIONS 16384
#define STBI_MALLOC(size) take(size)
#define STBI_REALLOC(block, size) resize(block, size)
#define STBI_FREE(block) std::free(block)
#include <stb_image.h>

namespace scrubjay {

namespace {

struct PictureSize {
  int width = 0;
  int height = 0;
};

const stbi_uc* data_of(Bytes file) { return reinterpret_cast<const stbi_uc*>(file.data()); }

/// As the library counts it.
int length_of(Bytes file) {
  return file.size() > static_cast<std::size_t>(std::numeric_limits<int>::max())
             ? 0
             : static_cast<int>(file.size());
}

bool read_size(Bytes file, PictureSize& size) {
  int channels = 0;
  return stbi_info_from_memory(data_of(file), length_of(file), &size.width, &size.height,
                               &channels) != 0;
}

Problem damaged() {
  const char* reason = stbi_failure_reason();
  return {.code = "picture-damaged",
          .message = "The picture is damaged" +
                     (reason == nullptr ? std::string(".") : " (" + std::string(reason) + ").")};
}

bool is_too_large(std::uint64_t width, std::uint64_t height) {
  constexpr std::uint64_t kLargest = kLargestPictureSide;
  return width > kLargest || height > kLargest || width * height > kMostPicturePixels;
}

Problem too_large(std::uint64_t width, std::uint64_t height) {
  return {.code = "picture-too-large",
          .message = "The picture is too large to be shown: " + std::to_string(width) + " x " +
                     std::to_string(height) + " pixels."};
}

struct Freed {
  void operator()(stbi_uc* pixels) const { stbi_image_free(pixels); }
};

}  // namespace

bool is_picture_file(Bytes file) {
  PictureSize size;
  return read_size(file, size);
}

Result<Image> decode_picture(Bytes file) {
  PictureSize size;
  if (!read_size(file, size)) return failure(damaged());
  if (size.width <= 0 || size.height <= 0) return failure(damaged());
  const auto width = static_cast<std::uint64_t>(size.width);
  const auto height = static_cast<std::uint64_t>(size.height);
  if (is_too_large(width, height)) return failure(too_large(width, height));
  int channels = 0;
  PictureSize decoded;
  const std::unique_ptr<stbi_uc, Freed> bytes(stbi_load_from_memory(
      data_of(file), length_of(file), &decoded.width, &decoded.height, &channels, 4));
  if (bytes == nullptr) return failure(damaged());
  if (decoded.width != size.width || decoded.height != size.height) return failure(damaged());
  Image image;
  image.width = decoded.width;
  image.height = decoded.height;
  image.pixels.assign(bytes.get(), bytes.get() + width * height * 4);
  return image;
}

Result<Image> decode_picture(const ResourceData& resource) {
  if (resource.width == 0) return decode_picture(Bytes(resource.bytes));
  const std::uint64_t width = resource.width;
  const std::uint64_t height = resource.height;
  if (is_too_large(width, height)) return failure(too_large(width, height));
  const std::uint64_t size = width * height * 4;
  if (size == 0 || resource.bytes.size() < size) {
    return failure(
        {.code = "picture-damaged", .message = "The picture has fewer pixels than its size."});
  }
  Image image{static_cast<int>(width), static_cast<int>(height), {}};
  const auto* const bytes = reinterpret_cast<const std::uint8_t*>(resource.bytes.data());
  image.pixels.assign(bytes, bytes + size);
  return image;
}

}  // namespace scrubjay
