#pragma once

#include <cstdint>
#include <glm/vec3.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/frame.h"
#include "formats/mcap/wire.h"

namespace scrubjay::mcap {

/// Foxglove's Timestamp (and Duration) of nanoseconds, also of 0.
void write_timestamp(MessageWriter& out, std::uint32_t field, std::uint64_t nanoseconds);

/// A position of finite numbers.
bool has_place(const Entity& entity);
/// A shape stands among the roots of `range`, or in groups.
bool holds_shape(const PropertyTree& tree, PropertyRange range);

/// What of SceneEntities stays the same from frame to frame as long as an entity looks the same:
/// all but the time. One a thread; of two entities with one place the later one is known.
class StandingScenes {
 public:
  /// The fields behind the time: those that are known, or what `write(MessageWriter&)` writes.
  /// Valid until the next call. `id` outlives all calls.
  template <class Write>
  std::string_view fields(const Entity& entity, std::string_view id, std::string_view label,
                          Write write) {
    Scene& scene = scenes_[entity.index.value % scenes_.size()];
    const bool is_known = scene.id == id && scene.label == label && scene.name == entity.name &&
                          scene.kind == entity.kind && scene.scale == entity.world.scale &&
                          is_same(scene.box, entity.box);
    if (!is_known) {
      scene.id = id;
      scene.label = label;
      scene.name = entity.name;
      scene.kind = entity.kind;
      scene.scale = entity.world.scale;
      scene.box = entity.box;
      scene.bytes.clear();
      MessageWriter out(scene.bytes);
      write(out);
    }
    return scene.bytes;
  }

 private:
  struct Scene {
    std::string_view id;
    std::string label, name;
    EntityKind kind = EntityKind::other;
    std::optional<glm::dvec3> scale;
    std::optional<Box> box;
    std::string bytes;
  };

  static bool is_same(const std::optional<Box>& a, const std::optional<Box>& b) {
    if (!a || !b) return a.has_value() == b.has_value();
    return a->center == b->center && a->half == b->half;
  }

  std::vector<Scene> scenes_{4096};
};

/// Draws entities and the shapes among their properties as Foxglove's primitives
/// (formats/mcap/README.md, 5.3).
class SceneWriter {
 public:
  /// `coordinates`: of all frames.
  explicit SceneWriter(const CoordinateSystem& coordinates);

  /// A SceneEntity with the entity's box, in its own frame. It has a position.
  void write_entity(MessageWriter& out, const Entity& entity, std::string_view id,
                    std::string_view label, std::uint64_t time, StandingScenes& known) const;
  /// A SceneEntity with what is drawn of the shapes in `range`, in the world, as a field of `out`.
  /// False, and nothing is written, where there is nothing to see.
  bool write_shapes(MessageWriter& out, const PropertyTree& tree, const Entity& entity,
                    std::string_view label, std::uint64_t time) const;

 private:
  /// What is behind the time.
  void write_standing(MessageWriter& out, const Entity& entity, std::string_view id,
                      std::string_view label) const;

  CoordinateSystem coordinates_;
  CoordinateConversion from_usual_;  ///< of UsualBox
  double metre_;                     ///< units
};

}  // namespace scrubjay::mcap
