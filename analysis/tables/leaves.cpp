#include "analysis/tables/leaves.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <optional>

#include "core/short_text.h"
#include "core/shown_number.h"
#include "core/steady_math.h"

namespace scrubjay::tables {

namespace {

std::optional<double> shown_value(const PropertyNode& node) {
  if (node.type == PropertyType::number) return shown_number(node.number, node.precision);
  return node.as_number();
}

}  // namespace

std::uint64_t shown_bits(double value, Precision precision) {
  return std::bit_cast<std::uint64_t>(shown_number(value, precision));
}

std::uint32_t NameCounts::number_of(const PropertyTree& tree, PropertyRange range,
                                    std::uint32_t node, std::uint32_t before) {
  const std::string_view name = tree[node].name;
  if (before < kFew) {
    std::uint32_t number = 1;
    for (std::uint32_t i = range.first; i < node; i += tree[i].subtree) {
      if (is_same_text(tree[i].name, name)) ++number;
    }
    return number;
  }
  std::uint32_t i = counts_.empty() ? range.first : counted_;
  for (; i < node; i += tree[i].subtree) ++counts_[tree[i].name];
  counted_ = node;
  const auto found = counts_.find(name);
  return found == counts_.end() ? 1 : found->second + 1;
}

bool leads_to(std::string_view prefix, std::span<const std::string> paths) {
  const auto from = std::ranges::lower_bound(
      paths, prefix, {}, [](const std::string& path) { return std::string_view(path); });
  return from != paths.end() && from->starts_with(prefix);
}

bool has_same_numbers(const PropertyTree& a, const PropertyNode& left, const PropertyTree& b,
                      const PropertyNode& right) {
  const std::span<const double> from = a.numbers_of(left);
  const std::span<const double> to = b.numbers_of(right);
  if (from.size() != to.size()) return false;
  if (left.precision == right.precision) {
    // Mostly three or four: too few for a call.
    std::uint64_t other = 0;
    for (std::size_t i = 0; i < from.size(); ++i) {
      other |= std::bit_cast<std::uint64_t>(from[i]) ^ std::bit_cast<std::uint64_t>(to[i]);
    }
    return other == 0;
  }
  return std::ranges::equal(from, to, [&](double x, double y) {
    return has_same_number(x, left.precision, y, right.precision);
  });
}

std::optional<double> delta_between(const PropertyTree& before, const PropertyNode& from,
                                    const PropertyTree& after, const PropertyNode& to) {
  const auto low = shown_value(from);
  const auto high = shown_value(to);
  if (low && high) return *high - *low;
  if (from.type != to.type) return std::nullopt;
  const bool is_rotation = from.type == PropertyType::quat;
  if (!is_rotation && from.type != PropertyType::vec2 && from.type != PropertyType::vec3 &&
      from.type != PropertyType::vec4) {
    return std::nullopt;
  }
  const std::span<const double> a = before.numbers_of(from);
  const std::span<const double> b = after.numbers_of(to);
  if (a.size() != b.size() || a.size() > 4) return std::nullopt;
  std::array<double, 4> x{};
  std::array<double, 4> y{};
  double squares = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    x[i] = shown_number(a[i], from.precision);
    y[i] = shown_number(b[i], to.precision);
    squares += (y[i] - x[i]) * (y[i] - x[i]);
  }
  if (is_rotation) return a.size() == 4 ? angle_between(x, y) : std::nullopt;
  return std::sqrt(squares);
}

double distance_between(std::span<const double, 3> a, std::span<const double, 3> b) {
  double squares = 0;
  for (std::size_t i = 0; i < 3; ++i) squares += (a[i] - b[i]) * (a[i] - b[i]);
  return std::sqrt(squares);
}

std::optional<double> angle_between(std::span<const double, 4> a, std::span<const double, 4> b) {
  const auto length_of = [](std::span<const double, 4> q) {
    return std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  };
  const double a_length = length_of(a);
  const double b_length = length_of(b);
  if (!(a_length > 0 && b_length > 0) || !std::isfinite(a_length) || !std::isfinite(b_length)) {
    return std::nullopt;
  }
  double minus = 0;
  double plus = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    const double x = a[i] / a_length;
    const double y = b[i] / b_length;
    minus += (x - y) * (x - y);
    plus += (x + y) * (x + y);
  }
  return 4.0 * steady::atan2(std::sqrt(std::min(minus, plus)), std::sqrt(std::max(minus, plus)));
}

}  // namespace scrubjay::tables
