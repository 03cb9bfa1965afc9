#pragma once

#include <atomic>
#include <cstdint>
#include <limits>

#include "core/growing_column.h"
#include "core/prefetch.h"

namespace scrubjay::carla {

/// One change of some state: where in the file its record is, and since which frame it holds.
struct Change {
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  std::uint64_t offset = 0;  ///< of the record
  std::uint32_t bytes = 0;   ///< of the record
  std::uint32_t frame = 0;   ///< holds from this frame on
  std::uint32_t detail = 0;  ///< what the kind of state needs besides
  std::uint32_t previous = kNone;
  std::uint32_t jump = kNone;
  std::uint32_t depth = 0;  ///< changes before this one
};

/// The newest change of one thing's state: the end of its chain. Written by the index pass, read by
/// all.
using ChainHead = std::atomic<std::uint32_t>;

/// Changes of many things, each a chain from its newest change backwards. A chain answers "what
/// holds at frame k" in O(log n) while it grows: each change also has a jump to one much earlier,
/// chosen as in Myers, "An applicative random-access stack", Information Processing Letters 17
/// (1983).
class StateLog {
 public:
  /// Adds a change to the chain of `head`; its frame is not before the chain's newest. The index
  /// pass only.
  void append(ChainHead& head, Change change) {
    const std::uint32_t newest = head.load(std::memory_order_relaxed);
    change.previous = newest;
    change.jump = newest;
    if (newest != Change::kNone) {
      const Change& last = changes_[newest];
      change.depth = last.depth + 1;
      if (last.jump != Change::kNone) {
        const Change& far = changes_[last.jump];
        const std::uint32_t farther = far.jump == Change::kNone ? 0 : changes_[far.jump].depth;
        if (far.jump != Change::kNone && last.depth - far.depth == far.depth - farther) {
          change.jump = far.jump;
        }
      }
    }
    const auto row = static_cast<std::uint32_t>(changes_.size());
    changes_.append(change);
    head.store(row, std::memory_order_release);
  }

  /// The first row that holds from a later frame on than `frame`, or behind the last: rows are in
  /// order of frames. O(log n).
  std::uint32_t end_of(std::uint32_t frame) const {
    return static_cast<std::uint32_t>(partition_row(
        changes_.size(), [&](std::size_t row) { return changes_[row].frame <= frame; }));
  }

  /// The chain's last change in the rows before `end`, or null. O(log n), and reads only the rows
  /// that it steps on.
  const Change* before(const ChainHead& head, std::uint32_t end) const {
    std::uint32_t row = head.load(std::memory_order_acquire);
    while (row != Change::kNone && row >= end) {
      const Change& change = changes_[row];
      const bool far = change.jump != Change::kNone && change.jump >= end;
      row = far ? change.jump : change.previous;
    }
    return row == Change::kNone ? nullptr : &changes_[row];
  }

  /// The last change at or before `frame`, or null. For several things at one frame call end_of()
  /// once and before() for each.
  const Change* at(const ChainHead& head, std::uint32_t frame) const {
    return before(head, end_of(frame));
  }

  /// The newest change, or null.
  const Change* newest(const ChainHead& head) const {
    const std::uint32_t row = head.load(std::memory_order_acquire);
    return row == Change::kNone ? nullptr : &changes_[row];
  }

  /// Asks for the newest change ahead of at().
  void bring_newest_near(const ChainHead& head) const {
    const std::uint32_t row = head.load(std::memory_order_acquire);
    if (row != Change::kNone) prefetch(&changes_[row]);
  }

  std::size_t size() const { return changes_.size(); }
  const GrowingColumn<Change>& changes() const { return changes_; }
  /// For filling an empty log with what another one had.
  GrowingColumn<Change>& changes() { return changes_; }

 private:
  GrowingColumn<Change> changes_;
};

}  // namespace scrubjay::carla
