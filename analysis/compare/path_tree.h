#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "analysis/compare/path_rules.h"
#include "analysis/compare/path_table.h"

namespace scrubjay::compare {

/// All paths that one thread has met, as a tree of names, each with what the options say of it. So
/// a path's text is made, and held against patterns, once, not once a frame.
///
/// The children of a group are claimed in their order, for one side: of equal names the n-th claim
/// gets the n-th node ("#2", "#3"). What is claimed on both sides under one stamp is a pair.
class PathTree {
 public:
  using Node = std::uint32_t;
  static constexpr Node kRoot = 0;  ///< above an entity's properties
  static constexpr Node kNone = 0xFFFFFFFF;

  PathTree(const PathRules& rules, PathTable& table);

  /// A stamp that nobody has.
  std::uint64_t new_stamp() { return ++stamp_; }
  /// The node of the next child called `name` below `above`. `place`: which child it is, 0
  /// for the first: what is claimed is mostly what followed the same one before. Allocates for a
  /// name that is new there.
  Node claim(Node above, std::string_view name, std::size_t place, Side side, std::uint64_t stamp);
  bool is_claimed(Node node, Side side, std::uint64_t stamp) const {
    return nodes_[node]->stamps[index(side)] == stamp;
  }
  /// What the claimer notes beside its claim.
  std::uint32_t& note(Node node) { return nodes_[node]->note; }

  const PathRules::Rule& rule(Node node) const { return nodes_[node]->rule; }
  double tolerance(Node node) const { return rules_.tolerance(nodes_[node]->rule); }
  const std::string& text(Node node) const { return nodes_[node]->path; }
  /// Its number among all threads' paths.
  PathId id(Node node);

  std::size_t size() const { return nodes_.size(); }
  /// Forgets all nodes.
  void clear();

 private:
  struct Entry {
    std::string name;
    std::string path;
    PathRules::Rule rule;
    PathId id;
    Node first = kNone;  ///< of equal names
    Node next = kNone;   ///< the next equal name
    // What was claimed last: behind it, as the first below it, below it at all. Firsts of names.
    Node after = kNone;
    Node first_below = kNone;
    Node newest_below = kNone;
    std::uint32_t number = 1;
    std::uint32_t note = 0;
    std::array<std::uint64_t, 2> stamps{};
    // Of the first of equal names: the newest claim.
    std::array<std::uint64_t, 2> newest_stamps{};
    std::array<Node, 2> newest{kNone, kNone};
  };
  struct Key {
    Node above;
    std::string_view name;
    bool operator==(const Key&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const {
      return std::hash<std::string_view>()(key.name) ^ (key.above * 0x9E3779B97F4A7C15u);
    }
  };

  static std::size_t index(Side side) { return static_cast<std::size_t>(side); }
  Node first_of(Node above, std::string_view name, std::size_t place);
  Node add(Node above, std::string_view name, std::uint32_t number);

  const PathRules& rules_;
  PathTable& table_;
  std::vector<std::unique_ptr<Entry>> nodes_;  ///< stay: names are viewed by `firsts_`
  std::unordered_map<Key, Node, Hash> firsts_;
  std::uint64_t stamp_ = 0;
};

}  // namespace scrubjay::compare
