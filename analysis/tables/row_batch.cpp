#include "analysis/tables/row_batch.h"

#include "core/text.h"

namespace scrubjay::tables {

ColumnSlots ColumnSlots::all(std::size_t columns) {
  ColumnSlots slots(columns);
  for (std::size_t i = 0; i < columns; ++i) slots.want(i);
  return slots;
}

void RowBatch::text(std::size_t column, std::string_view value) {
  Cell* cell = wanted(column);
  if (cell == nullptr) return;
  cell->kind = Cell::Kind::text;
  cell->text = texts_.size();
  if (is_valid_utf8(value)) {
    texts_ += value;
  } else {
    texts_ += valid_utf8(value);
  }
  cell->text_size = texts_.size() - cell->text;
}

}  // namespace scrubjay::tables
