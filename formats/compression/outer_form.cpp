#include "formats/compression/outer_form.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace scrubjay::compression {

namespace {

/// A zlib stream's first two bytes: method 8, a window of at most 32 KiB, and a check that makes
/// them a multiple of 31 (RFC 1950 section 2.2).
bool is_zlib_header(std::string_view text) {
  if (text.size() < 2) return false;
  const auto first = static_cast<unsigned char>(text[0]);
  const auto second = static_cast<unsigned char>(text[1]);
  return first == 0x78 && (first * 256 + second) % 31 == 0 && (second & 0x20) == 0;
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

}  // namespace scrubjay::compression
