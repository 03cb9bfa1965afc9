#include "core/number_text.h"

#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>

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
