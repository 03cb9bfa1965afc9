#pragma once

#include <cstdint>
#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "core/scenery.h"
#include "render/camera.h"
#include "render/gl_objects.h"
#include "render/scenery_placement.h"
#include "render/shape_renderer.h"

namespace scrubjay {

/// A ball that scenery in front of it must not hide, viewer space. What is below it, a floor,
/// stays.
struct SeenThrough {
  glm::dvec3 center{0.0};
  double radius = 1;
  double bottom = 0;  ///< height
  bool operator==(const SeenThrough&) const = default;
};
/// More are passed over.
inline constexpr std::size_t kMostSeenThrough = 8;

/// What scenery is drawn with.
struct SceneryView {
  const Camera& camera;
  Viewport viewport;
  glm::dvec3 origin{0.0};  ///< of the scene
  std::span<const SeenThrough> seen_through;
};

/// What a picture of scenery took.
struct SceneryDrawn {
  std::size_t triangles = 0;
  std::size_t meshes = 0;
};

/// Draws scenery into the framebuffer that is bound, with depth and without ids. What was drawn
/// once stays with the driver as long as somebody holds the scenery.
class SceneryRenderer {
 public:
  /// Errors: "shader".
  static Result<SceneryRenderer> create();

  /// Expects depth test on and blending and culling off, and leaves them so.
  SceneryDrawn draw(std::span<const PlacedScenery> placed, const SceneryView& view,
                    const SurfaceLight& light);

 private:
  /// A mesh in the buffers.
  struct Piece {
    SceneryClass surface = SceneryClass::level;
    float detail = 0;
    bool is_lines = false;
    std::size_t first = 0;  ///< index
    int count = 0;          ///< of indices
    glm::vec3 center{0.0F};
    float radius = 0;
  };
  struct Uploaded {
    std::weak_ptr<const Scenery> scenery;
    Buffer vertices = Buffer::create();
    Buffer indices = Buffer::create();
    VertexArray array = VertexArray::create();
    std::vector<Piece> pieces;  ///< by class, then lines after triangles
  };

  SceneryRenderer() = default;
  const Uploaded& uploaded(const std::shared_ptr<const Scenery>& scenery);
  void set_windows(const SceneryView& view) const;
  SceneryDrawn draw_one(const PlacedScenery& placed, const SceneryView& view,
                        const SurfaceLight& light);

  Program program_;
  std::map<const Scenery*, Uploaded> uploaded_;
  std::vector<int> counts_;           ///< storage only
  std::vector<const void*> offsets_;  ///< beside it
};

}  // namespace scrubjay
