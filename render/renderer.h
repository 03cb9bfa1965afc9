#pragma once

#include <memory>
#include <optional>
#include <span>

#include "core/session.h"
#include "render/camera.h"
#include "render/ground_grid.h"
#include "render/image.h"
#include "render/scene.h"
#include "render/scene_theme.h"
#include "render/scenery_placement.h"
#include "render/scenery_renderer.h"
#include "render/screen.h"

namespace scrubjay {

/// How a scene is drawn.
struct RenderSettings {
  int width = 1280;  ///< of the picture, pixels
  int height = 720;
  int samples =
      4;  ///< a pixel; smooths edges at a cost. 1: none. What the driver cannot do is lowered.
  float pixel_scale = 1.0F;  ///< pixels for one at 100 %: lines and points grow with it
  SceneTheme theme;
  bool grid = true;
  double ground_height = 0;  ///< of the grid, viewer space
  bool boxes = true;         ///< edges of recorded bounding boxes
  bool headings = true;      ///< arrows ahead of what moves
  bool shadows = true;
  bool back_faces = false;  ///< shapes are seen from inside, too
  std::span<const PlacedScenery> scenery = {};
  std::span<const SeenThrough> seen_through = {};  ///< what scenery must not hide
};

/// What a drawn picture says about itself.
struct DrawInfo {
  GroundGrid grid;        ///< its label is for the panel to print
  std::size_t drawn = 0;  ///< entities in view
  float least_size = 0;   ///< of those, pixels at 100 %; 0: none
  SceneryDrawn scenery;
};

/// What is under a pixel.
struct Pick {
  std::optional<EntityRef> entity;     ///< of a shape its owner
  std::optional<ShapeRef> shape;       ///< what was hit is a shape, not an entity's marker
  std::optional<glm::dvec3> position;  ///< of the surface, viewer space
};

/// Draws scenes into a picture of its own, which a panel shows as a texture. Lives in the thread
/// and under the context that made it; `load_gl` must have been called. Leaves no framebuffer,
/// program or vertex array bound, and depth test, blending and culling off.
class Renderer {
 public:
  /// Errors: "shader" and "framebuffer" with the driver's words.
  static Result<Renderer> create();
  Renderer(Renderer&&) noexcept;
  Renderer& operator=(Renderer&&) noexcept;
  ~Renderer();

  /// Draws; the picture stays until the next call. Errors: "image-size" when the width or height is
  /// not above 0 or more than the driver allows, "framebuffer".
  Result<DrawInfo> draw(const SceneContent& scene, const Camera& camera,
                        const RenderSettings& settings);

  /// Copies the picture into a part of what is drawn into (the window, or a ScreenPicture), as
  /// large as that is: cheaper than drawing a texture, where a processor does it. Changes the
  /// scissor test.
  void show(int screen_height, const ScreenRect& part) const;

  /// What was drawn at a pixel (origin top left), or, when nothing is there, nearest to it within
  /// `radius` pixels: thin things are hard to hit. Waits for the drawing to end.
  Pick pick(int x, int y, int radius = 4) const;

  /// The picture's pixels.
  Image read_image() const;

 private:
  struct Parts;
  explicit Renderer(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace scrubjay
