#include <gtest/gtest.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>

#include "core/shown_number.h"

namespace scrubjay {
namespace {

/// What a float reads as, as it is printed.
double read_back(float value) {
  const NumberText text = format_number(double{value}, Precision::float32);
  double number = 0;
  std::from_chars(text.buffer, text.buffer + text.size, number);
  return number;
}

TEST(ShownNumber, IsTheDoubleOfTheDecimalThatIsPrinted) {
  EXPECT_EQ(shown_number(double{0.7F}, Precision::float32), 0.7);
  EXPECT_EQ(shown_number(double{-102.34F}, Precision::float32), -102.34);
  EXPECT_EQ(shown_number(double{0.7F}, Precision::float64), double{0.7F});
  EXPECT_EQ(shown_number(0.1, Precision::float32), 0.1);  // no float: all its digits
  EXPECT_TRUE(std::signbit(shown_number(-0.0, Precision::float32)));
  EXPECT_TRUE(
      std::isnan(shown_number(std::numeric_limits<double>::quiet_NaN(), Precision::float32)));
}

TEST(ShownNumber, IsItOfFloatsOfAllSizes) {
  std::mt19937 random(7);
  std::size_t wrong = 0;
  for (std::uint32_t exponent = 0; exponent < 255; ++exponent) {
    for (std::uint32_t i = 0; i < 4000; ++i) {
      // The first few are at the ends, where the steps between floats change.
      const std::uint32_t mantissa = (i < 8 ? i : i < 16 ? 0U - (i - 8) : random()) & 0x7FFFFF;
      const auto value = std::bit_cast<float>((i & 1) << 31 | exponent << 23 | mantissa);
      if (shown_number(double{value}, Precision::float32) != read_back(value)) ++wrong;
    }
  }
  EXPECT_EQ(wrong, 0U);
}

TEST(ShownNumber, IsItOfDecimalsThatPeopleWrite) {
  std::size_t wrong = 0;
  for (int n = -20'000; n < 20'000; ++n) {
    for (const double part : {1e-1, 1e-2, 1e-3, 1e-4, 1e-6}) {
      const auto value = static_cast<float>(n * part);
      if (shown_number(double{value}, Precision::float32) != read_back(value)) ++wrong;
    }
  }
  EXPECT_EQ(wrong, 0U);
}

}  // namespace
}  // namespace scrubjay
