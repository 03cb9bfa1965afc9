#include "core/plain_tree_archive.h"

#include <vector>

namespace scrubjay {

namespace {

constexpr std::size_t kMostDepth = 64;

bool is_plain_container(PropertyType type) { return type <= PropertyType::record; }

bool is_plain(const PropertyNode& node) {
  const bool is_plain_type =
      is_container(node.type) ? is_plain_container(node.type) : !has_numbers(node.type);
  return is_plain_type && node.style == 0;
}

void write_value(IndexWriter& out, const PropertyNode& node) {
  switch (node.type) {
    case PropertyType::boolean: out(node.boolean); return;
    case PropertyType::integer: out(node.is_unsigned, node.integer); return;
    case PropertyType::number: out(node.number); return;
    case PropertyType::null: return;
    default: break;
  }
  if (is_text(node.type)) {
    out(node.text_value());
  } else {
    out(node.subtree);
  }
}

PropertyTree::Node add_value(IndexReader& in, PropertyTree& tree, std::string_view name,
                             PropertyType type, const char* unit) {
  switch (type) {
    case PropertyType::null: return tree.null(name);
    case PropertyType::boolean: {
      bool value = false;
      in(value);
      return tree.boolean(name, value);
    }
    case PropertyType::integer: {
      bool is_unsigned = false;
      std::int64_t value = 0;
      in(is_unsigned, value);
      return is_unsigned ? tree.unsigned_integer(name, static_cast<std::uint64_t>(value), unit)
                         : tree.integer(name, value, unit);
    }
    case PropertyType::number: {
      double value = 0;
      in(value);
      return tree.number(name, value, Precision::float64, unit);
    }
    default: return tree.text(name, tree.keep(in.view()), type);
  }
}

/// Containers that are open while a tree is read.
struct OpenNode {
  PropertyTree::Node node;
  std::uint64_t left;  ///< nodes that are still to come in it
};

void close_full(std::vector<OpenNode>& open, PropertyTree& tree) {
  while (!open.empty() && open.back().left == 0) {
    tree.close(open.back().node);
    open.pop_back();
  }
}

}  // namespace

bool write_plain_tree(IndexWriter& out, const PropertyTree& tree) {
  out(std::uint64_t{tree.size()});
  for (const PropertyNode& node : tree.nodes()) {
    if (!is_plain(node)) return false;
    out(node.name, std::string_view(node.unit), node.flags);
    out.choice(node.type, PropertyType::points);
    out.choice(node.precision, Precision::float32);
    write_value(out, node);
  }
  return true;
}

bool read_plain_tree(IndexReader& in, PropertyTree& tree) {
  const std::uint64_t count = in.count();
  std::vector<OpenNode> open;
  for (std::uint64_t i = 0; i < count && in.ok(); ++i) {
    const std::string_view name = tree.keep(in.view());
    const char* unit = tree.keep(in.view()).data();
    std::uint32_t flags = 0;
    PropertyType type = PropertyType::null;
    Precision precision = Precision::float64;
    in(flags);
    in.choice(type, PropertyType::number);
    in.choice(precision, Precision::float32);
    in.require(is_plain_container(type) || !is_container(type));
    if (!in.ok()) break;
    // This node is one of those to come in each container around it.
    const std::uint64_t around = open.empty() ? count - i : open.back().left;
    for (OpenNode& container : open) --container.left;
    PropertyTree::Node node = 0;
    if (is_container(type)) {
      std::uint32_t subtree = 0;
      in(subtree);
      in.require(subtree >= 1 && subtree <= around && open.size() < kMostDepth);
      node = tree.open(name, type);
      open.push_back({node, in.ok() ? subtree - 1 : std::uint64_t{0}});
    } else {
      node = add_value(in, tree, name, type, unit);
    }
    tree.node_for_edit(node).flags = flags;
    tree.node_for_edit(node).precision = precision;
    close_full(open, tree);
  }
  return in.ok() && open.empty();
}

}  // namespace scrubjay
