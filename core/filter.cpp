#include "core/filter.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/number_text.h"
#include "core/text.h"
#include "core/utf8.h"

namespace scrubjay {

namespace {

constexpr std::size_t kLongestReason = 160;
constexpr std::size_t kLongestValue = 60;

bool text_fits(const FilterMember& member, std::string_view value) {
  switch (member.mode) {
    case MemberMode::contains:
    case MemberMode::similar: return contains_ignoring_case(value, member.text);
    case MemberMode::equals: return equal_ignoring_case(value, member.text);
    case MemberMode::different: return !equal_ignoring_case(value, member.text);
    case MemberMode::less:
    case MemberMode::more: break;
  }
  return false;
}

/// A value that was recorded as float32 equals the number whose float it is.
bool equal_numbers(double value, double wanted, Precision precision) {
  return value == wanted || (precision == Precision::float32 &&
                             value == static_cast<double>(static_cast<float>(wanted)));
}

bool number_fits(const FilterMember& member, double value, Precision precision) {
  switch (member.mode) {
    case MemberMode::contains:
    case MemberMode::equals: return equal_numbers(value, member.number, precision);
    case MemberMode::similar: return std::fabs(value - member.number) < kSimilar;
    case MemberMode::different: return !equal_numbers(value, member.number, precision);
    case MemberMode::less: return value < member.number;
    case MemberMode::more: return value > member.number;
  }
  return false;
}

bool boolean_fits(const FilterMember& member, bool value) {
  switch (member.mode) {
    case MemberMode::contains:
    case MemberMode::equals:
    case MemberMode::similar: return value == member.boolean;
    case MemberMode::different: return value != member.boolean;
    case MemberMode::less:
    case MemberMode::more: break;
  }
  return false;
}

std::string_view mode_words(MemberType type, MemberMode mode) {
  switch (mode) {
    case MemberMode::contains: return type == MemberType::string ? "contains" : "is";
    case MemberMode::equals: return "is";
    case MemberMode::similar: return type == MemberType::number ? "is about" : "contains";
    case MemberMode::different: return "is not";
    case MemberMode::less: return "is less than";
    case MemberMode::more: return "is more than";
  }
  return "is";
}

std::string value_words(const FilterMember& member) {
  switch (member.type) {
    case MemberType::string: return '"' + member.text + '"';
    case MemberType::number: return number_text(member.number);
    case MemberType::boolean: return member.boolean ? "true" : "false";
  }
  return "";
}

std::string members_words(const std::vector<FilterMember>& members, std::string_view between) {
  const auto words = [](const FilterMember& member) {
    return (member.name.empty() ? "any property" : member.name) + ' ' +
           std::string(mode_words(member.type, member.mode)) + ' ' + value_words(member);
  };
  return joined_by(members, words, between);
}

std::string_view component_name(PropertyType type, std::size_t place) {
  static constexpr std::array<std::string_view, 4> kAxes{"x", "y", "z", "w"};
  static constexpr std::array<std::string_view, 4> kChannels{"r", "g", "b", "a"};
  return type == PropertyType::color ? kChannels[place] : kAxes[place];
}

/// Rows and headings of a table; none() where the tree has no such child.
PropertyRange child_list(const PropertyTree& tree, PropertyTree::Node table,
                         std::string_view name) {
  PropertyRange found{};
  for_each_root(tree, children_of(tree, table),
                [&](PropertyTree::Node i, const PropertyNode& node) {
                  if (node.name == name && is_container(node.type)) found = children_of(tree, i);
                });
  return found;
}

}  // namespace

bool same_condition(const Filter& a, const Filter& b) {
  if (a.kind != b.kind || a.members != b.members) return false;
  if (a.kind == FilterKind::property) return a.group == b.group;
  const bool needs_as_many = a.members.size() < 2 || a.is_any_enough == b.is_any_enough;
  return needs_as_many && a.name == b.name && a.tag == b.tag;
}

bool is_usable(MemberType type, MemberMode mode) {
  switch (mode) {
    case MemberMode::contains: return type == MemberType::string;
    case MemberMode::equals:
    case MemberMode::different: return true;
    case MemberMode::similar:
    case MemberMode::less:
    case MemberMode::more: return type == MemberType::number;
  }
  return false;
}

std::string describe(const Filter& filter) {
  const bool is_event = filter.kind == FilterKind::event;
  const std::string members =
      members_words(filter.members, is_event && filter.is_any_enough ? " or " : " and ");
  if (is_event) {
    std::string words = filter.name.empty() ? "any event" : "events \"" + filter.name + '"';
    if (!filter.tag.empty()) words += " tagged \"" + filter.tag + '"';
    return members.empty() ? words : words + " where " + members;
  }
  const std::string group = filter.group.empty() ? "" : " in group \"" + filter.group + '"';
  return members.empty() ? "any property" + group : members + group;
}

/// One look at the properties of an entity or an event.
class FilterMatcher::Walk {
 public:
  Walk(const FilterMatcher& matcher, FilterScratch& scratch)
      : matcher_(matcher), filter_(matcher.filter_), scratch_(scratch) {}

  /// Goes on until as many members as need be are satisfied.
  void visit(const PropertyTree& tree, PropertyRange range, bool in_group) {
    scratch_.open.clear();
    scratch_.path.clear();
    label_ = 0;
    in_group_ = in_group;
    note_group();
    const PropertyTree::Node end = range.first + range.count;
    for (PropertyTree::Node i = range.first; i < end && !is_done();) {
      leave_until(i);
      i = enter(tree, i);
    }
  }

  /// A group of values that stand in no tree.
  template <class Visit>
  void visit_made_up(std::string_view group, Visit visit_values) {
    scratch_.path.assign(group);
    scratch_.path += '/';
    label_ = scratch_.path.size();
    in_group_ = contains_ignoring_case(group, filter_.group);
    note_group();
    if (in_group_ && !is_done()) visit_values(*this);
  }

  void text(std::string_view name, std::string_view inner, std::string_view value) {
    compare(
        name, inner, MemberType::string,
        [&](const FilterMember& member) { return text_fits(member, value); },
        [&](std::string& out) { append_short(out, value); });
  }
  void number(std::string_view name, std::string_view inner, double value, Precision precision,
              std::string_view unit = {}) {
    compare(
        name, inner, MemberType::number,
        [&](const FilterMember& member) { return number_fits(member, value, precision); },
        [&](std::string& out) {
          out += format_number(value, precision).view();
          if (unit.empty()) return;
          out += ' ';
          append_short(out, unit);
        });
  }
  void boolean(std::string_view name, bool value) {
    compare(
        name, "", MemberType::boolean,
        [&](const FilterMember& member) { return boolean_fits(member, value); },
        [&](std::string& out) { out += value ? "true" : "false"; });
  }
  void numbers(std::string_view name, PropertyType type, std::span<const double> values,
               Precision precision, std::string_view unit = {}) {
    for (std::size_t i = 0; i < std::min<std::size_t>(values.size(), 4); ++i) {
      number(name, component_name(type, i), values[i], precision, unit);
    }
  }

 private:
  bool is_done() const { return matcher_.are_members_met(scratch_) && scratch_.has_group; }
  void note_group() { scratch_.has_group = scratch_.has_group || in_group_; }

  void leave_until(PropertyTree::Node node) {
    while (!scratch_.open.empty() && scratch_.open.back().end <= node) {
      const FilterScratch::Open& left = scratch_.open.back();
      scratch_.path.resize(left.path);
      label_ = left.label;
      in_group_ = left.in_group;
      scratch_.open.pop_back();
    }
  }

  /// Looks at one node; returns which comes next.
  PropertyTree::Node enter(const PropertyTree& tree, PropertyTree::Node i) {
    const PropertyNode& node = tree[i];
    if (!is_container(node.type)) {
      if (in_group_) value(tree, node);
      return i + 1;
    }
    if (node.type == PropertyType::table) {
      if (in_group_) table(tree, i);
      return i + node.subtree;
    }
    scratch_.open.push_back({i + node.subtree, static_cast<std::uint32_t>(scratch_.path.size()),
                             static_cast<std::uint32_t>(label_), in_group_});
    scratch_.path += node.name;
    if (node.type == PropertyType::group) {
      scratch_.path += '/';
      label_ = scratch_.path.size();
      in_group_ = in_group_ || contains_ignoring_case(node.name, filter_.group);
      note_group();
    } else {
      scratch_.path += '.';
    }
    return i + 1;
  }

  void value(const PropertyTree& tree, const PropertyNode& node) {
    switch (node.type) {
      case PropertyType::string:
      case PropertyType::comment:
      case PropertyType::resource: text(node.name, "", node.text_value()); break;
      case PropertyType::entity:
        text(node.name, "id", node.text_value());
        // Filter files have it as a number, too (formats/framebyframe/README.md, 17).
        if (const auto id = number_from<double>(node.text_value())) {
          number(node.name, "id", *id, Precision::float64);
        }
        text(node.name, "name", tree.style_of(node).label);
        break;
      case PropertyType::boolean: boolean(node.name, node.boolean); break;
      case PropertyType::integer:
        number(node.name, "", *node.as_number(), Precision::float64, node.unit);
        break;
      case PropertyType::number:
        number(node.name, "", node.number, node.precision, node.unit);
        break;
      case PropertyType::vec2:
      case PropertyType::vec3:
      case PropertyType::vec4:
      case PropertyType::quat:
      case PropertyType::color:
        numbers(node.name, node.type, tree.numbers_of(node), node.precision, node.unit);
        break;
      default: break;  // bytes, vertices and the like are not compared
    }
  }

  /// Cells are texts; one that holds nothing but a number counts as that too.
  void table(const PropertyTree& tree, PropertyTree::Node node) {
    std::vector<std::string_view> titles;
    for_each_root(tree, child_list(tree, node, "header"),
                  [&](PropertyTree::Node, const PropertyNode& title) {
                    titles.push_back(is_text(title.type) ? title.text_value() : "");
                  });
    for_each_root(tree, child_list(tree, node, "rows"),
                  [&](PropertyTree::Node row, const PropertyNode& cells) {
                    if (!is_container(cells.type) || is_done()) return;
                    std::size_t column = 0;
                    for_each_root(tree, children_of(tree, row),
                                  [&](PropertyTree::Node, const PropertyNode& cell) {
                                    const std::size_t at = column++;
                                    if (at >= titles.size() || !is_text(cell.type)) return;
                                    const std::string_view value = cell.text_value();
                                    text(tree[node].name, titles[at], value);
                                    if (const auto number_value = number_from<double>(value)) {
                                      number(tree[node].name, titles[at], *number_value,
                                             Precision::float64);
                                    }
                                  });
                  });
  }

  template <class Fits, class Print>
  void compare(std::string_view name, std::string_view inner, MemberType type, Fits fits,
               Print print) {
    std::string& path = scratch_.path;
    const std::size_t outside = path.size();
    bool is_named = false;
    for (std::size_t i = 0; i < filter_.members.size(); ++i) {
      const FilterMember& member = filter_.members[i];
      if (scratch_.satisfied[i] != 0 || member.type != type || !fits(member)) continue;
      if (!is_named) {
        path += name;
        if (!inner.empty()) (path += '.') += inner;
        is_named = true;
      }
      const std::string_view all(path);
      if (!contains_ignoring_case(matcher_.by_path_[i] != 0 ? all : all.substr(label_),
                                  member.name)) {
        continue;
      }
      scratch_.satisfied[i] = 1;
      --scratch_.missing;
      explain(all.substr(label_), print);
    }
    path.resize(outside);
  }

  template <class Print>
  void explain(std::string_view label, Print print) {
    std::string& reason = scratch_.reason;
    if (reason.size() >= kLongestReason) return;
    if (!reason.empty()) reason += ", ";
    append_short(reason, label);
    reason += " = ";
    print(reason);
  }

  static void append_short(std::string& out, std::string_view text) {
    if (text.size() <= kLongestValue) {
      out += text;
      return;
    }
    out += whole_characters(text, kLongestValue);
    out += "\u2026";
  }

  const FilterMatcher& matcher_;
  const Filter& filter_;
  FilterScratch& scratch_;
  std::size_t label_ = 0;  ///< where in the path the innermost group's own names begin
  bool in_group_ = false;
};

FilterMatcher::FilterMatcher(Filter filter) : filter_(std::move(filter)) {
  for (const FilterMember& member : filter_.members) {
    by_path_.push_back(member.name.find('/') != std::string::npos ? 1 : 0);
  }
}

bool FilterMatcher::fits(const EventInfo& event) const {
  return filter_.kind == FilterKind::event && contains_ignoring_case(event.name, filter_.name) &&
         contains_ignoring_case(event.tag, filter_.tag);
}

void FilterMatcher::begin(FilterScratch& scratch) const {
  scratch.satisfied.assign(filter_.members.size(), 0);
  scratch.missing = filter_.members.size();
  scratch.has_group = false;
  scratch.reason.clear();
}

bool FilterMatcher::matches_event(const PropertyTree& tree, PropertyRange properties,
                                  FilterScratch& scratch) const {
  begin(scratch);
  Walk(*this, scratch).visit(tree, properties, true);
  return are_members_met(scratch);
}

bool FilterMatcher::matches_entity(const Recording& recording, const Frame& frame,
                                   const Entity& entity, FilterScratch& scratch) const {
  begin(scratch);
  Walk walk(*this, scratch);
  walk.visit(frame.tree, entity.properties, filter_.group.empty());
  if (scratch.missing > 0 || !scratch.has_group) {
    walk.visit_made_up("entity", [&](Walk& values) {
      values.text("name", "", entity.name);
      values.text("id", "", recording.entity(entity.index).id);
      values.text("kind", "", to_text(entity.kind));
      if (!entity.world.position) return;
      const glm::dvec3& place = *entity.world.position;
      values.numbers("position", PropertyType::vec3, std::array{place.x, place.y, place.z},
                     entity.precision);
    });
  }
  return scratch.missing == 0 && scratch.has_group;
}

}  // namespace scrubjay
