#include "formats/kept/group_reader.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "formats/kept/varint.h"

namespace scrubjay::kept {

namespace {

constexpr const char* kTooShort = "it ends inside";

/// A count of things that take at least one byte each.
std::optional<std::uint64_t> read_count(ByteReader& reader) {
  const auto count = read_varint(reader);
  return count && *count <= reader.left() ? count : std::nullopt;
}

std::optional<std::uint32_t> read_row(ByteReader& reader) {
  const auto row = read_varint(reader);
  if (!row || *row > 0xFFFFFFFF) return std::nullopt;
  return static_cast<std::uint32_t>(*row);
}

}  // namespace

bool GroupReader::fail(const char* what) {
  error_ = what;
  return false;
}

void GroupReader::Shape::clear() {
  nodes.clear();
  slots.clear();
  changing.clear();
  arrays = 0;
}

void GroupReader::Item::clear() {
  shape = nullptr;
  cells.clear();
  arrays.clear();
}

void GroupReader::recycle(Entities::node_type node) {
  if (spare_.size() >= kMostSpare) return;
  node.mapped().clear();
  spare_.push_back(std::move(node));
}

void GroupReader::leave_streams() {
  while (!streams_.empty()) {
    Streams::node_type node = streams_.extract(streams_.begin());
    Stream& stream = node.mapped();
    stream.frame.clear();
    while (!stream.entities.empty()) {
      recycle(stream.entities.extract(stream.entities.begin()));
    }
    if (spare_streams_.size() < kMostSpareStreams) spare_streams_.push_back(std::move(node));
  }
  current_ = nullptr;
}

GroupReader::Stream& GroupReader::stream_at(std::uint32_t row) {
  const auto found = streams_.find(row);
  if (found != streams_.end()) return found->second;
  if (spare_streams_.empty()) return streams_[row];
  spare_streams_.back().key() = row;
  Stream& stream = streams_.insert(std::move(spare_streams_.back())).position->second;
  spare_streams_.pop_back();
  return stream;
}

const GroupReader::Shape* GroupReader::find_shape(std::uint64_t row, ItemKind kind) const {
  return row < shape_count_ && shapes_[row].kind == kind ? &shapes_[row] : nullptr;
}

std::vector<std::byte> GroupReader::close() {
  // Nothing of the group may point into what goes.
  leave_streams();
  event_tree_.clear();
  event_ranges_.clear();
  event_frames_.clear();
  strings_.clear();
  steps_ = events_ = {};
  steps_read_ = 0;
  bytes_.clear();
  return std::move(bytes_);
}

bool GroupReader::open(std::vector<std::byte> bytes, std::size_t most_memory) {
  close();
  memory_left_ = most_memory;
  styles_.assign(1, PropertyStyle{});
  nodes_.clear();
  columns_.clear();
  shape_count_ = 0;
  units_.clear();
  old_slots_.clear();
  old_.clear();
  position_ = touched_ = held_ = 0;
  has_read_events_ = false;
  error_ = "";
  bytes_ = std::move(bytes);
  most_held_ = std::min<std::uint64_t>(
      limits::kMostHeldValues,
      limits::kFreeHeldValues + limits::kHeldValuesForEachByte * bytes_.size());
  ByteReader reader(bytes_);
  const auto version = reader.little<std::uint8_t>();
  if (!version || *version != kGroupVersion) return fail("its version is not known");
  if (!read_strings(reader) || !read_styles(reader) || !read_nodes(reader) ||
      !read_columns(reader) || !read_shapes(reader)) {
    return false;
  }
  for (Bytes* section : {&steps_, &events_}) {
    const auto size = read_count(reader);
    const auto found = size ? reader.bytes(*size) : std::nullopt;
    if (!found) return fail(kTooShort);
    *section = *found;
  }
  for (ColumnReader& column : columns_) {
    if (!column.take_planes(reader)) return fail("a column has fewer bytes than values");
  }
  return true;
}

bool GroupReader::take_memory(std::size_t bytes) {
  if (bytes > memory_left_) return fail("its tables are too large");
  memory_left_ -= bytes;
  return true;
}

/// How many rows a table has, each of which takes so many bytes of memory.
std::optional<std::uint64_t> GroupReader::read_table_size(ByteReader& reader,
                                                          std::size_t row_bytes) {
  const auto count = read_count(reader);
  if (!count) fail(kTooShort);
  const bool has_room = count && take_memory(static_cast<std::size_t>(*count) * row_bytes);
  return has_room ? count : std::nullopt;
}

bool GroupReader::read_strings(ByteReader& reader) {
  const auto count = read_table_size(reader, sizeof(sizes_[0]) + sizeof(strings_[0]));
  if (!count) return false;
  sizes_.clear();
  for (std::uint64_t i = 0; i < *count; ++i) {
    const auto size = read_count(reader);
    if (!size) return fail("a text is longer than what is left");
    sizes_.push_back(*size);
  }
  for (const std::uint64_t size : sizes_) {
    const auto text = reader.text(size);
    if (!text) return fail("a text is longer than what is left");
    strings_.push_back(*text);
  }
  return true;
}

bool GroupReader::read_styles(ByteReader& reader) {
  const auto count = read_table_size(reader, sizeof(PropertyStyle));
  if (!count) return false;
  for (std::uint64_t i = 0; i < *count; ++i) {
    PropertyStyle style;
    for (std::string_view* text : {&style.icon, &style.color, &style.type_name, &style.label}) {
      const auto row = read_varint(reader);
      if (!row || *row >= strings_.size()) return fail("a style names no text");
      *text = strings_[*row];
    }
    styles_.push_back(style);
  }
  return true;
}

bool GroupReader::read_nodes(ByteReader& reader) {
  const auto count = read_table_size(reader, sizeof(Node));
  if (!count) return false;
  for (std::uint64_t i = 0; i < *count; ++i) {
    const auto name = read_varint(reader);
    const auto unit = read_varint(reader);
    const auto type = reader.little<std::uint8_t>();
    const auto precision = reader.little<std::uint8_t>();
    const auto meaning = reader.little<std::uint8_t>();
    const auto bits = reader.little<std::uint8_t>();
    const auto flags = read_row(reader);
    const auto fixed = read_row(reader);
    if (!name || !unit || !type || !precision || !meaning || !bits || !flags || !fixed) {
      return fail("a property cannot be read");
    }
    Node node;
    node.row.type = static_cast<PropertyType>(*type);
    if (*name >= strings_.size() || *unit >= strings_.size() ||
        *type > static_cast<unsigned>(PropertyType::points) ||
        *precision > static_cast<unsigned>(Precision::float32) || *meaning > kMeanings - 1 ||
        !node.row.set_bits(*bits) || *fixed > kMostFixedNumbers ||
        (*fixed != 0 && !has_numbers(node.row.type))) {
      return fail("a property has a type or number that does not exist");
    }
    node.row.name = strings_[*name];
    node.row.precision = static_cast<Precision>(*precision);
    node.row.meaning = static_cast<Meaning>(*meaning);
    node.row.flags = *flags;
    node.row.fixed = *fixed;
    if (!take_memory(strings_[*unit].size())) return false;
    if (!strings_[*unit].empty()) node.unit = units_.add(strings_[*unit]).data();
    nodes_.push_back(node);
  }
  return true;
}

bool GroupReader::read_columns(ByteReader& reader) {
  constexpr std::size_t kOthers = sizeof(std::uint32_t) + sizeof(ColumnUser);
  const auto count = read_table_size(reader, sizeof(ColumnReader) + kOthers);
  if (!count) return false;
  columns_.resize(static_cast<std::size_t>(*count));
  for (ColumnReader& column : columns_) {
    if (!column.read_head(reader)) return fail("a column cannot be read");
  }
  old_slots_.assign(columns_.size(), 0);
  column_users_.assign(columns_.size(), kNobody);
  return true;
}

bool GroupReader::read_shapes(ByteReader& reader) {
  const auto count = read_table_size(reader, sizeof(Shape));
  if (!count) return false;
  for (std::uint64_t i = 0; i < *count; ++i) {
    if (shape_count_ == shapes_.size()) shapes_.emplace_back();
    Shape& shape = shapes_[shape_count_++];
    shape.clear();
    if (!read_shape(reader, shape)) return false;
  }
  return true;
}

bool GroupReader::read_shape(ByteReader& reader, Shape& shape) {
  const auto kind = reader.little<std::uint8_t>();
  const auto look = reader.little<std::uint8_t>();
  const auto precision = reader.little<std::uint8_t>();
  const auto parts = reader.little<std::uint8_t>();
  if (!kind || !look || !precision || !parts) return fail(kTooShort);
  if (*kind > static_cast<unsigned>(ItemKind::event) || !is_look(*look) ||
      *precision > static_cast<unsigned>(Precision::float32) || *parts >= kHasBox * 2) {
    return fail("a shape is of a kind that does not exist");
  }
  shape.kind = static_cast<ItemKind>(*kind);
  shape.look = *look;
  shape.precision = static_cast<Precision>(*precision);
  shape.parts = *parts;
  for_each_head_slot(shape.kind, shape.parts, [&](SlotKind slot, std::uint32_t) {
    shape.slots.push_back({slot, 0, 0, 0, false});
  });
  return read_tree(reader, shape) && read_slot_columns(reader, shape);
}

/// Nodes in pre-order: each container's subtree lies inside its parent's.
bool GroupReader::read_tree(ByteReader& reader, Shape& shape) {
  const auto count = read_table_size(reader, sizeof(ShapeNode));
  if (!count) return false;
  std::vector<std::uint64_t>& ends = sizes_;
  ends.assign(1, *count);
  for (std::uint64_t i = 0; i < *count; ++i) {
    while (ends.size() > 1 && ends.back() <= i) ends.pop_back();
    const auto row = read_row(reader);
    if (!row || *row >= nodes_.size()) return fail("a shape names no property");
    const NodeRow& node = nodes_[*row].row;
    ShapeNode place{*row, 1};
    if (is_container(node.type)) {
      const auto subtree = read_row(reader);
      if (!subtree || *subtree == 0 || i + *subtree > ends.back()) {
        return fail("a group is larger than what it is in");
      }
      place.subtree = *subtree;
      ends.push_back(i + *subtree);
    }
    shape.nodes.push_back(place);
    const std::size_t slots_before = shape.slots.size();
    for_each_slot(node, [&](SlotKind slot) {
      const std::uint32_t array = slot == SlotKind::count ? shape.arrays++ : 0;
      shape.slots.push_back({slot, 0, 0, array, node.type == PropertyType::points});
    });
    // A slot that changes stands in a list of those, too.
    const std::size_t slots = shape.slots.size() - slots_before;
    if (!take_memory(slots * (sizeof(Slot) + sizeof(std::uint32_t)))) return false;
  }
  return true;
}

bool GroupReader::read_slot_columns(ByteReader& reader, Shape& shape) {
  std::uint64_t expected = 0;
  const auto column = [&](ColumnKind kind) -> std::optional<std::uint32_t> {
    const auto step = read_varint(reader);
    if (!step) return std::nullopt;
    const std::uint64_t number = expected + unzigzag(*step);
    if (number >= columns_.size() || columns_[number].kind() != kind) return std::nullopt;
    expected = number + 1;
    // Frames and events are read one without the other.
    ColumnUser& user = column_users_[number];
    const ColumnUser wanted = shape.kind == ItemKind::event ? kEvents : kFrames;
    if (user == kNobody) user = wanted;
    if (user != wanted && !columns_[number].is_constant()) return std::nullopt;
    return static_cast<std::uint32_t>(number);
  };
  for (std::uint32_t i = 0; i < shape.slots.size(); ++i) {
    Slot& slot = shape.slots[i];
    const auto number =
        column(slot.kind == SlotKind::number ? ColumnKind::number : ColumnKind::integer);
    if (!number) return fail("a shape names no column of the right kind");
    slot.column = *number;
    bool is_changing = !columns_[*number].is_constant();
    if (slot.kind == SlotKind::count) {
      const auto elements = column(ColumnKind::number);
      if (!elements) return fail("a shape names no column of the right kind");
      slot.elements = *elements;
      is_changing = is_changing || !columns_[*elements].is_constant();
    }
    if (is_changing) shape.changing.push_back(i);
  }
  return true;
}

bool GroupReader::touch(std::uint64_t values) {
  touched_ += values;
  return touched_ <= limits::kMostTouchedValues || fail("it has too many values");
}

bool GroupReader::hold(std::uint64_t values) {
  held_ += values;
  return held_ <= most_held_ || fail("it holds too many values at once");
}

std::uint64_t GroupReader::size_of(const Item& item) {
  std::uint64_t size = 1;
  if (item.shape != nullptr) size += item.shape->nodes.size() + item.cells.size();
  for (const std::vector<Cell>& array : item.arrays) size += array.size();
  return size;
}

void GroupReader::drop(const Item& item) { held_ -= std::min(held_, size_of(item)); }

void GroupReader::rewind() {
  for (ColumnReader& column : columns_) column.rewind();
  leave_streams();
  steps_read_ = 0;
  position_ = touched_ = held_ = 0;
  error_ = "";
}

bool GroupReader::next() {
  if (error_[0] != '\0' || steps_read_ == steps_.size()) return false;
  ByteReader steps(steps_.subspan(steps_read_));
  const auto stream = read_row(steps);
  if (!stream) return fail(kTooShort);
  current_ = &stream_at(*stream);
  if (!take_entities(steps, *current_) || !step(steps, ItemKind::frame, current_->frame)) {
    return false;
  }
  for (auto& [row, item] : current_->entities) {
    if (!step(steps, ItemKind::entity, item)) return false;
  }
  steps_read_ += steps.position();
  ++position_;
  return true;
}

bool GroupReader::read_rows(ByteReader& steps, std::vector<std::uint32_t>& rows) {
  rows.clear();
  const auto count = read_count(steps);
  if (!count) return fail(kTooShort);
  std::uint64_t row = 0;
  for (std::uint64_t i = 0; i < *count; ++i) {
    const auto difference = read_row(steps);
    if (!difference || (i > 0 && *difference == 0)) return fail("its entities are not in order");
    row += *difference;
    if (row >= Flattener::kNoRow) return fail("its entities are not in order");
    rows.push_back(static_cast<std::uint32_t>(row));
  }
  return true;
}

bool GroupReader::take_entities(ByteReader& steps, Stream& stream) {
  if (!read_rows(steps, rows_)) return false;
  for (const std::uint32_t row : rows_) {
    const auto found = stream.entities.find(row);
    if (found == stream.entities.end()) return fail("an entity leaves that is not there");
    drop(found->second);
    recycle(stream.entities.extract(found));
  }
  if (!read_rows(steps, rows_)) return false;
  for (const std::uint32_t row : rows_) {
    bool is_new = false;
    if (spare_.empty()) {
      is_new = stream.entities.try_emplace(row).second;
    } else {
      spare_.back().key() = row;
      is_new = stream.entities.insert(std::move(spare_.back())).inserted;
      spare_.pop_back();
    }
    if (!is_new) return fail("an entity comes that is there");
    if (!hold(1)) return false;
  }
  return true;
}

bool GroupReader::step(ByteReader& steps, ItemKind kind, Item& item) {
  const auto what = read_varint(steps);
  if (!what) return fail(kTooShort);
  if (*what >= 2) {
    const Shape* const shape = find_shape(*what - 2, kind);
    return shape == nullptr ? fail("a shape is missing") : read_new_shape(*shape, item);
  }
  if (item.shape == nullptr) return fail("an entity has no shape");
  return *what == 0 || read_same_shape(item);
}

bool GroupReader::read_same_shape(Item& item) {
  if (!touch(item.shape->changing.size())) return false;
  for (const std::uint32_t i : item.shape->changing) {
    const Slot& slot = item.shape->slots[i];
    if (!columns_[slot.column].next(item.cells[i])) return fail("a column has too few values");
    if (slot.kind == SlotKind::count &&
        !read_array(slot, item.cells[i].whole, item.arrays[slot.array])) {
      return false;
    }
  }
  return true;
}

bool GroupReader::read_new_shape(const Shape& shape, Item& item) {
  // Names and texts of long shapes are touched, too.
  if (!touch(shape.nodes.size() + shape.slots.size() + item.cells.size())) return false;
  drop(item);
  std::swap(old_, item);
  if (old_.shape != nullptr) {
    for (std::uint32_t i = 0; i < old_.shape->slots.size(); ++i) {
      old_slots_[old_.shape->slots[i].column] = i + 1;
    }
  }
  item.shape = &shape;
  item.cells.resize(shape.slots.size());
  item.arrays.assign(shape.arrays, {});
  bool is_good = hold(size_of(item));
  for (std::uint32_t i = 0; is_good && i < shape.slots.size(); ++i) {
    const Slot& slot = shape.slots[i];
    ColumnReader& column = columns_[slot.column];
    const std::uint32_t old = old_slots_[slot.column];
    if (old != 0) {
      item.cells[i] = old_.cells[old - 1];
      is_good = column.next(item.cells[i]);
    } else {
      is_good = column.next_new(column.last(), item.cells[i]);
    }
    if (!is_good) fail("a column has too few values");
    if (!is_good || slot.kind != SlotKind::count) continue;
    if (old != 0 && old_.shape->slots[old - 1].kind == SlotKind::count) {
      item.arrays[slot.array] = std::move(old_.arrays[old_.shape->slots[old - 1].array]);
      is_good = hold(item.arrays[slot.array].size());
    }
    is_good = is_good && read_array(slot, item.cells[i].whole, item.arrays[slot.array]);
  }
  if (old_.shape != nullptr) {
    for (const Slot& slot : old_.shape->slots) old_slots_[slot.column] = 0;
  }
  return is_good;
}

bool GroupReader::read_array(const Slot& slot, std::uint64_t count, std::vector<Cell>& cells) {
  if (count > limits::kMostHeldValues) return fail("it holds too many values at once");
  held_ -= std::min<std::uint64_t>(held_, cells.size());
  if (!touch(count) || !hold(count)) return false;
  const std::size_t known = std::min(cells.size(), static_cast<std::size_t>(count));
  cells.resize(static_cast<std::size_t>(count));
  ColumnReader& column = columns_[slot.elements];
  const std::size_t stride = slot.are_points ? 3 : 1;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const bool is_read =
        i < known
            ? column.next(cells[i])
            : column.next_new(i >= stride ? cells[i - stride].whole : column.last(), cells[i]);
    if (!is_read) return fail("a column has too few values");
  }
  return true;
}

std::uint32_t GroupReader::describe(const Item& item, Entity& out) const {
  set_look(item.shape->look, out);
  out.precision = item.shape->precision;
  std::size_t slot = 0;
  const auto bits = [&] { return bits_of(item, slot++); };
  const std::uint64_t parent = bits();
  out.name = string(bits());
  const auto number = [&] { return std::bit_cast<double>(bits()); };
  const auto vector = [&] {
    const double x = number();
    const double y = number();
    return glm::dvec3(x, y, number());
  };
  for (unsigned part = 0; part < kPlaceParts; ++part) {
    if ((item.shape->parts >> part & 1) == 0) continue;
    Transform& transform = part < kPlaceParts / 2 ? out.world : out.local;
    switch (part % (kPlaceParts / 2)) {
      case 0: transform.position = vector(); break;
      case 1: {
        const glm::dvec3 axis = vector();
        // glm's constructor takes w first.
        transform.rotation = glm::dquat(number(), axis.x, axis.y, axis.z);
        break;
      }
      default: transform.scale = vector();
    }
  }
  if ((item.shape->parts & kHasBox) != 0) {
    const glm::dvec3 center = vector();
    out.box = Box{center, vector()};
  }
  return parent == 0 || parent > Flattener::kNoRow ? Flattener::kNoRow
                                                   : static_cast<std::uint32_t>(parent - 1);
}

PropertyRange GroupReader::build(const Item& item, PropertyTree& out) const {
  const PropertyTree::Node mark = out.size();
  std::size_t slot = 0;
  const auto bits = [&] { return bits_of(item, slot++); };
  for_each_head_slot(item.shape->kind, item.shape->parts, [&](SlotKind, std::uint32_t) { ++slot; });
  for (const ShapeNode& place : item.shape->nodes) {
    const Node& node = nodes_[place.row];
    const NodeRow& row = node.row;
    const PropertyStyle* style = nullptr;
    if (row.is_styled) {
      const std::uint64_t number = bits();
      style = number < styles_.size() - 1 ? &styles_[number + 1] : &styles_[0];
    }
    PropertyTree::Node added = 0;
    if (is_container(row.type)) {
      added = out.open(row.name, row.type);
    } else if (row.type == PropertyType::null) {
      added = out.null(row.name);
    } else if (is_text(row.type)) {
      added = out.text(row.name, string(bits()), row.type);
    } else if (row.type == PropertyType::boolean) {
      added = out.boolean(row.name, bits() != 0);
    } else if (row.type == PropertyType::number) {
      added = out.number(row.name, std::bit_cast<double>(bits()), row.precision);
    } else if (row.type == PropertyType::integer) {
      const std::uint64_t value = bits();
      added = row.is_unsigned ? out.unsigned_integer(row.name, value)
                              : out.integer(row.name, static_cast<std::int64_t>(value));
    } else {
      numbers_.clear();
      if (row.is_array()) {
        const Slot& count = item.shape->slots[slot++];
        const ColumnReader& elements = columns_[count.elements];
        for (const Cell& cell : item.arrays[count.array]) {
          numbers_.push_back(std::bit_cast<double>(elements.bits(cell)));
        }
      } else {
        for (std::uint32_t i = 0; i < row.fixed; ++i) {
          numbers_.push_back(std::bit_cast<double>(bits()));
        }
      }
      added = out.numbers(row.name, row.type, numbers_, row.precision);
    }
    PropertyNode& made = out.node_for_edit(added);
    made.subtree = place.subtree;
    made.unit = node.unit;
    made.flags = row.flags;
    made.precision = row.precision;
    made.meaning = row.meaning;
    made.has_unit_in_name = row.has_unit_in_name;
    made.role = row.role;
    if (style != nullptr) out.set_style(added, *style);
  }
  return out.since(mark);
}

/// What the events cost, and what is wrong with them, is not the frames'.
void GroupReader::read_all_events() {
  has_read_events_ = true;
  const std::uint64_t touched = std::exchange(touched_, 0);
  const std::uint64_t held = std::exchange(held_, 0);
  const char* const error = std::exchange(error_, "");
  read_events();
  event_frames_.push_back(event_ranges_.size());
  touched_ = touched;
  held_ = held;
  error_ = error;
}

bool GroupReader::read_events() {
  ByteReader events(events_);
  while (!events.at_end()) {
    const auto count = read_count(events);
    if (!count) return fail(kTooShort);
    event_frames_.push_back(event_ranges_.size());
    for (std::uint64_t i = 0; i < *count; ++i) {
      const auto row = read_varint(events);
      const Shape* const shape = row ? find_shape(*row, ItemKind::event) : nullptr;
      if (shape == nullptr) return fail("a shape is missing");
      // What it holds stays counted: the tree keeps it.
      event_.clear();
      if (!read_new_shape(*shape, event_)) return false;
      event_ranges_.push_back(build(event_, event_tree_));
    }
  }
  return true;
}

bool GroupReader::read_event(std::uint64_t frame, std::uint64_t event, PropertyTree& out) {
  if (!has_read_events_) read_all_events();
  if (event_frames_.size() < 2 || frame >= event_frames_.size() - 1) return false;
  const std::uint64_t row = event_frames_[frame] + event;
  if (row >= event_frames_[frame + 1]) return false;
  out.append_copy(event_tree_, event_ranges_[row]);
  return true;
}

}  // namespace scrubjay::kept
