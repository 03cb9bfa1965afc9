#include "scenery/obj/polygon.h"

#include <cmath>
#include <cstddef>
#include <glm/geometric.hpp>
#include <glm/vec2.hpp>
#include <numeric>

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

double turn(const glm::dvec2& a, const glm::dvec2& b, const glm::dvec2& c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/// Whether the corner between two others can be cut off: it points outwards, and no other corner
/// lies in what is cut.
bool is_ear(const std::vector<glm::dvec2>& flat, const std::vector<std::uint32_t>& left,
            std::size_t at) {
  const std::uint32_t before = left[(at + left.size() - 1) % left.size()];
  const std::uint32_t after = left[(at + 1) % left.size()];
  const glm::dvec2& a = flat[before];
  const glm::dvec2& b = flat[left[at]];
  const glm::dvec2& c = flat[after];
  if (turn(a, b, c) <= 0.0) return false;
  for (const std::uint32_t other : left) {
    if (other == before || other == left[at] || other == after) continue;
    const glm::dvec2& p = flat[other];
    if (turn(a, b, p) >= 0.0 && turn(b, c, p) >= 0.0 && turn(c, a, p) >= 0.0) return false;
  }
  return true;
}

void add_fan(const std::vector<std::uint32_t>& left,
             std::vector<std::array<std::uint32_t, 3>>& triangles) {
  for (std::size_t i = 2; i < left.size(); ++i) {
    triangles.push_back({left[0], left[i - 1], left[i]});
  }
}

}  // namespace

void triangulate(std::span<const glm::vec3> corners,
                 std::vector<std::array<std::uint32_t, 3>>& triangles) {
  std::vector<std::uint32_t> left(corners.size());
  std::iota(left.begin(), left.end(), 0U);
  if (corners.size() == 3 || corners.size() > kMostCut) return add_fan(left, triangles);
  const std::vector<glm::dvec2> flat = seen_flat(corners);
  while (left.size() > 3) {
    std::size_t ear = 1;
    while (ear < left.size() && !is_ear(flat, left, ear)) ++ear;
    if (ear == left.size()) {
      if (!is_ear(flat, left, 0)) break;
      ear = 0;
    }
    const std::size_t before = (ear + left.size() - 1) % left.size();
    triangles.push_back({left[before], left[ear], left[(ear + 1) % left.size()]});
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(ear));
  }
  add_fan(left, triangles);
}

}  // namespace scrubjay::obj
