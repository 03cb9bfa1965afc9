#include "formats/carla/read/queries.h"

#include <gtest/gtest.h>

#include "tests/formats/carla_test_file.h"

namespace scrubjay::carla {
namespace {

Result<QueryResult> ask(const std::shared_ptr<Recording>& recording, std::string_view name,
                        std::vector<std::string> values) {
  for (const Query& query : kQueries) {
    if (query.name != name) continue;
    EXPECT_EQ(query.parameters.size(), values.size());
    const std::atomic<bool> cancelled{false};
    return query.run(recording, values, cancelled);
  }
  return failure({.code = "no such query"});
}

std::string table_of(const Result<QueryResult>& result) {
  if (!result) return "error: " + describe(result.error());
  std::string text;
  for (const QueryRow& row : result->rows) {
    for (const std::string& cell : row.cells) text += cell + "|";
    text += "\n";
  }
  return text;
}

/// What follows the three lines of the head, whose date depends on the machine's time zone.
std::string body_of(const Result<QueryResult>& result) {
  if (!result) return "error: " + describe(result.error());
  return result->text.substr(result->text.find("\n\n") + 2);
}

/// A car drives into a lamp, a sign and a walker; one walker leaves.
std::shared_ptr<Recording> crash() {
  return indexed(written([](Writer& writer) {
    writer.begin_frame(0);
    const std::array<Attribute, 1> attributes{{{3, "role_name", "hero"}}};
    EventAdd hero = actor(1, "vehicle.audi.tt", ActorType::vehicle, {1.5, 2, 3});
    hero.attributes = attributes;
    writer.add(hero);
    writer.add(actor(2, "walker.pedestrian.0001", ActorType::walker));
    writer.add(actor(3, "traffic.stop", ActorType::traffic_sign));
    writer.add(actor(4, "walker.pedestrian.0002", ActorType::walker));
    writer.begin_frame(0.5);
    writer.add(Collision{0, 1, 2, true, false});
    writer.begin_frame(0.5);
    writer.add(Collision{1, 1, 2, true, false});
    writer.add(EventDel{2});
    writer.begin_frame(0.75);
    writer.add(Collision{2, 1, 3, true, false});
    writer.add(Collision{3, 1, kNoActor, true, false});
    writer.add(Collision{4, 4, 1, false, true});
    writer.begin_frame(0.5);
  }));
}

TEST(CarlaQueries, CollisionsAreListedWhereContactsBegin) {
  const auto recording = crash();
  const auto all = ask(recording, "collisions", {"a", "a", "scrubjay"});
  EXPECT_EQ(table_of(all),
            "0.5|h w|1|vehicle.audi.tt|2|walker.pedestrian.0001|\n"
            "1.75|h o|1|vehicle.audi.tt|3|traffic.stop|\n"
            "1.75|h o|1|vehicle.audi.tt|||\n"
            "1.75|w h|4|walker.pedestrian.0002|1|vehicle.audi.tt|\n");
  EXPECT_EQ(all->rows[0].frame, FrameIndex(1));
  EXPECT_EQ(recording->entity(all->rows[0].entity).id, "1");
}

TEST(CarlaQueries, CollisionsAreFilteredByBothTypes) {
  const auto recording = crash();
  struct Case {
    const char* type1;
    const char* type2;
    std::size_t rows;
  };
  const Case cases[] = {{"v", "w", 1}, {"h", "w", 1}, {"w", "v", 1},
                        {"w", "h", 1}, {"v", "o", 2}, {"vehicle", "other", 2},
                        {"t", "a", 0}, {"a", "t", 0}, {"hero", "any", 3}};
  for (const Case& c : cases) {
    const auto result = ask(recording, "collisions", {c.type1, c.type2, "scrubjay"});
    ASSERT_TRUE(result.has_value());
    EXPECT_EQ(result->rows.size(), c.rows) << c.type1 << ' ' << c.type2;
  }
}

TEST(CarlaQueries, CollisionsPrintAsCarlaPrintsThemOdditiesIncluded) {
  // The EventDel of walker 2 makes CARLA forget walker 4, who was added last; a sign is an `h`; a
  // row makes the duration a whole number.
  EXPECT_EQ(body_of(ask(crash(), "collisions", {"a", "a", "carla"})),
            "    Time  Types     Id Actor 1                                 Id Actor 2           "
            "                 \n"
            "       0   v w       1 vehicle.audi.tt                          2 "
            "walker.pedestrian.0001             \n"
            "       2   v h       1 vehicle.audi.tt                          3 traffic.stop      "
            "                 \n"
            "       2   v o       1 vehicle.audi.tt                     4294967295               "
            "                     \n"
            "       2   o v       4                                          1 vehicle.audi.tt   "
            "                 \n"
            "\nFrames: 5\nDuration: 2 seconds\n");
}

TEST(CarlaQueries, FileInfoListsEventsAndOnDemandEveryFrame) {
  const auto recording = crash();
  const auto some = ask(recording, "file-info", {"false", "scrubjay"});
  ASSERT_TRUE(some.has_value());
  EXPECT_EQ(some->rows.size(), 10u);
  EXPECT_EQ(some->rows[0].cells,
            (std::vector<std::string>{"1", "0", "added", "1 vehicle.audi.tt",
                                      "type Vehicle, uid 7, location (1.5, 2, 3), rotation (0, 0, "
                                      "0)"}));
  const auto all = ask(recording, "file-info", {"true", "scrubjay"});
  ASSERT_TRUE(all.has_value());
  EXPECT_EQ(all->rows.size(), 15u);
  EXPECT_EQ(all->rows.back().cells[2], "frame");
}

TEST(CarlaQueries, FileInfoPrintsInItsShortFormOnlyFramesWithEvents) {
  EXPECT_EQ(body_of(ask(crash(), "file-info", {"no", "carla"})),
            "Frame 1 at 0 seconds\n"
            " Create 1: vehicle.audi.tt (1) at (1.5, 2, 3)\n"
            "  role_name = hero\n"
            " Create 2: walker.pedestrian.0001 (2) at (0, 0, 0)\n"
            " Create 3: traffic.stop (4) at (0, 0, 0)\n"
            " Create 4: walker.pedestrian.0002 (2) at (0, 0, 0)\n"
            "Frame 2 at 0.5 seconds\n"
            " Collision id 0 between 1 (hero)  with 2\n"
            "Frame 3 at 1 seconds\n"
            " Destroy 2\n"
            " Collision id 1 between 1 (hero)  with 2\n"
            "Frame 4 at 1.75 seconds\n"
            " Collision id 2 between 1 (hero)  with 3\n"
            " Collision id 3 between 1 (hero)  with 4294967295\n"
            " Collision id 4 between 4 with 1 (hero) \n"
            "\nFrames: 5\nDuration: 2.25 seconds\n");
}

TEST(CarlaQueries, FileInfoPrintsEveryPacketInItsLongForm) {
  const std::array<Bone, 1> bones{{{"root", {1, 2, 3}, {4, 5, 6}}}};
  const std::array<glm::vec2, 1> curve{{{1000, 347.5f}}};
  const std::array<Gear, 1> gears{{{4.5f, 0.25f, 0.5f}}};
  const std::array<WheelPhysics, 1> wheels{{{3.5f, 0.25f, 70, 35.5f, 800, 0, 0, 0, 0, {1, 2, 3}}}};
  const auto recording = indexed(written([&](Writer& writer) {
    writer.begin_frame(0);
    writer.add(VehicleDoor{1, 5, false});
    writer.add(Position{1, {1234567.8, -300.25, 10}, {0.5, -1.25, 90}});
    writer.add(State{2, true, 1.5f, 2});
    writer.add(AnimVehicle{1, 0.25f, 0.75f, 0, false, -1});
    writer.add(AnimWalker{3, 140});
    writer.add(VehicleLight{1, kLightPosition | kLightFog | kLightInterior});
    writer.add(VehicleLight{4, 0});
    writer.add(SceneLight{7, 1000, {1, 0.5f, 0.25f, 1}, true, 2});
    Weather weather;
    weather.values[0] = 10;
    writer.add(weather);
    writer.add(Kinematics{1, {1, 2, 3}, {0, 0, 45}});
    writer.add(BoundingBox{1, {0, 0, 75}, {240, 100, 75}});
    writer.add_trigger_volume(TriggerVolume{2, {1, 2, 3}, {4, 5, 6}});
    writer.set_platform_time(0.125);
    PhysicsControl control{.id = 1};
    control.max_rpm = 6500;
    control.use_gear_autobox = true;
    control.torque_curve = curve;
    control.forward_gears = gears;
    control.steering_curve = curve;
    control.wheels = wheels;
    writer.add(control);
    writer.add(TrafficLightTime{2, 10, 3, 2});
    writer.add(WalkerBones{3, bones});
  }));
  EXPECT_EQ(
      body_of(ask(recording, "file-info", {"true", "carla"})),
      "Frame 1 at 0 seconds\n"
      " Vehicle door animations: 1\n  Id: 1\n  Doors opened:  Trunk \n"
      " Positions: 1\n"
      "  Id: 1 Location: (1.23457e+06, -300.25, 10) Rotation: (0.5, -1.25, 90)\n"
      " State traffic lights: 1\n  Id: 2 state: 2 frozen: 1 elapsedTime: 1.5\n"
      " Vehicle animations: 1\n"
      "  Id: 1 Steering: 0.25 Throttle: 0.75 Brake: 0 Handbrake: 0 Gear: -1\n"
      " Walker animations: 1\n  Id: 3 speed: 140\n"
      " Vehicle light animations: 2\n  Id: 1 Position Interior Fog\n  Id: 4 None\n"
      " Scene light changes: 1\n"
      "  Id: 7 enabled: True intensity: 1000 RGB_color: (1, 0.5, 0.25)\n"
      " Weathers: 1\n"
      "  Cloudiness: 10 Precipitation: 0 PrecipitationDeposits: 0 WindIntensity: 0 "
      "SunAzimuthAngle: 0 SunAltitudeAngle: 0 FogDensity: 0 FogDistance: 0 FogFalloff: 0 "
      "Wetness: 0 ScatteringIntensity: 0 MieScatteringScale: 0 RayleighScatteringScale: 0 "
      "DustStorm: 0\n"
      " Dynamic actors: 1\n"
      "  Id: 1 linear_velocity: (1, 2, 3) angular_velocity: (0, 0, 45)\n"
      " Actor bounding boxes: 1\n  Id: 1 origin: (0, 0, 75) extension: (240, 100, 75)\n"
      " Actor trigger volumes: 1\n  Id: 2 origin: (1, 2, 3) extension: (4, 5, 6)\n"
      " Current platform time: 0.125\n"
      " Physics Control events: 1\n"
      "  Id: 1\n   max_rpm = 6500\n   MOI = 0\n   damping_rate_full_throttle = 0\n"
      "   damping_rate_zero_throttle_clutch_engaged = 0\n"
      "   damping_rate_zero_throttle_clutch_disengaged = 0\n   use_gear_auto_box = true\n"
      "   gear_switch_time = 0.5\n   clutch_strength = 0\n   final_ratio = 0\n   mass = 0\n"
      "   drag_coefficient = 0\n   center_of_mass = (0, 0, 0)\n"
      "   torque_curve = (1000, 347.5)\n   steering_curve = (1000, 347.5)\n"
      "   forward_gears:\n    gear 0: ratio 4.5 down_ratio 0.25 up_ratio 0.5\n"
      "   wheels:\n    wheel 0: tire_friction 3.5 damping_rate 0.25 max_steer_angle 70 radius "
      "35.5 max_brake_torque 800 max_handbrake_torque 0 position (1, 2, 3)\n"
      " Traffic Light time events: 1\n"
      "  Id: 2 green_time: 10 yellow_time: 3 red_time: 2\n"
      " Walkers Bones: 1\n  Id: 3\n"
      "     Bone: \"root\" relative: Loc(1, 2, 3) Rot(4, 5, 6)\n\n"
      "\nFrames: 1\nDuration: 0 seconds\n");
}

/// A car that stands from 0.5 to 2.5 s at 100 cm (its first sample is at 0), then drives; a walker
/// who never moves and leaves at 2 s; a prop.
std::shared_ptr<Recording> standing() {
  return indexed(written([](Writer& writer) {
    for (int i = 0; i <= 6; ++i) {
      writer.begin_frame(0.5);
      if (i == 0) {
        writer.add(actor(1, "vehicle.audi.tt", ActorType::vehicle));
        writer.add(actor(2, "walker.pedestrian.0001", ActorType::walker));
        writer.add(actor(3, "static.prop.box", ActorType::other));
      }
      if (i == 4) writer.add(EventDel{2});
      writer.add(Position{1, {i < 5 ? 100.0 + i : 100.0 * i, 0, 0}, {}});
      if (i < 4) writer.add(Position{2, {0, 0, 100}, {}});
      writer.add(Position{3, {5000, 0, 0}, {}});
    }
  }));
}

TEST(CarlaQueries, BlockedActorsAreThoseThatStandLongEnough) {
  const auto recording = standing();
  EXPECT_EQ(table_of(ask(recording, "blocked", {"1", "10", "a", "scrubjay"})),
            "0.5|3|static.prop.box|2.5|\n"
            "0.5|1|vehicle.audi.tt|2|\n"
            "0.5|2|walker.pedestrian.0001|1.5|\n");
  EXPECT_EQ(table_of(ask(recording, "blocked", {"1.75", "10", "v", "scrubjay"})),
            "0.5|1|vehicle.audi.tt|2|\n");
  EXPECT_EQ(table_of(ask(recording, "blocked", {"1", "2", "v", "scrubjay"})), "");
  EXPECT_EQ(table_of(ask(recording, "blocked", {"0.5", "0.5", "v", "scrubjay"})), "");
}

TEST(CarlaQueries, BlockedActorsPrintAsCarlaPrintsThem) {
  // The -1 of the last frame shortens what stands to the end; the EventDel of the walker takes the
  // prop instead, which comes back without a name at its next Position; the walker stays listed.
  EXPECT_EQ(body_of(ask(standing(), "blocked", {"1", "10", "a", "carla"})),
            "    Time     Id Actor                                 Duration\n"
            "       0      1 vehicle.audi.tt                              2\n"
            "       0      2 walker.pedestrian.0001                       2\n"
            "\nFrames: 7\nDuration: 3 seconds\n");
}

TEST(CarlaQueries, RefuseValuesThatTheyDoNotUnderstand) {
  const auto recording = standing();
  struct Case {
    const char* query;
    std::vector<std::string> values;
  };
  const Case cases[] = {
      {"file-info", {"maybe", "scrubjay"}},    {"file-info", {"true", "unreal"}},
      {"collisions", {"x", "a", "carla"}},     {"collisions", {"a", "", "carla"}},
      {"blocked", {"-1", "10", "a", "carla"}}, {"blocked", {"1", "ten", "a", "carla"}},
      {"blocked", {"1", "nan", "a", "carla"}}, {"blocked", {"1", "10", "vehicles", "carla"}}};
  for (const Case& c : cases) {
    const auto result = ask(recording, c.query, c.values);
    ASSERT_FALSE(result.has_value()) << c.query << ' ' << c.values[0] << ' ' << c.values[1];
    EXPECT_EQ(result.error().code, "query");
  }
}

}  // namespace
}  // namespace scrubjay::carla
