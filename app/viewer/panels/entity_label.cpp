#include "app/viewer/panels/entity_label.h"

#include <algorithm>
#include <array>

namespace scrubjay {

std::string_view entity_label(const Frame& frame, const Entity& entity) {
  constexpr std::array<std::string_view, 5> kNames{"name", "username", "nickname", "displayName",
                                                   "label"};
  std::string_view label;
  for_each_root(frame.tree, entity.properties, [&](PropertyTree::Node, const PropertyNode& node) {
    if (!label.empty() || node.type != PropertyType::string) return;
    if (std::ranges::find(kNames, node.name) == kNames.end()) return;
    if (node.text_value() != entity.name) label = node.text_value();
  });
  return label;
}

}  // namespace scrubjay
