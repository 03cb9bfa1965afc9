#include "analysis/compare/path_tree.h"

#include "core/short_text.h"

namespace scrubjay::compare {

PathTree::PathTree(const PathRules& rules, PathTable& table) : rules_(rules), table_(table) {
  clear();
}

void PathTree::clear() {
  firsts_.clear();
  nodes_.clear();
  nodes_.push_back(std::make_unique<Entry>());
  nodes_.back()->rule = rules_.root();
}

PathTree::Node PathTree::claim(Node above, std::string_view name, std::size_t place, Side side,
                               std::uint64_t stamp) {
  const Node first = first_of(above, name, place);
  const std::size_t s = index(side);
  Node node = first;
  if (nodes_[first]->newest_stamps[s] == stamp) {
    const Node newest = nodes_[first]->newest[s];
    if (nodes_[newest]->next == kNone) {
      const Node added = add(above, name, nodes_[newest]->number + 1);
      nodes_[added]->first = first;
      nodes_[newest]->next = added;
    }
    node = nodes_[newest]->next;
  }
  nodes_[first]->newest_stamps[s] = stamp;
  nodes_[first]->newest[s] = node;
  nodes_[node]->stamps[s] = stamp;
  return node;
}

PathTree::Node PathTree::first_of(Node above, std::string_view name, std::size_t place) {
  Entry& parent = *nodes_[above];
  const bool is_begin = place == 0 || parent.newest_below == kNone;
  Node& expected = is_begin ? parent.first_below : nodes_[parent.newest_below]->after;
  if (expected == kNone || !is_same_text(nodes_[expected]->name, name)) {
    const auto known = firsts_.find(Key{above, name});
    if (known != firsts_.end()) {
      expected = known->second;
    } else {
      expected = add(above, name, 1);
      nodes_[expected]->first = expected;
      firsts_.emplace(Key{above, nodes_[expected]->name}, expected);
    }
  }
  parent.newest_below = expected;
  return expected;
}

PathTree::Node PathTree::add(Node above, std::string_view name, std::uint32_t number) {
  const auto node = static_cast<Node>(nodes_.size());
  Entry& entry = *nodes_.emplace_back(std::make_unique<Entry>());
  entry.name = name;
  entry.number = number;
  if (above != kRoot) entry.path = nodes_[above]->path + "/";
  entry.path += name;
  if (number > 1) entry.path += "#" + std::to_string(number);
  entry.rule = rules_.below(nodes_[above]->rule, entry.path);
  return node;
}

PathId PathTree::id(Node node) {
  PathId& id = nodes_[node]->id;
  if (!id.exists()) id = table_.add(nodes_[node]->path);
  return id;
}

}  // namespace scrubjay::compare
