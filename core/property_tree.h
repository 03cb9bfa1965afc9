#pragma once

#include <cstdint>
#include <glm/gtc/quaternion.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/meaning.h"
#include "core/number_text.h"
#include "core/text.h"

namespace scrubjay {

/// What a property's value is. The order groups them by how the value is kept.
enum class PropertyType : std::uint8_t {
  // containers whose children are properties in an array
  group,
  list,  ///< children are named "0", "1", ...
  // containers whose children are the fields of one object
  record,  ///< fields of a type that only its format knows; `type_name` names it
  table,
  linechart,
  sphere,
  hemisphere,
  capsule,
  cylinder,
  aabb,
  oobb,
  plane,
  line,
  arrow,
  vector,
  path,
  triangle,
  mesh,
  // one text
  string,
  comment,
  resource,
  bytes,   ///< raw bytes; printed as base64
  entity,  ///< the id of an entity, as the source writes it
  // one value
  null,
  boolean,
  integer,
  number,
  // several numbers
  vec2,
  vec3,
  vec4,
  quat,     ///< x, y, z, w
  color,    ///< r, g, b, a in 0..1, linear unless the format's README.md says otherwise
  numbers,  ///< any count: vertices, samples
  points,   ///< x, y, z after x, y, z: a polyline
};

/// "group", "vec3", ... as the command line prints it.
std::string_view to_text(PropertyType type);

constexpr bool is_array_container(PropertyType type) { return type <= PropertyType::list; }
constexpr bool is_container(PropertyType type) { return type <= PropertyType::mesh; }
constexpr bool is_shape(PropertyType type) {
  return type >= PropertyType::sphere && type <= PropertyType::mesh;
}
constexpr bool is_text(PropertyType type) {
  return type >= PropertyType::string && type <= PropertyType::entity;
}
constexpr bool has_numbers(PropertyType type) { return type >= PropertyType::vec2; }

/// Bits of `PropertyNode::flags`. Others are the source's own and kept.
enum PropertyFlags : std::uint32_t { kPropertyHidden = 1, kPropertyCollapsed = 2 };

/// What a property is to those who show or write it whatever its format calls it. A format says so;
/// nobody else looks for names.
enum class PropertyRole : std::uint8_t {
  none,
  /// A text by which people know the entity where its name is only a key: lists show it.
  label,
  /// Of an entity's roots the group that holds its own properties; its groups are headings.
  own,
  /// Of an entity's roots the group, behind `own`, of what all entities have: name, place.
  basics,
  /// A text: the id that the entity had in the recording from which the file was made, where it
  /// has another one here.
  former_id,
  /// Says only when, how or by whom a frame was taken, or how often something was recorded, not
  /// what was there. Runs that do the same differ in it.
  capture,
  /// Of a sensor: a number, or a text of one: the degrees that it sees from left to right.
  field_of_view,
};
inline constexpr std::size_t kPropertyRoles = 7;

/// A string kept elsewhere, trivial so that it can stand in a union.
struct TextRef {
  const char* data;
  std::uint32_t size;
};

/// A run of PropertyTree's numbers.
struct NumbersRef {
  std::uint32_t first;
  std::uint32_t count;
};

/// One property. Nodes of a subtree follow each other in pre-order: the children of node i begin at
/// i + 1, and the next sibling of node i is i + subtree.
struct PropertyNode {
  std::string_view name;
  union {
    double number;
    std::int64_t integer;
    std::uint64_t unsigned_integer;
    bool boolean;
    TextRef text;
    NumbersRef numbers;
  };
  const char* unit = "";      ///< "cm", "deg", "m/s"; "" for none
  std::uint32_t subtree = 1;  ///< nodes of this subtree, itself counted
  std::uint32_t flags = 0;    ///< PropertyFlags and the source's own bits
  std::uint32_t style = 0;    ///< row of PropertyTree::style(); 0 for none
  PropertyType type = PropertyType::null;
  Precision precision = Precision::float64;
  Meaning meaning = Meaning::none;
  bool is_unsigned : 1 = false;       ///< integer above the signed range is in unsigned_integer
  bool has_unit_in_name : 1 = false;  ///< the name ends so: "location [cm]"; see bare_name
  PropertyRole role : 4 = PropertyRole::none;

  PropertyNode() : integer(0) {}

  /// For the types of is_text().
  std::string_view text_value() const { return {text.data, text.size}; }
  /// For the type integer.
  NumberText integer_text() const {
    return is_unsigned ? format_number(unsigned_integer) : format_number(integer);
  }
  /// A number or an integer.
  std::optional<double> as_number() const {
    if (type == PropertyType::number) return number;
    if (type != PropertyType::integer) return std::nullopt;
    return is_unsigned ? static_cast<double>(unsigned_integer) : static_cast<double>(integer);
  }
};

/// The name without the unit that the format says to stand in it.
std::string_view bare_name(const PropertyNode& node);
/// The unit that stands in the name: "cm" of "location [cm]"; empty for none.
std::string_view unit_in_name(const PropertyNode& node);

/// A contiguous run of nodes made of whole subtrees: [first, first + count).
struct PropertyRange {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
};

/// Where properties come from that a decoder appends to frame after frame. Of one recording, in the
/// same coordinates, those of one origin are the same: names, types and values. What edits a
/// frame's properties in place does the same to them in each frame, or edits a copy, which has no
/// parts.
struct PartOrigin {
  const void* source = nullptr;  ///< whose `place` it is; null for none
  std::uint64_t place = 0;

  bool exists() const { return source != nullptr; }
  bool operator==(const PartOrigin&) const = default;
};

/// Nodes [first, first + count) of a tree, whole subtrees, which have an origin: what was once
/// found out about them need not be found out again.
struct SharedPart {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
  PartOrigin origin;
};

/// How the source wants a property to be shown.
struct PropertyStyle {
  std::string_view icon;
  std::string_view color;       ///< as the source writes it
  std::string_view type_name;   ///< the source's own name of a `record`
  std::string_view label = {};  ///< the name that the source gives beside the id of an `entity`
};

/// Properties of one frame (or event) in one array, pre-order, with their strings and numbers in
/// arenas. `clear` keeps all storage, so refilling allocates nothing once warm. Views stay valid
/// until `clear`; names and units may also point to static text or to the recording's file.
///
///     const auto group = tree.open("control", PropertyType::group);
///     tree.number("throttle", 0.5, Precision::float32);
///     tree.close(group);
class PropertyTree {
 public:
  using Node = std::uint32_t;

  void clear();
  bool empty() const { return nodes_.empty(); }
  Node size() const { return static_cast<Node>(nodes_.size()); }

  const PropertyNode& operator[](Node node) const { return nodes_[node]; }
  std::span<const PropertyNode> nodes() const { return nodes_; }
  std::span<const double> numbers_of(const PropertyNode& node) const {
    return std::span(numbers_).subspan(node.numbers.first, node.numbers.count);
  }
  const PropertyStyle& style_of(const PropertyNode& node) const { return styles_[node.style]; }
  /// Everything from the first node on, as a range to hand over once built: `since(mark)`.
  PropertyRange since(Node mark) const { return {mark, size() - mark}; }

  // Building. `name`, `unit` and texts are not copied unless `keep` says so: they must outlive the
  // tree or come from `keep`.
  std::string_view keep(std::string_view text) { return texts_.add(text); }
  Node open(std::string_view name, PropertyType container);
  void close(Node container);
  Node text(std::string_view name, std::string_view value,
            PropertyType type = PropertyType::string);
  Node boolean(std::string_view name, bool value);
  Node null(std::string_view name);
  Node integer(std::string_view name, std::int64_t value, const char* unit = "");
  Node unsigned_integer(std::string_view name, std::uint64_t value, const char* unit = "");
  Node number(std::string_view name, double value, Precision precision, const char* unit = "");
  /// A quaternion without another meaning is a rotation.
  Node numbers(std::string_view name, PropertyType type, std::span<const double> values,
               Precision precision, const char* unit = "", Meaning meaning = Meaning::none);
  Node vec3(std::string_view name, const glm::dvec3& value, Precision precision,
            const char* unit = "", Meaning meaning = Meaning::none);
  /// For the node added last or opened, before others are added.
  PropertyNode& node_for_edit(Node node) { return nodes_[node]; }
  std::span<double> numbers_for_edit(const PropertyNode& node) {
    return std::span(numbers_).subspan(node.numbers.first, node.numbers.count);
  }
  void set_style(Node node, const PropertyStyle& style);
  /// Takes back the nodes from `size` on, whole subtrees added last; their storage stays in use
  /// until `clear`.
  void truncate(Node size);

  /// Copies whole subtrees of another tree, strings included, to the end of this one.
  PropertyRange append_copy(const PropertyTree& from, PropertyRange range);
  /// The same much faster, strings not included: they must outlive this tree. With an origin it is
  /// one of `parts_in`.
  PropertyRange append_shared(const PropertyTree& from, PropertyRange range,
                              PartOrigin origin = {});
  /// Those that lie in the range, ascending. O(log of all parts + those).
  std::span<const SharedPart> parts_in(PropertyRange range) const;
  /// The same at once for ranges that follow each other: `place` is 0 at first, then what the call
  /// before left there, also for another tree.
  std::span<const SharedPart> parts_in(PropertyRange range, std::size_t& place) const {
    const bool is_first = place <= parts_.size() &&
                          (place == 0 || parts_[place - 1].first < range.first) &&
                          (place == parts_.size() || parts_[place].first >= range.first);
    const std::size_t first = is_first ? place : first_part_from(range.first);
    const Node end = range.first + range.count;
    place = first;
    while (place < parts_.size() && parts_[place].first + parts_[place].count <= end) ++place;
    return std::span(parts_).subspan(first, place - first);
  }

 private:
  std::size_t first_part_from(Node node) const;
  Node add(std::string_view name, PropertyType type);

  std::vector<PropertyNode> nodes_;
  std::vector<double> numbers_;
  std::vector<PropertyStyle> styles_ = {PropertyStyle{}};
  std::vector<SharedPart> parts_;
  TextArena texts_;
};

/// "0", "1", ...: the name of a list's n-th child; lives as long as `tree`'s other texts.
std::string_view index_name(PropertyTree& tree, std::size_t n);

/// Calls `visit(node index, const PropertyNode&)` for each root of `range` in order.
template <class Visit>
void for_each_root(const PropertyTree& tree, PropertyRange range, Visit visit) {
  for (std::uint32_t i = range.first; i < range.first + range.count; i += tree[i].subtree) {
    visit(i, tree[i]);
  }
}

/// The first root of that role, or null. O(roots).
const PropertyNode* find_role(const PropertyTree& tree, PropertyRange range, PropertyRole role);

/// The range of a container's children.
inline PropertyRange children_of(const PropertyTree& tree, PropertyTree::Node node) {
  return {node + 1, tree[node].subtree - 1};
}

/// The first node reached by `path` from the roots of `range`, or nothing: names joined with '/',
/// of equal ones in a group the second with #2 behind it, or without to mean whichever has the
/// rest.
std::optional<PropertyTree::Node> find_path(const PropertyTree& tree, PropertyRange range,
                                            std::string_view path);

/// True when both subtrees hold the same names, types and values (styles and units are not
/// compared).
bool same_value(const PropertyTree& a, PropertyTree::Node a_node, const PropertyTree& b,
                PropertyTree::Node b_node);

}  // namespace scrubjay
