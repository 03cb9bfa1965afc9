#include "scenery/obj/polygon.h"

#include <cmath>
#include <cstddef>
#include <glm/geometric.hpp>
#include <glm/vec2.hpp>

#include "scenery/ears.h"

namespace scrubjay::obj {

namespace {

constexpr std::size_t kMostCut = 64;

/// Twice the area as an arrow across the plane (Newell's method).
glm::dvec3 normal_of(std::span<const glm::vec3> corners) {
  glm::dvec3 normal(0.0);
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const glm::dvec3 a = corners[i] - corners[0];
    const glm::dvec3 b = corners[(i + 1) % corners.size()] - corners[0];
    normal += glm::cross(a, b);
  }
  return normal;
}

/// Seen from where the normal points to, along the axis that it is nearest to.
std::vector<glm::dvec2> seen_flat(std::span<const glm::vec3> corners) {
  const glm::dvec3 normal = normal_of(corners);
  const glm::dvec3 size = glm::abs(normal);
  const int up = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
  const double side = normal[up] < 0.0 ? -1.0 : 1.0;
  std::vector<glm::dvec2> flat;
  flat.reserve(corners.size());
  for (const glm::vec3& corner : corners) {
    const glm::dvec3 place = corner - corners[0];
    flat.emplace_back(place[(up + 1) % 3], side * place[(up + 2) % 3]);
  }
  return flat;
}

}  // namespace

void triangulate(std::span<const glm::vec3> corners,
                 std::vector<std::array<std::uint32_t, 3>>& triangles) {
  // None is cut off where that would take too long: a fan.
  std::size_t looks = corners.size() > kMostCut ? 0 : kMostCut * kMostCut * kMostCut;
  cut_ears(seen_flat(corners), looks, triangles);
}

}  // namespace scrubjay::obj
