#include "render/scenery_placement.h"

#include <glm/common.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <limits>

#include "render/viewer_space.h"

namespace scrubjay {

namespace {

constexpr CoordinateSystem kUnstated{
    .right = Axis::pos_x, .up = Axis::pos_y, .forward = Axis::neg_z, .metres_per_unit = 1.0};

glm::dmat4 viewer_from_scenery(const Scenery& scenery, const SceneryPlacement& placement) {
  const CoordinateConversion way(coordinates_of(scenery, placement), kViewerCoordinates);
  const glm::dmat4 axes(glm::dvec4(way.point({1, 0, 0}), 0), glm::dvec4(way.point({0, 1, 0}), 0),
                        glm::dvec4(way.point({0, 0, 1}), 0), glm::dvec4(0, 0, 0, 1));
  const glm::dmat4 moved = glm::translate(glm::dmat4(1.0), placement.offset);
  return moved * glm::rotate(glm::dmat4(1.0), placement.heading, glm::dvec3(0, 0, 1)) * axes;
}

}  // namespace

SceneryPlacement placed(const Scenery& scenery, const UprightPose& pose) {
  const CoordinateConversion way(coordinates_of(scenery, {}), kViewerCoordinates);
  return {.coordinates = {}, .offset = way.point(pose.offset), .heading = pose.heading};
}

CoordinateSystem coordinates_of(const Scenery& scenery, const SceneryPlacement& placement) {
  if (placement.coordinates) return *placement.coordinates;
  return scenery.coordinates.value_or(kUnstated);
}

glm::dmat4 viewer_from_vertices(const Scenery& scenery, const SceneryPlacement& placement) {
  return glm::translate(viewer_from_scenery(scenery, placement), scenery.origin);
}

std::optional<Bounds> bounds_of(const PlacedScenery& placed) {
  const Scenery& scenery = *placed.scenery;
  if (!glm::all(glm::lessThanEqual(scenery.least, scenery.greatest))) return std::nullopt;
  const glm::dmat4 way = viewer_from_scenery(scenery, placed.placement);
  Bounds bounds{glm::dvec3(std::numeric_limits<double>::infinity()),
                glm::dvec3(-std::numeric_limits<double>::infinity())};
  for (int corner = 0; corner < 8; ++corner) {
    const glm::dvec3 at((corner & 1) != 0 ? scenery.greatest.x : scenery.least.x,
                        (corner & 2) != 0 ? scenery.greatest.y : scenery.least.y,
                        (corner & 4) != 0 ? scenery.greatest.z : scenery.least.z);
    const glm::dvec3 seen(way * glm::dvec4(at, 1.0));
    bounds.low = glm::min(bounds.low, seen);
    bounds.high = glm::max(bounds.high, seen);
  }
  return bounds;
}

}  // namespace scrubjay
