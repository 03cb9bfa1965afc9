#pragma once

#include <simdjson.h>

#include <glm/vec3.hpp>
#include <glm/vec4.hpp>
#include <optional>
#include <string_view>

#include "core/property_tree.h"
#include "formats/flecs/read/member_types.h"
#include "formats/flecs/roles.h"

namespace scrubjay::flecs {

/// Up to it a double holds every integer.
inline constexpr double kMostExact = 9007199254740992.0;
/// Whether it is an integer beyond that, on either side of 0.
bool is_large_integer(const simdjson::dom::element& value);

/// A number, plain or in quotes as flecs prints odd ones (formats/flecs/README.md, 4.2).
std::optional<double> number_of(const simdjson::dom::element& value, const Schema* schema);

/// Numbers of an object with x, y (z (w)) or of an array of two to four; how many there are, or 0.
std::size_t components_of(const simdjson::dom::element& value, glm::dvec4& out);

/// Writes the value of a component or a member as properties (formats/flecs/README.md, 4, 12).
/// `name` and what `value` and `type` hold must outlive the tree's content; depth is bounded by the
/// parser.
void write_value(PropertyTree& tree, std::string_view name, const simdjson::dom::element& value,
                 const ValueType& type, Meaning meaning = Meaning::none);

/// The same for a whole component: one with a single member called `value` is that value.
void write_component(PropertyTree& tree, std::string_view name, const simdjson::dom::element& value,
                     const ValueType& type, const Role& role);

}  // namespace scrubjay::flecs
