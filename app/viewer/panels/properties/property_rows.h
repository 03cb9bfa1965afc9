#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/shared/property_copy.h"
#include "core/property_tree.h"

namespace scrubjay {

/// One line of the property tree.
struct PropertyRow {
  enum class Kind : std::uint8_t {
    property,  ///< name and value
    heading,   ///< a first-level group
    title,     ///< names what follows; has no node
    block,     ///< one of `parts` lines over which something large is drawn
  };
  PropertyTree::Node node = 0;
  std::uint64_t path_hash = 0;  ///< the same for the same path at every frame; rows differ in it
  std::uint32_t children = 0;   ///< direct children of a container
  std::uint16_t depth = 0;
  Kind kind = Kind::property;
  bool is_open = false;
  bool is_changed = false;      ///< differs from the frame before, or is new in it
  bool is_starred = false;      ///< a heading that stands at the top by the user's choice
  std::uint16_t part = 0;       ///< of a block, from 0
  std::uint16_t parts = 0;      ///< how many lines a block has
  std::uint8_t source = 0;      ///< which tree it is of, where a list shows several
  std::string_view title = {};  ///< shown instead of the node's name; outlives the rows
};

/// The two groups into which a tool of that kind sorts an entity's properties: the user's own,
/// whose first-level groups are boxes, and what every entity has. Others have none.
struct PropertyGroups {
  PropertyTree::Node user = kNoNode;
  PropertyTree::Node special = kNoNode;
  bool exist() const { return user != kNoNode; }
};

/// Looks for them in the roots from `first` on: two groups of those roles.
PropertyGroups find_groups(const PropertyTree& tree, PropertyTree::Node first);

/// What decides which properties are listed, and how.
struct PropertyRowsChoice {
  std::string_view search;  ///< words; each must be in the path or in the value
  const std::set<std::string>&
      toggled;  ///< unique paths of what is open or folded other than by default
  const std::set<std::string>* starred = nullptr;  ///< names of headings that come first
  bool show_hidden = false;                        ///< also what the source wants hidden
  /// Whether the value at a path (as a path hash) changes over the recording; what does stands
  /// before what does not. Null: everything stands as it was recorded.
  std::function<bool(std::uint64_t)> changes = {};
  PropertyGroups groups = {};
  /// How many lines a node needs below its own (for a comment: instead of its own), to be drawn as
  /// a block; 0: its children are listed. Null: no blocks.
  std::function<std::uint16_t(PropertyTree::Node)> block_rows = {};
};

/// The lines of a property tree. `previous_of` as from `match_nodes`, or empty when nothing came
/// before (then nothing has changed). Replaces `out`. O(nodes that are not folded away), or
/// O(nodes) with a search.
void list_properties(const PropertyTree& tree, const PropertyTree& previous,
                     std::span<const std::uint32_t> previous_of, const PropertyRowsChoice& choice,
                     std::vector<PropertyRow>& out);

/// Whether a container (or what opens a block) is open unless it was folded by hand.
bool is_open_by_default(const PropertyTree& tree, PropertyTree::Node node, std::size_t depth,
                        std::size_t children);

}  // namespace scrubjay
