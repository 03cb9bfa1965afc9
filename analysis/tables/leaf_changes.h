#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/tables/leaf_shapes.h"
#include "core/ids.h"

namespace scrubjay::tables {

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

/// Whose properties two sides are, and at which frames. What was found out about them at a frame is
/// known when it is the first of the two.
struct Whose {
  EntityIndex entity;   ///< none: the frame's own
  FrameIndex from, to;  ///< none: nobody knows
};

/// Finds the leaves that are others on one side than on the other, as the table `changes` has them.
/// One a thread, for one recording.
class LeafChanges {
 public:
  /// `visit(path, was, is)` for each leaf that came, went or changed; the path is valid during the
  /// call. `enter(path + '/')` may say that nobody asks for what is below: it is left out where
  /// that saves time.
  template <class Enter, class Visit>
  void compare(const LeafSide& from, const LeafSide& to, const Whose& whose, Enter enter,
               Visit visit) {
    const bool is_alike = find_differences(from, to);
    Known* const known = known_of(whose);
    if (is_alike && differing_.empty()) {
      if (known != nullptr && known->frame == whose.from) known->frame = whose.to;
      return;
    }
    const LeafShape* was = nullptr;
    const LeafShape* is = nullptr;
    if (known != nullptr) {
      was = known->frame == whose.from ? known->shape : shapes_.of(from);
      is = is_alike ? was : shapes_.of(to);
      *known = {whose.to, is};
    }
    if (was != nullptr && is != nullptr) {
      if (is_alike) {
        visit_differing(from, to, *is, visit);
      } else {
        visit_matched(from, to, *was, *is, visit);
      }
    } else if (Differing first = differing_.begin();
               !is_alike || may_repeat_changed(to, 0, to.range.count, first)) {
      compare_by_path(from, to, enter, visit);
    } else {
      compare_alike(from, to, enter, visit);
    }
  }

 private:
  using Differing = std::vector<std::uint32_t>::const_iterator;

  /// Entities whose shapes are remembered from frame to frame.
  static constexpr std::size_t kMostEntities = std::size_t{1} << 16;
  struct Known {
    FrameIndex frame;                  ///< at which it had that shape
    const LeafShape* shape = nullptr;  ///< none: looked for in vain
  };

  /// The leaves of one side with their paths, in their order.
  class Leaves {
   public:
    void clear() {
      paths_.clear();
      leaves_.clear();
    }
    void add(std::string_view path, PropertyTree::Node node) {
      leaves_.push_back({paths_.size(), path.size(), node});
      paths_ += path;
    }
    /// Before anything is found.
    void sort();
    std::uint32_t size() const { return static_cast<std::uint32_t>(leaves_.size()); }
    std::string_view path(std::uint32_t leaf) const {
      return std::string_view(paths_).substr(leaves_[leaf].path, leaves_[leaf].length);
    }
    PropertyTree::Node node(std::uint32_t leaf) const { return leaves_[leaf].node; }
    /// The first one of that path.
    std::optional<std::uint32_t> find(std::string_view wanted) const;

   private:
    struct Leaf {
      std::size_t path = 0;  ///< where it begins in `paths_`
      std::size_t length = 0;
      PropertyTree::Node node = 0;
    };
    std::string paths_;
    std::vector<Leaf> leaves_;
    std::vector<std::uint32_t> order_;  ///< by path
  };

  /// False where the two have not the same shape.
  bool find_differences(const LeafSide& from, const LeafSide& to);
  /// The same of nodes [first, end) of two that have as many.
  bool add_differing(const LeafSide& from, const LeafSide& to, std::uint32_t first,
                     std::uint32_t end);
  /// Null where shapes are not remembered.
  Known* known_of(const Whose& whose);
  template <class Visit>
  void visit_differing(const LeafSide& from, const LeafSide& to, const LeafShape& shape,
                       Visit& visit) {
    std::uint32_t end = 0;  // of the leaf before
    for (const std::uint32_t at : differing_) {
      if (at < end) continue;
      const LeafShape::Leaf& leaf = shape.leaves[shape.nodes[at].leaf];
      end = leaf.at + leaf.count;
      visit(std::string_view(leaf.path), SideLeaf{&from.tree, from.range.first + leaf.at},
            SideLeaf{&to.tree, to.range.first + leaf.at});
    }
  }

  template <class Visit>
  void visit_matched(const LeafSide& from, const LeafSide& to, const LeafShape& was,
                     const LeafShape& is, Visit& visit) {
    const LeafMatch& match = shapes_.match(was, is);
    for (std::size_t i = 0; i < is.leaves.size(); ++i) {
      const SideLeaf after{&to.tree, to.range.first + is.leaves[i].at};
      if (match.first_of[i] == LeafMatch::kNone) {
        visit(std::string_view(is.leaves[i].path), SideLeaf{}, after);
        continue;
      }
      const SideLeaf before{&from.tree, from.range.first + was.leaves[match.first_of[i]].at};
      if (!is_same_leaf(from.tree, before.node, to.tree, after.node)) {
        visit(std::string_view(is.leaves[i].path), before, after);
      }
    }
    for (const std::uint32_t gone : match.gone) {
      const LeafShape::Leaf& leaf = was.leaves[gone];
      visit(std::string_view(leaf.path), SideLeaf{&from.tree, from.range.first + leaf.at},
            SideLeaf{});
    }
  }

  /// Among nodes [first, first + count) of two of the same shape. What is asked later begins behind
  /// what was asked before, or in it: `from` goes along.
  bool has_difference(Differing& from, std::uint32_t first, std::uint32_t count) const {
    while (from != differing_.end() && *from < first) ++from;
    return from != differing_.end() && *from < first + count;
  }
  /// Whether a leaf that changed may have the path of another one: two paths can only meet in a
  /// group that holds both, so other groups' names are not looked at.
  bool may_repeat_changed(const LeafSide& side, std::uint32_t first, std::uint32_t count,
                          Differing& from) const;

  /// Finds the roots that are the same on both sides, where no leaf below one can have the path of
  /// another one.
  void find_settled(const LeafSide& from, const LeafSide& to);

  template <class Enter, class Visit>
  void compare_alike(const LeafSide& from, const LeafSide& to, Enter& enter, Visit& visit) {
    Differing next = differing_.begin();
    walk_.walk_some(
        to.tree, to.range,
        [&](PropertyTree::Node node) {
          const std::uint32_t at = node - to.range.first;
          return has_difference(next, at, to[at].subtree);
        },
        enter,
        [&](std::string_view path, PropertyTree::Node node) {
          const std::uint32_t at = node - to.range.first;
          visit(path, SideLeaf{&from.tree, from.range.first + at}, SideLeaf{&to.tree, node});
        });
  }

  template <class Enter, class Visit>
  void compare_by_path(const LeafSide& from, const LeafSide& to, Enter& enter, Visit& visit) {
    find_settled(from, to);
    find_leaves(from, settled_was_, enter, was_);
    find_leaves(to, settled_is_, enter, is_);
    for (std::uint32_t leaf = 0; leaf < is_.size(); ++leaf) {
      const std::string_view path = is_.path(leaf);
      if (is_.find(path) != leaf) continue;
      const SideLeaf is{&to.tree, is_.node(leaf)};
      const auto found = was_.find(path);
      if (!found) {
        visit(path, SideLeaf{}, is);
      } else if (!is_same_leaf(from.tree, was_.node(*found), to.tree, is.node)) {
        visit(path, SideLeaf{&from.tree, was_.node(*found)}, is);
      }
    }
    for (std::uint32_t leaf = 0; leaf < was_.size(); ++leaf) {
      const std::string_view path = was_.path(leaf);
      if (was_.find(path) != leaf || is_.find(path)) continue;
      visit(path, SideLeaf{&from.tree, was_.node(leaf)}, SideLeaf{});
    }
  }

  template <class Enter>
  void find_leaves(const LeafSide& side, const std::vector<bool>& settled, Enter& enter,
                   Leaves& leaves) {
    leaves.clear();
    walk_.walk_some(
        side.tree, side.range,
        [&](PropertyTree::Node node) { return !settled[node - side.range.first]; }, enter,
        [&](std::string_view path, PropertyTree::Node node) { leaves.add(path, node); });
    leaves.sort();
  }

  LeafWalk walk_;
  LeafShapes shapes_;
  std::vector<Known> known_;                        ///< by entity; first what is the frame's own
  std::size_t parts_before_ = 0, parts_after_ = 0;  ///< see PropertyTree::parts_in
  std::vector<std::uint32_t> differing_;            ///< nodes that do, of two of the same shape
  std::vector<bool> settled_was_, settled_is_;      ///< by node: roots of which nothing is asked
  Leaves was_, is_;
};

}  // namespace scrubjay::tables
