#include <algorithm>
#include <array>
#include <string>

#include "app/viewer/panels/scene/scene_cache.h"
#include "app/viewer/panels/scene/scene_parts.h"
#include "app/viewer/panels/widgets/row_paint.h"
#include "app/viewer/scenery/scenery_shelf.h"

namespace scrubjay {

namespace {

/// Names are shown where a metre is as many pixels, at 100 %.
constexpr double kPixelsForLanes = 9;
constexpr double kPixelsForRoads = 1.2;
constexpr std::size_t kMostNames = 150;

double pixels_for(SceneryLabel::Kind kind) {
  return kind == SceneryLabel::Kind::road || kind == SceneryLabel::Kind::junction ? kPixelsForRoads
                                                                                  : kPixelsForLanes;
}

/// Draws the names of one scenery that find a place.
void names_of(const ViewContext& context, const PlacedScenery& placed, const Camera& camera,
              const ScenePlace& place, std::vector<LabelObstacle>& taken) {
  const ScreenProjector project(camera, place.viewport);
  const glm::dmat4 way = viewer_from_vertices(*placed.scenery, placed.placement);
  ImDrawList* const draw = ImGui::GetWindowDrawList();
  for (const SceneryLabel& label : placed.scenery->labels) {
    if (taken.size() == kMostNames) return;
    const auto at = project(glm::dvec3(way * glm::dvec4(label.place, 1.0)));
    if (!at || at->pixel.x < 0 || at->pixel.y < 0 || at->pixel.x > place.viewport.width ||
        at->pixel.y > place.viewport.height) {
      continue;
    }
    const double pixels = 1.0 / camera.metres_per_pixel(place.viewport, std::max(at->depth, 1e-3));
    if (pixels < pixels_for(label.kind) * static_cast<double>(context.scale)) continue;
    const std::string text = one_line(label.text, 40);
    const ImVec2 size = ImGui::CalcTextSize(text.c_str());
    const ImVec2 middle = place.window_of(at->pixel);
    const ImVec2 low{middle.x - size.x / 2, middle.y - size.y / 2};
    const float margin = 2 * context.scale;
    const LabelObstacle rect{{low.x - margin, low.y - margin},
                             {low.x + size.x + margin, low.y + size.y + margin}};
    const auto is_over = [&](const LabelObstacle& other) { return rect.overlaps(other); };
    if (std::ranges::any_of(taken, is_over)) continue;
    taken.push_back(rect);
    draw->AddRectFilled({rect.low.x, rect.low.y}, {rect.high.x, rect.high.y},
                        packed(with_alpha(context.theme.raised, 0.75F)), 3 * context.scale);
    draw->AddText(low, packed(context.theme.dim), text.c_str());
  }
}

struct LayerSwitch {
  const char* title;
  const char* place;
  bool SavedView::*shown;
  SceneryClass first;
  SceneryClass last;
};
constexpr LayerSwitch kSwitches[] = {
    {"Roads", "roads", &SavedView::show_roads, SceneryClass::verge, SceneryClass::island},
    {"Road marks", "road_marks", &SavedView::show_road_marks, SceneryClass::crosswalk,
     SceneryClass::mark},
    {"Signals and objects", "road_objects", &SavedView::show_road_objects, SceneryClass::object,
     SceneryClass::signal},
    {"Level", "level", &SavedView::show_level, SceneryClass::level, SceneryClass::level},
};

bool has_any(const SceneCache& cache, const LayerSwitch& layer) {
  const auto is_of = [&](const auto& part) {
    return part.surface >= layer.first && part.surface <= layer.last;
  };
  return std::ranges::any_of(cache.scenery, [&](const PlacedScenery& placed) {
    return std::ranges::any_of(placed.scenery->meshes, is_of) ||
           std::ranges::any_of(placed.scenery->lines, is_of);
  });
}

}  // namespace

void scene_scenery(PanelContext& context, SceneCache& cache) {
  cache.scenery = context.caches.of<SceneryShelf>().placed(context.state);
  cache.seen_through.clear();
  if (cache.scenery.empty()) return;
  for (const EntityRef entity : context.state.selected) {
    if (cache.seen_through.size() == kMostSeenThrough) break;
    const SceneInstance* const instance = cache.content.find(entity);
    if (instance == nullptr) continue;
    const glm::dvec3 center = cache.origin + glm::dvec3(instance->center);
    cache.seen_through.push_back({center, static_cast<double>(glm::length(instance->half)),
                                  center.z - 0.8 * static_cast<double>(instance->half.z)});
  }
}

void scenery_names(PanelContext& context, SceneCache& cache, const ScenePlace& place) {
  cache.scenery_names = 0;
  if (!context.state.show_road_names || cache.scenery.empty()) return;
  ImGui::PushFont(context.fonts.small);
  ImGui::GetWindowDrawList()->PushClipRect(
      place.corner, place.window_of({place.viewport.width, place.viewport.height}), true);
  std::vector<LabelObstacle> taken;
  for (const PlacedScenery& placed : cache.scenery) {
    names_of(context, placed, context.state.camera, place, taken);
  }
  cache.scenery_names = taken.size();
  ImGui::GetWindowDrawList()->PopClipRect();
  ImGui::PopFont();
}

void scenery_layers(ViewContext& context, const SceneCache& cache) {
  if (context.state.scenery.empty()) return;
  ImGui::Separator();
  ImGui::PushFont(context.fonts.small);
  ImGui::TextColored(context.theme.dim, "Scenery");
  ImGui::PopFont();
  for (const LayerSwitch& layer : kSwitches) {
    if (!has_any(cache, layer)) continue;
    ImGui::MenuItem(layer.title, nullptr, &(context.state.*layer.shown));
    context.places.add_item(std::string("scenery.") + layer.place);
  }
  const auto has_names = [](const PlacedScenery& placed) {
    return !placed.scenery->labels.empty();
  };
  if (std::ranges::any_of(cache.scenery, has_names)) {
    ImGui::MenuItem("Names of roads and lanes", nullptr, &context.state.show_road_names);
    context.places.add_item("scenery.road_names");
  }
  if (ImGui::MenuItem("How it lies\u2026")) context.state.windows[WindowId::scenery] = true;
  context.places.add_item("scenery.how_it_lies");
}

}  // namespace scrubjay
