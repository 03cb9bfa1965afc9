#pragma once

#include <atomic>
#include <glm/vec3.hpp>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/scenery.h"
#include "scenery/opendrive/draw/sink.h"
#include "scenery/opendrive/model.h"
#include "scenery/opendrive/shape/cross_section.h"
#include "scenery/opendrive/shape/stations.h"

namespace scrubjay::opendrive {

/// Fills a scenery's meshes, lines, labels and box (scenery/opendrive/README.md, 6). False:
/// cancelled. Surfaces are left out from the place on where there are too many: then `is_whole`
/// becomes false.
bool draw_map(const RoadMap& map, Scenery& scenery, bool& is_whole,
              const std::atomic<bool>& cancelled);

/// Of two roads with one id the first.
using RoadsById = std::unordered_map<std::string_view, const Road*>;

// The parts of a road.

/// Lanes of one section as strips, and curbs between them.
void draw_lanes(const Road& road, std::size_t section, const std::vector<Station>& stations,
                MeshSink& sink);
void draw_marks(const Road& road, std::size_t section, const std::vector<Station>& stations,
                MeshSink& sink);
void draw_objects(const Road& road, MeshSink& sink);
void draw_signals(const RoadMap& map, const RoadsById& roads, const Road& road, MeshSink& sink);

/// Where t of the reference plane is, `over` above the reference line: of objects, which keep to
/// the tilt of the road, but not to its surface.
glm::dvec3 object_place(const Road& road, double s, double t, double over);

/// A pose with a place of the surface.
inline glm::dvec3 world_place(const Pose& pose, const SurfacePlace& place) {
  return {pose.x - place.q * pose.sin, pose.y + place.q * pose.cos, place.z};
}

}  // namespace scrubjay::opendrive
