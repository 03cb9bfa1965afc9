#include "core/meaning.h"

#include <algorithm>
#include <array>

namespace scrubjay {

namespace {

// In the order of Meaning.
constexpr std::array<std::string_view, kMeanings> kNames{
    "none",  "point",    "direction", "velocity", "axial",  "extent", "length",
    "euler", "rotation", "factors",   "area",     "volume", "plane",  "matrix",
};

}  // namespace

std::string_view to_text(Meaning meaning) { return kNames[static_cast<std::size_t>(meaning)]; }

std::optional<Meaning> meaning_from(std::string_view text) {
  const auto found = std::ranges::find(kNames, text);
  if (found == kNames.end()) return std::nullopt;
  return static_cast<Meaning>(found - kNames.begin());
}

}  // namespace scrubjay
