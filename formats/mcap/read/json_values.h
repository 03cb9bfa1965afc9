#pragma once

#include <string_view>

#include "core/property_tree.h"

namespace scrubjay::mcap {

/// Appends the members of a JSON object as properties, any other value as one called `value`.
/// False, and nothing is added, where `json` is none, nests too deep or has too many values.
bool append_json_members(PropertyTree& tree, std::string_view json);

/// Appends a property of `type` whose value is the JSON that `write_property`
/// (core/property_json.h) gives it. False, and nothing is added, where it is none.
bool append_json_property(PropertyTree& tree, std::string_view name, PropertyType type,
                          std::string_view json);

/// Appends what `write_properties` wrote.
bool append_json_properties(PropertyTree& tree, std::string_view json);

}  // namespace scrubjay::mcap
