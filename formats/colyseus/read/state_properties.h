#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/property_tree.h"
#include "formats/colyseus/read/placement.h"
#include "formats/colyseus/read/roles.h"

namespace scrubjay::colyseus {

/// Writes instances as properties (formats/colyseus/README.md, 9). One per thread.
class StateProperties {
 public:
  /// What is written next is of this tree, without entities.
  void begin(const State& state);
  /// The same with entities, which are shown as references with their labels.
  void begin(const State& state, const Placement& placement, const Roles& roles);

  /// The set fields of an instance, in order. Texts are copied to `tree`, names are the schema's,
  /// which must outlive it.
  void write_fields(std::uint32_t slot, PropertyTree& tree);

 private:
  void write_cell(std::string_view name, const Cell& cell, PropertyTree& tree);
  void write_reference(std::string_view name, std::uint32_t slot, PropertyTree& tree);
  void write_structure(std::string_view name, std::uint32_t slot, PropertyTree& tree);
  void write_group(std::string_view name, std::uint32_t slot, PropertyTree& tree);
  void write_collection(std::string_view name, std::uint32_t slot, PropertyTree& tree);
  bool is_entity(std::uint32_t slot) const {
    return placement_ != nullptr && placement_->row_of(slot) != Placed::kNoParent;
  }

  const State* state_ = nullptr;
  const Placement* placement_ = nullptr;
  const Roles* roles_ = nullptr;
  std::vector<bool> is_open_;     ///< by slot
  std::vector<bool> is_written_;  ///< by slot: a collection that was shown once
  std::size_t depth_ = 0;
  /// Shared groups, and items of shared collections, may be shown several times, not without end.
  std::size_t groups_left_ = 0;
};

/// `text` in the tree's own storage, as valid UTF-8.
std::string_view keep_text(PropertyTree& tree, std::string_view text);

}  // namespace scrubjay::colyseus
