#pragma once

#include <string>

#include "core/property_tree.h"

namespace scrubjay::framebyframe {

/// Properties on one line, to compare them at a glance: `name:type=value`, containers with their
/// children in brackets. Behind it, where they are not the usual ones: `!flags`, `@meaning`,
/// `~icon,color,type name,label`.
///
///     user:group[hp:number=5!1 at:vec3=(1 2 3)@point]
std::string tree_text(const PropertyTree& tree, PropertyRange range);

}  // namespace scrubjay::framebyframe
