// The state at one frame: samples, state that holds, poses.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <limits>

#include "core/background_index.h"
#include "formats/carla/carla.h"
#include "tests/core/allocation_counter.h"
#include "tests/formats/carla_test_file.h"

namespace scrubjay::carla {
namespace {

TEST(CarlaDecoder, SamplesHoldInTheirFrameOnly) {
  const auto recording = indexed(written([](Writer& writer) {
    writer.begin_frame(0);
    writer.add(actor(1, "vehicle.audi.tt", ActorType::vehicle, {1, 2, 3}, {0, 0, 45}));
    writer.add(Position{1, {10, 20, 30}, {1, 2, 3}});
    writer.add(Kinematics{1, {3, 4, 0}, {0, 0, -10}});
    writer.add(AnimVehicle{1, -0.5f, 0.75f, 0.25f, true, -1});
    writer.add(VehicleLight{1, kLightLowBeam | kLightReverse});
    writer.add(actor(2, "walker.pedestrian.0001", ActorType::walker));
    writer.add(AnimWalker{2, 140.5f});
    writer.add(actor(3, "traffic.traffic_light", ActorType::traffic_light));
    writer.add(State{3, true, 2.5f, 1});
    writer.begin_frame(0.05);
  }));
  const Sought first(recording, 0);
  EXPECT_EQ(first.numbers("1", "pose/location"), (std::vector<double>{10, 20, 30}));
  EXPECT_EQ(first.numbers("1", "pose/rotation"), (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(first.numbers("1", "kinematics/linear_velocity"), (std::vector<double>{3, 4, 0}));
  EXPECT_EQ(first.numbers("1", "kinematics/angular_velocity"), (std::vector<double>{0, 0, -10}));
  EXPECT_EQ(first.number("1", "kinematics/speed"), 5);
  EXPECT_EQ(first.number("1", "control/steering"), -0.5);
  EXPECT_EQ(first.number("1", "control/throttle"), 0.75);
  EXPECT_EQ(first.number("1", "control/brake"), 0.25);
  EXPECT_EQ(first.text("1", "control/handbrake"), "true");
  EXPECT_EQ(first.number("1", "control/gear"), -1);
  EXPECT_EQ(first.number("1", "lights/flags"), 0x42);
  EXPECT_EQ(first.text("1", "lights/on/0"), "LowBeam");
  EXPECT_EQ(first.text("1", "lights/on/1"), "Reverse");
  EXPECT_EQ(first.text("1", "lights/on/2"), "(none)");
  EXPECT_EQ(first.number("2", "walker/speed"), 140.5);
  EXPECT_EQ(first.text("3", "traffic_light/state"), "Yellow");
  EXPECT_EQ(first.entity("3")->lamp, Lamp::yellow);
  EXPECT_EQ(first.entity("1")->lamp, Lamp::unknown);
  EXPECT_EQ(first.text("3", "traffic_light/frozen"), "true");
  EXPECT_EQ(first.number("3", "traffic_light/elapsed_time"), 2.5);

  const Sought second(recording, 1);
  EXPECT_EQ(second.property("1", "pose"), nullptr);
  EXPECT_TRUE(second.entity("1")->world.empty());
  for (const char* path : {"kinematics", "control", "lights"}) {
    EXPECT_EQ(second.property("1", path), nullptr) << path;
  }
  EXPECT_EQ(second.property("2", "walker"), nullptr);
  EXPECT_EQ(second.property("3", "traffic_light"), nullptr);
  EXPECT_EQ(second.entity("3")->lamp, Lamp::unknown);
}

/// What is never sampled stands where it was added; what is sampled has no place without a sample.
TEST(CarlaDecoder, WhoIsSampledIsNowhereInAFrameWithoutItsPosition) {
  const auto recording = indexed(written([](Writer& writer) {
    writer.begin_frame(0);
    writer.add(actor(1, "vehicle.a", ActorType::vehicle, {1, 2, 3}));
    writer.add(actor(2, "vehicle.late", ActorType::vehicle, {4, 5, 6}));
    writer.add(actor(3, "traffic.stop", ActorType::traffic_sign, {7, 8, 9}));
    writer.add(Position{1, {10, 0, 0}, {}});
    for (int frame = 1; frame < 5; ++frame) {
      writer.begin_frame(0.05);
      if (frame == 1) {
        writer.add(actor(5, "static.prop.box", ActorType::other, {0, 0, 1}));
        writer.add(EventParent{5, 1});
        writer.add(actor(6, "sensor.camera.rgb", ActorType::sensor, {0, 0, 2}));
        writer.add(EventParent{6, 1});
      }
      // Somebody else may have its id later.
      if (frame == 4) writer.add(EventDel{3});
      if (frame == 4) writer.add(actor(3, "vehicle.b", ActorType::vehicle, {70, 0, 0}));
      if (frame == 4) writer.add(Position{3, {71, 0, 0}, {}});
      if (frame == 2) continue;
      writer.add(Position{1, {10.0 + frame, 0, 0}, {}});
      writer.add(Position{2, {20.0 + frame, 0, 0}, {}});
      writer.add(Position{5, {30.0 + frame, 0, 0}, {}});
    }
    ASSERT_TRUE(writer.finish());
  }));
  const Sought added(recording, 0);
  EXPECT_EQ(added.entity("1")->world.position, glm::dvec3(10, 0, 0));
  EXPECT_EQ(added.entity("2")->world.position, glm::dvec3(4, 5, 6)) << "as its EventAdd says";
  EXPECT_EQ(added.entity("3")->world.position, glm::dvec3(7, 8, 9));
  const Sought gap(recording, 2);
  for (const char* id : {"1", "2", "5", "6"}) {
    ASSERT_NE(gap.entity(id), nullptr) << id;
    EXPECT_TRUE(gap.entity(id)->world.empty()) << id;
    EXPECT_EQ(gap.property(id, "pose"), nullptr) << id;
  }
  EXPECT_TRUE(gap.entity("5")->local.empty()) << "nobody knows where on its parent it is";
  EXPECT_FALSE(gap.entity("6")->local.empty()) << "it only follows one who is nowhere";
  EXPECT_EQ(gap.entity("3")->world.position, glm::dvec3(7, 8, 9));
  const Sought later(recording, 3);
  EXPECT_EQ(later.entity("1")->world.position, glm::dvec3(13, 0, 0));
  EXPECT_EQ(later.entity("3")->world.position, glm::dvec3(7, 8, 9));
  EXPECT_EQ(later.entity("5")->world.position, glm::dvec3(33, 0, 0));
  EXPECT_EQ(later.entity("6")->world.position, glm::dvec3(13, 0, 2));
}

TEST(CarlaDecoder, UnitsAndMeaningsAreStated) {
  const auto recording = indexed(written([](Writer& writer) {
    writer.begin_frame(0);
    writer.add(actor(1, "vehicle.audi.tt"));
    writer.add(Kinematics{1, {3, 4, 0}, {0, 0, -10}});
    writer.add(BoundingBox{1, {0, 0, 75}, {240, 100, 75}});
  }));
  struct Case {
    const char* path;
    const char* unit;
    Meaning meaning;
  };
  const Case cases[] = {{"pose/location", "cm", Meaning::point},
                        {"pose/rotation", "deg", Meaning::euler},
                        {"kinematics/linear_velocity", "m/s", Meaning::velocity},
                        {"kinematics/angular_velocity", "deg/s", Meaning::axial},
                        {"kinematics/speed", "m/s", Meaning::none},
                        {"bounding_box/origin", "cm", Meaning::point},
                        {"bounding_box/extent", "cm", Meaning::extent}};
  const Sought frame(recording, 0);
  for (const Case& c : cases) {
    const PropertyNode* node = frame.property("1", c.path);
    ASSERT_NE(node, nullptr) << c.path;
    EXPECT_STREQ(node->unit, c.unit) << c.path;
    EXPECT_EQ(node->meaning, c.meaning) << c.path;
  }
}

TEST(CarlaDecoder, ACamerasFieldOfViewIsKnownAsSuch) {
  const auto recording = indexed(written([](Writer& writer) {
    const std::array<Attribute, 2> attributes{{{2, "fov", "100"}, {3, "role_name", "front"}}};
    EventAdd add = actor(1, "sensor.camera.rgb");
    add.attributes = attributes;
    writer.begin_frame(0);
    writer.add(add);
  }));
  const Sought frame(recording, 0);
  const PropertyNode* const fov = frame.property("1", "actor/attributes/fov");
  const PropertyNode* const name = frame.property("1", "actor/attributes/role_name");
  ASSERT_NE(fov, nullptr);
  ASSERT_NE(name, nullptr);
  EXPECT_EQ(fov->role, PropertyRole::field_of_view);
  EXPECT_EQ(name->role, PropertyRole::none);
}

TEST(CarlaDecoder, StateWrittenOnceHoldsAtLaterFramesAndNotAtEarlierOnes) {
  Weather weather;
  for (std::size_t i = 0; i < Weather::kValues; ++i) weather.values[i] = static_cast<float>(i);
  const auto recording = indexed(written([&](Writer& writer) {
    writer.begin_frame(0);
    writer.add(actor(1, "vehicle.audi.tt"));
    writer.add(actor(3, "traffic.traffic_light"));
    writer.begin_frame(0.05);
    writer.add(BoundingBox{1, {0, 0, 75}, {240, 100, 75}});
    writer.add_trigger_volume(TriggerVolume{3, {1000, 2000, 0}, {50, 60, 70}});
    writer.add(TrafficLightTime{3, 10, 3, 2});
    writer.add(VehicleDoor{1, 0, true});
    writer.add(weather);
    writer.add(SceneLight{-4, 1000, {1, 0.5f, 0.25f, 1}, true, 2});
    writer.begin_frame(0.05);
    writer.begin_frame(0.05);
    writer.add(TrafficLightTime{3, 20, 3, 2});
    writer.add(VehicleDoor{1, 0, false});
    writer.add(VehicleDoor{1, kAllDoors, true});
    writer.add(SceneLight{-4, 1000, {1, 0.5f, 0.25f, 1}, false, 2});
    writer.add(SceneLight{9, 5, {0, 0, 0, 1}, true, 3});
    writer.begin_frame(0.05);
  }));
  const Sought before(recording, 0);
  for (const char* path : {"bounding_box", "doors"}) {
    EXPECT_EQ(before.property("1", path), nullptr) << path;
  }
  EXPECT_EQ(before.property("", "weather"), nullptr);
  EXPECT_EQ(before.property("", "scene_lights"), nullptr);
  for (const std::size_t frame : {1u, 2u}) {
    const Sought sought(recording, frame);
    ASSERT_TRUE(sought.entity("1")->box.has_value());
    EXPECT_EQ(sought.entity("1")->box->half, glm::dvec3(240, 100, 75));
    EXPECT_EQ(sought.numbers("3", "trigger_volume/origin"), (std::vector<double>{1000, 2000, 0}));
    EXPECT_EQ(sought.number("3", "traffic_light/green_time"), 10);
    EXPECT_EQ(sought.text("1", "doors/front_left"), "open");
    EXPECT_EQ(sought.text("1", "doors/hood"), "(none)");
    EXPECT_EQ(sought.number("", "weather/cloudiness"), 0);
    EXPECT_EQ(sought.number("", "weather/dust_storm"), 13);
    EXPECT_EQ(sought.text("", "scene_lights/-4/on"), "true");
    EXPECT_EQ(sought.text("", "scene_lights/-4/group"), "Street");
    EXPECT_EQ(sought.numbers("", "scene_lights/-4/color"), (std::vector<double>{1, 0.5, 0.25, 1}));
    EXPECT_EQ(sought.property("", "scene_lights/9"), nullptr);
  }
  for (const std::size_t frame : {3u, 4u}) {
    const Sought sought(recording, frame);
    EXPECT_EQ(sought.number("3", "traffic_light/green_time"), 20);
    EXPECT_EQ(sought.text("1", "doors/front_left"), "open");
    EXPECT_EQ(sought.text("1", "doors/trunk"), "open");
    EXPECT_EQ(sought.text("", "scene_lights/-4/on"), "false");
    EXPECT_EQ(sought.number("", "scene_lights/9/intensity"), 5);
  }
  EXPECT_EQ(Sought(recording, 3).events(), "door closed 1, door opened 1");
  EXPECT_EQ(Sought(recording, 3).event_text(1, "door"), "all");
}

TEST(CarlaDecoder, BoxesThatAreNoneAreNotDrawn) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  const auto recording = indexed(written([&](Writer& writer) {
    writer.begin_frame(0);
    for (const std::uint32_t id : {1u, 2u, 3u, 4u}) writer.add(actor(id, "static.x"));
    writer.add(BoundingBox{1, {nan, nan, nan}, {infinity, infinity, -infinity}});
    writer.add(BoundingBox{2, {0, 0, 0}, {1, -1, 1}});
    writer.add(BoundingBox{3, {0, 0, 0}, {0, 0, 0}});
    writer.add(BoundingBox{4, {0, infinity, 0}, {1, 1, 1}});
  }));
  const Sought frame(recording, 0);
  EXPECT_FALSE(frame.entity("1")->box.has_value());
  EXPECT_FALSE(frame.entity("2")->box.has_value());
  EXPECT_TRUE(frame.entity("3")->box.has_value());
  EXPECT_FALSE(frame.entity("4")->box.has_value());
  EXPECT_NE(frame.property("1", "bounding_box"), nullptr);
}

TEST(CarlaDecoder, WhatIsSpawnedAttachedFollowsItsParentsPlaceAndTurn) {
  const auto recording = indexed(written([](Writer& writer) {
    writer.begin_frame(0);
    writer.add(actor(1, "vehicle.audi.tt", ActorType::vehicle, {1000, 2000, 50}));
    writer.add(actor(5, "sensor.camera.rgb", ActorType::sensor, {1, 2, 3}));
    writer.begin_frame(0.05);
    // A sensor on a sensor on the car; children may stand before their parents.
    writer.add(actor(3, "sensor.other.imu", ActorType::sensor, {0, 10, 0}, {0, 0, 90}));
    writer.add(actor(2, "sensor.other.gnss", ActorType::sensor, {100, 0, 280}));
    writer.add(EventParent{3, 2});
    writer.add(EventParent{2, 1});
    writer.add(Position{1, {1000, 2000, 50}, {0, 0, 0}});
    writer.begin_frame(0.05);
    writer.add(Position{1, {5000, 0, 0}, {0, 0, 90}});
    // Attached later: where it was added is of the world.
    writer.add(EventParent{5, 1});
    writer.begin_frame(0.05);
    writer.add(EventDel{1});
  }));
  const auto near = [](const Sought& sought, const char* id, const glm::dvec3& place) {
    const Entity* entity = sought.entity(id);
    ASSERT_NE(entity, nullptr);
    ASSERT_TRUE(entity->world.position.has_value()) << id;
    EXPECT_LT(glm::distance(*entity->world.position, place), 1e-9) << id;
  };
  const Sought straight(recording, 1);
  near(straight, "2", {1100, 2000, 330});
  near(straight, "3", {1100, 2010, 330});
  EXPECT_EQ(straight.entity("2")->parent, straight.entity("1")->index);
  EXPECT_EQ(straight.entity("3")->parent, straight.entity("2")->index);
  EXPECT_EQ(straight.entity("2")->local.position, glm::dvec3(100, 0, 280));
  EXPECT_EQ(straight.numbers("2", "relative_pose/location"), (std::vector<double>{100, 0, 280}));
  EXPECT_EQ(straight.property("2", "pose"), nullptr);
  EXPECT_FALSE(straight.entity("5")->parent.exists());

  const Sought turned(recording, 2);
  near(turned, "2", {5000, 100, 280});
  near(turned, "3", {4990, 100, 280});
  const glm::dvec3 forward = *turned.entity("3")->world.rotation * glm::dvec3(1, 0, 0);
  EXPECT_LT(glm::distance(forward, glm::dvec3(-1, 0, 0)), 1e-9);
  near(turned, "5", {1, 2, 3});
  EXPECT_EQ(turned.entity("5")->parent, turned.entity("1")->index);
  EXPECT_TRUE(turned.entity("5")->local.empty());
  EXPECT_EQ(recording->entity(turned.entity("5")->index).parent, turned.entity("1")->index);

  const Sought orphaned(recording, 3);
  EXPECT_EQ(orphaned.living(), "5 3 2");
  EXPECT_TRUE(orphaned.entity("2")->world.empty());
  EXPECT_TRUE(orphaned.entity("3")->world.empty());
  EXPECT_EQ(orphaned.entity("2")->local.position, glm::dvec3(100, 0, 280));
}

TEST(CarlaDecoder, AnAttachedActorsOwnPositionWins) {
  const auto recording = indexed(written([](Writer& writer) {
    writer.begin_frame(0);
    writer.add(actor(1, "vehicle.audi.tt", ActorType::vehicle, {1000, 0, 0}));
    writer.add(actor(2, "static.prop.box", ActorType::other, {100, 0, 0}));
    writer.add(EventParent{2, 1});
    writer.add(Position{2, {7, 8, 9}, {}});
  }));
  const Sought frame(recording, 0);
  EXPECT_EQ(frame.entity("2")->world.position, glm::dvec3(7, 8, 9));
  EXPECT_EQ(frame.entity("2")->local.position, glm::dvec3(100, 0, 0));
  EXPECT_EQ(frame.numbers("2", "pose/location"), (std::vector<double>{7, 8, 9}));
}

TEST(CarlaDecoder, WidePositionsKeepAllTheirBits) {
  const double x = 123456.78901234567;
  const auto recording = indexed(written(
      [&](Writer& writer) {
        writer.begin_frame(0);
        writer.add(actor(1, "vehicle.audi.tt"));
        writer.add(Position{1, {x, 0, 0}, {0, 0, 0.1}});
        writer.add(Kinematics{1, {0.1, 0, 0}, {}});
        writer.add(BoundingBox{1, {0, 0, 0.1}, {1, 2, 3}});
      },
      {.width = VectorWidth::float64}));
  const Sought frame(recording, 0);
  EXPECT_EQ(frame.entity("1")->world.position->x, x);
  EXPECT_EQ(frame.entity("1")->precision, Precision::float64);
  EXPECT_EQ(frame.numbers("1", "kinematics/linear_velocity")[0], 0.1);
  EXPECT_EQ(frame.entity("1")->box->center.z, 0.1);
}

TEST(CarlaDecoder, ReadsBothKindsOfUnreal4WheelsAndEveryField) {
  for (const std::size_t wheel_bytes : {kSmallWheelBytes, kWheelBytes}) {
    const std::array<glm::vec2, 2> torque{{{1000, 347}, {6500, 466}}};
    const std::array<Gear, 1> gears{{{4.5f, 0.25f, 0.5f}}};
    const std::array<glm::vec2, 3> steering{{{0, 1}, {20, 0.75f}, {120, 0.5f}}};
    std::array<WheelPhysics, 2> wheels{};
    wheels[1] = {3.5f, 0.25f, 70, 35.5f, 800, 1600, 3, 20, 3000, {1, 2, 3}};
    const auto recording = indexed(written(
        [&](Writer& writer) {
          writer.begin_frame(0);
          PhysicsControl control;
          control.max_rpm = 6500;
          control.moi = 1.5f;
          control.use_gear_autobox = true;
          control.mass = 1696;
          control.center_of_mass = {0.5f, 0, -0.25f};
          control.torque_curve = torque;
          control.forward_gears = gears;
          control.steering_curve = steering;
          control.wheels = wheels;
          for (const std::uint32_t id : {1u, 2u}) {
            writer.add(actor(id, "vehicle.audi.tt"));
            control.id = id;
            writer.add(control);
          }
        },
        {.wheel_bytes = wheel_bytes}));
    EXPECT_EQ(problem_codes(*recording), "");
    const Sought frame(recording, 0);
    EXPECT_EQ(frame.number("2", "physics_control/max_rpm"), 6500);
    EXPECT_EQ(frame.number("2", "physics_control/moi"), 1.5);
    EXPECT_EQ(frame.text("2", "physics_control/use_gear_autobox"), "true");
    EXPECT_EQ(frame.number("2", "physics_control/mass"), 1696);
    EXPECT_EQ(frame.numbers("2", "physics_control/center_of_mass"),
              (std::vector<double>{0.5, 0, -0.25}));
    EXPECT_EQ(frame.numbers("2", "physics_control/torque_curve/1"),
              (std::vector<double>{6500, 466}));
    EXPECT_EQ(frame.number("2", "physics_control/forward_gears/0/up_ratio"), 0.5);
    EXPECT_EQ(frame.numbers("2", "physics_control/steering_curve/2"),
              (std::vector<double>{120, 0.5}));
    EXPECT_EQ(frame.number("2", "physics_control/wheels/1/radius"), 35.5);
    EXPECT_EQ(frame.number("2", "physics_control/wheels/1/max_handbrake_torque"), 1600);
    EXPECT_EQ(frame.numbers("2", "physics_control/wheels/1/position"),
              (std::vector<double>{1, 2, 3}));
    EXPECT_EQ(frame.text("2", "physics_control/wheels/1/long_stiff_value"),
              wheel_bytes == kWheelBytes ? "3000" : "(none)");
  }
}

TEST(CarlaDecoder, KeepsUnreal5WheelsOpaqueAndReadsTheRest) {
  const std::vector<std::byte> wheels(2 * 208, std::byte{0xAB});
  const std::array<float, 2> ratios{2.5f, 1.25f};
  const auto file = [&](int vehicles) {
    return written(
        [&](Writer& writer) {
          writer.begin_frame(0);
          for (std::uint32_t id = 1; id <= static_cast<std::uint32_t>(vehicles); ++id) {
            writer.add(actor(id, "vehicle.audi.tt"));
            writer.add(Position{id, {}, {}});
            PhysicsControlUe5 control;
            control.id = id;
            control.max_torque = 750;
            control.differential_type = 3;
            control.forward_gear_ratios = ratios;
            control.sleep_slope_limit = 0.866f;
            control.wheel_count = 2;
            control.wheels = wheels;
            writer.add(control);
          }
        },
        {.width = VectorWidth::float64});
  };
  const auto one = indexed(file(1));
  EXPECT_EQ(problem_codes(*one), "");
  const Sought frame(one, 0);
  EXPECT_EQ(frame.number("1", "physics_control/max_torque"), 750);
  EXPECT_EQ(frame.number("1", "physics_control/differential_type"), 3);
  EXPECT_EQ(frame.number("1", "physics_control/forward_gear_ratios/1"), 1.25);
  EXPECT_EQ(frame.text("1", "physics_control/sleep_slope_limit"), "0.866");
  EXPECT_EQ(frame.number("1", "physics_control/wheel_count"), 2);
  EXPECT_EQ(frame.text("1", "physics_control/wheels").size(), wheels.size());
  // Where the wheels of the first end, nobody knows.
  const auto two = indexed(file(2));
  EXPECT_EQ(problem_codes(*two), "record-size");
  EXPECT_EQ(two->problems().front().severity, Severity::warning) << "CARLA writes such files";
  EXPECT_EQ(Sought(two, 0).property("1", "physics_control"), nullptr);
}

TEST(CarlaDecoder, ReadsBonesSignalsAndClocks) {
  const std::array<Bone, 2> bones{
      {{"crl_root", {1, 2, 3}, {4, 5, 6}}, {"crl_hips__C", {7, 8, 9}, {}}}};
  const auto recording = indexed(written([&](Writer& writer) {
    writer.begin_frame(0);
    writer.add(actor(1, "walker.pedestrian.0001", ActorType::walker));
    writer.add(actor(2, "walker.pedestrian.0002", ActorType::walker));
    writer.add(WalkerBones{1, bones});
    writer.add(WalkerBones{2, {}});
    writer.set_platform_time(0.25);
    writer.set_visual_time(737.75);
    writer.add_raw(25, list_of(1, RawBytes().put(2u, std::uint16_t{5})).bytes());
    writer.begin_frame(0.5);
  }));
  EXPECT_EQ(problem_codes(*recording), "");
  const Sought first(recording, 0);
  EXPECT_EQ(first.numbers("1", "bones/crl_root/location"), (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(first.numbers("1", "bones/crl_root/rotation"), (std::vector<double>{4, 5, 6}));
  EXPECT_EQ(first.numbers("1", "bones/crl_hips__C/location"), (std::vector<double>{7, 8, 9}));
  EXPECT_EQ(first.number("2", "movement_signal/states"), 5);
  EXPECT_EQ(first.number("", "platform_time"), 0.25);
  EXPECT_EQ(first.number("", "visual_time"), 737.75);
  EXPECT_EQ(first.number("", "duration_this"), 0.5);
  EXPECT_EQ(first.number("", "frame_id"), 1);
  EXPECT_EQ(Sought(recording, 1).property("", "platform_time"), nullptr);
}

TEST(CarlaDecoder, ListsOfBonesAndWheelsThatDoNotFitGiveWhatIsWhole) {
  const RawBytes wheels = list_of(2, RawBytes().put(9u, 1u).zeros(9).put(9u, 0xFFFFFFFFu));
  const RawBytes bones = list_of(1, RawBytes().put(9u, std::uint16_t{500}).zeros(40));
  const auto recording = indexed(RawBytes()
                                     .header()
                                     .frame_start(1, 0)
                                     .packet(2, list_of(1, raw_add(9, "vehicle.x")))
                                     .packet(6, list_of(1, raw_position(9, 1)))
                                     .packet(21, wheels)
                                     .packet(19, bones)
                                     .frame_end());
  const Sought frame(recording, 0);
  EXPECT_NE(frame.property("9", "wheels/0"), nullptr);
  EXPECT_EQ(frame.property("9", "bones"), nullptr);
  ASSERT_EQ(frame.frame().problems.size(), 1u);
  EXPECT_EQ(frame.frame().problems[0].code, "record-size");
  EXPECT_EQ(frame.frame().problems[0].count, 2u);
}

TEST(CarlaDecoder, EventsTellTheSameInsideTheirFrameAndAlone) {
  const auto recording = indexed(written([](Writer& writer) {
    writer.begin_frame(0);
    writer.add(actor(1, "vehicle.a", ActorType::vehicle, {5, 6, 7}));
    writer.add(actor(2, "sensor.b", ActorType::sensor, {1, 0, 0}));
    writer.add(EventParent{2, 1});
    writer.add(Position{1, {10, 0, 0}, {}});
    writer.add(Collision{0, 1, 2, false, false});
    writer.begin_frame(0.05);
    writer.add(EventDel{2});
  }));
  const Sought first(recording, 0);
  ASSERT_EQ(first.events(), "added 1, added 2, parented 2, collision 1");
  EXPECT_EQ(first.event_text(1, "type"), "Sensor");
  EXPECT_EQ(first.event_text(1, "parent"), "1");
  EXPECT_EQ(first.event_numbers(1, "location"), (std::vector<double>{1, 0, 0}));
  EXPECT_EQ(first.event_text(2, "parent"), "1");
  EXPECT_EQ(first.event_numbers(3, "approximate_point"), (std::vector<double>{10, 0, 0}));
  Cursor other(recording);
  for (const FrameEvent& event : first.frame().events) {
    PropertyTree tree;
    const PropertyRange range = other.read_event(event.index, tree);
    ASSERT_EQ(range.count, event.properties.count);
    for_each_root(tree, range, [&](std::uint32_t node, const PropertyNode&) {
      EXPECT_TRUE(same_value(tree, node, first.frame().tree, event.properties.first + node));
    });
  }
}

/// For the thread sanitizer, too: the pass adds while a cursor reads what is published.
TEST(CarlaDecoder, FramesDecodeWhileThePassGoesOn) {
  constexpr std::uint32_t kFrames = 4000;
  std::vector<std::byte> bytes = written([](Writer& writer) {
    for (std::uint32_t frame = 0; frame < kFrames; ++frame) {
      writer.begin_frame(0.05);
      writer.add(actor(frame, "vehicle.audi.tt", ActorType::vehicle, {frame, 0, 0}));
      if (frame > 0) writer.add(EventParent{frame, frame - 1});
      if (frame >= 10) writer.add(EventDel{frame - 10});
      writer.add(BoundingBox{frame, {}, {1, 1, 1}});
      writer.add(TrafficLightTime{frame, static_cast<float>(frame), 1, 1});
      writer.add(SceneLight{3, static_cast<float>(frame), {}, true, 0});
      writer.add(VehicleDoor{frame, static_cast<std::uint8_t>(frame % 6), true});
    }
  });
  auto opened = kFormat.open(InputFile::from_memory("test.log", std::move(bytes)));
  ASSERT_TRUE(opened.has_value());
  const std::shared_ptr<Recording> recording = *opened;
  const BackgroundIndex pass(recording);
  Cursor cursor(recording);
  for (bool is_last_round = false; !is_last_round;) {
    is_last_round = recording->is_indexed();
    const std::size_t count = recording->frame_count();
    for (std::size_t i = 0; i < count; i += 1 + count / 20) {
      const Frame& frame = cursor.seek(FrameIndex(i));
      ASSERT_EQ(frame.entities.size(), std::min<std::size_t>(i + 1, 10)) << i;
      ASSERT_TRUE(frame.entities.back().box.has_value()) << i;
      const auto light = find_path(frame.tree, frame.properties, "scene_lights/3/intensity");
      ASSERT_TRUE(light.has_value()) << i;
      ASSERT_EQ(frame.tree[*light].number, static_cast<double>(i));
    }
  }
  EXPECT_EQ(recording->frame_count(), kFrames);
}

TEST(CarlaDecoder, SteadyUseAllocatesNothing) {
  constexpr std::uint32_t kActors = 200;
  const std::array<WheelAnimation, 4> wheels{};
  const auto recording = indexed(written([&](Writer& writer) {
    for (int frame = 0; frame < 20; ++frame) {
      writer.begin_frame(0.05);
      for (std::uint32_t id = 1; id <= kActors; ++id) {
        const std::array<Attribute, 2> attributes{
            {{3, "role_name", "autopilot"}, {3, "color", ""}}};
        EventAdd add = actor(id, "vehicle.audi.tt", ActorType::vehicle);
        add.attributes = attributes;
        if (frame == 0) {
          writer.add(add);
          writer.add(BoundingBox{id, {}, {1, 1, 1}});
          writer.add(PhysicsControl{.id = id});
          if (id > 100) writer.add(EventParent{id, id - 1});
        }
        writer.add(Position{id, {id, frame, 0}, {0, 0, frame}});
        writer.add(Kinematics{id, {1, 2, 3}, {}});
        writer.add(AnimVehicle{id, 0, 1, 0, false, 1});
        writer.add(AnimVehicleWheels{id, wheels});
        writer.add(VehicleLight{id, 0x7FF});
        writer.add(State{id, false, 1.0f, static_cast<std::uint8_t>(frame / 2 % 3)});
        writer.add(Collision{id, id, id + 1, false, false});
      }
    }
  }));
  Cursor cursor(recording);
  const auto play = [&] {
    for (std::size_t i = 0; i < recording->frame_count(); ++i) cursor.seek(FrameIndex(i));
    for (std::size_t i = recording->frame_count(); i-- > 0;) cursor.seek(FrameIndex(i));
  };
  play();
  EXPECT_EQ(allocations_in(play), 0u);
  EXPECT_GT(cursor.frame().tree.size(), kActors * 20);
}

}  // namespace
}  // namespace scrubjay::carla
