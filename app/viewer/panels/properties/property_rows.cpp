#include "app/viewer/panels/properties/property_rows.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "app/viewer/panels/properties/property_text.h"
#include "core/text.h"

namespace scrubjay {

namespace {

/// Folded subtrees larger than this are not compared for the mark of a change.
constexpr std::uint32_t kCompared = 4096;
/// So many values of a table or the like are looked through in a search.
constexpr std::uint32_t kSearched = 20000;
constexpr std::uint16_t kDeepest = 60;

std::uint32_t count_children(const PropertyTree& tree, PropertyTree::Node node) {
  std::uint32_t count = 0;
  for_each_root(tree, children_of(tree, node), [&](auto, const auto&) { ++count; });
  return count;
}

bool has_words(std::string_view path, std::string_view value, std::string_view search) {
  for (auto word = next_word(search); !word.empty(); word = next_word(search)) {
    if (!contains_ignoring_case(path, word) && !contains_ignoring_case(value, word)) return false;
  }
  return true;
}

class Lister {
 public:
  Lister(const PropertyTree& tree, const PropertyTree& previous,
         std::span<const std::uint32_t> previous_of, const PropertyRowsChoice& choice,
         std::vector<PropertyRow>& out)
      : tree_(tree), previous_(previous), previous_of_(previous_of), choice_(choice), out_(out) {}

  void list_all() {
    const PropertyRange all{0, tree_.size()};
    if (!choice_.groups.exist()) {
      list(all, 0, [this](const auto& node) { return is_starred(node); });
      list(all, 0, [this](const auto& node) { return !is_starred(node); });
      return;
    }
    const PropertyTree::Node user = choice_.groups.user;
    const auto is_group = [](const PropertyNode& node) { return node.type == PropertyType::group; };
    list_inside(user, [&](const auto& node) { return is_group(node) && is_starred(node); });
    list_special();
    list_loose(user);
    list_inside(user, [&](const auto& node) { return is_group(node) && !is_starred(node); });
    list({0, user}, 0, [](const auto&) { return true; });
  }

 private:
  struct Place {
    std::size_t path_size;
    std::size_t key_size;
    std::uint64_t hash;
  };

  bool is_searching() const { return !choice_.search.empty(); }
  bool is_starred(const PropertyNode& node) const {
    return choice_.starred != nullptr && node.type == PropertyType::group &&
           choice_.starred->contains(std::string(node.name));
  }
  bool is_left_out(const PropertyNode& node) const {
    if (choice_.show_hidden) return false;
    return (node.flags & kPropertyHidden) != 0 || (is_shape(node.type) && node.name.empty());
  }

  Place enter(std::string_view name, std::size_t earlier) {
    const Place place{path_.size(), key_.size(), hash_};
    if (!path_.empty()) path_ += '/';
    path_ += name;
    if (!key_.empty()) key_ += '/';
    key_ += name;
    key_ += repeat_mark(earlier);
    hash_ = child_path_hash(hash_, name, earlier);
    return place;
  }
  void leave(const Place& place) {
    path_.resize(place.path_size);
    key_.resize(place.key_size);
    hash_ = place.hash;
  }

  /// Roots of `range` that `wanted(node)` picks: what changes, then what never does. What the
  /// source numbers stays in order.
  template <class Wanted>
  void list(PropertyRange range, std::uint16_t depth, Wanted wanted, bool is_numbered = false) {
    if (!choice_.changes || is_numbered) {
      list_part(range, depth, [&](const auto& node, auto) { return wanted(node); });
      return;
    }
    for (const bool changes : {true, false}) {
      list_part(range, depth, [&](const auto& node, std::uint64_t hash) {
        return wanted(node) && choice_.changes(hash) == changes;
      });
    }
  }

  template <class Wanted>
  void list_part(PropertyRange range, std::uint16_t depth, Wanted wanted) {
    std::unordered_map<std::string_view, std::size_t> seen;
    for_each_root(tree_, range, [&](PropertyTree::Node node, const PropertyNode& property) {
      const std::size_t earlier = seen[property.name]++;
      const std::uint64_t hash = child_path_hash(hash_, property.name, earlier);
      if (!wanted(property, hash) || is_left_out(property)) return;
      const Place place = enter(property.name, earlier);
      add(node, property, depth);
      leave(place);
    });
  }

  template <class Wanted>
  void list_inside(PropertyTree::Node group, Wanted wanted) {
    const Place place = enter(tree_[group].name, 0);
    list(children_of(tree_, group), 0, wanted);
    leave(place);
  }

  void list_special() {
    const PropertyTree::Node special = choice_.groups.special;
    const std::size_t before = out_.size();
    const Place place = enter(tree_[special].name, 0);
    add(special, tree_[special], 0);
    leave(place);
    if (out_.size() > before) out_[before].title = "Basic information";
  }

  /// What stands beside the first-level groups, under a heading of its own.
  void list_loose(PropertyTree::Node user) {
    const auto is_loose = [](const PropertyNode& node) { return node.type != PropertyType::group; };
    const Place place = enter(tree_[user].name, 0);
    PropertyRow row{.node = user, .path_hash = hash_};
    row.kind = PropertyRow::Kind::heading;
    row.title = "Uncategorized";
    for_each_root(tree_, children_of(tree_, user), [&](PropertyTree::Node node, const auto& one) {
      if (!is_loose(one) || is_left_out(one)) return;
      ++row.children;
      row.is_changed |= is_changed(node, one);
    });
    if (row.children > 0) {
      row.is_open = is_searching() || !choice_.toggled.contains(key_);
      const std::size_t before = out_.size();
      out_.push_back(row);
      if (row.is_open) list(children_of(tree_, user), 1, is_loose);
      if (is_searching() && out_.size() == before + 1) out_.pop_back();
    }
    leave(place);
  }

  void add(PropertyTree::Node node, const PropertyNode& property, std::uint16_t depth) {
    const bool container = is_container(property.type);
    PropertyRow row{.node = node, .path_hash = hash_, .depth = depth};
    if (depth == 0 && property.type == PropertyType::group) row.kind = PropertyRow::Kind::heading;
    row.is_starred = row.kind == PropertyRow::Kind::heading && is_starred(property);
    if (container) row.children = count_children(tree_, node);
    row.parts = choice_.block_rows ? choice_.block_rows(node) : std::uint16_t{0};
    const bool found = !is_searching() ||
                       has_words(path_, container ? std::string() : bare_value_text(tree_, node),
                                 choice_.search) ||
                       (row.parts > 0 && container && has_words_inside(node));
    if ((!container || row.parts > 0) && !found) return;
    row.is_changed = is_changed(node, property);
    const bool is_note = property.type == PropertyType::comment && row.parts > 0;
    const bool opens = row.parts > 0 || row.children > 0;
    row.is_open = opens && (is_note || (is_searching() && row.parts == 0) ||
                            is_open_by_default(tree_, node, depth, row.children) !=
                                choice_.toggled.contains(key_));
    const std::size_t place = out_.size();
    if (!is_note) out_.push_back(row);
    if (row.is_open && row.parts > 0) {
      add_block(row);
    } else if (row.is_open && depth < kDeepest) {
      list(
          children_of(tree_, node), static_cast<std::uint16_t>(depth + 1),
          [](const auto&) { return true; }, property.type != PropertyType::group);
    }
    const bool nothing_below = out_.size() == place + 1;
    if (!found && nothing_below) out_.pop_back();
  }

  void add_block(PropertyRow row) {
    row.kind = PropertyRow::Kind::block;
    for (; row.part < row.parts; ++row.part) out_.push_back(row);
  }

  bool has_words_inside(PropertyTree::Node node) const {
    const PropertyTree::Node end = node + std::min(tree_[node].subtree, kSearched);
    for (PropertyTree::Node at = node + 1; at < end; ++at) {
      if (is_text(tree_[at].type) &&
          has_words(tree_[at].name, tree_[at].text_value(), choice_.search)) {
        return true;
      }
    }
    return false;
  }

  bool is_changed(PropertyTree::Node node, const PropertyNode& property) const {
    if (previous_of_.empty()) return false;
    if (previous_of_[node] == kNoNode) return true;
    if (property.subtree > kCompared) return false;
    return !same_value(tree_, node, previous_, previous_of_[node]);
  }

  const PropertyTree& tree_;
  const PropertyTree& previous_;
  std::span<const std::uint32_t> previous_of_;
  const PropertyRowsChoice& choice_;
  std::vector<PropertyRow>& out_;
  std::string path_;  ///< names, for searching
  std::string key_;   ///< unique path, for folds
  std::uint64_t hash_ = kRootPathHash;
};

}  // namespace

PropertyGroups find_groups(const PropertyTree& tree, PropertyTree::Node first) {
  const auto is_group = [&](PropertyTree::Node node) {
    return node < tree.size() && tree[node].type == PropertyType::group;
  };
  if (!is_group(first)) return {};
  const PropertyTree::Node second = first + tree[first].subtree;
  if (!is_group(second) || second + tree[second].subtree != tree.size()) return {};
  if (tree[first].role != PropertyRole::own || tree[second].role != PropertyRole::basics) return {};
  return {first, second};
}

bool is_open_by_default(const PropertyTree& tree, PropertyTree::Node node, std::size_t depth,
                        std::size_t children) {
  const PropertyNode& property = tree[node];
  if ((property.flags & kPropertyCollapsed) != 0 || depth >= 3) return false;
  if (property.type == PropertyType::linechart) return true;
  if (is_shape(property.type) || property.type == PropertyType::table ||
      property.type == PropertyType::resource) {
    return false;
  }
  return children <= (property.type == PropertyType::list ? 8U : 40U);
}

void list_properties(const PropertyTree& tree, const PropertyTree& previous,
                     std::span<const std::uint32_t> previous_of, const PropertyRowsChoice& choice,
                     std::vector<PropertyRow>& out) {
  out.clear();
  Lister(tree, previous, previous_of, choice, out).list_all();
}

}  // namespace scrubjay
