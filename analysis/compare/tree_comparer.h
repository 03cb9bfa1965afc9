#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

#include "analysis/compare/leaf_values.h"
#include "analysis/compare/path_tree.h"
#include "core/property_tree.h"

namespace scrubjay::compare {

/// What a difference is about.
enum class Kind : std::uint8_t {
  value,
  missing_a,  ///< a leaf that A lacks
  missing_b,
  only_a,  ///< an entity
  only_b,
  event_a,  ///< an event of one side only
  event_b,
  frame_a,  ///< a frame
  frame_b,
};

/// "value", "missing-a", ... as the command line prints it.
std::string_view to_text(Kind kind);

/// Roots of a tree, whole subtrees.
struct TreePart {
  const PropertyTree& tree;
  PropertyRange range;
};

/// A leaf that is not the same on both sides, or on one only.
struct LeafDifference {
  static constexpr PropertyTree::Node kNone = 0xFFFFFFFF;

  Kind kind = Kind::value;  ///< value, missing_a or missing_b
  PathTree::Node path = PathTree::kNone;
  PropertyTree::Node a = kNone;
  PropertyTree::Node b = kNone;
  double distance = std::numeric_limits<double>::quiet_NaN();
  bool is_same = false;  ///< only where equal ones are asked for
};

/// Compares the leaves of two trees, path by path. One a thread. Equal trees of one shape, without
/// paths left out, are compared node by node, which makes no path and allocates nothing. What is of
/// PropertyRole::capture is left out.
class TreeComparer {
 public:
  /// Whether two ids name the same entity; or, where they name none, are the same text.
  using SameReference = std::function<bool(std::string_view a, std::string_view b)>;

  TreeComparer(const PathRules& rules, PathTree& paths, SameReference is_same_reference)
      : rules_(rules), paths_(paths), is_same_reference_(std::move(is_same_reference)) {}

  struct Request {
    PathTree::Node above = PathTree::kRoot;  ///< below which path the roots are
    bool must_walk_paths = false;            ///< hand each compared path to `visit_path`
    bool lists_same = false;                 ///< list what is equal, too
  };
  /// Appends what differs to `out`: in the order of A's leaves, those of B alone to `alone_b`.
  /// Returns true where both were of one shape and equal node by node.
  bool compare(const TreePart& a, const TreePart& b, const Request& request,
               std::vector<LeafDifference>& out, std::vector<LeafDifference>& alone_b);

  /// After a comparison that returned true: the ids in references of A, as B's mean the same. Valid
  /// while A's tree is and until the next comparison.
  const std::vector<std::string_view>& references() const { return references_; }

  /// Leaves held against one of the other side so far.
  std::uint64_t values_compared() const { return values_compared_; }
  void count_value() { ++values_compared_; }
  /// Called with each path compared, where that was asked for.
  std::function<void(PathTree::Node)> visit_path;

 private:
  bool is_found_same(const TreePart& a, const TreePart& b);
  std::optional<std::uint64_t> leaves_if_same(const TreePart& a, const TreePart& b);
  bool is_same_node(const PropertyTree& a, const PropertyNode& left, const PropertyTree& b,
                    const PropertyNode& right);
  bool has_same_names(const PropertyRange& a, const PropertyRange& b) const;
  void compare_level(const PropertyRange& a, const PropertyRange& b, PathTree::Node above);
  void compare_nodes(PropertyTree::Node a, PropertyTree::Node b, PathTree::Node path);
  void add_alone(Side side, PropertyTree::Node node, PathTree::Node path);
  static bool is_left_out(const PropertyNode& node) { return node.role == PropertyRole::capture; }

  const PathRules& rules_;
  PathTree& paths_;
  SameReference is_same_reference_;
  std::uint64_t values_compared_ = 0;
  std::vector<std::string_view> references_;

  // Of the comparison that runs.
  Request request_;
  const PropertyTree* a_ = nullptr;
  const PropertyTree* b_ = nullptr;
  std::vector<LeafDifference>* out_ = nullptr;
  std::vector<LeafDifference>* alone_b_ = nullptr;
};

}  // namespace scrubjay::compare
