#include "formats/framebyframe/read/property_kinds.h"

#include <array>

namespace scrubjay::framebyframe {

namespace {

struct KnownType {
  std::string_view text;
  PropertyKindRead read;
};

constexpr PropertyKindRead shape(PropertyType type) { return {PropertyKind::shape, type}; }

// formats/framebyframe/README.md, 6.1 and 6.2, the most frequent ones first.
constexpr std::array<KnownType, 25> kTypes{{
    {"vec3", {PropertyKind::vec3, PropertyType::vec3}},
    {"number", {PropertyKind::number, PropertyType::number}},
    {"string", {PropertyKind::string, PropertyType::string}},
    {"group", {PropertyKind::group, PropertyType::group}},
    {"boolean", {PropertyKind::boolean, PropertyType::boolean}},
    {"capsule", shape(PropertyType::capsule)},
    {"oobb", shape(PropertyType::oobb)},
    {"line", shape(PropertyType::line)},
    {"sphere", shape(PropertyType::sphere)},
    {"path", shape(PropertyType::path)},
    {"eref", {PropertyKind::eref, PropertyType::entity}},
    {"vec2", {PropertyKind::vec2, PropertyType::vec2}},
    {"quat", {PropertyKind::quat, PropertyType::quat}},
    {"arrow", shape(PropertyType::arrow)},
    {"vector", shape(PropertyType::vector)},
    {"aabb", shape(PropertyType::aabb)},
    {"plane", shape(PropertyType::plane)},
    {"mesh", shape(PropertyType::mesh)},
    {"triangle", shape(PropertyType::triangle)},
    {"cylinder", shape(PropertyType::cylinder)},
    {"hemisphere", shape(PropertyType::hemisphere)},
    {"comment", {PropertyKind::comment, PropertyType::comment}},
    {"table", {PropertyKind::table, PropertyType::table}},
    {"resource", {PropertyKind::resource, PropertyType::resource}},
    {"linechart", {PropertyKind::linechart, PropertyType::linechart}},
}};

// formats/framebyframe/README.md, 6.2.
constexpr std::array<ShapeField, 23> kShapeFields{{
    {"position", ShapeValue::vec3, Meaning::point},
    {"color", ShapeValue::color, Meaning::none},
    {"layer", ShapeValue::text, Meaning::none},
    {"radius", ShapeValue::number, Meaning::length},
    {"direction", ShapeValue::vec3, Meaning::direction},
    {"height", ShapeValue::number, Meaning::length},
    {"size", ShapeValue::vec3, Meaning::extent},
    {"up", ShapeValue::vec3, Meaning::direction},
    {"forward", ShapeValue::vec3, Meaning::direction},
    {"origin", ShapeValue::vec3, Meaning::point},
    {"destination", ShapeValue::vec3, Meaning::point},
    {"points", ShapeValue::points, Meaning::point},
    {"vector", ShapeValue::vec3, Meaning::point},
    {"normal", ShapeValue::vec3, Meaning::direction},
    {"width", ShapeValue::number, Meaning::length},
    {"length", ShapeValue::number, Meaning::length},
    {"vertices", ShapeValue::numbers, Meaning::point},
    {"indices", ShapeValue::numbers, Meaning::none},
    {"wireframe", ShapeValue::boolean, Meaning::none},
    {"texture", ShapeValue::resource, Meaning::none},
    {"p1", ShapeValue::vec3, Meaning::point},
    {"p2", ShapeValue::vec3, Meaning::point},
    {"p3", ShapeValue::vec3, Meaning::point},
}};
constexpr ShapeField kOther{};

/// Most of the table is passed over by size and first letter.
bool is_same(std::string_view known, std::string_view text) {
  return known.size() == text.size() && known[0] == text[0] && known == text;
}

}  // namespace

PropertyKindRead kind_of_type(std::string_view type) {
  for (const KnownType& known : kTypes) {
    if (is_same(known.text, type)) return known.read;
  }
  return {PropertyKind::unknown, PropertyType::record};
}

const ShapeField& shape_field(std::string_view name) {
  for (const ShapeField& field : kShapeFields) {
    if (is_same(field.name, name)) return field;
  }
  return kOther;
}

}  // namespace scrubjay::framebyframe
