#include "analysis/compare/tree_comparer.h"

#include <algorithm>
#include <bit>

#include "core/short_text.h"

namespace scrubjay::compare {

std::string_view to_text(Kind kind) {
  switch (kind) {
    case Kind::value: return "value";
    case Kind::missing_a: return "missing-a";
    case Kind::missing_b: return "missing-b";
    case Kind::only_a: return "only-a";
    case Kind::only_b: return "only-b";
    case Kind::event_a: return "event-a";
    case Kind::event_b: return "event-b";
    case Kind::frame_a: return "frame-a";
    case Kind::frame_b: return "frame-b";
  }
  return "value";
}

namespace {

/// An empty group or list has none: it is a leaf itself beside what is no group or list.
bool has_leaves(const PropertyNode& node) { return holds_leaves(node.type) && node.subtree > 1; }

/// Bit by bit. Most have three or four numbers, for which a call costs more than it does.
bool has_same_bits(std::span<const double> a, std::span<const double> b) {
  const auto bits = [](double value) { return std::bit_cast<std::uint64_t>(value); };
  return std::ranges::equal(a, b, {}, bits, bits);
}

}  // namespace

bool TreeComparer::compare(const TreePart& a, const TreePart& b, const Request& request,
                           std::vector<LeafDifference>& out, std::vector<LeafDifference>& alone_b) {
  request_ = request;
  if (is_found_same(a, b)) return true;
  a_ = &a.tree;
  b_ = &b.tree;
  out_ = &out;
  alone_b_ = &alone_b;
  compare_level(a.range, b.range, request.above);
  return false;
}

/// Counts the leaves of both and returns true where they are equal node by node; never where paths
/// are left out, or asked for.
bool TreeComparer::is_found_same(const TreePart& a, const TreePart& b) {
  if (!rules_.compares_all() || request_.must_walk_paths || request_.lists_same) return false;
  const auto leaves = leaves_if_same(a, b);
  values_compared_ += leaves.value_or(0);
  return leaves.has_value();
}

/// How many leaves there are where both are of one shape with the same values; else nothing.
std::optional<std::uint64_t> TreeComparer::leaves_if_same(const TreePart& a, const TreePart& b) {
  references_.clear();
  if (a.range.count != b.range.count) return std::nullopt;
  const bool is_one = &a.tree == &b.tree && a.range.first == b.range.first;
  std::uint64_t leaves = 0;
  std::uint32_t counted = 0;  // nodes up to here belong to a leaf that was counted
  for (std::uint32_t i = 0; i < a.range.count; ++i) {
    const PropertyNode& left = a.tree[a.range.first + i];
    const PropertyNode& right = b.tree[b.range.first + i];
    if (!is_one && (left.type != right.type || left.subtree != right.subtree ||
                    !is_same_text(left.name, right.name) || left.role != right.role)) {
      return std::nullopt;
    }
    if (is_left_out(left)) {
      i += left.subtree - 1;
      continue;
    }
    // Ids may name different entities.
    const bool is_itself = is_one && left.type != PropertyType::entity;
    if (!is_itself && !is_same_node(a.tree, left, b.tree, right)) return std::nullopt;
    if (i < counted || holds_leaves(left.type)) continue;
    ++leaves;
    counted = i + left.subtree;
  }
  return leaves;
}

/// Bit by bit: what is equal in another way is found out later.
bool TreeComparer::is_same_node(const PropertyTree& a, const PropertyNode& left,
                                const PropertyTree& b, const PropertyNode& right) {
  if (is_container(left.type) || left.type == PropertyType::null) return true;
  if (left.type == PropertyType::entity) {
    references_.push_back(left.text_value());
    return is_same_reference_(left.text_value(), right.text_value());
  }
  if (is_text(left.type)) return is_same_text(left.text_value(), right.text_value());
  if (has_numbers(left.type)) {
    return has_same_bits(a.numbers_of(left), b.numbers_of(right));
  }
  if (left.type == PropertyType::boolean) return left.boolean == right.boolean;
  if (left.type == PropertyType::number) {
    return std::bit_cast<std::uint64_t>(left.number) == std::bit_cast<std::uint64_t>(right.number);
  }
  return left.is_unsigned == right.is_unsigned && left.unsigned_integer == right.unsigned_integer;
}

/// Whether the roots of both are called the same, one beside the other: so it is in nearly all
/// frames.
bool TreeComparer::has_same_names(const PropertyRange& a, const PropertyRange& b) const {
  PropertyTree::Node left = a.first;
  PropertyTree::Node right = b.first;
  while (left < a.first + a.count && right < b.first + b.count) {
    if (!is_same_text((*a_)[left].name, (*b_)[right].name)) return false;
    left += (*a_)[left].subtree;
    right += (*b_)[right].subtree;
  }
  return left == a.first + a.count && right == b.first + b.count;
}

void TreeComparer::compare_level(const PropertyRange& a, const PropertyRange& b,
                                 PathTree::Node above) {
  if (has_same_names(a, b)) {
    const std::uint64_t stamp = paths_.new_stamp();
    PropertyTree::Node right = b.first;
    std::size_t place = 0;
    for_each_root(*a_, a, [&](PropertyTree::Node left, const PropertyNode& property) {
      compare_nodes(left, right, paths_.claim(above, property.name, place++, Side::a, stamp));
      right += (*b_)[right].subtree;
    });
    return;
  }
  const std::uint64_t stamp = paths_.new_stamp();
  std::size_t of_b = 0;
  for_each_root(*b_, b, [&](PropertyTree::Node node, const PropertyNode& property) {
    const PathTree::Node path = paths_.claim(above, property.name, of_b++, Side::b, stamp);
    paths_.note(path) = node;
  });
  std::size_t of_a = 0;
  std::size_t matched = 0;
  for_each_root(*a_, a, [&](PropertyTree::Node node, const PropertyNode& property) {
    const PathTree::Node path = paths_.claim(above, property.name, of_a++, Side::a, stamp);
    if (!paths_.is_claimed(path, Side::b, stamp)) {
      add_alone(Side::a, node, path);
      return;
    }
    ++matched;
    compare_nodes(node, paths_.note(path), path);
  });
  if (matched == of_b) return;
  // The same nodes in the same order again.
  const std::uint64_t again = paths_.new_stamp();
  of_b = 0;
  for_each_root(*b_, b, [&](PropertyTree::Node node, const PropertyNode& property) {
    const PathTree::Node path = paths_.claim(above, property.name, of_b++, Side::b, again);
    if (!paths_.is_claimed(path, Side::a, stamp)) add_alone(Side::b, node, path);
  });
}

void TreeComparer::compare_nodes(PropertyTree::Node a, PropertyTree::Node b, PathTree::Node path) {
  const PropertyNode& left = (*a_)[a];
  const PropertyNode& right = (*b_)[b];
  if (is_left_out(left) || is_left_out(right) || paths_.rule(path).is_ignored) return;
  const bool has_both_or_none = has_leaves(left) == has_leaves(right);
  if (holds_leaves(left.type) && holds_leaves(right.type) && has_both_or_none) {
    const TreePart below_a{*a_, children_of(*a_, a)};
    const TreePart below_b{*b_, children_of(*b_, b)};
    if (!is_found_same(below_a, below_b)) compare_level(below_a.range, below_b.range, path);
    return;
  }
  if (has_leaves(left) || has_leaves(right)) {
    add_alone(Side::a, a, path);
    add_alone(Side::b, b, path);
    return;
  }
  if (!paths_.rule(path).is_compared()) return;
  ++values_compared_;
  if (request_.must_walk_paths && visit_path) visit_path(path);
  LeafResult result;
  if (left.type == PropertyType::entity && right.type == PropertyType::entity) {
    result.is_same = is_same_reference_(left.text_value(), right.text_value());
  } else {
    result = compare_leaves(*a_, a, *b_, b, Tolerance{paths_.tolerance(path), rules_.relative()});
  }
  if (!result.is_same || request_.lists_same) {
    out_->push_back({Kind::value, path, a, b, result.distance, result.is_same});
  }
}

/// A leaf, or the leaves below: an empty group counts as one.
void TreeComparer::add_alone(Side side, PropertyTree::Node node, PathTree::Node path) {
  const PropertyTree& tree = side == Side::a ? *a_ : *b_;
  const PropertyNode& property = tree[node];
  if (is_left_out(property) || paths_.rule(path).is_ignored) return;
  if (has_leaves(property)) {
    const std::uint64_t stamp = paths_.new_stamp();
    std::size_t place = 0;
    for_each_root(tree, children_of(tree, node),
                  [&](PropertyTree::Node child, const PropertyNode& inside) {
                    add_alone(side, child, paths_.claim(path, inside.name, place++, side, stamp));
                  });
    return;
  }
  if (!paths_.rule(path).is_compared()) return;
  if (side == Side::a) {
    out_->push_back({.kind = Kind::missing_b, .path = path, .a = node});
  } else {
    alone_b_->push_back({.kind = Kind::missing_a, .path = path, .b = node});
  }
}

}  // namespace scrubjay::compare
