#pragma once

#include <string>

#include "core/property_tree.h"

namespace scrubjay::mcap {

/// What the JSON of an event's properties does not say of them (formats/mcap/README.md, 5.6):
/// "0 point 3 float32 3 length 5 type:color".
std::string facts_of(const PropertyTree& tree, PropertyRange range);

}  // namespace scrubjay::mcap
