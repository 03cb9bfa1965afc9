#include "formats/colyseus/read/placement.h"

#include "formats/colyseus/limits.h"

namespace scrubjay::colyseus {

void Placement::walk(const State& state) {
  state_ = &state;
  entities_.clear();
  references_.clear();
  cycles_.clear();
  is_too_deep_ = false;
  rows_.assign(state.structure_count(), Placed::kNoParent);
  marks_.assign(state.structure_count(), Mark::none);
  is_item_.assign(state.structure_count(), false);
  find_items();
  Placed root;
  root.slot = state.root();
  root.ref_id = state.structure(root.slot).ref_id;
  place(root, 0);
  // What is only referred to belongs to the one that refers to it. The list grows on the way.
  for (std::size_t i = 0; i < references_.size(); ++i) {
    const auto [owner, slot] = references_[i];
    if (rows_[slot] != Placed::kNoParent) continue;
    Placed placed;
    placed.slot = slot;
    placed.ref_id = state.structure(slot).ref_id;
    placed.parent = owner;
    place(placed, 1);
  }
}

/// Instances that are items of a collection.
void Placement::find_items() {
  const auto mark = [&](const Cell& value) {
    if (value.kind == CellKind::structure) is_item_[value.slot] = true;
  };
  for (std::uint32_t slot = 0; slot < state_->structure_count(); ++slot) {
    const Structure& structure = state_->structure(slot);
    if (!structure.is_live || !is_collection(structure.shape)) continue;
    const Collection& collection = state_->collection(slot);
    if (!collection.type.has_instances()) continue;
    for (const Cell& item : collection.items) mark(item);
    for (const Entry& entry : collection.entries) mark(entry.value);
  }
}

void Placement::place(const Placed& placed, std::size_t depth) {
  const auto row = static_cast<std::uint32_t>(entities_.size());
  rows_[placed.slot] = row;
  entities_.push_back(placed);
  visit_instance(placed.slot, row, depth);
}

void Placement::visit_instance(std::uint32_t slot, std::uint32_t owner, std::size_t depth) {
  const std::span<const Cell> cells = state_->fields(slot);
  if (cells.empty()) return;
  if (depth >= limits::kDeepestValue) {
    is_too_deep_ = true;
    return;
  }
  marks_[slot] = Mark::open;
  const Type& type = state_->type_of(slot);
  for (const std::uint8_t link : type.links) {
    if (cells[link].kind != CellKind::structure) continue;
    visit_field(cells[link].slot, type.fields[link].name, owner, depth + 1);
  }
  marks_[slot] = Mark::done;
}

void Placement::visit_field(std::uint32_t slot, std::string_view name, std::uint32_t owner,
                            std::size_t depth) {
  if (is_collection(state_->structure(slot).shape)) {
    if (marks_[slot] == Mark::none) visit_collection(slot, name, owner, depth);
    return;
  }
  if (marks_[slot] == Mark::open) cycles_.push_back(state_->structure(slot).ref_id);
  if (slot == state_->root()) return;
  if (is_item_[slot]) {
    references_.push_back({owner, slot});
  } else if (marks_[slot] == Mark::none) {
    visit_instance(slot, owner, depth);
  }
}

void Placement::visit_collection(std::uint32_t slot, std::string_view name, std::uint32_t owner,
                                 std::size_t depth) {
  const Collection& collection = state_->collection(slot);
  if (!collection.type.has_instances()) return;
  marks_[slot] = Mark::done;
  Placed placed;
  placed.parent = owner;
  placed.collection = name;
  for (const Cell& item : collection.items) {
    visit_item(item, placed, depth);
    ++placed.position;
  }
  placed.has_key = collection.type.shape == Shape::map;
  for (const Entry& entry : collection.entries) {
    if (!entry.value.is_set()) continue;
    if (placed.has_key) placed.key = entry.key;
    visit_item(entry.value, placed, depth);
    ++placed.position;
  }
}

void Placement::visit_item(const Cell& value, const Placed& place_of_it, std::size_t depth) {
  if (value.kind != CellKind::structure) return;
  if (state_->structure(value.slot).shape != Shape::instance) return;
  if (rows_[value.slot] != Placed::kNoParent) {
    if (marks_[value.slot] == Mark::open) {
      cycles_.push_back(state_->structure(value.slot).ref_id);
    }
    return;
  }
  Placed placed = place_of_it;
  placed.slot = value.slot;
  placed.ref_id = state_->structure(value.slot).ref_id;
  place(placed, depth);
}

}  // namespace scrubjay::colyseus
