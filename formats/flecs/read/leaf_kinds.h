#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "core/growing_column.h"
#include "core/property_tree.h"
#include "core/text.h"
#include "formats/flecs/read/snapshot.h"

namespace scrubjay::flecs {

// One property, one type over time: where a member is a text in some documents and a number in
// others, as an empty bitmask is 0, it is a text in all of them (formats/flecs/README.md, 12).

/// Finds those members while the index pass goes through the documents.
class LeafKinds {
 public:
  /// The members are added to `out`, as texts of `texts`.
  LeafKinds(TextTable& texts, GrowingColumn<TextId>& out) : texts_(texts), out_(out) {}

  void look_at(const Snapshot& snapshot);

 private:
  void look_at(const simdjson::dom::element& value, const Schema* schema, std::string& path,
               unsigned depth);
  void see(const std::string& path, std::uint8_t kind);

  TextTable& texts_;
  GrowingColumn<TextId>& out_;
  std::unordered_map<std::string, std::uint8_t> kinds_;
};

/// Makes them texts in the trees of frames. One per thread: it keeps up with the index.
class TextLeaves {
 public:
  TextLeaves(const TextTable& texts, const GrowingColumn<TextId>& leaves)
      : texts_(texts), leaves_(leaves) {}

  /// `node` is the component as it was just written, the last one of the tree.
  void apply(PropertyTree& tree, PropertyTree::Node node, const ComponentId& id);

 private:
  using Paths = std::unordered_set<std::string_view>;

  void keep_up();
  void apply(PropertyTree& tree, PropertyTree::Node node, const Paths& paths, std::string& path);

  const TextTable& texts_;
  const GrowingColumn<TextId>& leaves_;
  std::unordered_map<std::string_view, Paths> components_;
  std::size_t seen_ = 0;
};

}  // namespace scrubjay::flecs
