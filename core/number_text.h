#pragma once

#include <cstdint>
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

/// Sixteen digits.
std::string hexadecimal(std::uint64_t value);

}  // namespace scrubjay
