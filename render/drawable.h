#pragma once

#include <cmath>
#include <glm/vec3.hpp>

namespace scrubjay {

/// Metres from the scene's origin beyond which a float says nothing useful and squares would
/// overflow.
inline constexpr double kFarthest = 1e9;

/// False for what cannot be drawn, NaN included.
inline bool is_drawable(double v) { return std::abs(v) <= kFarthest; }
inline bool is_drawable(const glm::dvec3& v) {
  return is_drawable(v.x) && is_drawable(v.y) && is_drawable(v.z);
}

}  // namespace scrubjay
