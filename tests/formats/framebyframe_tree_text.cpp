#include "tests/formats/framebyframe_tree_text.h"

#include <string_view>

namespace scrubjay::framebyframe {
namespace {

std::string_view meaning_text(Meaning meaning) {
  switch (meaning) {
    case Meaning::point: return "@point";
    case Meaning::direction: return "@direction";
    case Meaning::extent: return "@extent";
    case Meaning::length: return "@length";
    case Meaning::rotation: return "@rotation";
    case Meaning::none: return "";
    default: return "@unexpected";
  }
}

std::string value_text(const PropertyTree& tree, const PropertyNode& node) {
  if (is_text(node.type)) return "=" + std::string(node.text_value());
  if (has_numbers(node.type)) {
    std::string text = "=(";
    for (const double value : tree.numbers_of(node)) {
      if (text.size() > 2) text += ' ';
      text += number_text(value);
    }
    return text + ")";
  }
  switch (node.type) {
    case PropertyType::boolean: return node.boolean ? "=true" : "=false";
    case PropertyType::integer:
      return "=" + (node.is_unsigned ? std::to_string(node.unsigned_integer)
                                     : std::to_string(node.integer));
    case PropertyType::number: return "=" + number_text(node.number);
    default: return "";
  }
}

}  // namespace

std::string tree_text(const PropertyTree& tree, PropertyRange range) {
  std::string text;
  for_each_root(tree, range, [&](PropertyTree::Node i, const PropertyNode& node) {
    if (!text.empty()) text += ' ';
    text += std::string(node.name) + ":" + std::string(to_text(node.type));
    if (is_container(node.type)) {
      text += "[" + tree_text(tree, children_of(tree, i)) + "]";
    } else {
      text += value_text(tree, node);
    }
    text += meaning_text(node.meaning);
    if (node.flags != 0) text += "!" + std::to_string(node.flags);
    if (node.style != 0) {
      const PropertyStyle& style = tree.style_of(node);
      text += "~" + std::string(style.icon) + "," + std::string(style.color) + "," +
              std::string(style.type_name) + "," + std::string(style.label);
    }
  });
  return text;
}

}  // namespace scrubjay::framebyframe
