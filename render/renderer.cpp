#include "render/renderer.h"

#include <glad/gl.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <glm/geometric.hpp>
#include <limits>
#include <vector>

#include "render/gl_objects.h"
#include "render/meshes.h"
#include "render/scene_batches.h"
#include "render/shaders.h"
#include "render/shape_renderer.h"

namespace scrubjay {

namespace {

/// A corner of a box's edge, to be drawn out to a wide line.
struct EdgeVertex {
  glm::vec3 from{0.0F};
  glm::vec3 to{0.0F};
  glm::vec2 corner{0.0F};
};

std::vector<EdgeVertex> box_edge_vertices() {
  std::vector<EdgeVertex> vertices;
  for (int axis = 0; axis < 3; ++axis) {
    for (int side = 0; side < 4; ++side) {
      glm::vec3 from;
      from[axis] = -1;
      from[(axis + 1) % 3] = (side & 1) != 0 ? 1.0F : -1.0F;
      from[(axis + 2) % 3] = (side & 2) != 0 ? 1.0F : -1.0F;
      glm::vec3 to = from;
      to[axis] = 1;
      for (const glm::vec2& corner : kCornersOfLine) vertices.push_back({from, to, corner});
    }
  }
  return vertices;
}

constexpr std::size_t kInstanceStride = sizeof(GpuInstance);

void attach_instances(VertexArray& array, const Buffer& buffer) {
  array.attach(buffer, kInstanceStride,
               {{4, 3, AttributeType::float32, offsetof(GpuInstance, center), true},
                {5, 4, AttributeType::float32, offsetof(GpuInstance, rotation), true},
                {6, 3, AttributeType::float32, offsetof(GpuInstance, half), true},
                {7, 4, AttributeType::bytes_normalized, offsetof(GpuInstance, color), true},
                {8, 1, AttributeType::uint32, offsetof(GpuInstance, tags), true},
                {9, 1, AttributeType::uint32, offsetof(GpuInstance, entity), true}});
}

/// A mesh and the instances of it that are drawn with one call.
struct InstancedMesh {
  Buffer vertices = Buffer::create();
  Buffer instances = Buffer::create();
  VertexArray array = VertexArray::create();
  int vertex_count = 0;

  template <class Vertex>
  void set_vertices(const std::vector<Vertex>& mesh) {
    vertices.upload(mesh.data(), mesh.size() * sizeof(Vertex));
    vertex_count = static_cast<int>(mesh.size());
  }

  template <class Instance>
  void draw(const std::vector<Instance>& list) {
    if (list.empty()) return;
    instances.upload(list.data(), list.size() * sizeof(Instance));
    array.bind();
    glDrawArraysInstanced(GL_TRIANGLES, 0, vertex_count, static_cast<GLsizei>(list.size()));
  }
};

InstancedMesh shape_mesh(const std::vector<MeshVertex>& vertices) {
  InstancedMesh mesh;
  mesh.set_vertices(vertices);
  mesh.array.attach(mesh.vertices, sizeof(MeshVertex),
                    {{0, 3, AttributeType::float32, offsetof(MeshVertex, position)},
                     {1, 3, AttributeType::float32, offsetof(MeshVertex, normal)},
                     {2, 1, AttributeType::float32, offsetof(MeshVertex, part)}});
  attach_instances(mesh.array, mesh.instances);
  return mesh;
}

InstancedMesh box_edge_mesh() {
  InstancedMesh mesh;
  mesh.set_vertices(box_edge_vertices());
  mesh.array.attach(mesh.vertices, sizeof(EdgeVertex),
                    {{0, 3, AttributeType::float32, offsetof(EdgeVertex, from)},
                     {1, 3, AttributeType::float32, offsetof(EdgeVertex, to)},
                     {2, 2, AttributeType::float32, offsetof(EdgeVertex, corner)}});
  attach_instances(mesh.array, mesh.instances);
  return mesh;
}

InstancedMesh shadow_mesh() {
  std::vector<MeshVertex> quad;
  for (const glm::vec2& corner : kCornersOfLine) {
    quad.push_back({.position = {corner.x * 2 - 1, corner.y, 0.0F}});
  }
  return shape_mesh(quad);
}

InstancedMesh segment_mesh() {
  InstancedMesh mesh;
  mesh.set_vertices(std::vector<glm::vec2>(kCornersOfLine.begin(), kCornersOfLine.end()));
  mesh.array.attach(mesh.vertices, sizeof(glm::vec2), {{2, 2, AttributeType::float32, 0}});
  mesh.array.attach(
      mesh.instances, sizeof(GpuSegment),
      {{4, 3, AttributeType::float32, offsetof(GpuSegment, from), true},
       {5, 3, AttributeType::float32, offsetof(GpuSegment, to), true},
       {6, 4, AttributeType::bytes_normalized, offsetof(GpuSegment, from_color), true},
       {7, 4, AttributeType::bytes_normalized, offsetof(GpuSegment, to_color), true},
       {8, 1, AttributeType::float32, offsetof(GpuSegment, width), true}});
  return mesh;
}

struct Programs {
  Program background, mesh, shadow, grid, box_edge, segment, outline;
};

Result<Programs> create_programs() {
  Programs programs;
  struct Row {
    Program* program;
    const ShaderSource* source;
  };
  const Row rows[] = {
      {&programs.background, &kBackgroundShader}, {&programs.mesh, &kMeshShader},
      {&programs.shadow, &kShadowShader},         {&programs.grid, &kGridShader},
      {&programs.box_edge, &kBoxEdgeShader},      {&programs.segment, &kSegmentShader},
      {&programs.outline, &kOutlineShader}};
  for (const Row& row : rows) {
    auto made = Program::create(*row.source);
    if (!made) return failure(std::move(made.error()));
    *row.program = std::move(*made);
  }
  return programs;
}

/// What is common to all draws of a picture.
struct View {
  const Camera& camera;
  const RenderSettings& settings;
  Viewport viewport;
  glm::dvec3 origin;
  glm::mat4 clip_from_world;

  SurfaceLight light() const {
    return {clip_from_world, glm::vec3(camera.eye() - origin), glm::vec3(camera.forward()),
            camera.projection == Projection::perspective, settings.theme};
  }
  LineView lines() const {
    const bool perspective = camera.projection == Projection::perspective;
    return {{static_cast<float>(viewport.width), static_cast<float>(viewport.height)},
            static_cast<float>(perspective ? camera.near_plane() : 0.0),
            settings.pixel_scale};
  }
};

}  // namespace

struct Renderer::Parts {
  Programs programs;
  std::array<InstancedMesh, kShapes> shapes;
  InstancedMesh box_edges;
  InstancedMesh shadows;
  InstancedMesh segments;
  VertexArray no_vertices = VertexArray::create();
  std::optional<ShapeRenderer> user_shapes;
  std::optional<SceneryRenderer> scenery;
  SceneBatches batches;
  ShapeBatches shape_batches;
  std::vector<ShapeRef> shape_refs;  ///< of the picture, for pick

  int samples = 1;
  Framebuffer sampled;       ///< several samples a pixel; unused with one
  bool ids_pending = false;  ///< ids and depth of the picture are still in `sampled`
  Framebuffer picture;
  Framebuffer overlay;  ///< over the picture's colour

  Camera camera;  ///< of the picture, for pick
  Viewport viewport;

  Result<void> prepare(const RenderSettings& settings);
  void fetch_ids();
  void draw_background(const View& view);
  void draw_shapes(const View& view);
  void draw_shadows(const View& view);
  void draw_grid(const View& view, const GroundGrid& grid);
  void draw_ground_grid(const View& view, const GroundGrid& grid);
  SceneryDrawn draw_scenery(const View& view);
  void draw_lines(const View& view);
  void draw_outlines(const View& view);
};

Renderer::Renderer(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Renderer::Renderer(Renderer&&) noexcept = default;
Renderer& Renderer::operator=(Renderer&&) noexcept = default;
Renderer::~Renderer() = default;

Result<Renderer> Renderer::create() {
  auto programs = create_programs();
  if (!programs) return failure(std::move(programs.error()));
  auto parts = std::make_unique<Parts>();
  parts->programs = std::move(*programs);
  for (std::size_t i = 0; i < kShapes; ++i) {
    parts->shapes[i] = shape_mesh(mesh_of(static_cast<Shape>(i)));
  }
  parts->box_edges = box_edge_mesh();
  parts->shadows = shadow_mesh();
  parts->segments = segment_mesh();
  auto user_shapes = ShapeRenderer::create();
  if (!user_shapes) return failure(std::move(user_shapes.error()));
  parts->user_shapes.emplace(std::move(*user_shapes));
  auto scenery = SceneryRenderer::create();
  if (!scenery) return failure(std::move(scenery.error()));
  parts->scenery.emplace(std::move(*scenery));
  glBindVertexArray(0);
  return Renderer(std::move(parts));
}

Result<void> Renderer::Parts::prepare(const RenderSettings& settings) {
  const int largest = largest_picture();
  if (settings.width <= 0 || settings.height <= 0 || settings.width > largest ||
      settings.height > largest) {
    return failure(fatal_problem("image-size",
                                 "A picture of " + std::to_string(settings.width) + " by " +
                                     std::to_string(settings.height) + " pixels cannot be drawn.",
                                 "1 to " + std::to_string(largest) + " pixels each way"));
  }
  const FramebufferSize single{settings.width, settings.height, 1};
  if (picture.size() != single) {
    auto made = Framebuffer::create(single);
    if (!made) return failure(std::move(made.error()));
    auto over = Framebuffer::create_over_color(*made);
    if (!over) return failure(std::move(over.error()));
    overlay = std::move(*over);
    picture = std::move(*made);
  }
  samples = std::clamp(settings.samples, 1, most_samples());
  const FramebufferSize several{settings.width, settings.height, samples};
  // Kept while single samples are drawn: a view may take turns between fast and smooth.
  if (samples > 1 && sampled.size() != several) {
    auto made = Framebuffer::create(several);
    if (!made) return failure(std::move(made.error()));
    sampled = std::move(*made);
  }
  return {};
}

/// Ids and depth are needed for outlines and picks only, and their resolve is not cheap.
void Renderer::Parts::fetch_ids() {
  if (ids_pending) sampled.resolve_ids_and_depth_into(picture);
  ids_pending = false;
}

Result<DrawInfo> Renderer::draw(const SceneContent& scene, const Camera& camera,
                                const RenderSettings& settings) {
  Parts& parts = *parts_;
  if (auto ready = parts.prepare(settings); !ready) return failure(std::move(ready.error()));
  const Viewport viewport{static_cast<double>(settings.width),
                          static_cast<double>(settings.height)};
  parts.camera = camera;
  sanitize(parts.camera);
  parts.viewport = viewport;
  const View view{parts.camera, settings, viewport, scene.origin,
                  glm::mat4(parts.camera.clip_from_world(viewport, scene.origin))};
  build_batches(scene, parts.camera, viewport,
                {settings.boxes, settings.headings, settings.shadows, settings.pixel_scale},
                parts.batches);
  build_shape_batches(scene.shapes, scene.origin, parts.camera, viewport, settings.pixel_scale,
                      parts.shape_batches);
  parts.shape_refs.clear();
  for (const SceneShape& shape : scene.shapes.shapes) parts.shape_refs.push_back(shape.ref);
  parts.user_shapes->prepare(parts.shape_batches, scene.shapes.textures, view.light(), view.lines(),
                             settings.back_faces);

  DrawInfo info{.grid = ground_grid(parts.camera, settings.ground_height),
                .drawn = parts.batches.shown_by_shapes,
                .least_size = parts.batches.least_size,
                .scenery = {}};
  for (std::size_t i = 0; i < kShapes; ++i) {
    if (static_cast<Shape>(i) != Shape::arrow) info.drawn += parts.batches.shapes[i].size();
  }

  const bool several = parts.samples > 1;
  const Framebuffer& target = several ? parts.sampled : parts.picture;
  target.bind();
  glDisable(GL_SCISSOR_TEST);
  glDisable(GL_STENCIL_TEST);
  glDepthMask(GL_TRUE);
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  constexpr GLuint kNoEntity[4] = {0, 0, 0, 0};
  constexpr GLfloat kFar = 1.0F;
  glClearBufferuiv(GL_COLOR, 1, kNoEntity);
  glClearBufferfv(GL_DEPTH, 0, &kFar);

  parts.draw_background(view);
  // Roads and floors cover the grid.
  const bool has_ground = settings.grid && !settings.scenery.empty();
  if (has_ground) parts.draw_ground_grid(view, info.grid);
  info.scenery = parts.draw_scenery(view);
  parts.draw_shapes(view);
  parts.user_shapes->draw_opaque();
  // From here on things are laid over the picture: they hide nothing and cannot be picked.
  glColorMaski(1, GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
  glDepthMask(GL_FALSE);
  glEnable(GL_BLEND);
  glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  if (settings.grid && !has_ground) parts.draw_grid(view, info.grid);
  parts.draw_shadows(view);
  parts.user_shapes->draw_line_edges();
  // What is seen through can be picked all the same.
  glDisablei(GL_BLEND, 1);
  glColorMaski(1, GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  parts.user_shapes->draw_translucent();
  glColorMaski(1, GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
  parts.draw_lines(view);
  glColorMaski(1, GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  glDepthMask(GL_TRUE);
  glDisable(GL_DEPTH_TEST);

  if (several) parts.sampled.resolve_color_into(parts.picture);
  parts.ids_pending = several;
  parts.draw_outlines(view);
  glDisable(GL_BLEND);
  glUseProgram(0);
  glBindVertexArray(0);
  glBindBuffer(GL_ARRAY_BUFFER, 0);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  return info;
}

void Renderer::Parts::draw_background(const View& view) {
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_BLEND);
  glDisable(GL_CULL_FACE);
  glColorMaski(1, GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
  const Program& program = programs.background;
  program.use();
  // Without perspective all rays are parallel: one colour, that of the view's direction.
  const bool perspective = view.camera.projection == Projection::perspective;
  const double up = perspective ? std::tan(view.camera.fov_y / 2) : 0.0;
  program.set("u_forward", glm::vec3(view.camera.forward()));
  program.set("u_right", glm::vec3(view.camera.right() * (up * view.viewport.aspect())));
  program.set("u_up", glm::vec3(view.camera.up() * up));
  program.set("u_zenith", view.settings.theme.zenith);
  program.set("u_horizon", view.settings.theme.horizon);
  program.set("u_ground", view.settings.theme.ground);
  no_vertices.bind();
  glDrawArrays(GL_TRIANGLES, 0, 3);
  glColorMaski(1, GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
}

void Renderer::Parts::draw_shapes(const View& view) {
  glEnable(GL_DEPTH_TEST);
  glDepthFunc(GL_LEQUAL);
  glEnable(GL_CULL_FACE);
  glCullFace(GL_BACK);
  glFrontFace(GL_CCW);
  const Program& program = programs.mesh;
  program.use();
  set_surface_light(program, view.light());
  for (std::size_t i = 0; i < kShapes; ++i) shapes[i].draw(batches.shapes[i]);
  glDisable(GL_CULL_FACE);
}

void Renderer::Parts::draw_shadows(const View& view) {
  // Patches lie in the ground's plane; they must win against nothing but what is below it.
  glEnable(GL_POLYGON_OFFSET_FILL);
  glPolygonOffset(-1.0F, -2.0F);
  const Program& program = programs.shadow;
  program.use();
  program.set("u_clip_from_world", view.clip_from_world);
  program.set("u_color", view.settings.theme.shadow);
  shadows.draw(batches.shadows);
  glDisable(GL_POLYGON_OFFSET_FILL);
}

void Renderer::Parts::draw_grid(const View& view, const GroundGrid& grid) {
  const Program& program = programs.grid;
  const SceneTheme& theme = view.settings.theme;
  const glm::dvec3 center(grid.center, view.settings.ground_height);
  const glm::dvec2 eye = glm::dvec2(view.camera.eye()) - grid.center;
  program.use();
  program.set("u_clip_from_world", view.clip_from_world);
  program.set("u_center", glm::vec3(center - view.origin));
  program.set("u_reach", static_cast<float>(grid.reach));
  program.set("u_spacing", static_cast<float>(grid.spacing));
  program.set("u_minor_color", theme.minor_line);
  program.set("u_major_color", theme.major_line);
  program.set("u_minor_weight", static_cast<float>(grid.minor_weight));
  program.set("u_line_width", view.settings.pixel_scale);
  program.set("u_eye", static_cast<float>(eye.x), static_cast<float>(eye.y));
  program.set("u_zero", static_cast<float>(-grid.center.x / grid.spacing),
              static_cast<float>(-grid.center.y / grid.spacing));
  no_vertices.bind();
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

/// Under all else, and covering nothing.
void Renderer::Parts::draw_ground_grid(const View& view, const GroundGrid& grid) {
  glDisable(GL_DEPTH_TEST);
  glColorMaski(1, GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
  glEnablei(GL_BLEND, 0);
  glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  draw_grid(view, grid);
  glDisablei(GL_BLEND, 0);
  glColorMaski(1, GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
}

SceneryDrawn Renderer::Parts::draw_scenery(const View& view) {
  if (view.settings.scenery.empty()) return {};
  glEnable(GL_DEPTH_TEST);
  glDepthFunc(GL_LEQUAL);
  glDisable(GL_CULL_FACE);
  return scenery->draw(view.settings.scenery,
                       {view.camera, view.viewport, view.origin, view.settings.seen_through},
                       view.light());
}

void Renderer::Parts::draw_lines(const View& view) {
  const SceneTheme& theme = view.settings.theme;
  programs.box_edge.use();
  set_line_view(programs.box_edge, view.clip_from_world, view.lines());
  programs.box_edge.set("u_edge_color", theme.box_edge);
  programs.box_edge.set("u_selected_color", glm::vec4(theme.selected, 0.9F));
  programs.box_edge.set("u_width", 1.1F * view.settings.pixel_scale);
  box_edges.draw(batches.box_edges);
  programs.segment.use();
  set_line_view(programs.segment, view.clip_from_world, view.lines());
  segments.draw(batches.segments);
}

void Renderer::Parts::draw_outlines(const View& view) {
  const PixelRect marked{glm::min(batches.marked.low, shape_batches.marked.low),
                         glm::max(batches.marked.high, shape_batches.marked.high)};
  if (marked.empty()) return;
  const float radius = 2.0F * view.settings.pixel_scale;
  const auto width = static_cast<float>(view.settings.width);
  const auto height = static_cast<float>(view.settings.height);
  const glm::vec2 low = glm::max(marked.low - radius - 2.0F, glm::vec2(0.0F));
  const glm::vec2 high = glm::min(marked.high + radius + 2.0F, glm::vec2(width, height));
  if (!(low.x < high.x && low.y < high.y)) return;
  fetch_ids();
  overlay.bind();
  glEnable(GL_SCISSOR_TEST);
  glScissor(static_cast<int>(low.x), static_cast<int>(height - high.y),
            static_cast<int>(std::ceil(high.x - low.x)) + 1,
            static_cast<int>(std::ceil(high.y - low.y)) + 1);
  const Program& program = programs.outline;
  program.use();
  program.set("u_ids", 0);
  program.set("u_radius", radius);
  program.set("u_selected", view.settings.theme.selected);
  program.set("u_hovered", view.settings.theme.hovered);
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, picture.ids());
  no_vertices.bind();
  glDrawArrays(GL_TRIANGLES, 0, 3);
  glBindTexture(GL_TEXTURE_2D, 0);
  glDisable(GL_SCISSOR_TEST);
}

void Renderer::show(int screen_height, const ScreenRect& part) const {
  const FramebufferSize& size = parts_->picture.size();
  GLint screen = 0;
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &screen);
  parts_->picture.bind_for_reading_color();
  glDisable(GL_SCISSOR_TEST);
  const bool is_same = size.width == part.width && size.height == part.height;
  const int bottom = screen_height - part.y - part.height;
  glBlitFramebuffer(0, 0, size.width, size.height, part.x, bottom, part.x + part.width,
                    bottom + part.height, GL_COLOR_BUFFER_BIT, is_same ? GL_NEAREST : GL_LINEAR);
  glBindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(screen));
}

namespace {

/// One pixel of the id attachment.
struct IdPixel {
  std::uint32_t tags = 0;
  std::uint32_t entity = 0;
};

/// Who drew the pixel; `position` is not set.
std::optional<Pick> owner_of(const IdPixel& id, std::span<const ShapeRef> shapes) {
  const std::uint32_t recording = id.tags & 0xFFFFU;
  if (recording == 0) return std::nullopt;
  if (recording != kShapeTag) {
    return Pick{EntityRef{recording - 1, EntityIndex(id.entity)}, std::nullopt, std::nullopt};
  }
  if (id.entity >= shapes.size()) return std::nullopt;
  const ShapeRef& shape = shapes[id.entity];
  if (!shape.entity.entity.exists()) return Pick{std::nullopt, shape, std::nullopt};
  return Pick{shape.entity, shape, std::nullopt};
}

}  // namespace

Pick Renderer::pick(int x, int y, int radius) const {
  const FramebufferSize& size = parts_->picture.size();
  if (x < 0 || y < 0 || x >= size.width || y >= size.height) return {};
  const int reach = std::clamp(radius, 0, 16);
  const int row = size.height - 1 - y;
  const int left = std::max(x - reach, 0);
  const int bottom = std::max(row - reach, 0);
  const int columns = std::min(x + reach, size.width - 1) - left + 1;
  const int rows = std::min(row + reach, size.height - 1) - bottom + 1;
  const auto count = static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows);
  std::vector<IdPixel> ids(count);
  std::vector<float> depths(count);
  glPixelStorei(GL_PACK_ALIGNMENT, 4);
  parts_->fetch_ids();
  parts_->picture.bind_for_reading_ids();
  glReadPixels(left, bottom, columns, rows, GL_RG_INTEGER, GL_UNSIGNED_INT, ids.data());
  parts_->picture.bind_for_reading_color();
  glReadPixels(left, bottom, columns, rows, GL_DEPTH_COMPONENT, GL_FLOAT, depths.data());
  glBindFramebuffer(GL_READ_FRAMEBUFFER, 0);

  Pick result;
  int nearest = std::numeric_limits<int>::max();
  for (int r = 0; r < rows; ++r) {
    for (int c = 0; c < columns; ++c) {
      const auto i = static_cast<std::size_t>(r * columns + c);
      const auto owner = owner_of(ids[i], parts_->shape_refs);
      const int dx = left + c - x;
      const int dy = bottom + r - row;
      const int squared = dx * dx + dy * dy;
      if (!owner || squared >= nearest || squared > reach * reach) continue;
      nearest = squared;
      result = *owner;
      if (depths[i] < 1.0F) {
        const glm::dvec2 pixel(x + dx + 0.5, y - dy + 0.5);
        result.position =
            unproject(parts_->camera, parts_->viewport, pixel, static_cast<double>(depths[i]));
      }
    }
  }
  return result;
}

Image Renderer::read_image() const {
  const FramebufferSize& size = parts_->picture.size();
  Image image{size.width, size.height, {}};
  const std::size_t row_bytes = 4 * static_cast<std::size_t>(size.width);
  image.pixels.resize(row_bytes * static_cast<std::size_t>(size.height));
  if (image.pixels.empty()) return image;
  parts_->picture.bind_for_reading_color();
  glPixelStorei(GL_PACK_ALIGNMENT, 4);
  glReadPixels(0, 0, size.width, size.height, GL_RGBA, GL_UNSIGNED_BYTE, image.pixels.data());
  glBindFramebuffer(GL_READ_FRAMEBUFFER, 0);
  // OpenGL's first row is the lowest.
  for (std::size_t low = 0, high = static_cast<std::size_t>(size.height) - 1; low < high;
       ++low, --high) {
    std::swap_ranges(image.pixels.begin() + static_cast<std::ptrdiff_t>(low * row_bytes),
                     image.pixels.begin() + static_cast<std::ptrdiff_t>((low + 1) * row_bytes),
                     image.pixels.begin() + static_cast<std::ptrdiff_t>(high * row_bytes));
  }
  return image;
}

}  // namespace scrubjay
