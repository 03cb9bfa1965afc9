#pragma once

#include <array>
#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <span>
#include <vector>

#include "render/gl_objects.h"
#include "render/scene_shapes.h"
#include "render/scene_theme.h"
#include "render/shape_batches.h"

namespace scrubjay {

/// The two triangles of a wide line: x along, y across.
inline constexpr std::array<glm::vec2, 6> kCornersOfLine{
    {{0, -1}, {1, -1}, {1, 1}, {0, -1}, {1, 1}, {0, 1}}};

/// Values of the uniforms that all lit surfaces of a picture share.
struct SurfaceLight {
  glm::mat4 clip_from_world{1.0F};
  glm::vec3 eye{0.0F};  ///< from the scene's origin
  glm::vec3 view_direction{0.0F, 1.0F, 0.0F};
  bool perspective = true;
  SceneTheme theme;
};

/// Sets them for the program in use.
void set_surface_light(const Program& program, const SurfaceLight& light);

/// Sizes that lines need.
struct LineView {
  glm::vec2 viewport{1.0F};  ///< pixels
  float least_w = 0;         ///< what is nearer to the eye is cut off
  float pixel_scale = 1;
};

/// Sets the uniforms of wide_line for the program in use.
void set_line_view(const Program& program, const glm::mat4& clip_from_world, const LineView& view);

/// Draws user-drawn shapes into the framebuffer that is bound. Between calls it expects depth test
/// on and leaves culling off.
class ShapeRenderer {
 public:
  /// Errors: "shader".
  static Result<ShapeRenderer> create();

  /// Uploads what build_shape_batches made; `textures` are those of the scene.
  void prepare(const ShapeBatches& batches, std::span<const SceneTexture> textures,
               const SurfaceLight& light, const LineView& lines, bool back_faces);
  /// Solids and meshes, and of lines what they cover by half or more: with depth and ids.
  void draw_opaque();
  /// The soft edges of opaque lines: blending on, without depth and ids.
  void draw_line_edges();
  /// What is seen through, back to front: blending on, without depth, with ids.
  void draw_translucent();

 private:
  enum class LinePart : std::uint8_t { whole, core, edge };
  struct SolidMesh {
    Buffer vertices = Buffer::create();
    VertexArray array = VertexArray::create();
    int vertex_count = 0;
  };

  ShapeRenderer() = default;
  void draw(const ShapeRun& run, LinePart part);
  void draw_solids(const ShapeRun& run);
  void draw_meshes(const ShapeRun& run);
  void draw_lines(const ShapeRun& run, LinePart part);
  void use_surface(const Program& program, std::uint16_t texture);

  Program solid_program_, textured_program_, triangles_program_, line_program_;
  std::array<SolidMesh, kSolidForms * kSolidDetails> meshes_;
  Buffer solids_ = Buffer::create();
  Buffer vertices_ = Buffer::create();
  Buffer segments_ = Buffer::create();
  Buffer line_corners_ = Buffer::create();
  VertexArray triangles_array_ = VertexArray::create();
  VertexArray line_array_ = VertexArray::create();

  // Of the picture being drawn.
  std::vector<ShapeRun> opaque_, translucent_;
  std::vector<unsigned> textures_;
  SurfaceLight light_;
  LineView lines_;
  bool back_faces_ = false;
};

}  // namespace scrubjay
