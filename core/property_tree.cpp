#include "core/property_tree.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <map>
#include <optional>
#include <string>

namespace scrubjay {

std::string_view to_text(PropertyType type) {
  switch (type) {
    case PropertyType::group: return "group";
    case PropertyType::list: return "list";
    case PropertyType::record: return "record";
    case PropertyType::table: return "table";
    case PropertyType::linechart: return "linechart";
    case PropertyType::sphere: return "sphere";
    case PropertyType::hemisphere: return "hemisphere";
    case PropertyType::capsule: return "capsule";
    case PropertyType::cylinder: return "cylinder";
    case PropertyType::aabb: return "aabb";
    case PropertyType::oobb: return "oobb";
    case PropertyType::plane: return "plane";
    case PropertyType::line: return "line";
    case PropertyType::arrow: return "arrow";
    case PropertyType::vector: return "vector";
    case PropertyType::path: return "path";
    case PropertyType::triangle: return "triangle";
    case PropertyType::mesh: return "mesh";
    case PropertyType::string: return "string";
    case PropertyType::comment: return "comment";
    case PropertyType::resource: return "resource";
    case PropertyType::bytes: return "bytes";
    case PropertyType::entity: return "entity";
    case PropertyType::null: return "null";
    case PropertyType::boolean: return "boolean";
    case PropertyType::integer: return "integer";
    case PropertyType::number: return "number";
    case PropertyType::vec2: return "vec2";
    case PropertyType::vec3: return "vec3";
    case PropertyType::vec4: return "vec4";
    case PropertyType::quat: return "quat";
    case PropertyType::color: return "color";
    case PropertyType::numbers: return "numbers";
    case PropertyType::points: return "points";
  }
  return "null";
}

namespace {

/// Where the unit begins in "location [cm]", or the name's end.
std::size_t end_of_bare_name(const PropertyNode& node) {
  const std::size_t at = node.has_unit_in_name ? node.name.rfind(" [") : std::string_view::npos;
  return at == std::string_view::npos || !node.name.ends_with(']') ? node.name.size() : at;
}

}  // namespace

std::string_view bare_name(const PropertyNode& node) {
  return node.name.substr(0, end_of_bare_name(node));
}

std::string_view unit_in_name(const PropertyNode& node) {
  const std::string_view tail = node.name.substr(end_of_bare_name(node));
  return tail.empty() ? tail : tail.substr(2, tail.size() - 3);
}

std::string_view index_name(PropertyTree& tree, std::size_t n) {
  static const std::vector<std::string> kNames = [] {
    std::vector<std::string> names(1000);
    for (std::size_t i = 0; i < names.size(); ++i) names[i] = std::to_string(i);
    return names;
  }();
  return n < kNames.size() ? std::string_view(kNames[n]) : tree.keep(std::to_string(n));
}

void PropertyTree::clear() {
  nodes_.clear();
  numbers_.clear();
  styles_.resize(1);
  parts_.clear();
  texts_.clear();
}

void PropertyTree::truncate(Node size) {
  nodes_.resize(size);
  while (!parts_.empty() && parts_.back().first + parts_.back().count > size) parts_.pop_back();
}

PropertyTree::Node PropertyTree::add(std::string_view name, PropertyType type) {
  PropertyNode& node = nodes_.emplace_back();
  node.name = name;
  node.type = type;
  return static_cast<Node>(nodes_.size() - 1);
}

PropertyTree::Node PropertyTree::open(std::string_view name, PropertyType container) {
  assert(is_container(container));
  return add(name, container);
}

void PropertyTree::close(Node container) { nodes_[container].subtree = size() - container; }

PropertyTree::Node PropertyTree::text(std::string_view name, std::string_view value,
                                      PropertyType type) {
  assert(is_text(type));
  const Node node = add(name, type);
  nodes_[node].text = {value.data(), static_cast<std::uint32_t>(value.size())};
  return node;
}

PropertyTree::Node PropertyTree::boolean(std::string_view name, bool value) {
  const Node node = add(name, PropertyType::boolean);
  nodes_[node].boolean = value;
  return node;
}

PropertyTree::Node PropertyTree::null(std::string_view name) {
  return add(name, PropertyType::null);
}

PropertyTree::Node PropertyTree::integer(std::string_view name, std::int64_t value,
                                         const char* unit) {
  const Node node = add(name, PropertyType::integer);
  nodes_[node].integer = value;
  nodes_[node].unit = unit;
  return node;
}

PropertyTree::Node PropertyTree::unsigned_integer(std::string_view name, std::uint64_t value,
                                                  const char* unit) {
  const Node node = add(name, PropertyType::integer);
  nodes_[node].unsigned_integer = value;
  nodes_[node].is_unsigned = true;
  nodes_[node].unit = unit;
  return node;
}

PropertyTree::Node PropertyTree::number(std::string_view name, double value, Precision precision,
                                        const char* unit) {
  const Node node = add(name, PropertyType::number);
  nodes_[node].number = value;
  nodes_[node].precision = precision;
  nodes_[node].unit = unit;
  return node;
}

PropertyTree::Node PropertyTree::numbers(std::string_view name, PropertyType type,
                                         std::span<const double> values, Precision precision,
                                         const char* unit, Meaning meaning) {
  assert(has_numbers(type));
  const Node index = add(name, type);
  PropertyNode& node = nodes_[index];
  node.numbers = {static_cast<std::uint32_t>(numbers_.size()),
                  static_cast<std::uint32_t>(values.size())};
  node.precision = precision;
  node.unit = unit;
  node.meaning =
      type == PropertyType::quat && meaning == Meaning::none ? Meaning::rotation : meaning;
  numbers_.insert(numbers_.end(), values.begin(), values.end());
  return index;
}

PropertyTree::Node PropertyTree::vec3(std::string_view name, const glm::dvec3& value,
                                      Precision precision, const char* unit, Meaning meaning) {
  const Node index = add(name, PropertyType::vec3);
  PropertyNode& node = nodes_[index];
  const std::size_t first = numbers_.size();
  numbers_.resize(first + 3);
  for (int i = 0; i < 3; ++i) numbers_[first + static_cast<std::size_t>(i)] = value[i];
  node.numbers = {static_cast<std::uint32_t>(first), 3};
  node.precision = precision;
  node.unit = unit;
  node.meaning = meaning;
  return index;
}

void PropertyTree::set_style(Node node, const PropertyStyle& style) {
  nodes_[node].style = static_cast<std::uint32_t>(styles_.size());
  styles_.push_back(style);
}

PropertyRange PropertyTree::append_copy(const PropertyTree& from, PropertyRange range) {
  const Node mark = size();
  for (Node i = range.first; i < range.first + range.count; ++i) {
    const PropertyNode& source = from[i];
    PropertyNode node = source;
    node.name = keep(source.name);
    node.unit = source.unit[0] == '\0' ? "" : keep(source.unit).data();
    if (is_text(source.type)) {
      const std::string_view text = keep(source.text_value());
      node.text = {text.data(), static_cast<std::uint32_t>(text.size())};
    } else if (has_numbers(source.type)) {
      const auto values = from.numbers_of(source);
      node.numbers = {static_cast<std::uint32_t>(numbers_.size()),
                      static_cast<std::uint32_t>(values.size())};
      numbers_.insert(numbers_.end(), values.begin(), values.end());
    }
    if (source.style != 0) {
      const PropertyStyle& style = from.style_of(source);
      node.style = static_cast<std::uint32_t>(styles_.size());
      styles_.push_back(
          {keep(style.icon), keep(style.color), keep(style.type_name), keep(style.label)});
    }
    nodes_.push_back(node);
  }
  return since(mark);
}

PropertyRange PropertyTree::append_shared(const PropertyTree& from, PropertyRange range,
                                          PartOrigin origin) {
  const Node mark = size();
  if (origin.exists() && range.count > 0) parts_.push_back({mark, range.count, origin});
  const std::span<const PropertyNode> sources = from.nodes().subspan(range.first, range.count);
  nodes_.insert(nodes_.end(), sources.begin(), sources.end());
  // Numbers stand in the order of their nodes, so they are copied as one run.
  std::uint32_t first = 0;
  std::uint32_t end = 0;
  const auto base = static_cast<std::uint32_t>(numbers_.size());
  for (PropertyNode& node : std::span(nodes_).subspan(mark)) {
    if (has_numbers(node.type)) {
      if (end == 0) first = node.numbers.first;
      end = node.numbers.first + node.numbers.count;
      node.numbers.first += base - first;
    }
    if (node.style == 0) continue;
    styles_.push_back(from.style_of(node));
    node.style = static_cast<std::uint32_t>(styles_.size() - 1);
  }
  const auto run = from.numbers_.begin();
  numbers_.insert(numbers_.end(), run + first, run + end);
  return since(mark);
}

std::span<const SharedPart> PropertyTree::parts_in(PropertyRange range) const {
  std::size_t place = parts_.size() + 1;  // none
  return parts_in(range, place);
}

std::size_t PropertyTree::first_part_from(Node node) const {
  const auto first = std::ranges::lower_bound(parts_, node, {}, &SharedPart::first);
  return static_cast<std::size_t>(first - parts_.begin());
}

namespace {

/// What is behind "#2" at the front of a path, which the second of a name has; nothing without it.
std::optional<std::string_view> behind_number(std::string_view path, std::size_t number) {
  const std::string mark = '#' + std::to_string(number);
  if (!path.starts_with(mark)) return std::nullopt;
  const std::string_view rest = path.substr(mark.size());
  return rest.empty() || rest.front() == '/' ? std::optional(rest) : std::nullopt;
}

}  // namespace

std::optional<PropertyTree::Node> find_path(const PropertyTree& tree, PropertyRange range,
                                            std::string_view path) {
  // How many of a name there were, by its length: those that count are all what the path begins by.
  std::map<std::size_t, std::size_t> numbers;
  for (std::uint32_t i = range.first; i < range.first + range.count; i += tree[i].subtree) {
    const std::string_view name = tree[i].name;
    if (!path.starts_with(name)) continue;
    std::string_view rest = path.substr(name.size());
    if (rest.starts_with('#')) {
      const std::size_t number = ++numbers[name.size()];
      if (number > 1) rest = behind_number(rest, number).value_or(rest);
    }
    if (rest.empty()) return i;
    // A name may itself hold '/', so the name decides where the path is cut.
    if (is_container(tree[i].type) && rest.front() == '/') {
      if (const auto found = find_path(tree, children_of(tree, i), rest.substr(1))) return found;
    }
  }
  return std::nullopt;
}

const PropertyNode* find_role(const PropertyTree& tree, PropertyRange range, PropertyRole role) {
  const PropertyNode* found = nullptr;
  for_each_root(tree, range, [&](PropertyTree::Node, const PropertyNode& node) {
    if (found == nullptr && node.role == role) found = &node;
  });
  return found;
}

bool same_value(const PropertyTree& a, PropertyTree::Node a_node, const PropertyTree& b,
                PropertyTree::Node b_node) {
  if (a[a_node].subtree != b[b_node].subtree) return false;
  for (std::uint32_t i = 0; i < a[a_node].subtree; ++i) {
    const PropertyNode& left = a[a_node + i];
    const PropertyNode& right = b[b_node + i];
    if (left.type != right.type || left.subtree != right.subtree || left.name != right.name) {
      return false;
    }
    if (is_container(left.type) || left.type == PropertyType::null) continue;
    if (is_text(left.type)) {
      if (left.text_value() != right.text_value()) return false;
    } else if (has_numbers(left.type)) {
      const auto left_values = a.numbers_of(left);
      const auto right_values = b.numbers_of(right);
      if (left_values.size() != right_values.size()) return false;
      for (std::size_t k = 0; k < left_values.size(); ++k) {
        // Bits, not ==, so that NaN equals itself and nothing is called changed that is not.
        if (std::bit_cast<std::uint64_t>(left_values[k]) !=
            std::bit_cast<std::uint64_t>(right_values[k])) {
          return false;
        }
      }
    } else if (left.type == PropertyType::boolean) {
      if (left.boolean != right.boolean) return false;
    } else if (left.type == PropertyType::number) {
      if (std::bit_cast<std::uint64_t>(left.number) != std::bit_cast<std::uint64_t>(right.number)) {
        return false;
      }
    } else if (left.is_unsigned != right.is_unsigned ||
               (left.is_unsigned ? left.unsigned_integer != right.unsigned_integer
                                 : left.integer != right.integer)) {
      return false;
    }
  }
  return true;
}

}  // namespace scrubjay
