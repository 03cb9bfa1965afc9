#include "render/shape_renderer.h"

#include <glad/gl.h>

#include <cstddef>
#include <glm/geometric.hpp>

#include "render/shaders.h"

namespace scrubjay {

namespace {

/// Of lines, pixels at 100 %.
constexpr float kLineWidth = 2.0F;
constexpr float kEdgeWidth = 1.1F;

}  // namespace

void set_surface_light(const Program& program, const SurfaceLight& light) {
  program.set("u_clip_from_world", light.clip_from_world);
  program.set("u_dim_color", light.theme.ground);
  program.set("u_eye", light.eye);
  program.set("u_view_direction", light.view_direction);
  program.set("u_perspective", light.perspective ? 1.0F : 0.0F);
  program.set("u_sun_direction", glm::normalize(glm::vec3(-0.45F, -0.35F, 0.82F)));
  program.set("u_sun_light", light.theme.sun_light);
  program.set("u_sky_light", light.theme.sky_light);
  program.set("u_ground_light", light.theme.ground_light);
  program.set("u_rim", light.theme.rim);
}

void set_line_view(const Program& program, const glm::mat4& clip_from_world, const LineView& view) {
  program.set("u_clip_from_world", clip_from_world);
  program.set("u_viewport", view.viewport.x, view.viewport.y);
  program.set("u_least_w", view.least_w);
}

Result<ShapeRenderer> ShapeRenderer::create() {
  ShapeRenderer renderer;
  struct Row {
    Program* program;
    const ShaderSource* source;
  };
  const Row rows[] = {{&renderer.solid_program_, &kSolidShader},
                      {&renderer.textured_program_, &kTexturedSolidShader},
                      {&renderer.triangles_program_, &kTrianglesShader},
                      {&renderer.line_program_, &kShapeLineShader}};
  for (const Row& row : rows) {
    auto made = Program::create(*row.source);
    if (!made) return failure(std::move(made.error()));
    *row.program = std::move(*made);
  }
  for (std::size_t i = 0; i < renderer.meshes_.size(); ++i) {
    SolidMesh& mesh = renderer.meshes_[i];
    const auto vertices = solid_mesh(static_cast<SolidForm>(i / kSolidDetails), i % kSolidDetails);
    mesh.vertices.upload(vertices.data(), vertices.size() * sizeof(SolidVertex));
    mesh.vertex_count = static_cast<int>(vertices.size());
    mesh.array.attach(mesh.vertices, sizeof(SolidVertex),
                      {{0, 3, AttributeType::float32, offsetof(SolidVertex, position)},
                       {1, 3, AttributeType::float32, offsetof(SolidVertex, normal)},
                       {2, 2, AttributeType::float32, offsetof(SolidVertex, texture)},
                       {3, 1, AttributeType::float32, offsetof(SolidVertex, dome)}});
  }
  renderer.triangles_array_.attach(
      renderer.vertices_, sizeof(GpuMeshVertex),
      {{0, 3, AttributeType::float32, offsetof(GpuMeshVertex, position)},
       {1, 3, AttributeType::float32, offsetof(GpuMeshVertex, normal)},
       {7, 4, AttributeType::bytes_normalized, offsetof(GpuMeshVertex, color)},
       {8, 1, AttributeType::uint32, offsetof(GpuMeshVertex, tags)},
       {9, 1, AttributeType::uint32, offsetof(GpuMeshVertex, shape)}});
  renderer.line_corners_.upload(kCornersOfLine.data(), sizeof kCornersOfLine);
  renderer.line_array_.attach(renderer.line_corners_, sizeof(glm::vec2),
                              {{2, 2, AttributeType::float32, 0}});
  glBindVertexArray(0);
  return renderer;
}

void ShapeRenderer::prepare(const ShapeBatches& batches, std::span<const SceneTexture> textures,
                            const SurfaceLight& light, const LineView& lines, bool back_faces) {
  opaque_ = batches.opaque;
  translucent_ = batches.translucent;
  textures_.clear();
  for (const SceneTexture& texture : textures) textures_.push_back(texture.texture);
  light_ = light;
  lines_ = lines;
  back_faces_ = back_faces;
  const auto upload = [](Buffer& buffer, const auto& list) {
    if (!list.empty()) buffer.upload(list.data(), list.size() * sizeof(list.front()));
  };
  upload(solids_, batches.solids);
  upload(vertices_, batches.vertices);
  upload(segments_, batches.segments);
}

void ShapeRenderer::draw_opaque() {
  for (const ShapeRun& run : opaque_) draw(run, LinePart::core);
  glDisable(GL_CULL_FACE);
}

void ShapeRenderer::draw_line_edges() {
  for (const ShapeRun& run : opaque_) {
    if (run.list == ShapeList::lines) draw_lines(run, LinePart::edge);
  }
}

void ShapeRenderer::draw_translucent() {
  for (const ShapeRun& run : translucent_) draw(run, LinePart::whole);
  glDisable(GL_CULL_FACE);
}

void ShapeRenderer::draw(const ShapeRun& run, LinePart part) {
  switch (run.list) {
    case ShapeList::solids: draw_solids(run); break;
    case ShapeList::meshes: draw_meshes(run); break;
    case ShapeList::lines: draw_lines(run, part); break;
  }
}

void ShapeRenderer::use_surface(const Program& program, std::uint16_t texture) {
  program.use();
  set_surface_light(program, light_);
  program.set("u_edge_width", kEdgeWidth * lines_.pixel_scale);
  if (texture != 0) program.set("u_texture", 0);
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, texture != 0 ? textures_[texture - 1U] : 0);
}

void ShapeRenderer::draw_solids(const ShapeRun& run) {
  SolidMesh& mesh = meshes_[run.mesh];
  const bool is_plane = run.mesh / kSolidDetails == static_cast<std::size_t>(SolidForm::plane);
  if (is_plane || back_faces_) {
    glDisable(GL_CULL_FACE);
  } else {
    glEnable(GL_CULL_FACE);
  }
  use_surface(run.texture != 0 ? textured_program_ : solid_program_, run.texture);
  const std::size_t start = run.first * sizeof(GpuSolid);
  mesh.array.attach(
      solids_, sizeof(GpuSolid),
      {{4, 3, AttributeType::float32, start + offsetof(GpuSolid, center), true},
       {5, 4, AttributeType::float32, start + offsetof(GpuSolid, rotation), true},
       {6, 4, AttributeType::float32, start + offsetof(GpuSolid, half), true},
       {7, 4, AttributeType::bytes_normalized, start + offsetof(GpuSolid, color), true},
       {8, 1, AttributeType::uint32, start + offsetof(GpuSolid, tags), true},
       {9, 1, AttributeType::uint32, start + offsetof(GpuSolid, shape), true}});
  glDrawArraysInstanced(GL_TRIANGLES, 0, mesh.vertex_count, static_cast<GLsizei>(run.count));
  glBindTexture(GL_TEXTURE_2D, 0);
}

void ShapeRenderer::draw_meshes(const ShapeRun& run) {
  if (back_faces_) {
    glDisable(GL_CULL_FACE);
  } else {
    glEnable(GL_CULL_FACE);
  }
  use_surface(triangles_program_, 0);
  triangles_array_.bind();
  glDrawArrays(GL_TRIANGLES, static_cast<GLint>(run.first), static_cast<GLsizei>(run.count));
}

void ShapeRenderer::draw_lines(const ShapeRun& run, LinePart part) {
  glDisable(GL_CULL_FACE);
  line_program_.use();
  set_line_view(line_program_, light_.clip_from_world, lines_);
  line_program_.set("u_dim_color", light_.theme.ground);
  line_program_.set("u_width", kLineWidth * lines_.pixel_scale);
  line_program_.set("u_part", static_cast<int>(part));
  const std::size_t start = run.first * sizeof(GpuShapeSegment);
  line_array_.attach(
      segments_, sizeof(GpuShapeSegment),
      {{4, 3, AttributeType::float32, start + offsetof(GpuShapeSegment, from), true},
       {5, 3, AttributeType::float32, start + offsetof(GpuShapeSegment, to), true},
       {7, 4, AttributeType::bytes_normalized, start + offsetof(GpuShapeSegment, color), true},
       {8, 1, AttributeType::uint32, start + offsetof(GpuShapeSegment, tags), true},
       {9, 1, AttributeType::uint32, start + offsetof(GpuShapeSegment, shape), true}});
  glDrawArraysInstanced(GL_TRIANGLES, 0, static_cast<GLsizei>(kCornersOfLine.size()),
                        static_cast<GLsizei>(run.count));
}

}  // namespace scrubjay
