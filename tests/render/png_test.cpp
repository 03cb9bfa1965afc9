#include "render/png.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>

namespace scrubjay {
namespace {

Image plain(int width, int height, std::uint8_t alpha) {
  Image image{width, height, {}};
  for (int i = 0; i < width * height; ++i) {
    image.pixels.insert(image.pixels.end(), {static_cast<std::uint8_t>(i), 20, 30, alpha});
  }
  return image;
}

std::uint32_t big_endian(const std::vector<std::byte>& file, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i)
    value = value << 8 | std::to_integer<std::uint32_t>(file[at + i]);
  return value;
}

// PNG specification, sections 5.2 (signature) and 11.2.2 (IHDR).
TEST(Png, HasSignatureSizeAndColourType) {
  const auto file = encode_png(plain(7, 5, 255));
  ASSERT_TRUE(file);
  constexpr std::array<unsigned char, 8> kSignature{0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
  ASSERT_GT(file->size(), 33U);
  EXPECT_EQ(std::memcmp(file->data(), kSignature.data(), kSignature.size()), 0);
  EXPECT_EQ(big_endian(*file, 16), 7U);
  EXPECT_EQ(big_endian(*file, 20), 5U);
  EXPECT_EQ(std::to_integer<int>((*file)[24]), 8);
  EXPECT_EQ(std::to_integer<int>((*file)[25]), 2);  // truecolour
}

TEST(Png, KeepsAlphaWhereThereIsSome) {
  const auto file = encode_png(plain(7, 5, 100));
  ASSERT_TRUE(file);
  EXPECT_EQ(std::to_integer<int>((*file)[25]), 6);  // truecolour with alpha
}

TEST(Png, IsTheSameForTheSamePixels) {
  EXPECT_EQ(*encode_png(plain(64, 64, 255)), *encode_png(plain(64, 64, 255)));
  EXPECT_NE(*encode_png(plain(64, 64, 255)), *encode_png(plain(64, 64, 254)));
}

TEST(Png, RefusesWhatIsNoPicture) {
  Image short_of_pixels = plain(4, 4, 255);
  short_of_pixels.pixels.pop_back();
  for (const Image& image : {Image{}, Image{-1, 4, {}}, Image{100000, 1, {}}, short_of_pixels}) {
    const auto file = encode_png(image);
    ASSERT_FALSE(file);
    EXPECT_EQ(file.error().code, "image");
  }
}

}  // namespace
}  // namespace scrubjay
