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

inline constexpr std::string_view kCapitalHex = "0123456789ABCDEF";
/// Appends the two digits of a byte.
inline void add_hex(std::string& out, unsigned char byte,
                    std::string_view digits = "0123456789abcdef") {
  out += {digits[byte >> 4], digits[byte & 15]};
}
/// The byte whose two digits begin `text`.
std::optional<unsigned char> hex_byte(std::string_view text);
/// `text` with its %XX undone (RFC 3986); a '%' without two digits stays.
std::string without_percent_codes(std::string_view text);

}  // namespace scrubjay
