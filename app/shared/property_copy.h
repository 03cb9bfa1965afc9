#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/frame.h"
#include "core/property_tree.h"

namespace scrubjay {

inline constexpr std::uint32_t kNoNode = 0xFFFFFFFF;

/// Copies what a frame holds of one entity into `out`: its place in the world as a group
/// "transform", its box, and its properties; with a null entity what belongs to the whole frame.
/// Replaces `out`. Returns the node at which the entity's own properties begin.
PropertyTree::Node copy_properties(const Frame& frame, const Entity* entity, PropertyTree& out);

/// For each node of `tree` the node at the same place in `before`, or kNoNode: names are followed
/// in order, so that one that was added or left out in between disturbs nobody. O(nodes) for trees
/// alike.
void match_nodes(const PropertyTree& tree, const PropertyTree& before,
                 std::vector<std::uint32_t>& out);

/// Names joined with '/', from the roots of which `first` is the first, and among which nothing
/// else stands up to the node; equal names in one group have #2, #3 behind them in their order.
std::string path_below(const PropertyTree& tree, PropertyTree::Node first, PropertyTree::Node node);
/// Without #2, #3: what several properties of equal names have in common.
std::string plain_path_of(const PropertyTree& tree, PropertyTree::Node node);
/// The path below the tree's first root.
std::string full_path_of(const PropertyTree& tree, PropertyTree::Node node);
/// The same as people write it: the group "transform" that panels add is left out, as
/// the command line names its members without it.
std::string path_of(const PropertyTree& tree, PropertyTree::Node node);

/// The full path with a number behind each name that a sibling before has, too: no other node of
/// the tree has the same.
std::string unique_path_of(const PropertyTree& tree, PropertyTree::Node node);

/// What `unique_path_of` puts behind a name that `earlier` siblings before have; "" for none.
std::string repeat_mark(std::size_t earlier);

/// Of the empty path.
inline constexpr std::uint64_t kRootPathHash = 14695981039346656037ULL;
/// Unique paths as numbers, the same in every tree: of a child named `name`, which `earlier`
/// siblings before have as their name, too.
std::uint64_t child_path_hash(std::uint64_t above, std::string_view name, std::size_t earlier);
/// Calls `visit(node, hash, above)` for each node of a tree in order, with the hash of its unique
/// path and that of what it is part of. Of each container the first 256 children, without what is
/// inside of tables, charts and shapes.
void for_each_path(
    const PropertyTree& tree,
    const std::function<void(PropertyTree::Node, std::uint64_t, std::uint64_t)>& visit);

}  // namespace scrubjay
