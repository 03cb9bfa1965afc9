#include "formats/framebyframe/read/entity_groups.h"

#include <algorithm>
#include <array>

#include "core/text.h"
#include "formats/framebyframe/special.h"

namespace scrubjay::framebyframe {

namespace {

using Node = PropertyTree::Node;

struct SpecialEntry {
  std::string_view name;         ///< as integrations write it
  std::string_view name_if_new;  ///< as the application writes what it adds
  PropertyType type;
};

// formats/framebyframe/README.md, 4.1 and 10.
constexpr std::array<SpecialEntry, 4> kEntries{{
    {"name", "name", PropertyType::string},
    {"position", "position", PropertyType::vec3},
    {"up", "Up", PropertyType::vec3},
    {"forward", "Forward", PropertyType::vec3},
}};

bool is_group(const PropertyNode& node) { return node.type == PropertyType::group; }

void add_missing(PropertyTree& tree, std::size_t n, const CoordinateSystem& system) {
  const std::string_view name = kEntries[n].name_if_new;
  switch (n) {
    case 0: tree.text(name, ""); break;
    case 1: tree.vec3(name, glm::dvec3(0.0), Precision::float64, "", Meaning::point); break;
    case 2:
      tree.vec3(name, direction_of(system.up), Precision::float64, "", Meaning::direction);
      break;
    default:
      tree.vec3(name, direction_of(system.forward), Precision::float64, "", Meaning::direction);
      break;
  }
}

/// The n-th entry: the one at that place, unless only another one bears its name.
Node find_entry(const PropertyTree& tree, const std::vector<Node>& entries, std::size_t n) {
  const auto fits = [&](Node node) { return tree[node].type == kEntries[n].type; };
  const auto is_named = [&](Node node) {
    return fits(node) && equal_ignoring_case(tree[node].name, kEntries[n].name);
  };
  if (is_named(entries[n])) return entries[n];
  if (const auto found = std::ranges::find_if(entries, is_named); found != entries.end()) {
    return *found;
  }
  return fits(entries[n]) ? entries[n] : EntityGroups::Special::kNone;
}

}  // namespace

EntityGroups::Special EntityGroups::arrange(PropertyTree& tree, Node first,
                                            const CoordinateSystem& system) {
  find_roots(tree, first);
  if (roots_.size() != 2 || user_ != 0 || special_ != 1) rebuild(tree, first);
  return complete(tree, system);
}

void EntityGroups::find_roots(const PropertyTree& tree, Node first) {
  roots_.clear();
  user_ = special_ = kNoRoot;
  for (Node node = first; node < tree.size(); node += tree[node].subtree) {
    const std::size_t place = roots_.size();
    if (is_group(tree[node])) {
      if (special_ == kNoRoot && equal_ignoring_case(tree[node].name, kSpecialGroup)) {
        special_ = place;
      } else if (user_ == kNoRoot && equal_ignoring_case(tree[node].name, kOwnGroup)) {
        user_ = place;
      }
    }
    roots_.push_back(node);
  }
  // By place where no name tells (formats/framebyframe/README.md, 4).
  const auto is_free_group = [&](std::size_t place) {
    return place < roots_.size() && is_group(tree[roots_[place]]) && place != user_ &&
           place != special_;
  };
  if (special_ == kNoRoot && is_free_group(1)) special_ = 1;
  if (user_ == kNoRoot && special_ == 1 && roots_.size() == 2 && is_free_group(0)) user_ = 0;
}

void EntityGroups::rebuild(PropertyTree& tree, Node first) {
  spare_.clear();
  spare_.append_copy(tree, tree.since(first));
  tree.truncate(first);
  const auto copy_of = [&](std::size_t place) {
    const Node node = roots_[place] - first;
    return tree.append_copy(spare_, {node, spare_[node].subtree}).first;
  };
  const Node user = user_ != kNoRoot ? copy_of(user_) : tree.open(kOwnGroup, PropertyType::group);
  for (std::size_t place = 0; place < roots_.size(); ++place) {
    if (place != user_ && place != special_) copy_of(place);
  }
  tree.close(user);
  const Node special =
      special_ != kNoRoot ? copy_of(special_) : tree.open(kSpecialGroup, PropertyType::group);
  tree.close(special);
  roots_.assign({user, special});
  user_ = 0;
  special_ = 1;
}

EntityGroups::Special EntityGroups::complete(PropertyTree& tree, const CoordinateSystem& system) {
  const Node special = roots_[special_];
  entries_.clear();
  for_each_root(tree, children_of(tree, special),
                [&](Node node, const PropertyNode&) { entries_.push_back(node); });
  if (entries_.size() < kEntries.size()) {
    for (std::size_t n = entries_.size(); n < kEntries.size(); ++n) {
      entries_.push_back(tree.size());
      add_missing(tree, n, system);
    }
    tree.close(special);
  }
  tree.node_for_edit(roots_[user_]).role = PropertyRole::own;
  tree.node_for_edit(special).role = PropertyRole::basics;
  for (std::size_t n = kEntries.size(); n < entries_.size(); ++n) {
    PropertyNode& entry = tree.node_for_edit(entries_[n]);
    if (entry.name == kFormerId && is_text(entry.type)) entry.role = PropertyRole::former_id;
  }
  const Special found{find_entry(tree, entries_, 0), find_entry(tree, entries_, 1),
                      find_entry(tree, entries_, 2), find_entry(tree, entries_, 3)};
  if (found.position != Special::kNone) {
    tree.node_for_edit(found.position).meaning = Meaning::point;
  }
  if (found.up != Special::kNone) tree.node_for_edit(found.up).meaning = Meaning::direction;
  if (found.forward != Special::kNone) {
    tree.node_for_edit(found.forward).meaning = Meaning::direction;
  }
  return found;
}

}  // namespace scrubjay::framebyframe
