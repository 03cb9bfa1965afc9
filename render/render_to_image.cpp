#include "render/render_to_image.h"

#include <utility>

#include "render/fit.h"

namespace scrubjay {

namespace {

Viewport viewport_of(int width, int height) {
  return {static_cast<double>(width), static_cast<double>(height)};
}

}  // namespace

Result<PictureRenderer> PictureRenderer::create() {
  auto context = OffscreenContext::create();
  if (!context) return failure(std::move(context.error()));
  auto renderer = Renderer::create();
  if (!renderer) return failure(std::move(renderer.error()));
  return PictureRenderer(std::move(*context), std::move(*renderer));
}

Result<Image> PictureRenderer::render(std::span<const SceneFrame> frames,
                                      const PictureOptions& options) {
  const Viewport viewport = viewport_of(options.width, options.height);
  RobustFit fit;  // looks at every entity
  if (!options.camera || !options.ground) fit = fit_of(frames, scene_);
  Camera camera = options.camera.value_or(fitted_camera(fit, viewport));
  SceneOptions scene_options = options.scene;
  scene_options.origin = choose_origin(camera, glm::round(camera.target));
  if (options.follow) scene_options.selected = std::span(&*options.follow, 1);
  build_scene(frames, scene_options, scene_);
  if (options.follow) {
    if (const SceneInstance* const followed = scene_.find(*options.follow)) {
      const Bounds bounds = bounds_of(scene_, *followed);
      if (options.camera) {
        camera.target = bounds.center();
      } else {
        focus(camera, viewport, bounds);
        camera.distance *= 2.2;  // some of its surroundings too
      }
      scene_options.origin = choose_origin(camera, scene_options.origin);
      build_scene(frames, scene_options, scene_);
    }
  }
  const RenderSettings settings{.width = options.width,
                                .height = options.height,
                                .samples = options.samples,
                                .theme = options.theme,
                                .ground_height = options.ground.value_or(ground_height(fit))};
  if (!context_.make_current()) {
    return failure(fatal_problem("no-opengl", "The graphics driver no longer draws off screen."));
  }
  find_textures(options);
  if (auto drawn = renderer_.draw(scene_, camera, settings); !drawn) {
    return failure(std::move(drawn.error()));
  }
  return renderer_.read_image();
}

void PictureRenderer::find_textures(const PictureOptions& options) {
  if (!options.picture_of) return;
  decltype(pictures_) shown;  // others are forgotten
  for (SceneTexture& wanted : scene_.shapes.textures) {
    const std::pair key{wanted.recording, std::string(wanted.path)};
    shown.insert(pictures_.extract(key));
    const auto [known, is_new] = shown.try_emplace(key);
    if (is_new) {
      if (const auto image = options.picture_of(wanted)) {
        known->second = {PictureTexture::create(*image), has_alpha(*image)};
      }
    }
    wanted.texture = known->second.texture.name();
    wanted.has_alpha = known->second.has_alpha;
  }
  pictures_ = std::move(shown);
}

Camera picture_camera(std::span<const SceneFrame> frames, int width, int height) {
  SceneContent working;
  return fitted_camera(fit_of(frames, working), viewport_of(width, height));
}

}  // namespace scrubjay
