#pragma once

#include <cstddef>
#include <glm/vec3.hpp>
#include <string>

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

/// Angles in degrees as `turn_angles` has them, a line each with the sense in words.
std::string angles_text(const glm::dvec3& roll_pitch_yaw);
/// The same in a few words, what one looks for first, without angles that are next to nothing:
/// "yaw -67.4\u00B0, pitch 2\u00B0".
std::string turn_text(const glm::dvec3& roll_pitch_yaw);

}  // namespace scrubjay
