#pragma once

#include "core/json_writer.h"
#include "core/property_tree.h"

namespace scrubjay {

// Properties as JSON, the same text wherever one is printed. Each function writes one value. Names
// and meaning of the fields are a contract with scripts.

/// A property with its subtree: {"name", "type", "value"} and "unit", "flags", ... where it has
/// them.
void write_property(JsonWriter& json, const PropertyTree& tree, PropertyTree::Node node);
/// An array of properties.
void write_properties(JsonWriter& json, const PropertyTree& tree, PropertyRange range);
/// Only the value, without name and type: containers but lists become objects.
void write_plain_value(JsonWriter& json, const PropertyTree& tree, PropertyTree::Node node);
/// One object that holds each root of `range` by its name, in the plain form.
void write_plain_object(JsonWriter& json, const PropertyTree& tree, PropertyRange range);

}  // namespace scrubjay
