#include "formats/framebyframe/containers.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "formats/framebyframe/inflate.h"

namespace scrubjay::framebyframe {

namespace {

std::string_view as_text(Bytes bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// A zlib stream's first two bytes: method 8, a window of at most 32 KiB, and a check that makes
/// them a multiple of 31 (RFC 1950 section 2.2).
bool is_zlib_header(std::string_view text) {
  if (text.size() < 2) return false;
  const auto first = static_cast<unsigned char>(text[0]);
  const auto second = static_cast<unsigned char>(text[1]);
  return first == 0x78 && (first * 256 + second) % 31 == 0 && (second & 0x20) == 0;
}

bool is_word_byte(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/// Whether `word` stands somewhere as an object's key, quoted or bare. In a JSON text that is kept
/// inside of a string its quotes have backslashes: that does not count.
bool has_key(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != std::string_view::npos;
       at = text.find(word, at + 1)) {
    std::size_t end = at + word.size();
    const bool is_quoted = at > 0 && text[at - 1] == '"';
    if (is_quoted) {
      if ((at > 1 && text[at - 2] == '\\') || end >= text.size() || text[end] != '"') continue;
      ++end;
    } else if (at > 0 && (is_word_byte(text[at - 1]) || text[at - 1] == '\\')) {
      continue;
    }
    end = std::min(text.find_first_not_of(" \t\r\n", end), text.size());
    if (end < text.size() && text[end] == ':') return true;
  }
  return false;
}

}  // namespace

OuterForm outer_form(Bytes bytes) {
  const std::string_view text = as_text(bytes);
  if (text.starts_with("PK\x03\x04") || text.starts_with("PK\x05\x06")) {
    return {OuterLayer::zip, 0};
  }
  if (text.starts_with("\x1F\x8B")) return {OuterLayer::gzip, 0};
  if (is_zlib_header(text)) return {OuterLayer::zlib, 0};
  std::size_t begin = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
  begin = std::min(text.find_first_not_of(" \t\r\n", begin), text.size());
  // Base64 of the first bytes of gzip, and of zlib at its four levels.
  constexpr std::array<std::string_view, 5> kBase64{"H4s", "eJw", "eAE", "eF4", "eNo"};
  const std::string_view rest = text.substr(begin);
  const bool is_base64 =
      std::ranges::any_of(kBase64, [&](std::string_view head) { return rest.starts_with(head); });
  return {is_base64 ? OuterLayer::base64_gzip : OuterLayer::none, begin};
}

bool has_own_keys(std::string_view text) {
  if (has_key(text, "rawFrames") || has_key(text, "frameData")) return true;
  if (!has_key(text, "entities")) return false;
  constexpr std::array<std::string_view, 6> kFrameKeys{"serverTime", "frameId",     "clientId",
                                                       "parentId",   "elapsedTime", "coordSystem"};
  return std::ranges::count_if(kFrameKeys,
                               [&](std::string_view key) { return has_key(text, key); }) >= 2 ||
         (has_key(text, "parentId") && has_key(text, "properties"));
}

Match probe(const ProbeInput& input) {
  const OuterForm form = outer_form(input.head);
  if (form.layer == OuterLayer::zip) {
    return input.extension == "fbf" ? Match::possible : Match::none;
  }
  if (!form.is_compressed()) {
    const std::string_view text = as_text(input.head.subspan(form.begin));
    const bool is_json = text.starts_with('{') || text.starts_with('[');
    return is_json && has_own_keys(text) ? Match::certain : Match::none;
  }
  std::vector<char> head(ProbeInput::kHeadBytes);
  Inflater inflater(input.head, form);
  const std::size_t count = inflater.read(head);
  return has_own_keys({head.data(), count}) ? Match::certain : Match::none;
}

}  // namespace scrubjay::framebyframe
