#pragma once

#include <cstdint>
#include <glm/vec3.hpp>

#include "core/frame.h"

namespace scrubjay {

// The set of Okabe and Ito ("Color Universal Design", 2008): told apart with any colour vision.
// 0xRRGGBB.
inline constexpr std::uint32_t kOrange = 0xE69F00;
inline constexpr std::uint32_t kSkyBlue = 0x56B4E9;
inline constexpr std::uint32_t kBluishGreen = 0x009E73;
inline constexpr std::uint32_t kYellow = 0xF0E442;
inline constexpr std::uint32_t kBlue = 0x0072B2;
inline constexpr std::uint32_t kVermillion = 0xD55E00;
inline constexpr std::uint32_t kReddishPurple = 0xCC79A7;
inline constexpr std::uint32_t kNeutralGrey = 0x9AA3AD;

/// The colour of a kind of entity all over the window, 0xRRGGBB.
std::uint32_t kind_color(EntityKind kind);

/// The colour of what has no kind in the n-th stream of a recording with several, 0xRRGGBB: clients
/// beside each other are told apart.
std::uint32_t stream_color(std::uint32_t stream);

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
};
inline constexpr std::size_t kShapes = 12;

inline Shape shape_of(EntityKind kind) { return static_cast<Shape>(kind); }

/// Half the size of an entity without a box, in metres: right, forward, up.
glm::vec3 default_half(EntityKind kind);
/// Half the size of the marker of a part of another entity, in metres.
inline constexpr float kPartMarkerHalf = 0.1F;
/// True when the position of such an entity is usually given where it stands, not at its middle.
bool stands_on_its_position(EntityKind kind);
/// Half the size of the shape drawn in a box of `box_half`: poles stay slim in wide boxes.
glm::vec3 shape_half(Shape shape, const glm::vec3& box_half);

/// Which lamp of a traffic light is lit.
enum class Lamp : std::uint8_t { unknown, red, yellow, green, off };

/// The lamp that the entity's property "traffic_light/state" (or "state") names, by word or by
/// CARLA's number (0 red, 1 yellow, 2 green, 3 off).
Lamp lamp_of(const Frame& frame, const Entity& entity);

}  // namespace scrubjay
