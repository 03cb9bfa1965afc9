#pragma once

#include <array>
#include <cstdint>
#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>
#include <memory>
#include <optional>

#include "core/coordinate_system.h"
#include "core/scenery.h"
#include "render/camera.h"

namespace scrubjay {

/// How scenery lies under a recording: which way its axes point where its file does not say, and
/// by how much it is moved.
struct SceneryPlacement {
  std::optional<CoordinateSystem> coordinates;  ///< nothing: as the file says, else OpenGL's
  glm::dvec3 offset{0.0};                       ///< viewer space [m]
  double heading = 0;  ///< about up, counter-clockwise, before the offset [rad]
  bool operator==(const SceneryPlacement&) const = default;
};

/// The placement of scenery that lies so in the axes that its file says.
SceneryPlacement placed(const Scenery& scenery, const UprightPose& pose);

/// The coordinates that scenery is read in.
CoordinateSystem coordinates_of(const Scenery& scenery, const SceneryPlacement& placement);

/// Takes a vertex (from Scenery::origin, in the scenery's unit) to viewer space.
glm::dmat4 viewer_from_vertices(const Scenery& scenery, const SceneryPlacement& placement);

/// Scenery as it is drawn.
struct PlacedScenery {
  std::shared_ptr<const Scenery> scenery;
  SceneryPlacement placement = {};
  /// By SceneryClass: what is not drawn.
  std::array<bool, kSceneryClasses> hidden = {};
  bool operator==(const PlacedScenery&) const = default;
};

/// The box around all of it in viewer space; nothing where it is empty.
std::optional<Bounds> bounds_of(const PlacedScenery& placed);

}  // namespace scrubjay
