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

Place place_of(const Entity& entity, const CoordinateConversion& way) {
  Place place;
  const Transform& world = entity.world;
  if (world.position) {
    const glm::dvec3 position = way.point(*world.position);
    if (is_finite(position)) place.position = position;
  }
  if (world.rotation) place.rotation = unit_rotation(way.rotation(*world.rotation));
  if (!place.position || !entity.box) return place;
  glm::dvec3 center = way.point(entity.box->center);
  glm::dvec3 half = glm::abs(way.extent(entity.box->half));
  if (world.scale) {
    const glm::dvec3 factors = way.factors(*world.scale);
    center *= factors;
    half *= glm::abs(factors);
  }
  const OrientedBox box = box_in_world(place, center, half);
  if (is_body(box)) place.box = box;
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
