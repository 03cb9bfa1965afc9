#include "formats/carla/write/property_view.h"

#include "formats/carla/header.h"

namespace scrubjay::carla {

namespace {

/// Lengths in `found`, or, where nothing is said, in the recorded system's unit if that is what
/// `wanted`, centimetres, was.
double scale_to(std::string_view wanted, std::string_view found, const LostMeaning& lost) {
  const auto wanted_metres = metres_of_unit(wanted);
  if (!wanted_metres) return 1.0;
  if (const auto metres = metres_of_unit(found)) return *metres / *wanted_metres;
  return wanted == "cm" ? lost.metres_per_unit / *wanted_metres : 1.0;
}

glm::dvec3 regained(const glm::dvec3& value, Meaning meaning, std::string_view wanted,
                    std::string_view found, const LostMeaning& lost) {
  switch (meaning) {
    case Meaning::axial: return lost.axes.axial(value);
    case Meaning::euler: return lost.axes.euler(value);
    case Meaning::factors: return lost.axes.factors(value);
    case Meaning::extent: return lost.axes.extent(value) * scale_to(wanted, found, lost);
    default: return lost.axes.direction(value) * scale_to(wanted, found, lost);
  }
}

}  // namespace

const PropertyNode* PropertyView::find(std::string_view name) const {
  for (std::uint32_t i = range_.first; i < range_.first + range_.count; i += (*tree_)[i].subtree) {
    if (bare_name((*tree_)[i]) == name) return &(*tree_)[i];
  }
  return nullptr;
}

std::optional<PropertyView> PropertyView::group(std::string_view name) const {
  return inside(find(name));
}

std::optional<PropertyView> PropertyView::group(PropertyRole role) const {
  return inside(find_role(*tree_, range_, role));
}

std::optional<PropertyView> PropertyView::inside(const PropertyNode* node) const {
  if (node == nullptr || !is_container(node->type)) return std::nullopt;
  const auto row = static_cast<PropertyTree::Node>(node - tree_->nodes().data());
  return PropertyView(*tree_, children_of(*tree_, row));
}

std::optional<double> PropertyView::number(std::string_view name) const {
  const PropertyNode* node = find(name);
  return node == nullptr ? std::nullopt : node->as_number();
}

std::optional<float> PropertyView::single(std::string_view name) const {
  const auto value = number(name);
  if (!value) return std::nullopt;
  return static_cast<float>(*value);
}

std::optional<bool> PropertyView::boolean(std::string_view name) const {
  const PropertyNode* node = find(name);
  if (node == nullptr || node->type != PropertyType::boolean) return std::nullopt;
  return node->boolean;
}

std::optional<std::string_view> PropertyView::text(std::string_view name) const {
  const PropertyNode* node = find(name);
  if (node == nullptr || !is_text(node->type)) return std::nullopt;
  return node->text_value();
}

LostMeaning LostMeaning::in(const CoordinateSystem& system) {
  LostMeaning lost;
  lost.axes = CoordinateConversion(system, unreal_coordinates()).without_scale();
  lost.metres_per_unit = system.metres_per_unit;
  return lost;
}

std::optional<glm::dvec3> PropertyView::vec3(std::string_view name, Meaning meaning,
                                             std::string_view unit, const LostMeaning& lost) const {
  const PropertyNode* node = find(name);
  if (node == nullptr || node->type != PropertyType::vec3) return std::nullopt;
  const auto values = tree_->numbers_of(*node);
  if (values.size() != 3) return std::nullopt;
  const glm::dvec3 value(values[0], values[1], values[2]);
  if (node->meaning == meaning) return value;
  if (node->meaning != Meaning::none) return std::nullopt;
  return regained(value, meaning, unit, unit_in_name(*node), lost);
}

}  // namespace scrubjay::carla
