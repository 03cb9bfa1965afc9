#include "render/scene.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

#include "render/label_layout.h"
#include "render/viewer_space.h"

namespace scrubjay {

namespace {

/// Metres from the origin beyond which a float says nothing useful and squares would overflow.
constexpr double kFarthest = 1e9;

bool is_drawable(const glm::dvec3& v) {
  // The comparison is false for NaN.
  return std::abs(v.x) <= kFarthest && std::abs(v.y) <= kFarthest && std::abs(v.z) <= kFarthest;
}

/// Walks an ascending list of entities alongside the ascending entities of a frame.
class SortedMarks {
 public:
  SortedMarks(std::span<const EntityRef> marks, std::size_t recording) : recording_(recording) {
    const auto first = std::ranges::lower_bound(marks, EntityRef{recording, EntityIndex(0)});
    marks_ = marks.subspan(static_cast<std::size_t>(first - marks.begin()));
  }
  /// Entities must be asked for in ascending order.
  bool contains(EntityIndex entity) {
    const EntityRef wanted{recording_, entity};
    while (!marks_.empty() && marks_.front() < wanted) marks_ = marks_.subspan(1);
    return !marks_.empty() && marks_.front() == wanted;
  }

 private:
  std::span<const EntityRef> marks_;
  std::size_t recording_;
};

glm::dquat valid_rotation(const glm::dquat& q) {
  const double length = glm::length(q);
  constexpr double kLeast = 1e-6;
  constexpr double kMost = 1e6;
  return length > kLeast && length < kMost ? q / length : glm::dquat(1.0, 0.0, 0.0, 0.0);
}

glm::dvec3 valid_factors(const std::optional<glm::dvec3>& scale) {
  if (!scale || !is_drawable(*scale)) return glm::dvec3(1.0);
  return glm::abs(*scale);
}

bool is_valid(const Box& box) {
  if (!is_drawable(box.center) || !is_drawable(box.half)) return false;
  const double largest = std::max({box.half.x, box.half.y, box.half.z});
  return box.half.x >= 0 && box.half.y >= 0 && box.half.z >= 0 && largest > 0;
}

/// A flat box gets some thickness, so that normals and edges stay defined.
glm::dvec3 thickened(const glm::dvec3& half) {
  const double largest = std::max({half.x, half.y, half.z});
  return glm::max(half, glm::dvec3(largest * 0.01));
}

class SceneBuilder {
 public:
  SceneBuilder(const SceneOptions& options, SceneContent& out) : options_(options), out_(out) {}

  void add_frame(const SceneFrame& source) {
    const Frame& frame = *source.frame;
    way_ = CoordinateConversion(frame.coordinates, kViewerCoordinates);
    SortedMarks selected(options_.selected, source.recording);
    SortedMarks hidden(options_.hidden, source.recording);
    SortedMarks isolated(options_.isolated, source.recording);
    const EntityIndex hovered = options_.hovered && options_.hovered->recording == source.recording
                                    ? options_.hovered->entity
                                    : EntityIndex::none();
    for (const Entity& entity : frame.entities) {
      if (hidden.contains(entity.index) || !options_.kinds[static_cast<std::size_t>(entity.kind)]) {
        continue;
      }
      std::uint8_t flags = 0;
      if (selected.contains(entity.index)) flags |= kSceneSelected;
      if (hovered.exists() && hovered == entity.index) flags |= kSceneHovered;
      if (!options_.isolated.empty() && !isolated.contains(entity.index)) flags |= kSceneDimmed;
      add_entity(frame, entity, source.recording, flags);
    }
  }

  void add_trail(const Trail& trail) {
    const CoordinateConversion way(trail.coordinates, kViewerCoordinates);
    std::size_t first = out_.points.size();
    for (const glm::dvec3& point : trail.points) {
      const glm::dvec3 at = way.point(point) - options_.origin;
      if (is_drawable(at)) {
        out_.points.emplace_back(at);
      } else {  // a gap: the line breaks here
        close_polyline(first, trail.color, 2.0F, 0.15F);
        first = out_.points.size();
      }
    }
    close_polyline(first, trail.color, 2.0F, 0.15F);
  }

 private:
  void add_entity(const Frame& frame, const Entity& entity, std::size_t recording,
                  std::uint8_t flags) {
    if (!entity.world.position) {
      ++out_.without_position;
      return;
    }
    const glm::dvec3 position = way_.point(*entity.world.position) - options_.origin;
    if (!is_drawable(position)) {
      ++out_.invalid;
      return;
    }
    SceneInstance& instance = out_.instances.emplace_back();
    const glm::dquat rotation = entity.world.rotation
                                    ? way_.rotation(valid_rotation(*entity.world.rotation))
                                    : glm::dquat(1.0, 0.0, 0.0, 0.0);
    if (entity.world.rotation) flags |= kSceneHasHeading;
    place(instance, entity, position, rotation, flags);
    instance.rotation = glm::quat(rotation);
    instance.color = kind_color(entity.kind);
    instance.shape = shape_of(entity.kind);
    instance.flags = flags;
    instance.recording = static_cast<std::uint16_t>(recording);
    instance.entity = entity.index;
    instance.name = entity.name;
    if (entity.kind == EntityKind::signal) instance.lamp = lamp_of(frame, entity);
    if (options_.parent_links && entity.parent.exists()) add_link(frame, entity, position);
  }

  /// Fits the instance to the entity's box, or to a default size.
  void place(SceneInstance& instance, const Entity& entity, const glm::dvec3& position,
             const glm::dquat& rotation, std::uint8_t& flags) const {
    const glm::dvec3 factors = valid_factors(entity.world.scale);
    glm::dvec3 half(default_half(entity.kind));
    glm::dvec3 offset(0.0, 0.0, stands_on_its_position(entity.kind) ? half.z : 0.0);
    if (entity.box && is_valid(*entity.box)) {
      const glm::dvec3 scaled = way_.extent(entity.box->half * factors);
      const glm::dvec3 moved = way_.point(entity.box->center * factors);
      const double largest = std::max({scaled.x, scaled.y, scaled.z});
      if (largest > 1e-9 && is_drawable(scaled) && is_drawable(moved)) {
        half = thickened(scaled);
        offset = moved;
        flags |= kSceneHasBox;
      }
    }
    instance.center = glm::vec3(position + rotation * offset);
    instance.half = glm::vec3(half);
  }

  void add_link(const Frame& frame, const Entity& entity, const glm::dvec3& position) {
    const Entity* const parent = frame.find(entity.parent);
    if (parent == nullptr || !parent->world.position) return;
    const glm::dvec3 end = way_.point(*parent->world.position) - options_.origin;
    if (!is_drawable(end)) return;
    const std::size_t first = out_.points.size();
    out_.points.emplace_back(position);
    out_.points.emplace_back(end);
    close_polyline(first, kNeutralGrey, 1.5F, 0.6F);
  }

  void close_polyline(std::size_t first, std::uint32_t color, float width, float fade) {
    const std::size_t count = out_.points.size() - first;
    if (count < 2) {
      out_.points.resize(first);
      return;
    }
    out_.polylines.push_back(
        {static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(count), color, width, fade});
  }

  const SceneOptions& options_;
  SceneContent& out_;
  CoordinateConversion way_;
};

/// Half the size of the instance's box along the world's axes.
glm::dvec3 world_half(const SceneInstance& instance) {
  const glm::mat3 axes = glm::mat3_cast(instance.rotation);
  glm::dvec3 half(0.0);
  for (int i = 0; i < 3; ++i) half += glm::dvec3(glm::abs(axes[i]) * instance.half[i]);
  return half;
}

}  // namespace

void SceneContent::clear() {
  instances.clear();
  points.clear();
  polylines.clear();
  without_position = 0;
  invalid = 0;
}

const SceneInstance* SceneContent::find(const EntityRef& entity) const {
  const auto found = std::ranges::find_if(
      instances, [&](const SceneInstance& instance) { return instance.ref() == entity; });
  return found == instances.end() ? nullptr : &*found;
}

void build_scene(std::span<const SceneFrame> frames, const SceneOptions& options,
                 SceneContent& out) {
  out.clear();
  out.origin = options.origin;
  std::size_t count = 0;
  for (const SceneFrame& source : frames) count += source.frame->entities.size();
  out.instances.reserve(count);
  SceneBuilder builder(options, out);
  for (const SceneFrame& source : frames) builder.add_frame(source);
  for (const Trail& trail : options.trails) builder.add_trail(trail);
}

void scene_positions(std::span<const SceneFrame> frames, std::vector<glm::dvec3>& out) {
  for (const SceneFrame& source : frames) {
    const CoordinateConversion way(source.frame->coordinates, kViewerCoordinates);
    for (const Entity& entity : source.frame->entities) {
      if (entity.world.position && entity.kind != EntityKind::controller) {
        out.push_back(way.point(*entity.world.position));
      }
    }
  }
}

Bounds bounds_of(const SceneContent& scene, const SceneInstance& instance) {
  const glm::dvec3 center = scene.origin + glm::dvec3(instance.center);
  const glm::dvec3 half = world_half(instance);
  return {center - half, center + half};
}

glm::dvec3 label_position(const SceneContent& scene, const SceneInstance& instance) {
  glm::dvec3 top = scene.origin + glm::dvec3(instance.center);
  top.z += world_half(instance).z;
  return top;
}

void nearest_labels(const SceneContent& scene, const Camera& camera, const Viewport& viewport,
                    std::size_t most, std::vector<SceneLabel>& out) {
  out.clear();
  for (std::uint32_t i = 0; i < scene.instances.size(); ++i) {
    const SceneInstance& instance = scene.instances[i];
    if (instance.name.empty()) continue;
    const auto at = to_screen(camera, viewport, label_position(scene, instance));
    if (!at || at->pixel.x < 0 || at->pixel.y < 0 || at->pixel.x > viewport.width ||
        at->pixel.y > viewport.height) {
      continue;
    }
    float priority = label_priority(at->depth, camera.distance);
    if ((instance.flags & kSceneSelected) != 0) priority += kSelectedLabel;
    if ((instance.flags & kSceneHovered) != 0) priority += kHoveredLabel;
    if ((instance.flags & kSceneDimmed) != 0) priority -= 1.0F;
    out.push_back({i, glm::vec2(at->pixel), priority,
                   std::uint64_t{instance.recording} << 32 | instance.entity.value});
  }
  if (out.size() > most) {
    std::ranges::nth_element(out, out.begin() + static_cast<std::ptrdiff_t>(most), std::greater(),
                             &SceneLabel::priority);
    out.resize(most);
  }
}

}  // namespace scrubjay
