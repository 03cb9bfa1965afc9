#pragma once

#include <cstddef>
#include <cstdint>
#include <glm/vec3.hpp>
#include <span>
#include <vector>

namespace scrubjay::tables {

/// Finds which of many points are near each other, by a grid whose cells are as wide as the radius.
/// Keeps its storage from one set of points to the next.
class NearPairs {
 public:
  struct Neighbour {
    std::uint32_t point;
    double distance;
  };

  /// O(n log n). `radius` > 0; points are finite and outlive the calls of `neighbours_after`.
  void set(std::span<const glm::dvec3> points, double radius);
  /// The points behind `point` that are nearer to it than the radius, in their order. Valid until
  /// the next call. O(points of 27 cells).
  std::span<const Neighbour> neighbours_after(std::uint32_t point);

 private:
  struct Cell {
    std::int64_t x = 0;
    std::int64_t y = 0;
    std::int64_t z = 0;
    auto operator<=>(const Cell&) const = default;
  };
  struct InCell {
    Cell cell;
    std::uint32_t point;
    auto operator<=>(const InCell&) const = default;
  };

  Cell cell_of(const glm::dvec3& point) const;

  std::span<const glm::dvec3> points_;
  double radius_ = 1;
  std::vector<InCell> cells_;  ///< ascending
  std::vector<Neighbour> found_;
};

}  // namespace scrubjay::tables
