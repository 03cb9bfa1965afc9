#include "analysis/derived/box_overlaps.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace scrubjay {

namespace {

constexpr std::int64_t kMostCellsOfBox = 16;

/// In cells; what lies farther out than such numbers reach shares the last one, as does what is
/// nowhere.
std::int32_t cell_of(double coordinate, double size) {
  constexpr double kFarthest = 1e9;
  const double cell = coordinate / size;
  return static_cast<std::int32_t>(cell < kFarthest ? std::floor(std::max(cell, -kFarthest))
                                                    : kFarthest);
}

}  // namespace

std::span<const BoxOverlaps::Pair> BoxOverlaps::find(std::span<const OrientedBox> boxes) {
  pairs_.clear();
  comparisons_ = 0;
  is_cut_ = false;
  find_bounds(boxes);
  sort_into_cells();
  compare_in_cells(boxes);
  compare_large(boxes);
  return pairs_;
}

void BoxOverlaps::find_bounds(std::span<const OrientedBox> boxes) {
  bounds_.clear();
  for (const OrientedBox& box : boxes) {
    const glm::dvec3 half = half_along_world(box);
    bounds_.push_back(
        {.low = box.center - half, .high = box.center + half, .first = {}, .last = {}});
  }
}

/// Twice the usual size on the ground: most boxes reach four cells at most.
double BoxOverlaps::cell_size() {
  constexpr double kLeast = 1e-6;
  sizes_.clear();
  for (const Bounds& box : bounds_) {
    sizes_.push_back(std::max(box.high.x - box.low.x, box.high.y - box.low.y));
  }
  if (sizes_.empty()) return kLeast;
  const auto middle = sizes_.begin() + static_cast<std::ptrdiff_t>(sizes_.size() / 2);
  std::ranges::nth_element(sizes_, middle);
  return std::max(2 * *middle, kLeast);
}

void BoxOverlaps::sort_into_cells() {
  const double size = cell_size();
  cells_.clear();
  for (std::uint32_t row = 0; row < bounds_.size(); ++row) {
    Bounds& box = bounds_[row];
    box.first = {cell_of(box.low.x, size), cell_of(box.low.y, size)};
    box.last = {cell_of(box.high.x, size), cell_of(box.high.y, size)};
    const std::int64_t columns = std::int64_t{box.last.x} - box.first.x + 1;
    const std::int64_t rows = std::int64_t{box.last.y} - box.first.y + 1;
    box.is_large =
        columns > kMostCellsOfBox || rows > kMostCellsOfBox || columns * rows > kMostCellsOfBox;
    if (box.is_large) continue;
    for (std::int32_t x = box.first.x; x <= box.last.x; ++x) {
      for (std::int32_t y = box.first.y; y <= box.last.y; ++y) cells_.push_back({{x, y}, row});
    }
  }
  std::ranges::sort(cells_, [](const InCell& a, const InCell& b) {
    return std::tie(a.cell, a.box) < std::tie(b.cell, b.box);
  });
}

void BoxOverlaps::compare_in_cells(std::span<const OrientedBox> boxes) {
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    const InCell& a = cells_[i];
    for (std::size_t j = i + 1; j < cells_.size() && cells_[j].cell == a.cell && !is_cut_; ++j) {
      // Two may share several cells: the first of these counts.
      const Cell& first_a = bounds_[a.box].first;
      const Cell& first_b = bounds_[cells_[j].box].first;
      const Cell first{std::max(first_a.x, first_b.x), std::max(first_a.y, first_b.y)};
      if (first == a.cell) compare(boxes, a.box, cells_[j].box);
    }
  }
}

void BoxOverlaps::compare_large(std::span<const OrientedBox> boxes) {
  for (std::uint32_t a = 0; a < bounds_.size(); ++a) {
    if (!bounds_[a].is_large) continue;
    for (std::uint32_t b = 0; b < bounds_.size() && !is_cut_; ++b) {
      const bool comes_again = bounds_[b].is_large && b <= a;
      if (!comes_again) compare(boxes, std::min(a, b), std::max(a, b));
    }
  }
}

void BoxOverlaps::compare(std::span<const OrientedBox> boxes, std::uint32_t a, std::uint32_t b) {
  const Bounds& x = bounds_[a];
  const Bounds& y = bounds_[b];
  is_cut_ = ++comparisons_ > kMostComparisons;
  const bool is_apart = x.low.x > y.high.x || y.low.x > x.high.x || x.low.y > y.high.y ||
                        y.low.y > x.high.y || x.low.z > y.high.z || y.low.z > x.high.z;
  if (is_cut_ || is_apart || !overlap(boxes[a], boxes[b])) return;
  is_cut_ = pairs_.size() == kMostPairs;
  if (!is_cut_) pairs_.emplace_back(a, b);
}

}  // namespace scrubjay
