#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "app/viewer/panel_caches.h"
#include "app/viewer/panels/scene_parts.h"
#include "render/gl_objects.h"

namespace scrubjay {

namespace {

void collect_frames(const PanelContext& context, SceneCache& cache) {
  cache.frames.clear();
  for (const MomentFrame& shown : context.moment.frames) {
    if (shown.frame == nullptr || shown.presence == Presence::absent) continue;
    const Recording& recording = *context.session().recordings[shown.ref.recording].recording;
    // Shapes name layers, which the index pass tells: without any a large frame is not searched.
    constexpr std::size_t kFewEntities = 1000;
    const bool may_have_shapes = recording.layer_count() > 0 || !recording.is_indexed() ||
                                 shown.frame->entities.size() < kFewEntities;
    cache.frames.push_back({shown.frame, shown.ref.recording, &recording, may_have_shapes,
                            shown.presence == Presence::past});
  }
}

/// The shape that a panel or the scene points at.
std::optional<ShapeRef> shape_pointed_at(const ViewState& state) {
  const auto& pointed = state.hovered_property ? state.hovered_property : state.hovered_shape;
  if (!pointed) return std::nullopt;
  return ShapeRef{pointed->entity, pointed->node, pointed->event};
}

ScenePictureKey picture_key(const PanelContext& context, const SceneCache& cache,
                            const Viewport& viewport) {
  const ViewState& state = context.state;
  ScenePictureKey key;
  key.camera = state.camera;
  key.width = static_cast<int>(viewport.width);
  key.height = static_cast<int>(viewport.height);
  key.scale = context.scale;
  key.is_dark = context.theme.is_dark;
  for (const MomentFrame& shown : context.moment.frames) {
    if (shown.frame == nullptr || shown.presence == Presence::absent) continue;
    key.past.push_back(shown.presence == Presence::past);
    key.frames.push_back({shown.ref.recording, shown.frame->index});
    key.decodings.push_back(shown.decoding);
  }
  key.selected = state.selected;
  key.hidden.assign(state.hidden.begin(), state.hidden.end());
  key.isolated = state.isolated;
  key.hovered = state.hovered;
  key.hovered_shape = shape_pointed_at(state);
  key.layers = state.layers;
  for (const SceneTexture& texture : cache.content.shapes.textures) {
    key.textures.push_back(texture.texture);
  }
  for (const Trail& trail : cache.trail_lines) {
    // Its ends and the number of points tell one trail from the next.
    const glm::dvec3 ends = trail.points.front() + trail.points.back();
    key.trails_version = key.trails_version * 31 + trail.points.size() + trail.entity.entity.value +
                         std::bit_cast<std::uint64_t>(ends.x) +
                         3 * std::bit_cast<std::uint64_t>(ends.y);
  }
  const std::array switches{state.show_boxes, state.show_grid, state.show_props,
                            state.show_back_faces};
  for (const bool on : switches) key.switches = key.switches * 2 + (on ? 1U : 0U);
  return key;
}

/// Hands the pictures that are there to the shapes that name them.
void find_textures(PanelContext& context, SceneCache& cache) {
  std::erase_if(cache.alphas, [](const auto& known) { return known.image.expired(); });
  for (SceneTexture& wanted : cache.content.shapes.textures) {
    const std::shared_ptr<Recording>& recording =
        context.session().recordings[wanted.recording].recording;
    PictureCache& pictures = context.caches.pictures;
    const Picture& picture = pictures.find(recording, wanted.path, context.workspace.wake());
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

/// Builds the scene for the present frames and choices.
void build(PanelContext& context, SceneCache& cache) {
  const ViewState& state = context.state;
  cache.layers.clear();
  for (const auto& [name, layer] : state.layers) cache.layers.push_back({name, layer});
  std::vector<EntityRef> selected = state.selected;
  std::ranges::sort(selected);
  const std::vector<EntityRef> hidden(state.hidden.begin(), state.hidden.end());
  SceneOptions options;
  options.origin = cache.origin;
  options.selected = selected;
  options.hidden = hidden;
  if (state.isolated) options.isolated = {&*state.isolated, 1};
  options.hovered = state.hovered;
  options.hovered_shape = shape_pointed_at(state);
  options.layers = cache.layers;
  options.kinds[static_cast<std::size_t>(EntityKind::prop)] = state.show_props;
  options.trails = cache.trail_lines;
  build_scene(cache.frames, options, cache.content);
  find_textures(context, cache);
}

void draw_picture(PanelContext& context, SceneCache& cache, const ScenePlace& place) {
  RenderSettings settings;
  settings.width = static_cast<int>(place.viewport.width);
  settings.height = static_cast<int>(place.viewport.height);
  settings.samples = cache.samples;
  settings.pixel_scale = context.scale;
  settings.theme = context.theme.is_dark ? dark_scene_theme() : light_scene_theme();
  settings.grid = context.state.show_grid;
  settings.ground_height = cache.ground;
  settings.boxes = context.state.show_boxes;
  settings.back_faces = context.state.show_back_faces;
  if (const auto drawn = cache.renderer->draw(cache.content, context.state.camera, settings)) {
    cache.grid_label = context.state.show_grid ? drawn->grid.label() : "";
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
    cache.samples = is_software_gl() ? 1 : 4;
  } else {
    cache.renderer_error = describe(created.error());
  }
}

/// Serves the requests to look at something, and keeps the followed entity in view.
void move_camera(PanelContext& context, SceneCache& cache, const Viewport& viewport) {
  ViewState& state = context.state;
  if (!state.camera_fitted || state.fit_request) {
    fit_scene(context, cache, viewport);
  } else if (cache.fitted_recordings == 0 && !cache.frames.empty()) {
    // The camera was restored: find the ground without moving the view.
    const Camera camera = state.camera;
    fit_scene(context, cache, viewport);
    state.camera = camera;
  }
  if (state.focus_request) {
    if (const SceneInstance* instance = cache.content.find(*state.focus_request)) {
      focus(state.camera, viewport, bounds_of(cache.content, *instance));
    }
    state.focus_request.reset();
  }
  if (cache.followed != state.followed) {
    cache.followed = state.followed;
    cache.follow = {};
  }
  if (state.followed) {
    if (const SceneInstance* instance = cache.content.find(*state.followed)) {
      follow(state.camera, cache.follow, cache.origin + glm::dvec3(instance->center));
    }
  }
}

}  // namespace

void fit_scene(PanelContext& context, SceneCache& cache, const Viewport& viewport) {
  if (cache.frames.empty()) return;
  ViewState& state = context.state;
  SceneContent working;
  cache.fit = fit_of(cache.frames, working);
  cache.ground = ground_height(cache.fit);
  state.camera = fitted_camera(cache.fit, viewport);
  state.camera_fitted = true;
  state.fit_request = false;
  cache.fitted_recordings = context.session().recordings.size();
}

void scene_panel(PanelContext& context) {
  SceneCache& cache = context.caches.scene;
  const ImVec2 size = ImGui::GetContentRegionAvail();
  if (size.x < 8 || size.y < 8) return;
  const ScenePlace place{
      ImGui::GetCursorScreenPos(),
      {std::floor(static_cast<double>(size.x)), std::floor(static_cast<double>(size.y))}};
  collect_frames(context, cache);
  scene_trails(context, cache);
  make_renderer(cache);

  // Built before the camera moves, which looks at what is built; a frame's names live in the scene,
  // so it is built anew each time.
  cache.origin = choose_origin(context.state.camera, cache.origin);
  build(context, cache);
  move_camera(context, cache, place.viewport);

  ImGui::InvisibleButton(
      "picture",
      {static_cast<float>(place.viewport.width), static_cast<float>(place.viewport.height)},
      ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight |
          ImGuiButtonFlags_MouseButtonMiddle);
  ImGui::SetItemAllowOverlap();
  scene_mouse(context, cache, place);

  const glm::dvec3 origin = choose_origin(context.state.camera, cache.origin);
  if (origin != cache.origin || context.state.hovered != cache.key.hovered ||
      shape_pointed_at(context.state) != cache.key.hovered_shape) {
    cache.origin = origin;
    build(context, cache);
  }
  if (cache.renderer) {
    ScenePictureKey key = picture_key(context, cache, place.viewport);
    if (!cache.has_picture || key != cache.key) {
      cache.key = std::move(key);
      draw_picture(context, cache, place);
    }
  }
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const ImVec2 far_corner = place.window_of({place.viewport.width, place.viewport.height});
  if (cache.has_picture) {
    // The texture's rows run from the bottom.
    const auto texture = static_cast<std::uintptr_t>(cache.renderer->texture());
    draw->AddImage(reinterpret_cast<ImTextureID>(texture), place.corner, far_corner, {0, 1},
                   {1, 0});
  }
  if (context.state.names != LayerState::off) scene_labels(context, cache, place);
  scene_shape_tag(context, place);
  scene_notes(context, cache, place, cache.grid_label);
  scene_gizmo(context, place);
  scene_menus(context, cache, place);
}

}  // namespace scrubjay
