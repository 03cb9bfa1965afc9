#include "formats/colyseus/read/state_properties.h"

#include "core/number_text.h"
#include "core/text.h"
#include "formats/colyseus/limits.h"
#include "formats/label_names.h"

namespace scrubjay::colyseus {

std::string_view keep_text(PropertyTree& tree, std::string_view text) {
  return is_valid_utf8(text) ? tree.keep(text) : tree.keep(valid_utf8(text));
}

void StateProperties::begin(const State& state, const Placement& placement, const Roles& roles) {
  begin(state);
  placement_ = &placement;
  roles_ = &roles;
}

void StateProperties::begin(const State& state) {
  state_ = &state;
  placement_ = nullptr;
  roles_ = nullptr;
  is_open_.assign(state.structure_count(), false);
  is_written_.assign(state.structure_count(), false);
  depth_ = 0;
  groups_left_ = 1024 + 16 * state.live_count();
}

void StateProperties::write_fields(std::uint32_t slot, PropertyTree& tree) {
  const std::span<const Cell> cells = state_->fields(slot);
  if (cells.empty()) return;
  const Type& type = state_->type_of(slot);
  is_open_[slot] = true;
  ++depth_;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (cells[i].is_set()) write_cell(type.fields[i].name, cells[i], tree);
  }
  --depth_;
  is_open_[slot] = false;
}

void StateProperties::write_cell(std::string_view name, const Cell& cell, PropertyTree& tree) {
  switch (cell.kind) {
    case CellKind::unset: tree.null(name); break;
    case CellKind::boolean: tree.boolean(name, cell.boolean); break;
    case CellKind::integer: tree.integer(name, cell.integer); break;
    case CellKind::unsigned_integer: tree.unsigned_integer(name, cell.unsigned_integer); break;
    // JavaScript has no other numbers: what the game saw is the double.
    case CellKind::float32:
    case CellKind::float64: tree.number(name, cell.number, Precision::float64); break;
    case CellKind::text: {
      const auto node = tree.text(name, keep_text(tree, state_->text(cell.slot)));
      if (is_label_name(name)) tree.node_for_edit(node).role = PropertyRole::label;
      break;
    }
    case CellKind::structure: write_structure(name, cell.slot, tree); break;
  }
}

void StateProperties::write_structure(std::string_view name, std::uint32_t slot,
                                      PropertyTree& tree) {
  const Structure& structure = state_->structure(slot);
  if (is_collection(structure.shape)) {
    write_collection(name, slot, tree);
    return;
  }
  const bool is_shown_inside =
      is_open_[slot] || depth_ >= limits::kDeepestValue || groups_left_ == 0;
  if (is_entity(slot) || is_shown_inside) {
    write_reference(name, slot, tree);
    return;
  }
  --groups_left_;
  write_group(name, slot, tree);
}

void StateProperties::write_reference(std::string_view name, std::uint32_t slot,
                                      PropertyTree& tree) {
  const NumberText id = format_number(state_->structure(slot).ref_id);
  const auto node = tree.text(name, tree.keep(id.view()), PropertyType::entity);
  const bool is_instance = state_->structure(slot).shape == Shape::instance;
  const std::string_view label =
      roles_ == nullptr || !is_instance ? "" : roles_->label_of(*state_, slot);
  if (label.empty()) return;
  PropertyStyle style;
  style.label = keep_text(tree, label);
  tree.set_style(node, style);
}

void StateProperties::write_group(std::string_view name, std::uint32_t slot, PropertyTree& tree) {
  const auto group = tree.open(name, PropertyType::group);
  write_fields(slot, tree);
  tree.close(group);
}

void StateProperties::write_collection(std::string_view name, std::uint32_t slot,
                                       PropertyTree& tree) {
  const Collection& collection = state_->collection(slot);
  if (is_written_[slot]) {
    const std::size_t items = collection.items.size() + collection.entries.size();
    if (items >= groups_left_) return write_reference(name, slot, tree);
    groups_left_ -= items;
  }
  is_written_[slot] = true;
  const bool has_keys = collection.type.shape == Shape::map;
  const auto node = tree.open(name, has_keys ? PropertyType::group : PropertyType::list);
  std::size_t n = 0;
  for (const Cell& item : collection.items) write_cell(index_name(tree, n++), item, tree);
  for (const Entry& entry : collection.entries) {
    if (!entry.value.is_set()) continue;
    write_cell(has_keys ? keep_text(tree, state_->text(entry.key)) : index_name(tree, n++),
               entry.value, tree);
  }
  tree.close(node);
}

}  // namespace scrubjay::colyseus
