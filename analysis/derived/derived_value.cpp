#include "analysis/derived/derived_value.h"

#include <algorithm>
#include <array>
#include <glm/glm.hpp>

namespace scrubjay {

namespace {

constexpr std::array kDerivedValues{
    DerivedValueInfo{.value = DerivedValue::speed,
                     .path = "derived/speed",
                     .unit = "m/s",
                     .meaning = Meaning::velocity,
                     .description = "how fast its place changes"},
    DerivedValueInfo{.value = DerivedValue::velocity,
                     .path = "derived/velocity",
                     .type = PropertyType::vec3,
                     .unit = "m/s",
                     .meaning = Meaning::velocity,
                     .description = "how its place changes"},
    DerivedValueInfo{.value = DerivedValue::acceleration,
                     .path = "derived/acceleration",
                     .type = PropertyType::vec3,
                     .unit = "m/s^2",
                     .meaning = Meaning::velocity,
                     .description = "how its velocity changes"},
    DerivedValueInfo{.value = DerivedValue::heading_rate,
                     .path = "derived/heading_rate",
                     .unit = "rad/s",
                     .description = "how fast it turns about up"},
    DerivedValueInfo{.value = DerivedValue::distance_travelled,
                     .path = "derived/distance_travelled",
                     .unit = "m",
                     .meaning = Meaning::length,
                     .description = "the way since its life's first frame"},
    DerivedValueInfo{.value = DerivedValue::distance,
                     .path = "derived/distance",
                     .unit = "m",
                     .meaning = Meaning::length,
                     .is_of_two = true,
                     .description = "between their places"},
    DerivedValueInfo{.value = DerivedValue::gap,
                     .path = "derived/gap",
                     .unit = "m",
                     .meaning = Meaning::length,
                     .is_of_two = true,
                     .description = "between their boxes, 0 when these touch"},
    DerivedValueInfo{.value = DerivedValue::closing,
                     .path = "derived/closing",
                     .unit = "m/s",
                     .meaning = Meaning::velocity,
                     .is_of_two = true,
                     .description = "their speed towards each other"},
    DerivedValueInfo{.value = DerivedValue::ttc,
                     .path = "derived/ttc",
                     .unit = "s",
                     .is_of_two = true,
                     .description = "time to collision: gap, else distance, over closing"}};

std::optional<glm::dvec3> scalar(const std::optional<double>& value) {
  if (!value) return std::nullopt;
  return glm::dvec3(*value, 0.0, 0.0);
}

/// Axes only: lengths stay metres.
CoordinateConversion turn_into(const CoordinateSystem& coordinates) {
  return CoordinateConversion(kDerivedCoordinates, coordinates).without_scale();
}

std::optional<glm::dvec3> vector(const std::optional<glm::dvec3>& value,
                                 const CoordinateSystem& coordinates) {
  if (!value) return std::nullopt;
  return turn_into(coordinates).direction(*value);
}

}  // namespace

std::span<const DerivedValueInfo> derived_values() { return kDerivedValues; }

const DerivedValueInfo& info_of(DerivedValue value) {
  return kDerivedValues[static_cast<std::size_t>(value)];
}

std::optional<DerivedPath> derived_path(std::string_view path) {
  const auto named = [](std::string_view text) {
    return std::ranges::find(kDerivedValues, text, &DerivedValueInfo::path);
  };
  if (const auto whole = named(path); whole != kDerivedValues.end()) {
    return DerivedPath{whole->value, -1};
  }
  constexpr std::string_view kComponents = "xyz";
  if (path.size() < 2 || path[path.size() - 2] != '.') return std::nullopt;
  const std::size_t component = kComponents.find(path.back());
  const auto vector_of = named(path.substr(0, path.size() - 2));
  if (component == std::string_view::npos || vector_of == kDerivedValues.end() ||
      vector_of->type != PropertyType::vec3) {
    return std::nullopt;
  }
  return DerivedPath{vector_of->value, static_cast<int>(component)};
}

std::optional<glm::dvec3> value_in(DerivedValue value, const Motion& motion,
                                   const CoordinateSystem& coordinates) {
  switch (value) {
    case DerivedValue::speed:
      if (!motion.velocity) return std::nullopt;
      return scalar(glm::length(*motion.velocity));
    case DerivedValue::velocity: return vector(motion.velocity, coordinates);
    case DerivedValue::acceleration: return vector(motion.acceleration, coordinates);
    case DerivedValue::heading_rate: {
      const bool is_mirrored = turn_into(coordinates).mirrors();
      if (!motion.heading_rate) return std::nullopt;
      return scalar(is_mirrored ? -*motion.heading_rate : *motion.heading_rate);
    }
    case DerivedValue::distance_travelled: return scalar(motion.distance_travelled);
    default: return std::nullopt;
  }
}

std::optional<glm::dvec3> value_in(DerivedValue value, const Approach& approach) {
  switch (value) {
    case DerivedValue::distance: return scalar(approach.distance);
    case DerivedValue::gap: return scalar(approach.gap);
    case DerivedValue::closing: return scalar(approach.closing);
    case DerivedValue::ttc: return scalar(approach.ttc);
    default: return std::nullopt;
  }
}

}  // namespace scrubjay
