#include "analysis/derived/place.h"

#include <cmath>
#include <glm/glm.hpp>

#include "core/directions.h"
#include "core/steady_math.h"
#include "core/usual_box.h"

namespace scrubjay {

namespace {

std::optional<glm::dquat> unit_rotation(const glm::dquat& recorded) {
  const double length = glm::length(recorded);
  if (!std::isfinite(length) || !(length > 1e-9)) return std::nullopt;
  return recorded / length;
}

OrientedBox box_in_world(const Place& place, const glm::dvec3& center, const glm::dvec3& half) {
  const glm::dmat3 axes = place.rotation ? glm::mat3_cast(*place.rotation) : glm::dmat3(1.0);
  return {.center = *place.position + axes * center, .axes = axes, .half = half};
}

/// A box without any extent is what formats write for "none".
bool is_body(const OrientedBox& box) {
  return is_finite(box.center) && is_finite(box.half) && box.half != glm::dvec3(0.0);
}

}  // namespace

std::optional<OrientedBox> placed_box(const Box& box, const glm::dvec3& position,
                                      const std::optional<glm::dquat>& rotation,
                                      const std::optional<glm::dvec3>& scale) {
  const glm::dvec3 factors = scale.value_or(glm::dvec3(1.0));
  const Place place{.position = position,
                    .rotation = rotation ? unit_rotation(*rotation) : std::nullopt,
                    .box = {}};
  const OrientedBox placed =
      box_in_world(place, box.center * factors, glm::abs(box.half * factors));
  return is_body(placed) ? std::optional(placed) : std::nullopt;
}

Place place_of(const Entity& entity, const CoordinateConversion& way) {
  Place place;
  const Transform& world = entity.world;
  if (world.position) {
    const glm::dvec3 position = way.point(*world.position);
    if (is_finite(position)) place.position = position;
  }
  std::optional<glm::dquat> rotation;
  if (world.rotation) rotation = way.rotation(*world.rotation);
  if (rotation) place.rotation = unit_rotation(*rotation);
  if (!place.position || !entity.box) return place;
  const Box box{.center = way.point(entity.box->center), .half = way.extent(entity.box->half)};
  const auto scale = world.scale ? std::optional(way.factors(*world.scale)) : std::nullopt;
  place.box = placed_box(box, *place.position, rotation, scale);
  return place;
}

std::optional<Place> place_of(const Frame& frame, EntityIndex entity,
                              const CoordinateSystem& coordinates) {
  const Entity* const found = entity.exists() ? frame.find(entity) : nullptr;
  if (found == nullptr) return std::nullopt;
  return place_of(*found, CoordinateConversion(frame.coordinates, coordinates));
}

std::optional<double> heading_of(const Place& place) {
  if (!place.rotation) return std::nullopt;
  const glm::dvec3 forward = *place.rotation * glm::dvec3(1.0, 0.0, 0.0);
  constexpr double kUpright = 1e-6;
  if (std::hypot(forward.x, forward.y) < kUpright) return std::nullopt;
  return steady::atan2(forward.y, forward.x);
}

std::optional<Body> body_of(EntityKind kind, const Place& place) {
  if (place.box) return Body{*place.box, false};
  if (!place.position) return std::nullopt;
  if (kind != EntityKind::vehicle && kind != EntityKind::person) return std::nullopt;
  const UsualBox usual = usual_box(kind);
  return Body{box_in_world(place, usual.center, usual.half), true};
}

}  // namespace scrubjay
