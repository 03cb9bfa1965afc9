#pragma once

#include <glm/vec3.hpp>
#include <limits>
#include <optional>
#include <string_view>

#include "core/coordinate_system.h"
#include "core/property_tree.h"

namespace scrubjay::carla {

/// How vectors that lost their meaning on the way through another format become Unreal's again:
/// they were turned with everything else when they were written there, but are no more when they
/// are read.
struct LostMeaning {
  CoordinateConversion axes;      ///< from the recorded system to Unreal's, without scale
  double metres_per_unit = 0.01;  ///< of the recorded system

  /// For frames that were recorded in `system`.
  static LostMeaning in(const CoordinateSystem& system);
};

/// Looks for properties as properties.cpp names and types them, in a tree that may have been
/// another format's in between: whole numbers may have become numbers, lists groups, colours groups
/// of r, g, b, a, and a unit may stand in the name.
class PropertyView {
 public:
  PropertyView(const PropertyTree& tree, PropertyRange range) : tree_(&tree), range_(range) {}

  bool empty() const { return range_.count == 0; }
  /// What stands in the group of an entity's own properties where there is one, else itself.
  PropertyView own() const { return group(PropertyRole::own).value_or(*this); }
  /// The first property of that name, or null.
  const PropertyNode* find(std::string_view name) const;
  const PropertyNode* find(PropertyRole role) const { return find_role(*tree_, range_, role); }
  /// The members of the first container of that name; nothing when there is none.
  std::optional<PropertyView> group(std::string_view name) const;
  std::optional<PropertyView> group(PropertyRole role) const;

  std::optional<double> number(std::string_view name) const;
  /// A number that a float holds exactly or nearly; NaN and infinities stay.
  std::optional<float> single(std::string_view name) const;
  /// A whole number within the range of `Whole`.
  template <class Whole>
  std::optional<Whole> whole(std::string_view name) const {
    const auto value = number(name);
    if (!value || !(*value >= static_cast<double>(std::numeric_limits<Whole>::min())) ||
        !(*value <= static_cast<double>(std::numeric_limits<Whole>::max()))) {
      return std::nullopt;
    }
    const auto found = static_cast<Whole>(*value);
    if (static_cast<double>(found) != *value) return std::nullopt;
    return found;
  }
  std::optional<bool> boolean(std::string_view name) const;
  std::optional<std::string_view> text(std::string_view name) const;
  /// Three numbers that are measured in `unit` ("cm", "m/s", "deg") when they are in Unreal's
  /// coordinates.
  std::optional<glm::dvec3> vec3(std::string_view name, Meaning meaning, std::string_view unit,
                                 const LostMeaning& lost) const;

  /// Calls `visit(const PropertyNode&, PropertyView members)` for each property.
  template <class Visit>
  void each(Visit visit) const {
    for (std::uint32_t i = range_.first; i < range_.first + range_.count;
         i += (*tree_)[i].subtree) {
      visit((*tree_)[i], PropertyView(*tree_, children_of(*tree_, i)));
    }
  }

  const PropertyTree& tree() const { return *tree_; }

 private:
  std::optional<PropertyView> inside(const PropertyNode* node) const;

  const PropertyTree* tree_;
  PropertyRange range_;
};

}  // namespace scrubjay::carla
