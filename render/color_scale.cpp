#include "render/color_scale.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace scrubjay {

namespace {

/// viridis at equal steps.
constexpr std::array<std::uint32_t, 11> kStops{0x440154, 0x482475, 0x414487, 0x355F8D,
                                               0x2A788E, 0x21918C, 0x22A884, 0x44BF70,
                                               0x7AD151, 0xBDDF26, 0xFDE725};

}  // namespace

std::uint32_t scale_color(double share) {
  const double at = (share > 0 ? std::min(share, 1.0) : 0.0) * (kStops.size() - 1);
  const auto row = std::min(static_cast<std::size_t>(at), kStops.size() - 2);
  const double part = at - static_cast<double>(row);
  std::uint32_t color = 0;
  for (const unsigned shift : {16U, 8U, 0U}) {
    const double low = kStops[row] >> shift & 0xFF;
    const double high = kStops[row + 1] >> shift & 0xFF;
    color |= static_cast<std::uint32_t>(std::lround(low + (high - low) * part)) << shift;
  }
  return color;
}

}  // namespace scrubjay
