#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "formats/flecs/limits.h"
#include "formats/flecs/names.h"

namespace scrubjay::flecs {

/// The number of an unnamed entity that a reference means: "#548" (4.x), "548", "Par ent.551" (3.x)
/// (formats/flecs/README.md, 3.2). A name may be digits, too: look it up as a path first.
inline std::optional<std::uint64_t> anonymous_number(std::string_view reference) {
  const std::string_view last = last_element(reference);
  if (is_anonymous(last)) return std::strtoull(last.data() + 1, nullptr, 10);
  if (is_digits(last)) return std::strtoull(last.data(), nullptr, 10);
  return {};
}

/// Whether the ancestors that a path names may become plain nodes: not for paths that are made to
/// fill memory with them.
inline bool may_have_plain_parents(std::string_view path) {
  return path.size() <= limits::kLongestPath &&
         std::ranges::count(path, '.') <= limits::kDeepestPath;
}

}  // namespace scrubjay::flecs
