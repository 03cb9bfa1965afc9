#include "core/number_text.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>

#include "tests/core/test_values.h"

namespace scrubjay {
namespace {

struct NumberTextCase {
  double value;
  Precision precision;
  std::string_view text;
};

TEST(NumberText, HasTheFewestDigitsThatReadBack) {
  const NumberTextCase cases[] = {
      {0.0, k64, "0"},
      {-0.0, k64, "-0"},
      {1.0, k64, "1"},
      {-1.5, k64, "-1.5"},
      {0.1, k64, "0.1"},
      {1.0 / 3.0, k64, "0.3333333333333333"},
      {static_cast<double>(0.1f), k64, "0.10000000149011612"},
      {static_cast<double>(0.1f), k32, "0.1"},
      {0.1, k32, "0.1"},  // no float: the digits of the double
      {1.0 / 3.0, k32, "0.3333333333333333"},
      {static_cast<double>(58.31810760498047f), k32, "58.318108"},
      {19500.0, k32, "19500"},
      {16777217.0, k32, "16777217"},  // the first whole number that is no float
      {1e300, k32, "1e+300"},         // beyond all floats
      {-1e300, k32, "-1e+300"},
      // where exponents begin
      {0.00001, k64, "0.00001"},
      {0.0000099, k64, "9.9e-06"},
      {99999999999999984.0, k64, "99999999999999984"},
      {1e17, k64, "1e+17"},
      {-1e17, k64, "-1e+17"},
      {1e16, k64, "10000000000000000"},
      {1.7976931348623157e308, k64, "1.7976931348623157e+308"},
      {5e-324, k64, "5e-324"},
      {static_cast<double>(1e-45f), k32, "1e-45"},
      {std::nan(""), k64, "NaN"},
      {-std::nan(""), k32, "NaN"},
      {kInfinity, k64, "Infinity"},
      {-kInfinity, k32, "-Infinity"},
  };
  for (const NumberTextCase& c : cases) {
    EXPECT_EQ(format_number(c.value, c.precision).view(), c.text);
    EXPECT_EQ(number_text(c.value, c.precision), c.text);
  }
}

TEST(NumberText, PrintsWholeNumbersToTheirLimits) {
  EXPECT_EQ(format_number(std::int64_t{0}).view(), "0");
  EXPECT_EQ(format_number(std::numeric_limits<std::int64_t>::min()).view(), "-9223372036854775808");
  EXPECT_EQ(format_number(std::numeric_limits<std::int64_t>::max()).view(), "9223372036854775807");
  EXPECT_EQ(format_number(std::numeric_limits<std::uint64_t>::max()).view(),
            "18446744073709551615");
}

template <class T>
T read_back(std::string_view text) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  EXPECT_EQ(error, std::errc());
  EXPECT_EQ(end, text.data() + text.size());
  return value;
}

TEST(NumberText, EveryDoubleReadsBackBitForBit) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 100'000; ++i) {
    const std::uint64_t bits = random();
    const auto value = std::bit_cast<double>(bits);
    if (!std::isfinite(value)) continue;
    for (const Precision precision : {Precision::float64, Precision::float32}) {
      const NumberText text = format_number(value, precision);
      ASSERT_EQ(std::bit_cast<std::uint64_t>(read_back<double>(text.view())), bits) << text.view();
    }
  }
}

TEST(NumberText, EveryFloatReadsBackBitForBit) {
  std::mt19937 random(2);
  for (int i = 0; i < 100'000; ++i) {
    const auto bits = static_cast<std::uint32_t>(random());
    const auto value = std::bit_cast<float>(bits);
    if (!std::isfinite(value)) continue;
    const NumberText text = format_number(static_cast<double>(value), Precision::float32);
    ASSERT_EQ(std::bit_cast<std::uint32_t>(read_back<float>(text.view())), bits) << text.view();
  }
}

// Everyday magnitudes, printed without an exponent: the bit patterns above rarely hit them.
TEST(NumberText, EverydayNumbersReadBackAndFitTheBuffer) {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> exponent(-6.0, 18.0);
  for (int i = 0; i < 100'000; ++i) {
    const double value = std::pow(10.0, exponent(random)) * (i % 2 == 0 ? 1.0 : -1.0);
    const NumberText text = format_number(value);
    ASSERT_EQ(read_back<double>(text.view()), value) << text.view();
    ASSERT_LE(text.size, 24u);
  }
}

/// What the standard library prints.
std::string reference_text(double value) {
  const bool is_plain = value == 0 || (std::fabs(value) >= 1e-5 && std::fabs(value) < 1e17);
  std::array<char, 400> text{};
  const auto done =
      std::to_chars(text.data(), text.data() + text.size(), value,
                    is_plain ? std::chars_format::fixed : std::chars_format::scientific);
  return {text.data(), done.ptr};
}

TEST(NumberText, OfDecimalsAndTheirNeighboursIsThatOfTheStandardLibrary) {
  std::mt19937_64 random(4);
  const std::array<double, 9> powers{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8};
  for (int i = 0; i < 300'000; ++i) {
    const auto digits = static_cast<double>(random() >> (14 + random() % 50));  // up to 2^50
    double value = digits / powers[random() % powers.size()];
    if (random() % 4 == 0) value = std::nextafter(value, random() % 2 == 0 ? 0 : kInfinity);
    if (random() % 2 == 0) value = -value;
    ASSERT_EQ(format_number(value).view(), reference_text(value));
  }
}

TEST(NumberText, OfHexadecimalNumbersAreAsLong) {
  EXPECT_EQ(hexadecimal(0), "0000000000000000");
  EXPECT_EQ(hexadecimal(0xF0E1D2C3B4A59687), "f0e1d2c3b4a59687");
}

TEST(NumberText, OfBytesIsTwoHexadecimalDigits) {
  std::string text;
  for (const int byte : {0x00, 0x0A, 0x7F, 0xFF}) add_hex(text, static_cast<unsigned char>(byte));
  EXPECT_EQ(text, "000a7fff");
  EXPECT_EQ(hex_byte("7fF"), 0x7F);
  EXPECT_EQ(hex_byte("Ff"), 0xFF);
  for (const char* const wrong : {"", "7", "+1", " 1", "0x", "1g"}) {
    EXPECT_EQ(hex_byte(wrong), std::nullopt) << wrong;
  }
}

TEST(NumberText, PercentCodesAreUndoneWhereTheyAreSome) {
  EXPECT_EQ(without_percent_codes("a%20b%C3%a4"), "a b\xC3\xA4");
  EXPECT_EQ(without_percent_codes("%00"), std::string(1, '\0'));
  for (const char* const text : {"", "100%", "%4", "%4G", "%+1"}) {
    EXPECT_EQ(without_percent_codes(text), text);
  }
}

}  // namespace
}  // namespace scrubjay
