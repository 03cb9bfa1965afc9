#pragma once

#include <algorithm>
#include <string_view>

namespace scrubjay {

// Characters of ASCII. What the C library does depends on the user's language: in Turkish, I is no
// capital i.

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }
/// Letters in lower case, all else as it is.
constexpr char lower_case(char c) { return is_capital(c) ? static_cast<char>(c - 'A' + 'a') : c; }
constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || is_capital(c); }
constexpr bool is_letter_or_digit(char c) { return is_letter(c) || is_digit(c); }
/// A byte of a letter of other scripts, or of another sign.
constexpr bool is_beyond_ascii(char c) { return static_cast<unsigned char>(c) >= 0x80; }

/// True for one digit or more and nothing else.
constexpr bool is_digits(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, is_digit);
}

}  // namespace scrubjay
