#pragma once

#include <glm/gtc/quaternion.hpp>

/// What C libraries each round in a way of their own, and one of them in several, by processor.
/// What files are made of takes these: the same recording gives the same bytes on every system.
/// Built of additions, multiplications, divisions and roots, whose results IEEE 754 fixes; off by
/// about a unit in the last place, but for angles beyond a million radians.
namespace scrubjay::steady {

double sin(double radians);
double cos(double radians);
double atan2(double y, double x);

/// The turn by that angle around a unit vector.
glm::dquat turn(double radians, const glm::dvec3& axis);
/// Between two turns on the shorter arc, as glm::slerp: `part` 0 is the first.
glm::dquat slerp(const glm::dquat& from, const glm::dquat& to, double part);

}  // namespace scrubjay::steady
