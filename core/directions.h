#pragma once

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/vec3.hpp>
#include <limits>

namespace scrubjay {

// Directions that a source gives, which may be no numbers, of no length, or parallel.

inline bool is_finite(const glm::dvec3& v) {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

/// `v` with length 1, or `otherwise` when it has no direction.
inline glm::dvec3 unit_or(const glm::dvec3& v, const glm::dvec3& otherwise) {
  const double largest = std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)});
  if (!(largest > 0 && largest <= std::numeric_limits<double>::max())) return otherwise;
  return glm::normalize(v / largest);
}

/// Any unit vector perpendicular to the unit vector `v`.
inline glm::dvec3 perpendicular(const glm::dvec3& v) {
  const glm::dvec3 least = std::abs(v.x) < 0.6 ? glm::dvec3(1, 0, 0) : glm::dvec3(0, 1, 0);
  return glm::normalize(least - v * glm::dot(least, v));
}

/// The part of `v` across the unit vector `axis`, with length 1; any where they are parallel.
inline glm::dvec3 across(const glm::dvec3& v, const glm::dvec3& axis) {
  const glm::dvec3 unit = unit_or(v, glm::dvec3(0));
  const glm::dvec3 rest = unit - axis * glm::dot(unit, axis);
  constexpr double kAlmostParallel = 1e-6;
  return glm::dot(rest, rest) > kAlmostParallel * kAlmostParallel ? glm::normalize(rest)
                                                                  : perpendicular(axis);
}

}  // namespace scrubjay
