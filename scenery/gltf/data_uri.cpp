#include "scenery/gltf/data_uri.h"

#include <cstdint>

#include "core/text.h"

namespace scrubjay::gltf {

namespace {

int digit_of_base64(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '+' || c == '-') return 62;
  return c == '/' || c == '_' ? 63 : -1;
}

}  // namespace

bool is_data_uri(std::string_view uri) { return equal_ignoring_case(uri.substr(0, 5), "data:"); }

std::optional<std::vector<std::byte>> bytes_of_data_uri(std::string_view uri) {
  const std::size_t comma = uri.find(',');
  if (comma == std::string_view::npos) return std::nullopt;
  if (!uri.substr(0, comma).ends_with(";base64")) return std::nullopt;
  std::string_view text = uri.substr(comma + 1);
  while (text.ends_with('=')) text.remove_suffix(1);
  if (text.size() % 4 == 1) return std::nullopt;
  std::vector<std::byte> bytes;
  bytes.reserve(text.size() / 4 * 3 + 2);
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    const int digit = digit_of_base64(c);
    if (digit < 0) return std::nullopt;
    bits = (bits << 6U | static_cast<std::uint32_t>(digit)) & 0xFFFFFFU;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes.push_back(static_cast<std::byte>(bits >> static_cast<unsigned>(count) & 0xFFU));
  }
  return bytes;
}

}  // namespace scrubjay::gltf
