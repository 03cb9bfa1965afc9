#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/frame.h"
#include "core/property_tree.h"

namespace scrubjay {

inline constexpr std::uint32_t kNoNode = 0xFFFFFFFF;

/// Copies what a frame holds of one entity into `out`: its place in the world as a group
/// "transform", its box, and its properties; with a null entity what belongs to the whole frame.
/// Replaces `out`.
void copy_properties(const Frame& frame, const Entity* entity, PropertyTree& out);

/// For each node of `tree` the node at the same place in `before`, or kNoNode: names are followed
/// in order, so that one that was added or left out in between disturbs nobody. O(nodes) for trees
/// alike.
void match_nodes(const PropertyTree& tree, const PropertyTree& before,
                 std::vector<std::uint32_t>& out);

/// Names from the root on, joined with '/'.
std::string full_path_of(const PropertyTree& tree, PropertyTree::Node node);
/// The same as people write it: the group "transform" that panels add is left out, as
/// the command line names its members without it.
std::string path_of(const PropertyTree& tree, PropertyTree::Node node);

/// One line of the property tree.
struct PropertyRow {
  PropertyTree::Node node = 0;
  std::uint64_t path_hash = 0;  ///< the same for the same path at every frame
  std::uint32_t children = 0;   ///< direct children of a container
  std::uint16_t depth = 0;
  bool is_open = false;
  bool is_changed = false;  ///< differs from the frame before, or is new in it
};

/// What decides which properties are listed.
struct PropertyRowsChoice {
  std::string_view search;  ///< words; each must be in the path or in the value
  const std::set<std::string>&
      toggled;  ///< paths of containers whose fold differs from its default
};

/// The lines of a property tree. `previous_of` as from `match_nodes`, or empty when nothing came
/// before (then nothing has changed). Replaces `out`. O(nodes that are not folded away), or
/// O(nodes) with a search.
void list_properties(const PropertyTree& tree, const PropertyTree& previous,
                     std::span<const std::uint32_t> previous_of, const PropertyRowsChoice& choice,
                     std::vector<PropertyRow>& out);

/// Whether a container is open unless it was folded by hand.
bool is_open_by_default(const PropertyTree& tree, PropertyTree::Node node, std::size_t depth,
                        std::size_t children);

/// The value on one line without its unit, at most a few hundred bytes long.
std::string bare_value_text(const PropertyTree& tree, PropertyTree::Node node);
/// Numbers rounded so that the text has at most `longest` characters, "" when that does not help.
/// For a cell that is too narrow for the whole text.
std::string rounded_value_text(const PropertyTree& tree, PropertyTree::Node node,
                               std::size_t longest);

/// A rotation as angles about the axes of `coordinates` in degrees, each with the sense in words.
std::string euler_text(const glm::dquat& rotation, const CoordinateSystem& coordinates);

/// One line of several entities side by side: a path, and its node in each tree or kNoNode.
struct PinnedRow {
  std::string path;
  std::vector<PropertyTree::Node> nodes;
};

/// Aligns the values of several trees by path, in the order of the first tree; what only later ones
/// have comes behind its neighbour. At most a few thousand lines. Replaces `out`.
void align_properties(std::span<const PropertyTree* const> trees, std::vector<PinnedRow>& out);

}  // namespace scrubjay
