#pragma once

#include <string_view>
#include <vector>

#include "core/coordinate_system.h"
#include "core/property_tree.h"

namespace scrubjay::framebyframe {

/// Brings the roots of an entity's properties into the one order that readers know: the user group,
/// then the special group with at least its four entries (formats/framebyframe/README.md, 4.1,
/// 10, 15.4). Storage is kept from entity to entity.
class EntityGroups {
 public:
  using Node = PropertyTree::Node;

  /// The entries of a special group; a node is kNone where its type does not fit.
  struct Special {
    static constexpr Node kNone = ~Node{0};
    Node name = kNone;      ///< a string
    Node position = kNone;  ///< a vec3, as are the others
    Node up = kNone;
    Node forward = kNone;
  };

  /// The roots are all that `tree` has from `first` on. What is missing is added: up and forward
  /// are the axes of `system`.
  Special arrange(PropertyTree& tree, Node first, const CoordinateSystem& system);

 private:
  void find_roots(const PropertyTree& tree, Node first);
  void rebuild(PropertyTree& tree, Node first);
  Special complete(PropertyTree& tree, const CoordinateSystem& system);

  static constexpr std::size_t kNoRoot = ~std::size_t{0};

  std::vector<Node> roots_;
  std::size_t user_ = kNoRoot;     ///< place in `roots_`
  std::size_t special_ = kNoRoot;  ///< likewise
  std::vector<Node> entries_;
  PropertyTree spare_;
};

}  // namespace scrubjay::framebyframe
