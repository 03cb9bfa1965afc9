#include "formats/framebyframe/write/property_writer.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/ascii.h"
#include "core/base64.h"
#include "core/number_text.h"

namespace scrubjay::framebyframe {

namespace {

bool has_child(const PropertyTree& tree, PropertyTree::Node node, std::string_view name) {
  bool found = false;
  for_each_root(tree, children_of(tree, node), [&](PropertyTree::Node, const PropertyNode& child) {
    found = found || child.name == name;
  });
  return found;
}

/// "#8442b9", the form that all places of the application understand
/// (formats/framebyframe/README.md, 7).
std::string hex_color(std::span<const double> rgba) {
  std::string text = "#";
  for (std::size_t i = 0; i < 3; ++i) {
    const double part = i < rgba.size() && std::isfinite(rgba[i]) ? rgba[i] : 0.0;
    add_hex(text, static_cast<unsigned char>(std::lround(std::clamp(part, 0.0, 1.0) * 255.0)));
  }
  return text;
}

/// An optional minus and digits, without a zero in front of others.
bool is_json_integer(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  return is_digits(text) && (text.size() == 1 || text.front() != '0');
}

}  // namespace

void PropertyWriter::properties(const PropertyTree& tree, PropertyRange range) {
  json_.begin_array();
  for_each_root(tree, range,
                [&](PropertyTree::Node node, const PropertyNode&) { property(tree, node); });
  json_.end_array();
}

/// Opens the object and writes what all properties have (formats/framebyframe/README.md, 5), but
/// the value.
void PropertyWriter::head(const PropertyTree& tree, const PropertyNode& node,
                          std::string_view type) {
  json_.begin_object();
  if (*node.unit == '\0') {
    json_.field("name", node.name);
  } else {
    losses_.add(Loss::unit);
    json_.field("name", std::string(node.name) + " [" + node.unit + "]");
  }
  json_.field("type", type);
  if (node.flags != 0) json_.integer_field("flags", node.flags);
  const PropertyStyle& style = tree.style_of(node);
  if (!style.icon.empty()) json_.field("icon", style.icon);
  if (!style.color.empty()) json_.field("icolor", style.color);
}

void PropertyWriter::property(const PropertyTree& tree, PropertyTree::Node at) {
  const PropertyNode& node = tree[at];
  switch (node.type) {
    case PropertyType::string:
    case PropertyType::comment:
    case PropertyType::resource: text(tree, node); break;
    case PropertyType::entity: reference(tree, node); break;
    case PropertyType::group:
      head(tree, node, "group");
      children(tree, at);
      break;
    case PropertyType::boolean:
    case PropertyType::number:
    case PropertyType::vec2:
    case PropertyType::vec3:
    case PropertyType::quat:
    case PropertyType::table:
    case PropertyType::linechart:
      head(tree, node, to_text(node.type));
      value_field(tree, at);
      break;
    default:
      if (is_shape(node.type)) {
        shape(tree, at);
      } else {
        mapped(tree, at);
      }
      break;
  }
  json_.end_object();
}

void PropertyWriter::value_field(const PropertyTree& tree, PropertyTree::Node node) {
  json_.key("value");
  plain_value(tree, node);
}

void PropertyWriter::children(const PropertyTree& tree, PropertyTree::Node node) {
  json_.key("value");
  properties(tree, children_of(tree, node));
}

void PropertyWriter::text(const PropertyTree& tree, const PropertyNode& node) {
  head(tree, node, to_text(node.type));
  json_.field("value", node.text_value());
}

void PropertyWriter::reference(const PropertyTree& tree, const PropertyNode& node) {
  WrittenReference target{tree.style_of(node).label, node.text_value()};
  if (find_reference_) {
    const auto found = find_reference_(target.id);
    if (!found) {
      losses_.add(Loss::reference);
      head(tree, node, "string");
      json_.field("value", node.text_value());
      return;
    }
    target = {target.name.empty() ? found->name : target.name, found->id};
  }
  head(tree, node, "eref");
  json_.key("value");
  json_.begin_object();
  json_.field("name", target.name);
  json_.key("id");
  id(target.id);
  json_.end_object();
}

/// An id as it was recorded: null where there was none, a text where it was no integer.
void PropertyWriter::id(std::string_view text) {
  if (text.empty()) return json_.null();
  if (is_json_integer(text)) return json_.raw(text);
  json_.text(text);
}

/// The fields of formats/framebyframe/README.md, 6.2. What the application cannot do without is
/// added.
void PropertyWriter::shape(const PropertyTree& tree, PropertyTree::Node at) {
  const PropertyNode& node = tree[at];
  head(tree, node, to_text(node.type));
  if (!has_child(tree, at, "layer")) json_.field("layer", "");
  if (!has_child(tree, at, "color")) {
    json_.key("color");
    vector(std::array{1.0, 1.0, 1.0, 1.0}, "rgba", Precision::float64);
  }
  members(tree, at);
  if (node.type == PropertyType::mesh && !has_child(tree, at, "indices")) {
    json_.key("indices");
    json_.numbers({});
  }
}

/// The children as members of the object that is open.
void PropertyWriter::members(const PropertyTree& tree, PropertyTree::Node node) {
  for_each_root(tree, children_of(tree, node),
                [&](PropertyTree::Node child, const PropertyNode& c) {
                  json_.key(c.name);
                  plain_value(tree, child);
                });
}

/// Types that the format does not have.
void PropertyWriter::mapped(const PropertyTree& tree, PropertyTree::Node at) {
  const PropertyNode& node = tree[at];
  switch (node.type) {
    case PropertyType::record:
      if (const std::string_view name = tree.style_of(node).type_name; !name.empty()) {
        head(tree, node, name);
        members(tree, at);
        return;
      }
      losses_.add(Loss::record);
      head(tree, node, "group");
      children(tree, at);
      return;
    case PropertyType::list:
      losses_.add(Loss::list);
      head(tree, node, "group");
      children(tree, at);
      return;
    case PropertyType::bytes: {
      losses_.add(Loss::bytes);
      head(tree, node, "string");
      json_.key("value");
      json_.base64(node.text_value());
      return;
    }
    case PropertyType::integer:
      if (!is_native_) losses_.add(Loss::integer);
      head(tree, node, "number");
      return value_field(tree, at);
    case PropertyType::vec4:
      losses_.add(Loss::vec4);
      head(tree, node, "quat");
      return value_field(tree, at);
    case PropertyType::color: return color_as_group(tree, node);
    case PropertyType::numbers: return numbers_as_chart(tree, node);
    case PropertyType::points: return points_as_path(tree, node);
    default:
      if (!is_native_) losses_.add(Loss::null);
      head(tree, node, "number");
      return json_.null_field("value");
  }
}

void PropertyWriter::color_as_group(const PropertyTree& tree, const PropertyNode& node) {
  losses_.add(Loss::color);
  const auto rgba = tree.numbers_of(node);
  head(tree, node, "group");
  if (tree.style_of(node).color.empty()) json_.field("icolor", hex_color(rgba));
  json_.key("value");
  json_.begin_array();
  for (std::size_t i = 0; i < std::min<std::size_t>(rgba.size(), 4); ++i) {
    json_.begin_object();
    json_.field("name", std::string_view("rgba").substr(i, 1));
    json_.field("type", "number");
    json_.key("value");
    number(rgba[i], node.precision);
    json_.end_object();
  }
  json_.end_array();
}

/// One series; the chart's axis runs from 0 to its largest value.
void PropertyWriter::numbers_as_chart(const PropertyTree& tree, const PropertyNode& node) {
  losses_.add(Loss::numbers);
  const auto values = tree.numbers_of(node);
  double largest = 0;
  for (const double value : values) {
    if (std::isfinite(value)) largest = std::max(largest, value);
  }
  head(tree, node, "linechart");
  json_.key("value");
  json_.begin_object();
  json_.key("data");
  json_.begin_array();
  json_.begin_object();
  json_.key("values");
  json_.numbers(values, node.precision);
  json_.field("ylabel", node.name);
  json_.end_object();
  json_.end_array();
  json_.number_field("yscale", largest > 0 ? largest : 1.0);
  json_.number_field("xscale", static_cast<double>(values.size()));
  json_.end_object();
}

void PropertyWriter::points_as_path(const PropertyTree& tree, const PropertyNode& node) {
  losses_.add(Loss::points);
  head(tree, node, "path");
  json_.field("layer", "Points");
  json_.key("color");
  vector(std::array{1.0, 1.0, 1.0, 1.0}, "rgba", Precision::float64);
  json_.key("points");
  point_array(tree.numbers_of(node), node.precision);
}

void PropertyWriter::number(double value, Precision precision) {
  if (!std::isfinite(value)) losses_.add(Loss::non_finite);
  json_.number(value, precision);
}

void PropertyWriter::vector(std::span<const double> values, std::string_view names,
                            Precision precision) {
  json_.begin_object();
  for (std::size_t i = 0; i < std::min(values.size(), names.size()); ++i) {
    json_.key(names.substr(i, 1));
    number(values[i], precision);
  }
  json_.end_object();
}

void PropertyWriter::point_array(std::span<const double> values, Precision precision) {
  json_.begin_array();
  for (std::size_t i = 0; i + 3 <= values.size(); i += 3) {
    vector(values.subspan(i, 3), "xyz", precision);
  }
  json_.end_array();
}

void PropertyWriter::plain_value(const PropertyTree& tree, PropertyTree::Node at) {
  const PropertyNode& node = tree[at];
  switch (node.type) {
    case PropertyType::null: return json_.null();
    case PropertyType::boolean: return json_.boolean(node.boolean);
    case PropertyType::integer: return json_.raw(node.integer_text().view());
    case PropertyType::number: return number(node.number, node.precision);
    case PropertyType::vec2:
    case PropertyType::vec3:
    case PropertyType::vec4:
    case PropertyType::quat: return vector(tree.numbers_of(node), "xyzw", node.precision);
    case PropertyType::color: return vector(tree.numbers_of(node), "rgba", node.precision);
    case PropertyType::numbers: return json_.numbers(tree.numbers_of(node), node.precision);
    case PropertyType::points: return point_array(tree.numbers_of(node), node.precision);
    case PropertyType::bytes: return json_.base64(node.text_value());
    case PropertyType::group:
    case PropertyType::list:
      json_.begin_array();
      for_each_root(
          tree, children_of(tree, at),
          [&](PropertyTree::Node child, const PropertyNode&) { plain_value(tree, child); });
      return json_.end_array();
    default: break;
  }
  if (is_text(node.type)) return json_.text(node.text_value());
  json_.begin_object();
  members(tree, at);
  json_.end_object();
}

}  // namespace scrubjay::framebyframe
