#include "render/color_scale.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace scrubjay {
namespace {

double lightness(std::uint32_t color) {
  return 0.2126 * std::pow((color >> 16 & 0xFF) / 255.0, 2.2) +
         0.7152 * std::pow((color >> 8 & 0xFF) / 255.0, 2.2) +
         0.0722 * std::pow((color & 0xFF) / 255.0, 2.2);
}

TEST(ScaleColor, GetsLighterAllTheWay) {
  for (int i = 0; i < 100; ++i) {
    EXPECT_LE(lightness(scale_color(i / 100.0)), lightness(scale_color((i + 1) / 100.0)) + 1e-9)
        << i;
  }
}

TEST(ScaleColor, EndsAtItsEnds) {
  EXPECT_EQ(scale_color(0), 0x440154U);
  EXPECT_EQ(scale_color(1), 0xFDE725U);
  EXPECT_EQ(scale_color(-3), scale_color(0));
  EXPECT_EQ(scale_color(7), scale_color(1));
  EXPECT_EQ(scale_color(std::numeric_limits<double>::quiet_NaN()), scale_color(0));
}

}  // namespace
}  // namespace scrubjay
