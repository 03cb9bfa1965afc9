#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace scrubjay {

/// Room for any number's text.
struct NumberText {
  char buffer[40];
  unsigned size = 0;
  std::string_view view() const { return {buffer, size}; }
};

/// How many bits the source held: decides which digits are needed to read the same number back.
enum class Precision : std::uint8_t { float64, float32 };

/// The fewest digits that read back as the same number: as the same float when `precision` is
/// float32 and the value is one, else as the same double. Not finite: NaN, Infinity, -Infinity. No
/// exponent between 1e-5 and 1e17, as people write numbers.
NumberText format_number(double value, Precision precision = Precision::float64);
NumberText format_number(std::int64_t value);
NumberText format_number(std::uint64_t value);

std::string number_text(double value, Precision precision = Precision::float64);

/// The number that all of a text is; nothing for another text, and beyond what `Number` holds. NaN
/// and infinities are such numbers; a '+' in front is not part of one.
template <class Number>
std::optional<Number> number_from(std::string_view text) {
  Number value{};
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && stop == end ? std::optional(value) : std::nullopt;
}

/// Sixteen digits.
std::string hexadecimal(std::uint64_t value);

}  // namespace scrubjay
