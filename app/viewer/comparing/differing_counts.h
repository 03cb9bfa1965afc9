#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/ids.h"

namespace scrubjay {

/// How much differs at each moment of one stream, so that the most within any stretch of time is
/// found in O(log n). 8 bytes a moment for its time, about 5 for its count.
class DifferingCounts {
 public:
  /// Moments come in order; one whose time lies before the last is taken as at the last.
  void add(Seconds time, std::uint32_t count);
  /// The most of what holds within [begin, end): a count holds until the next moment, the last one
  /// only at its own.
  std::uint32_t most(Seconds begin, Seconds end) const;
  /// The most of all.
  std::uint32_t most() const { return most_; }
  std::size_t size() const { return times_.size(); }

 private:
  static constexpr std::size_t kBlock = 8;

  std::uint32_t most_of_rows(std::size_t begin, std::size_t end) const;

  std::vector<Seconds> times_;
  /// The first are the counts, each further one has the greatest of eight of the one before.
  std::vector<std::vector<std::uint32_t>> levels_;
  std::uint32_t most_ = 0;
};

}  // namespace scrubjay
