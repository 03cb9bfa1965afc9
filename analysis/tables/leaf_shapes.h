#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "analysis/tables/leaves.h"
#include "core/property_tree.h"

namespace scrubjay::tables {

/// The properties of one entity, or of the frame itself, at one frame.
struct LeafSide {
  const PropertyTree& tree;
  PropertyRange range;

  const PropertyNode& operator[](std::uint32_t i) const { return tree[range.first + i]; }
  std::span<const PropertyNode> nodes() const {
    return tree.nodes().subspan(range.first, range.count);
  }
};

/// How properties are built: their names, types and nesting; with the leaves that LeafWalk finds,
/// of which no two have the same path.
struct LeafShape {
  struct Node {
    std::string name;
    PropertyType type = PropertyType::null;
    std::uint32_t subtree = 1;
    std::uint32_t leaf = 0;  ///< that it is, or is in; of groups and lists the next one
  };
  struct Leaf {
    std::string path;
    std::uint32_t at = 0;  ///< among the nodes
    std::uint32_t count = 1;
  };
  std::vector<Node> nodes;
  std::vector<Leaf> leaves;
};

/// How the leaves of two shapes belong together: by their paths.
struct LeafMatch {
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;

  std::vector<std::uint32_t> first_of;  ///< of each leaf of the second, that of the first, or none
  std::vector<std::uint32_t> gone;      ///< leaves of the first that the second has not
};

/// The shapes that entities have, so that paths are put together once for all that are built alike.
/// One a thread.
class LeafShapes {
 public:
  static constexpr std::size_t kMostBytes = std::size_t{8} << 20;  ///< of all shapes, about

  /// Null where two paths may be the same, or shapes would take too much memory. Stays where it is.
  const LeafShape* of(const LeafSide& side);
  /// Of two that `of` gave; valid until called again.
  const LeafMatch& match(const LeafShape& first, const LeafShape& second);

 private:
  static constexpr std::size_t kMostMatched = std::size_t{1} << 20;  ///< leaves of all matches

  std::unordered_multimap<std::uint64_t, std::unique_ptr<const LeafShape>> shapes_;
  std::size_t bytes_ = 0;
  std::map<std::pair<const LeafShape*, const LeafShape*>, LeafMatch> matches_;
  std::size_t matched_ = 0;
  LeafWalk walk_;
};

/// Two leaves may have the same path only where a name has what joins names in it.
bool may_repeat_paths(const LeafSide& side);
/// Whether a name has '/' or '#' in it.
bool has_path_mark(std::string_view name);

}  // namespace scrubjay::tables
