#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/property_tree.h"
#include "core/short_text.h"

namespace scrubjay::tables {

/// An integer within 64 bits with a sign; nothing beyond them.
inline std::optional<std::int64_t> signed_integer(const PropertyNode& node) {
  // The bits of a small number are the same in both.
  const bool is_beyond = node.is_unsigned && node.integer < 0;
  return is_beyond ? std::nullopt : std::optional(node.integer);
}

/// How often a name was among the children of one group so far.
class NameCounts {
 public:
  static constexpr std::uint32_t kFew = 24;

  /// Of child `node`, which stands behind `before` others; each asked for behind those asked for
  /// earlier. `range` are the children. O(1) on average, or O(before) below a few dozen of them.
  std::uint32_t number_of(const PropertyTree& tree, PropertyRange range, std::uint32_t node,
                          std::uint32_t before);

 private:
  std::uint32_t counted_ = 0;  ///< the first child that is not
  std::unordered_map<std::string_view, std::uint32_t> counts_;
};

/// Walks the leaves of properties with their paths: what is no group and no list, so that tables,
/// records and shapes are leaves, too. Names are joined with '/'; equal names in one group have #2,
/// #3 behind them in their order.
class LeafWalk {
 public:
  /// `enter(path + '/')`: whether to look at what is below; `visit(path, node)` for each leaf, in
  /// order. The paths are valid during the call.
  template <class Enter, class Visit>
  void walk(const PropertyTree& tree, PropertyRange range, Enter enter, Visit visit) {
    walk_some(
        tree, range, [](PropertyTree::Node) { return true; }, enter, visit);
  }
  /// Only what is below nodes of which `is_wanted(node)` says so, without the cost of the others.
  template <class IsWanted, class Enter, class Visit>
  void walk_some(const PropertyTree& tree, PropertyRange range, IsWanted is_wanted, Enter enter,
                 Visit visit) {
    path_.clear();
    walk_below(tree, range, false, is_wanted, enter, visit);
  }
  template <class Visit>
  void walk(const PropertyTree& tree, PropertyRange range, Visit visit) {
    walk(
        tree, range, [](std::string_view) { return true; }, visit);
  }

 private:
  template <class IsWanted, class Enter, class Visit>
  void walk_below(const PropertyTree& tree, PropertyRange range, bool is_list, IsWanted& is_wanted,
                  Enter& enter, Visit& visit) {
    const std::size_t length = path_.size();
    NameCounts names;
    std::uint32_t before = 0;
    for (std::uint32_t i = range.first; i < range.first + range.count; i += tree[i].subtree) {
      const PropertyNode& node = tree[i];
      const std::uint32_t place = before++;
      if (!is_wanted(i)) continue;
      const std::uint32_t number = is_list ? 1 : names.number_of(tree, range, i, place);
      path_.resize(length);
      path_ += node.name;
      if (number > 1) path_ += '#' + std::to_string(number);
      if (!is_array_container(node.type)) {
        visit(std::string_view(path_), i);
        continue;
      }
      path_ += '/';
      if (enter(std::string_view(path_))) {
        walk_below(tree, children_of(tree, i), node.type == PropertyType::list, is_wanted, enter,
                   visit);
      }
    }
    path_.resize(length);
  }

  std::string path_;
};

/// True when a leaf below `prefix` ("control/") can be among the paths.
bool leads_to(std::string_view prefix, std::span<const std::string> paths);

/// The bits of what is printed of a number.
std::uint64_t shown_bits(double value, Precision precision);
inline bool has_same_number(double a, Precision a_precision, double b, Precision b_precision) {
  if (a_precision == b_precision) {
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
  }
  return shown_bits(a, a_precision) == shown_bits(b, b_precision);
}

/// has_same_bits() of two runs of numbers, however they are rounded and however many they are.
bool has_same_numbers(const PropertyTree& a, const PropertyNode& left, const PropertyTree& b,
                      const PropertyNode& right);
/// Whether two nodes, without what is below them, hold the same value, bit by bit; names are not
/// looked at.
inline bool has_same_bits(const PropertyTree& a, const PropertyNode& left, const PropertyTree& b,
                          const PropertyNode& right) {
  if (left.type != right.type) return false;
  if (is_container(left.type)) return true;
  if (left.type == PropertyType::number) {
    return has_same_number(left.number, left.precision, right.number, right.precision);
  }
  if (has_numbers(left.type)) {
    const bool is_vec3 = left.numbers.count == 3 && right.numbers.count == 3;
    if (!is_vec3 || left.precision != right.precision) return has_same_numbers(a, left, b, right);
    const double* const from = a.numbers_of(left).data();
    const double* const to = b.numbers_of(right).data();
    const auto other = [&](int i) {
      return std::bit_cast<std::uint64_t>(from[i]) ^ std::bit_cast<std::uint64_t>(to[i]);
    };
    return (other(0) | other(1) | other(2)) == 0;
  }
  if (is_text(left.type)) return is_same_text(left.text_value(), right.text_value());
  if (left.type == PropertyType::boolean) return left.boolean == right.boolean;
  return left.type == PropertyType::null ||
         (left.integer == right.integer &&
          signed_integer(left).has_value() == signed_integer(right).has_value());
}

/// after - before of numbers and integers, the distance of vectors, the angle of quaternions; NaN
/// of what has none.
std::optional<double> delta_between(const PropertyTree& before, const PropertyNode& from,
                                    const PropertyTree& after, const PropertyNode& to);

/// Between two points.
double distance_between(std::span<const double, 3> a, std::span<const double, 3> b);
/// Between two rotations x, y, z, w in radians, 0 to pi: q and -q are the same, their length counts
/// as 1. Nothing for what has no direction.
std::optional<double> angle_between(std::span<const double, 4> a, std::span<const double, 4> b);

}  // namespace scrubjay::tables
