#include "render/scene.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <limits>
#include <span>

#include "core/prefetch.h"
#include "render/drawable.h"
#include "render/label_layout.h"
#include "render/view_test.h"
#include "render/viewer_space.h"
#include "render/xr_part.h"

namespace scrubjay {

namespace {

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
  const double squared = glm::dot(q, q);
  if (std::abs(squared - 1.0) < 1e-7) return q;
  constexpr double kLeast = 1e-12;
  constexpr double kMost = 1e12;
  return squared > kLeast && squared < kMost ? q / std::sqrt(squared)
                                             : glm::dquat(1.0, 0.0, 0.0, 0.0);
}

glm::dvec3 valid_factors(const glm::dvec3& scale) {
  return is_drawable(scale) ? glm::abs(scale) : glm::dvec3(1.0);
}

/// True when `half` can be drawn: finite, not negative, not a mere point. NaN fails each
/// comparison.
bool is_extended(const glm::dvec3& half) {
  constexpr double kLeast = 1e-9;
  return half.x >= 0 && half.y >= 0 && half.z >= 0 && half.x <= kFarthest && half.y <= kFarthest &&
         half.z <= kFarthest && half.x + half.y + half.z > kLeast;
}

/// A flat box gets some thickness, so that normals and edges stay defined.
glm::vec3 thickened(const glm::vec3& half) {
  const float least = 0.01F * std::max({half.x, half.y, half.z});
  return {std::max(half.x, least), std::max(half.y, least), std::max(half.z, least)};
}

/// Entities are several cache lines long, and waiting for them was a third of the time that a large
/// scene takes.
constexpr std::size_t kPrefetchedEntities = 6;

/// What is over is drawn smaller, so that it does not cover what still is at the same place.
constexpr float kPastSize = 0.85F;

class SceneBuilder {
 public:
  SceneBuilder(const SceneOptions& options, SceneContent& out)
      : options_(options),
        out_(out),
        shapes_({options.origin, options.layers, options.hovered_shape}, out.shapes) {}

  void add_frame(const SceneFrame& source) {
    const Frame& frame = *source.frame;
    way_ = CoordinateConversion(frame.coordinates, kViewerCoordinates);
    shapes_.set_coordinates(frame.coordinates);
    has_streams_ = source.source != nullptr && source.source->timeline().stream_count() > 1 &&
                   !source.is_ghost;
    is_past_ = source.is_past;
    find_parents(frame);
    client_color_ = source.client_color;
    SortedMarks selected(options_.selected, source.recording);
    SortedMarks hidden(options_.hidden, source.recording);
    SortedMarks isolated(options_.isolated, source.recording);
    SortedMarks in_event(options_.in_event, source.recording);
    const EntityIndex hovered = options_.hovered && options_.hovered->recording == source.recording
                                    ? options_.hovered->entity
                                    : EntityIndex::none();
    for (std::size_t i = 0; i < frame.entities.size(); ++i) {
      if (const std::size_t ahead = i + kPrefetchedEntities; ahead < frame.entities.size()) {
        prefetch(std::as_bytes(std::span(&frame.entities[ahead], 1)));
      }
      const Entity& entity = frame.entities[i];
      if (hidden.contains(entity.index) || !options_.kinds[static_cast<std::size_t>(entity.kind)]) {
        continue;
      }
      std::uint8_t flags = 0;
      if (selected.contains(entity.index)) flags |= kSceneSelected;
      if (hovered.exists() && hovered == entity.index) flags |= kSceneHovered;
      const bool is_beside = !options_.isolated.empty() && !isolated.contains(entity.index);
      if (is_beside || is_past_) flags |= kSceneDimmed;
      if (source.is_ghost) flags |= kSceneHasShape;
      flags |= motion_flags(source, entity.index, in_event.contains(entity.index), flags);
      std::optional<ShapeExtent> extent;
      if (source.may_have_shapes && entity.properties.count > 0) {
        // Shapes are drawn as their author wanted them, also where they stand still.
        const auto shape_flags = static_cast<std::uint8_t>(flags & ~kSceneStill);
        extent =
            shapes_.add(frame.tree, entity.properties,
                        {{source.recording, entity.index}, {}, shape_flags, entity.world.position});
      }
      if (!add_entity(frame, entity, source.recording, flags)) continue;
      if (i < source.colors.size() && source.colors[i] != kOwnColor) {
        out_.instances.back().color = source.colors[i];
      }
      if (extent && !entity.box) stand_aside(*extent);
      const SceneInstance& added = out_.instances.back();
      out_.balls.emplace_back(added.center, added.half.x + added.half.y + added.half.z);
    }
    if (source.may_have_shapes) {
      for (const FrameEvent& event : frame.events) add_event_shapes(source, event);
    }
  }

  void add_trail(const Trail& trail) {
    const CoordinateConversion way(trail.coordinates, kViewerCoordinates);
    std::size_t first = out_.points.size();
    const bool has_colors = trail.colors.size() == trail.points.size() && !trail.points.empty();
    const auto close = [&] {
      if (!close_polyline(first, trail.color, 2.0F, trail.first_opacity)) return;
      out_.polylines.back().end = trail.last_opacity;
      out_.polylines.back().has_colors = has_colors;
    };
    for (std::size_t i = 0; i < trail.points.size(); ++i) {
      const glm::dvec3 at = way.point(trail.points[i]) - options_.origin;
      if (is_drawable(at)) {
        if (has_colors) {
          out_.point_colors.resize(out_.points.size(), trail.color);
          out_.point_colors.push_back(trail.colors[i]);
        }
        out_.points.emplace_back(at);
      } else {  // a gap: the line breaks here
        close();
        first = out_.points.size();
      }
    }
    close();
  }

 private:
  /// What is pointed at, or has something happening to it, is not drawn back.
  static std::uint8_t motion_flags(const SceneFrame& source, EntityIndex entity, bool is_in_event,
                                   std::uint8_t flags) {
    if (is_in_event) return kSceneInEvent;
    const bool is_still =
        entity.value < source.motion.size() && source.motion[entity.value] == Mobility::still;
    return is_still && (flags & (kSceneSelected | kSceneHovered)) == 0 ? kSceneStill : 0;
  }

  void add_event_shapes(const SceneFrame& source, const FrameEvent& event) {
    ShapeOwner owner;
    owner.entity.recording = source.recording;
    if (source.is_past) owner.flags |= kSceneDimmed;
    owner.event = event.index;
    if (source.source != nullptr && event.index.exists()) {
      owner.entity.entity = source.source->event(event.index).entity;
    }
    if (owner.entity.entity.exists()) {
      const auto is_in = [&](std::span<const EntityRef> marks) {
        return std::ranges::binary_search(marks, owner.entity);
      };
      if (is_in(options_.hidden)) return;
      if (is_in(options_.selected)) owner.flags |= kSceneSelected;
      if (options_.hovered == owner.entity) owner.flags |= kSceneHovered;
      if (!options_.isolated.empty() && !is_in(options_.isolated)) owner.flags |= kSceneDimmed;
      const Entity* const entity = source.frame->find(owner.entity.entity);
      if (entity != nullptr) owner.position = entity->world.position;
    }
    shapes_.add(source.frame->tree, event.properties, owner);
  }

  /// The instance added last needs no marker: its shapes are where its name and the camera go.
  void stand_aside(const ShapeExtent& extent) {
    SceneInstance& instance = out_.instances.back();
    instance.flags |= kSceneHasShape;
    instance.rotation = glm::quat(1.0F, 0.0F, 0.0F, 0.0F);
    instance.center = (extent.low + extent.high) * 0.5F;
    instance.half = glm::max((extent.high - extent.low) * 0.5F, glm::vec3(1e-3F));
  }

  /// In a large scene nobody asks what has children only, and looking costs time.
  void find_parents(const Frame& frame) {
    constexpr std::size_t kFew = 20'000;
    out_.has_children.clear();
    out_.has_hands.clear();
    if (frame.entities.empty() || frame.entities.size() > kFew) return;
    out_.has_children.resize(frame.entities.back().index.value + std::size_t{1}, false);
    out_.has_hands.resize(out_.has_children.size(), false);
    for (const Entity& entity : frame.entities) {
      const std::size_t parent = entity.parent.value;
      if (!entity.parent.exists() || parent >= out_.has_children.size()) continue;
      out_.has_children[parent] = true;
      if (entity.kind != EntityKind::other) continue;
      const XrPart part = xr_part(entity.name);
      if (part == XrPart::left_hand || part == XrPart::right_hand) out_.has_hands[parent] = true;
    }
  }

  /// A head belongs to the hands that hang on it or beside it.
  XrPart part_of_person(const Entity& entity) const {
    const auto has_hands = [&](EntityIndex index) {
      return index.exists() && index.value < out_.has_hands.size() && out_.has_hands[index.value];
    };
    const XrPart part = xr_part(entity.name);
    const bool is_lone =
        part == XrPart::head && !has_hands(entity.index) && !has_hands(entity.parent);
    return is_lone || out_.has_hands.empty() ? XrPart::none : part;
  }

  static void show_as_part(SceneInstance& instance, XrPart part) {
    instance.half = part == XrPart::head ? kHeadHalf : kHandHalf;
    instance.shape = part == XrPart::head        ? Shape::head
                     : part == XrPart::left_hand ? Shape::left_hand
                                                 : Shape::right_hand;
  }

  /// Whether it is near what it belongs to: a bone, not a guard of a courtyard.
  bool is_part(const Frame& frame, const Entity& entity) const {
    constexpr double kNear = 1.0;  // metres
    const Entity* const parent = entity.parent.exists() ? frame.find(entity.parent) : nullptr;
    if (parent == nullptr || !parent->world.position) return false;
    return glm::length(way_.point(*parent->world.position - *entity.world.position)) <= kNear;
  }

  /// What says where it is and nothing else: a diamond where it holds others, else a pin.
  void show_as_place(SceneInstance& instance, const Entity& entity) const {
    const bool is_parent =
        entity.index.value < out_.has_children.size() && out_.has_children[entity.index.value];
    instance.shape = is_parent ? Shape::controller : Shape::pin;
    if (is_parent) return;
    instance.half *= kPinHalf / default_half(EntityKind::other);
    instance.center.z += instance.half.z;  // its tip is at the place
  }

  /// False when it has no place to be drawn at.
  bool add_entity(const Frame& frame, const Entity& entity, std::size_t recording,
                  std::uint8_t flags) {
    if (!entity.world.position) {
      ++out_.without_position;
      return false;
    }
    const glm::dvec3 position = way_.point(*entity.world.position) - options_.origin;
    if (!is_drawable(position)) {
      ++out_.invalid;
      return false;
    }
    SceneInstance& instance = out_.instances.emplace_back();
    if (entity.world.rotation) {
      instance.rotation = glm::quat(way_.rotation(valid_rotation(*entity.world.rotation)));
      flags |= kSceneHasHeading;
    }
    if (entity.box && fit_to_box(instance, entity, position)) {
      flags |= kSceneHasBox;
    } else {
      assume_size(instance, entity.kind, position);
    }
    instance.color = kind_color(entity.kind);
    instance.shape = shape_of(entity.kind, instance.half);
    if (entity.kind == EntityKind::other && (flags & kSceneHasBox) == 0) {
      if (has_streams_) {
        instance.color = client_color_;
        step(instance, frame.stream);
      }
      const XrPart part = part_of_person(entity);
      if ((flags & kSceneHasHeading) != 0 && part != XrPart::none) {
        show_as_part(instance, part);
      } else if ((flags & kSceneHasHeading) != 0) {
        instance.shape = Shape::marker;
        // Bones and other parts stay small beside what they belong to.
        if (is_part(frame, entity)) instance.half = glm::vec3(kPartMarkerHalf);
      } else {
        show_as_place(instance, entity);
      }
    }
    if (is_past_) instance.half *= kPastSize;
    instance.flags = flags;
    instance.recording = static_cast<std::uint16_t>(recording);
    instance.entity = entity.index;
    instance.name = entity.name;
    if (entity.kind == EntityKind::signal) instance.lamp = entity.lamp;
    if (options_.parent_links && entity.parent.exists()) add_link(frame, entity, position);
    return true;
  }

  /// Streams that see the same thing put their boxes at one place: each is narrower and higher than
  /// the one before, so that all of them show, each with its colour.
  static void step(SceneInstance& instance, StreamIndex stream) {
    constexpr std::uint32_t kSteps = 4;
    const auto steps = static_cast<float>(stream.value % kSteps);
    const float width = 1.0F - 0.18F * steps;
    instance.half *= glm::vec3(width, width, 1.0F + 0.3F * steps);
  }

  /// False when the box is not usable.
  bool fit_to_box(SceneInstance& instance, const Entity& entity, const glm::dvec3& position) const {
    glm::dvec3 half = way_.extent(entity.box->half);
    glm::dvec3 offset = way_.point(entity.box->center);
    if (entity.world.scale) {
      const glm::dvec3 factors = way_.factors(valid_factors(*entity.world.scale));
      half *= factors;
      offset *= factors;
    }
    if (!is_extended(half) || !is_drawable(offset)) return false;
    instance.half = thickened(glm::vec3(half));
    instance.center = glm::vec3(position) + instance.rotation * glm::vec3(offset);
    return true;
  }

  static void assume_size(SceneInstance& instance, EntityKind kind, const glm::dvec3& position) {
    instance.half = default_half(kind);
    const float lift = stands_on_its_position(kind) ? instance.half.z : 0.0F;
    instance.center = glm::vec3(position) + instance.rotation * glm::vec3(0.0F, 0.0F, lift);
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

  /// False, and nothing is left, where a single point makes no line.
  bool close_polyline(std::size_t first, std::uint32_t color, float width, float fade) {
    const std::size_t count = out_.points.size() - first;
    if (count < 2) {
      out_.points.resize(first);
      if (out_.point_colors.size() > first) out_.point_colors.resize(first);
      return false;
    }
    out_.polylines.push_back(
        {static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(count), color, width, fade});
    return true;
  }

  const SceneOptions& options_;
  SceneContent& out_;
  ShapeBuilder shapes_;
  CoordinateConversion way_;
  bool has_streams_ = false;  ///< the frame's recording has several
  bool is_past_ = false;      ///< as of the frame
  std::uint32_t client_color_ = kNeutralGrey;
};

/// Half the size of the instance's box along the world's axes.
glm::vec3 world_half(const SceneInstance& instance) {
  const glm::mat3 axes = glm::mat3_cast(instance.rotation);
  return glm::abs(axes[0]) * instance.half.x + glm::abs(axes[1]) * instance.half.y +
         glm::abs(axes[2]) * instance.half.z;
}

}  // namespace

void SceneContent::clear() {
  instances.clear();
  balls.clear();
  points.clear();
  point_colors.clear();
  polylines.clear();
  shapes.clear();
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
  out.balls.reserve(count);
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

RobustFit fit_of(std::span<const SceneFrame> frames, SceneContent& working) {
  std::vector<glm::dvec3> positions;
  scene_positions(frames, positions);
  RobustFit fit = robust_fit(positions);
  constexpr double kOnePlace = 1.0;  // metres
  if (glm::length(fit.bounds.size()) >= kOnePlace) return fit;
  SceneOptions options;
  options.origin = fit.bounds.center();
  build_scene(frames, options, working);
  const std::size_t first = positions.size();
  constexpr std::size_t kMostShapes = 10000;
  shape_extents(working.shapes, kMostShapes, positions);
  for (std::size_t i = first; i < positions.size(); ++i) positions[i] += options.origin;
  return positions.size() == first ? fit : robust_fit(positions);
}

Bounds bounds_of(const SceneContent& scene, const SceneInstance& instance) {
  const glm::dvec3 center = scene.origin + glm::dvec3(instance.center);
  const glm::dvec3 half(world_half(instance));
  return {center - half, center + half};
}

float glyph_scale(const SceneInstance& instance, float pixel) {
  const auto within = [pixel](float half, float least) {
    return std::clamp(half, pixel * least, pixel * kMostGlyphRadius) / half;
  };
  if (instance.shape == Shape::pin) return within(kPinHalf.z, kLeastPinRadius);
  if (instance.shape != Shape::marker) return 1.0F;
  const bool is_marked = (instance.flags & (kSceneSelected | kSceneHovered)) != 0;
  const bool is_part = instance.half.x <= kPartMarkerHalf && !is_marked;
  return within(instance.half.x, is_part ? kLeastPartRadius : kLeastMarkerRadius);
}

glm::dvec3 label_position(const SceneContent& scene, const SceneInstance& instance, float pixel) {
  const float scale = glyph_scale(instance, pixel);
  glm::dvec3 top = scene.origin + glm::dvec3(instance.center);
  if (instance.shape == Shape::pin) top.z += (scale - 1.0F) * instance.half.z;
  top.z += static_cast<double>(scale * world_half(instance).z);
  return top;
}

void nearest_labels(const SceneContent& scene, const Camera& camera, const Viewport& viewport,
                    float pixel_scale, std::size_t most, std::vector<SceneLabel>& out) {
  out.clear();
  if (most == 0) return;
  const ScreenProjector project(camera, viewport);
  const ViewTest view(camera, viewport, scene.origin);
  const auto keep_best = [&] {
    std::ranges::nth_element(out, out.begin() + static_cast<std::ptrdiff_t>(most), std::greater(),
                             &SceneLabel::priority);
    out.resize(most);
  };
  // What is out of view, or farther away than `most` others, is passed over before its place is
  // worked out.
  float farthest = std::numeric_limits<float>::infinity();
  view.each_in_view(scene.balls, [&](std::uint32_t i, float nearest) {
    const SceneInstance& instance = scene.instances[i];
    constexpr unsigned kFirst = kSceneSelected | kSceneHovered | kSceneInEvent;
    const bool is_first = (instance.flags & kFirst) != 0;
    if ((!is_first && nearest > farthest) || instance.name.empty()) return;
    if ((instance.flags & kSceneStill) != 0) return;
    ViewTest::Seen seen;
    if (!view.see(instance.center, scene.balls[i].w, seen)) return;
    const auto at = project(label_position(scene, instance, pixel_scale / seen.pixels_per_metre));
    if (!at || at->pixel.x < 0 || at->pixel.y < 0 || at->pixel.x > viewport.width ||
        at->pixel.y > viewport.height) {
      return;
    }
    float priority = label_priority(at->depth, camera.distance);
    if ((instance.flags & kSceneSelected) != 0) priority += kSelectedLabel;
    if ((instance.flags & kSceneHovered) != 0) priority += kHoveredLabel;
    if ((instance.flags & kSceneInEvent) != 0) priority += kInEventLabel;
    if ((instance.flags & kSceneDimmed) != 0) priority -= 1.0F;
    out.push_back({i, glm::vec2(at->pixel), priority,
                   std::uint64_t{instance.recording} << 32 | instance.entity.value});
    if (out.size() <= 2 * most) return;
    keep_best();
    farthest =
        farthest_with(std::ranges::min(out, {}, &SceneLabel::priority).priority, camera.distance);
  });
  if (out.size() > most) keep_best();
}

}  // namespace scrubjay
