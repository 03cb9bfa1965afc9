#include "scenery/opendrive/draw/draw.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "scenery/opendrive/limits.h"

namespace scrubjay::opendrive {

namespace {

/// Near the middle of all, at whole metres.
glm::dvec3 origin_of(const RoadMap& map) {
  MapBox box;
  for (const Road& road : map.roads) {
    const double z = value_at(road.elevation, 0);
    for (const Geometry& g : road.geometries) box.include(g.x, g.y, z);
  }
  const auto middle = [&](int i) { return std::round((box.least[i] + box.most[i]) / 2); };
  return {middle(0), middle(1), middle(2)};
}

/// Ids of lanes, at their middle half-way through each section.
void label_lanes(const Road& road, std::size_t section, MeshSink& sink) {
  const LaneSection& own = road.sections[section];
  const double s = std::clamp((own.s + own.end) / 2, 0.0, road.length);
  const Pose pose = pose_on(road, geometry_at(road, s), s);
  const RoadProfile profile = profile_at(road, s);
  constexpr double kNarrow = 0.5;
  for (const Side side : {Side::left, Side::right}) {
    walk_side(road, section, side, s, [&](const LaneSpan& span) {
      if (span.width() < kNarrow) return true;
      const double t = span.middle();
      const SurfacePlace place = surface_place(profile, t, span, lane_height_at(span, s, t));
      sink.label(SceneryLabel::Kind::lane, world_place(pose, place), std::to_string(span.lane->id));
      return true;
    });
  }
}

void draw_reference_line(const Road& road, const std::vector<Station>& stations, MeshSink& sink) {
  std::vector<glm::dvec3> points;
  for (const Station& station : stations) {
    const Pose pose = pose_on(road, station.geometry, station.s);
    points.emplace_back(pose.x, pose.y, value_at(road.elevation, station.s));
  }
  sink.line(SceneryClass::verge, 0, points, false);
}

/// The middle of a road's reference line.
glm::dvec3 middle_of(const Road& road) {
  const double s = road.length / 2;
  const Pose pose = pose_on(road, geometry_at(road, s), s);
  return {pose.x, pose.y, value_at(road.elevation, s)};
}

void label_junctions(const RoadMap& map, MeshSink& sink) {
  struct Sum {
    glm::dvec3 sum{};
    double count = 0;
  };
  std::unordered_map<std::string_view, Sum> sums;
  for (const Road& road : map.roads) {
    if (road.junction.empty()) continue;
    Sum& sum = sums[road.junction];
    sum.sum += middle_of(road);
    sum.count += 1;
  }
  for (const Junction& junction : map.junctions) {
    const auto found = sums.find(junction.id);
    if (found == sums.end()) continue;
    sink.label(SceneryLabel::Kind::junction, found->second.sum / found->second.count, junction.id);
  }
}

void draw_road(const RoadMap& map, const RoadsById& roads, const Road& road, StationBudget& budget,
               MeshSink& sink) {
  if (road.sections.empty()) {
    draw_reference_line(road, stations_of(road, 0, budget), sink);
  }
  for (std::size_t section = 0; section < road.sections.size() && !sink.is_full(); ++section) {
    const std::vector<Station> stations = stations_of(road, section, budget);
    if (stations.empty()) continue;
    draw_lanes(road, section, stations, sink);
    draw_marks(road, section, stations, sink);
    label_lanes(road, section, sink);
  }
  draw_objects(road, sink);
  draw_signals(map, roads, road, sink);
  sink.label(SceneryLabel::Kind::road, middle_of(road), road.id);
}

}  // namespace

glm::dvec3 object_place(const Road& road, double s, double t, double over) {
  const double on_road = std::clamp(s, 0.0, road.length);
  const Pose pose = pose_on(road, geometry_at(road, on_road), on_road);
  const double q = t * std::cos(value_at(road.superelevation, on_road));
  return {pose.x - q * pose.sin, pose.y + q * pose.cos, value_at(road.elevation, on_road) + over};
}

bool draw_map(const RoadMap& map, Scenery& scenery, bool& is_whole,
              const std::atomic<bool>& cancelled) {
  MeshSink sink(scenery, origin_of(map), cancelled);
  StationBudget budget{.left = limits::kMostStationsOfFile};
  RoadsById roads;
  for (const Road& road : map.roads) roads.emplace(road.id, &road);
  for (const Road& road : map.roads) {
    if (cancelled) return false;
    draw_road(map, roads, road, budget, sink);
  }
  if (cancelled) return false;
  label_junctions(map, sink);
  is_whole = !sink.is_full() && !budget.is_coarse;
  return true;
}

}  // namespace scrubjay::opendrive
