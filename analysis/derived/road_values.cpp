#include "analysis/derived/road_values.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <numbers>

#include "core/steady_math.h"

namespace scrubjay {

namespace {

constexpr double kPi = std::numbers::pi;

constexpr std::array kInfos{
    RoadValueInfo{"road/road", PropertyType::string, "", "the road's id"},
    RoadValueInfo{"road/lane", PropertyType::integer, "", "the lane's id: left ones positive"},
    RoadValueInfo{"road/lane_type", PropertyType::string, "", "driving, sidewalk, ..."},
    RoadValueInfo{"road/s", PropertyType::number, "m", "along the road's reference line"},
    RoadValueInfo{"road/t", PropertyType::number, "m", "to the left of it"},
    RoadValueInfo{"road/lane_offset", PropertyType::number, "m",
                  "from the lane's middle, to the left of the reference line"},
    RoadValueInfo{"road/distance", PropertyType::number, "m", "from the lane; 0 inside"},
    RoadValueInfo{"road/heading_error", PropertyType::number, "rad",
                  "from the lane's direction of travel, counter-clockwise"},
    RoadValueInfo{"road/speed_along", PropertyType::number, "m/s", "along the lane"},
    RoadValueInfo{"road/junction", PropertyType::string, "",
                  "id of the junction that the road is a part of"},
    RoadValueInfo{"road/overlapping", PropertyType::integer, "", "how many lanes hold the place"},
    RoadValueInfo{"road/ahead", PropertyType::entity, "", "the next actor in its lane"},
    RoadValueInfo{"road/gap", PropertyType::number, "m", "to that one, from box to box"},
    RoadValueInfo{"road/ttc", PropertyType::number, "s",
                  "time to collision with that one: gap over how much faster it is"}};

bool is_actor(EntityKind kind) {
  return kind == EntityKind::vehicle || kind == EntityKind::person || kind == EntityKind::other;
}

Place placed(const Place& place, const UprightPose& placement) {
  if (placement == UprightPose{}) return place;
  const glm::dquat turn = steady::turn(placement.heading, glm::dvec3(0.0, 0.0, 1.0));
  const glm::dmat3 axes = glm::mat3_cast(turn);
  Place moved;
  if (place.position) moved.position = axes * *place.position + placement.offset;
  if (place.rotation) moved.rotation = turn * *place.rotation;
  if (place.box) {
    moved.box = {.center = axes * place.box->center + placement.offset,
                 .axes = axes * place.box->axes,
                 .half = place.box->half};
  }
  return moved;
}

/// In (-half, half] by whole turns of twice `half`.
double wrapped(double angle, double half) {
  const double rest = std::remainder(angle, 2 * half);
  return rest <= -half ? half : rest;
}

std::optional<RoadPlace> road_of(const Place& place, const RoadNetwork& roads,
                                 const RoadPlace* last) {
  auto found = roads.locate(*place.position, heading_of(place), last);
  if (found && !(found->distance <= kFarthestFromRoads)) found.reset();
  return found;
}

glm::dvec3 along(const RoadPlace& place) {
  return {steady::cos(place.lane_heading), steady::sin(place.lane_heading), 0.0};
}

/// How far a body reaches from its position in a direction.
double reach(const RoadActor& actor, const glm::dvec3& direction) {
  const auto body = body_of(actor.kind, actor.place);
  if (!body) return 0.0;
  double half = 0.0;
  for (int axis = 0; axis < 3; ++axis) {
    half += std::abs(glm::dot(body->box.axes[axis], direction)) * body->box.half[axis];
  }
  return glm::dot(body->box.center - *actor.place.position, direction) + half;
}

/// An actor with its lane as of this frame, and its speed along it.
struct InLane {
  const RoadActor* actor = nullptr;
  RoadPlace place;
  std::optional<double> speed_along;
};

std::optional<double> speed_along(const RoadActor& actor, const RoadPlace& place, Seconds now,
                                  const RoadActors* before) {
  const RoadActor* const was = before == nullptr ? nullptr : before->find(actor.entity);
  if (was == nullptr || !(now > before->time)) return std::nullopt;
  const glm::dvec3 way = *actor.place.position - *was->place.position;
  return glm::dot(way, along(place)) / (now - before->time);
}

std::vector<InLane> in_lanes(const RoadActors& now, const RoadActors* before,
                             const RoadNetwork& roads) {
  std::vector<InLane> found;
  for (const RoadActor& actor : now.actors) {
    if (!actor.road) continue;
    RoadPlace place = *actor.road;
    const RoadActor* const was = before == nullptr ? nullptr : before->find(actor.entity);
    if (place.overlapping > 1 && was != nullptr && was->road) {
      place = road_of(actor.place, roads, &*was->road).value_or(place);
    }
    found.push_back({&actor, place, speed_along(actor, place, now.time, before)});
  }
  return found;
}

/// One that may be ahead, by how far away it is.
struct Candidate {
  double distance = 0;
  const InLane* other = nullptr;
};

/// The nearest in front along the lanes, and how far it is; a way is never shorter than the
/// straight one.
std::optional<Candidate> next_ahead(const InLane& from, const std::vector<InLane>& all,
                                    const RoadNetwork& roads) {
  std::vector<Candidate> near;
  for (const InLane& other : all) {
    if (other.actor == from.actor || !other.place.is_inside) continue;
    const double distance =
        glm::distance(*from.actor->place.position, *other.actor->place.position);
    if (distance <= kFarthestAhead) near.push_back({distance, &other});
  }
  std::ranges::sort(near, {}, &Candidate::distance);
  std::optional<Candidate> nearest;
  // Beside each other in one lane, a way along its middle is a little shorter than the straight
  // one.
  constexpr double kAcross = 5.0;
  for (const Candidate& candidate : near) {
    const double most = nearest ? nearest->distance : kFarthestAhead;
    if (candidate.distance > most + kAcross) break;
    const auto way = roads.ahead(from.place, candidate.other->place, most);
    if (way && *way > 0.0 && *way <= most && (!nearest || *way < most)) {
      nearest = Candidate{*way, candidate.other};
    }
  }
  return nearest;
}

void add_ahead(const InLane& from, const std::vector<InLane>& all, const RoadNetwork& roads,
               RoadValues& values) {
  if (!from.place.is_inside) return;
  const auto next = next_ahead(from, all, roads);
  if (!next) return;
  values.ahead = next->other->actor->entity;
  const double taken = reach(*from.actor, along(from.place)) +
                       reach(*next->other->actor, -along(next->other->place));
  values.gap = std::max(next->distance - taken, 0.0);
  if (!from.speed_along || !next->other->speed_along) return;
  const double faster = *from.speed_along - *next->other->speed_along;
  if (faster > 0.0) values.ttc = *values.gap / faster;
}

RoadValues values_of(const InLane& one, const std::vector<InLane>& lanes,
                     const RoadNetwork& roads) {
  RoadValues values{.place = one.place,
                    .road = roads.road_id(one.place.road),
                    .lane_type = roads.lane_type(one.place),
                    .junction = roads.junction_id(one.place.road),
                    .heading_error = {},
                    .speed_along = one.speed_along};
  if (const auto heading = heading_of(one.actor->place)) {
    values.heading_error =
        wrapped(*heading - one.place.lane_heading, one.place.is_both_ways ? kPi / 2 : kPi);
  }
  add_ahead(one, lanes, roads, values);
  return values;
}

/// Without its road yet; nothing for what is no actor and what has no place.
std::optional<RoadActor> actor_of(const Entity& entity, const CoordinateConversion& way,
                                  const UprightPose& placement) {
  if (!is_actor(entity.kind)) return std::nullopt;
  RoadActor actor{.entity = entity.index,
                  .kind = entity.kind,
                  .place = placed(place_of(entity, way), placement),
                  .road = {}};
  return actor.place.position ? std::optional(std::move(actor)) : std::nullopt;
}

/// An actor of a frame and those that may be ahead of it, with their roads.
RoadActors actors_near(const RoadActor& one, const Frame& frame, const RoadNetwork& roads,
                       const UprightPose& placement) {
  const CoordinateConversion way(frame.coordinates, kDerivedCoordinates);
  RoadActors near{.time = frame.time, .actors = {}};
  for (const Entity& entity : frame.entities) {
    auto actor = actor_of(entity, way, placement);
    if (!actor) continue;
    const double distance = glm::distance(*actor->place.position, *one.place.position);
    if (!(distance <= kFarthestAhead) && entity.index != one.entity) continue;
    actor->road = road_of(actor->place, roads, nullptr);
    near.actors.push_back(std::move(*actor));
  }
  return near;
}

/// The same actors in another frame.
RoadActors same_actors(const RoadActors& actors, const Frame& frame, const RoadNetwork& roads,
                       const UprightPose& placement) {
  const CoordinateConversion way(frame.coordinates, kDerivedCoordinates);
  RoadActors same{.time = frame.time, .actors = {}};
  for (const RoadActor& one : actors.actors) {
    const Entity* const entity = frame.find(one.entity);
    auto actor = entity == nullptr ? std::nullopt : actor_of(*entity, way, placement);
    if (!actor) continue;
    actor->road = road_of(actor->place, roads, nullptr);
    same.actors.push_back(std::move(*actor));
  }
  return same;
}

}  // namespace

std::optional<UprightPose> placement_over(const CoordinateSystem& roads, const UprightPose& pose) {
  const CoordinateConversion axes(roads, kDerivedCoordinates);
  const glm::dvec3 x = axes.point({1, 0, 0});
  const glm::dvec3 y = axes.point({0, 1, 0});
  const glm::dvec3 up(0, 0, 1);
  const auto are_near = [](const glm::dvec3& a, const glm::dvec3& b) {
    constexpr double kNear = 1e-9;
    return glm::distance(a, b) < kNear;
  };
  if (!are_near(axes.point(up), up) || !are_near(glm::cross(x, y), up)) return std::nullopt;
  return inverse({.offset = pose.offset, .heading = pose.heading + steady::atan2(x.y, x.x)});
}

const RoadActor* RoadActors::find(EntityIndex entity) const {
  const auto found = std::ranges::lower_bound(actors, entity, {}, &RoadActor::entity);
  return found != actors.end() && found->entity == entity ? &*found : nullptr;
}

RoadActors actors_on_roads(const Frame& frame, const RoadNetwork& roads,
                           const UprightPose& placement) {
  const CoordinateConversion way(frame.coordinates, kDerivedCoordinates);
  RoadActors found{.time = frame.time, .actors = {}};
  for (const Entity& entity : frame.entities) {
    auto actor = actor_of(entity, way, placement);
    if (!actor) continue;
    actor->road = road_of(actor->place, roads, nullptr);
    found.actors.push_back(std::move(*actor));
  }
  return found;
}

std::vector<RoadValuesOf> road_values(const RoadActors& now, const RoadActors* before,
                                      const RoadNetwork& roads) {
  const std::vector<InLane> lanes = in_lanes(now, before, roads);
  std::vector<RoadValuesOf> found;
  found.reserve(lanes.size());
  for (const InLane& one : lanes) {
    found.push_back({one.actor->entity, values_of(one, lanes, roads)});
  }
  return found;
}

std::optional<RoadValues> road_values_of(EntityIndex entity, const Frame& now, const Frame* before,
                                         const RoadNetwork& roads, const UprightPose& placement) {
  const Entity* const found = now.find(entity);
  const auto asked =
      found == nullptr
          ? std::nullopt
          : actor_of(*found, CoordinateConversion(now.coordinates, kDerivedCoordinates), placement);
  if (!asked) return std::nullopt;
  const RoadActors near = actors_near(*asked, now, roads, placement);
  RoadActors were;
  if (before != nullptr) were = same_actors(near, *before, roads, placement);
  const auto lanes = in_lanes(near, before == nullptr ? nullptr : &were, roads);
  for (const InLane& one : lanes) {
    if (one.actor->entity == entity) return values_of(one, lanes, roads);
  }
  return std::nullopt;
}

std::span<const RoadValueInfo> road_value_infos() { return kInfos; }

bool is_road_path(std::string_view path) {
  return std::ranges::find(kInfos, path, &RoadValueInfo::path) != kInfos.end();
}

}  // namespace scrubjay
