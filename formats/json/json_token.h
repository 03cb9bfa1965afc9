#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace scrubjay {

// A token is the text of one JSON scalar as it stands in a file, perhaps with white space behind
// it, as simdjson's raw_json_token() gives it.

/// White space between tokens.
constexpr bool is_json_space(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }
/// The first place from `at` on where none stands.
constexpr std::size_t skip_json_space(std::string_view text, std::size_t at) {
  while (at < text.size() && is_json_space(text[at])) ++at;
  return at;
}

/// What the inside of a JSON string means: escapes are undone into `scratch`; without any, the view
/// is `inside` itself. A surrogate that stands alone becomes U+FFFD; an unknown escape stays as it
/// is. O(size).
std::string_view unescaped(std::string_view inside, std::string& scratch);

/// The same for a string token with its quotes.
std::string_view text_of_string(std::string_view token, std::string& scratch);

/// A JSON text in which escapes of surrogates that stand alone, which strict parsers refuse, are
/// those of U+FFFD; places stay. O(size).
std::string without_lone_surrogates(std::string_view json);

/// The characters of an object's key whose first one is at `key`, up to the closing quote, escapes
/// left in. The quote must be there.
std::string_view raw_key(const char* key);

/// True when `token` begins a string.
inline bool is_string_token(std::string_view token) {
  return !token.empty() && token.front() == '"';
}

/// `token` without the white space behind it.
std::string_view trimmed(std::string_view token);

/// A number written as JSON or as JavaScript would, whether in quotes or not: 1.5, "1.5", "NaN",
/// "Infinity", "-Infinity". Beyond what a double holds: infinite. Nothing for anything else.
std::optional<double> number_of_token(std::string_view token);

}  // namespace scrubjay
