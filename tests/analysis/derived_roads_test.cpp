// What follows from where actors are on a road.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <glm/gtc/quaternion.hpp>
#include <map>
#include <memory>
#include <numbers>
#include <string>
#include <vector>

#include "analysis/derived/road_recording.h"
#include "analysis/derived/road_values.h"
#include "core/property_json.h"
#include "core/time_cursor.h"
#include "derived_scene.h"
#include "straight_road.h"
#include "tests/formats/opened.h"

namespace scrubjay {
namespace {

constexpr double kPi = std::numbers::pi;

/// At x along the road and y to the left of it, turned counter-clockwise from +x.
DerivedEntity actor(std::uint32_t row, double x, double y, double heading = 0.0) {
  DerivedEntity entity{.row = row};
  entity.world.position = glm::dvec3(x, y, 0.0);
  entity.world.rotation = glm::angleAxis(heading, glm::dvec3(0.0, 0.0, 1.0));
  entity.box = Box{.center = {0.0, 0.0, 0.75}, .half = {2.0, 1.0, 0.75}};
  return entity;
}

std::vector<EntityKind> vehicles(std::size_t count) {
  return std::vector(count, EntityKind::vehicle);
}

std::shared_ptr<Recording> on_road(DerivedScene scene, UprightPose placement = {},
                                   std::string_view junction = "") {
  auto roads = std::make_shared<StraightRoad>();
  roads->junction = junction;
  return with_roads(derived_recording(std::move(scene)),
                    {.roads = roads, .path = "straight.xodr", .placement = placement});
}

/// The values of an entity's group "road" in a frame, as JSON; nothing without the group.
using Values = std::map<std::string, std::string>;
Values values_in(const Frame& frame, std::uint32_t row) {
  Values values;
  const Entity* const entity = frame.find(EntityIndex(row));
  if (entity == nullptr) return values;
  const auto group = find_path(frame.tree, entity->properties, "road");
  if (!group) return values;
  for_each_root(
      frame.tree, children_of(frame.tree, *group), [&](auto node, const PropertyNode& value) {
        std::string text;
        JsonWriter json(text);
        write_plain_value(json, frame.tree, node);
        values[std::string(value.name)] = text + (value.unit[0] == '\0' ? "" : " ") + value.unit;
      });
  return values;
}

Values values_at(const std::shared_ptr<Recording>& recording, std::size_t frame,
                 std::uint32_t row) {
  Cursor cursor(recording);
  return values_in(cursor.seek(FrameIndex(frame)), row);
}

/// The number in front of the unit; NaN where there is none.
double number_of(const Values& values, const std::string& name) {
  const auto found = values.find(name);
  return found == values.end() ? std::nan("") : std::stod(found->second);
}

constexpr CoordinateSystem kRos = kDerivedCoordinates;

TEST(DerivedRoads, SayWhereAnActorIs) {
  const auto recording = on_road({.coordinates = kRos,
                                  .kinds = vehicles(1),
                                  .frames = {{.time = 0, .entities = {actor(0, 30, -1.5)}},
                                             {.time = 0.5, .entities = {actor(0, 35, -1.5)}}}});
  const Values first = {{"derived_from", "\"straight.xodr\""},
                        {"road", "\"r7\""},
                        {"lane", "-1"},
                        {"lane_type", "\"driving\""},
                        {"s", "30 m"},
                        {"t", "-1.5 m"},
                        {"lane_offset", "0.5 m"},
                        {"distance", "0 m"},
                        {"heading_error", "0 rad"},
                        {"overlapping", "1"}};
  EXPECT_EQ(values_at(recording, 0, 0), first);
  Values second = first;
  second["s"] = "35 m";
  second["speed_along"] = "10 m/s";
  EXPECT_EQ(values_at(recording, 1, 0), second);
}

TEST(DerivedRoads, NameEachValueOnceAndInOnePlace) {
  DerivedScene scene{.coordinates = kRos, .kinds = vehicles(2), .frames = {}};
  for (int i = 0; i < 2; ++i) {
    scene.frames.push_back({.time = i * 0.5, .entities = {actor(0, 10 * i, -2), actor(1, 50, -2)}});
  }
  const Values values = values_at(on_road(scene, {}, "j1"), 1, 0);
  std::vector<std::string> named = {"derived_from"};
  for (const RoadValueInfo& info : road_value_infos()) {
    EXPECT_TRUE(info.path.starts_with(kRoadPrefix));
    const std::string name(info.path.substr(kRoadPrefix.size()));
    named.push_back(name);
    ASSERT_TRUE(values.contains(name)) << name;
    const std::string unit = info.unit[0] == '\0' ? "" : std::string(" ") + info.unit;
    EXPECT_TRUE(values.at(name).ends_with(unit)) << values.at(name);
  }
  EXPECT_EQ(values.size(), named.size());
  EXPECT_EQ(values.at("junction"), "\"j1\"");
}

TEST(DerivedRoads, LookAlongTheLane) {
  const auto recording =
      on_road({.coordinates = kRos,
               .kinds = vehicles(2),
               .frames = {{.time = 0, .entities = {actor(0, 30, 2, kPi), actor(1, 30, -2, kPi)}},
                          {.time = 1, .entities = {actor(0, 20, 2, kPi), actor(1, 20, -2, kPi)}}}});
  EXPECT_NEAR(number_of(values_at(recording, 1, 0), "heading_error"), 0, 1e-9);
  EXPECT_NEAR(number_of(values_at(recording, 1, 0), "speed_along"), 10, 1e-9);
  EXPECT_NEAR(std::abs(number_of(values_at(recording, 1, 1), "heading_error")), kPi, 1e-9);
  EXPECT_NEAR(number_of(values_at(recording, 1, 1), "speed_along"), -10, 1e-9) << "the wrong way";
}

TEST(DerivedRoads, KnowTheLaneOfTheFrameBeforeWhereLanesLieUponEachOther) {
  const auto recording = on_road(
      {.coordinates = kRos,
       .kinds = vehicles(2),
       .frames = {{.time = 0, .entities = {actor(0, 499, -2, kPi)}},
                  {.time = 1, .entities = {actor(0, 501, -2, kPi), actor(1, 501, -2, kPi)}}}});
  EXPECT_EQ(values_at(recording, 1, 0).at("lane"), "-1");
  EXPECT_EQ(values_at(recording, 1, 1).at("lane"), "-2");
  EXPECT_EQ(values_at(recording, 1, 1).at("overlapping"), "2");
  EXPECT_NEAR(number_of(values_at(recording, 1, 1), "heading_error"), 0, 1e-9)
      << "both ways may use it";
}

TEST(DerivedRoads, SeeWhoIsAheadInTheLane) {
  // 0 goes after 1, which is slower; 2 is further ahead, 3 behind, 4 in the other lane.
  DerivedScene scene{.coordinates = kRos, .kinds = vehicles(5), .frames = {}};
  for (int i = 0; i < 2; ++i) {
    scene.frames.push_back(
        {.time = 1.0 * i,
         .entities = {actor(0, 20 + 10 * i, -2), actor(1, 44 + 4 * i, -1), actor(2, 60 + 4 * i, -2),
                      actor(3, 10 + 10 * i, -2), actor(4, 40, 2, kPi)}});
  }
  const auto recording = on_road(scene);
  const Values values = values_at(recording, 1, 0);
  EXPECT_EQ(values.at("ahead"), "\"e1\"");
  EXPECT_NEAR(number_of(values, "gap"), 18 - 4, 1e-9) << "from 30 to 48, two half boxes between";
  EXPECT_NEAR(number_of(values, "ttc"), 14 / 6.0, 1e-9);
  const Values first = values_at(recording, 0, 0);
  EXPECT_EQ(first.at("ahead"), "\"e1\"");
  EXPECT_FALSE(first.contains("ttc")) << "no speed is known";
  EXPECT_EQ(values_at(recording, 1, 3).at("ahead"), "\"e0\"");
  EXPECT_FALSE(values_at(recording, 1, 3).contains("ttc")) << "both are equally fast";
  EXPECT_FALSE(values_at(recording, 1, 2).contains("ahead"));
  EXPECT_FALSE(values_at(recording, 1, 4).contains("ahead"));
}

TEST(DerivedRoads, HaveNoGapBetweenBoxesThatOverlap) {
  const auto recording = on_road({.coordinates = kRos,
                                  .kinds = vehicles(2),
                                  .frames = {{.entities = {actor(0, 20, -2), actor(1, 22, -2)}}}});
  EXPECT_EQ(values_at(recording, 0, 0).at("gap"), "0 m");
}

TEST(DerivedRoads, DoNotLookFurtherThanAHundredMetres) {
  const auto ahead_at = [](double x) {
    const auto recording = on_road({.coordinates = kRos,
                                    .kinds = vehicles(2),
                                    .frames = {{.entities = {actor(0, 0, -2), actor(1, x, -2)}}}});
    return values_at(recording, 0, 0).contains("ahead");
  };
  EXPECT_TRUE(ahead_at(99.9));
  EXPECT_FALSE(ahead_at(100.1));
}

TEST(DerivedRoads, AreThoseOfTheNearestLaneBesideTheRoadAndOfNoneFarAway) {
  const auto recording =
      on_road({.coordinates = kRos,
               .kinds = {EntityKind::person, EntityKind::vehicle, EntityKind::signal},
               .frames = {{.entities = {actor(0, 20, -7), actor(1, 20, -25), actor(2, 20, -2)}}}});
  EXPECT_EQ(values_at(recording, 0, 0).at("distance"), "3 m");
  EXPECT_EQ(values_at(recording, 0, 0).at("overlapping"), "0");
  EXPECT_TRUE(values_at(recording, 0, 1).empty()) << "21 m away";
  EXPECT_TRUE(values_at(recording, 0, 2).empty()) << "no actor";
}

TEST(DerivedRoads, AreTheSameInAnyCoordinates) {
  // In Unreal's: centimetres, y to the right, a heading clockwise from above.
  DerivedEntity entity{.row = 0};
  entity.world.position = glm::dvec3(3000, 150, 0);
  entity.world.rotation = glm::angleAxis(-0.25, glm::dvec3(0.0, 0.0, 1.0));
  const auto unreal = CoordinateSystem::parse("unreal");
  ASSERT_TRUE(unreal);
  const auto recording =
      on_road({.coordinates = *unreal, .kinds = vehicles(1), .frames = {{.entities = {entity}}}});
  for (const bool is_converted : {false, true}) {
    Cursor cursor(recording);
    if (is_converted) cursor.set_coordinates(kRos);
    const Values values = values_in(cursor.seek(FrameIndex(0)), 0);
    EXPECT_NEAR(number_of(values, "s"), 30, 1e-9);
    EXPECT_NEAR(number_of(values, "t"), -1.5, 1e-9);
    EXPECT_NEAR(number_of(values, "heading_error"), 0.25, 1e-9);
    EXPECT_EQ(values.at("lane"), "-1");
  }
}

TEST(DerivedRoads, AreTurnedAndMovedIntoTheirPlace) {
  const auto recording =
      on_road({.coordinates = kRos,
               .kinds = vehicles(2),
               .frames = {{.time = 0, .entities = {actor(0, 0, 0, 0), actor(1, 0, 10, 0)}},
                          {.time = 1, .entities = {actor(0, 0, 5, 0), actor(1, 0, 15, 0)}}}},
              {.offset = {100, -2, 0}, .heading = -kPi / 2});
  const Values values = values_at(recording, 1, 0);
  EXPECT_NEAR(number_of(values, "s"), 105, 1e-9) << "what went along y goes along the road";
  EXPECT_NEAR(number_of(values, "t"), -2, 1e-9);
  EXPECT_NEAR(number_of(values, "heading_error"), -kPi / 2, 1e-9);
  EXPECT_NEAR(number_of(values, "speed_along"), 5, 1e-9);
  EXPECT_NEAR(number_of(values, "gap"), 10 - 2, 1e-9) << "the boxes are turned, too";
}

TEST(DerivedRoads, AreTheSameInWhateverOrderFramesAreSought) {
  DerivedScene scene{.coordinates = kRos, .streams = 2, .kinds = vehicles(3), .frames = {}};
  for (int i = 0; i < 40; ++i) {
    scene.frames.push_back({.time = 0.1 * i,
                            .stream = static_cast<std::uint32_t>(i % 3 == 0 ? 1 : 0),
                            .entities = {actor(0, 480 + i, -2), actor(1, 505 + i / 2, -2, 0.1 * i),
                                         actor(2, 520 - i, i % 2 == 0 ? 2 : -2)}});
  }
  const auto recording = on_road(scene);
  std::vector<std::vector<Values>> in_order;
  Cursor cursor(recording);
  const auto all_in = [&](std::size_t frame) {
    const Frame& sought = cursor.seek(FrameIndex(frame));
    return std::vector{values_in(sought, 0), values_in(sought, 1), values_in(sought, 2)};
  };
  for (std::size_t i = 0; i < 40; ++i) in_order.push_back(all_in(i));
  for (std::size_t i = 0; i < 40; ++i) {
    const std::size_t frame = i * 17 % 40;
    EXPECT_EQ(all_in(frame), in_order[frame]) << frame;
    EXPECT_EQ(all_in(frame), in_order[frame]) << frame << " again";
  }
  EXPECT_TRUE(in_order[39][0].contains("ttc") || in_order[39][0].contains("ahead"));
}

TEST(DerivedRoads, OfOneThatIsWantedFollowFromAll) {
  const auto plain = opened(std::string(SCRUBJAY_ASSETS) + "/sample.xrec");
  ASSERT_NE(plain, nullptr);
  const auto with = with_roads(plain, {.roads = std::make_shared<StraightRoad>(), .path = "a"});
  Cursor all(with);
  Cursor one(with);
  std::size_t ahead = 0;
  for (std::size_t frame = 100; frame < 200; frame += 20) {
    const Frame& whole = all.seek(FrameIndex(frame));
    for (const Entity& entity : whole.entities) {
      one.want({{entity.index}});
      const Frame& wanted = one.seek(FrameIndex(frame));
      ASSERT_EQ(wanted.entities.size(), 1u);
      const Values values = values_in(whole, entity.index.value);
      EXPECT_EQ(values_in(wanted, entity.index.value), values);
      if (values.contains("ahead")) ++ahead;
    }
  }
  EXPECT_GT(ahead, 0u);
}

TEST(DerivedRoads, AreKnownBetweenFramesWhereThePlacesAre) {
  const auto plain = opened(std::string(SCRUBJAY_ASSETS) + "/sample.xrec");
  ASSERT_NE(plain, nullptr);
  auto between = TimeCursor::open(plain);
  auto with =
      TimeCursor::open(with_roads(plain, {.roads = std::make_shared<StraightRoad>(), .path = "a"}));
  ASSERT_TRUE(between.has_value());
  ASSERT_TRUE(with.has_value());
  between->set_coordinates(kRos);
  std::size_t speeds = 0;
  for (const double time : {10.0, 20.003, 20.021, 30.01}) {
    const Frame& places = between->seek(time, Sampling::linear);
    const Frame& frame = with->seek(time, Sampling::linear);
    EXPECT_EQ(frame.time, places.time);
    EXPECT_EQ(frame.events.size(), places.events.size());
    for (const Entity& entity : places.entities) {
      if (!entity.world.position) continue;
      const Values values = values_in(frame, entity.index.value);
      if (values.empty()) continue;
      EXPECT_NEAR(number_of(values, "s"), entity.world.position->x, 1e-6) << time;
      if (values.contains("speed_along")) ++speeds;
    }
  }
  EXPECT_GT(speeds, 10U);
}

/// The values of one actor as the group "road" would have them.
Values values_of_one(const Frame& now, const Frame* before, std::uint32_t row,
                     const UprightPose& placement, const Recording& of) {
  Frame shown;
  const auto values = road_values_of(EntityIndex(row), now, before, StraightRoad(), placement);
  if (!values) return {};
  Entity entity;
  entity.index = EntityIndex(row);
  append_road_values(*values, "straight.xodr", of, shown.tree);
  entity.properties = {0, shown.tree.size()};
  shown.entities.push_back(entity);
  return values_in(shown, row);
}

TEST(DerivedRoads, OfOneActorAreThoseThatItHasAmongAll) {
  DerivedScene scene{.coordinates = kRos, .kinds = vehicles(5), .frames = {}};
  scene.kinds.back() = EntityKind::signal;
  for (int i = 0; i < 3; ++i) {
    scene.frames.push_back(
        {.time = i * 0.5,
         .entities = {actor(0, 380 + 9.0 * i, -2), actor(1, 485 + 10.0 * i, -2),
                      actor(2, 492 + 8.0 * i, -2), actor(3, 5, 300), actor(4, 490, -2)}});
  }
  const UprightPose placement{.offset = {3, 0.5, 0}, .heading = 0.001};
  const auto recording = derived_recording(scene);
  const auto all = on_road(scene, placement);
  Cursor cursor(recording);
  Cursor cursor_before(recording);
  int with_road = 0;
  for (std::size_t frame = 0; frame < 3; ++frame) {
    const Frame& now = cursor.seek(FrameIndex(frame));
    const Frame* const before = frame == 0 ? nullptr : &cursor_before.seek(FrameIndex(frame - 1));
    for (std::uint32_t row = 0; row < 5; ++row) {
      const Values expected = values_at(all, frame, row);
      EXPECT_EQ(values_of_one(now, before, row, placement, *recording), expected) << row;
      with_road += expected.empty() ? 0 : 1;
    }
  }
  EXPECT_EQ(with_road, 9);
}

TEST(DerivedRoads, AreMadeForTheFirstWhoAsksAndKept) {
  DerivedScene scene{.coordinates = kRos,
                     .kinds = vehicles(1),
                     .frames = {{.time = 0, .entities = {actor(0, 30, -1.5)}}}};
  RecordingOverRoads over(derived_recording(std::move(scene)),
                          {.roads = std::make_shared<StraightRoad>(), .path = "a.xodr"});
  const auto made = over.with_values();
  EXPECT_EQ(over.with_values(), made);
  Cursor cursor(made);
  EXPECT_EQ(values_in(cursor.seek(FrameIndex(0)), 0).at("derived_from"), "\"a.xodr\"");
}

TEST(DerivedRoads, LeaveTheRecordingAsItIs) {
  const auto plain = derived_recording(
      {.coordinates = kRos, .kinds = vehicles(1), .frames = {{.entities = {actor(0, 20, -2)}}}});
  const auto recording =
      with_roads(plain, {.roads = std::make_shared<StraightRoad>(), .path = "a"});
  EXPECT_FALSE(values_at(recording, 0, 0).empty());
  EXPECT_TRUE(values_at(plain, 0, 0).empty());
  EXPECT_EQ(recording->frame_count(), plain->frame_count());
  EXPECT_EQ(recording->entity(EntityIndex(0)).id, plain->entity(EntityIndex(0)).id);
}

}  // namespace
}  // namespace scrubjay
