#include <algorithm>
#include <glm/geometric.hpp>
#include <string_view>
#include <unordered_map>

#include "app/viewer/panels/scene/scene_parts.h"
#include "render/viewer_space.h"

namespace scrubjay {

namespace {

constexpr std::size_t kMostDrawn = 150;
constexpr std::size_t kMostFound = 5000;
constexpr std::size_t kMostEntities = 20'000;  ///< in a larger frame nobody can follow arrows

struct FoundReference {
  EntityRef from;
  glm::dvec3 begin;  ///< viewer space
  glm::dvec3 end;
  int rank = 0;  ///< lower is drawn first
};

using EntitiesById = std::unordered_map<std::string_view, const Entity*>;

EntitiesById entities_by_id(const SceneFrame& shown) {
  EntitiesById by_id;
  by_id.reserve(shown.frame->entities.size());
  for (const Entity& entity : shown.frame->entities) {
    by_id.emplace(shown.source->entity(entity.index).id, &entity);
  }
  return by_id;
}

int rank_of(const ViewState& state, const SceneCache& cache, EntityRef entity) {
  if (is_selected(state, entity)) return 0;
  if (std::ranges::binary_search(cache.in_event, entity)) return 1;
  return motion_of(cache, entity) == Mobility::moves ? 2 : 3;
}

void find_references(const ViewState& state, const SceneCache& cache, const SceneFrame& shown,
                     std::vector<FoundReference>& out) {
  const Frame& frame = *shown.frame;
  const CoordinateConversion way(frame.coordinates, kViewerCoordinates);
  const EntitiesById by_id = entities_by_id(shown);
  for (const Entity& entity : frame.entities) {
    const EntityRef from{shown.recording, entity.index};
    if (!entity.world.position || !is_shown(state, from)) continue;
    if (state.references == LayerState::selected && !is_selected(state, from)) continue;
    const PropertyRange range = entity.properties;
    for (PropertyTree::Node node = range.first; node < range.first + range.count; ++node) {
      if (frame.tree[node].type != PropertyType::entity) continue;
      const auto target = by_id.find(frame.tree[node].text_value());
      if (target == by_id.end() || target->second == &entity) continue;
      if (!target->second->world.position || out.size() == kMostFound) continue;
      out.push_back({from, way.point(*entity.world.position),
                     way.point(*target->second->world.position), rank_of(state, cache, from)});
    }
  }
}

std::uint32_t rgb_code(const ImVec4& color) {
  const auto byte = [](float part) {
    return static_cast<std::uint32_t>(std::clamp(part, 0.0F, 1.0F) * 255 + 0.5F);
  };
  return byte(color.x) << 16 | byte(color.y) << 8 | byte(color.z);
}

/// A shaft and a head, flat over the ground.
void add_arrow(SceneCache& cache, const FoundReference& found, std::uint32_t color) {
  const glm::dvec3 way = found.end - found.begin;
  const double length = glm::length(way);
  if (!(length > 0)) return;
  const glm::dvec3 level(-way.y, way.x, 0.0);
  const glm::dvec3 across =
      glm::length(level) > 1e-9 * length ? glm::normalize(level) : glm::dvec3(1, 0, 0);
  const double size = 0.06 * length;
  const glm::dvec3 neck = found.end - way / length * (2 * size);
  const auto add = [&](std::vector<glm::dvec3> points) {
    const auto& kept = cache.reference_points.emplace_back(std::move(points));
    Trail& line = cache.trail_lines.emplace_back();
    line = {found.from, kViewerCoordinates, kept, color};
    line.first_opacity = 0.8F;
    line.last_opacity = 0.8F;
  };
  add({found.begin, found.end});
  add({neck + across * size, found.end, neck - across * size});
}

}  // namespace

void scene_references(PanelContext& context, SceneCache& cache) {
  cache.reference_points.clear();
  cache.references = cache.references_drawn = 0;
  if (context.state.references == LayerState::off) return;
  std::vector<FoundReference> found;
  for (const SceneFrame& shown : cache.frames) {
    if (shown.frame->entities.size() > kMostEntities) continue;
    find_references(context.state, cache, shown, found);
  }
  std::ranges::stable_sort(found, {}, &FoundReference::rank);
  cache.references = found.size();
  cache.references_drawn = std::min(found.size(), kMostDrawn);
  for (std::size_t i = 0; i < cache.references_drawn; ++i) {
    add_arrow(cache, found[i],
              rgb_code(found[i].rank == 0 ? context.theme.selection : context.theme.accent));
  }
}

}  // namespace scrubjay
