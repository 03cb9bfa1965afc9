#pragma once

#include <cstdint>
#include <vector>

#include "formats/colyseus/read/state.h"

namespace scrubjay::colyseus {

/// Changes to one positional array from one switch to it to the next
/// (formats/colyseus/README.md, 5.4, 5.5). What is called the snapshot there is what the items are
/// when the visit begins.
class ArrayVisit {
 public:
  /// Ends a visit that is open. `has_snapshot`: generation 3.
  void begin(State& state, std::uint32_t slot, bool has_snapshot);
  void end();
  bool is_open() const { return state_ != nullptr; }

  void clear();
  void reverse();
  void make_hole(std::uint64_t index);
  /// Place of the instance, or the number of items.
  std::uint64_t position_of(std::uint32_t instance) const;
  /// The largest index that may be stored (formats/colyseus/README.md, 10).
  std::uint64_t most() const;

  /// What to do with a value.
  enum class Way : std::uint8_t {
    replace,
    insert,  ///< ADD: in front where the array begins, in generation 5 anywhere
    move,    ///< DELETE_AND_MOVE: the hole at the index goes first
  };
  /// Stores `value`, which is at most at most(), unless it equals what was there. A text's row goes
  /// over to the array in any case.
  void store(std::uint64_t index, const Cell& value, Way way);
  /// The same for a resync: whatever is there is replaced.
  void overwrite(std::uint64_t index, const Cell& value);

  /// Items that were moved or looked at since the object was made.
  std::uint64_t work() const { return work_; }

 private:
  std::vector<Cell>& items() const { return state_->collection_for_edit(slot_).items; }
  void put(std::size_t index, const Cell& value);
  void empty(Cell& place);
  bool equals_before(std::size_t index, const Cell& value) const;
  bool same(const Cell& a, const Cell& b) const;
  bool is_falsy(const Cell& cell) const;

  State* state_ = nullptr;
  std::uint32_t slot_ = 0;
  bool has_snapshot_ = false;
  std::vector<Cell> snapshot_;
  std::vector<std::uint32_t> texts_to_free_;  ///< the snapshot may still name them
  std::size_t holes_ = 0;
  mutable std::uint64_t work_ = 0;
};

}  // namespace scrubjay::colyseus
