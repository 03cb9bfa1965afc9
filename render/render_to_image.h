#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "core/problem.h"
#include "render/camera.h"
#include "render/image.h"
#include "render/offscreen_context.h"
#include "render/picture_texture.h"
#include "render/renderer.h"
#include "render/scene.h"
#include "render/scene_theme.h"

namespace scrubjay {

/// How a picture without a window is taken.
struct PictureOptions {
  int width = 1280;
  int height = 720;
  SceneTheme theme = dark_scene_theme();
  int samples = 4;
  std::optional<Camera> camera;     ///< none: fitted to the bulk of the positions
  std::optional<double> ground;     ///< none: from the fit
  std::optional<EntityRef> follow;  ///< looked at and selected; passed over when it has no position
  /// The pictures that shapes name, RGBA; null where there is none. Asked once for each, as long as
  /// each picture that is rendered shows it.
  std::function<std::shared_ptr<const Image>(const SceneTexture&)> picture_of;
  SceneOptions scene;  ///< origin, and selection while following, are set by the picture
};

/// Renders pictures off screen, one after another; the OpenGL context is made once.
class PictureRenderer {
 public:
  /// Errors: those of OffscreenContext and Renderer.
  static Result<PictureRenderer> create();

  /// Errors: "image-size" for a size that cannot be drawn.
  Result<Image> render(std::span<const SceneFrame> frames, const PictureOptions& options);

 private:
  PictureRenderer(OffscreenContext context, Renderer renderer)
      : context_(std::move(context)), renderer_(std::move(renderer)) {}

  struct KnownPicture {
    PictureTexture texture;
    bool has_alpha = false;
  };
  void find_textures(const PictureOptions& options);

  OffscreenContext context_;  // outlives the renderer's objects
  Renderer renderer_;
  SceneContent scene_;
  std::map<std::pair<std::size_t, std::string>, KnownPicture>
      pictures_;  ///< last shown, by recording and path
};

/// The camera that a picture of these frames is taken with when none is given: for a sequence that
/// should stay still, ask once and hand it to all.
Camera picture_camera(std::span<const SceneFrame> frames, int width, int height);

}  // namespace scrubjay
