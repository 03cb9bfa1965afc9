#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "formats/colyseus/read/array_visit.h"
#include "formats/colyseus/read/value_reader.h"

namespace scrubjay::colyseus {

/// How a message is applied.
enum class Apply : std::uint8_t {
  change,
  resync,  ///< a full state over a tree of generation 5 (formats/colyseus/README.md, 5.6)
};

/// Applies messages of generations 1, 3 and 5 (formats/colyseus/README.md, 4, 5). Keeps nothing
/// between messages but storage; one per thread.
class FlatReader {
 public:
  /// Bytes are read to their end, or as far as they can be. `problems` may be null.
  void apply(State& state, Bytes message, Apply way, Problems* problems);

 private:
  /// Which items of a collection a resync has named: rows of keyed items, places of an array.
  using Named = std::unordered_set<std::uint64_t>;

  void run();
  bool step();
  bool switch_structure();
  void enter(std::uint32_t slot);
  void skip_to_known();
  bool field_operation();
  bool structure_field(const FieldType& type, std::uint8_t operation, std::size_t index);
  bool item_operation();
  bool array_operation(std::uint8_t operation);
  bool array_value(std::uint8_t operation, std::uint64_t index);
  bool array_item_of(std::uint8_t operation);
  void store_item(std::uint8_t operation, std::uint64_t index, const Cell& value);
  bool keyed_operation(std::uint8_t operation);
  bool keyed_value(std::uint64_t index, std::uint32_t row, std::uint8_t operation);
  std::optional<Cell> item_value(std::uint8_t operation);
  std::optional<std::uint32_t> structure(const FieldType& type, std::uint8_t operation);
  bool may_have_type(std::uint8_t operation) const;
  void name_item(std::uint64_t item) {
    if (way_ == Apply::resync) named_[current_].insert(item);
  }
  void sweep();

  ValueReader values_;
  ByteReader bytes_{Bytes()};
  Apply way_ = Apply::change;
  bool was_skipped_ = false;
  std::uint32_t current_ = 0;
  const Type* type_ = nullptr;  ///< of the current instance; null for a collection
  Cell* fields_ = nullptr;      ///< of the current instance, once needed
  FieldType item_type_;         ///< of the current collection
  ArrayVisit array_;
  std::uint64_t work_before_ = 0;
  std::unordered_map<std::uint32_t, Named> named_;
};

}  // namespace scrubjay::colyseus
