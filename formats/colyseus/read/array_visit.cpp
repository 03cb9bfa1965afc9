#include "formats/colyseus/read/array_visit.h"

#include <algorithm>

#include "formats/colyseus/limits.h"

namespace scrubjay::colyseus {

namespace {

bool is_number(const Cell& cell) {
  return cell.kind == CellKind::float32 || cell.kind == CellKind::float64;
}

}  // namespace

void ArrayVisit::begin(State& state, std::uint32_t slot, bool has_snapshot) {
  end();
  state_ = &state;
  slot_ = slot;
  has_snapshot_ = has_snapshot;
  if (has_snapshot) {
    snapshot_ = items();
    work_ += snapshot_.size();
  }
}

void ArrayVisit::end() {
  if (!is_open()) return;
  if (holes_ > 0) {
    work_ += items().size();
    std::erase_if(items(), [](const Cell& item) { return !item.is_set(); });
    state_->mark_shape_changed();
    holes_ = 0;
  }
  for (const std::uint32_t row : texts_to_free_) state_->texts().remove(row);
  texts_to_free_.clear();
  snapshot_.clear();
  state_ = nullptr;
}

void ArrayVisit::clear() {
  work_ += items().size();
  for (Cell& item : items()) empty(item);
  items().clear();
  snapshot_.clear();
  holes_ = 0;
}

void ArrayVisit::reverse() {
  work_ += items().size();
  std::ranges::reverse(items());
  std::ranges::reverse(snapshot_);
  state_->mark_shape_changed();
}

void ArrayVisit::make_hole(std::uint64_t index) {
  if (index < items().size()) empty(items()[index]);
  if (index < snapshot_.size()) snapshot_[index] = Cell();
}

std::uint64_t ArrayVisit::position_of(std::uint32_t instance) const {
  const auto found = std::ranges::find_if(items(), [&](const Cell& item) {
    return item.kind == CellKind::structure && item.slot == instance;
  });
  const auto position = static_cast<std::uint64_t>(found - items().begin());
  work_ += position;
  return position;
}

std::uint64_t ArrayVisit::most() const { return items().size() - holes_ + limits::kMostGap; }

void ArrayVisit::store(std::uint64_t index, const Cell& value, Way way) {
  if (equals_before(index, value)) {
    if (value.kind == CellKind::text) state_->texts().remove(value.slot);
    return;
  }
  const bool is_occupied = index < items().size() && items()[index].is_set();
  const bool is_inserted = way == Way::insert && is_occupied && (index == 0 || !has_snapshot_);
  if (is_inserted) {
    work_ += items().size() - index;
    items().insert(items().begin() + static_cast<std::ptrdiff_t>(index), Cell());
    ++holes_;
  } else if (way == Way::move && index < items().size()) {
    work_ += items().size() - index;
    if (items()[index].is_set()) {
      empty(items()[index]);
    }
    items().erase(items().begin() + static_cast<std::ptrdiff_t>(index));
    --holes_;
  }
  put(index, value);
}

void ArrayVisit::overwrite(std::uint64_t index, const Cell& value) { put(index, value); }

/// Stores at `index`, extending with holes.
void ArrayVisit::put(std::size_t index, const Cell& value) {
  std::vector<Cell>& list = items();
  if (index >= list.size()) {
    holes_ += index + 1 - list.size();
    work_ += index + 1 - list.size();
    list.resize(index + 1);
  }
  Cell& place = list[index];
  if (place.kind == CellKind::structure && value.kind == CellKind::structure &&
      place.slot == value.slot) {
    return;
  }
  if (place.is_set()) empty(place);
  state_->set(place, value);
  --holes_;
  if (value.kind == CellKind::structure) state_->mark_shape_changed();
}

/// Makes a hole; a text's row is kept until the visit ends.
void ArrayVisit::empty(Cell& place) {
  if (!place.is_set()) return;
  if (place.kind == CellKind::text) {
    texts_to_free_.push_back(place.slot);
  } else if (place.kind == CellKind::structure) {
    state_->release(place);
  }
  place = Cell();
  ++holes_;
}

bool ArrayVisit::equals_before(std::size_t index, const Cell& value) const {
  const Cell* before = nullptr;
  if (has_snapshot_ && index < snapshot_.size() && !is_falsy(snapshot_[index])) {
    before = &snapshot_[index];
  } else if (index < items().size()) {
    before = &items()[index];
  }
  return before != nullptr && before->is_set() && same(*before, value);
}

bool ArrayVisit::same(const Cell& a, const Cell& b) const {
  if (is_number(a) && is_number(b)) return a.number == b.number;
  if (a.kind != b.kind) return false;
  switch (a.kind) {
    case CellKind::boolean: return a.boolean == b.boolean;
    case CellKind::text: return state_->text(a.slot) == state_->text(b.slot);
    case CellKind::structure: return a.slot == b.slot;
    default: return a.integer == b.integer;
  }
}

bool ArrayVisit::is_falsy(const Cell& cell) const {
  switch (cell.kind) {
    case CellKind::unset: return true;
    case CellKind::boolean: return !cell.boolean;
    case CellKind::text: return state_->text(cell.slot).empty();
    case CellKind::structure: return false;
    case CellKind::float32:
    case CellKind::float64: return !(cell.number != 0);
    default: return cell.integer == 0;
  }
}

}  // namespace scrubjay::colyseus
