#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/tables/leaves.h"

namespace scrubjay::tables {

/// The properties of one entity, or of the frame itself, at one frame.
struct LeafSide {
  const PropertyTree& tree;
  PropertyRange range;

  const PropertyNode& operator[](std::uint32_t i) const { return tree[range.first + i]; }
};

/// A leaf of one side, or none.
struct SideLeaf {
  const PropertyTree* tree = nullptr;
  PropertyTree::Node node = 0;

  bool exists() const { return tree != nullptr; }
  const PropertyNode& operator*() const { return (*tree)[node]; }
};

/// Names, types and nesting are the same, so that leaves stand beside each other.
bool has_same_shape(const LeafSide& a, const LeafSide& b);
/// Nodes [first, first + count) of two that have the same shape hold the same, bit by bit.
bool has_same_values(const LeafSide& a, const LeafSide& b, std::uint32_t first,
                     std::uint32_t count);
/// Two leaves, each in its own place, with what is in them.
bool is_same_leaf(const PropertyTree& a, PropertyTree::Node left, const PropertyTree& b,
                  PropertyTree::Node right);
/// Two leaves may have the same path only where a name has what joins names in it.
bool may_repeat_paths(const LeafSide& side);

/// Finds the leaves that are others on one side than on the other, as the table `changes` has them.
/// One a thread.
class LeafChanges {
 public:
  /// `enter(path + '/')`: whether to look at what is below; `visit(path, was, is)` for each leaf
  /// that came, went or changed; the path is valid during the call.
  template <class Enter, class Visit>
  void compare(const LeafSide& from, const LeafSide& to, Enter enter, Visit visit) {
    if (!find_differences(from, to)) {
      compare_by_path(from, to, enter, visit);
    } else if (has_difference(0, to.range.count)) {
      if (may_repeat_changed(to, 0, to.range.count)) {
        compare_by_path(from, to, enter, visit);
      } else {
        compare_alike(from, to, enter, visit);
      }
    }
  }

 private:
  using Leaves = std::map<std::string, PropertyTree::Node, std::less<>>;

  /// False where the two have not the same shape.
  bool find_differences(const LeafSide& from, const LeafSide& to);
  /// Among nodes [first, first + count) of two that have.
  bool has_difference(std::uint32_t first, std::uint32_t count) const {
    return differing_[first] != differing_[first + count];
  }
  /// Whether a leaf that changed may have the path of another one: two paths can only meet in a
  /// group that holds both, so other groups' names are not looked at.
  bool may_repeat_changed(const LeafSide& side, std::uint32_t first, std::uint32_t count) const;

  template <class Enter, class Visit>
  void compare_alike(const LeafSide& from, const LeafSide& to, Enter& enter, Visit& visit) {
    walk_.walk_some(
        to.tree, to.range,
        [&](PropertyTree::Node node) {
          const std::uint32_t at = node - to.range.first;
          return has_difference(at, to[at].subtree);
        },
        enter,
        [&](std::string_view path, PropertyTree::Node node) {
          const std::uint32_t at = node - to.range.first;
          visit(path, SideLeaf{&from.tree, from.range.first + at}, SideLeaf{&to.tree, node});
        });
  }

  template <class Enter, class Visit>
  void compare_by_path(const LeafSide& from, const LeafSide& to, Enter& enter, Visit& visit) {
    std::vector<std::string> order;
    const Leaves was = leaves_of(from, enter, &order);
    const Leaves is = leaves_of(to, enter, nullptr);
    walk_.walk(to.tree, to.range, enter, [&](std::string_view path, PropertyTree::Node node) {
      const auto first = is.find(path);
      if (first == is.end() || first->second != node) return;
      const auto found = was.find(path);
      if (found == was.end()) {
        visit(path, SideLeaf{}, SideLeaf{&to.tree, node});
      } else if (!is_same_leaf(from.tree, found->second, to.tree, node)) {
        visit(path, SideLeaf{&from.tree, found->second}, SideLeaf{&to.tree, node});
      }
    });
    for (const std::string& path : order) {
      if (!is.contains(path)) {
        visit(std::string_view(path), SideLeaf{&from.tree, was.find(path)->second}, SideLeaf{});
      }
    }
  }

  template <class Enter>
  Leaves leaves_of(const LeafSide& side, Enter& enter, std::vector<std::string>* order) {
    Leaves leaves;
    walk_.walk(side.tree, side.range, enter, [&](std::string_view path, PropertyTree::Node node) {
      const bool is_new = leaves.emplace(path, node).second;
      if (is_new && order != nullptr) order->emplace_back(path);
    });
    return leaves;
  }

  LeafWalk walk_;
  std::vector<std::uint32_t> differing_;  ///< how many nodes before each one differ
};

}  // namespace scrubjay::tables
