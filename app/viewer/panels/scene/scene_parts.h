#pragma once

#include <span>

#include "app/viewer/panel.h"
#include "app/viewer/panels/scene/scene_cache.h"

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
/// drawn last.
void scene_mouse(ViewContext& context, SceneCache& cache, const ScenePlace& place);

/// Asks for the trails that are wanted and takes those that are ready.
void scene_trails(PanelContext& context, SceneCache& cache);

/// Colours the frames of the picture as the user chose.
void color_scene(ViewContext& context, SceneCache& cache);
/// What the colours mean, at the lower right.
void scene_legend(ViewContext& context, SceneCache& cache, const ScenePlace& place);
/// The choice of colours, for the layers menu.
void color_choice(ViewContext& context, SceneCache& cache);
/// Metres per second of an entity from the frame before to this one; nothing when it is not in
/// both, or has no place.
std::optional<double> speed_between(const Frame& before, const Frame& now, EntityIndex entity);

/// Adds arrows from entities to what their properties refer to.
void scene_references(PanelContext& context, SceneCache& cache);

/// Sets the camera by what is followed, as ViewState::ride says; what the user turned stays so.
void ride_along(ViewContext& context, SceneCache& cache, const SceneInstance& instance,
                const Viewport& viewport);
/// The camera stays where it is.
void end_ride(ViewState& state, SceneCache& cache);
/// Out of whose seat the camera looks, and that it is not seen from there.
std::optional<EntityRef> driver_of(const SceneCache& cache);
void leave_out_driver(SceneCache& cache);

/// What of scenery is drawn in this picture, and what it must not hide.
void scene_scenery(PanelContext& context, SceneCache& cache);
/// Names of roads, lanes, junctions and signals, where they are asked for.
void scenery_names(PanelContext& context, SceneCache& cache, const ScenePlace& place);
/// The switches of scenery, for the layers menu.
void scenery_layers(ViewContext& context, const SceneCache& cache);

/// Of two runs that are compared: whether the scene leaves one out, or shows it as outlines.
bool is_hidden_run(const ViewContext& context, std::size_t recording, StreamIndex stream);
bool is_ghost_run(const ViewContext& context, std::size_t recording, StreamIndex stream);
/// Adds the outlines of the second run to what is built, lines to where its entities are in the
/// first, and rings around those that are in one only.
void scene_comparison(PanelContext& context, SceneCache& cache);

/// Names beside entities, chosen so that they cover neither each other nor what lies over the
/// picture.
void scene_labels(PanelContext& context, SceneCache& cache, const ScenePlace& place);
/// The axes at the top right, with the name of their convention; a click looks along one.
void scene_gizmo(ViewContext& context, SceneCache& cache, const ScenePlace& place);
/// The buttons at the top left: camera, layers.
void scene_menus(ViewContext& context, SceneCache& cache, const ScenePlace& place);
/// Choices of the layers menu, for the popup that is open: built-in layers, those of the
/// recordings' shapes, and what else can be shown.
void layers_menu(ViewContext& context, SceneCache& cache);
/// What the shape under the mouse is, beside the mouse.
void scene_shape_tag(const ViewContext& context, const ScenePlace& place);
/// How much of a patch under text covers what is below: text that is dim, too, reads on any ground.
inline constexpr float kPatchOpacity = 0.93F;
/// Text on a patch, so that it reads on any ground.
void text_on_patch(const DrawContext& context, ImVec2 at, const std::string& text, ImVec4 color);
/// How long a round length is at the depth of the camera's target, at the lower left.
void scene_scale_bar(ViewContext& context, SceneCache& cache, const ScenePlace& place);
/// What the user should know of the picture: grid size, what lies outside, that nothing has a
/// place.
void scene_notes(PanelContext& context, SceneCache& cache, const ScenePlace& place,
                 const std::string& grid_label);

/// Asks what moves over the recordings, and takes what is known of it.
void survey_motion(PanelContext& context, SceneCache& cache);
Mobility motion_of(const SceneCache& cache, EntityRef entity);
/// True while the first picture is not to be drawn yet, since what moves is about to be known.
bool waits_for_motion(ViewContext& context, SceneCache& cache);

/// Turns a camera that looks at these places where something large that stands hides them: around
/// them, else to where one looks down on them.
void choose_sight(const SceneCache& cache, const Viewport& viewport,
                  std::span<const SceneCache::PlaceOfEntity> places, Camera& camera);
/// Aims the camera.
void fit_scene(ViewContext& context, SceneCache& cache, const Viewport& viewport, FitTo to);
/// Aims it by itself as long as nobody has moved it: at first, and when more is known.
void first_look(ViewContext& context, SceneCache& cache, const Viewport& viewport);
/// Aims it as the user asked for: at what moves, or, if it looks there already, at everything.
void serve_fit_request(ViewContext& context, SceneCache& cache, const Viewport& viewport);

/// The line between the two that are selected, and what is measured by hand.
void scene_measure(ViewContext& context, SceneCache& cache, const ScenePlace& place);
/// Adds the place, entity or corner under a click to what is measured.
void measure_click(ViewContext& context, const SceneCache& cache, const ScenePlace& place,
                   glm::dvec2 pixel, const Pick& pick);

/// Marks at the edges of the picture that point to what is selected outside it.
void scene_pointers(PanelContext& context, SceneCache& cache, const ScenePlace& place);
/// What is drawn over the picture and must not be covered by labels.
void note_overlay(SceneCache& cache, const ScenePlace& place, ImVec2 min, ImVec2 max);

}  // namespace scrubjay
