#pragma once

#include <cstdint>
#include <vector>

namespace scrubjay::carla {

/// From actor id to a row number, for filling and asking once a frame: open addressing, and emptied
/// in O(1) by counting generations, so that steady use allocates nothing.
class ActorTable {
 public:
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;

  void clear() {
    size_ = 0;
    if (++generation_ == 0) {
      for (Slot& slot : slots_) slot.generation = 0;
      generation_ = 1;
    }
  }

  void set(std::uint32_t actor, std::uint32_t row) {
    if (2 * (size_ + 1) > slots_.size()) grow();
    Slot& slot = slots_[place_of(actor)];
    if (slot.generation != generation_) ++size_;
    slot = {actor, row, generation_};
  }

  /// The row, or kNone.
  std::uint32_t find(std::uint32_t actor) const {
    if (size_ == 0) return kNone;
    const Slot& slot = slots_[place_of(actor)];
    return slot.generation == generation_ ? slot.row : kNone;
  }

 private:
  struct Slot {
    std::uint32_t actor = 0;
    std::uint32_t row = kNone;
    std::uint32_t generation = 0;
  };

  /// The slot that holds `actor`, or the free one where it belongs.
  std::size_t place_of(std::uint32_t actor) const {
    const std::size_t mask = slots_.size() - 1;
    // Fibonacci hashing: ids that count upwards spread over the table.
    std::size_t place = (std::uint64_t{actor} * 0x9E3779B97F4A7C15u >> 32) & mask;
    while (slots_[place].generation == generation_ && slots_[place].actor != actor) {
      place = (place + 1) & mask;
    }
    return place;
  }

  void grow() {
    std::vector<Slot> old(slots_.empty() ? 64 : slots_.size() * 2);
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.generation == generation_) slots_[place_of(slot.actor)] = slot;
    }
  }

  std::vector<Slot> slots_;
  std::size_t size_ = 0;
  std::uint32_t generation_ = 1;
};

}  // namespace scrubjay::carla
