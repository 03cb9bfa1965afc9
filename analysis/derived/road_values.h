#pragma once

#include <cstdint>
#include <glm/vec3.hpp>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "analysis/derived/place.h"
#include "core/frame.h"
#include "core/road_network.h"
#include "core/upright_pose.h"

namespace scrubjay {

// What follows from where the actors of a frame are in a network of roads. In metres, seconds and
// radians, whatever the recording's coordinates are.

/// Where a recording stands in roads that have these axes and lie under it in this pose, of
/// kDerivedCoordinates; nothing where their axes are mirrored, tilted or scaled. A recording's
/// places are turned and moved by it to where they are in the roads, both in kDerivedCoordinates.
std::optional<UprightPose> placement_over(const CoordinateSystem& roads, const UprightPose& pose);

/// An actor further away from all lanes [m] has no road.
inline constexpr double kFarthestFromRoads = 20.0;
/// Nobody is ahead that is further away along the lanes [m].
inline constexpr double kFarthestAhead = 100.0;

/// An actor of a frame, among the roads.
struct RoadActor {
  EntityIndex entity;
  EntityKind kind = EntityKind::other;
  Place place;  ///< in the roads, `position` is there
  std::optional<RoadPlace> road;
};

/// The actors of one frame: what has a place and is a vehicle, a person or of no known kind.
/// Ascending by entity.
struct RoadActors {
  Seconds time = 0;
  std::vector<RoadActor> actors;

  const RoadActor* find(EntityIndex entity) const;
};

/// Finds the actors of a frame and their roads. Of lanes that lie upon each other, that of the
/// frame before is kept where it is among them. Pure: the same frames give the same.
RoadActors actors_on_roads(const Frame& frame, const RoadNetwork& roads,
                           const UprightPose& placement);

/// What is told of an actor that has a road.
struct RoadValues {
  RoadPlace place;
  std::string_view road;       ///< lives as long as the network, as do all texts
  std::string_view lane_type;  ///< may be empty
  std::string_view junction;   ///< empty: none
  /// Of its forward axis from the direction of travel in the lane, in (-pi, pi]; where both ways
  /// are allowed in (-pi/2, pi/2]. Absent where it has no rotation, or looks straight up or down.
  std::optional<double> heading_error = {};
  /// How fast it goes along the lane, by its places in this frame and the stream's frame before.
  std::optional<double> speed_along = {};
  /// The nearest actor in front of it along its lane and those that follow, for one in a lane.
  EntityIndex ahead = {};
  std::optional<double> gap = {};  ///< from box to box along the lane, 0 where they touch
  std::optional<double> ttc = {};  ///< gap over how much faster it is; absent unless it is
};

/// The values of all actors that have a road, of `now`; `before`: of the stream's frame before, or
/// null. Ascending by entity. O(actors * actors within reach).
struct RoadValuesOf {
  EntityIndex entity;
  RoadValues values;
};
std::vector<RoadValuesOf> road_values(const RoadActors& now, const RoadActors* before,
                                      const RoadNetwork& roads);

/// The values of one actor of `now` alone; nothing where it has no road. `before`: the stream's
/// frame before, or null. O(entities).
std::optional<RoadValues> road_values_of(EntityIndex entity, const Frame& now, const Frame* before,
                                         const RoadNetwork& roads, const UprightPose& placement);

/// As people and programs name them: below the group "road" of an entity's properties.
struct RoadValueInfo {
  std::string_view path;  ///< "road/lane"
  PropertyType type = PropertyType::number;
  const char* unit = "";
  std::string_view description;
};
std::span<const RoadValueInfo> road_value_infos();
inline constexpr std::string_view kRoadPrefix = "road/";
/// Whether a path is that of one of them.
bool is_road_path(std::string_view path);

}  // namespace scrubjay
