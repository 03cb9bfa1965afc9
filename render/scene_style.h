#pragma once

#include <cstdint>
#include <glm/vec3.hpp>

#include "core/frame.h"
#include "core/kind_color.h"

namespace scrubjay {

/// What an entity is drawn as. The first kEntityKinds stand for the kinds, in their order.
enum class Shape : std::uint8_t {
  other,       ///< a cube with cut edges
  vehicle,     ///< a body with wheels, cabin and sloped nose
  person,      ///< a rounded body with a head
  signal,      ///< a pole with three lamps
  sign,        ///< a pole with a plate
  sensor,      ///< an octahedron drawn out forwards
  prop,        ///< a plain box
  controller,  ///< an upright diamond
  camera,      ///< a housing with an opening pyramid
  point,       ///< stands for any shape that is only a few pixels large
  arrow,       ///< flat on the ground, points to where something heads
  marker,      ///< a dart with a ridge: which way is forward and up
  pin,         ///< stands on a place that is all that is known of something
  head,        ///< with a headset before its eyes
  left_hand,   ///< palm down, fingers ahead
  right_hand,
  two_wheeler,  ///< a frame between two wheels, with who rides it
};
inline constexpr std::size_t kShapes = 17;

inline Shape shape_of(EntityKind kind) { return static_cast<Shape>(kind); }
/// Of something with a box of that half size: a vehicle that is narrow, and higher than it is wide,
/// has two wheels.
Shape shape_of(EntityKind kind, const glm::vec3& half);

/// Half of its usual_box, in metres: right, forward, up.
glm::vec3 default_half(EntityKind kind);
/// Half the size of a pin near by, in metres.
inline constexpr glm::vec3 kPinHalf{0.18F, 0.18F, 0.3F};
/// Half the size of the marker of a part of another entity, in metres.
inline constexpr float kPartMarkerHalf = 0.1F;
/// Half the sizes of a person's head and of a hand, in metres.
inline constexpr glm::vec3 kHeadHalf{0.09F, 0.12F, 0.13F};
inline constexpr glm::vec3 kHandHalf{0.07F, 0.1F, 0.025F};
/// Half the size on the screen of a marker and of a pin, whose size says nothing, in pixels at 100
/// %: the least at a distance, and the most near by, where they would cover what is around them.
inline constexpr float kLeastMarkerRadius = 8.0F;
inline constexpr float kLeastPartRadius = 5.2F;
inline constexpr float kLeastPinRadius = 9.0F;  ///< upwards
inline constexpr float kMostGlyphRadius = 16.0F;
/// True when the position of such an entity is usually given where it stands, not at its middle.
bool stands_on_its_position(EntityKind kind);
/// Half the size of the shape drawn in a box of `box_half`: poles stay slim in wide boxes.
glm::vec3 shape_half(Shape shape, const glm::vec3& box_half);

}  // namespace scrubjay
