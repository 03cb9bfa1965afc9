#include <algorithm>
#include <cmath>
#include <queue>
#include <set>
#include <tuple>
#include <vector>

#include "scenery/opendrive/limits.h"
#include "scenery/opendrive/locate/roads.h"
#include "scenery/opendrive/shape/cross_section.h"

namespace scrubjay::opendrive {

namespace {

constexpr double kStep = 2;  // by which the length of a lane's middle is summed up
constexpr double kMostSteps = 1000;

/// A lane of one section, in a direction.
struct LaneWay {
  std::uint32_t road = 0;
  std::uint32_t section = 0;
  std::int32_t lane = 0;
  bool is_along = true;  ///< s grows

  auto operator<=>(const LaneWay&) const = default;
};

/// A way that is still to be walked, and how far it is up to there.
struct Waiting {
  double distance = 0;
  LaneWay way;
  bool operator>(const Waiting& other) const { return distance > other.distance; }
};

class LaneWalk {
 public:
  LaneWalk(const Roads& roads, const RoadPlace& to, double most)
      : roads_(roads), to_(to), most_(most) {}

  std::optional<double> run(const RoadPlace& from);

 private:
  const Road& road_of(const LaneWay& way) const { return roads_.map().roads[way.road]; }
  double length_between(const LaneWay& way, double from, double to) const;
  bool holds_target(const LaneWay& way) const {
    return way.road == to_.road && way.section == to_.section && way.lane == to_.lane;
  }
  void push(const LaneWay& way, double distance);
  void push_following(const LaneWay& way, double distance);
  void push_road(const RoadLink& link, std::span<const std::int32_t> lanes, double distance);
  void push_junction(const RoadLink& link, const LaneWay& way, double distance);
  void enter(std::uint32_t road, bool is_at_end, std::int32_t lane, double distance);

  const Roads& roads_;
  const RoadPlace& to_;
  double most_;
  std::priority_queue<Waiting, std::vector<Waiting>, std::greater<>> waiting_;
  std::size_t pushed_ = 0;
  std::set<LaneWay> walked_;
};

/// Along the middle of a lane.
double LaneWalk::length_between(const LaneWay& way, double from, double to) const {
  const Road& road = road_of(way);
  const Side side = way.lane > 0 ? Side::left : Side::right;
  const double count = std::clamp(std::ceil(std::abs(to - from) / kStep), 1.0, kMostSteps);
  const double step = (to - from) / count;
  double length = 0;
  for (double i = 0; i < count; ++i) {
    const double s = from + (i + 0.5) * step;
    double middle = 0;
    double slope = 0;
    walk_side(road, way.section, side, s, [&](const LaneSpan& span) {
      middle = span.middle();
      slope = (span.inner_slope + span.outer_slope) / 2;
      return span.lane->id != way.lane;
    });
    const double curvature = pose_on(road, geometry_at(road, s), s).curvature;
    length += std::hypot(1 - curvature * middle, slope) * std::abs(step);
  }
  return length;
}

void LaneWalk::push(const LaneWay& way, double distance) {
  if (distance > most_ || pushed_ == limits::kMostLanesAhead || walked_.contains(way)) return;
  if (find_lane(road_of(way), way.section, way.lane) == nullptr) return;
  waiting_.push({distance, way});
  ++pushed_;
}

void LaneWalk::enter(std::uint32_t road, bool is_at_end, std::int32_t lane, double distance) {
  const std::size_t sections = roads_.map().roads[road].sections.size();
  if (sections == 0) return;
  const auto section = static_cast<std::uint32_t>(is_at_end ? sections - 1 : 0);
  push({road, section, lane, !is_at_end}, distance);
}

void LaneWalk::push_road(const RoadLink& link, std::span<const std::int32_t> lanes,
                         double distance) {
  const auto road = roads_.find_road(link.id);
  if (!road) return;
  for (const std::int32_t lane : lanes) enter(*road, link.is_at_end, lane, distance);
}

void LaneWalk::push_junction(const RoadLink& link, const LaneWay& way, double distance) {
  const auto& junctions = roads_.map().junctions;
  const auto junction = std::ranges::find(junctions, link.id, &Junction::id);
  if (junction == junctions.end()) return;
  for (const Connection& connection : junction->connections) {
    if (connection.incoming != road_of(way).id) continue;
    const auto road = roads_.find_road(connection.connecting);
    if (!road) continue;
    for (const auto& [from, to] : connection.lanes) {
      if (from == way.lane) enter(*road, connection.is_at_end, to, distance);
    }
  }
}

/// The lanes behind the end of one.
void LaneWalk::push_following(const LaneWay& way, double distance) {
  const Road& road = road_of(way);
  const Lane* lane = find_lane(road, way.section, way.lane);
  const auto& links = way.is_along ? lane->successors : lane->predecessors;
  const bool is_last = way.is_along ? way.section + 1 == road.sections.size() : way.section == 0;
  if (!is_last) {
    const std::uint32_t next = way.is_along ? way.section + 1 : way.section - 1;
    for (const std::int32_t id : links) push({way.road, next, id, way.is_along}, distance);
    return;
  }
  const RoadLink& link = way.is_along ? road.successor : road.predecessor;
  if (link.to == LinkTo::road) push_road(link, links, distance);
  if (link.to == LinkTo::junction) push_junction(link, way, distance);
}

std::optional<double> LaneWalk::run(const RoadPlace& from) {
  const Road& first = roads_.map().roads[from.road];
  const Lane* lane = find_lane(first, from.section, from.lane);
  if (lane == nullptr) return std::nullopt;
  const LaneWay start{from.road, from.section, from.lane, !goes_against_s(first, *lane)};
  const auto end_of = [&](const LaneWay& way) {
    const LaneSection& section = road_of(way).sections[way.section];
    return way.is_along ? section.end : section.s;
  };
  const bool is_here = holds_target(start) && (start.is_along ? to_.s >= from.s : to_.s <= from.s);
  if (is_here) {
    const double distance = length_between(start, from.s, to_.s);
    return distance <= most_ ? std::optional(distance) : std::nullopt;
  }
  push_following(start, length_between(start, from.s, end_of(start)));
  // A lane may wait more than once: the shortest way to it is walked, and comes first.
  std::optional<double> nearest;
  while (!waiting_.empty() && (!nearest || waiting_.top().distance < *nearest)) {
    const Waiting next = waiting_.top();
    waiting_.pop();
    if (!walked_.insert(next.way).second) continue;
    const LaneSection& section = road_of(next.way).sections[next.way.section];
    const double begin = next.way.is_along ? section.s : section.end;
    if (holds_target(next.way)) {
      const double distance = next.distance + length_between(next.way, begin, to_.s);
      if (distance <= most_) nearest = std::min(distance, nearest.value_or(distance));
    }
    push_following(next.way, next.distance + length_between(next.way, begin, end_of(next.way)));
  }
  return nearest;
}

}  // namespace

std::optional<double> Roads::ahead(const RoadPlace& from, const RoadPlace& to, double most) const {
  const bool is_known = from.road < map_.roads.size() && to.road < map_.roads.size() &&
                        from.section < map_.roads[from.road].sections.size();
  return is_known ? LaneWalk(*this, to, most).run(from) : std::nullopt;
}

}  // namespace scrubjay::opendrive
