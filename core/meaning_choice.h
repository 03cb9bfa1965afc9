#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/meaning.h"
#include "core/property_tree.h"

namespace scrubjay {

/// What a person says of the properties of a name: a format states what its own vectors mean, but
/// not what a game's own are.
struct MeaningChoice {
  std::string path;  ///< names joined with '/'; a bare name is the last part of any path
  Meaning meaning = Meaning::none;

  bool operator==(const MeaningChoice&) const = default;
};

/// Whether values of a type can mean that; `none` always.
bool can_mean(PropertyType type, Meaning meaning);

/// Gives the properties that a choice names its meaning, where their type can mean that. Of several
/// choices for one property the last one holds. O(nodes * choices).
void apply_choices(std::span<const MeaningChoice> choices, PropertyTree& tree, PropertyRange range);

/// Whether a property of the tree is one that the choice names and that can mean that.
bool is_about_any(const MeaningChoice& choice, const PropertyTree& tree);

}  // namespace scrubjay
