#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "analysis/compare/item_result.h"

namespace scrubjay::compare {

/// An entity that differs somewhere: where first, and what it may have that from.
struct SpreadStep {
  Subject subject;
  std::size_t item = 0;     ///< the first in which it differs
  std::uint32_t paths = 0;  ///< that differ there
  Subject from;             ///< a guess; none where nothing is near
  Subject beside;           ///< where there is no `from`: one that begins to differ in the same
                            ///< item, and that a reference or an event joins to it there
};

/// Finds how differences go from entity to entity. Fed with items in their order.
class SpreadTracker {
 public:
  /// Items back, this one not counted, in which a reference or an event joins two entities.
  static constexpr std::size_t kJoinedBefore = 8;
  /// Metres within which an entity may have it from another.
  static constexpr double kNear = 10.0;

  SpreadTracker(std::size_t streams, std::size_t subjects)
      : joined_(streams), rows_(subjects, kNotYet) {}

  /// `beginning`: those that differ in this item and never before, with the number of paths, in
  /// their order. Takes `result.joined`.
  void add(std::size_t stream, ItemResult& result,
           std::span<const std::pair<Subject, std::uint32_t>> beginning);

  /// In order of the first difference.
  const std::vector<SpreadStep>& steps() const { return steps_; }
  /// The step of an entity, or null while it does not differ.
  const SpreadStep* find(Subject subject) const {
    const std::uint32_t row = rows_[subject.value];
    return row == kNotYet ? nullptr : &steps_[row];
  }

 private:
  using Pairs = std::vector<std::pair<Subject, Subject>>;
  /// Those of the newest items of a stream, each in the place of the oldest before it.
  struct Joined {
    std::array<Pairs, kJoinedBefore + 1> items;
    std::size_t next = 0;
  };
  static constexpr std::uint32_t kNotYet = 0xFFFFFFFF;

  void find_beside(SpreadStep& step, const Pairs& joined, std::size_t first) const;
  Subject source_of(Subject subject, const Joined& joined, const ItemResult& result,
                    std::size_t before) const;

  std::vector<Joined> joined_;       ///< by stream
  std::vector<std::uint32_t> rows_;  ///< by subject
  std::vector<SpreadStep> steps_;
};

}  // namespace scrubjay::compare
