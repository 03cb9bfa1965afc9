#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

#include "app/viewer/panels/scene/scene_parts.h"

namespace scrubjay {

namespace {

constexpr std::size_t kMostPointers = 8;

/// Where the way from the middle of the picture to something outside it leaves an inner frame.
struct EdgeMark {
  glm::dvec2 at{0.0};
  glm::dvec2 direction{0.0};  ///< of unit length, y downwards
};

std::optional<EdgeMark> edge_mark(const Camera& camera, const Viewport& viewport, double margin,
                                  const glm::dvec3& place) {
  const glm::dvec3 from_eye = place - camera.eye();
  const double depth = glm::dot(from_eye, camera.forward());
  glm::dvec2 way(glm::dot(from_eye, camera.right()), -glm::dot(from_eye, camera.up()));
  const auto seen = ScreenProjector(camera, viewport)(place);
  const bool is_in = seen && seen->pixel.x >= 0 && seen->pixel.y >= 0 &&
                     seen->pixel.x <= viewport.width && seen->pixel.y <= viewport.height;
  if (is_in) return std::nullopt;
  const glm::dvec2 middle(viewport.width / 2, viewport.height / 2);
  if (seen) way = seen->pixel - middle;
  // Straight behind the eye: it is below, as one looks from above.
  if (!seen && depth < 0 && glm::length(way) < 1e-9) way = {0.0, 1.0};
  const double length = glm::length(way);
  if (!std::isfinite(length) || length <= 0) return std::nullopt;
  const glm::dvec2 direction = way / length;
  const glm::dvec2 reach = glm::max(middle - margin, glm::dvec2(1.0));
  const double along = std::min(reach.x / std::max(std::abs(direction.x), 1e-9),
                                reach.y / std::max(std::abs(direction.y), 1e-9));
  return EdgeMark{middle + direction * along, direction};
}

void draw_pointer(PanelContext& context, SceneCache& cache, const ScenePlace& place,
                  const EdgeMark& mark, EntityRef entity) {
  ImDrawList* const draw = ImGui::GetWindowDrawList();
  const double size = 9.0 * static_cast<double>(context.scale);
  const glm::dvec2 across(-mark.direction.y, mark.direction.x);
  const ImVec2 tip = place.window_of(mark.at + mark.direction * size);
  const ImVec2 left = place.window_of(mark.at - mark.direction * size + across * size * 0.8);
  const ImVec2 right = place.window_of(mark.at - mark.direction * size - across * size * 0.8);
  draw->AddTriangleFilled(tip, left, right, packed(context.theme.selection));
  draw->AddTriangle(tip, left, right, packed(context.theme.window), 1.5F * context.scale);
  ImGui::PushFont(context.fonts.small);
  const std::string name = context.caches.of<EntityNames>().short_name(context.session(), entity);
  const ImVec2 text = ImGui::CalcTextSize(name.c_str());
  // Beside the mark, towards the middle of the picture.
  const double reach = 2.2 * size;
  const glm::dvec2 half(static_cast<double>(text.x) / 2, static_cast<double>(text.y) / 2);
  const glm::dvec2 centre = mark.at - mark.direction * reach -
                            glm::dvec2(mark.direction.x * half.x, mark.direction.y * half.y);
  const ImVec2 at = place.window_of(centre - half);
  text_on_patch(context, at, name, context.theme.selection);
  note_overlay(cache, place, at, {at.x + text.x, at.y + text.y});
  ImGui::PopFont();
  const ImVec2 corner = place.window_of(mark.at - glm::dvec2(size));
  const ImVec2 end = place.window_of(mark.at + glm::dvec2(size));
  ImGui::SetCursorScreenPos(corner);
  ImGui::PushID(static_cast<int>(entity.entity.value));
  if (ImGui::InvisibleButton("pointer", {end.x - corner.x, end.y - corner.y})) {
    context.state.focus_request = {entity};
  }
  ImGui::PopID();
  context.places.add_item("scene.pointer");
  note_overlay(cache, place, corner, end);
  if (ImGui::IsItemHovered()) {
    ImGui::SetTooltip("%s\nClick to look at it",
                      EntityNames::full_name(context.session(), entity).c_str());
  }
}

}  // namespace

void scene_pointers(PanelContext& context, SceneCache& cache, const ScenePlace& place) {
  cache.pointers = 0;
  for (auto it = context.state.selected.rbegin(); it != context.state.selected.rend(); ++it) {
    if (cache.pointers == kMostPointers) return;
    const SceneInstance* const instance = cache.content.find(*it);
    if (instance == nullptr) continue;
    const auto mark =
        edge_mark(context.state.camera, place.viewport, 22.0 * static_cast<double>(context.scale),
                  cache.origin + glm::dvec3(instance->center));
    if (!mark) continue;
    draw_pointer(context, cache, place, *mark, *it);
    ++cache.pointers;
  }
}

}  // namespace scrubjay
