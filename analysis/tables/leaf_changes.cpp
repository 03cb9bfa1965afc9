#include "analysis/tables/leaf_changes.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/short_text.h"

namespace scrubjay::tables {

namespace {

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

bool LeafChanges::add_differing(const LeafSide& from, const LeafSide& to, std::uint32_t first,
                                std::uint32_t end) {
  const PropertyNode* const was = from.nodes().data();
  const PropertyNode* const is = to.nodes().data();
  for (std::uint32_t i = first; i < end; ++i) {
    if (!is_same_place(was[i], is[i])) return false;
    if (!has_same_bits(from.tree, was[i], to.tree, is[i])) differing_.push_back(i);
  }
  return true;
}

bool LeafChanges::find_differences(const LeafSide& from, const LeafSide& to) {
  differing_.clear();
  if (from.range.count != to.range.count) return false;
  std::uint32_t next = 0;
  auto parts = from.tree.parts_in(from.range, parts_before_);
  for (const SharedPart& part : to.tree.parts_in(to.range, parts_after_)) {
    const std::uint32_t first = part.first - to.range.first;
    const auto begin_of_next = [&] { return parts.front().first - from.range.first; };
    while (!parts.empty() && begin_of_next() < first) parts = parts.subspan(1);
    if (parts.empty()) break;
    if (begin_of_next() != first || parts.front().origin != part.origin) continue;
    if (!add_differing(from, to, next, first)) return false;
    next = first + part.count;
  }
  return add_differing(from, to, next, to.range.count);
}

LeafChanges::Known* LeafChanges::known_of(const Whose& whose) {
  const std::size_t place = whose.entity.exists() ? whose.entity.value + std::size_t{1} : 0;
  if (!whose.from.exists() || place >= kMostEntities) return nullptr;
  if (place >= known_.size()) known_.resize(place + 1);
  return &known_[place];
}

bool LeafChanges::may_repeat_changed(const LeafSide& side, std::uint32_t first, std::uint32_t count,
                                     Differing& from) const {
  for (std::uint32_t i = first; i < first + count; i += side[i].subtree) {
    if (has_path_mark(side[i].name)) return true;
    if (is_array_container(side[i].type) && has_difference(from, i, side[i].subtree) &&
        may_repeat_changed(side, i + 1, side[i].subtree - 1, from)) {
      return true;
    }
  }
  return false;
}

void LeafChanges::find_settled(const LeafSide& from, const LeafSide& to) {
  settled_was_.assign(from.range.count, false);
  settled_is_.assign(to.range.count, false);
  // Then a leaf's path tells nothing of the root that it is below, or of its place among others.
  if (may_repeat_paths(from) || may_repeat_paths(to)) return;
  const auto has_many_or_alike = [](const LeafSide& side) {
    std::uint32_t roots = 0;
    for (std::uint32_t i = 0; i < side.range.count; i += side[i].subtree) {
      if (++roots == NameCounts::kFew) return true;
      for (std::uint32_t k = 0; k < i; k += side[k].subtree) {
        if (is_same_text(side[i].name, side[k].name)) return true;
      }
    }
    return false;
  };
  if (has_many_or_alike(from) || has_many_or_alike(to)) return;
  for (std::uint32_t i = 0; i < from.range.count; i += from[i].subtree) {
    for (std::uint32_t k = 0; k < to.range.count; k += to[k].subtree) {
      if (!is_same_place(from[i], to[k])) continue;
      const bool is_same =
          is_same_leaf(from.tree, from.range.first + i, to.tree, to.range.first + k);
      settled_was_[i] = settled_is_[k] = is_same;
    }
  }
}

void LeafChanges::Leaves::sort() {
  order_.resize(leaves_.size());
  std::iota(order_.begin(), order_.end(), 0U);
  // Of equal paths the first one in the order of the walk.
  std::ranges::sort(order_, {}, [&](std::uint32_t leaf) { return std::pair(path(leaf), leaf); });
}

std::optional<std::uint32_t> LeafChanges::Leaves::find(std::string_view wanted) const {
  const auto found =
      std::ranges::lower_bound(order_, wanted, {}, [&](std::uint32_t leaf) { return path(leaf); });
  return found != order_.end() && path(*found) == wanted ? std::optional(*found) : std::nullopt;
}

}  // namespace scrubjay::tables
