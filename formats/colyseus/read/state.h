#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "formats/colyseus/limits.h"
#include "formats/colyseus/read/schema.h"
#include "formats/colyseus/read/slot_map.h"
#include "formats/colyseus/read/text_pool.h"
#include "formats/colyseus/read/wire.h"

namespace scrubjay::colyseus {

/// An instance or a collection. Its row in State's table is its slot.
struct Structure {
  static constexpr std::uint32_t kNoStorage = 0xFFFFFFFF;

  std::uint64_t ref_id = 0;
  std::uint32_t references = 0;           ///< slots that hold it; the root counts one for itself
  std::uint32_t type = FieldType::kNone;  ///< of an instance: row of Schema::types
  std::uint32_t storage = kNoStorage;     ///< first cell of an instance, or row of the collections
  Shape shape = Shape::instance;
  bool is_live = false;
};

/// One item of a map, set, collection or stream, or of an array of generation 1.
struct Entry {
  Cell value;                 ///< unset: removed
  std::uint64_t index = 0;    ///< on the wire
  std::uint32_t key = 0;      ///< of a map: row of TextPool
  std::uint32_t indices = 0;  ///< wire indices that mean this entry; its place is kept meanwhile
};

/// What is in a collection. Positional arrays (generations 0, 3, 5) have `items`, all others
/// `entries`, in order of insertion.
struct Collection {
  FieldType type;
  std::vector<Cell> items;
  std::vector<Entry> entries;
  SlotMap rows_by_index;
  SlotMap rows_by_key;        ///< by the key's hash
  std::uint32_t removed = 0;  ///< entries without a value
};

/// One client's state tree as flat arrays (formats/colyseus/README.md, 12): a copy of it is a
/// checkpoint.
class State {
 public:
  static constexpr std::uint64_t kNoRef = ~std::uint64_t{0};
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;

  /// How much a tree may hold; smaller figures are for tests.
  struct Most {
    std::size_t structures = limits::kMostStructures;
    std::size_t cells = limits::kMostCells;
  };

  State() = default;
  explicit State(const Most& most) : most_(most) {}
  /// An empty tree of that schema, which must outlive it: the root alone, in slot 0. The numbers of
  /// instances of generation 0 go on.
  void reset(const Schema& schema);

  const Schema& schema() const { return *schema_; }
  std::uint32_t root() const { return 0; }
  /// The slot of a live structure, or kNone.
  std::uint32_t find(std::uint64_t ref_id) const { return slots_by_ref_.find(ref_id); }

  std::size_t structure_count() const { return structures_.size(); }  ///< free slots counted, too
  std::size_t live_count() const { return structures_.size() - free_structures_.size(); }
  const Structure& structure(std::uint32_t slot) const { return structures_[slot]; }
  const Type& type_of(std::uint32_t slot) const { return schema_->types[structures_[slot].type]; }
  /// The fields of an instance; empty when none was ever set.
  std::span<const Cell> fields(std::uint32_t slot) const;
  const Collection& collection(std::uint32_t slot) const {
    return collections_[structures_[slot].storage];
  }
  std::string_view text(std::uint32_t row) const { return texts_[row]; }

  // Changing. Slots stay valid until `collect`.

  /// kNone when there are too many.
  std::uint32_t make_instance(std::uint64_t ref_id, std::uint32_t type);
  std::uint32_t make_collection(std::uint64_t ref_id, const FieldType& type);
  /// A number for the next instance of generation 0 (formats/colyseus/README.md, 9).
  std::uint64_t next_number() { return next_number_++; }
  std::uint64_t numbers_given() const { return next_number_; }
  void set_numbers_given(std::uint64_t count) { next_number_ = count; }

  /// The cell of a field, or null when there are too many cells. Valid until another is asked for.
  Cell* field(std::uint32_t slot, std::size_t index) {
    const Structure& instance = structures_[slot];
    if (instance.storage == Structure::kNoStorage && !allocate_fields(slot)) return nullptr;
    return &cells_[instance.storage + index];
  }
  Collection& collection_for_edit(std::uint32_t slot) {
    return collections_[structures_[slot].storage];
  }
  TextPool& texts() { return texts_; }

  /// Puts `value` in place of what is there. A text's row goes over to the place.
  void set(Cell& place, const Cell& value) {
    if (value.kind == CellKind::structure) {
      if (place.kind == CellKind::structure && place.slot == value.slot) return;
      retain(value.slot);
    }
    if (place.kind >= CellKind::text) release(place);
    place = value;
  }
  void set_text(Cell& place, std::string_view text) {
    if (place.kind == CellKind::text) {
      texts_.set(place.slot, text);
      return;
    }
    set(place, Cell::of_slot(CellKind::text, texts_.add(text)));
  }
  void clear(Cell& place) {
    if (place.kind >= CellKind::text) release(place);
    place = Cell();
  }
  /// The value is put into a second place.
  void retain(std::uint32_t slot) {
    ++structures_[slot].references;
    is_shape_changed_ = true;
  }
  /// The value goes from a place that is not used any more.
  void release(const Cell& value);

  /// Drops every structure that nothing refers to (formats/colyseus/README.md, 4.3), at the end of
  /// a message.
  void collect();

  /// What holds what is not as it was when this was last false.
  bool is_shape_changed() const { return is_shape_changed_; }
  void mark_shape_changed() { is_shape_changed_ = true; }
  void shape_seen() { is_shape_changed_ = false; }

  std::size_t bytes() const;

 private:
  std::uint32_t add_structure(const Structure& structure);
  bool allocate_fields(std::uint32_t slot);
  void drop(std::uint32_t slot);
  void drop_collection(std::uint32_t row);

  const Schema* schema_ = nullptr;
  std::vector<Structure> structures_;
  std::vector<std::uint32_t> free_structures_;
  std::vector<Cell> cells_;
  std::vector<std::vector<std::uint32_t>> free_cells_;  ///< by number of fields
  std::vector<Collection> collections_;
  std::vector<std::uint32_t> free_collections_;
  SlotMap slots_by_ref_;
  TextPool texts_;
  std::vector<std::uint32_t> unreferenced_;  ///< slots whose count fell to 0
  std::uint64_t next_number_ = 0;
  bool is_shape_changed_ = true;
  Most most_;
};

}  // namespace scrubjay::colyseus
