#include "formats/colyseus/read/flat_reader.h"

#include "formats/colyseus/limits.h"
#include "formats/colyseus/read/keyed_items.h"

namespace scrubjay::colyseus {

namespace {

// formats/colyseus/README.md, 4.1 and 5.
constexpr std::uint8_t kReplace = 0x00;
constexpr std::uint8_t kClear = 0x0A;
constexpr std::uint8_t kReverse = 0x0F;
constexpr std::uint8_t kDeleteByRefId = 0x21;
constexpr std::uint8_t kDelete = 0x40;
constexpr std::uint8_t kDeleteAndMove = 0x60;
constexpr std::uint8_t kAdd = 0x80;
constexpr std::uint8_t kAddByRefId = 0x81;
constexpr std::uint8_t kDeleteAndAdd = 0xC0;

}  // namespace

void FlatReader::apply(State& state, Bytes message, Apply way, Problems* problems) {
  values_.begin(state, problems);
  bytes_ = ByteReader(message);
  way_ = way;
  was_skipped_ = false;
  work_before_ = array_.work();
  enter(state.root());
  run();
  array_.end();
  if (way == Apply::resync) sweep();
  state.collect();
}

void FlatReader::run() {
  while (!bytes_.at_end()) {
    if (!step()) return;
  }
}

bool FlatReader::step() {
  if (peek(bytes_) == kSwitch) return switch_structure();
  return type_ != nullptr ? field_operation() : item_operation();
}

void FlatReader::enter(std::uint32_t slot) {
  array_.end();
  const State& state = values_.state();
  current_ = slot;
  fields_ = nullptr;
  if (state.structure(slot).shape == Shape::instance) {
    type_ = &state.type_of(slot);
  } else {
    type_ = nullptr;
    item_type_ = state.collection(slot).type;
    remove_entries_without_value(values_.state(), values_.state().collection_for_edit(slot));
  }
}

bool FlatReader::switch_structure() {
  bytes_.skip(1);
  const auto ref_id = values_.read_index(bytes_);
  if (!ref_id) return false;
  const std::uint32_t slot = values_.state().find(*ref_id);
  if (slot != State::kNone) {
    enter(slot);
    return true;
  }
  values_.tell(code::kUnknownRef,
               "A message is about a structure that was never sent: that part of it is lost.");
  skip_to_known();
  return true;
}

/// formats/colyseus/README.md, 4.2: to the next switch to a structure that is known.
void FlatReader::skip_to_known() {
  was_skipped_ = true;
  while (!bytes_.at_end()) {
    ByteReader ahead = bytes_;
    if (take(ahead, kSwitch)) {
      const auto ref_id = colyseus::read_index(ahead);
      if (ref_id && values_.state().find(*ref_id) != State::kNone) return;
    }
    bytes_.skip(1);
  }
}

bool FlatReader::field_operation() {
  const std::uint8_t byte = *bytes_.little<std::uint8_t>();
  const std::size_t index = byte & 0x3Fu;
  const auto operation = static_cast<std::uint8_t>(byte & 0xC0u);
  if (index >= type_->fields.size()) {
    values_.tell(code::kUnknownField,
                 "A message sets a field that its type does not have: that part of it is lost.");
    skip_to_known();
    return true;
  }
  if (fields_ == nullptr) {
    fields_ = values_.state().field(current_, 0);
    if (fields_ == nullptr) return values_.fail(Stop::limit);
  }
  if (operation == kDelete) {
    values_.state().clear(fields_[index]);
    return true;
  }
  const FieldType& type = type_->fields[index].type;
  if (type.shape == Shape::primitive) return values_.read_into(bytes_, type, fields_[index]);
  return structure_field(type, operation, index);
}

bool FlatReader::structure_field(const FieldType& type, std::uint8_t operation, std::size_t index) {
  const auto slot = structure(type, operation);
  if (!slot) return false;
  values_.state().set(fields_[index], Cell::of_slot(CellKind::structure, *slot));
  return true;
}

bool FlatReader::may_have_type(std::uint8_t operation) const {
  if (values_.state().schema().generation == Generation::v1) return operation != kReplace;
  return (operation & kAdd) != 0;
}

/// The structure that a refId means, made where it is new.
std::optional<std::uint32_t> FlatReader::structure(const FieldType& type, std::uint8_t operation) {
  const auto ref_id = values_.read_index(bytes_);
  if (!ref_id) return std::nullopt;
  std::uint32_t instance_type = type.type;
  if (type.shape == Shape::instance && may_have_type(operation) && take(bytes_, kTypeId)) {
    const auto id = values_.read_index(bytes_);
    if (!id) return std::nullopt;
    instance_type = values_.actual_type(*id, type.type);
  }
  const std::uint32_t known = values_.state().find(*ref_id);
  if (known == State::kNone) return values_.make(*ref_id, type, instance_type);
  // Only an instance can stand where one is declared, and so for each kind of collection.
  if (values_.state().structure(known).shape != type.shape) {
    values_.fail(Stop::bad_value);
    return std::nullopt;
  }
  // A resync without items still tells that the collection is empty.
  if (way_ == Apply::resync && is_collection(type.shape)) named_[known];
  return known;
}

bool FlatReader::item_operation() {
  const std::uint8_t operation = *bytes_.little<std::uint8_t>();
  if (way_ == Apply::resync) named_[current_];
  const bool is_positional =
      item_type_.shape == Shape::array && values_.state().schema().generation != Generation::v1;
  return is_positional ? array_operation(operation) : keyed_operation(operation);
}

std::optional<Cell> FlatReader::item_value(std::uint8_t operation) {
  if (!item_type_.has_instances()) return values_.read_value(bytes_, item_type_);
  FieldType instance;
  instance.shape = Shape::instance;
  instance.type = item_type_.type;
  const auto slot = structure(instance, operation);
  if (!slot) return std::nullopt;
  return Cell::of_slot(CellKind::structure, *slot);
}

bool FlatReader::array_operation(std::uint8_t operation) {
  State& state = values_.state();
  if (!array_.is_open()) {
    array_.begin(state, current_, state.schema().generation == Generation::v3);
  }
  if (array_.work() - work_before_ > limits::kMostWork) return values_.fail(Stop::limit);
  switch (operation) {
    case kClear: array_.clear(); return true;
    case kReverse: array_.reverse(); return true;
    case kDeleteByRefId:
    case kAddByRefId: return array_item_of(operation);
    default: break;
  }
  const auto index = values_.read_index(bytes_);
  return index && array_value(operation, *index);
}

/// Operations that name an item by its refId.
bool FlatReader::array_item_of(std::uint8_t operation) {
  const auto ref_id = values_.read_index(bytes_);
  if (!ref_id) return false;
  const State& state = values_.state();
  const std::uint32_t slot = state.find(*ref_id);
  const std::uint64_t count = state.collection(current_).items.size();
  const std::uint64_t index = slot == State::kNone ? count : array_.position_of(slot);
  if (operation == kAddByRefId) return array_value(operation, index);
  if (index < count) array_.make_hole(index);
  return true;
}

bool FlatReader::array_value(std::uint8_t operation, std::uint64_t index) {
  if ((operation & kDelete) != 0 && operation != kDeleteAndAdd) array_.make_hole(index);
  if (operation == kDelete) return true;
  const auto value = item_value(operation);
  if (!value) return false;
  if (index > array_.most()) {
    values_.tell(code::kLimit, "An item lies far behind the end of its list: it is left out.");
    if (value->kind == CellKind::text) values_.state().texts().remove(value->slot);
    return true;
  }
  store_item(operation, index, *value);
  return true;
}

void FlatReader::store_item(std::uint8_t operation, std::uint64_t index, const Cell& value) {
  if (way_ == Apply::resync && operation == kAdd) {
    array_.overwrite(index, value);
  } else {
    using Way = ArrayVisit::Way;
    array_.store(index, value,
                 operation == kAdd             ? Way::insert
                 : operation == kDeleteAndMove ? Way::move
                                               : Way::replace);
  }
  name_item(index);
}

bool FlatReader::keyed_operation(std::uint8_t operation) {
  State& state = values_.state();
  Collection& collection = state.collection_for_edit(current_);
  if (operation == kClear) {
    remove_all(state, collection);
    return true;
  }
  const auto index = values_.read_index(bytes_);
  if (!index) return false;
  std::uint32_t row = kNoRow;
  if (item_type_.shape == Shape::map && (operation & kAdd) != 0) {
    const auto key = values_.read_text(bytes_);
    if (!key) return false;
    row = add_key(state, collection, *index, *key);
  } else {
    row = row_of_index(collection, *index);
  }
  if ((operation & kDelete) != 0 && operation != kDeleteAndAdd) {
    remove_index(state, collection, *index);
    if (operation == kDelete) return true;
    row = kNoRow;
  }
  return keyed_value(*index, row, operation);
}

bool FlatReader::keyed_value(std::uint64_t index, std::uint32_t row, std::uint8_t operation) {
  State& state = values_.state();
  const auto value = item_value(operation);
  if (!value) return false;
  // Another collection may have been made meanwhile.
  Collection& collection = state.collection_for_edit(current_);
  if (row == kNoRow && item_type_.shape == Shape::map) {
    values_.tell(code::kBadValue, "An item is replaced whose key was never sent: it is left out.");
    if (value->kind == CellKind::text) state.texts().remove(value->slot);
    return true;
  }
  if (row == kNoRow) row = add_index(collection, index);
  set_value(state, collection, row, *value);
  name_item(row);
  return true;
}

/// formats/colyseus/README.md, 5.6: what a resync did not name goes. Where parts of the message
/// could not be read, nobody knows what it named.
void FlatReader::sweep() {
  State& state = values_.state();
  if (!was_skipped_ && values_.stop() == Stop::no) {
    for (const auto& [slot, items] : named_) {
      Collection& collection = state.collection_for_edit(slot);
      if (collection.type.shape == Shape::stream) continue;
      for (std::uint32_t row = 0; row < collection.entries.size(); ++row) {
        if (!items.contains(row)) remove_index(state, collection, collection.entries[row].index);
      }
      if (collection.items.empty()) continue;
      array_.begin(state, slot, false);
      for (std::size_t i = 0; i < collection.items.size(); ++i) {
        if (!items.contains(i)) array_.make_hole(i);
      }
      array_.end();
    }
  }
  named_.clear();
}

}  // namespace scrubjay::colyseus
