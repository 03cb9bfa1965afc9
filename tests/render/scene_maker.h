#pragma once

#include <cmath>
#include <numbers>
#include <optional>
#include <string_view>

#include "core/frame.h"

namespace scrubjay {

/// Builds a frame by hand, an entity a call, numbered from 0.
struct SceneMaker {
  Frame frame;

  explicit SceneMaker(std::string_view coordinates = "blender") {
    frame.coordinates = *CoordinateSystem::parse(coordinates);
  }

  Entity& add(EntityKind kind, const glm::dvec3& position) {
    Entity entity;
    entity.index = EntityIndex(frame.entities.size());
    entity.kind = kind;
    entity.name = "entity";
    entity.world.position = position;
    frame.entities.push_back(entity);
    return frame.entities.back();
  }

  Entity& add_box(EntityKind kind, const glm::dvec3& position, const glm::dvec3& half) {
    Entity& entity = add(kind, position);
    entity.box = Box{.center = glm::dvec3(0.0), .half = half};
    return entity;
  }
};

/// A turn about the recorded z axis.
inline glm::dquat turn_about_z(double degrees) {
  const double half = degrees * std::numbers::pi / 360;
  return glm::dquat(std::cos(half), 0.0, 0.0, std::sin(half));
}

}  // namespace scrubjay
