#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <glm/common.hpp>
#include <utility>

#include "app/shared/source_mark.h"
#include "app/viewer/comparing/run_comparison.h"
#include "app/viewer/panels/scene/scene_cache.h"
#include "app/viewer/panels/scene/scene_parts.h"
#include "app/viewer/pictures/picture_cache.h"
#include "render/gl_objects.h"
#include "render/viewer_space.h"

namespace scrubjay {

namespace {

/// Frames arrive one after the other. What is seen first must not depend on which one comes first:
/// the camera looks at all of them, and labels stay where they were shown before.
bool waits_for_first_frames(const ViewContext& context, const SceneCache& cache) {
  if (context.state.camera_fitted && cache.fitted_recordings != 0) return false;
  return std::ranges::any_of(context.moment.frames, [](const MomentFrame& shown) {
    return shown.frame == nullptr && shown.presence != Presence::absent && !shown.is_late;
  });
}

/// What of a recording is drawn back: nothing where nothing is known to move.
std::span<const Mobility> motion_in(const SceneCache& cache, std::size_t recording) {
  const MotionFound* const found =
      recording < cache.motions.size() ? cache.motions[recording] : nullptr;
  return cache.has_moving && found != nullptr ? std::span(found->motion)
                                              : std::span<const Mobility>();
}

void collect_frames(ViewContext& context, SceneCache& cache) {
  cache.frames.clear();
  cache.decodings.clear();
  if (waits_for_first_frames(context, cache) || waits_for_motion(context, cache)) return;
  for (const MomentFrame& shown : context.moment.frames) {
    if (shown.frame == nullptr || shown.presence == Presence::absent) continue;
    if (is_hidden_run(context, shown.ref.recording, shown.frame->stream)) continue;
    const Recording& recording = *context.session().recordings[shown.ref.recording].recording;
    // Shapes name layers, which the index pass tells: without any a large frame is not searched.
    constexpr std::size_t kFewEntities = 1000;
    const bool may_have_shapes = recording.layer_count() > 0 || !recording.is_indexed() ||
                                 shown.frame->entities.size() < kFewEntities;
    cache.frames.push_back({shown.frame, shown.ref.recording, &recording, may_have_shapes,
                            shown.presence == Presence::past,
                            is_ghost_run(context, shown.ref.recording, shown.frame->stream),
                            motion_in(cache, shown.ref.recording)});
    cache.decodings.push_back(shown.decoding);
    cache.frames.back().client_color = mark_of(context.session(), shown.ref.recording,
                                               recording.timeline().stream(shown.ref.frame))
                                           .color;
  }
}

/// Finds the entities that have an event at the playhead, or had one a moment ago.
void collect_events(const ViewContext& context, SceneCache& cache) {
  constexpr Seconds kMoment = 0.5;
  constexpr std::size_t kMost = 1000;
  cache.in_event.clear();
  for (std::size_t i = 0; i < context.session().recordings.size(); ++i) {
    const OpenRecording& open = context.session().recordings[i];
    if (!open.visible) continue;
    const Seconds now = own_time(context.moment.time, open.offset);
    // What a longer recording begins with is how it is found, not what happens.
    const Timeline& timeline = open.recording->timeline();
    const Seconds first = timeline.size() > 1 ? timeline.range().begin : now - 2 * kMoment;
    open.recording->visit_events({now - kMoment, now}, [&](EventIndex index) {
      const EventInfo event = open.recording->event(index);
      if (!event.entity.exists() || event.time <= first || cache.in_event.size() == kMost) return;
      cache.in_event.push_back({i, event.entity});
    });
  }
  std::ranges::sort(cache.in_event);
  cache.in_event.erase(std::ranges::unique(cache.in_event).begin(), cache.in_event.end());
}

/// The shape that a panel or the scene points at.
std::optional<ShapeRef> shape_pointed_at(const ViewState& state) {
  const auto& pointed = state.hovered_property ? state.hovered_property : state.hovered_shape;
  if (!pointed) return std::nullopt;
  return ShapeRef{pointed->entity, pointed->node, pointed->event};
}

SceneContentKey content_key(const PanelContext& context, const SceneCache& cache) {
  const ViewState& state = context.state;
  SceneContentKey key;
  for (std::size_t i = 0; i < cache.frames.size(); ++i) {
    const SceneFrame& frame = cache.frames[i];
    key.parts.push_back({.decoding = cache.decodings[i],
                         .frame = {frame.recording, frame.frame->index},
                         .entities = frame.source->entity_count(),
                         .events = frame.source->event_count(),
                         .may_have_shapes = frame.may_have_shapes,
                         .is_past = frame.is_past,
                         .is_ghost = frame.is_ghost,
                         .has_motion = !frame.motion.empty(),
                         .client_color = frame.client_color});
  }
  key.origin = cache.origin;
  key.selected = state.selected;
  std::ranges::sort(key.selected);
  key.hidden.assign(state.hidden.begin(), state.hidden.end());
  key.isolated.assign(state.isolated.begin(), state.isolated.end());
  key.in_event = cache.in_event;
  for (const MotionFound* const found : cache.motions) {
    if (found != nullptr) key.survey_version += 1 + found->moving + found->motion.size();
  }
  key.hovered = state.hovered;
  key.hovered_shape = shape_pointed_at(state);
  key.layers = state.layers;
  key.has_props = state.show_props;
  for (const Trail& trail : cache.trail_lines) {
    // Its ends and the number of points tell one trail from the next.
    const glm::dvec3 ends = trail.points.front() + trail.points.back();
    key.trails_version = key.trails_version * 31 + trail.points.size() + trail.entity.entity.value +
                         std::bit_cast<std::uint64_t>(ends.x) +
                         3 * std::bit_cast<std::uint64_t>(ends.y) + trail.color;
    if (!trail.colors.empty()) key.trails_version += trail.colors.front() + trail.colors.back();
  }
  for (const auto& of_frame : cache.colors.of_frames) {
    for (const std::uint32_t color : of_frame) {
      key.colors_version = key.colors_version * 31 + color;
    }
  }
  key.theme = &context.theme;
  key.comparison = state.comparison;
  if (state.comparison) key.compared = context.caches.of<RunComparison>().found().kept;
  key.shown_runs = state.shown_runs;
  return key;
}

ScenePictureKey picture_key(const ViewContext& context, const SceneCache& cache,
                            const Viewport& viewport) {
  const ViewState& state = context.state;
  ScenePictureKey key;
  key.content = cache.content_key;
  key.camera = state.camera;
  key.width = static_cast<int>(viewport.width);
  key.height = static_cast<int>(viewport.height);
  key.scale = context.scale;
  for (const SceneTexture& texture : cache.content.shapes.textures) {
    key.textures.push_back(texture.texture);
  }
  key.scenery = cache.scenery;
  key.driver = driver_of(cache);
  const std::array switches{state.show_boxes, state.show_grid, state.show_back_faces};
  for (const bool on : switches) key.switches = key.switches * 2 + (on ? 1U : 0U);
  return key;
}

/// Hands the pictures that are there to the shapes that name them.
void find_textures(PanelContext& context, SceneCache& cache) {
  std::erase_if(cache.alphas, [](const auto& known) { return known.image.expired(); });
  for (SceneTexture& wanted : cache.content.shapes.textures) {
    const std::shared_ptr<Recording>& recording =
        context.session().recordings[wanted.recording].recording;
    PictureCache& pictures = context.caches.of<PictureCache>();
    const Picture& picture = pictures.find(recording, wanted.path, context.workspace.background());
    if (picture.state == Picture::State::waiting) context.needs_redraw = true;
    if (picture.image == nullptr) continue;
    wanted.texture = pictures.texture(*recording, wanted.path);
    const auto is_it = [&](const SceneCache::KnownAlpha& known) {
      return known.image.lock() == picture.image;
    };
    auto known = std::ranges::find_if(cache.alphas, is_it);
    if (known == cache.alphas.end()) {
      cache.alphas.push_back({picture.image, has_alpha(*picture.image)});
      known = cache.alphas.end() - 1;
    }
    wanted.has_alpha = known->has_alpha;
  }
}

/// Builds the scene for the present frames and choices, unless it is that of the picture before.
void build(PanelContext& context, SceneCache& cache) {
  SceneContentKey key = content_key(context, cache);
  if (std::exchange(cache.lacks_driver, false) || cache.content_key != key) {
    const ViewState& state = context.state;
    cache.layers.clear();
    for (const auto& [name, layer] : state.layers) cache.layers.push_back({name, layer});
    SceneOptions options;
    options.origin = cache.origin;
    options.selected = key.selected;
    options.hidden = key.hidden;
    options.isolated = key.isolated;
    options.in_event = cache.in_event;
    options.hovered = state.hovered;
    options.hovered_shape = key.hovered_shape;
    options.layers = cache.layers;
    options.kinds[static_cast<std::size_t>(EntityKind::prop)] = state.show_props;
    options.trails = cache.trail_lines;
    build_scene(cache.frames, options, cache.content);
    scene_comparison(context, cache);
    cache.content_key = std::move(key);
  }
  find_textures(context, cache);
}

glm::vec3 rgb_of(const ImVec4& color) { return {color.x, color.y, color.z}; }

/// The scene in the window's own colours; the light stays that of day or night.
SceneTheme scene_theme_of(const Theme& theme) {
  SceneTheme scene = theme.is_dark ? dark_scene_theme() : light_scene_theme();
  scene.zenith = rgb_of(theme.sky_top);
  scene.horizon = rgb_of(theme.sky_bottom);
  scene.minor_line = glm::vec4(rgb_of(theme.grid), 0.28F);
  scene.major_line = glm::vec4(rgb_of(theme.grid), 0.7F);
  scene.selected = rgb_of(theme.selection);
  scene.hovered = rgb_of(theme.text);
  return scene;
}

void draw_picture(PanelContext& context, SceneCache& cache, const ScenePlace& place) {
  RenderSettings settings;
  const double resolution = cache.picture ? 1.0 : cache.resolution.wanted();
  settings.width = std::max(1, static_cast<int>(place.viewport.width * resolution));
  settings.height = std::max(1, static_cast<int>(place.viewport.height * resolution));
  cache.drawn_resolution = resolution;
  settings.samples = cache.samples;
  settings.pixel_scale = context.scale * static_cast<float>(resolution);
  settings.theme = scene_theme_of(context.theme);
  if (cache.picture && cache.picture->ground) {
    settings.theme.zenith = settings.theme.horizon = *cache.picture->ground;
    settings.theme.ground = *cache.picture->ground;
  }
  settings.grid = context.state.show_grid;
  settings.ground_height = cache.ground;
  settings.boxes = context.state.show_boxes;
  settings.back_faces = context.state.show_back_faces;
  settings.scenery = cache.scenery;
  settings.seen_through = cache.seen_through;
  if (const auto drawn = cache.renderer->draw(cache.content, context.state.camera, settings)) {
    cache.grid_label = context.state.show_grid ? drawn->grid.label() : "";
    cache.least_size = drawn->least_size;
    cache.scenery_drawn = drawn->scenery;
    cache.has_picture = true;
  } else {
    cache.renderer_error = describe(drawn.error());
    cache.has_picture = false;
  }
}

void make_renderer(SceneCache& cache) {
  if (!cache.use_gl || cache.renderer || !cache.renderer_error.empty()) return;
  auto created = Renderer::create();
  if (created) {
    cache.renderer.emplace(std::move(*created));
    // A processor that draws pays for every sample, and the picture must follow the playhead.
    cache.samples = is_software_gl() && !cache.picture ? 1 : 4;
  } else {
    cache.renderer_error = describe(created.error());
  }
}

/// Called while the window is drawn, between what lies below the scene and what lies above it.
void show_picture(const ImDrawList*, const ImDrawCmd* command) {
  const SceneCache& cache = *static_cast<const SceneCache*>(command->UserCallbackData);
  if (!cache.renderer) return;
  const ImGuiIO& io = ImGui::GetIO();
  const float height = io.DisplaySize.y * io.DisplayFramebufferScale.y;
  cache.renderer->show(static_cast<int>(std::lround(height)), cache.shown_at);
}

/// Turns the camera to all that was asked for and is here.
void focus_on_requested(ViewState& state, const SceneCache& cache, const Viewport& viewport) {
  std::optional<Bounds> bounds;
  for (const EntityRef entity : state.focus_request) {
    const SceneInstance* const instance = cache.content.find(entity);
    if (instance == nullptr) continue;
    const Bounds one = bounds_of(cache.content, *instance);
    bounds =
        bounds ? Bounds{glm::min(bounds->low, one.low), glm::max(bounds->high, one.high)} : one;
  }
  state.focus_request.clear();
  if (bounds) focus(state.camera, viewport, *bounds);
}

bool is_in_picture(const Camera& camera, const Viewport& viewport, const glm::dvec3& place) {
  const auto seen = ScreenProjector(camera, viewport)(place);
  return seen && seen->depth > 0 && seen->pixel.x >= 0 && seen->pixel.y >= 0 &&
         seen->pixel.x <= viewport.width && seen->pixel.y <= viewport.height;
}

/// Brings what is asked for into the middle once its time is shown, from where one looks.
void show_requested(ViewContext& context, const Viewport& viewport) {
  ViewState& state = context.state;
  if (!state.show_request) return;
  if (context.moment.time != state.show_request->time) {
    constexpr int kMostPictures = 2;  // until the playhead is there
    if (++state.show_request->pictures > kMostPictures) state.show_request.reset();
    return;
  }
  const bool is_decoded = std::ranges::all_of(context.moment.frames, &MomentFrame::is_current);
  if (!is_decoded) return;
  const EntityRef ref = std::exchange(state.show_request, std::nullopt)->entity;
  const MomentFrame* const shown = context.moment.frame_of(ref);
  const Entity* const entity = shown == nullptr ? nullptr : shown->frame->find(ref.entity);
  if (entity == nullptr || !entity->world.position || state.followed) return;
  const glm::dvec3 place = CoordinateConversion(shown->frame->coordinates, kViewerCoordinates)
                               .point(*entity->world.position);
  if (!is_in_picture(state.camera, viewport, place)) state.camera.target = place;
  sanitize(state.camera);
}

/// Serves the requests to look at something, and keeps the followed entity in view.
void move_camera(ViewContext& context, SceneCache& cache, const Viewport& viewport) {
  ViewState& state = context.state;
  if (state.camera_fitted && cache.fitted_recordings == 0 && !cache.frames.empty()) {
    // The camera was restored: find the ground without moving the view.
    const Camera camera = state.camera;
    fit_scene(context, cache, viewport, FitTo::happening);
    state.camera = camera;
  }
  if (state.ground_request && cache.fitted_recordings != 0) {
    cache.ground = *std::exchange(state.ground_request, std::nullopt);
    cache.has_picture = false;
  }
  first_look(context, cache, viewport);
  serve_fit_request(context, cache, viewport);
  focus_on_requested(state, cache, viewport);
  show_requested(context, viewport);
  if (cache.followed != state.followed) {
    cache.followed = state.followed;
    cache.follow = {};
  }
  if (!state.followed || state.ride == Ride::beside) end_ride(state, cache);
  if (state.followed) {
    const SceneInstance* const instance = cache.content.find(*state.followed);
    if (instance != nullptr && state.ride != Ride::beside) {
      ride_along(context, cache, *instance, viewport);
      cache.follow = {};
      state.follow_from_here = false;
    } else if (instance != nullptr) {
      const glm::dvec3 at = cache.origin + glm::dvec3(instance->center);
      // Centred at once, unless it was followed before.
      const bool is_known = std::exchange(state.follow_from_here, false);
      if (!cache.follow.last && !is_known) state.camera.target = at;
      follow(state.camera, cache.follow, at);
    }
  }
}

}  // namespace

void scene_panel(PanelContext& context) {
  SceneCache& cache = context.caches.of<SceneCache>();
  const ImVec2 size = ImGui::GetContentRegionAvail();
  if (size.x < 8 || size.y < 8) return;
  const ScenePlace place{
      ImGui::GetCursorScreenPos(),
      {std::floor(static_cast<double>(size.x)), std::floor(static_cast<double>(size.y))}};
  cache.viewport = place.viewport;
  survey_motion(context, cache);
  collect_frames(context, cache);
  collect_events(context, cache);
  color_scene(context, cache);
  scene_trails(context, cache);
  scene_references(context, cache);
  make_renderer(cache);

  // Built before the camera moves, which looks at what is built.
  cache.origin = choose_origin(context.state.camera, cache.origin);
  build(context, cache);
  move_camera(context, cache, place.viewport);
  leave_out_driver(cache);

  // What is drawn over it takes the mouse.
#if IMGUI_VERSION_NUM >= 18970
  ImGui::SetNextItemAllowOverlap();
#endif
  ImGui::InvisibleButton(
      "picture",
      {static_cast<float>(place.viewport.width), static_cast<float>(place.viewport.height)},
      ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight |
          ImGuiButtonFlags_MouseButtonMiddle);
#if IMGUI_VERSION_NUM < 18970
  ImGui::SetItemAllowOverlap();
#endif
  scene_mouse(context, cache, place);

  // The mouse may point at something else now.
  cache.origin = choose_origin(context.state.camera, cache.origin);
  build(context, cache);
  leave_out_driver(cache);
  scene_scenery(context, cache);
  if (cache.renderer) {
    ScenePictureKey key = picture_key(context, cache, place.viewport);
    const bool has_changed = !cache.has_picture || key != cache.key;
    if (!cache.picture) cache.resolution.look(context.now, has_changed);
    if (has_changed || cache.drawn_resolution < cache.resolution.wanted()) {
      cache.key = std::move(key);
      draw_picture(context, cache, place);
    }
    // It is drawn in full once nothing changes any more.
    if (cache.drawn_resolution < 1) context.needs_redraw = true;
  }
  ImDrawList* draw = ImGui::GetWindowDrawList();
  if (cache.has_picture) {
    cache.shown_at = {static_cast<int>(std::lround(place.corner.x)),
                      static_cast<int>(std::lround(place.corner.y)),
                      static_cast<int>(place.viewport.width),
                      static_cast<int>(place.viewport.height)};
    draw->AddCallback(show_picture, &cache);
    draw->AddCallback(ImDrawCallback_ResetRenderState, nullptr);
  }
  cache.label_placements.clear();
  const bool has_labels = !cache.picture || cache.picture->labels;
  if (context.state.names != LayerState::off && has_labels) scene_labels(context, cache, place);
  scenery_names(context, cache, place);
  cache.new_overlays.clear();
  scene_legend(context, cache, place);
  if (cache.picture) {
    if (cache.picture->scale_bar) scene_scale_bar(context, cache, place);
  } else {
    scene_shape_tag(context, place);
    scene_notes(context, cache, place, cache.grid_label);
    scene_gizmo(context, cache, place);
    scene_menus(context, cache, place);
    scene_pointers(context, cache, place);
    scene_measure(context, cache, place);
  }
  ViewState& state = context.state;
  state.camera_is_automatic = state.camera_is_automatic && state.camera == cache.fitted_camera;
  // Labels were placed by what there was before.
  if (cache.new_overlays != cache.overlays) {
    context.needs_redraw = true;
    std::swap(cache.new_overlays, cache.overlays);
  }
}

}  // namespace scrubjay
