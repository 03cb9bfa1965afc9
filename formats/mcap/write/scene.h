#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/frame.h"
#include "formats/mcap/wire.h"

namespace scrubjay::mcap {

/// Foxglove's Timestamp (and Duration) of nanoseconds, also of 0.
void write_timestamp(MessageWriter& out, std::uint32_t field, std::uint64_t nanoseconds);

/// A position of finite numbers.
bool has_place(const Entity& entity);
/// A shape stands among the roots of `range`, or in groups.
bool holds_shape(const PropertyTree& tree, PropertyRange range);

/// Draws entities and the shapes among their properties as Foxglove's primitives
/// (formats/mcap/README.md, 5.3).
class SceneWriter {
 public:
  /// `coordinates`: of all frames.
  explicit SceneWriter(const CoordinateSystem& coordinates);

  /// A SceneEntity with the entity's box, in its own frame. It has a position.
  void write_entity(MessageWriter& out, const Entity& entity, std::string_view id,
                    std::string_view label, std::uint64_t time) const;
  /// A SceneEntity with what is drawn of the shapes in `range`, in the world, as a field of `out`.
  /// False, and nothing is written, where there is nothing to see.
  bool write_shapes(MessageWriter& out, const PropertyTree& tree, const Entity& entity,
                    std::string_view label, std::uint64_t time) const;

 private:
  CoordinateSystem coordinates_;
  CoordinateConversion from_usual_;  ///< of UsualBox
  double metre_;                     ///< units
};

}  // namespace scrubjay::mcap
