#pragma once

#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>
#include <optional>

#include "analysis/derived/oriented_box.h"
#include "core/frame.h"

namespace scrubjay {

/// In these all derived values are worked out: x forward, y left, z up, in metres.
inline constexpr CoordinateSystem kDerivedCoordinates{
    .right = Axis::neg_y, .up = Axis::pos_z, .forward = Axis::pos_x, .metres_per_unit = 1.0};

/// Where one entity is at a frame, in kDerivedCoordinates. What the frame does not give, or gives
/// as something that is no number, is absent.
struct Place {
  std::optional<glm::dvec3> position;
  std::optional<glm::dquat> rotation;  ///< unit length
  std::optional<OrientedBox> box;      ///< as recorded: moved, turned and scaled with the entity
};

/// A box, moved, turned and scaled. A rotation that is none turns nothing. Nothing for a box
/// without any extent, and for what is no number.
std::optional<OrientedBox> placed_box(const Box& box, const glm::dvec3& position,
                                      const std::optional<glm::dquat>& rotation,
                                      const std::optional<glm::dvec3>& scale);

/// `way` leads from the frame's coordinates to kDerivedCoordinates.
Place place_of(const Entity& entity, const CoordinateConversion& way);
/// The same of an entity that a frame may have; `entity` may be none.
std::optional<Place> place_of(const Frame& frame, EntityIndex entity,
                              const CoordinateSystem& coordinates = kDerivedCoordinates);
/// The angle of the forward axis on the ground from x towards y, in kDerivedCoordinates [rad];
/// nothing where it is upright.
std::optional<double> heading_of(const Place& place);

/// What an entity takes up in the world, for finding contacts.
struct Body {
  OrientedBox box;
  bool is_assumed = false;  ///< no box is recorded: the usual one of its kind
};

/// The recorded box, else of a vehicle 4.5 × 1.9 × 1.5 m that stands on its position, of a person
/// 0.6 × 0.6 × 1.8 m around it, as in the engines that record these. Nothing for other kinds
/// without a box, whose size can be anything, and for what has no position.
std::optional<Body> body_of(EntityKind kind, const Place& place);

}  // namespace scrubjay
