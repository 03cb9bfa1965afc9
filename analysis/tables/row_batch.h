#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scrubjay::tables {

/// One value of a row.
struct Cell {
  enum class Kind : std::uint8_t { null, integer, real, text };

  Kind kind = Kind::null;
  union {
    std::int64_t integer;
    double real;
    std::size_t text;  ///< where it begins in the batch's texts
  };
  std::size_t text_size = 0;

  Cell() : integer(0) {}
};

/// Which columns of a table are wanted, and where a batch keeps them.
class ColumnSlots {
 public:
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;

  /// All of so many columns.
  static ColumnSlots all(std::size_t columns);
  /// None of so many; `want` adds.
  explicit ColumnSlots(std::size_t columns = 0) : slots_(columns, kNone) {}
  void want(std::size_t column) {
    if (slots_[column] == kNone) slots_[column] = width_++;
  }

  bool wants(std::size_t column) const { return slots_[column] != kNone; }
  /// Of a column that is wanted.
  std::uint32_t slot(std::size_t column) const { return slots_[column]; }
  std::size_t columns() const { return slots_.size(); }
  std::size_t width() const { return width_; }

 private:
  std::vector<std::uint32_t> slots_;  ///< by column
  std::uint32_t width_ = 0;
};

/// Rows of one table, of which only the wanted columns are kept. Keeps its storage when emptied.
class RowBatch {
 public:
  void clear() {
    cells_.clear();
    texts_.clear();
    ids_.clear();
  }
  std::size_t size() const { return ids_.size(); }
  std::size_t bytes() const {
    return cells_.size() * sizeof(Cell) + texts_.size() + ids_.size() * sizeof(std::uint64_t);
  }

  /// Adds a row of NULLs, to be filled before the next one is added. `id` is the same whenever the
  /// row is made, and of no other row of its table and recording.
  void add_row(const ColumnSlots& slots, std::uint64_t id) {
    slots_ = &slots;
    row_ = cells_.size();
    if (slots.width() > 0) cells_.resize(row_ + slots.width());
    ids_.push_back(id);
  }
  // Of the row added last; nothing happens where the column is not wanted.
  void integer(std::size_t column, std::int64_t value) {
    if (Cell* cell = wanted(column)) {
      cell->kind = Cell::Kind::integer;
      cell->integer = value;
    }
  }
  void real(std::size_t column, double value) {
    if (Cell* cell = wanted(column)) {
      cell->kind = Cell::Kind::real;
      cell->real = value;
    }
  }
  /// Copied, as valid UTF-8.
  void text(std::size_t column, std::string_view value);
  bool wants(std::size_t column) const { return slots_->wants(column); }

  const Cell& at(std::size_t row, std::size_t slot, std::size_t width) const {
    return cells_[row * width + slot];
  }
  std::uint64_t id_of(std::size_t row) const { return ids_[row]; }
  /// Valid until the batch changes.
  std::string_view text_of(const Cell& cell) const {
    return std::string_view(texts_).substr(cell.text, cell.text_size);
  }

 private:
  Cell* wanted(std::size_t column) {
    return slots_->wants(column) ? &cells_[row_ + slots_->slot(column)] : nullptr;
  }

  std::vector<Cell> cells_;
  std::string texts_;
  std::vector<std::uint64_t> ids_;
  std::size_t row_ = 0;  ///< where the last one begins
  const ColumnSlots* slots_ = nullptr;
};

}  // namespace scrubjay::tables
