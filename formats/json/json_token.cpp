#include "formats/json/json_token.h"

#include <charconv>
#include <cstdint>
#include <cstring>
#include <limits>

#include "core/ascii.h"
#include "core/utf8.h"

namespace scrubjay {

namespace {

/// The four hex digits at `at`, or nothing.
std::optional<std::uint32_t> hex4(std::string_view text, std::size_t at) {
  if (at > text.size() || text.size() - at < 4) return std::nullopt;
  std::uint32_t value = 0;
  const char* const end = text.data() + at + 4;
  const auto result = std::from_chars(text.data() + at, end, value, 16);
  if (result.ec != std::errc() || result.ptr != end) return std::nullopt;
  return value;
}

constexpr bool is_surrogate(std::uint32_t unit) { return unit >= 0xD800 && unit <= 0xDFFF; }

/// The second half of the surrogate pair whose escape is at `at`; nothing where it is none.
std::optional<std::uint32_t> second_of_pair(std::string_view text, std::size_t at,
                                            std::uint32_t first) {
  if (first < 0xD800 || first >= 0xDC00 || !text.substr(at + 6).starts_with("\\u")) {
    return std::nullopt;
  }
  const auto second = hex4(text, at + 8);
  return second && *second >= 0xDC00 && *second <= 0xDFFF ? second : std::nullopt;
}

/// Appends what the \u escape at `at` (its backslash) means; returns the place behind it.
std::size_t append_unicode(std::string_view text, std::size_t at, std::string& out) {
  constexpr std::uint32_t kReplacement = 0xFFFD;
  const auto first = hex4(text, at + 2);
  if (!first) {
    out += "\\u";
    return at + 2;
  }
  if (!is_surrogate(*first)) {
    append_utf8(out, *first);
    return at + 6;
  }
  if (const auto second = second_of_pair(text, at, *first)) {
    append_utf8(out, 0x10000 + ((*first - 0xD800) << 10) + (*second - 0xDC00));
    return at + 12;
  }
  append_utf8(out, kReplacement);
  return at + 6;
}

char meaning_of_escape(char c) {
  switch (c) {
    case 'n': return '\n';
    case 't': return '\t';
    case 'r': return '\r';
    case 'b': return '\b';
    case 'f': return '\f';
    case '"':
    case '\\':
    case '/': return c;
    default: return '\0';
  }
}

std::string_view without_escapes(std::string_view text, std::string& scratch) {
  scratch.clear();
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t escape = text.find('\\', at);
    scratch += text.substr(at, escape - at);
    if (escape == std::string_view::npos) break;
    const char next = escape + 1 < text.size() ? text[escape + 1] : '\0';
    if (next == 'u') {
      at = append_unicode(text, escape, scratch);
      continue;
    }
    if (const char meant = meaning_of_escape(next); meant != '\0') {
      scratch += meant;
    } else {
      scratch += '\\';
      scratch += text.substr(escape + 1, 1);
    }
    at = escape + 2;
  }
  return scratch;
}

std::optional<double> number_of_text(std::string_view text) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (text == "NaN") return std::numeric_limits<double>::quiet_NaN();
  if (text == "Infinity" || text == "+Infinity") return kInfinity;
  if (text == "-Infinity") return -kInfinity;
  if (text.starts_with('+')) text.remove_prefix(1);
  const std::string_view digits = text.substr(text.starts_with('-') ? 1 : 0);
  // from_chars also reads "inf" and "nan", which nobody writes into JSON.
  if (digits.empty() || !(is_digit(digits[0]) || digits[0] == '.')) return std::nullopt;
  double value = 0.0;
  const char* const end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, value);
  if (result.ptr != end) return std::nullopt;
  if (result.ec == std::errc()) return value;
  // Out of range: too large, or so small that it is zero. The exponent's sign tells which.
  const std::size_t exponent = text.find_first_of("eE");
  const bool is_tiny = exponent != std::string_view::npos
                           ? text.substr(exponent + 1).starts_with('-')
                           : digits.starts_with("0.") || digits.starts_with('.');
  if (is_tiny) return 0.0;
  return text.starts_with('-') ? -kInfinity : kInfinity;
}

}  // namespace

std::string_view trimmed(std::string_view token) {
  while (!token.empty() && is_json_space(token.back())) token.remove_suffix(1);
  return token;
}

std::string_view unescaped(std::string_view inside, std::string& scratch) {
  if (inside.empty() || std::memchr(inside.data(), '\\', inside.size()) == nullptr) return inside;
  return without_escapes(inside, scratch);
}

std::string without_lone_surrogates(std::string_view json) {
  std::string out(json);
  for (std::size_t at = out.find('\\'); at != std::string::npos;) {
    const bool is_unit = at + 1 < out.size() && out[at + 1] == 'u';
    const auto unit = is_unit ? hex4(out, at + 2) : std::nullopt;
    if (unit && second_of_pair(out, at, *unit)) {
      at += 10;  // the second half is passed like any escape
    } else if (unit && is_surrogate(*unit)) {
      out.replace(at, 6, "\\uFFFD");
    }
    at = out.find('\\', at + 2);
  }
  return out;
}

std::string_view text_of_string(std::string_view token, std::string& scratch) {
  std::string_view text = trimmed(token);
  if (text.starts_with('"')) text.remove_prefix(1);
  if (text.ends_with('"')) text.remove_suffix(1);
  return unescaped(text, scratch);
}

std::string_view raw_key(const char* key) {
  const char* end = key;
  while (*end != '"') end += *end == '\\' ? 2 : 1;
  return {key, static_cast<std::size_t>(end - key)};
}

std::optional<double> number_of_token(std::string_view token) {
  std::string_view text = trimmed(token);
  if (is_string_token(text)) {
    text.remove_prefix(1);
    if (text.ends_with('"')) text.remove_suffix(1);
    text = trimmed(text);
    while (!text.empty() && is_json_space(text.front())) text.remove_prefix(1);
  }
  return number_of_text(text);
}

}  // namespace scrubjay
