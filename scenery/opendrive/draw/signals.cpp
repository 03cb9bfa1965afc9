#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "scenery/opendrive/draw/draw.h"

namespace scrubjay::opendrive {

namespace {

constexpr double kUsualPlate = 0.5;
constexpr double kLargestPlate = 100;
constexpr double kShortestPole = 0.3;

struct SignalPlace {
  glm::dvec3 foot{};   ///< on the road's plane
  glm::dvec3 pivot{};  ///< the middle of the plate's lower edge
  double heading = 0;  ///< that the plate faces
};

const Road* road_of_signal(const RoadsById& roads, const Road& road, const Signal& signal) {
  if (signal.other_road.empty()) return &road;
  const auto other = roads.find(signal.other_road);
  return other == roads.end() ? nullptr : other->second;
}

SignalPlace place_of_signal(const RoadMap& map, const Road& road, const Signal& signal) {
  if (signal.place) {
    const auto& [x, y, z, heading] = *signal.place;
    return {{x, y, z}, {x, y, z}, heading};
  }
  const double s = std::clamp(signal.s, 0.0, road.length);
  const double along = pose_on(road, geometry_at(road, s), s).heading();
  // RoadRunner counts the heading from the reference line, whatever the orientation.
  const bool is_turned = signal.faced_by == FacedBy::along && !map.header.is_road_runner;
  return {object_place(road, s, signal.t, 0), object_place(road, s, signal.t, signal.z),
          along + (is_turned ? std::numbers::pi : 0) + signal.heading};
}

double plate_size(double said) { return said > 0 ? std::min(said, kLargestPlate) : kUsualPlate; }

}  // namespace

void draw_signals(const RoadMap& map, const RoadsById& roads, const Road& road, MeshSink& sink) {
  const Look look{.surface = SceneryClass::signal, .detail = 0.2F};
  for (const Signal& signal : road.signals) {
    const Road* own = road_of_signal(roads, road, signal);
    if (own == nullptr || sink.is_full()) continue;
    const SignalPlace place = place_of_signal(map, *own, signal);
    const double half = plate_size(signal.width) / 2;
    const glm::dvec3 across(-std::sin(place.heading) * half, std::cos(place.heading) * half, 0);
    const glm::dvec3 up(0, 0, plate_size(signal.height));
    sink.quad(look, place.pivot - across, place.pivot + across, place.pivot + across + up,
              place.pivot - across + up);
    if (place.pivot.z - place.foot.z > kShortestPole) {
      const std::array pole = {place.foot, place.pivot};
      sink.line(SceneryClass::signal, 0, pole, false);
    }
    // Which way it faces.
    const glm::dvec3 middle = place.pivot + up * 0.5;
    const std::array arrow = {
        middle, middle + glm::dvec3(std::cos(place.heading), std::sin(place.heading), 0)};
    sink.line(SceneryClass::signal, 0, arrow, false);
    sink.label(SceneryLabel::Kind::signal, place.pivot + up,
               !signal.name.empty() ? signal.name : signal.id);
  }
}

}  // namespace scrubjay::opendrive
