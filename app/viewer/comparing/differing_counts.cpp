#include "app/viewer/comparing/differing_counts.h"

#include <algorithm>

namespace scrubjay {

void DifferingCounts::add(Seconds time, std::uint32_t count) {
  times_.push_back(times_.empty() ? time : std::max(time, times_.back()));
  most_ = std::max(most_, count);
  std::size_t row = times_.size() - 1;
  for (std::size_t level = 0;; ++level, row /= kBlock) {
    if (level == levels_.size()) {
      // All that was added before lies in the first block.
      levels_.push_back(level == 0 ? std::vector<std::uint32_t>() : std::vector{most_});
    }
    auto& counts = levels_[level];
    if (row == counts.size()) counts.push_back(0);
    counts[row] = std::max(counts[row], count);
    if (row == 0) return;
  }
}

std::uint32_t DifferingCounts::most(Seconds begin, Seconds end) const {
  if (times_.empty() || begin > times_.back()) return 0;
  const auto row = [&](auto found) { return static_cast<std::size_t>(found - times_.begin()); };
  std::size_t first = row(std::ranges::upper_bound(times_, begin));
  const std::size_t last = row(std::ranges::lower_bound(times_, end));
  if (first > 0) --first;  // holds at `begin`
  return most_of_rows(first, last);
}

std::uint32_t DifferingCounts::most_of_rows(std::size_t begin, std::size_t end) const {
  std::uint32_t most = 0;
  for (std::size_t level = 0; begin < end; ++level) {
    const auto& counts = levels_[level];
    const bool is_top = level + 1 == levels_.size();
    while (begin < end && (is_top || begin % kBlock != 0)) most = std::max(most, counts[begin++]);
    while (begin < end && (is_top || end % kBlock != 0)) most = std::max(most, counts[--end]);
    begin /= kBlock;
    end /= kBlock;
  }
  return most;
}

}  // namespace scrubjay
