#pragma once

#include <cstdint>
#include <string>

#include "core/property_tree.h"

namespace scrubjay::xrec {

/// An entry's value for people: a text as it is, anything else as JSON.
std::string metadata_text(const PropertyTree& tree, PropertyTree::Node entry);

/// "2023-11-14T22:13:20Z", with as many decimals of a second as there are.
std::string utc_text(std::int64_t unix_ns);

}  // namespace scrubjay::xrec
