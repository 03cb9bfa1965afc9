#include "core/property_json.h"

namespace scrubjay {

namespace {

void write_value(JsonWriter& json, const PropertyTree& tree, PropertyTree::Node node) {
  if (is_array_container(tree[node].type)) {
    write_properties(json, tree, children_of(tree, node));
  } else {
    write_plain_value(json, tree, node);
  }
}

/// What people read best on one line.
bool is_short(const PropertyNode& property) {
  const bool has_many = has_numbers(property.type) && property.numbers.count > 16;
  return !is_container(property.type) && !has_many;
}

void write_style(JsonWriter& json, const PropertyStyle& style) {
  if (!style.type_name.empty()) json.field("type_name", style.type_name);
  if (!style.label.empty()) json.field("label", style.label);
  if (!style.icon.empty()) json.field("icon", style.icon);
  if (!style.color.empty()) json.field("icon_color", style.color);
}

}  // namespace

void write_property(JsonWriter& json, const PropertyTree& tree, PropertyTree::Node node) {
  const PropertyNode& property = tree[node];
  if (is_short(property)) {
    json.begin_object_on_one_line();
  } else {
    json.begin_object();
  }
  json.field("name", property.name);
  json.field("type", to_text(property.type));
  json.key("value");
  write_value(json, tree, node);
  if (property.unit[0] != '\0') json.field("unit", property.unit);
  if (property.flags != 0) json.integer_field("flags", property.flags);
  if (property.style != 0) write_style(json, tree.style_of(property));
  json.end_object();
}

void write_properties(JsonWriter& json, const PropertyTree& tree, PropertyRange range) {
  json.begin_array();
  for_each_root(tree, range, [&](PropertyTree::Node node, const PropertyNode&) {
    write_property(json, tree, node);
  });
  json.end_array();
}

void write_plain_value(JsonWriter& json, const PropertyTree& tree, PropertyTree::Node node) {
  const PropertyNode& property = tree[node];
  switch (property.type) {
    case PropertyType::null: json.null(); return;
    case PropertyType::boolean: json.boolean(property.boolean); return;
    case PropertyType::number: json.number(property.number, property.precision); return;
    case PropertyType::bytes: json.base64(property.text_value()); return;
    case PropertyType::integer: json.raw(property.integer_text().view()); return;
    case PropertyType::list:
      json.begin_array();
      for_each_root(tree, children_of(tree, node),
                    [&](PropertyTree::Node child, const PropertyNode&) {
                      write_plain_value(json, tree, child);
                    });
      json.end_array();
      return;
    case PropertyType::points: {
      std::span<const double> values = tree.numbers_of(property);
      json.begin_array();
      for (; values.size() >= 3; values = values.subspan(3)) {
        json.numbers(values.first(3), property.precision);
      }
      json.end_array();
      return;
    }
    default: break;
  }
  if (is_text(property.type)) {
    json.text(property.text_value());
  } else if (has_numbers(property.type)) {
    json.numbers(tree.numbers_of(property), property.precision);
  } else {
    write_plain_object(json, tree, children_of(tree, node));
  }
}

void write_plain_object(JsonWriter& json, const PropertyTree& tree, PropertyRange range) {
  json.begin_object();
  for_each_root(tree, range, [&](PropertyTree::Node node, const PropertyNode& property) {
    json.key(property.name);
    write_plain_value(json, tree, node);
  });
  json.end_object();
}

}  // namespace scrubjay
