#include "formats/colyseus/read/state.h"

#include "formats/colyseus/limits.h"

namespace scrubjay::colyseus {

void State::reset(const Schema& schema) {
  schema_ = &schema;
  structures_.clear();
  free_structures_.clear();
  cells_.clear();
  free_cells_.assign(limits::kMostFields + 1, {});
  collections_.clear();
  free_collections_.clear();
  slots_by_ref_.clear();
  texts_.clear();
  unreferenced_.clear();
  is_shape_changed_ = true;
  // The root keeps its id; other instances of generation 0 are never the same again.
  if (next_number_ == 0) next_number_ = 1;
  make_instance(0, schema.root);
  structures_[0].references = 1;
}

std::span<const Cell> State::fields(std::uint32_t slot) const {
  const Structure& instance = structures_[slot];
  if (instance.storage == Structure::kNoStorage) return {};
  return std::span(cells_).subspan(instance.storage, type_of(slot).fields.size());
}

std::uint32_t State::add_structure(const Structure& structure) {
  std::uint32_t slot = 0;
  if (!free_structures_.empty()) {
    slot = free_structures_.back();
    free_structures_.pop_back();
    structures_[slot] = structure;
  } else {
    if (structures_.size() >= most_.structures) return kNone;
    slot = static_cast<std::uint32_t>(structures_.size());
    structures_.push_back(structure);
  }
  structures_[slot].is_live = true;
  if (structure.ref_id != kNoRef) slots_by_ref_.insert(structure.ref_id, slot);
  // Until something refers to it, it is one that nothing refers to.
  unreferenced_.push_back(slot);
  return slot;
}

std::uint32_t State::make_instance(std::uint64_t ref_id, std::uint32_t type) {
  Structure structure;
  structure.ref_id = ref_id;
  structure.type = type;
  return add_structure(structure);
}

std::uint32_t State::make_collection(std::uint64_t ref_id, const FieldType& type) {
  Structure structure;
  structure.ref_id = ref_id;
  structure.shape = type.shape;
  if (!free_collections_.empty()) {
    structure.storage = free_collections_.back();
    free_collections_.pop_back();
  } else {
    structure.storage = static_cast<std::uint32_t>(collections_.size());
    collections_.emplace_back();
  }
  collections_[structure.storage].type = type;
  const std::uint32_t slot = add_structure(structure);
  if (slot == kNone) free_collections_.push_back(structure.storage);
  return slot;
}

bool State::allocate_fields(std::uint32_t slot) {
  const std::size_t count = type_of(slot).fields.size();
  std::vector<std::uint32_t>& free = free_cells_[count];
  if (!free.empty()) {
    structures_[slot].storage = free.back();
    free.pop_back();
    return true;
  }
  if (cells_.size() + count > most_.cells) return false;
  structures_[slot].storage = static_cast<std::uint32_t>(cells_.size());
  cells_.resize(cells_.size() + count);
  return true;
}

void State::release(const Cell& value) {
  if (value.kind == CellKind::text) {
    texts_.remove(value.slot);
  } else if (value.kind == CellKind::structure) {
    is_shape_changed_ = true;
    if (--structures_[value.slot].references == 0) unreferenced_.push_back(value.slot);
  }
}

void State::collect() {
  while (!unreferenced_.empty()) {
    const std::uint32_t slot = unreferenced_.back();
    unreferenced_.pop_back();
    if (structures_[slot].is_live && structures_[slot].references == 0) drop(slot);
  }
}

void State::drop(std::uint32_t slot) {
  Structure& structure = structures_[slot];
  structure.is_live = false;
  if (structure.ref_id != kNoRef) slots_by_ref_.erase(structure.ref_id);
  if (is_collection(structure.shape)) {
    drop_collection(structure.storage);
  } else if (structure.storage != Structure::kNoStorage) {
    const std::size_t count = type_of(slot).fields.size();
    for (std::size_t i = 0; i < count; ++i) clear(cells_[structure.storage + i]);
    free_cells_[count].push_back(structure.storage);
  }
  free_structures_.push_back(slot);
}

void State::drop_collection(std::uint32_t row) {
  Collection& collection = collections_[row];
  for (Cell& item : collection.items) clear(item);
  const bool has_keys = collection.type.shape == Shape::map;
  for (Entry& entry : collection.entries) {
    clear(entry.value);
    if (has_keys) texts_.remove(entry.key);
  }
  collection = Collection();
  free_collections_.push_back(row);
}

std::size_t State::bytes() const {
  std::size_t total =
      structures_.capacity() * sizeof(Structure) + cells_.capacity() * sizeof(Cell) +
      collections_.capacity() * sizeof(Collection) + slots_by_ref_.bytes() + texts_.bytes();
  for (const Collection& collection : collections_) {
    total += collection.items.capacity() * sizeof(Cell) +
             collection.entries.capacity() * sizeof(Entry) + collection.rows_by_index.bytes() +
             collection.rows_by_key.bytes();
  }
  return total;
}

}  // namespace scrubjay::colyseus
