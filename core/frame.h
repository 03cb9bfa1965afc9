#pragma once

#include <algorithm>
#include <cstdint>
#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>
#include <optional>
#include <string_view>
#include <vector>

#include "core/coordinate_system.h"
#include "core/ids.h"
#include "core/problem.h"
#include "core/property_tree.h"

namespace scrubjay {

/// What an entity is, coarsely: chooses glyph, colour and shape. The source's own word is the name.
enum class EntityKind : std::uint8_t {
  other,
  vehicle,
  person,
  signal,  ///< a traffic light
  sign,
  sensor,
  prop,
  controller,
  camera,
};
inline constexpr std::size_t kEntityKinds = 9;

/// For people: "traffic light".
std::string_view to_text(EntityKind kind);

/// Which lamp of a traffic light is lit.
enum class Lamp : std::uint8_t { unknown, red, yellow, green, off };
inline constexpr std::size_t kLamps = 5;

/// Where something is. A part that the source does not give is absent.
struct Transform {
  std::optional<glm::dvec3> position;  ///< in units of the frame's coordinates
  std::optional<glm::dquat> rotation;  ///< unit length; local axes are the coordinates' axes
  std::optional<glm::dvec3> scale;

  bool empty() const { return !position && !rotation && !scale; }
};

/// A box in the entity's own axes, around `center`, `half` along each axis, in the frame's units.
struct Box {
  glm::dvec3 center{0.0};
  glm::dvec3 half{0.0};
};

struct Frame;

/// One entity as it is at one frame.
struct Entity {
  EntityIndex index;      ///< its row in the recording
  EntityIndex parent;     ///< none for a root
  std::string_view name;  ///< valid while the frame is
  EntityKind kind = EntityKind::other;
  Lamp lamp = Lamp::unknown;  ///< of a signal
  /// The frame itself, in a format that has no other place for what belongs to no entity: its
  /// properties are the frame's.
  bool stands_for_frame = false;
  Transform world;
  Transform local;  ///< as recorded relative to the parent, where the source does so
  Precision precision = Precision::float64;  ///< of the recorded transform
  std::optional<Box> box;
  PropertyRange properties;  ///< in the frame's tree
};

/// By what people know the entity where its name is only a key or a place in a list: the first text
/// among its properties with the role of a label that says something else than the name: roots, and
/// what stands in its groups of the roles `own` and `basics`. Empty for none; valid while the frame
/// is. O(these properties).
std::string_view label_of(const Frame& frame, const Entity& entity);

/// One event with its properties, as part of a frame.
struct FrameEvent {
  EventIndex index;
  PropertyRange properties;
};

/// The decoded state at one frame. A cursor fills it again and again; everything in it is valid
/// until the next fill, and its views point into it, into the recording or into the recording's
/// file.
struct Frame {
  FrameIndex index;
  StreamIndex stream;
  std::int64_t number = 0;  ///< the recording's own frame number
  Seconds time = 0;
  CoordinateSystem coordinates;  ///< of everything below
  PropertyTree tree;
  PropertyRange properties;        ///< what belongs to no entity: weather, clocks
  std::vector<Entity> entities;    ///< ascending by index
  std::vector<FrameEvent> events;  ///< in their order
  std::vector<Problem> problems;   ///< found while decoding this frame
  /// The only entities that are wanted, ascending; none: all. Then `entities` has those of them
  /// that live, just as the whole frame has them, `events` is empty, and what is damaged in other
  /// entities need not be among the problems.
  std::optional<std::vector<EntityIndex>> only;

  /// Empties everything but `only`, keeping storage.
  void clear();
  /// What is not wanted, a decoder may leave out, or fill in part: it is dropped.
  bool wants(EntityIndex entity) const {
    return !only || std::ranges::binary_search(*only, entity);
  }
  /// The entity with that row, or null. O(log n).
  const Entity* find(EntityIndex entity) const;
};

/// Makes `out` a copy that stands alone: it outlives what its cursor decodes next. Reuses the
/// storage of `out`.
void copy_frame(const Frame& frame, Frame& out);

/// Changes the frame's transforms, boxes and typed properties to `target`; nothing when it is there
/// already. Of the properties those with a Meaning that their type can have; numbers and points are
/// x, y, z after x, y, z. A unit ("cm") of what is measured in the recording's unit becomes that
/// of the target or goes when the scale changes; what is stated in another one keeps it, and its
/// length.
void convert_coordinates(Frame& frame, const CoordinateSystem& target);

/// The same for the properties of one event.
void convert_coordinates(PropertyTree& tree, PropertyRange range, const CoordinateConversion& way);

/// local seen from its parent's place: world_from_parent * parent_from_local, part by part. A
/// parent without position, rotation or scale counts as the identity there; a rotated non-uniform
/// scale is not sheared (scale factors multiply).
Transform compose(const Transform& world_from_parent, const Transform& parent_from_local);

}  // namespace scrubjay
