#include "formats/mcap/write/seen_properties.h"

#include <algorithm>
#include <utility>

#include "core/short_text.h"

namespace scrubjay::mcap {

namespace {

auto place_of(SeenProperties::Forms& forms, SeenProperties::Node node) {
  return std::ranges::lower_bound(forms, node, {},
                                  &std::pair<SeenProperties::Node, std::uint32_t>::first);
}

bool has_form(SeenProperties::Forms& forms, SeenProperties::Node node) {
  const auto at = place_of(forms, node);
  return at != forms.end() && at->first == node;
}

/// What the node had before; 0 where it is new.
std::uint32_t add_form(SeenProperties::Forms& forms, SeenProperties::Node node,
                       std::uint32_t form) {
  const auto at = place_of(forms, node);
  if (at != forms.end() && at->first == node) return std::exchange(at->second, at->second | form);
  forms.insert(at, {node, form});
  return 0;
}

std::uint32_t nothing_form(PropertyType type) {
  switch (type) {
    case PropertyType::list: return kEmptyList;
    case PropertyType::numbers: return kEmptyNumbers;
    case PropertyType::points: return kEmptyPoints;
    default: return kNull;
  }
}

}  // namespace

std::uint32_t integer_form(const PropertyNode& property) {
  constexpr std::uint64_t kExact = std::uint64_t{1} << 53;  // of a double
  if (property.is_unsigned) return kInteger | kLarge | kWide;
  const std::int64_t value = property.integer;
  const std::uint64_t size =
      value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
  return kInteger | (value < 0 ? kNegative : 0U) | (size > kExact ? kWide : 0U);
}

SeenProperties::SeenProperties() : walk_(*this) {
  add_name("", 0);
  add_name("", 0);
}

SeenProperties::Node SeenProperties::add_name(std::string_view name, std::uint32_t nth) {
  names_.push_back(std::make_unique<Name>());
  names_.back()->name = name;
  names_.back()->nth = nth;
  return static_cast<Node>(names_.size() - 1);
}

void SeenProperties::Walk::add_steps() {
  while (steps_.size() < names_.size()) {
    const Name& name = names_[static_cast<Node>(steps_.size())];
    steps_.push_back({.name = name.name, .is_first = name.nth == 0});
  }
}

SeenProperties::Node SeenProperties::Walk::child(Node parent, std::string_view name,
                                                 std::uint64_t group) {
  if (steps_.size() < names_.size()) add_steps();
  const Name& above = names_[parent];
  if (const std::uint32_t next = steps_[parent].next; next < above.children.size()) {
    const Node node = above.children[next];
    Step& expected = steps_[node];
    // One of several of that name only as the first of them.
    if (expected.is_first && expected.last != group && is_same_text(expected.name, name)) {
      expected.last = group;
      expected.newest = node;
      steps_[parent].next = next + 1;
      return node;
    }
  }
  const auto& known = above.first_by_name;
  const auto found = known.find(name);
  if (found == known.end()) return kNone;
  Step& first = steps_[found->second];
  const Node node = first.last == group ? names_[first.newest].same : found->second;
  if (node != kNone) {
    first.last = group;
    first.newest = node;
    steps_[parent].next = names_[node].place + 1;
  }
  return node;
}

SeenProperties::Node SeenProperties::child(Node parent, std::string_view name,
                                           std::uint64_t group) {
  const Node known = walk_.child(parent, name, group);
  if (known != kNone) return known;
  Name& above = *names_[parent];
  const auto first = above.first_by_name.find(name);
  const Node last = first == above.first_by_name.end() ? kNone : walk_.newest(first->second);
  const Node node = add_name(name, last == kNone ? 0 : names_[last]->nth + 1);
  if (last != kNone) {
    names_[last]->same = node;
  } else {
    above.first_by_name.emplace(names_[node]->name, node);
  }
  names_[node]->place = static_cast<std::uint32_t>(above.children.size());
  above.children.push_back(node);
  return walk_.child(parent, name, group) == node ? node : kNone;
}

void SeenProperties::add(const PropertyTree& tree, PropertyRange range, Node parent, Forms& forms) {
  add_range(tree, range, parent, 1, forms);
}

void SeenProperties::add_range(const PropertyTree& tree, PropertyRange range, Node parent,
                               std::size_t depth, Forms& forms) {
  const std::uint64_t group = walk_.begin(parent);
  const bool is_first = (add_form(forms, parent, kBegun) & kBegun) == 0;
  std::vector<Node> here;
  for_each_root(tree, range, [&](PropertyTree::Node node, const PropertyNode& property) {
    const Node at = child(parent, property.name, group);
    const bool is_new = !is_first && !has_form(forms, at);
    add_value(tree, node, at, depth, forms);
    if (is_new) add_form(forms, at, kAbsent);
    here.push_back(at);
  });
  if (is_first) return;
  std::ranges::sort(here);
  for (const Node other : names_[parent]->children) {
    if (!std::ranges::binary_search(here, other) && has_form(forms, other)) {
      add_form(forms, other, kAbsent);
    }
  }
}

std::uint64_t SeenProperties::mixed_containers() const {
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < size(); ++i) {
    if ((*this)[static_cast<Node>(i)].facts.has_other_container) ++count;
  }
  return count;
}

void SeenProperties::note_facts(const PropertyTree& tree, PropertyTree::Node node, Node at) {
  const PropertyNode& property = tree[node];
  Facts& facts = names_[at]->facts;
  const bool is_first = !facts.is_known;
  facts.is_known = true;
  // Said of all properties of the name, or of none.
  const auto note = [&](auto& known, const auto& value, const auto& nothing, bool is_new) {
    if (known == value) return;
    if (!is_new) has_lost_facts_ = true;
    known = is_new ? value : nothing;
  };
  if (is_text(property.type) && property.type != PropertyType::bytes) {
    note(facts.text, property.type, PropertyType::string, !std::exchange(facts.has_text, true));
  }
  if (is_container(property.type) && property.type != PropertyType::list) {
    facts.has_other_container |= facts.has_container && facts.container != property.type;
    note(facts.container, property.type, PropertyType::group,
         !std::exchange(facts.has_container, true));
  }
  if (facts.unit != property.unit) {
    note(facts.unit, std::string(property.unit), std::string(), is_first);
  }
  note(facts.flags, property.flags, 0U, is_first);
  note(facts.meaning, property.meaning, Meaning::none, is_first);
  const PropertyRole role = property.role;
  note(facts.role, role, PropertyRole::none, is_first);
  note(facts.precision, property.precision, Precision::float64, is_first);
  const bool has_unit_in_name = property.has_unit_in_name;
  note(facts.has_unit_in_name, has_unit_in_name, false, is_first);
  const PropertyStyle& style = tree.style_of(property);
  if (facts.type_name != style.type_name) {
    note(facts.type_name, std::string(style.type_name), std::string(), is_first);
  }
  if (!style.icon.empty() || !style.color.empty() || !style.label.empty()) has_lost_facts_ = true;
}

void SeenProperties::add_value(const PropertyTree& tree, PropertyTree::Node node, Node at,
                               std::size_t depth, Forms& forms) {
  const std::uint32_t form = form_of(tree, node);
  if (form == 0) {
    add_form(forms, at, nothing_form(tree[node].type));
    return;
  }
  note_facts(tree, node, at);
  if (form == kGroup && depth >= kDeepest) {
    add_form(forms, at, kJson);
    return;
  }
  add_form(forms, at, form);
  if (form == kGroup) add_range(tree, children_of(tree, node), at, depth + 1, forms);
  if (form != kList) return;
  if (names_[at]->elements == kNone) {
    const Node elements = add_name("", 0);
    names_[at]->elements = elements;
  }
  const Node elements = names_[at]->elements;
  for_each_root(tree, children_of(tree, node), [&](PropertyTree::Node element, const auto&) {
    if (form_of(tree, element) == 0) add_form(forms, elements, kNothing);
    if (form_of(tree, element) == kList) {
      add_form(forms, elements, kList);  // is text then, whatever is in it
    } else {
      add_value(tree, element, elements, depth + 1, forms);
    }
  });
}

}  // namespace scrubjay::mcap
