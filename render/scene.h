#pragma once

#include <array>
#include <cstdint>
#include <glm/gtc/quaternion.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/frame.h"
#include "core/session.h"
#include "render/camera.h"
#include "render/fit.h"
#include "render/scene_flags.h"
#include "render/scene_shapes.h"
#include "render/scene_style.h"

namespace scrubjay {

/// A frame to draw and the place of its recording in the session. A recording with several streams
/// may come with one frame for each.
struct SceneFrame {
  const Frame* frame = nullptr;
  std::size_t recording = 0;
  const Recording* source = nullptr;  ///< tells whose events the frame's are; null: nobody's
  bool may_have_shapes = true;        ///< false: its properties are not searched for shapes
  bool is_past = false;   ///< a state that does not hold any more: dimmed, and inside what holds
  bool is_ghost = false;  ///< its entities have no shape: whoever asks for it draws outlines
  /// By entity; what lies beyond its end is unknown. What is still is drawn back.
  std::span<const Mobility> motion = {};
  /// Beside the frame's entities, 0xRRGGBB; kOwnColor, or beyond the end: as its kind.
  std::span<const std::uint32_t> colors = {};
  /// 0xRRGGBB, of what has no kind where clients are beside each other.
  std::uint32_t client_color = kNeutralGrey;
};

/// In place of a colour: as usual.
inline constexpr std::uint32_t kOwnColor = 0xFFFFFFFF;

/// A polyline to draw, such as where an entity was during the last seconds.
struct Trail {
  EntityRef entity;
  CoordinateSystem coordinates;  ///< of `points`
  std::span<const glm::dvec3> points;
  std::uint32_t color = kNeutralGrey;  ///< 0xRRGGBB
  /// Beside `points`, 0xRRGGBB; empty: all as `color`.
  std::span<const std::uint32_t> colors = {};
  float first_opacity = 0.15F;  ///< of the first point
  float last_opacity = 1.0F;
};

/// What of the frames is drawn, and how. Lists of entities are ascending (by recording, then
/// entity).
struct SceneOptions {
  glm::dvec3 origin{0.0};  ///< viewer space; what is drawn is relative to it (see choose_origin)
  std::span<const EntityRef> selected;
  std::span<const EntityRef> hidden;
  std::span<const EntityRef> isolated;  ///< when not empty, all others are drawn dimmed
  std::span<const EntityRef> in_event;  ///< something happens to them now
  std::optional<EntityRef> hovered;
  std::optional<ShapeRef> hovered_shape;  ///< when given, no other shape counts as hovered
  std::span<const LayerChoice> layers;    ///< ascending by name; others show all
  std::array<bool, kEntityKinds> kinds = {true, true, true, true, true, true, true, true, true};
  bool parent_links = false;
  std::span<const Trail> trails;
};

/// One entity, ready to draw. All numbers are finite.
struct SceneInstance {
  glm::vec3 center{0.0F};                      ///< of its box, metres from the scene's origin
  glm::quat rotation{1.0F, 0.0F, 0.0F, 0.0F};  ///< world_from_entity; local +y is forward, +z up
  glm::vec3 half{0.5F};                        ///< half size along the local axes, above 0
  std::uint32_t color = kNeutralGrey;          ///< 0xRRGGBB
  Shape shape = Shape::other;
  std::uint8_t flags = 0;
  Lamp lamp = Lamp::unknown;
  std::uint16_t recording = 0;
  EntityIndex entity;
  std::string_view name;  ///< valid while its frame is

  EntityRef ref() const { return {recording, entity}; }
};

/// A run of SceneContent::points to be joined by lines.
struct ScenePolyline {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
  std::uint32_t color = kNeutralGrey;  ///< 0xRRGGBB
  float width = 2.0F;                  ///< pixels at a scale of 100 %
  float fade = 1.0F;                   ///< opacity of the first point
  float end = 1.0F;                    ///< of the last one
  bool has_colors = false;             ///< each point its own, of SceneContent::point_colors
};

/// What is in a picture, as plain data. Refilled again and again; keeps its storage.
struct SceneContent {
  glm::dvec3 origin{0.0};
  std::vector<SceneInstance> instances;
  /// The ball around each instance, apart from it: most are looked at only to see that they are out
  /// of view. Centre and radius.
  std::vector<glm::vec4> balls;
  std::vector<glm::vec3> points;
  std::vector<std::uint32_t> point_colors;  ///< beside `points`, as far as any is asked for
  std::vector<ScenePolyline> polylines;
  SceneShapes shapes;
  std::vector<bool> has_children;    ///< working storage
  std::vector<bool> has_hands;       ///< working storage
  std::size_t without_position = 0;  ///< entities that record none
  std::size_t invalid = 0;           ///< entities whose position is no finite number

  void clear();
  /// The instance of an entity, or null. O(n).
  const SceneInstance* find(const EntityRef& entity) const;
};

/// Replaces `out` by what the frames show. Steady use allocates nothing. O(entities + trail
/// points).
void build_scene(std::span<const SceneFrame> frames, const SceneOptions& options,
                 SceneContent& out);

/// Appends the positions of all entities that have one, in viewer space, invalid ones included:
/// what robust_fit takes. Controllers are left out: they have no place of their own.
void scene_positions(std::span<const SceneFrame> frames, std::vector<glm::dvec3>& out);

/// Where most of the frames' entities are; where these are all in one place, of their shapes.
/// `working` is overwritten.
RobustFit fit_of(std::span<const SceneFrame> frames, SceneContent& working);

/// Bounds of an instance in viewer space, for focus().
Bounds bounds_of(const SceneContent& scene, const SceneInstance& instance);
/// What the half size of an instance is multiplied with where a pixel at 100 % is `pixel` metres: 1
/// but for markers and pins, whose size says nothing.
float glyph_scale(const SceneInstance& instance, float pixel);
/// The middle of the top of an instance, where its name belongs; viewer space. `pixel`: metres that
/// a pixel at 100 % is there.
glm::dvec3 label_position(const SceneContent& scene, const SceneInstance& instance, float pixel);

/// An instance whose name could be shown.
struct SceneLabel {
  std::uint32_t instance = 0;  ///< of SceneContent::instances
  glm::vec2 anchor{0.0F};      ///< pixels
  float priority = 0;          ///< for LabelLayout
  std::uint64_t key = 0;
};

/// Fills `out` with at most `most` labels of the highest priority inside the picture (selected,
/// hovered, in an event, moving, then nearest), so that only they need to be measured. What is
/// still has none, unless it is selected, hovered or in an event. `pixel_scale`: pixels of the
/// picture for one at 100 %. O(instances).
void nearest_labels(const SceneContent& scene, const Camera& camera, const Viewport& viewport,
                    float pixel_scale, std::size_t most, std::vector<SceneLabel>& out);

}  // namespace scrubjay
