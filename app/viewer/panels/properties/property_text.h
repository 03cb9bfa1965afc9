#pragma once

#include <cstddef>
#include <glm/gtc/quaternion.hpp>
#include <string>

#include "core/coordinate_system.h"
#include "core/property_tree.h"

namespace scrubjay {

/// The value on one line without its unit, at most a few hundred bytes long.
std::string bare_value_text(const PropertyTree& tree, PropertyTree::Node node);
/// The same with numbers rounded to four significant digits: what one reads at a glance.
std::string short_value_text(const PropertyTree& tree, PropertyTree::Node node);
/// Numbers rounded so that the text has at most `longest` characters, "" when that does not help.
/// For a cell that is too narrow for the whole text.
std::string rounded_value_text(const PropertyTree& tree, PropertyTree::Node node,
                               std::size_t longest);

/// A rotation as angles about the axes of `coordinates` in degrees, each with the sense in words.
std::string euler_text(const glm::dquat& rotation, const CoordinateSystem& coordinates);

}  // namespace scrubjay
