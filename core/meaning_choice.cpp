#include "core/meaning_choice.h"

#include "core/property_path.h"

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
    const auto [groups, last] = parts_of_path(path);
    // A name may hold slashes itself.
    if (path == name) return true;
    if (last != name) return false;
    if (last.size() == path.size()) return true;
    if (ancestors.empty()) return false;
    path = groups;
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

namespace {

/// Calls `visit(place, choice)` for each property that a choice is about.
template <class Visit>
void for_each_chosen(std::span<const MeaningChoice> choices, const PropertyTree& tree,
                     PropertyRange range, Visit visit) {
  std::vector<Ancestor> ancestors;
  for (std::uint32_t i = range.first; i < range.first + range.count; ++i) {
    while (!ancestors.empty() && ancestors.back().end <= i) ancestors.pop_back();
    const PropertyNode& node = tree.nodes()[i];
    for (const MeaningChoice& choice : choices) {
      if (can_mean(node.type, choice.meaning) && is_named(choice.path, node.name, ancestors)) {
        visit(i, choice);
      }
    }
    if (is_container(node.type)) ancestors.push_back({i + node.subtree, node.name});
  }
}

}  // namespace

void apply_choices(std::span<const MeaningChoice> choices, PropertyTree& tree,
                   PropertyRange range) {
  if (choices.empty()) return;
  for_each_chosen(choices, tree, range, [&](std::uint32_t at, const MeaningChoice& choice) {
    tree.node_for_edit(at).meaning = choice.meaning;
  });
}

bool is_about_any(const MeaningChoice& choice, const PropertyTree& tree) {
  bool is_found = false;
  for_each_chosen(std::span(&choice, 1), tree, {0, tree.size()},
                  [&](std::uint32_t, const MeaningChoice&) { is_found = true; });
  return is_found;
}

}  // namespace scrubjay
