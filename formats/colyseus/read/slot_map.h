#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace scrubjay::colyseus {

/// Numbers of the wire (refIds, indices) to rows: open addressing with linear probing, at most
/// three quarters full; entries removed leave no marks (Knuth 6.4, algorithm R). Copying it is
/// copying one array.
class SlotMap {
 public:
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;

  /// The row of `key`, or kNone. O(1).
  std::uint32_t find(std::uint64_t key) const {
    if (cells_.empty()) return kNone;
    for (std::size_t i = home(key);; i = (i + 1) & mask()) {
      if (cells_[i].row == kNone || cells_[i].key == key) return cells_[i].row;
    }
  }

  /// Sets the row of `key`, which is not kNone.
  void insert(std::uint64_t key, std::uint32_t row) {
    if ((size_ + 1) * 4 > cells_.size() * 3) grow();
    std::size_t i = home(key);
    while (cells_[i].row != kNone && cells_[i].key != key) i = (i + 1) & mask();
    if (cells_[i].row == kNone) ++size_;
    cells_[i] = {key, row};
  }

  void erase(std::uint64_t key) {
    if (cells_.empty()) return;
    std::size_t hole = home(key);
    while (cells_[hole].key != key || cells_[hole].row == kNone) {
      if (cells_[hole].row == kNone) return;
      hole = (hole + 1) & mask();
    }
    --size_;
    // What follows moves up, unless its home lies behind the hole.
    for (std::size_t i = (hole + 1) & mask(); cells_[i].row != kNone; i = (i + 1) & mask()) {
      if (((i - home(cells_[i].key)) & mask()) >= ((i - hole) & mask())) {
        cells_[hole] = cells_[i];
        hole = i;
      }
    }
    cells_[hole].row = kNone;
  }

  /// Each row becomes new_rows[row]; where that is kNone, the key goes.
  void renumber(const std::vector<std::uint32_t>& new_rows) {
    const std::vector<Cell> old = std::exchange(cells_, std::vector<Cell>(cells_.size()));
    size_ = 0;
    for (const Cell& cell : old) {
      if (cell.row != kNone && new_rows[cell.row] != kNone) insert(cell.key, new_rows[cell.row]);
    }
  }

  /// Calls `visit(key, row)` for all, in no stated order.
  template <class Visit>
  void visit(Visit visit) const {
    for (const Cell& cell : cells_) {
      if (cell.row != kNone) visit(cell.key, cell.row);
    }
  }

  void clear() {
    cells_.clear();
    size_ = 0;
  }
  std::size_t size() const { return size_; }
  std::size_t bytes() const { return cells_.capacity() * sizeof(Cell); }

 private:
  struct Cell {
    std::uint64_t key = 0;
    std::uint32_t row = kNone;
  };

  std::size_t mask() const { return cells_.size() - 1; }
  /// Fibonacci hashing: the high bits of a product with 2^64 / golden ratio.
  std::size_t home(std::uint64_t key) const {
    return static_cast<std::size_t>((key * 0x9E3779B97F4A7C15u) >>
                                    (64 - std::bit_width(cells_.size() - 1)));
  }

  void grow() {
    const std::vector<Cell> old =
        std::exchange(cells_, std::vector<Cell>(cells_.empty() ? 16 : cells_.size() * 2));
    size_ = 0;
    for (const Cell& cell : old) {
      if (cell.row != kNone) insert(cell.key, cell.row);
    }
  }

  std::vector<Cell> cells_;  ///< a power of two of them, or none
  std::size_t size_ = 0;
};

}  // namespace scrubjay::colyseus
