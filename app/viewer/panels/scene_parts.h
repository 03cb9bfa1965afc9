#pragma once

#include "app/viewer/panel.h"
#include "app/viewer/panels/scene_cache.h"

namespace scrubjay {

/// Where the scene's picture is in the window.
struct ScenePlace {
  ImVec2 corner;  ///< top left, window pixels
  Viewport viewport;

  glm::dvec2 pixel_of(ImVec2 window) const { return {window.x - corner.x, window.y - corner.y}; }
  ImVec2 window_of(glm::dvec2 pixel) const {
    return {corner.x + static_cast<float>(pixel.x), corner.y + static_cast<float>(pixel.y)};
  }
};

/// Camera and selection by mouse and keys, for the invisible item that covers the picture and was
/// drawn last. `busy` is true while something else in the scene has the mouse.
void scene_mouse(PanelContext& context, SceneCache& cache, const ScenePlace& place);

/// Asks for the trails that are wanted and takes those that are ready.
void scene_trails(PanelContext& context, SceneCache& cache);

/// Names beside entities, chosen so that they do not overlap.
void scene_labels(PanelContext& context, SceneCache& cache, const ScenePlace& place);
/// The axes at the top right, with the name of their convention; a click looks along one.
void scene_gizmo(PanelContext& context, const ScenePlace& place);
/// The buttons at the top left: camera, layers.
void scene_menus(PanelContext& context, SceneCache& cache, const ScenePlace& place);
/// Choices of the layers menu, for the popup that is open: built-in layers, those of the
/// recordings' shapes, and what else can be shown.
void layers_menu(PanelContext& context, SceneCache& cache);
/// What the shape under the mouse is, beside the mouse.
void scene_shape_tag(const PanelContext& context, const ScenePlace& place);
/// How much of a patch under text covers what is below: text that is dim, too, reads on any ground.
inline constexpr float kPatchOpacity = 0.93F;
/// Text on a patch, so that it reads on any ground.
void text_on_patch(const PanelContext& context, ImVec2 at, const std::string& text, ImVec4 color);
/// What the user should know of the picture: grid size, what lies outside, that nothing has a
/// place.
void scene_notes(PanelContext& context, const SceneCache& cache, const ScenePlace& place,
                 const std::string& grid_label);

/// Aims the camera at the bulk of what is shown.
void fit_scene(PanelContext& context, SceneCache& cache, const Viewport& viewport);

}  // namespace scrubjay
