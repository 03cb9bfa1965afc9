#pragma once

#include <cstdint>
#include <vector>

#include "core/byte_reader.h"
#include "formats/kept/varint.h"

namespace scrubjay::kept {

/// Whether a column's 64 bits are whole numbers or those of doubles.
enum class ColumnKind : std::uint8_t { integer, number };

/// How a column's values become the whole numbers whose steps are stored. Whichever it is, the
/// bits come back exactly.
enum class ColumnMode : std::uint8_t {
  constant,  ///< every value is the column's base; nothing is stored
  integer,   ///< as they are
  decimal,   ///< m of m / 10^digits, and what is still missing as a count of neighbouring doubles
  float32,   ///< the ordered bits of floats
  float64,   ///< the ordered bits of doubles
};

struct ColumnCode {
  ColumnMode mode = ColumnMode::constant;
  std::uint8_t digits = 0;  ///< of decimal
  /// The whole number that stands for the bits; `error`: what decimal leaves, in doubles.
  std::uint64_t to_whole(std::uint64_t bits, std::int64_t* error = nullptr) const;
  std::uint64_t to_bits(std::uint64_t whole, std::int64_t error) const;
};

/// The values of one place of a shape, over all items and frames of a group that have it, in the
/// order in which they come. Each is stored as the step from where it was expected:
///
///     order 1: at the item's value before          order 2: going on as it went before
///
/// in as many bytes as the widest step of the column takes, all lowest bytes first, then all
/// second ones, ...: columns that move alike then hold equal bytes, which is what compression
/// finds.
class ColumnBuilder {
 public:
  explicit ColumnBuilder(ColumnKind kind) : kind_(kind) {}

  bool empty() const { return count_ == 0; }
  /// The value pushed last; of an empty column the one to come.
  std::uint64_t last(std::uint64_t to_come) const { return empty() ? to_come : last_; }
  /// `before` and `before_that` are values of this column, or the first one itself.
  void push(std::uint64_t value, std::uint64_t before, std::uint64_t before_that);
  /// Values that are held, each in 24 bytes.
  std::size_t held() const { return rows_.size(); }

  /// Appends what ColumnReader::read_head reads, and the column's bytes to `planes`.
  void write(std::vector<std::byte>& heads, std::vector<std::byte>& planes) const;

 private:
  struct Row {
    std::uint64_t value;
    std::uint64_t before;
    std::uint64_t before_that;
  };

  ColumnCode choose_code() const;

  ColumnKind kind_;
  std::uint64_t count_ = 0;
  std::uint64_t base_ = 0;
  std::uint64_t last_ = 0;
  std::vector<Row> rows_;  ///< empty while every value is the base
};

/// A value as ColumnReader gives it, with what the next one is expected from. Its bits are made of
/// it where they are wanted: of most values only the last of a seek's.
struct Cell {
  std::uint64_t whole = 0;
  std::uint64_t whole_before = 0;
  std::int8_t error = 0;
};

/// Gives a column's values one after another. Views point into the group's bytes.
class ColumnReader {
 public:
  /// False when the head cannot be read or is none.
  bool read_head(ByteReader& heads);
  /// Takes the column's bytes. False when there are too few.
  bool take_planes(ByteReader& planes);

  ColumnKind kind() const { return kind_; }
  bool is_constant() const { return code_.mode == ColumnMode::constant; }
  std::uint64_t bits(const Cell& cell) const { return code_.to_bits(cell.whole, cell.error); }

  /// The next value of an item whose value before is in `cell`. False when there is none.
  bool next(Cell& cell) { return read(cell.whole, cell.whole_before, cell.whole, cell); }
  /// The next value of an item that had none: expected at `neighbour`, a value's whole number.
  bool next_new(std::uint64_t neighbour, Cell& cell) {
    if (!read(neighbour, neighbour, 0, cell)) return false;
    cell.whole_before = cell.whole;
    return true;
  }
  /// Back before the first value.
  void rewind() {
    position_ = 0;
    last_ = base_;
  }
  /// Of the value given last, else of the base: what every value of a constant column is, and what
  /// stands before the first value.
  std::uint64_t last() const { return last_; }

 private:
  bool read(std::uint64_t before, std::uint64_t before_that, std::uint64_t keep, Cell& cell);

  ColumnKind kind_ = ColumnKind::integer;
  ColumnCode code_;
  std::uint8_t order_ = 1;
  std::uint8_t width_ = 0;
  bool has_errors_ = false;
  std::uint64_t base_ = 0;  ///< the whole number
  std::uint64_t count_ = 0;
  std::uint64_t position_ = 0;
  const std::byte* planes_ = nullptr;  ///< width_ * count_, then count_ for errors
  std::uint64_t last_ = 0;
};

inline bool ColumnReader::read(std::uint64_t before, std::uint64_t before_that, std::uint64_t keep,
                               Cell& cell) {
  if (is_constant()) {
    cell = {base_, base_, 0};
    return true;
  }
  if (position_ == count_) return false;
  const std::byte* at = planes_ + position_;
  std::uint64_t step = 0;
  for (unsigned plane = 0; plane < width_; ++plane, at += count_) {
    step |= static_cast<std::uint64_t>(*at) << (8 * plane);
  }
  cell.error = has_errors_ ? static_cast<std::int8_t>(*at) : std::int8_t{0};
  ++position_;
  last_ = (order_ == 2 ? 2 * before - before_that : before) + unzigzag(step);
  cell.whole = last_;
  cell.whole_before = keep;
  return true;
}

}  // namespace scrubjay::kept
