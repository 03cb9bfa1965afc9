#include "app/shared/property_copy.h"

#include <algorithm>

#include "analysis/derived/derived_value.h"
#include "core/place_properties.h"

namespace scrubjay {

namespace {

/// How far a name is looked for among the siblings before it counts as new.
constexpr std::size_t kLookAhead = 64;

/// True when the properties say themselves where the entity is.
bool tells_place(const PropertyTree& tree, PropertyRange range) {
  for (std::uint32_t i = range.first; i < range.first + range.count; ++i) {
    if (tree[i].meaning == Meaning::point && tree[i].type == PropertyType::vec3) return true;
  }
  return false;
}

void match_siblings(const PropertyTree& tree, PropertyRange range, const PropertyTree& before,
                    PropertyRange before_range, std::vector<std::uint32_t>& out) {
  std::uint32_t expected = before_range.first;
  const std::uint32_t end = before_range.first + before_range.count;
  for_each_root(tree, range, [&](PropertyTree::Node node, const PropertyNode& property) {
    std::uint32_t at = expected;
    for (std::size_t i = 0; i < kLookAhead && at < end; ++i, at += before[at].subtree) {
      if (before[at].name != property.name) continue;
      out[node] = at;
      expected = at + before[at].subtree;
      if (is_container(property.type) && is_container(before[at].type)) {
        match_siblings(tree, children_of(tree, node), before, children_of(before, at), out);
      }
      return;
    }
  });
}

/// Names from the roots on, of which `first` is the first, each with what `mark` makes of how many
/// siblings before have it, too.
template <class Mark>
std::string joined_names(const PropertyTree& tree, PropertyTree::Node first,
                         PropertyTree::Node node, Mark mark) {
  std::string path;
  PropertyTree::Node at = first;
  PropertyTree::Node siblings = first;  // the first of those among which `at` stands
  while (at < tree.size() && at <= node) {
    if (node >= at + tree[at].subtree) {
      at += tree[at].subtree;
      continue;
    }
    std::size_t earlier = 0;
    for (PropertyTree::Node i = siblings; i < at; i += tree[i].subtree) {
      if (tree[i].name == tree[at].name) ++earlier;
    }
    if (!path.empty()) path += '/';
    path += tree[at].name;
    path += mark(earlier);
    if (at == node) break;
    siblings = ++at;
  }
  return path;
}

}  // namespace

PropertyTree::Node copy_properties(const Frame& frame, const Entity* entity, PropertyTree& out) {
  out.clear();
  if (entity == nullptr) {
    out.append_copy(frame.tree, frame.properties);
    return 0;
  }
  append_place(frame, *entity, out);
  // What the source tells in its own words need not stand there twice.
  if (!out.empty() && tells_place(frame.tree, entity->properties)) {
    out.node_for_edit(0).flags |= kPropertyCollapsed;
  }
  const PropertyTree::Node own = out.size();
  out.append_copy(frame.tree, entity->properties);
  return own;
}

void match_nodes(const PropertyTree& tree, const PropertyTree& before,
                 std::vector<std::uint32_t>& out) {
  out.assign(tree.size(), kNoNode);
  match_siblings(tree, {0, tree.size()}, before, {0, before.size()}, out);
}

std::string path_below(const PropertyTree& tree, PropertyTree::Node first,
                       PropertyTree::Node node) {
  return joined_names(tree, first, node, [](std::size_t earlier) {
    return earlier == 0 ? std::string() : '#' + std::to_string(earlier + 1);
  });
}

std::string plain_path_of(const PropertyTree& tree, PropertyTree::Node node) {
  return joined_names(tree, 0, node, [](std::size_t) { return std::string_view(); });
}

std::string full_path_of(const PropertyTree& tree, PropertyTree::Node node) {
  std::string path = path_below(tree, 0, node);
  // A panel has what follows of two in a group of its own, which has no other name.
  constexpr std::string_view kOfTwo = "derived#2/";
  if (path.starts_with(kOfTwo)) path.replace(0, kOfTwo.size(), kDerivedPrefix);
  return path;
}

std::string path_of(const PropertyTree& tree, PropertyTree::Node node) {
  std::string path = full_path_of(tree, node);
  const bool is_added = node > 0 && node < tree[0].subtree && is_place(tree, 0);
  if (is_added) path.erase(0, tree[0].name.size() + 1);
  return path;
}

std::string repeat_mark(std::size_t earlier) {
  // A control character stands in no name that people write.
  return earlier == 0 ? "" : "\x1F" + std::to_string(earlier);
}

std::string unique_path_of(const PropertyTree& tree, PropertyTree::Node node) {
  return joined_names(tree, 0, node, repeat_mark);
}

std::uint64_t child_path_hash(std::uint64_t above, std::string_view name, std::size_t earlier) {
  std::uint64_t hash = (above ^ 0x2F) * 1099511628211ULL;
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
  if (earlier > 0) hash = (hash ^ (earlier << 8)) * 1099511628211ULL;
  return hash;
}

void for_each_path(
    const PropertyTree& tree,
    const std::function<void(PropertyTree::Node, std::uint64_t, std::uint64_t)>& visit) {
  struct Open {
    std::uint64_t hash;
    PropertyTree::Node end;
    std::vector<std::string_view> names = {};  ///< of the children so far
  };
  constexpr std::size_t kMostChildren = 256;
  std::vector<Open> open;
  open.push_back({kRootPathHash, tree.size()});
  for (PropertyTree::Node node = 0; node < tree.size();) {
    while (node >= open.back().end) open.pop_back();
    const PropertyNode& property = tree[node];
    Open& above = open.back();
    if (above.names.size() == kMostChildren) {
      node = above.end;
      continue;
    }
    const auto earlier = static_cast<std::size_t>(std::ranges::count(above.names, property.name));
    above.names.push_back(property.name);
    const std::uint64_t hash = child_path_hash(above.hash, property.name, earlier);
    visit(node, hash, above.hash);
    const bool opens = property.type == PropertyType::group ||
                       property.type == PropertyType::list || property.type == PropertyType::record;
    if (opens) open.push_back({hash, node + property.subtree});
    node += opens ? 1 : property.subtree;
  }
}

}  // namespace scrubjay
