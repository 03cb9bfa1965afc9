#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace scrubjay {

/// Whether a byte is one of a character that has begun before it.
constexpr bool continues_character(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
}

/// The characters that `text` begins with, as many as have room in `most` bytes. Of what is no
/// UTF-8 the first `most` bytes.
constexpr std::string_view whole_characters(std::string_view text, std::size_t most) {
  if (text.size() <= most) return text;
  std::size_t end = most;
  const std::size_t least = most - std::min<std::size_t>(most, 3);
  while (end > least && continues_character(text[end])) --end;
  return text.substr(0, continues_character(text[end]) ? most : end);
}

/// A code point as UTF-8 (RFC 3629, 3); what is none, such as half of a surrogate pair, as its bits
/// would stand.
inline void append_utf8(std::string& out, char32_t code) {
  const auto put = [&](char32_t byte) { out += static_cast<char>(byte); };
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xC0 | code >> 6);
    put(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    put(0xE0 | code >> 12);
    put(0x80 | (code >> 6 & 0x3F));
    put(0x80 | (code & 0x3F));
  } else {
    put(0xF0 | code >> 18);
    put(0x80 | (code >> 12 & 0x3F));
    put(0x80 | (code >> 6 & 0x3F));
    put(0x80 | (code & 0x3F));
  }
}

}  // namespace scrubjay
