#include "render/shape_batches.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "render/view_test.h"

namespace scrubjay {

namespace {

/// Radii on the screen, in pixels at 100 %, from which a finer mesh is drawn.
constexpr float kMediumRadius = 7.0F;
constexpr float kFineRadius = 70.0F;
/// Less cannot be seen.
constexpr float kLeastRadius = 0.25F;

/// Opacity of what is dimmed, of its own.
constexpr std::uint32_t kDimmedOpacity = 140;  // of 255

std::uint32_t color_of(const SceneShape& shape) {
  if ((shape.flags & kSceneDimmed) == 0) return shape.color;
  const std::uint32_t opacity = (shape.color >> 24) * kDimmedOpacity / 255;
  return (shape.color & 0x00FFFFFFU) | opacity << 24;
}

std::uint32_t tags_of(const SceneShape& shape) {
  return kShapeTag | std::uint32_t{shape.flags} << 16;
}

class Builder {
 public:
  Builder(const SceneShapes& shapes, const ViewTest& view, float pixel_scale, ShapeBatches& out)
      : shapes_(shapes), view_(view), pixel_scale_(pixel_scale), out_(out) {}

  void collect() {
    for (std::uint32_t i = 0; i < shapes_.solids.size(); ++i) collect_solid(i);
    for (std::uint32_t i = 0; i < shapes_.meshes.size(); ++i) collect_mesh(i);
    for (std::uint32_t i = 0; i < shapes_.lines.size(); ++i) collect_line(i);
  }

  void emit() {
    const auto is_opaque = [&](const ShapeBatches::Item& item) { return !is_translucent(item); };
    const auto middle = std::partition(out_.items.begin(), out_.items.end(), is_opaque);
    std::sort(out_.items.begin(), middle, [](const auto& a, const auto& b) {
      return std::tie(a.list, a.mesh, a.texture, a.index) <
             std::tie(b.list, b.mesh, b.texture, b.index);
    });
    const std::span translucent(middle, out_.items.end());
    slice(translucent);
    std::ranges::sort(translucent, [](const auto& a, const auto& b) {
      if (a.slice != b.slice) return a.slice > b.slice;
      return std::tie(a.list, a.mesh, a.texture, b.depth, a.index) <
             std::tie(b.list, b.mesh, b.texture, a.depth, b.index);
    });
    emit(std::span(out_.items.begin(), middle), out_.opaque);
    emit(translucent, out_.translucent);
  }

 private:
  const SceneShape& shape_of(const ShapeBatches::Item& item) const {
    switch (item.list) {
      case ShapeList::solids: return shapes_.shapes[shapes_.solids[item.index].shape];
      case ShapeList::meshes: return shapes_.shapes[shapes_.meshes[item.index].shape];
      case ShapeList::lines: break;
    }
    return shapes_.shapes[shapes_.lines[item.index].shape];
  }

  bool is_translucent(const ShapeBatches::Item& item) const {
    const SceneShape& shape = shape_of(item);
    return color_of(shape) >> 24 < 255 ||
           (item.texture != 0 && shapes_.textures[item.texture - 1].has_alpha);
  }

  /// Remembers where a marked shape is in the picture. False when it is out of view or too small.
  bool see(const glm::vec3& center, float radius, const SceneShape& shape, ViewTest::Seen& seen) {
    if (!view_.see(center, radius, seen)) return false;
    const float pixels = radius * seen.pixels_per_metre;
    if ((shape.flags & (kSceneSelected | kSceneHovered)) != 0) {
      const float reach = pixels + 4 * pixel_scale_;
      out_.marked.low = glm::min(out_.marked.low, seen.pixel - reach);
      out_.marked.high = glm::max(out_.marked.high, seen.pixel + reach);
    }
    return pixels > kLeastRadius * pixel_scale_;
  }

  void collect_solid(std::uint32_t i) {
    const SceneSolid& solid = shapes_.solids[i];
    const SceneShape& shape = shapes_.shapes[solid.shape];
    const glm::vec3 reach = solid.form == SolidForm::plane
                                ? glm::vec3(solid.half.x, solid.half.y, 0)
                                : solid.half + glm::vec3(0, 0, solid.stretch);
    const bool is_ball = solid.form == SolidForm::sphere || solid.form == SolidForm::hemisphere;
    const float radius = is_ball ? solid.half.x : glm::length(reach);
    ViewTest::Seen seen;
    if (!see(solid.center, radius, shape, seen)) return;
    const float pixels = radius * seen.pixels_per_metre / pixel_scale_;
    const bool is_round = solid.form != SolidForm::box && solid.form != SolidForm::plane;
    const std::size_t detail = !is_round || pixels < kMediumRadius ? 0
                               : pixels < kFineRadius              ? 1
                                                                   : 2;
    ShapeBatches::Item item;
    item.depth = seen.depth;
    // A large flat thing is a floor or a wall to what is near it: it counts from its far end.
    const float thinnest = std::min({reach.x, reach.y, reach.z});
    if (thinnest < 0.1F * radius) item.depth += radius;
    item.mesh =
        static_cast<std::uint8_t>(static_cast<std::size_t>(solid.form) * kSolidDetails + detail);
    item.texture = usable_texture(shape);
    item.index = i;
    out_.items.push_back(item);
  }

  void collect_mesh(std::uint32_t i) {
    const ShapeMesh& mesh = shapes_.meshes[i];
    ViewTest::Seen seen;
    if (!see(mesh.center, mesh.radius, shapes_.shapes[mesh.shape], seen)) return;
    out_.items.push_back({.depth = seen.depth, .list = ShapeList::meshes, .index = i});
  }

  void collect_line(std::uint32_t i) {
    const ShapeLine& line = shapes_.lines[i];
    const SceneShape& shape = shapes_.shapes[line.shape];
    bool is_in_view = false;
    float depth = 0;
    for (std::uint32_t k = line.first; k < line.first + line.count; ++k) {
      const ShapeSegment& segment = shapes_.segments[k];
      ViewTest::Seen seen;
      const glm::vec3 middle = (segment.from + segment.to) * 0.5F;
      if (!view_.see(middle, glm::distance(segment.from, middle), seen)) continue;
      see(middle, glm::distance(segment.from, middle), shape, seen);
      depth = is_in_view ? std::min(depth, seen.depth) : seen.depth;
      is_in_view = true;
    }
    if (!is_in_view) return;
    out_.items.push_back({.depth = depth, .list = ShapeList::lines, .index = i});
  }

  /// A picture that is not there yet is not waited for.
  std::uint16_t usable_texture(const SceneShape& shape) const {
    return shape.texture != 0 && shapes_.textures[shape.texture - 1U].texture != 0
               ? shape.texture
               : std::uint16_t{0};
  }

  /// Numbers the items' depths: each its own place while they are few.
  static void slice(std::span<ShapeBatches::Item> items) {
    if (items.size() <= kStrictlySorted) {
      std::ranges::sort(items, {},
                        [](const auto& item) { return std::tie(item.depth, item.index); });
      std::uint16_t place = 0;
      for (ShapeBatches::Item& item : items) item.slice = place++;
      return;
    }
    const auto [near, far] = std::ranges::minmax_element(items, {}, &ShapeBatches::Item::depth);
    const float nearest = near->depth;
    const float depth = std::max(far->depth - nearest, 1e-6F);
    for (ShapeBatches::Item& item : items) {
      const float share = (item.depth - nearest) / depth * static_cast<float>(kDepthSlices);
      item.slice =
          static_cast<std::uint16_t>(std::clamp(share, 0.0F, static_cast<float>(kDepthSlices - 1)));
    }
  }

  void emit(std::span<const ShapeBatches::Item> items, std::vector<ShapeRun>& runs) {
    for (const ShapeBatches::Item& item : items) {
      const auto first = static_cast<std::uint32_t>(size_of(item.list));
      add(item);
      const auto added = static_cast<std::uint32_t>(size_of(item.list)) - first;
      if (!runs.empty() && runs.back().list == item.list && runs.back().mesh == item.mesh &&
          runs.back().texture == item.texture) {
        runs.back().count += added;
      } else {
        runs.push_back({item.list, item.mesh, item.texture, first, added});
      }
    }
  }

  std::size_t size_of(ShapeList list) const {
    switch (list) {
      case ShapeList::solids: return out_.solids.size();
      case ShapeList::meshes: return out_.vertices.size();
      case ShapeList::lines: break;
    }
    return out_.segments.size();
  }

  void add(const ShapeBatches::Item& item) {
    const SceneShape& shape = shape_of(item);
    const std::uint32_t color = color_of(shape);
    const std::uint32_t tags = tags_of(shape);
    switch (item.list) {
      case ShapeList::solids: {
        const SceneSolid& solid = shapes_.solids[item.index];
        const glm::quat& q = solid.rotation;
        out_.solids.push_back({solid.center,
                               {q.x, q.y, q.z, q.w},
                               {solid.half, solid.stretch},
                               color,
                               tags,
                               solid.shape});
        break;
      }
      case ShapeList::meshes: {
        const ShapeMesh& mesh = shapes_.meshes[item.index];
        const std::uint32_t with_edges = tags | (mesh.wireframe ? kWireframe : 0U);
        for (std::uint32_t k = mesh.first; k < mesh.first + mesh.count; ++k) {
          const ShapeVertex& vertex = shapes_.vertices[k];
          out_.vertices.push_back({vertex.position, vertex.normal, color, with_edges, mesh.shape});
        }
        break;
      }
      case ShapeList::lines: {
        const ShapeLine& line = shapes_.lines[item.index];
        for (std::uint32_t k = line.first; k < line.first + line.count; ++k) {
          const ShapeSegment& segment = shapes_.segments[k];
          out_.segments.push_back({segment.from, segment.to, color, tags, line.shape});
        }
        break;
      }
    }
  }

  const SceneShapes& shapes_;
  const ViewTest& view_;
  float pixel_scale_;
  ShapeBatches& out_;
};

}  // namespace

void ShapeBatches::clear() {
  solids.clear();
  vertices.clear();
  segments.clear();
  opaque.clear();
  translucent.clear();
  items.clear();
  constexpr float kNone = std::numeric_limits<float>::max();
  marked = {glm::vec2(kNone), glm::vec2(-kNone)};
}

void build_shape_batches(const SceneShapes& shapes, const glm::dvec3& origin, const Camera& camera,
                         const Viewport& viewport, float pixel_scale, ShapeBatches& out) {
  out.clear();
  if (shapes.shapes.empty()) return;
  const ViewTest view(camera, viewport, origin);
  Builder builder(shapes, view, pixel_scale, out);
  builder.collect();
  builder.emit();
}

}  // namespace scrubjay
