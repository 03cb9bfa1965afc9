#include "formats/flecs/read/angle_watch.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/ascii.h"
#include "formats/flecs/read/transforms.h"
#include "formats/json/json_token.h"

namespace scrubjay::flecs {

namespace {

/// Where the value of the member of that name begins, from `at` on; npos: there is none.
std::size_t member_value(std::string_view text, std::string_view name, std::size_t at) {
  for (at = text.find(name, at); at != std::string_view::npos; at = text.find(name, at + 1)) {
    const std::size_t behind = at + name.size();
    const bool is_quoted =
        at != 0 && text[at - 1] == '"' && behind < text.size() && text[behind] == '"';
    if (!is_quoted) continue;
    const std::size_t colon = skip_json_space(text, behind + 1);
    if (colon < text.size() && text[colon] == ':') return skip_json_space(text, colon + 1);
  }
  return at;
}

/// Whether the value at `at` holds a large angle, or a text that may be one.
bool holds_large_angle(std::string_view text, std::size_t at) {
  std::size_t depth = 0;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '{' || c == '[') {
      ++depth;
    } else if (c == '}' || c == ']') {
      if (depth < 2) return false;
      --depth;
    } else if (c == '"') {
      const std::size_t end = text.find('"', at + 1);
      if (end == std::string_view::npos || text[end - 1] == '\\') return true;
      const char first = text[at + 1];
      if (is_digit(first) || first == '-' || first == '.') return true;
      at = end;
    } else if (c == '-' || is_digit(c)) {
      double angle = 0;
      const char* end = text.data() + text.size();
      const char* behind = std::from_chars(text.data() + at, end, angle).ptr;
      if (std::abs(angle) > kMostRadians) return true;
      at = static_cast<std::size_t>(behind - text.data()) - (behind > text.data() + at ? 1 : 0);
    }
    const bool is_scalar_done = depth == 0;
    if (is_scalar_done) return false;
  }
  return true;
}

}  // namespace

std::uint32_t AngleWatch::bits_of(std::span<const std::string_view> names) {
  std::uint32_t bits = 0;
  for (const std::string_view name : names) {
    const auto found = std::ranges::find(names_, name);
    const auto place = static_cast<std::size_t>(found - names_.begin());
    if (place == kMost) {
      bits |= kOthers;
      continue;
    }
    if (found == names_.end()) names_.emplace_back(name);
    bits |= std::uint32_t{1} << place;
  }
  return bits;
}

bool AngleWatch::may_be_large(std::string_view unit, std::uint32_t bits) const {
  if ((bits & kOthers) != 0) return true;
  for (std::size_t i = 0; i < names_.size(); ++i) {
    if ((bits >> i & 1) == 0) continue;
    std::size_t at = member_value(unit, names_[i], 0);
    if (at == std::string_view::npos) return true;
    for (; at != std::string_view::npos; at = member_value(unit, names_[i], at)) {
      if (holds_large_angle(unit, at)) return true;
    }
  }
  return false;
}

}  // namespace scrubjay::flecs
