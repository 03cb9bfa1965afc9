#include "formats/flecs/write/property_writer.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "formats/flecs/names.h"

namespace scrubjay::flecs {

namespace {

/// From here on flecs prints integers in quotes (formats/flecs/README.md, 4.1).
constexpr std::uint64_t kQuoted = std::uint64_t{1} << 31;

bool is_vector(const PropertyNode& node) {
  return node.type >= PropertyType::vec2 && node.type <= PropertyType::quat;
}

/// `["float",{"symbol":"m"}]`
std::string plain_schema(std::string_view kind, const char* unit) {
  std::string text;
  JsonWriter json(text);
  json.begin_array();
  json.text(kind);
  if (*unit != '\0') {
    json.begin_object();
    json.field("symbol", unit);
    json.end_object();
  }
  json.end_array();
  return text;
}

std::string member_schema(std::string_view name, const std::string& schema) {
  std::string text;
  JsonWriter json(text);
  json.begin_object();
  json.key(name);
  json.raw(schema);
  json.end_object();
  return text;
}

}  // namespace

bool is_single_value(const PropertyNode& node) {
  return !(is_container(node.type) && node.type != PropertyType::list) && !is_vector(node) &&
         node.type != PropertyType::color && node.type != PropertyType::null;
}

void PropertyWriter::component(JsonWriter& json, const PropertyTree& tree,
                               PropertyTree::Node node) {
  const bool is_single = is_single_value(tree[node]);
  if (is_single) {
    json.begin_object();
    json.key("value");
  }
  value(json, tree, node);
  if (is_single) json.end_object();
}

void PropertyWriter::value(JsonWriter& json, const PropertyTree& tree, PropertyTree::Node at) {
  const PropertyNode& node = tree[at];
  if (is_container(node.type)) return children(json, tree, at);
  if (is_text(node.type)) return text(json, node);
  switch (node.type) {
    case PropertyType::null: return json.null();
    case PropertyType::boolean: return json.boolean(node.boolean);
    case PropertyType::integer: return integer(json, node);
    case PropertyType::number: return number(json, node.number, node.precision);
    default: return vector(json, tree, node);
  }
}

void PropertyWriter::number(JsonWriter& json, double value, Precision precision) {
  if (value == 0 && std::signbit(value)) return json.raw("-0.0");  // "-0" would be an integer
  if (std::isfinite(value)) return json.number(value, precision);
  losses_.add(Loss::non_finite);
  json.text(std::isnan(value) ? "NaN" : "Inf");  // formats/flecs/README.md, 4.2
}

void PropertyWriter::integer(JsonWriter& json, const PropertyNode& node) {
  if (node.is_unsigned || (node.integer >= 0 && node.unsigned_integer >= kQuoted)) {
    return json.text(std::to_string(node.unsigned_integer));
  }
  json.integer(node.integer);
}

void PropertyWriter::text(JsonWriter& json, const PropertyNode& node) {
  switch (node.type) {
    case PropertyType::bytes: losses_.add(Loss::bytes); return json.base64(node.text_value());
    case PropertyType::entity:
      if (const auto path = find_path_(node.text_value())) return json.text(*path);
      if (!node.text_value().empty()) losses_.add(Loss::reference);
      return json.text(node.text_value());
    case PropertyType::string: return json.text(node.text_value());
    default: losses_.add(Loss::text_kind); return json.text(node.text_value());
  }
}

void PropertyWriter::vector(JsonWriter& json, const PropertyTree& tree, const PropertyNode& node) {
  constexpr std::array<std::string_view, 4> kAxes{"x", "y", "z", "w"};
  constexpr std::array<std::string_view, 4> kChannels{"r", "g", "b", "a"};
  const std::span<const double> numbers = tree.numbers_of(node);
  const bool is_color = node.type == PropertyType::color;
  if (is_color) losses_.add(Loss::color);
  if (node.type == PropertyType::quat) losses_.add(Loss::quat);
  if (node.type == PropertyType::points) losses_.add(Loss::points);
  if (!is_color && !is_vector(node)) {
    json.begin_array();
    for (const double each : numbers) number(json, each, node.precision);
    return json.end_array();
  }
  json.begin_object();
  for (std::size_t i = 0; i < std::min<std::size_t>(numbers.size(), 4); ++i) {
    json.key(is_color ? kChannels[i] : kAxes[i]);
    number(json, numbers[i], node.precision);
  }
  json.end_object();
}

void PropertyWriter::children(JsonWriter& json, const PropertyTree& tree, PropertyTree::Node at) {
  const bool is_list = tree[at].type == PropertyType::list;
  if (!is_array_container(tree[at].type)) losses_.add(Loss::record);
  is_list ? json.begin_array() : json.begin_object();
  bool has_numbers_only = is_list && tree[at].subtree > 1;
  for_each_root(tree, children_of(tree, at), [&](PropertyTree::Node child, const auto& node) {
    if (!is_list) json.key(node.name);
    has_numbers_only = has_numbers_only && node.type == PropertyType::number;
    value(json, tree, child);
  });
  if (has_numbers_only) losses_.add(Loss::list);
  is_list ? json.end_array() : json.end_object();
}

std::string PropertyWriter::schema(const PropertyTree& tree, PropertyTree::Node at) {
  std::string found = value_schema(tree, at);
  if (found.empty() || !is_single_value(tree[at])) return found;
  return member_schema("value", found);
}

/// Where all elements want the same said; `["vector",{…}]`.
std::string PropertyWriter::list_schema(const PropertyTree& tree, PropertyTree::Node at) {
  std::string common;
  bool are_alike = true;
  for_each_root(tree, children_of(tree, at), [&](PropertyTree::Node child, const auto&) {
    const std::string schema = value_schema(tree, child);
    are_alike = are_alike && (child == at + 1 || schema == common);
    if (child == at + 1) common = schema;
  });
  return common.empty() || !are_alike ? std::string() : R"(["vector",)" + common + "]";
}

std::string PropertyWriter::value_schema(const PropertyTree& tree, PropertyTree::Node at) {
  const PropertyNode& node = tree[at];
  switch (node.type) {
    case PropertyType::integer: return plain_schema("int", node.unit);
    case PropertyType::number:
      return *node.unit == '\0' ? std::string() : plain_schema("float", node.unit);
    case PropertyType::vec2:
    case PropertyType::vec3:
    case PropertyType::vec4:
    case PropertyType::quat:
      return *node.unit == '\0' ? std::string()
                                : member_schema("x", plain_schema("float", node.unit));
    case PropertyType::entity: return plain_schema("entity", "");
    case PropertyType::numbers:
    case PropertyType::points: return R"(["vector",["float"]])";  // any count, two to four too
    case PropertyType::list: return list_schema(tree, at);
    default: break;
  }
  if (is_text(node.type)) {
    // What looks like a number, or an entity, is neither.
    const std::string_view text = node.text_value();
    const bool is_ambiguous = quoted_number(text, false) || is_anonymous(text);
    return is_ambiguous ? plain_schema("text", "") : std::string();
  }
  if (!is_container(node.type)) return {};
  std::string text;
  JsonWriter json(text);
  json.begin_object();
  bool is_needed = false;
  for_each_root(tree, children_of(tree, at), [&](PropertyTree::Node child, const auto& member) {
    const std::string inner = value_schema(tree, child);
    if (inner.empty()) return;
    is_needed = true;
    json.key(member.name);
    json.raw(inner);
  });
  json.end_object();
  return is_needed ? text : std::string();
}

}  // namespace scrubjay::flecs
