#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "analysis/compare/plan.h"
#include "analysis/compare/tree_comparer.h"

namespace scrubjay::compare {

/// How many kinds of differences there are.
inline constexpr std::size_t kKinds = static_cast<std::size_t>(Kind::frame_b) + 1;

/// NaN is no distance.
inline void keep_largest(double& largest, double distance) {
  if (std::isnan(distance)) return;
  if (std::isnan(largest) || distance > largest) largest = distance;
}

/// What differences of neighbouring items add up to, all of groups (Summary::groups) that begin
/// with a difference that is told by itself, at or before their first item.
struct DifferenceSums {
  struct Group {
    Subject subject;
    PathId path;
    std::uint32_t count = 0;
    std::size_t last_item = 0;
    double largest = std::numeric_limits<double>::quiet_NaN();
  };
  std::vector<Group> groups;
  std::array<std::uint64_t, kKinds> counts{};  ///< by kind

  bool empty() const { return groups.empty(); }
  void clear() {
    groups.clear();
    counts.fill(0);
  }
};

}  // namespace scrubjay::compare
