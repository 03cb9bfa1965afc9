#include "formats/kept/group_builder.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "formats/kept/limits.h"
#include "formats/kept/varint.h"

namespace scrubjay::kept {

namespace {

/// Frames of a group: enough for what repeats to be found, few enough to be replayed at once.
constexpr std::uint64_t kMostFrames = 256;
/// Values that reading a whole group touches: a seek goes through half of them, in less than half a
/// millisecond. Four times as many make files a third smaller and seeks twice as slow.
constexpr std::uint64_t kMostTouched = std::uint64_t{1} << 16;
constexpr std::uint64_t kMostOtherBytes = std::uint64_t{4} << 20;

constexpr std::uint32_t kRootParent = 0xFFFFFFFF;

std::uint32_t root_path(ItemKind kind) { return static_cast<std::uint32_t>(kind); }

}  // namespace

GroupBuilder::GroupBuilder() { clear(); }

void GroupBuilder::clear() {
  frames_ = held_ = touched_ = string_bytes_ = 0;
  state_ = largest_state_ = event_state_ = 0;
  strings_.clear();
  string_rows_.clear();
  style_rows_.clear();
  style_bytes_.clear();
  node_rows_.clear();
  node_bytes_.clear();
  path_rows_.clear();
  column_rows_.clear();
  columns_.clear();
  streams_.clear();
  shapes_.clear();
  shape_bytes_.clear();
  steps_.clear();
  events_.clear();
  old_slots_.clear();
  arena_.clear();
  for (const ItemKind kind : {ItemKind::frame, ItemKind::entity, ItemKind::event}) {
    path(kRootParent, root_path(kind), 0);
  }
}

std::uint64_t GroupBuilder::size_of(const Shape& shape, const Values& values) {
  std::uint64_t size = 1 + shape.nodes + values.slots.size();
  for (const auto& array : values.arrays) size += array.size();
  return size;
}

/// While a frame is taken, a part of the one before is still there.
std::uint64_t GroupBuilder::held_by_reader() const {
  return std::max(2 * largest_state_, event_state_);
}

bool GroupBuilder::is_full() const {
  if (event_state_ >= limits::kMostHeldValues / 4) return true;
  return frames_ >= kMostFrames || held_ >= kMostHeldRows || touched_ >= kMostTouched ||
         string_bytes_ + shape_bytes_.size() + steps_.size() + events_.size() >= kMostOtherBytes;
}

std::uint32_t GroupBuilder::string(std::string_view text) {
  if (const auto known = string_rows_.find(text); known != string_rows_.end()) return known->second;
  const auto row = static_cast<std::uint32_t>(strings_.size());
  strings_.push_back(arena_.add(text));
  string_bytes_ += text.size() + 1;
  string_rows_.emplace(strings_.back(), row);
  return row;
}

std::uint32_t GroupBuilder::style(const StyleTexts& style) {
  std::array<std::uint32_t, 4> texts{};
  for (std::size_t i = 0; i < texts.size(); ++i) texts[i] = string(style[i]);
  const auto [row, is_new] =
      style_rows_.try_emplace(texts, static_cast<std::uint32_t>(style_rows_.size()));
  if (is_new) {
    for (const std::uint32_t text : texts) put_varint(style_bytes_, text);
  }
  return row->second;
}

std::uint32_t GroupBuilder::node_row(const NodeRow& node) {
  std::vector<std::byte> bytes;
  put_varint(bytes, string(node.name));
  put_varint(bytes, string(node.unit));
  for (const unsigned part :
       {static_cast<unsigned>(node.type), static_cast<unsigned>(node.precision),
        static_cast<unsigned>(node.meaning), unsigned{node.bits()}}) {
    bytes.push_back(static_cast<std::byte>(part));
  }
  put_varint(bytes, node.flags);
  put_varint(bytes, node.fixed);
  const auto [row, is_new] =
      node_rows_.try_emplace(std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()),
                             static_cast<std::uint32_t>(node_rows_.size()));
  if (is_new) node_bytes_.insert(node_bytes_.end(), bytes.begin(), bytes.end());
  return row->second;
}

/// Where in any shape a node is: the same path has the same columns.
std::uint32_t GroupBuilder::path(std::uint32_t parent, std::uint32_t node,
                                 std::uint32_t occurrence) {
  return path_rows_
      .try_emplace({parent, node, occurrence}, static_cast<std::uint32_t>(path_rows_.size()))
      .first->second;
}

std::uint32_t GroupBuilder::column(std::uint32_t path, std::uint32_t part, ColumnKind kind) {
  const auto [row, is_new] =
      column_rows_.try_emplace({path, part}, static_cast<std::uint32_t>(columns_.size()));
  if (is_new) columns_.emplace_back(kind);
  return row->second;
}

const GroupBuilder::Shape& GroupBuilder::shape_of(std::string_view bytes) {
  if (const auto known = shapes_.find(bytes); known != shapes_.end()) return *known->second;
  auto shape = std::make_unique<Shape>();
  shape->number = static_cast<std::uint32_t>(shapes_.size());
  shape->bytes = bytes;
  write_shape(bytes, *shape);
  const std::string_view key = shape->bytes;
  return *shapes_.emplace(key, std::move(shape)).first->second;
}

void GroupBuilder::write_shape(std::string_view bytes, Shape& shape) {
  ShapeReader reader(bytes);
  const auto add_slot = [&](SlotKind kind, std::uint32_t of_path, std::uint32_t part) {
    const ColumnKind held = kind == SlotKind::number ? ColumnKind::number : ColumnKind::integer;
    shape.slots.push_back({kind, column(of_path, part, held), 0, false});
  };
  const std::uint32_t root = root_path(reader.kind);
  for_each_head_slot(reader.kind, reader.parts,
                     [&](SlotKind kind, std::uint32_t part) { add_slot(kind, root, part); });
  for (const unsigned part : {static_cast<unsigned>(reader.kind), unsigned{reader.look},
                              unsigned{reader.precision}, unsigned{reader.parts}}) {
    shape_bytes_.push_back(static_cast<std::byte>(part));
  }
  std::vector<std::byte> nodes;
  std::uint64_t count = 0;
  struct Open {
    std::uint32_t path;
    std::uint64_t end;
  };
  std::vector<Open> open{{root, ~std::uint64_t{0}}};
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> occurrences;
  ShapeReader::Node node;
  for (; reader.next(node); ++count) {
    while (open.back().end <= count) open.pop_back();
    const std::uint32_t row = node_row(node.row);
    const std::uint32_t at = path(open.back().path, row, occurrences[{open.back().path, row}]++);
    put_varint(nodes, row);
    if (is_container(node.row.type)) {
      put_varint(nodes, node.subtree);
      open.push_back({at, count + node.subtree});
    }
    std::uint32_t part = 0;
    for_each_slot(node.row, [&](SlotKind kind) {
      add_slot(kind, at, part++);
      if (kind != SlotKind::count) return;
      shape.slots.back().elements = column(at, part++, ColumnKind::number);
      shape.slots.back().are_points = node.row.type == PropertyType::points;
      ++shape.arrays;
    });
  }
  shape.nodes = count;
  put_varint(shape_bytes_, count);
  shape_bytes_.insert(shape_bytes_.end(), nodes.begin(), nodes.end());
  std::uint32_t expected = 0;
  const auto put_column = [&](std::uint32_t number) {
    put_varint(shape_bytes_, zigzag(std::uint64_t{number} - expected));
    expected = number + 1;
  };
  for (const Slot& slot : shape.slots) {
    put_column(slot.column);
    if (slot.kind == SlotKind::count) put_column(slot.elements);
  }
}

/// The item's values with the group's numbers for texts and styles.
void GroupBuilder::translate(const FlatFrame& frame, const FlatItem& item, const Shape& shape,
                             Values& out) {
  out.slots.clear();
  out.arrays.resize(shape.arrays);
  std::size_t element = item.elements;
  std::size_t array = 0;
  for (std::size_t i = 0; i < shape.slots.size(); ++i) {
    const std::uint64_t value = frame.slots[item.slots + i];
    switch (shape.slots[i].kind) {
      case SlotKind::text: out.slots.push_back(string(frame.texts[value])); break;
      case SlotKind::style: out.slots.push_back(style(frame.styles[value])); break;
      case SlotKind::count: {
        std::vector<std::uint64_t>& elements = out.arrays[array++];
        elements.clear();
        for (std::uint64_t k = 0; k < value; ++k) {
          elements.push_back(std::bit_cast<std::uint64_t>(frame.elements[element++]));
        }
        out.slots.push_back(value);
        break;
      }
      default: out.slots.push_back(value);
    }
  }
}

void GroupBuilder::push(std::uint32_t column, std::uint64_t value, std::uint64_t before,
                        std::uint64_t before_that) {
  ColumnBuilder& values = columns_[column];
  const std::size_t held = values.held();
  values.push(value, before, before_that);
  held_ += values.held() - held;
  ++touched_;
}

/// Numbers that an array did not have before are expected at the one in front of them, of points
/// at the same coordinate of the point in front.
void GroupBuilder::push_array(const Slot& slot, const std::vector<std::uint64_t>& next,
                              const std::vector<std::uint64_t>* now,
                              const std::vector<std::uint64_t>* before) {
  const std::size_t stride = slot.are_points ? 3 : 1;
  for (std::size_t i = 0; i < next.size(); ++i) {
    if (now != nullptr && i < now->size()) {
      const bool has_both = before != nullptr && i < before->size();
      push(slot.elements, next[i], (*now)[i], has_both ? (*before)[i] : (*now)[i]);
    } else {
      const std::uint64_t near =
          i >= stride ? next[i - stride] : columns_[slot.elements].last(next[i]);
      push(slot.elements, next[i], near, near);
    }
  }
}

void GroupBuilder::push_same_shape(ItemState& state, const Values& next) {
  std::size_t array = 0;
  for (std::size_t i = 0; i < state.shape->slots.size(); ++i) {
    const Slot& slot = state.shape->slots[i];
    push(slot.column, next.slots[i], state.now.slots[i], state.before.slots[i]);
    if (slot.kind != SlotKind::count) continue;
    push_array(slot, next.arrays[array], &state.now.arrays[array], &state.before.arrays[array]);
    ++array;
  }
  std::swap(state.before, state.now);
  state.now = next;
}

/// What the shape before had under the same columns goes on; the rest begins where the column's
/// last value is, which may be another item's.
void GroupBuilder::push_new_shape(ItemState& state, const Shape& shape, const Values& next) {
  old_slots_.resize(std::max(old_slots_.size(), columns_.size()));
  touched_ += shape.nodes;
  if (state.shape != nullptr) {
    std::uint32_t array = 0;
    for (std::uint32_t i = 0; i < state.shape->slots.size(); ++i) {
      const Slot& slot = state.shape->slots[i];
      old_slots_[slot.column] = i + 1;
      if (slot.kind == SlotKind::count) old_slots_[slot.elements] = ++array;
    }
  }
  Values before;
  before.arrays.resize(next.arrays.size());
  std::size_t array = 0;
  for (std::size_t i = 0; i < shape.slots.size(); ++i) {
    const Slot& slot = shape.slots[i];
    if (const std::uint32_t old = old_slots_[slot.column]; old != 0) {
      push(slot.column, next.slots[i], state.now.slots[old - 1], state.before.slots[old - 1]);
      before.slots.push_back(state.now.slots[old - 1]);
    } else {
      const std::uint64_t near = columns_[slot.column].last(next.slots[i]);
      push(slot.column, next.slots[i], near, near);
      before.slots.push_back(next.slots[i]);
    }
    if (slot.kind != SlotKind::count) continue;
    const std::uint32_t old = old_slots_[slot.elements];
    if (old != 0) {
      push_array(slot, next.arrays[array], &state.now.arrays[old - 1],
                 &state.before.arrays[old - 1]);
      before.arrays[array] = state.now.arrays[old - 1];
    } else {
      push_array(slot, next.arrays[array], nullptr, nullptr);
    }
    ++array;
  }
  if (state.shape != nullptr) {
    for (const Slot& slot : state.shape->slots) {
      old_slots_[slot.column] = 0;
      if (slot.kind == SlotKind::count) old_slots_[slot.elements] = 0;
    }
  }
  state.shape = &shape;
  state.before = std::move(before);
  state.now = next;
}

void GroupBuilder::step(const FlatFrame& frame, const FlatItem& item, ItemState& state) {
  const std::string_view bytes = frame.shape_of(item);
  const bool is_same_shape = state.shape != nullptr && state.shape->bytes == bytes;
  const Shape& shape = is_same_shape ? *state.shape : shape_of(bytes);
  translate(frame, item, shape, values_);
  if (!is_same_shape) {
    put_varint(steps_, std::uint64_t{shape.number} + 2);
    push_new_shape(state, shape, values_);
  } else if (state.now == values_) {
    put_varint(steps_, 0);
  } else {
    put_varint(steps_, 1);
    push_same_shape(state, values_);
  }
}

/// Writes which entities left and came, and makes the stream's list that of the frame.
void GroupBuilder::take_entities(const FlatFrame& frame, Stream& stream) {
  std::vector<std::uint32_t> left;
  std::vector<std::uint32_t> came;
  auto known = stream.entities.begin();
  for (const FlatItem& entity : frame.entities) {
    while (known != stream.entities.end() && known->first < entity.row) {
      left.push_back(known->first);
      known = stream.entities.erase(known);
    }
    if (known != stream.entities.end() && known->first == entity.row) {
      ++known;
    } else {
      came.push_back(entity.row);
      known = std::next(stream.entities.emplace_hint(known, entity.row, ItemState()));
    }
  }
  for (; known != stream.entities.end(); known = stream.entities.erase(known)) {
    left.push_back(known->first);
  }
  for (const auto* rows : {&left, &came}) {
    put_varint(steps_, rows->size());
    std::uint32_t last = 0;
    for (const std::uint32_t row : *rows) put_varint(steps_, row - std::exchange(last, row));
  }
}

void GroupBuilder::add(std::uint32_t stream_row, const FlatFrame& frame) {
  Stream& stream = streams_[stream_row];
  put_varint(steps_, stream_row);
  take_entities(frame, stream);
  step(frame, frame.frame, stream.frame);
  state_ -= std::exchange(stream.state, size_of(*stream.frame.shape, stream.frame.now));
  auto state = stream.entities.begin();
  for (const FlatItem& entity : frame.entities) {
    step(frame, entity, state->second);
    stream.state += size_of(*state->second.shape, state->second.now);
    ++state;
  }
  state_ += stream.state;
  largest_state_ = std::max(largest_state_, state_);
  put_varint(events_, frame.events.size());
  for (const FlatItem& event : frame.events) {
    ItemState alone;
    const Shape& shape = shape_of(frame.shape_of(event));
    put_varint(events_, shape.number);
    translate(frame, event, shape, values_);
    push_new_shape(alone, shape, values_);
    event_state_ += size_of(shape, values_);
  }
  ++frames_;
}

void GroupBuilder::append_to(std::vector<std::byte>& out) const {
  const std::size_t begin = out.size();
  out.push_back(static_cast<std::byte>(kGroupVersion));
  const auto append = [&](const std::vector<std::byte>& bytes) {
    out.insert(out.end(), bytes.begin(), bytes.end());
  };
  put_varint(out, strings_.size());
  for (const std::string_view text : strings_) put_varint(out, text.size());
  for (const std::string_view text : strings_) {
    const auto bytes = std::as_bytes(std::span(text));
    out.insert(out.end(), bytes.begin(), bytes.end());
  }
  put_varint(out, style_rows_.size());
  append(style_bytes_);
  put_varint(out, node_rows_.size());
  append(node_bytes_);
  std::vector<std::byte> planes;
  put_varint(out, columns_.size());
  for (const ColumnBuilder& column : columns_) column.write(out, planes);
  put_varint(out, shapes_.size());
  append(shape_bytes_);
  put_varint(out, steps_.size());
  append(steps_);
  put_varint(out, events_.size());
  append(events_);
  append(planes);
  // A reader believes so many values for each byte: what never changes takes few.
  const std::uint64_t held = held_by_reader();
  if (held <= limits::kFreeHeldValues) return;
  const std::uint64_t least = (held - limits::kFreeHeldValues) / limits::kHeldValuesForEachByte + 1;
  if (out.size() - begin < least) out.resize(begin + static_cast<std::size_t>(least));
}

}  // namespace scrubjay::kept
