#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "analysis/derived/oriented_box.h"

namespace scrubjay {

/// Finds which of many boxes overlap. Keeps its storage from one call to the next.
class BoxOverlaps {
 public:
  /// Beyond so many pairs the rest is left out: in a heap of boxes their number grows with the
  /// square of theirs. So do the comparisons where many are much larger than others.
  static constexpr std::size_t kMostPairs = std::size_t{1} << 18;
  static constexpr std::size_t kMostComparisons = std::size_t{1} << 26;

  using Pair = std::pair<std::uint32_t, std::uint32_t>;  ///< rows of boxes, the lesser first

  /// The pairs of boxes that share a point, in no stated order. Valid until the next call. The
  /// boxes are sorted into cells of a grid on the ground (x and y), each into all that it reaches,
  /// so that only neighbours are compared. O(n log n + pairs of neighbours).
  std::span<const Pair> find(std::span<const OrientedBox> boxes);
  /// Pairs were left out by the last call.
  bool is_cut() const { return is_cut_; }

 private:
  /// Where a cell is in its row, and the row.
  struct Cell {
    std::int32_t x = 0;
    std::int32_t y = 0;
    auto operator<=>(const Cell&) const = default;
  };
  struct Bounds {
    glm::dvec3 low;
    glm::dvec3 high;
    Cell first;  ///< of the cells that it reaches
    Cell last;
    bool is_large = false;  ///< reaches more cells than pays: compared with all
  };
  struct InCell {
    Cell cell;
    std::uint32_t box;
  };

  void find_bounds(std::span<const OrientedBox> boxes);
  double cell_size();
  void sort_into_cells();
  void compare_in_cells(std::span<const OrientedBox> boxes);
  void compare_large(std::span<const OrientedBox> boxes);
  void compare(std::span<const OrientedBox> boxes, std::uint32_t a, std::uint32_t b);

  std::vector<Bounds> bounds_;  ///< of each box
  std::vector<double> sizes_;
  std::vector<InCell> cells_;
  std::vector<Pair> pairs_;
  std::size_t comparisons_ = 0;
  bool is_cut_ = false;
};

}  // namespace scrubjay
