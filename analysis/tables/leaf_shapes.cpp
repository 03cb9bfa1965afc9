#include "analysis/tables/leaf_shapes.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>

#include "core/short_text.h"

namespace scrubjay::tables {

namespace {

/// Whether one of eight characters is '/' or '#'.
bool has_mark(std::uint64_t characters) {
  constexpr std::uint64_t kOnes = 0x0101010101010101;
  constexpr std::uint64_t kHighest = 0x8080808080808080;
  const auto has = [&](char mark) {
    const std::uint64_t others = characters ^ kOnes * static_cast<unsigned char>(mark);
    return ((others - kOnes) & ~others & kHighest) != 0;
  };
  return has('/') || has('#');
}

/// Of shapes that are the same, the same; it looks at the ends of names alone.
std::uint64_t key_of(const LeafSide& side) {
  constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15;
  std::uint64_t key = side.range.count;
  for (std::uint32_t i = 0; i < side.range.count; ++i) {
    const PropertyNode& node = side[i];
    const std::uint64_t place =
        std::uint64_t{node.subtree} << 8 | static_cast<std::uint8_t>(node.type);
    key = (key ^ last_bits(node.name) ^ place * kOdd) * kOdd;
    key ^= key >> 32;
  }
  return key;
}

bool is_of(const LeafShape& shape, const LeafSide& side) {
  if (shape.nodes.size() != side.range.count) return false;
  for (std::uint32_t i = 0; i < side.range.count; ++i) {
    const LeafShape::Node& known = shape.nodes[i];
    const PropertyNode& node = side[i];
    if (node.type != known.type || node.subtree != known.subtree ||
        !is_same_text(node.name, known.name)) {
      return false;
    }
  }
  return true;
}

}  // namespace

bool has_path_mark(std::string_view name) {
  bool has = has_mark(last_bits(name));
  for (std::size_t i = 0; i + 8 < name.size(); i += 8) {
    has |= has_mark(bits_at<std::uint64_t>(name, i));
  }
  return has;
}

bool may_repeat_paths(const LeafSide& side) {
  bool may = false;
  for (std::uint32_t i = 0; i < side.range.count; ++i) may |= has_path_mark(side[i].name);
  return may;
}

const LeafShape* LeafShapes::of(const LeafSide& side) {
  const std::uint64_t key = key_of(side);
  const auto [first, last] = shapes_.equal_range(key);
  for (auto at = first; at != last; ++at) {
    if (is_of(*at->second, side)) return at->second.get();
  }
  if (may_repeat_paths(side)) return nullptr;
  std::size_t bytes = bytes_;
  for (std::uint32_t i = 0; i < side.range.count; ++i) {
    bytes += sizeof(LeafShape::Node) + side[i].name.size();
  }
  if (bytes > kMostBytes) return nullptr;
  LeafShape shape;
  for (std::uint32_t i = 0; i < side.range.count; ++i) {
    shape.nodes.push_back(
        {.name = std::string(side[i].name), .type = side[i].type, .subtree = side[i].subtree});
  }
  std::uint32_t next = 0;
  walk_.walk(side.tree, side.range, [&](std::string_view path, PropertyTree::Node node) {
    bytes += sizeof(LeafShape::Leaf) + path.size();
    if (bytes > kMostBytes) return;
    const LeafShape::Leaf leaf{std::string(path), node - side.range.first, side.tree[node].subtree};
    while (next < leaf.at + leaf.count) {
      shape.nodes[next++].leaf = static_cast<std::uint32_t>(shape.leaves.size());
    }
    shape.leaves.push_back(leaf);
  });
  if (bytes > kMostBytes) return nullptr;
  bytes_ = bytes;
  return shapes_.emplace(key, std::make_unique<const LeafShape>(std::move(shape)))->second.get();
}

const LeafMatch& LeafShapes::match(const LeafShape& first, const LeafShape& second) {
  const std::pair key(&first, &second);
  if (const auto known = matches_.find(key); known != matches_.end()) return known->second;
  matched_ += first.leaves.size() + second.leaves.size();
  if (matched_ > kMostMatched) {
    matches_.clear();
    matched_ = 0;
  }
  std::unordered_map<std::string_view, std::uint32_t> left;
  for (const LeafShape::Leaf& leaf : first.leaves) {
    left.emplace(leaf.path, static_cast<std::uint32_t>(left.size()));
  }
  LeafMatch& match = matches_[key];
  for (const LeafShape::Leaf& leaf : second.leaves) {
    const auto found = left.extract(leaf.path);
    match.first_of.push_back(found ? found.mapped() : LeafMatch::kNone);
  }
  for (const auto& [path, leaf] : left) match.gone.push_back(leaf);
  std::ranges::sort(match.gone);
  return match;
}

}  // namespace scrubjay::tables
