#include "analysis/tables/leaf_changes.h"

#include "core/short_text.h"

namespace scrubjay::tables {

namespace {

bool has_path_mark(std::string_view name) {
  bool has = false;
  for (const char c : name) has |= c == '/' || c == '#';
  return has;
}

bool is_same_place(const PropertyNode& a, const PropertyNode& b) {
  return a.type == b.type && a.subtree == b.subtree && is_same_text(a.name, b.name);
}

}  // namespace

bool has_same_shape(const LeafSide& a, const LeafSide& b) {
  if (a.range.count != b.range.count) return false;
  for (std::uint32_t i = 0; i < a.range.count; ++i) {
    if (!is_same_place(a[i], b[i])) return false;
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
  for (std::uint32_t i = 0; i < side.range.count; ++i) may |= has_path_mark(side[i].name);
  return may;
}

bool LeafChanges::find_differences(const LeafSide& from, const LeafSide& to) {
  if (from.range.count != to.range.count) return false;
  differing_.resize(std::size_t{to.range.count} + 1);
  std::uint32_t differing = 0;
  for (std::uint32_t i = 0; i < to.range.count; ++i) {
    const PropertyNode& was = from[i];
    const PropertyNode& is = to[i];
    if (!is_same_place(was, is)) return false;
    differing_[i] = differing;
    if (!has_same_bits(from.tree, was, to.tree, is)) ++differing;
  }
  differing_[to.range.count] = differing;
  return true;
}

bool LeafChanges::may_repeat_changed(const LeafSide& side, std::uint32_t first,
                                     std::uint32_t count) const {
  for (std::uint32_t i = first; i < first + count; i += side[i].subtree) {
    if (has_path_mark(side[i].name)) return true;
    const std::uint32_t below = side[i].subtree - 1;
    if (is_array_container(side[i].type) && has_difference(i + 1, below) &&
        may_repeat_changed(side, i + 1, below)) {
      return true;
    }
  }
  return false;
}

}  // namespace scrubjay::tables
