#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/frame.h"
#include "formats/kept/layout.h"

namespace scrubjay::kept {

/// What a slot's 64 bits are.
enum class SlotKind : std::uint8_t {
  integer,
  number,  ///< the bits of a double
  text,    ///< row of texts
  style,   ///< row of styles
  count,   ///< of an array's numbers, which follow in a column of their own
};

/// Icon, colour, type name, label: see PropertyStyle.
using StyleTexts = std::array<std::string_view, 4>;

/// One property without its values: what makes two trees of one shape.
struct NodeRow {
  std::string_view name = {};
  std::string_view unit = {};
  PropertyType type = PropertyType::null;
  Precision precision = Precision::float64;
  Meaning meaning = Meaning::none;
  bool is_unsigned = false;
  bool is_styled = false;
  bool has_unit_in_name = false;
  PropertyRole role = PropertyRole::none;
  std::uint32_t flags = 0;
  std::uint32_t fixed = 0;  ///< numbers that have a slot each
  bool operator==(const NodeRow&) const = default;

  /// An array of any length.
  bool is_array() const { return has_numbers(type) && fixed == 0; }
  /// What is either so or not, and the role: 1 is_unsigned, 2 is_styled, 4 has_unit_in_name, 8 and
  /// up the role.
  std::uint8_t bits() const {
    return static_cast<std::uint8_t>((is_unsigned ? 1U : 0U) | (is_styled ? 2U : 0U) |
                                     (has_unit_in_name ? 4U : 0U) |
                                     static_cast<unsigned>(role) << 3);
  }
  /// False for a role that does not exist.
  bool set_bits(std::uint8_t bits) {
    is_unsigned = (bits & 1) != 0;
    is_styled = (bits & 2) != 0;
    has_unit_in_name = (bits & 4) != 0;
    if (bits >> 3 >= kPropertyRoles) return false;
    role = static_cast<PropertyRole>(bits >> 3);
    return true;
  }
};

/// How an entity looks, as one byte: its kind in the low four bits, its lamp in the next three, in
/// the last one whether it stands for the frame.
inline std::uint8_t look_of(const Entity& entity) {
  return static_cast<std::uint8_t>(static_cast<unsigned>(entity.kind) |
                                   static_cast<unsigned>(entity.lamp) << 4 |
                                   (entity.stands_for_frame ? 0x80U : 0U));
}
inline bool is_look(std::uint8_t look) {
  return (look & 15) < kEntityKinds && (look >> 4 & 7) < kLamps;
}
/// `look` is_look().
inline void set_look(std::uint8_t look, Entity& entity) {
  entity.kind = static_cast<EntityKind>(look & 15);
  entity.lamp = static_cast<Lamp>(look >> 4 & 7);
  entity.stands_for_frame = (look & 0x80) != 0;
}

/// Calls `visit(SlotKind)` for each slot of a node, in order: its style, then its value.
template <class Visit>
void for_each_slot(const NodeRow& node, Visit visit) {
  if (node.is_styled) visit(SlotKind::style);
  if (is_container(node.type) || node.type == PropertyType::null) return;
  if (is_text(node.type)) {
    visit(SlotKind::text);
  } else if (node.type == PropertyType::number) {
    visit(SlotKind::number);
  } else if (!has_numbers(node.type)) {
    visit(SlotKind::integer);
  } else if (node.is_array()) {
    visit(SlotKind::count);
  } else {
    for (std::uint32_t i = 0; i < node.fixed; ++i) visit(SlotKind::number);
  }
}

/// The slots in front of an item's nodes. Of an entity: parent (its row and 1, or 0), name, the
/// numbers of its place and box as far as they are there.
template <class Visit>
void for_each_head_slot(ItemKind kind, std::uint8_t parts, Visit visit) {
  if (kind != ItemKind::entity) return;
  visit(SlotKind::integer, 0U);
  visit(SlotKind::text, 1U);
  std::uint32_t place = 2;
  const auto numbers = [&](bool is_there, std::uint32_t count) {
    for (std::uint32_t i = 0; i < count && is_there; ++i) visit(SlotKind::number, place + i);
    place += count;
  };
  for (unsigned part = 0; part < kPlaceParts; ++part) {
    numbers((parts >> part & 1) != 0, kPartNumbers[part]);
  }
  numbers((parts & kHasBox) != 0, kBoxNumbers);
}

/// A frame's own properties, an entity or an event, taken apart into its shape and its values.
struct FlatItem {
  std::uint32_t row = 0;  ///< of an entity: as written
  // Ranges [begin, end) of FlatFrame's arrays.
  std::size_t shape = 0;
  std::size_t shape_end = 0;
  std::size_t slots = 0;
  std::size_t elements = 0;
};

/// A frame on its way from the thread that decodes it to the group that it becomes part of. Used
/// again and again, with its storage.
struct FlatFrame {
  std::string shapes;  ///< see ShapeReader
  std::vector<std::uint64_t> slots;
  std::vector<double> elements;  ///< of arrays, in the order of their counts' slots
  std::vector<std::string_view> texts;
  std::vector<StyleTexts> styles;
  FlatItem frame;
  std::vector<FlatItem> entities;
  std::vector<FlatItem> events;
  TextArena arena;

  void clear();
  std::size_t bytes() const;
  std::string_view shape_of(const FlatItem& item) const {
    return std::string_view(shapes).substr(item.shape, item.shape_end - item.shape);
  }
};

/// Fills a FlatFrame from a decoded frame.
class Flattener {
 public:
  explicit Flattener(FlatFrame& out) : out_(out) {}

  void frame(const PropertyTree& tree, PropertyRange properties);
  /// `row` and `parent` (kNoRow for none) as they are written.
  void entity(const PropertyTree& tree, const Entity& entity, std::uint32_t row,
              std::uint32_t parent);
  void event(const PropertyTree& tree, PropertyRange properties);

  static constexpr std::uint32_t kNoRow = EntityIndex().value;

 private:
  FlatItem begin(ItemKind kind, std::uint8_t look, std::uint8_t precision, std::uint8_t parts);
  void end(FlatItem& item);
  void place(const Transform& transform);
  void nodes(const PropertyTree& tree, PropertyRange range);
  void value(const PropertyTree& tree, const PropertyNode& node, bool is_array);
  void number(double value);
  void text(std::string_view text);
  void style(const PropertyStyle& style);

  FlatFrame& out_;
};

/// Reads the bytes of a shape back: the item's head, then its nodes in pre-order.
class ShapeReader {
 public:
  explicit ShapeReader(std::string_view bytes);

  ItemKind kind = ItemKind::frame;
  std::uint8_t look = 0;
  std::uint8_t precision = 0;
  std::uint8_t parts = 0;

  struct Node {
    NodeRow row;
    std::uint32_t subtree = 1;
  };
  bool next(Node& node);

 private:
  std::string_view rest_;
};

}  // namespace scrubjay::kept
