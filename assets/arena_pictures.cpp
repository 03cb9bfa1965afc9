#include "assets/arena_pictures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/geometric.hpp>
#include <span>
#include <string_view>

#include "assets/angles.h"

namespace scrubjay::assets {

namespace {

using Buffer = std::vector<std::byte>;

std::uint32_t crc_of(std::span<const std::byte> bytes) {
  std::uint32_t crc = 0xFFFFFFFFu;
  for (const std::byte byte : bytes) {
    crc ^= std::to_integer<std::uint32_t>(byte);
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ ((crc & 1) != 0 ? 0xEDB88320u : 0u);
  }
  return ~crc;
}

std::uint32_t adler_of(std::span<const std::byte> bytes) {
  std::uint32_t low = 1;
  std::uint32_t high = 0;
  for (const std::byte byte : bytes) {
    low = (low + std::to_integer<std::uint32_t>(byte)) % 65521;
    high = (high + low) % 65521;
  }
  return high << 16 | low;
}

void append_byte(Buffer& out, std::uint32_t value) {
  out.push_back(static_cast<std::byte>(value & 0xFF));
}

void append_big_endian(Buffer& out, std::uint32_t value) {
  for (int shift = 24; shift >= 0; shift -= 8) append_byte(out, value >> shift);
}

void append_chunk(Buffer& out, std::string_view type, const Buffer& data) {
  append_big_endian(out, static_cast<std::uint32_t>(data.size()));
  const std::size_t begin = out.size();
  for (const char c : type) append_byte(out, static_cast<unsigned char>(c));
  out.insert(out.end(), data.begin(), data.end());
  append_big_endian(out, crc_of(std::span(out).subspan(begin)));
}

/// A zlib stream (RFC 1950) of blocks that are stored as they are (RFC 1951 section 3.2.4).
Buffer stored(const Buffer& data) {
  constexpr std::size_t kBlock = 65535;
  Buffer out{std::byte{0x78}, std::byte{0x01}};
  std::size_t at = 0;
  do {
    const std::size_t size = std::min(kBlock, data.size() - at);
    const auto length = static_cast<std::uint32_t>(size);
    append_byte(out, at + size == data.size() ? 1 : 0);
    append_byte(out, length);
    append_byte(out, length >> 8);
    append_byte(out, ~length);
    append_byte(out, ~length >> 8);
    const auto begin = data.begin() + static_cast<std::ptrdiff_t>(at);
    out.insert(out.end(), begin, begin + static_cast<std::ptrdiff_t>(size));
    at += size;
  } while (at < data.size());
  append_big_endian(out, adler_of(data));
  return out;
}

PalettePicture blank(std::uint32_t width, std::uint32_t height,
                     std::vector<std::uint32_t> palette) {
  return {width, height, std::move(palette),
          std::vector<std::uint8_t>(std::size_t{width} * height)};
}

/// Fills the part of a rectangle that lies in the picture; right and bottom are not included.
void fill(PalettePicture& picture, int left, int top, int right, int bottom, std::uint8_t color) {
  const int width = static_cast<int>(picture.width);
  for (int y = std::max(top, 0); y < std::min(bottom, static_cast<int>(picture.height)); ++y) {
    for (int x = std::max(left, 0); x < std::min(right, width); ++x) {
      picture.pixels[static_cast<std::size_t>(y * width + x)] = color;
    }
  }
}

}  // namespace

Buffer png_of(const PalettePicture& picture) {
  Buffer header;
  append_big_endian(header, picture.width);
  append_big_endian(header, picture.height);
  for (const std::uint32_t value : {8u, 3u, 0u, 0u, 0u}) append_byte(header, value);
  Buffer palette;
  for (const std::uint32_t color : picture.palette) {
    for (int shift = 16; shift >= 0; shift -= 8) append_byte(palette, color >> shift);
  }
  Buffer rows;
  for (std::size_t i = 0; i < picture.pixels.size(); ++i) {
    if (i % picture.width == 0) append_byte(rows, 0);  // no filter
    append_byte(rows, picture.pixels[i]);
  }
  Buffer file;
  for (const std::uint32_t value : {0x89u, 0x50u, 0x4Eu, 0x47u, 0x0Du, 0x0Au, 0x1Au, 0x0Au}) {
    append_byte(file, value);
  }
  append_chunk(file, "IHDR", header);
  append_chunk(file, "PLTE", palette);
  append_chunk(file, "IDAT", stored(rows));
  append_chunk(file, "IEND", {});
  return file;
}

Buffer rgba_of(const PalettePicture& picture) {
  Buffer out;
  for (const std::uint8_t pixel : picture.pixels) {
    const std::uint32_t color = picture.palette[pixel];
    for (int shift = 16; shift >= 0; shift -= 8) append_byte(out, color >> shift);
    append_byte(out, 0xFF);
  }
  return out;
}

PalettePicture crate_picture() {
  constexpr int kSide = 32;
  PalettePicture picture = blank(kSide, kSide, {0xB98A55, 0xA87843, 0x7A522B, 0x5C3C1E});
  for (int y = 0; y < kSide; ++y) fill(picture, 0, y, kSide, y + 1, y / 6 % 2 == 0 ? 0 : 1);
  for (int y = 6; y < kSide; y += 6) fill(picture, 0, y - 1, kSide, y, 2);
  for (int i = 0; i < kSide; ++i) fill(picture, i - 2, i, i + 2, i + 1, 2);
  fill(picture, 0, 0, kSide, 3, 3);
  fill(picture, 0, kSide - 3, kSide, kSide, 3);
  fill(picture, 0, 0, 3, kSide, 3);
  fill(picture, kSide - 3, 0, kSide, kSide, 3);
  return picture;
}

PalettePicture paving_picture() {
  constexpr int kSide = 16;
  PalettePicture picture = blank(kSide, kSide, {0x8E9AA0, 0x99A5AB, 0x848F95, 0x6E787D});
  for (int row = 0; row < 2; ++row) {
    for (int column = -1; column < 2; ++column) {
      const int left = column * 8 + row * 4;
      const auto color = static_cast<std::uint8_t>((2 * row + column + 3) % 3);
      fill(picture, left, row * 8, left + 8, row * 8 + 8, 3);
      fill(picture, left + 1, row * 8 + 1, left + 8, row * 8 + 8, color);
    }
  }
  return picture;
}

PalettePicture intruder_view(const Courtyard& yard) {
  constexpr int kWidth = 96;
  constexpr int kHeight = 54;
  constexpr int kHorizon = 24;
  constexpr double kFocal = 60.0;  ///< pixels
  PalettePicture picture = blank(kWidth, kHeight,
                                 {0x88B7D8, 0xA9CCE3, 0xC9DEEA, 0x77838A, 0x88949B, 0x99A5AB,
                                  0x3E6B4F, 0xC79A2E, 0xB03A2E, 0x26323A});
  for (int y = 0; y < kHeight; ++y) {
    const int band =
        y < kHorizon ? y * 3 / kHorizon : 3 + (y - kHorizon) * 3 / (kHeight - kHorizon);
    fill(picture, 0, y, kWidth, y + 1, static_cast<std::uint8_t>(band));
  }
  const ArenaIntruder& intruder = yard.intruder;
  const glm::dvec3 forward = ahead(intruder.heading);
  const glm::dvec3 right(forward.z, 0, -forward.x);
  std::vector<const ArenaGuard*> far_first;
  for (const ArenaGuard& guard : yard.guards) far_first.push_back(&guard);
  std::ranges::stable_sort(far_first, std::ranges::greater(), &ArenaGuard::distance);
  for (const ArenaGuard* guard : far_first) {
    const glm::dvec3 to = guard->position - intruder.position;
    const double depth = glm::dot(to, forward);
    if (depth < 0.5) continue;
    const double scale = kFocal / depth;
    const auto middle = static_cast<int>(std::floor(kWidth / 2.0 + glm::dot(to, right) * scale));
    const auto feet = static_cast<int>(std::floor(kHorizon + 1.5 * scale));
    const auto tall = static_cast<int>(std::floor(1.8 * scale));
    const auto half = static_cast<int>(std::floor(0.3 * scale)) + 1;
    const auto color = static_cast<std::uint8_t>(6 + static_cast<unsigned>(guard->state));
    fill(picture, middle - half, feet - tall * 3 / 4, middle + half, feet, color);
    fill(picture, middle - half / 2, feet - tall, middle + half / 2 + 1, feet - tall * 3 / 4, 9);
  }
  return picture;
}

}  // namespace scrubjay::assets
