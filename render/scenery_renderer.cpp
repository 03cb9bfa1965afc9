#include "render/scenery_renderer.h"

#include <glad/gl.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <limits>
#include <utility>

#include "render/shaders.h"
#include "render/view_test.h"

namespace scrubjay {

namespace {

/// A corner of a triangle, or an end of a line.
struct GpuSceneryVertex {
  glm::vec3 position{0.0F};
  std::uint32_t color = 0;  ///< as of a mesh: bytes red, green, blue, alpha
};

constexpr std::uint32_t kOpaque = 0xFF000000;

struct BallAround {
  glm::vec3 center{0.0F};
  float radius = 0;
};

BallAround ball_around(std::span<const glm::vec3> points) {
  if (points.empty()) return {};
  glm::vec3 least = points.front();
  glm::vec3 most = points.front();
  for (const glm::vec3& point : points) {
    least = glm::min(least, point);
    most = glm::max(most, point);
  }
  return {(least + most) * 0.5F, glm::distance(least, most) * 0.5F};
}

void add_vertices(std::vector<GpuSceneryVertex>& vertices, std::span<const glm::vec3> points,
                  std::uint32_t color) {
  for (const glm::vec3& point : points) {
    vertices.push_back({point, (color & kOpaque) == 0 ? color : color | kOpaque});
  }
}

/// Where surfaces are flat, those of a later class lie over those of an earlier one, and all of
/// them under shadows.
void set_layer(SceneryClass surface) {
  if (surface == SceneryClass::level || surface >= SceneryClass::object) {
    glDisable(GL_POLYGON_OFFSET_FILL);
    return;
  }
  const auto below =
      static_cast<float>(static_cast<int>(SceneryClass::object) - static_cast<int>(surface));
  glEnable(GL_POLYGON_OFFSET_FILL);
  glPolygonOffset(0.3F * below, 6.0F * below);
}

/// What covers less of a pixel than this is not drawn.
constexpr float kLeastPixels = 0.4F;

}  // namespace

Result<SceneryRenderer> SceneryRenderer::create() {
  SceneryRenderer renderer;
  auto program = Program::create(kSceneryShader);
  if (!program) return failure(std::move(program.error()));
  renderer.program_ = std::move(*program);
  return renderer;
}

const SceneryRenderer::Uploaded& SceneryRenderer::uploaded(
    const std::shared_ptr<const Scenery>& scenery) {
  std::erase_if(uploaded_, [](const auto& known) { return known.second.scenery.expired(); });
  const auto [found, is_new] = uploaded_.try_emplace(scenery.get());
  Uploaded& made = found->second;
  if (!is_new) return made;
  made.scenery = scenery;

  std::vector<GpuSceneryVertex> vertices;
  std::vector<std::uint32_t> indices;
  std::size_t vertex_count = 0;
  std::size_t index_count = 0;
  for (const SceneryMesh& mesh : scenery->meshes) {
    vertex_count += mesh.vertices.size();
    index_count += mesh.triangles.size();
  }
  for (const SceneryLine& line : scenery->lines) {
    vertex_count += line.points.size();
    index_count += 2 * line.points.size();
  }
  vertices.reserve(vertex_count);
  indices.reserve(index_count);
  for (const SceneryMesh& mesh : scenery->meshes) {
    const auto base = static_cast<std::uint32_t>(vertices.size());
    const BallAround ball = ball_around(mesh.vertices);
    made.pieces.push_back({mesh.surface, mesh.detail, false, indices.size(),
                           static_cast<int>(mesh.triangles.size()), ball.center, ball.radius});
    add_vertices(vertices, mesh.vertices, mesh.color);
    for (const std::uint32_t index : mesh.triangles) indices.push_back(base + index);
  }
  for (const SceneryLine& line : scenery->lines) {
    if (line.points.size() < 2) continue;
    const auto base = static_cast<std::uint32_t>(vertices.size());
    const BallAround ball = ball_around(line.points);
    const std::size_t first = indices.size();
    add_vertices(vertices, line.points, line.color);
    for (std::uint32_t i = 0; i + 1 < line.points.size(); ++i) {
      indices.push_back(base + i);
      indices.push_back(base + i + 1);
    }
    made.pieces.push_back({line.surface, 0, true, first, static_cast<int>(indices.size() - first),
                           ball.center, ball.radius});
  }
  std::ranges::stable_sort(
      made.pieces, {}, [](const Piece& piece) { return std::pair(piece.is_lines, piece.surface); });
  made.vertices.upload(vertices.data(), vertices.size() * sizeof(GpuSceneryVertex));
  made.indices.upload(indices.data(), indices.size() * sizeof(std::uint32_t));
  made.array.attach(made.vertices, sizeof(GpuSceneryVertex),
                    {{0, 3, AttributeType::float32, offsetof(GpuSceneryVertex, position)},
                     {1, 4, AttributeType::bytes_normalized, offsetof(GpuSceneryVertex, color)}});
  made.array.attach_indices(made.indices);
  glBindVertexArray(0);
  return made;
}

void SceneryRenderer::set_windows(const SceneryView& view) const {
  const ScreenProjector project(view.camera, view.viewport);
  const glm::dmat4 clip = view.camera.clip_from_world(view.viewport, view.origin);
  int count = 0;
  for (const SeenThrough& seen : view.seen_through) {
    if (count == static_cast<int>(kMostSeenThrough)) break;
    const auto at = project(seen.center);
    if (!at) continue;
    // The side of the ball that faces the eye: what is in front of that hides it.
    const glm::dvec3 front = seen.center - view.camera.forward() * seen.radius;
    const glm::dvec4 clipped = clip * glm::dvec4(front - view.origin, 1.0);
    if (!(clipped.w > 0)) continue;
    const double pixels =
        seen.radius / view.camera.metres_per_pixel(view.viewport, std::max(at->depth, 1e-3));
    constexpr double kLeastWindow = 40;
    const std::string name = "u_windows[" + std::to_string(count) + "]";
    program_.set(name.c_str(), glm::vec4(at->pixel.x, view.viewport.height - at->pixel.y,
                                         std::max(2.2 * pixels, kLeastWindow),
                                         (clipped.z / clipped.w + 1.0) * 0.5));
    const std::string bottom = "u_bottoms[" + std::to_string(count) + "]";
    program_.set(bottom.c_str(), static_cast<float>(seen.bottom - view.origin.z));
    ++count;
  }
  program_.set("u_window_count", count);
}

SceneryDrawn SceneryRenderer::draw_one(const PlacedScenery& placed, const SceneryView& view,
                                       const SurfaceLight& light) {
  const Uploaded& buffers = uploaded(placed.scenery);
  const glm::dmat4 viewer = viewer_from_vertices(*placed.scenery, placed.placement);
  glm::dmat4 world = viewer;
  world[3] -= glm::dvec4(view.origin, 0.0);
  const glm::mat4 world_from_vertices(world);
  const auto scale = static_cast<float>(glm::length(glm::dvec3(viewer[0])));
  program_.set("u_world_from_vertices", world_from_vertices);
  buffers.array.bind();

  const ViewTest test(view.camera, view.viewport, view.origin);
  SceneryDrawn drawn;
  const auto is_worth_it = [&](const Piece& piece) {
    const glm::vec3 center(world_from_vertices * glm::vec4(piece.center, 1.0F));
    const float radius = piece.radius * scale;
    ViewTest::Seen seen;
    if (!test.see(center, radius, seen)) return false;
    if (piece.detail <= 0) return true;
    const double nearest = std::max<double>(seen.depth - radius, view.camera.near_plane());
    return piece.detail * scale >=
           kLeastPixels * view.camera.metres_per_pixel(view.viewport, nearest);
  };
  for (std::size_t i = 0; i < buffers.pieces.size();) {
    const Piece& first = buffers.pieces[i];
    counts_.clear();
    offsets_.clear();
    for (; i < buffers.pieces.size() && buffers.pieces[i].surface == first.surface &&
           buffers.pieces[i].is_lines == first.is_lines;
         ++i) {
      const Piece& piece = buffers.pieces[i];
      if (placed.hidden[static_cast<std::size_t>(piece.surface)] || !is_worth_it(piece)) continue;
      counts_.push_back(piece.count);
      offsets_.push_back(
          reinterpret_cast<const void*>(piece.first * sizeof(std::uint32_t)));  // NOLINT
      if (!piece.is_lines) drawn.triangles += static_cast<std::size_t>(piece.count) / 3;
    }
    if (counts_.empty()) continue;
    drawn.meshes += counts_.size();
    set_layer(first.surface);
    program_.set("u_class_color", light.theme.scenery[static_cast<std::size_t>(first.surface)]);
    program_.set("u_is_line", first.is_lines ? 1.0F : 0.0F);
    glMultiDrawElements(first.is_lines ? GL_LINES : GL_TRIANGLES, counts_.data(), GL_UNSIGNED_INT,
                        offsets_.data(), static_cast<GLsizei>(counts_.size()));
  }
  return drawn;
}

SceneryDrawn SceneryRenderer::draw(std::span<const PlacedScenery> placed, const SceneryView& view,
                                   const SurfaceLight& light) {
  SceneryDrawn drawn;
  if (placed.empty()) return drawn;
  program_.use();
  set_surface_light(program_, light);
  program_.set("u_brightness", light.theme.scenery_light);
  set_windows(view);
  for (const PlacedScenery& one : placed) {
    const SceneryDrawn here = draw_one(one, view, light);
    drawn.triangles += here.triangles;
    drawn.meshes += here.meshes;
  }
  glDisable(GL_POLYGON_OFFSET_FILL);
  return drawn;
}

}  // namespace scrubjay
