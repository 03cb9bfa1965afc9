#include "analysis/compare/leaf_values.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/shown_number.h"

namespace scrubjay::compare {

namespace {

constexpr double kNoDistance = std::numeric_limits<double>::quiet_NaN();
constexpr double kEndOfWholes = 18446744073709551616.0;  // 2^64

bool is_within(double distance, double longest, const Tolerance& tolerance) {
  // A share of what is infinite would make all equal.
  const double share = std::isfinite(longest) ? tolerance.relative * longest : 0.0;
  return distance <= tolerance.absolute + share;
}

bool equals(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

/// An integer of either range: sign and size.
struct Whole {
  std::uint64_t size = 0;
  bool is_negative = false;

  double value() const {
    return is_negative ? -static_cast<double>(size) : static_cast<double>(size);
  }
};

Whole whole_of(const PropertyNode& node) {
  if (node.is_unsigned) return {node.unsigned_integer, false};
  const auto bits = static_cast<std::uint64_t>(node.integer);
  return node.integer < 0 ? Whole{0 - bits, true} : Whole{bits, false};
}

/// Exactly, or nothing.
std::optional<Whole> whole_of(double value) {
  if (std::trunc(value) != value || !(std::abs(value) < kEndOfWholes)) return std::nullopt;
  return Whole{static_cast<std::uint64_t>(std::abs(value)), value < 0};
}

double distance_of(const Whole& a, const Whole& b) {
  if (a.is_negative != b.is_negative) {
    return static_cast<double>(a.size) + static_cast<double>(b.size);
  }
  return static_cast<double>(std::max(a.size, b.size) - std::min(a.size, b.size));
}

LeafResult compare_wholes(const Whole& a, const Whole& b, const Tolerance& tolerance) {
  const double distance = distance_of(a, b);
  const double longest = static_cast<double>(std::max(a.size, b.size));
  return {distance == 0 || is_within(distance, longest, tolerance), distance};
}

LeafResult compare_whole_with(const Whole& a, double b, const Tolerance& tolerance) {
  const auto whole = whole_of(b);
  if (whole) return compare_wholes(a, *whole, tolerance);
  if (b != kEndOfWholes || a.value() != b) return compare_numbers(a.value(), b, tolerance);
  // Rounded, the last integers would be equal to the number behind them.
  const auto distance = static_cast<double>(0 - a.size);
  return {is_within(distance, b, tolerance), distance};
}

bool is_numeric(PropertyType type) {
  return type == PropertyType::integer || type == PropertyType::number;
}

LeafResult compare_numeric(const PropertyNode& a, const PropertyNode& b,
                           const Tolerance& tolerance) {
  if (a.type == PropertyType::number) {
    if (b.type == PropertyType::number) return compare_numbers(a.number, b.number, tolerance);
    return compare_whole_with(whole_of(b), a.number, tolerance);
  }
  if (b.type == PropertyType::number) return compare_whole_with(whole_of(a), b.number, tolerance);
  return compare_wholes(whole_of(a), whole_of(b), tolerance);
}

double length_of(std::span<const double> v) {
  double length = 0;
  for (const double x : v) length = std::hypot(length, x);
  return length;
}

/// Keeps the worst of several results.
void add_result(LeafResult& all, const LeafResult& one) {
  all.is_same = all.is_same && one.is_same;
  if (!(one.distance <= all.distance)) all.distance = one.distance;
}

LeafResult compare_each(std::span<const double> a, std::span<const double> b, std::size_t stride,
                        const Tolerance& tolerance) {
  if (a.size() != b.size()) return {};
  LeafResult all{true, 0};
  for (std::size_t i = 0; i < a.size(); i += stride) {
    const std::size_t count = std::min(stride, a.size() - i);
    add_result(all, count == 1
                        ? compare_numbers(a[i], b[i], tolerance)
                        : compare_vectors(a.subspan(i, count), b.subspan(i, count), tolerance));
  }
  return all;
}

/// Tables: the same names, and the same values exactly.
bool are_same_inside(const PropertyTree& a, PropertyTree::Node a_node, const PropertyTree& b,
                     PropertyTree::Node b_node) {
  const std::uint32_t count = a[a_node].subtree;
  if (count != b[b_node].subtree) return false;
  for (std::uint32_t i = 1; i < count; ++i) {
    const PropertyNode& left = a[a_node + i];
    const PropertyNode& right = b[b_node + i];
    if (left.name != right.name || left.subtree != right.subtree) return false;
    if (is_container(left.type) || is_container(right.type)) {
      if (left.type != right.type) return false;
    } else if (!compare_leaves(a, a_node + i, b, b_node + i, {}).is_same) {
      return false;
    }
  }
  return true;
}

bool is_all_same(std::span<const double> a, std::span<const double> b) {
  return std::ranges::equal(a, b, equals);
}

/// The other side may hold what is printed, or all digits of the 32 bits.
LeafResult nearer(const LeafResult& as_kept, const LeafResult& as_shown) {
  return as_shown.is_same || as_shown.distance < as_kept.distance ? as_shown : as_kept;
}

PropertyNode shown(PropertyNode node) {
  if (node.type == PropertyType::number) node.number = shown_number(node.number, node.precision);
  return node;
}

LeafResult compare_several(PropertyType type, std::span<const double> a, std::span<const double> b,
                           const Tolerance& tolerance) {
  switch (type) {
    case PropertyType::quat: return compare_quaternions(a, b, tolerance);
    case PropertyType::color: return {.is_same = is_all_same(a, b)};
    case PropertyType::numbers: return compare_each(a, b, 1, tolerance);
    case PropertyType::points: return compare_each(a, b, 3, tolerance);
    default: return compare_vectors(a, b, tolerance);
  }
}

}  // namespace

LeafResult compare_numbers(double a, double b, const Tolerance& tolerance) {
  if (equals(a, b)) return {true, 0};
  if (!std::isfinite(a) || !std::isfinite(b)) return {false, std::abs(a - b)};
  const double distance = std::abs(a - b);
  return {is_within(distance, std::max(std::abs(a), std::abs(b)), tolerance), distance};
}

LeafResult compare_vectors(std::span<const double> a, std::span<const double> b,
                           const Tolerance& tolerance) {
  if (a.size() != b.size()) return {};
  double distance = 0;
  bool is_finite = true;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (equals(a[i], b[i])) continue;
    is_finite = is_finite && std::isfinite(a[i]) && std::isfinite(b[i]);
    distance = std::isnan(a[i] - b[i]) ? kNoDistance : std::hypot(distance, a[i] - b[i]);
    if (std::isnan(distance)) return {};
  }
  if (distance == 0) return {true, 0};
  if (!is_finite) return {false, distance};
  const double longest = tolerance.relative == 0 ? 0 : std::max(length_of(a), length_of(b));
  return {is_within(distance, longest, tolerance), distance};
}

LeafResult compare_quaternions(std::span<const double> a, std::span<const double> b,
                               const Tolerance& tolerance) {
  if (a.size() != b.size()) return {};
  if (is_all_same(a, b)) return {true, 0};
  const double a_length = length_of(a);
  const double b_length = length_of(b);
  if (!(a_length > 0 && b_length > 0) || !std::isfinite(a_length) || !std::isfinite(b_length)) {
    return {};
  }
  double minus = 0;
  double plus = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    minus = std::hypot(minus, a[i] / a_length - b[i] / b_length);
    plus = std::hypot(plus, a[i] / a_length + b[i] / b_length);
  }
  // The chord between two unit quaternions is 2 sin(angle / 4).
  const double angle = 4.0 * std::asin(std::min(1.0, std::min(minus, plus) / 2.0));
  return {is_within(angle, 1.0, tolerance), angle};
}

std::vector<double> shown_numbers(std::span<const double> values, Precision precision) {
  std::vector<double> shown;
  shown.reserve(values.size());
  for (const double value : values) shown.push_back(shown_number(value, precision));
  return shown;
}

LeafResult compare_leaves(const PropertyTree& a, PropertyTree::Node a_node, const PropertyTree& b,
                          PropertyTree::Node b_node, const Tolerance& tolerance) {
  const PropertyNode& left = a[a_node];
  const PropertyNode& right = b[b_node];
  if (is_numeric(left.type) && is_numeric(right.type)) {
    const LeafResult result = compare_numeric(left, right, tolerance);
    if (result.is_same || left.precision == right.precision) return result;
    return nearer(result, compare_numeric(shown(left), shown(right), tolerance));
  }
  if (left.type != right.type) return {};
  if (has_numbers(left.type)) {
    const auto p = a.numbers_of(left);
    const auto q = b.numbers_of(right);
    const LeafResult result = compare_several(left.type, p, q, tolerance);
    if (result.is_same || left.precision == right.precision) return result;
    return nearer(result, compare_several(left.type, shown_numbers(p, left.precision),
                                          shown_numbers(q, right.precision), tolerance));
  }
  if (left.type == PropertyType::null) return {.is_same = true};
  if (left.type == PropertyType::boolean) return {.is_same = left.boolean == right.boolean};
  if (is_text(left.type)) return {.is_same = left.text_value() == right.text_value()};
  return {.is_same = are_same_inside(a, a_node, b, b_node)};
}

}  // namespace scrubjay::compare
