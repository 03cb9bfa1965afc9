#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/property_tree.h"

namespace scrubjay::mcap {

/// What a property was, as bits: the types that it had, and how large its integers were.
enum Form : std::uint32_t {
  kBoolean = 1U << 0,
  kInteger = 1U << 1,
  kNumber = 1U << 2,
  kText = 1U << 3,
  kBytes = 1U << 4,
  kVec2 = 1U << 5,
  kVec3 = 1U << 6,
  kVec4 = 1U << 7,
  kQuat = 1U << 8,
  kColor = 1U << 9,
  kNumbers = 1U << 10,
  kPoints = 1U << 11,
  kGroup = 1U << 12,
  kList = 1U << 13,
  kJson = 1U << 14,      ///< a group that nests too deep
  kNegative = 1U << 15,  ///< an integer below 0
  kLarge = 1U << 16,     ///< an integer above 2^63 - 1
  kWide = 1U << 17,      ///< an integer beyond 2^53, which a double does not hold
  kNothing = 1U << 18,   ///< null among the elements of a list
  kAbsent = 1U << 19,    ///< one of the groups that could have had it had not
  kBegun = 1U << 20,     ///< what is below it was seen before
  // What no field holds: which it was.
  kNull = 1U << 21,
  kEmptyList = 1U << 22,
  kEmptyNumbers = 1U << 23,
  kEmptyPoints = 1U << 24,
};
inline constexpr std::uint32_t kTypes = kNegative - 1;  ///< forms that are types
inline constexpr std::uint32_t kNothings = kNull | kEmptyList | kEmptyNumbers | kEmptyPoints;

/// Of an integer: with how large it is.
std::uint32_t integer_form(const PropertyNode& property);

/// By type; 0 for null.
inline constexpr auto kFormByType = [] {
  std::array<std::uint32_t, static_cast<std::size_t>(PropertyType::points) + 1> forms{};
  for (std::size_t i = 0; i < forms.size(); ++i) {
    const auto type = static_cast<PropertyType>(i);
    forms[i] = is_container(type) ? kGroup : is_text(type) ? kText : 0U;
  }
  const auto set = [&](PropertyType type, std::uint32_t form) {
    forms[static_cast<std::size_t>(type)] = form;
  };
  set(PropertyType::list, kList);
  set(PropertyType::boolean, kBoolean);
  set(PropertyType::integer, kInteger);
  set(PropertyType::number, kNumber);
  set(PropertyType::bytes, kBytes);
  set(PropertyType::vec2, kVec2);
  set(PropertyType::vec3, kVec3);
  set(PropertyType::vec4, kVec4);
  set(PropertyType::quat, kQuat);
  set(PropertyType::color, kColor);
  set(PropertyType::numbers, kNumbers);
  set(PropertyType::points, kPoints);
  return forms;
}();

/// The type bit of a property; 0 for null and for lists of nothing.
inline std::uint32_t form_of(const PropertyNode& property) {
  const std::uint32_t form = kFormByType[static_cast<std::size_t>(property.type)];
  if (form == kInteger) return integer_form(property);
  const bool is_empty = ((form & (kNumbers | kPoints)) != 0 && property.numbers.count == 0) ||
                        (form == kList && property.subtree == 1);
  return is_empty ? 0U : form;
}
inline std::uint32_t form_of(const PropertyTree& tree, PropertyTree::Node node) {
  return form_of(tree[node]);
}

/// All names of properties that a recording has, as a tree in which each stands once. Node 0 is
/// what holds the properties of entities, node 1 that of frames. The elements of a list are one
/// node.
class SeenProperties {
 public:
  using Node = std::uint32_t;
  static constexpr Node kEntities = 0;
  static constexpr Node kFrames = 1;
  static constexpr Node kNone = 0xFFFFFFFF;
  static constexpr std::size_t kDeepest = 16;

  /// Which nodes an entity has, ascending, with their forms; those above them have kBegun.
  using Forms = std::vector<std::pair<Node, std::uint32_t>>;

  /// What a property was beside its value, where it was always the same.
  struct Facts {
    bool is_known = false;
    PropertyType text = PropertyType::string;      ///< of texts
    PropertyType container = PropertyType::group;  ///< of groups
    bool has_text = false, has_container = false;
    bool has_other_container = false;  ///< `container` is not that of all
    std::string unit, type_name;
    std::uint32_t flags = 0;
    Meaning meaning = Meaning::none;
    PropertyRole role = PropertyRole::none;
    Precision precision = Precision::float64;
    bool has_unit_in_name = false;
  };

  struct Name {
    std::string name;
    Facts facts = {};
    std::uint32_t nth = 0;    ///< how many of that name stand before it
    std::uint32_t place = 0;  ///< among those below the same one
    Node same = kNone;        ///< the next one of that name
    Node elements = kNone;    ///< of a list
    std::vector<Node> children;
    std::unordered_map<std::string_view, Node> first_by_name;  ///< views into the children's names
  };

  SeenProperties();

  /// Adds what `range` holds below `parent` to the tree and to `forms`.
  void add(const PropertyTree& tree, PropertyRange range, Node parent, Forms& forms);
  const Name& operator[](Node node) const { return *names_[node]; }
  /// Something of a property was not always the same, or is not among its facts.
  bool has_lost_facts() const { return has_lost_facts_; }
  /// Names under which some containers are of another type than others.
  std::uint64_t mixed_containers() const;
  std::size_t size() const { return names_.size(); }

  /// Which of the children of one node the properties are that stand beside each other. One a
  /// thread; `begin` for each group of them, which are below `parent`.
  class Walk {
   public:
    explicit Walk(const SeenProperties& names) : names_(names) {}
    std::uint64_t begin(Node parent) {
      if (parent < steps_.size()) steps_[parent].next = 0;
      return ++count_;
    }
    /// kNone for a name that was never added, or not as often as it comes in this group.
    Node child(Node parent, std::string_view name, std::uint64_t group);
    /// Which one came last of the name whose first node that is.
    Node newest(Node first) const { return steps_[first].newest; }

   private:
    /// What is asked of each node again and again, close together.
    struct Step {
      std::string_view name;
      std::uint64_t last = 0;  ///< the group in which it came last
      Node newest = kNone;     ///< of the first of a name: which of them came last in that group
      /// Which of its children may come next: they mostly stand in one order.
      std::uint32_t next = 0;
      bool is_first = false;  ///< of its name
    };
    void add_steps();

    const SeenProperties& names_;
    std::uint64_t count_ = 0;
    std::vector<Step> steps_;  ///< by node
  };

 private:
  Node child(Node parent, std::string_view name, std::uint64_t group);
  Node add_name(std::string_view name, std::uint32_t nth);
  void add_value(const PropertyTree& tree, PropertyTree::Node node, Node at, std::size_t depth,
                 Forms& forms);
  void add_range(const PropertyTree& tree, PropertyRange range, Node parent, std::size_t depth,
                 Forms& forms);

  void note_facts(const PropertyTree& tree, PropertyTree::Node node, Node at);

  std::vector<std::unique_ptr<Name>> names_;
  Walk walk_;
  bool has_lost_facts_ = false;
};

}  // namespace scrubjay::mcap
