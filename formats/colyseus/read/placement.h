#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "formats/colyseus/read/state.h"

namespace scrubjay::colyseus {

/// An entity of the tree and where it is (formats/colyseus/README.md, 9).
struct Placed {
  static constexpr std::uint32_t kNoParent = 0xFFFFFFFF;

  std::uint64_t ref_id = 0;
  std::uint32_t slot = 0;
  std::uint32_t parent = kNoParent;  ///< row of Placement::entities
  std::string_view collection;       ///< field that it is in; of the schema; "" for the root
  std::uint32_t position = 0;        ///< in the order of insertion
  std::uint32_t key = 0;             ///< of a map: row of State's texts
  bool has_key = false;
};

/// Which instances are entities, and where: one walk over a tree. Storage is used again.
class Placement {
 public:
  /// O(structures). Deeper than 64 is left out.
  void walk(const State& state);

  /// In order of the walk: the root first, each behind its parent.
  const std::vector<Placed>& entities() const { return entities_; }
  /// The row of the entity in that slot, or Placed::kNoParent for what is none.
  std::uint32_t row_of(std::uint32_t slot) const { return rows_[slot]; }
  /// refIds of entities or groups that were met inside themselves.
  const std::vector<std::uint64_t>& cycles() const { return cycles_; }
  bool is_too_deep() const { return is_too_deep_; }

 private:
  enum class Mark : std::uint8_t { none, open, done };
  struct Reference {
    std::uint32_t owner = 0;  ///< row of the entity
    std::uint32_t slot = 0;
  };

  void find_items();
  void place(const Placed& placed, std::size_t depth);
  void visit_instance(std::uint32_t slot, std::uint32_t owner, std::size_t depth);
  void visit_field(std::uint32_t slot, std::string_view name, std::uint32_t owner,
                   std::size_t depth);
  void visit_collection(std::uint32_t slot, std::string_view name, std::uint32_t owner,
                        std::size_t depth);
  void visit_item(const Cell& value, const Placed& place_of_it, std::size_t depth);

  const State* state_ = nullptr;
  std::vector<Placed> entities_;
  std::vector<std::uint32_t> rows_;  ///< by slot
  std::vector<bool> is_item_;        ///< by slot
  std::vector<Mark> marks_;          ///< by slot
  std::vector<Reference> references_;
  std::vector<std::uint64_t> cycles_;
  bool is_too_deep_ = false;
};

}  // namespace scrubjay::colyseus
