#include <algorithm>
#include <span>

#include "formats/framebyframe/read/property_reader.h"
#include "formats/json/json_token.h"

namespace scrubjay::framebyframe {

bool PropertyReader::read_shape_field(Key key, Value& value, Draft& draft, int depth) {
  const ShapeField& field = shape_field(raw_key(key.raw()));
  // The documentation has the fields of path and triangle the wrong way round
  // (formats/framebyframe/README.md, 14).
  if (draft.kind.type == PropertyType::path && field.name.starts_with('p') &&
      field.name.size() == 2) {
    return read_corner(field.name, value, draft);
  }
  if (draft.kind.type == PropertyType::triangle && field.value == ShapeValue::points) {
    return read_triangle_points(value);
  }
  if (field.value == ShapeValue::other) {
    return values_.add_json(values_.keep_key(key), value, depth + 1);
  }
  // Of numbers null says NaN (formats/framebyframe/README.md, 15.5).
  if (first_char(value) == 'n' && field.value != ShapeValue::number) return true;
  if (field.value == ShapeValue::text) draft.has_layer = true;
  return read_shape_value(field, value, depth + 1);
}

bool PropertyReader::read_shape_value(const ShapeField& field, Value& value, int depth) {
  switch (field.value) {
    case ShapeValue::text: return values_.add_text(field.name, value, PropertyType::string, depth);
    case ShapeValue::resource:
      return values_.add_text(field.name, value, PropertyType::resource, depth);
    case ShapeValue::color: return values_.add_color(field.name, value, depth);
    case ShapeValue::vec3:
      return values_.add_vector(field.name, value, PropertyType::vec3, field.meaning, depth);
    case ShapeValue::boolean: return values_.add_boolean(field.name, value, depth);
    case ShapeValue::numbers:
      return values_.add_numbers(field.name, value, PropertyType::numbers, field.meaning);
    case ShapeValue::points:
      return values_.add_numbers(field.name, value, PropertyType::points, field.meaning);
    case ShapeValue::number: break;
    case ShapeValue::other: return true;
  }
  const Node node = values_.tree().size();
  if (!values_.add_number(field.name, value, depth)) return false;
  PropertyNode& added = values_.tree().node_for_edit(node);
  if (added.type == PropertyType::number) added.meaning = field.meaning;
  return true;
}

bool PropertyReader::read_corner(std::string_view name, Value& value, Draft& draft) {
  const std::size_t n = static_cast<std::size_t>(name[1] - '1');
  if (!draft.has_corners) corners_.fill(0.0);
  draft.has_corners = true;
  if (!values_.vector(value, ValueReader::Components::xyzw,
                      std::span(corners_).subspan(3 * n, 3))) {
    if (!values_.is_broken()) values_.note(code::kWrongValue, value);
    return !values_.is_broken();
  }
  draft.corner_count = std::max(draft.corner_count, static_cast<std::uint8_t>(n + 1));
  return true;
}

bool PropertyReader::read_triangle_points(Value& value) {
  constexpr std::array<std::string_view, 3> kNames{"p1", "p2", "p3"};
  std::size_t n = 0;
  return values_.each_item_of(value, [&](Value& point) {
    if (n >= kNames.size()) return true;
    return values_.add_vector(kNames[n++], point, PropertyType::vec3, Meaning::point, 0);
  });
}

void PropertyReader::finish_shape(const Draft& draft) {
  PropertyTree& tree = values_.tree();
  if (draft.corner_count > 0) {
    tree.numbers("points", PropertyType::points,
                 std::span(corners_).first(std::size_t{3} * draft.corner_count), Precision::float64,
                 "", Meaning::point);
  }
  // A shape without a layer is on the one called "" (formats/framebyframe/README.md, 6.2).
  if (!draft.has_layer) tree.text("layer", "");
}

}  // namespace scrubjay::framebyframe
