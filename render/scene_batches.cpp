#include "render/scene_batches.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <limits>

#include "render/view_test.h"

namespace scrubjay {

namespace {

/// Sizes on the screen, in pixels at 100 %, from which things are drawn.
constexpr float kPointRadius = 6.0F;  ///< the least radius of anything
constexpr float kShapeRadius = 8.0F;  ///< below: a point, or an arrow
constexpr float kStillRadius = 5.2F;  ///< of what is drawn back
constexpr float kSlenderRadius =
    14.0F;  ///< below: a point where the shape would be a hair's breadth
constexpr float kSlenderHalf = 1.0F;
constexpr float kEdgesRadius = 9.0F;     ///< box edges
constexpr float kHeadingRadius = 10.0F;  ///< arrows
constexpr float kShadowRadius = 5.0F;
static_assert(2 * std::min({kPointRadius, kStillRadius, kLeastPartRadius, kLeastMarkerRadius,
                            kLeastPinRadius* kPinHalf.x / kPinHalf.z}) >=
              kLeastGlyph);

/// 0xRRGGBB and an opacity as bytes in memory order red, green, blue, alpha.
std::uint32_t packed(std::uint32_t rgb, float alpha) {
  const auto opacity = static_cast<std::uint32_t>(std::clamp(alpha, 0.0F, 1.0F) * 255.0F + 0.5F);
  return (rgb >> 16 & 0xFFU) | (rgb & 0xFF00U) | (rgb & 0xFFU) << 16 | opacity << 24;
}

/// True when a shape of that half size would be too small, or too thin, to be made out.
bool is_speck(const glm::vec3& half, float radius_pixels, float pixels_per_metre) {
  if (radius_pixels < kShapeRadius) return true;
  const float largest = std::max({half.x, half.y, half.z});
  const float least = std::min({half.x, half.y, half.z});
  const float middle = half.x + half.y + half.z - largest - least;
  return radius_pixels < kSlenderRadius && middle * pixels_per_metre < kSlenderHalf;
}

bool casts_shadow(Shape shape) {
  return shape == Shape::vehicle || shape == Shape::two_wheeler || shape == Shape::person ||
         shape == Shape::prop || shape == Shape::sign || shape == Shape::signal;
}

bool has_arrow(const SceneInstance& instance) {
  return (instance.flags & kSceneHasHeading) != 0 &&
         (instance.shape == Shape::vehicle || instance.shape == Shape::person ||
          instance.shape == Shape::other || instance.shape >= Shape::head);
}

class BatchBuilder {
 public:
  BatchBuilder(const ViewTest& view, const BatchOptions& options, SceneBatches& out)
      : view_(view), options_(options), out_(out) {}

  void add(const SceneInstance& instance) {
    const float radius = glm::length(instance.half);
    ViewTest::Seen seen;
    if (!view_.see(instance.center, radius, seen)) return;
    // From above a pole is as small as its foot, however tall it is.
    const float breadth =
        view_.looks_down() ? std::hypot(instance.half.x, instance.half.y) : radius;
    const float pixels = breadth * seen.pixels_per_metre / options_.pixel_scale;
    if ((instance.flags & (kSceneSelected | kSceneHovered)) != 0) {
      const float least =
          instance.shape == Shape::marker ? 1.5F * kLeastMarkerRadius : kPointRadius;
      mark(seen.pixel, std::max(pixels, least) * options_.pixel_scale);
    }
    GpuInstance gpu{.center = instance.center,
                    .rotation = {instance.rotation.x, instance.rotation.y, instance.rotation.z,
                                 instance.rotation.w},
                    .half = instance.half,
                    .color = packed(instance.color, 1.0F),
                    .tags = pick_tags(instance),
                    .entity = instance.entity.value};
    const glm::vec3 shape = shape_half(instance.shape, instance.half);
    if ((instance.flags & kSceneHasShape) != 0) {
      ++out_.shown_by_shapes;
      return;
    }
    const float pixel = options_.pixel_scale / seen.pixels_per_metre;  // metres
    if (instance.shape == Shape::marker || instance.shape == Shape::pin) {
      gpu.half = glyph_scale(instance, pixel) * instance.half;
      // The tip of a pin stays where it is.
      if (instance.shape == Shape::pin) gpu.center.z += gpu.half.z - instance.half.z;
      note_size((instance.shape == Shape::pin ? gpu.half.z : gpu.half.x) / pixel);
      batch(instance.shape).push_back(gpu);
      return;
    }
    if (is_speck(shape, pixels, seen.pixels_per_metre / options_.pixel_scale)) {
      // A glyph keeps its size on the screen.
      const bool is_still = (instance.flags & kSceneStill) != 0;
      const float least = is_still ? kStillRadius : kPointRadius;
      if (has_arrow(instance)) {
        add_glyph(Shape::marker, gpu, pixel * (is_still ? kStillRadius : kLeastMarkerRadius),
                  pixel);
      } else {
        add_glyph(Shape::point, gpu, pixel * std::clamp(pixels, least, kShapeRadius), pixel);
      }
      return;
    }
    note_size(pixels);
    if (options_.boxes && pixels > kEdgesRadius && (instance.flags & kSceneHasBox) != 0) {
      out_.box_edges.push_back(gpu);
    }
    gpu.half = shape;
    batch(instance.shape).push_back(gpu);
    if (options_.shadows && pixels > kShadowRadius && casts_shadow(instance.shape)) {
      add_shadow(instance, gpu);
    }
    const bool is_still = (instance.flags & kSceneStill) != 0;
    if (options_.headings && pixels > kHeadingRadius && has_arrow(instance) && !is_still) {
      add_arrow(instance, gpu);
    }
  }

  void add(const SceneContent& scene, const ScenePolyline& line) {
    for (std::uint32_t i = 0; i + 1 < line.count; ++i) {
      const auto opacity = [&](std::uint32_t k) {
        const float along = static_cast<float>(k) / static_cast<float>(line.count - 1);
        return line.fade + (line.end - line.fade) * along;
      };
      const auto color = [&](std::uint32_t k) {
        return line.has_colors ? scene.point_colors[line.first + k] : line.color;
      };
      out_.segments.push_back({scene.points[line.first + i], scene.points[line.first + i + 1],
                               packed(color(i), opacity(i)), packed(color(i + 1), opacity(i + 1)),
                               line.width * options_.pixel_scale});
    }
  }

 private:
  std::vector<GpuInstance>& batch(Shape shape) {
    return out_.shapes[static_cast<std::size_t>(shape)];
  }

  /// `half` and `pixel` in metres.
  void add_glyph(Shape shape, GpuInstance& gpu, float half, float pixel) {
    gpu.half = glm::vec3(half);
    note_size(half / pixel);
    batch(shape).push_back(gpu);
  }

  void note_size(float radius) {
    const float size = 2 * radius;
    out_.least_size = out_.least_size > 0 ? std::min(out_.least_size, size) : size;
  }

  /// A soft patch under the feet of the shape.
  void add_shadow(const SceneInstance& instance, const GpuInstance& shape) {
    GpuInstance shadow = shape;
    shadow.center += instance.rotation * glm::vec3(0.0F, 0.0F, -instance.half.z);
    out_.shadows.push_back(shadow);
  }

  /// A flat arrow on the ground ahead of the shape.
  void add_arrow(const SceneInstance& instance, const GpuInstance& shape) {
    GpuInstance arrow = shape;
    const float size = std::clamp(0.45F * instance.half.x, 0.1F * instance.half.y,
                                  0.5F * std::max(instance.half.y, instance.half.x));
    const float lift = 0.02F * instance.half.z - instance.half.z;
    const float ahead = instance.half.y + 0.5F * size + size;
    arrow.center += instance.rotation * glm::vec3(0.0F, ahead, lift);
    arrow.half = {size, size, size};
    batch(Shape::arrow).push_back(arrow);
  }

  void mark(const glm::vec2& pixel, float radius) {
    out_.marked.low = glm::min(out_.marked.low, pixel - radius);
    out_.marked.high = glm::max(out_.marked.high, pixel + radius);
  }

  const ViewTest& view_;
  const BatchOptions& options_;
  SceneBatches& out_;
};

}  // namespace

void SceneBatches::clear() {
  for (auto& shape : shapes) shape.clear();
  box_edges.clear();
  shadows.clear();
  segments.clear();
  shown_by_shapes = 0;
  least_size = 0;
  constexpr float kNone = std::numeric_limits<float>::max();
  marked = {glm::vec2(kNone), glm::vec2(-kNone)};
}

void build_batches(const SceneContent& scene, const Camera& camera, const Viewport& viewport,
                   const BatchOptions& options, SceneBatches& out) {
  out.clear();
  const ViewTest view(camera, viewport, scene.origin);
  BatchBuilder builder(view, options, out);
  view.each_in_view(scene.balls, [&](std::uint32_t i, float) { builder.add(scene.instances[i]); });
  for (const ScenePolyline& line : scene.polylines) builder.add(scene, line);
}

}  // namespace scrubjay
