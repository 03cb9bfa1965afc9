#include "analysis/tables/near_pairs.h"

#include <algorithm>
#include <cmath>
#include <glm/glm.hpp>

namespace scrubjay::tables {

NearPairs::Cell NearPairs::cell_of(const glm::dvec3& point) const {
  // What lies farther out than such numbers reach shares the last cells.
  constexpr double kFarthest = 1e15;
  const auto number = [&](double coordinate) {
    return static_cast<std::int64_t>(
        std::floor(std::clamp(coordinate / radius_, -kFarthest, kFarthest)));
  };
  return {number(point.x), number(point.y), number(point.z)};
}

void NearPairs::set(std::span<const glm::dvec3> points, double radius) {
  points_ = points;
  radius_ = radius;
  cells_.clear();
  for (std::uint32_t i = 0; i < points.size(); ++i) cells_.push_back({cell_of(points[i]), i});
  std::ranges::sort(cells_);
}

std::span<const NearPairs::Neighbour> NearPairs::neighbours_after(std::uint32_t point) {
  found_.clear();
  const Cell own = cell_of(points_[point]);
  for (std::int64_t x = own.x - 1; x <= own.x + 1; ++x) {
    for (std::int64_t y = own.y - 1; y <= own.y + 1; ++y) {
      // Cells that differ in z only follow each other.
      auto at = std::ranges::lower_bound(cells_, InCell{{x, y, own.z - 1}, 0});
      for (; at != cells_.end() && at->cell <= Cell{x, y, own.z + 1}; ++at) {
        if (at->point <= point) continue;
        const double distance = glm::length(points_[at->point] - points_[point]);
        if (distance < radius_) found_.push_back({at->point, distance});
      }
    }
  }
  std::ranges::sort(found_, {}, &Neighbour::point);
  return found_;
}

}  // namespace scrubjay::tables
