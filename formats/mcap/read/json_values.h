#pragma once

#include <cstdint>
#include <map>
#include <string_view>

#include "core/property_tree.h"

namespace scrubjay::mcap {

/// What became of a message.
enum class MessageOutcome : std::uint8_t {
  whole,
  unknown,  ///< whole, with fields that its schema does not name, or groups: they are left out
  damaged,  ///< it cannot be read to its end
  limited,  ///< it nests too deep or has too many values
};

/// Appends the members of a JSON object as properties, any other value as one called `value`. Of a
/// text that breaks, nests too deep or has too many values what stands before is added.
MessageOutcome append_json_members(PropertyTree& tree, std::string_view json);

/// Appends a property of `type` whose value is the JSON that `write_property`
/// (core/property_json.h) gives it; of a list also that of `write_plain_value`. False, and nothing
/// is added, where it is none.
bool append_json_property(PropertyTree& tree, std::string_view name, PropertyType type,
                          std::string_view json);

/// Types of what a record holds, which its JSON does not state, by place among the properties.
using PlacedTypes = std::map<std::uint32_t, PropertyType>;

/// Appends what `write_properties` wrote.
bool append_json_properties(PropertyTree& tree, std::string_view json,
                            const PlacedTypes& types = {});

}  // namespace scrubjay::mcap
