#include "analysis/tables/leaf_changes.h"

namespace scrubjay::tables {

namespace {

/// Of two that are there: most are the same text in the same place.
bool is_same_name(std::string_view a, std::string_view b) {
  return a.size() == b.size() && (a.data() == b.data() || a == b);
}

}  // namespace

bool has_same_shape(const LeafSide& a, const LeafSide& b) {
  if (a.range.count != b.range.count) return false;
  for (std::uint32_t i = 0; i < a.range.count; ++i) {
    if (a[i].type != b[i].type || a[i].subtree != b[i].subtree ||
        !is_same_name(a[i].name, b[i].name)) {
      return false;
    }
  }
  return true;
}

bool has_same_values(const LeafSide& a, const LeafSide& b, std::uint32_t first,
                     std::uint32_t count) {
  for (std::uint32_t i = first; i < first + count; ++i) {
    if (!has_same_bits(a.tree, a[i], b.tree, b[i])) return false;
  }
  return true;
}

bool is_same_leaf(const PropertyTree& a, PropertyTree::Node left, const PropertyTree& b,
                  PropertyTree::Node right) {
  const LeafSide x{a, {left + 1, a[left].subtree - 1}};
  const LeafSide y{b, {right + 1, b[right].subtree - 1}};
  return has_same_bits(a, a[left], b, b[right]) && has_same_shape(x, y) &&
         has_same_values(x, y, 0, x.range.count);
}

bool may_repeat_paths(const LeafSide& side) {
  bool may = false;
  for (std::uint32_t i = 0; i < side.range.count; ++i) {
    for (const char c : side[i].name) may |= c == '/' || c == '#';
  }
  return may;
}

}  // namespace scrubjay::tables
