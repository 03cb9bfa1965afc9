#include "core/number_text.h"

#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>

namespace scrubjay {

namespace {

void put(NumberText& out, std::string_view text) {
  std::memcpy(out.buffer, text.data(), text.size());
  out.size = static_cast<unsigned>(text.size());
}

template <class Number, class... Format>
void put_shortest(NumberText& out, Number value, Format... format) {
  const auto done = std::to_chars(out.buffer, out.buffer + sizeof(out.buffer), value, format...);
  out.size = static_cast<unsigned>(done.ptr - out.buffer);
}

/// Puts a double of at most six decimal places below 10^9, as most numbers are that people or
/// games wrote; false, and nothing, of others. A decimal of up to 15 digits that reads back as the
/// double is the shortest one that does: no other one of so few digits reads as the same double.
bool put_short_decimal(double value, double size, NumberText& out) {
  constexpr double kMost = 1e9;
  constexpr std::uint64_t kPower = 1'000'000;
  constexpr int kPlaces = 6;
  if (!(size < kMost)) return false;
  const auto scaled = static_cast<std::uint64_t>(size * kPower + 0.5);
  // Both are exact, so that their quotient is what the decimal reads as.
  if (static_cast<double>(scaled) / kPower != size) return false;
  char* at = out.buffer;
  if (std::signbit(value)) *at++ = '-';
  const auto whole = static_cast<std::uint32_t>(scaled / kPower);
  at = std::to_chars(at, at + std::numeric_limits<std::uint32_t>::digits10 + 1, whole).ptr;
  auto fraction = static_cast<std::uint32_t>(scaled % kPower);
  if (fraction != 0) {
    *at++ = '.';
    char* const end = at + kPlaces;
    for (char* digit = end; digit != at; fraction /= 10) {
      *--digit = static_cast<char>('0' + fraction % 10);
    }
    for (at = end; at[-1] == '0';) --at;
  }
  out.size = static_cast<unsigned>(at - out.buffer);
  return true;
}

}  // namespace

NumberText format_number(double value, Precision precision) {
  NumberText out;  // the only one: a copy of what was just written has to wait for it
  const double size = std::fabs(value);
  const bool is_plain = size == 0 || (size >= 1e-5 && size < 1e17);
  const auto format = is_plain ? std::chars_format::fixed : std::chars_format::scientific;
  // A double beyond the floats must not be cast to one.
  const bool is_single = precision == Precision::float32 &&
                         size <= std::numeric_limits<float>::max() &&
                         static_cast<double>(static_cast<float>(value)) == value;
  if (std::isnan(value)) {
    put(out, "NaN");
  } else if (std::isinf(value)) {
    put(out, value > 0 ? "Infinity" : "-Infinity");
  } else if (is_single) {
    put_shortest(out, static_cast<float>(value), format);
  } else if (!is_plain || !put_short_decimal(value, size, out)) {
    put_shortest(out, value, format);
  }
  return out;
}

NumberText format_number(std::int64_t value) {
  NumberText out;
  put_shortest(out, value);
  return out;
}
NumberText format_number(std::uint64_t value) {
  NumberText out;
  put_shortest(out, value);
  return out;
}

std::string number_text(double value, Precision precision) {
  return std::string(format_number(value, precision).view());
}

std::string hexadecimal(std::uint64_t value) {
  std::string text;
  for (int shift = 60; shift >= 0; shift -= 4) text += "0123456789abcdef"[value >> shift & 15];
  return text;
}

std::optional<unsigned char> hex_byte(std::string_view text) {
  unsigned char byte = 0;
  const char* const digits = text.data();
  const bool is_one =
      text.size() >= 2 && std::from_chars(digits, digits + 2, byte, 16).ptr == digits + 2;
  return is_one ? std::optional(byte) : std::nullopt;
}

std::string without_percent_codes(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto code = text[i] == '%' ? hex_byte(text.substr(i + 1)) : std::nullopt;
    result += code ? static_cast<char>(*code) : text[i];
    if (code) i += 2;
  }
  return result;
}

}  // namespace scrubjay
