#include "core/shown_number.h"

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace scrubjay {

namespace {

/// Powers of ten that a double holds exactly.
constexpr std::array<double, 23> kPowers = [] {
  std::array<double, 23> powers{};
  double power = 1;
  for (double& one : powers) {
    one = power;
    power *= 10;
  }
  return powers;
}();

constexpr int kLeastExponent = -43;  ///< from here on so many decimal places are enough
constexpr int kMostExponent = 23;    ///< all greater floats are whole numbers

/// Decimal places that tell a float of that binary exponent from those beside it.
constexpr std::size_t enough_places(int exponent) {
  return (static_cast<std::size_t>(kMostExponent - exponent) * 30103 + 99999) / 100000;  // log10(2)
}
static_assert(enough_places(kLeastExponent) < kPowers.size());

/// Of a float with a fraction, most of the time; nothing where a closer look is needed. The nearest
/// number of p decimal places reads back as the float where it is within half a step between floats
/// of it. It is a whole number over a power of ten, both exact, so that their quotient is the
/// double that the decimal reads as.
std::optional<double> short_decimal(double value) {
  constexpr int kBias = 1023;
  constexpr double kUnsure = 1e-6;
  constexpr double kWhole = 4503599627370496;  // 2^52: adding it leaves no fraction
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const int exponent = static_cast<int>(bits >> 52 & 0x7FF) - kBias;
  const bool is_power_of_two = bits << 12 == 0;  // its steps up and down are not the same
  if (exponent < kLeastExponent || exponent > kMostExponent || is_power_of_two) return {};
  const auto half_step =
      std::bit_cast<double>(static_cast<std::uint64_t>(exponent - kMostExponent - 1 + kBias) << 52);
  const double size = std::abs(value);
  std::optional<std::size_t> places;
  double shortest = 0;
  for (std::size_t p = enough_places(exponent) + 1; p-- > 0;) {
    const double scaled = size * kPowers[p];
    const double nearest = (scaled + kWhole) - kWhole;
    const double off = std::abs(scaled - nearest);
    const double room = half_step * kPowers[p];
    const bool is_between_two = off > 0.5 - kUnsure;
    if (is_between_two || std::abs(off - room) < kUnsure * room) return {};
    if (off > room) break;
    shortest = nearest;
    places = p;
  }
  if (!places) return {};
  const double shown = shortest / kPowers[*places];
  constexpr std::uint64_t kBelowFloat = (std::uint64_t{1} << 29) - 1;
  const bool is_between_floats =
      (std::bit_cast<std::uint64_t>(shown) & kBelowFloat) == (kBelowFloat + 1) / 2;
  if (is_between_floats) return {};
  return std::copysign(shown, value);
}

}  // namespace

double shown_number(double value, Precision precision) {
  if (precision != Precision::float32 || !std::isfinite(value)) return value;
  // A double of few bits is its own shortest decimal.
  if (std::abs(value) < 16777216.0 && std::trunc(value) == value) return value;
  if (static_cast<double>(static_cast<float>(value)) != value) return value;
  if (const auto shown = short_decimal(value)) return *shown;
  const NumberText text = format_number(value, precision);
  double shown = value;
  std::from_chars(text.buffer, text.buffer + text.size, shown);
  return shown;
}

}  // namespace scrubjay
