#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "formats/colyseus/limits.h"
#include "formats/colyseus/read/value_reader.h"

namespace scrubjay::colyseus {

/// Applies messages of generation 0, in which everything stands where it belongs
/// (formats/colyseus/README.md, 3). Keeps nothing between messages; one per thread.
class NestedReader {
 public:
  /// `most_work`: smaller figures are for tests.
  explicit NestedReader(std::uint64_t most_work = limits::kMostWork) : most_work_(most_work) {}

  /// Bytes are read to their end, or as far as they can be. `problems` may be null. Returns how
  /// many are left behind the root's END.
  std::size_t apply(State& state, Bytes message, Problems* problems);

 private:
  /// What of an array or map decides which instance an item is read into.
  struct Items {
    FieldType type;
    std::uint32_t slot = 0;
    std::vector<Cell>& before;   ///< its items when the message came to it
    bool is_moved = false;       ///< an INDEX_CHANGE was met
    std::uint64_t old = kNoOld;  ///< of this item
  };
  static constexpr std::uint64_t kNoOld = ~std::uint64_t{0};

  bool structure(std::uint32_t slot, bool is_root);
  bool field(std::uint32_t slot);
  bool content(std::uint32_t slot, std::size_t index);
  bool instance_field(std::uint32_t slot, std::size_t index);
  std::optional<std::uint32_t> collection_field(std::uint32_t slot, std::size_t index);
  std::optional<std::uint32_t> new_instance(std::uint32_t declared);

  bool array(std::uint32_t slot);
  bool array_item(Items& items);
  bool map(std::uint32_t slot);
  bool map_entry(Items& items);
  bool map_value(Items& items, std::uint32_t row, std::string_view key, bool is_number);
  bool read_key(const Items& items, std::uint32_t& row, std::string_view& key, bool& is_number);
  bool read_index_change(Items& items);
  std::optional<std::uint32_t> target(const Items& items, bool is_new, std::uint64_t index);
  std::optional<Cell> item_value(const Items& items, bool is_new, std::uint64_t index);

  /// Storage for Items::before, which is used again; of one collection at each depth.
  std::vector<Cell>& empty_before() {
    before_[depth_].clear();
    return before_[depth_];
  }

  /// A visit of a collection with so many items. False after `fail`.
  bool spend(std::size_t items) {
    work_ += items;
    return work_ <= most_work_ || values_.fail(Stop::limit);
  }

  bool is_old_nil() const { return values_.state().schema().generation == Generation::v0_4; }
  bool take_nil_before() { return !is_old_nil() && take(bytes_, kNil); }
  bool take_nil_after() { return is_old_nil() && take(bytes_, kNil); }

  ValueReader values_;
  ByteReader bytes_{Bytes()};
  std::size_t depth_ = 0;
  std::uint64_t most_work_;
  std::uint64_t work_ = 0;                                           ///< of the message
  std::array<std::vector<Cell>, limits::kDeepestValue + 1> before_;  ///< by depth_
};

}  // namespace scrubjay::colyseus
