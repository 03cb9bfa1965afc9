#include "core/meaning_choice.h"

#include <vector>

namespace scrubjay {

namespace {

bool is_several_vectors(PropertyType type) {
  return type == PropertyType::vec3 || type == PropertyType::numbers ||
         type == PropertyType::points;
}

/// The containers around the node that is looked at, outermost first.
struct Ancestor {
  std::uint32_t end;  ///< the first node behind it
  std::string_view name;
};

bool is_named(std::string_view path, std::string_view name, std::span<const Ancestor> ancestors) {
  while (true) {
    const std::size_t slash = path.rfind('/');
    const std::size_t begin = slash == std::string_view::npos ? 0 : slash + 1;
    // A name may hold slashes itself.
    if (path == name) return true;
    if (path.substr(begin) != name) return false;
    if (begin == 0) return true;
    if (ancestors.empty()) return false;
    path = path.substr(0, slash);
    name = ancestors.back().name;
    ancestors = ancestors.first(ancestors.size() - 1);
  }
}

}  // namespace

bool can_mean(PropertyType type, Meaning meaning) {
  switch (meaning) {
    case Meaning::none: return true;
    case Meaning::point:
    case Meaning::direction:
    case Meaning::axial:
    case Meaning::extent:
    case Meaning::factors: return is_several_vectors(type);
    case Meaning::velocity: return is_several_vectors(type) || type == PropertyType::number;
    case Meaning::euler: return type == PropertyType::vec3;
    case Meaning::length:
    case Meaning::area:
    case Meaning::volume: return type == PropertyType::number;
    case Meaning::rotation: return type == PropertyType::quat || type == PropertyType::vec4;
    case Meaning::plane: return type == PropertyType::vec4;
    case Meaning::matrix: return type == PropertyType::numbers;
  }
  return false;
}

void apply_choices(std::span<const MeaningChoice> choices, PropertyTree& tree,
                   PropertyRange range) {
  if (choices.empty()) return;
  std::vector<Ancestor> ancestors;
  for (std::uint32_t i = range.first; i < range.first + range.count; ++i) {
    while (!ancestors.empty() && ancestors.back().end <= i) ancestors.pop_back();
    PropertyNode& node = tree.node_for_edit(i);
    for (const MeaningChoice& choice : choices) {
      if (can_mean(node.type, choice.meaning) && is_named(choice.path, node.name, ancestors)) {
        node.meaning = choice.meaning;
      }
    }
    if (is_container(node.type)) ancestors.push_back({i + node.subtree, node.name});
  }
}

}  // namespace scrubjay
