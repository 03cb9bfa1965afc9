#include "formats/framebyframe/read/orientation.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>
#include <optional>

namespace scrubjay::framebyframe {

namespace {

std::optional<glm::dvec3> direction(const glm::dvec3& v) {
  // Scaled first, so that very long and very short vectors have a length.
  const double largest = std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)});
  if (!(largest > 0.0) || !std::isfinite(v.x) || !std::isfinite(v.y) || !std::isfinite(v.z)) {
    return std::nullopt;
  }
  return glm::normalize(v / largest);
}

/// The part of `v` across the unit vector `axis`, as a direction; none when they are parallel.
std::optional<glm::dvec3> across(const glm::dvec3& v, const glm::dvec3& axis) {
  const glm::dvec3 part = v - axis * glm::dot(v, axis);
  return glm::dot(part, part) > 1e-18 ? direction(part) : std::nullopt;
}

/// A direction across `axis`: that of `wanted` if it has one, else of one of the system's axes.
glm::dvec3 across_or_axis(const std::optional<glm::dvec3>& wanted, const glm::dvec3& axis,
                          const CoordinateSystem& system) {
  if (wanted) {
    if (const auto found = across(*wanted, axis)) return *found;
  }
  if (const auto found = across(direction_of(system.forward), axis)) return *found;
  return direction_of(system.up);
}

}  // namespace

glm::dquat rotation_of(const CoordinateSystem& system, const glm::dvec3& up,
                       const glm::dvec3& forward) {
  const glm::dvec3 up_axis = direction_of(system.up);
  const glm::dvec3 forward_axis = direction_of(system.forward);
  if (up == up_axis && forward == forward_axis) return glm::dquat(1.0, 0.0, 0.0, 0.0);
  const auto wanted_forward = direction(forward);
  const auto wanted_up = direction(up);
  glm::dvec3 new_up = wanted_up.value_or(up_axis);
  if (!wanted_up && wanted_forward) {
    new_up = across(up_axis, *wanted_forward).value_or(forward_axis);
  }
  const glm::dvec3 new_forward = across_or_axis(wanted_forward, new_up, system);
  // Up x forward stands in for right on both sides, so that a left-handed system gives a proper
  // rotation, too.
  const glm::dmat3 from(glm::cross(up_axis, forward_axis), up_axis, forward_axis);
  const glm::dmat3 to(glm::cross(new_up, new_forward), new_up, new_forward);
  return glm::normalize(glm::quat_cast(to * glm::transpose(from)));
}

}  // namespace scrubjay::framebyframe
