#pragma once

#include <cstdint>
#include <string_view>

#include "core/property_tree.h"

namespace scrubjay::framebyframe {

/// How a property's fields are read, by its `type` (formats/framebyframe/README.md, 6).
enum class PropertyKind : std::uint8_t {
  untyped,  ///< no `type`: the value tells
  unknown,  ///< a type that the format does not have
  string,
  comment,
  resource,
  number,
  boolean,
  vec2,
  vec3,
  quat,
  group,
  eref,
  table,
  linechart,
  shape,
};

struct PropertyKindRead {
  PropertyKind kind = PropertyKind::untyped;
  PropertyType type = PropertyType::record;  ///< of its node
};

/// What the text of `type` means.
PropertyKindRead kind_of_type(std::string_view type);

/// One field of a shape: how it is read and what it means in space.
enum class ShapeValue : std::uint8_t {
  text,      ///< layer
  resource,  ///< texture
  color,
  vec3,
  number,
  boolean,
  numbers,  ///< a flat list
  points,   ///< a list of {x, y, z}
  other,    ///< not of the format
};

struct ShapeField {
  std::string_view name;
  ShapeValue value = ShapeValue::other;
  Meaning meaning = Meaning::none;
};

/// The field of that name, whichever shape has it; `other` when none does
/// (formats/framebyframe/README.md, 6.2).
const ShapeField& shape_field(std::string_view name);

}  // namespace scrubjay::framebyframe
