#include "formats/colyseus/read/nested_reader.h"

#include <algorithm>

#include "formats/colyseus/read/keyed_items.h"

namespace scrubjay::colyseus {

std::size_t NestedReader::apply(State& state, Bytes message, Problems* problems) {
  values_.begin(state, problems);
  bytes_ = ByteReader(message);
  depth_ = 0;
  work_ = 0;
  structure(state.root(), true);
  state.collect();
  return bytes_.left();
}

/// Fields up to END; that of the root may be missing.
bool NestedReader::structure(std::uint32_t slot, bool is_root) {
  if (depth_ >= limits::kDeepestValue) return values_.fail(Stop::limit);
  ++depth_;
  // An instance that is known keeps its type.
  bool is_read = !take(bytes_, kTypeId) || bytes_.skip(1) || values_.fail(Stop::bad_value);
  while (is_read && !take(bytes_, kEnd)) {
    if (bytes_.at_end()) {
      is_read = is_root || values_.fail(Stop::bad_value);
      break;
    }
    is_read = field(slot);
  }
  --depth_;
  return is_read;
}

bool NestedReader::field(std::uint32_t slot) {
  const bool is_nil = take_nil_before();
  const auto index = bytes_.little<std::uint8_t>();
  if (!index) return values_.fail(Stop::bad_value);
  State& state = values_.state();
  const Type& type = state.type_of(slot);
  if (*index >= type.fields.size()) {
    values_.tell(code::kUnknownField,
                 "A message sets a field that its type does not have: the byte is skipped.");
    return true;
  }
  Cell* place = state.field(slot, *index);
  if (place == nullptr) return values_.fail(Stop::limit);
  const bool has_structure = type.fields[*index].type.shape != Shape::primitive;
  if (is_nil || (has_structure && take_nil_after())) {
    state.clear(*place);
    return true;
  }
  return content(slot, *index);
}

bool NestedReader::content(std::uint32_t slot, std::size_t index) {
  State& state = values_.state();
  const FieldType& type = state.type_of(slot).fields[index].type;
  switch (type.shape) {
    case Shape::primitive: return values_.read_into(bytes_, type, *state.field(slot, index));
    case Shape::instance: return instance_field(slot, index);
    default: break;
  }
  const auto collection = collection_field(slot, index);
  if (!collection) return false;
  return type.shape == Shape::map ? map(*collection) : array(*collection);
}

bool NestedReader::instance_field(std::uint32_t slot, std::size_t index) {
  State& state = values_.state();
  const Cell present = *state.field(slot, index);
  if (present.is_set()) return structure(present.slot, false);
  const auto made = new_instance(state.type_of(slot).fields[index].type.type);
  if (!made) return false;
  const bool is_read = structure(*made, false);
  state.set(*state.field(slot, index), Cell::of_slot(CellKind::structure, *made));
  return is_read;
}

std::optional<std::uint32_t> NestedReader::collection_field(std::uint32_t slot, std::size_t index) {
  State& state = values_.state();
  const Cell present = *state.field(slot, index);
  if (present.is_set()) return present.slot;
  const auto made =
      values_.make(State::kNoRef, state.type_of(slot).fields[index].type, FieldType::kNone);
  if (made) state.set(*state.field(slot, index), Cell::of_slot(CellKind::structure, *made));
  return made;
}

/// A new instance, numbered before its content is read.
std::optional<std::uint32_t> NestedReader::new_instance(std::uint32_t declared) {
  std::uint32_t type = declared;
  if (take(bytes_, kTypeId)) {
    const auto id = bytes_.little<std::uint8_t>();
    if (!id) {
      values_.fail(Stop::bad_value);
      return std::nullopt;
    }
    type = values_.actual_type(*id, declared);
  }
  FieldType instance;
  instance.shape = Shape::instance;
  return values_.make(values_.state().next_number(), instance, type);
}

bool NestedReader::read_index_change(Items& items) {
  items.old = kNoOld;
  if (!take(bytes_, kIndexChange)) return true;
  const auto old = values_.read_index(bytes_);
  if (!old) return false;
  items.old = *old;
  items.is_moved = true;
  return true;
}

/// The instance that an item is read into. `index`: its place in `before`, or kNoOld.
std::optional<std::uint32_t> NestedReader::target(const Items& items, bool is_new,
                                                  std::uint64_t index) {
  if (!is_new) {
    const auto at = [&](std::uint64_t place) {
      return place < items.before.size() && items.before[place].kind == CellKind::structure
                 ? items.before[place].slot
                 : State::kNone;
    };
    const std::uint32_t known = at(items.old != kNoOld ? items.old : index);
    if (known != State::kNone) return known;
    const std::uint32_t same_place = at(index);
    if (same_place != State::kNone) return same_place;
  }
  return new_instance(items.type.type);
}

std::optional<Cell> NestedReader::item_value(const Items& items, bool is_new, std::uint64_t index) {
  if (!items.type.has_instances()) return values_.read_value(bytes_, items.type);
  const auto into = target(items, is_new, index);
  if (!into || !structure(*into, false)) return std::nullopt;
  return Cell::of_slot(CellKind::structure, *into);
}

bool NestedReader::array(std::uint32_t slot) {
  State& state = values_.state();
  const auto length = values_.read_index(bytes_);
  if (!length) return false;
  const auto changes = values_.read_index(bytes_);
  if (!changes) return false;
  if (*length > limits::kMostItems) return values_.fail(Stop::limit);
  Collection& collection = state.collection_for_edit(slot);
  Items items{.type = collection.type, .slot = slot, .before = empty_before()};
  if (items.type.has_instances()) {
    if (!spend(collection.items.size())) return false;
    items.before = collection.items;
  }
  while (collection.items.size() > *length) {
    state.clear(collection.items.back());
    collection.items.pop_back();
  }
  for (std::uint64_t i = 0; i < std::min(*changes, *length); ++i) {
    if (!array_item(items)) return false;
  }
  return true;
}

bool NestedReader::array_item(Items& items) {
  State& state = values_.state();
  const auto index = values_.read_index(bytes_);
  if (!index || !read_index_change(items)) return false;
  if (take_nil_after()) return true;
  // Read even where it cannot be stored: what follows is in step then.
  const std::vector<Cell>& present = state.collection(items.slot).items;
  const bool has_item = *index < present.size() && present[*index].is_set();
  const bool is_new = items.is_moved ? items.old == kNoOld : !has_item;
  const auto value = item_value(items, is_new, *index);
  if (!value) return false;
  std::vector<Cell>& list = state.collection_for_edit(items.slot).items;
  if (*index > list.size() + limits::kMostGap || *index >= limits::kMostItems) {
    values_.tell(code::kLimit, "An item lies far behind the end of its list: it is left out.");
    if (value->kind == CellKind::text) state.texts().remove(value->slot);
    return true;
  }
  if (*index >= list.size()) list.resize(*index + 1);
  state.set(list[*index], *value);
  return true;
}

bool NestedReader::map(std::uint32_t slot) {
  State& state = values_.state();
  const auto entries = values_.read_index(bytes_);
  if (!entries) return false;
  Collection& collection = state.collection_for_edit(slot);
  if (!spend(collection.entries.size())) return false;
  // From here on a row is the number of a key.
  remove_entries_without_value(state, collection, true);
  Items items{.type = collection.type, .slot = slot, .before = empty_before()};
  for (const Entry& entry : collection.entries) items.before.push_back(entry.value);
  // They may be fewer than promised.
  for (std::uint64_t i = 0; i < *entries && !bytes_.at_end() && peek(bytes_) != kEnd; ++i) {
    if (!map_entry(items)) return false;
  }
  return true;
}

/// A number of a key that was there before, or the key. `row`: where it is now, if anywhere.
bool NestedReader::read_key(const Items& items, std::uint32_t& row, std::string_view& key,
                            bool& is_number) {
  const State& state = values_.state();
  const Collection& collection = state.collection(items.slot);
  const auto first = peek(bytes_);
  is_number = first && (*first < 0x80 || (*first >= 0xCA && *first <= 0xD3));
  if (!is_number) {
    const auto text = values_.read_text(bytes_);
    if (!text) return false;
    key = *text;
    row = row_of_key(state, collection, key);
    return true;
  }
  const auto number = values_.read_index(bytes_);
  if (!number) return false;
  if (*number >= items.before.size()) return values_.fail(Stop::bad_value);
  row = static_cast<std::uint32_t>(*number);
  return true;
}

bool NestedReader::map_entry(Items& items) {
  State& state = values_.state();
  const bool is_nil = take_nil_before();
  if (!read_index_change(items)) return false;
  if (items.old != kNoOld && items.old >= items.before.size()) {
    return values_.fail(Stop::bad_value);
  }
  std::uint32_t row = kNoRow;
  std::string_view key;
  bool is_number = false;
  if (!read_key(items, row, key, is_number)) return false;
  if (is_nil || take_nil_after()) {
    if (row != kNoRow) remove_row(state, state.collection_for_edit(items.slot), row);
    return true;
  }
  return map_value(items, row, key, is_number);
}

bool NestedReader::map_value(Items& items, std::uint32_t row, std::string_view key,
                             bool is_number) {
  State& state = values_.state();
  const bool is_new = items.is_moved ? items.old == kNoOld && is_number : row == kNoRow;
  const auto value = item_value(items, is_new, row == kNoRow ? kNoOld : row);
  if (!value) return false;
  Collection& collection = state.collection_for_edit(items.slot);
  if (is_number && collection.entries[row].value.is_set()) {
    set_value(state, collection, row, *value);
    return true;
  }
  // A key that comes as text was added again: it stands at the end.
  std::string known;
  if (is_number) {
    known = state.text(collection.entries[row].key);
    key = known;
  }
  if (row != kNoRow) remove_row(state, collection, row);
  set_value(state, collection, add_key(state, collection, key), *value);
  return true;
}

}  // namespace scrubjay::colyseus
