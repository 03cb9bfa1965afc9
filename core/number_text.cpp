#include "core/number_text.h"

#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>

namespace scrubjay {

namespace {

NumberText literal(std::string_view text) {
  NumberText result;
  std::memcpy(result.buffer, text.data(), text.size());
  result.size = static_cast<unsigned>(text.size());
  return result;
}

template <class... Args>
NumberText converted(Args... args) {
  NumberText result;
  const auto done = std::to_chars(result.buffer, result.buffer + sizeof(result.buffer), args...);
  result.size = static_cast<unsigned>(done.ptr - result.buffer);
  return result;
}

/// The text of a double of at most six decimal places below 10^9, as most numbers are that people
/// or games wrote; nothing of others. A decimal of up to 15 digits that reads back as the double is
/// the shortest one that does: no other one of so few digits reads as the same double.
std::optional<NumberText> short_decimal(double value, double size) {
  constexpr double kMost = 1e9;
  constexpr std::uint64_t kPower = 1'000'000;
  if (!(size < kMost)) return std::nullopt;
  const auto scaled = static_cast<std::uint64_t>(size * kPower + 0.5);
  // Both are exact, so that their quotient is what the decimal reads as.
  if (static_cast<double>(scaled) / kPower != size) return std::nullopt;
  NumberText result;
  char* at = result.buffer;
  if (std::signbit(value)) *at++ = '-';
  at = std::to_chars(at, result.buffer + sizeof(result.buffer), scaled / kPower).ptr;
  std::uint64_t fraction = scaled % kPower;
  if (fraction != 0) {
    *at++ = '.';
    for (std::uint64_t place = kPower / 10; fraction != 0; place /= 10) {
      *at++ = static_cast<char>('0' + fraction / place);
      fraction %= place;
    }
  }
  result.size = static_cast<unsigned>(at - result.buffer);
  return result;
}

}  // namespace

NumberText format_number(double value, Precision precision) {
  if (std::isnan(value)) return literal("NaN");
  if (std::isinf(value)) return literal(value > 0 ? "Infinity" : "-Infinity");
  const double size = std::fabs(value);
  const bool plain = size == 0 || (size >= 1e-5 && size < 1e17);
  const auto format = plain ? std::chars_format::fixed : std::chars_format::scientific;
  // A double beyond the floats must not be cast to one.
  if (precision == Precision::float32 && size <= std::numeric_limits<float>::max()) {
    const auto single = static_cast<float>(value);
    if (static_cast<double>(single) == value) return converted(single, format);
  }
  if (plain) {
    if (const auto text = short_decimal(value, size)) return *text;
  }
  return converted(value, format);
}

NumberText format_number(std::int64_t value) { return converted(value); }
NumberText format_number(std::uint64_t value) { return converted(value); }

std::string number_text(double value, Precision precision) {
  return std::string(format_number(value, precision).view());
}

std::string hexadecimal(std::uint64_t value) {
  std::string text;
  for (int shift = 60; shift >= 0; shift -= 4) text += "0123456789abcdef"[value >> shift & 15];
  return text;
}

}  // namespace scrubjay
