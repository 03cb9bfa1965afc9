#pragma once

#include <limits>
#include <span>
#include <vector>

#include "core/property_tree.h"

namespace scrubjay::compare {

/// How near two numbers have to be: |a - b| <= absolute + relative * max(|a|, |b|).
struct Tolerance {
  double absolute = 0;
  double relative = 0;
};

/// Two values held against each other.
struct LeafResult {
  bool is_same = false;
  /// How far they are apart, where that can be said: of numbers, the way between vectors, the angle
  /// between quaternions in radians; else NaN.
  double distance = std::numeric_limits<double>::quiet_NaN();
};

LeafResult compare_numbers(double a, double b, const Tolerance& tolerance);
/// As vectors, by their distance; the length of the longer one stands for max(|a|, |b|).
LeafResult compare_vectors(std::span<const double> a, std::span<const double> b,
                           const Tolerance& tolerance);
/// Rotations x, y, z, w: q and -q are the same; their length counts as 1.
LeafResult compare_quaternions(std::span<const double> a, std::span<const double> b,
                               const Tolerance& tolerance);

/// As they are printed. Where one side held 32 bits and the other did not, these are compared, too.
std::vector<double> shown_numbers(std::span<const double> values, Precision precision);

/// Two nodes, neither of which has properties or fields below that are leaves of their own. Of
/// tables and line charts all is compared, exactly. References (PropertyType::entity) are compared
/// as texts.
LeafResult compare_leaves(const PropertyTree& a, PropertyTree::Node a_node, const PropertyTree& b,
                          PropertyTree::Node b_node, const Tolerance& tolerance);

/// True for what holds leaves and is none: groups, lists, records and shapes.
constexpr bool holds_leaves(PropertyType type) {
  return is_container(type) && type != PropertyType::table && type != PropertyType::linechart;
}

}  // namespace scrubjay::compare
