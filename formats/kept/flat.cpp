#include "formats/kept/flat.h"

#include <bit>
#include <cstring>
#include <type_traits>

namespace scrubjay::kept {

namespace {

/// Of one program run only: how it looks does not matter.
struct NodeBytes {
  std::uint32_t name_bytes;
  std::uint32_t unit_bytes;
  std::uint32_t flags;
  std::uint32_t fixed;
  std::uint32_t subtree;
  PropertyType type;
  Precision precision;
  Meaning meaning;
  std::uint8_t bits;  ///< NodeRow::bits()
};
static_assert(std::has_unique_object_representations_v<NodeBytes>);

constexpr std::size_t kHeadBytes = 4;

void append(std::string& out, const void* data, std::size_t size) {
  out.append(static_cast<const char*>(data), size);
}

}  // namespace

void FlatFrame::clear() {
  shapes.clear();
  slots.clear();
  elements.clear();
  texts.clear();
  styles.clear();
  entities.clear();
  events.clear();
  arena.clear();
}

std::size_t FlatFrame::bytes() const {
  return shapes.size() + slots.size() * sizeof slots[0] + elements.size() * sizeof elements[0] +
         texts.size() * (sizeof texts[0] + 8) + entities.size() * sizeof entities[0] +
         events.size() * sizeof events[0];
}

FlatItem Flattener::begin(ItemKind kind, std::uint8_t look, std::uint8_t precision,
                          std::uint8_t parts) {
  FlatItem item;
  item.shape = out_.shapes.size();
  item.slots = out_.slots.size();
  item.elements = out_.elements.size();
  const std::array<std::uint8_t, kHeadBytes> head{static_cast<std::uint8_t>(kind), look, precision,
                                                  parts};
  append(out_.shapes, head.data(), head.size());
  return item;
}

void Flattener::end(FlatItem& item) { item.shape_end = out_.shapes.size(); }

void Flattener::frame(const PropertyTree& tree, PropertyRange properties) {
  FlatItem item = begin(ItemKind::frame, 0, 0, 0);
  nodes(tree, properties);
  end(item);
  out_.frame = item;
}

void Flattener::event(const PropertyTree& tree, PropertyRange properties) {
  FlatItem item = begin(ItemKind::event, 0, 0, 0);
  nodes(tree, properties);
  end(item);
  out_.events.push_back(item);
}

void Flattener::entity(const PropertyTree& tree, const Entity& entity, std::uint32_t row,
                       std::uint32_t parent) {
  std::uint8_t parts = 0;
  unsigned bit = 0;
  for (const Transform* transform : {&entity.world, &entity.local}) {
    for (const bool is_there : {transform->position.has_value(), transform->rotation.has_value(),
                                transform->scale.has_value()}) {
      if (is_there) parts = static_cast<std::uint8_t>(parts | 1U << bit);
      ++bit;
    }
  }
  if (entity.box) parts |= kHasBox;
  FlatItem item =
      begin(ItemKind::entity, look_of(entity), static_cast<std::uint8_t>(entity.precision), parts);
  item.row = row;
  out_.slots.push_back(parent == kNoRow ? 0 : std::uint64_t{parent} + 1);
  text(entity.name);
  place(entity.world);
  place(entity.local);
  if (entity.box) {
    for (const glm::dvec3* v : {&entity.box->center, &entity.box->half}) {
      for (const double number_of : {v->x, v->y, v->z}) number(number_of);
    }
  }
  nodes(tree, entity.properties);
  end(item);
  out_.entities.push_back(item);
}

void Flattener::place(const Transform& transform) {
  const auto vector = [&](const glm::dvec3& v) {
    for (const double part : {v.x, v.y, v.z}) number(part);
  };
  if (transform.position) vector(*transform.position);
  if (transform.rotation) {
    const glm::dquat& q = *transform.rotation;
    for (const double part : {q.x, q.y, q.z, q.w}) number(part);
  }
  if (transform.scale) vector(*transform.scale);
}

void Flattener::nodes(const PropertyTree& tree, PropertyRange range) {
  for (std::uint32_t i = range.first; i < range.first + range.count; ++i) {
    const PropertyNode& node = tree[i];
    NodeBytes row{};
    row.name_bytes = static_cast<std::uint32_t>(node.name.size());
    row.unit_bytes = static_cast<std::uint32_t>(std::strlen(node.unit));
    row.flags = node.flags;
    row.subtree = node.subtree;
    row.type = node.type;
    row.precision = node.precision;
    row.meaning = node.meaning;
    row.bits = NodeRow{.is_unsigned = node.is_unsigned,
                       .is_styled = node.style != 0,
                       .has_unit_in_name = node.has_unit_in_name,
                       .role = node.role}
                   .bits();
    const bool is_free = node.type == PropertyType::numbers || node.type == PropertyType::points;
    if (has_numbers(node.type) && !is_free && node.numbers.count <= kMostFixedNumbers) {
      row.fixed = node.numbers.count;
    }
    append(out_.shapes, &row, sizeof row);
    out_.shapes += node.name;
    append(out_.shapes, node.unit, row.unit_bytes);
    if (node.style != 0) style(tree.style_of(node));
    value(tree, node, has_numbers(node.type) && row.fixed == 0);
  }
}

void Flattener::value(const PropertyTree& tree, const PropertyNode& node, bool is_array) {
  if (is_container(node.type) || node.type == PropertyType::null) return;
  if (is_text(node.type)) {
    text(node.text_value());
  } else if (node.type == PropertyType::number) {
    number(node.number);
  } else if (node.type == PropertyType::boolean) {
    out_.slots.push_back(node.boolean ? 1 : 0);
  } else if (!has_numbers(node.type)) {
    out_.slots.push_back(node.is_unsigned ? node.unsigned_integer
                                          : static_cast<std::uint64_t>(node.integer));
  } else {
    const std::span<const double> values = tree.numbers_of(node);
    if (is_array) {
      out_.slots.push_back(values.size());
      out_.elements.insert(out_.elements.end(), values.begin(), values.end());
    } else {
      for (const double value : values) number(value);
    }
  }
}

void Flattener::number(double value) { out_.slots.push_back(std::bit_cast<std::uint64_t>(value)); }

void Flattener::text(std::string_view text) {
  out_.slots.push_back(out_.texts.size());
  out_.texts.push_back(out_.arena.add(text));
}

void Flattener::style(const PropertyStyle& style) {
  out_.slots.push_back(out_.styles.size());
  out_.styles.push_back({out_.arena.add(style.icon), out_.arena.add(style.color),
                         out_.arena.add(style.type_name), out_.arena.add(style.label)});
}

ShapeReader::ShapeReader(std::string_view bytes) : rest_(bytes) {
  kind = static_cast<ItemKind>(rest_[0]);
  look = static_cast<std::uint8_t>(rest_[1]);
  precision = static_cast<std::uint8_t>(rest_[2]);
  parts = static_cast<std::uint8_t>(rest_[3]);
  rest_.remove_prefix(kHeadBytes);
}

bool ShapeReader::next(Node& node) {
  if (rest_.empty()) return false;
  NodeBytes row;
  std::memcpy(&row, rest_.data(), sizeof row);
  rest_.remove_prefix(sizeof row);
  const auto text = [&](std::uint32_t size) {
    const std::string_view found = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return found;
  };
  const std::string_view name = text(row.name_bytes);
  const std::string_view unit = text(row.unit_bytes);
  node.row = {.name = name,
              .unit = unit,
              .type = row.type,
              .precision = row.precision,
              .meaning = row.meaning,
              .flags = row.flags,
              .fixed = row.fixed};
  node.subtree = row.subtree;
  return node.row.set_bits(row.bits);
}

}  // namespace scrubjay::kept
