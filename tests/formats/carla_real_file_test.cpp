// The recording of CARLA 0.9.13 whose values formats/carla/README.md, 14 gives.
#include <gtest/gtest.h>

#include <filesystem>

#include "formats/carla/carla.h"
#include "tests/formats/carla_test_file.h"
#include "tests/formats/opened.h"

namespace scrubjay::carla {
namespace {

class CarlaRealFile : public testing::Test {
 protected:
  void SetUp() override {
    const std::string path = SCRUBJAY_SHARED_DATA "/carla/DistanceToLaneCenter.log";
    if (!std::filesystem::exists(path)) GTEST_SKIP() << "There is no " << path << ".";
    recording_ = opened(path);
    ASSERT_NE(recording_, nullptr);
  }

  QueryResult answer(std::string_view name, std::vector<std::string> values) const {
    for (const Query& query : kFormat.queries) {
      if (query.name != name) continue;
      const std::atomic<bool> cancelled{false};
      auto result = query.run(recording_, values, cancelled);
      if (result) return *result;
      ADD_FAILURE() << describe(result.error());
    }
    return {};
  }

  std::shared_ptr<Recording> recording_;
};

TEST_F(CarlaRealFile, IsWholeAndWithoutProblems) {
  EXPECT_EQ(recording_->frame_count(), 432u);
  EXPECT_EQ(recording_->timeline().range().begin, 0.0);
  EXPECT_EQ(recording_->timeline().range().end, 12.528204976581037);
  EXPECT_EQ(recording_->entity_count(), 183u);
  EXPECT_TRUE(recording_->is_complete());
  EXPECT_EQ(problem_codes(*recording_), "");
  EXPECT_EQ(recording_->info().format_version, "1");
  const std::vector<std::pair<std::string, std::string>> metadata{{"map", "Town01"},
                                                                  {"date", "2021-11-23T12:39:25Z"}};
  EXPECT_EQ(recording_->info().metadata, metadata);
  EXPECT_EQ(recording_->info().coordinates.name(), "unreal");
}

TEST_F(CarlaRealFile, CountsPackets) {
  PropertyTree tree;
  const PropertyRange details = recording_->details(tree);
  const std::vector<std::pair<std::string, int>> counts{
      {"0", 432},  {"1", 432},  {"2", 432}, {"3", 432}, {"4", 432},  {"5", 432},
      {"6", 432},  {"7", 432},  {"8", 432}, {"9", 432}, {"10", 432}, {"12", 431},
      {"13", 432}, {"14", 432}, {"15", 1},  {"16", 1}};
  for (const auto& [id, count] : counts) {
    const auto node = find_path(tree, details, "packets/" + id);
    ASSERT_TRUE(node.has_value()) << id;
    EXPECT_EQ(tree[*node].integer, count) << id;
  }
  const auto packets = find_path(tree, details, "packets");
  EXPECT_EQ(tree[*packets].subtree, counts.size() + 1);
  EXPECT_EQ(tree[*find_path(tree, details, "header_version")].integer, 1);
  EXPECT_EQ(tree[*find_path(tree, details, "vector")].text_value(), "float32");
  EXPECT_EQ(tree[*find_path(tree, details, "producer_guess")].text_value(), "0.9.12 to 0.9.13");
}

TEST_F(CarlaRealFile, SecondFrameIsWhereItShouldBe) {
  const Timeline& timeline = recording_->timeline();
  EXPECT_EQ(timeline.bytes(FrameIndex(0)).begin, 34u);
  EXPECT_EQ(timeline.bytes(FrameIndex(1)).begin, 29115u);
  EXPECT_EQ(timeline.number(FrameIndex(1)), 2u);
  EXPECT_EQ(timeline.time(FrameIndex(1)), 0.016935262829065323);
  const Sought second(recording_, 1);
  EXPECT_EQ(second.number("", "duration_this"), 0.01622297614812851);
  EXPECT_EQ(second.number("", "elapsed"), 0.016935262829065323);
  EXPECT_EQ(second.number("", "frame_id"), 2);
}

TEST_F(CarlaRealFile, LastDurationIsNoLength) {
  EXPECT_EQ(Sought(recording_, 431).text("", "duration_this"), "null");
}

TEST_F(CarlaRealFile, EgoIsWhereThePageSaysIt) {
  struct Case {
    std::size_t frame;
    std::vector<double> location;
    std::vector<double> rotation;
  };
  // As the nearest floats of those values.
  const Case cases[] = {{0, {39250, 19500, 58.31810760498047}, {0, 0, 89.99998474121094}},
                        {261, {39250.015625, 19500, 3.3622779846191406}, {}},
                        {325,
                         {39351.421875, 21575.509765625, 3.308155059814453},
                         {-0.83734130859375, 0.08012494444847107, 96.31806182861328}},
                        {369,
                         {39240.3203125, 24358.880859375, 4.215328216552734},
                         {0.1629609763622284, -0.3028573989868164, 84.97320556640625}}};
  for (const Case& c : cases) {
    const Sought sought(recording_, c.frame);
    EXPECT_EQ(sought.numbers("234", "pose/location"), c.location) << c.frame;
    if (!c.rotation.empty()) {
      EXPECT_EQ(sought.numbers("234", "pose/rotation"), c.rotation) << c.frame;
    }
    const Entity* ego = sought.entity("234");
    ASSERT_NE(ego, nullptr);
    EXPECT_EQ(ego->world.position, glm::dvec3(c.location[0], c.location[1], c.location[2]));
    EXPECT_EQ(ego->precision, Precision::float32);
    EXPECT_EQ(ego->kind, EntityKind::vehicle);
  }
}

TEST_F(CarlaRealFile, EgoLivesUntilTheFrameBeforeItsDeletion) {
  const auto found = recording_->find_entities("234");
  ASSERT_EQ(found.size(), 1u);
  std::vector<Lifetime> lives;
  recording_->lifetimes_of(found[0], lives);
  ASSERT_EQ(lives.size(), 1u);
  EXPECT_EQ(lives[0].first, FrameIndex(0));
  EXPECT_EQ(lives[0].last, FrameIndex(430));
  EXPECT_EQ(Sought(recording_, 431).entity("234"), nullptr);
}

TEST_F(CarlaRealFile, EgoIsDescribedAsItWasAdded) {
  const Sought first(recording_, 0);
  EXPECT_EQ(first.text("234", "actor/description"), "vehicle.lincoln.mkz_2017");
  EXPECT_EQ(first.text("234", "actor/type"), "Vehicle");
  EXPECT_EQ(first.text("234", "actor/attributes/role_name"), "hero");
  EXPECT_EQ(first.number("234", "actor/uid"), 26);
}

TEST_F(CarlaRealFile, Frame301HasTheVelocitiesControlsAndLightOfThePage) {
  const Sought sought(recording_, 300);
  const auto near = [&](const char* path, std::vector<double> expected) {
    const auto found = sought.numbers("234", path);
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(found[i], expected[i], 5e-6) << path;
  };
  near("kinematics/linear_velocity", {-0.89669, 8.03901, -0.0000265});
  near("kinematics/angular_velocity", {-0.13948, -1.11774, -9.75688});
  EXPECT_EQ(sought.text("234", "control/steering"), "-0.1");
  EXPECT_EQ(sought.number("234", "control/throttle"), 1);
  EXPECT_EQ(sought.number("234", "control/gear"), 2);
  EXPECT_NEAR(sought.number("", "platform_time"), 6.734267, 1e-9);
  EXPECT_EQ(sought.text("2", "traffic_light/state"), "Green");
  EXPECT_EQ(sought.number("2", "traffic_light/elapsed_time"), 6.895168304443359);
  EXPECT_EQ(sought.number("2", "traffic_light/green_time"), 10);
  EXPECT_EQ(sought.number("2", "traffic_light/yellow_time"), 3);
  EXPECT_EQ(sought.number("2", "traffic_light/red_time"), 2);
}

TEST_F(CarlaRealFile, BoxAndPhysicsOfTheFirstFrameStillHoldLater) {
  for (const std::size_t frame : {0u, 300u, 430u}) {
    const Sought sought(recording_, frame);
    const Entity* ego = sought.entity("234");
    ASSERT_NE(ego, nullptr);
    ASSERT_TRUE(ego->box.has_value());
    EXPECT_NEAR(ego->box->center.x, 0.404297, 1e-6);
    EXPECT_NEAR(ego->box->center.z, 71.886047, 1e-5);
    EXPECT_NEAR(ego->box->half.x, 245.084167, 1e-5);
    EXPECT_NEAR(ego->box->half.y, 106.416222, 1e-5);
    EXPECT_NEAR(ego->box->half.z, 75.537323, 1e-5);
    EXPECT_EQ(sought.number("234", "physics_control/max_rpm"), 6500);
    EXPECT_EQ(sought.text("234", "physics_control/wheels/3/max_handbrake_torque"), "1600");
  }
}

TEST_F(CarlaRealFile, WhatHasNoShapeHasNoBox) {
  const Sought first(recording_, 0);
  ASSERT_NE(first.entity("1"), nullptr);
  EXPECT_EQ(first.text("1", "actor/description"), "spectator");
  EXPECT_NE(first.property("1", "bounding_box"), nullptr);
  EXPECT_FALSE(first.entity("1")->box.has_value());
}

TEST_F(CarlaRealFile, SensorsAreAttachedFromTheirFrameOnAndFollow) {
  EXPECT_EQ(Sought(recording_, 228).entity("239"), nullptr);
  const Sought spawned(recording_, 229);
  EXPECT_EQ(spawned.events(), "added 239, parented 239");
  for (const std::size_t frame : {229u, 325u}) {
    const Sought sought(recording_, frame);
    const Entity* sensor = sought.entity("239");
    const Entity* ego = sought.entity("234");
    ASSERT_NE(sensor, nullptr);
    EXPECT_EQ(sensor->parent, ego->index);
    EXPECT_EQ(sensor->local.position, glm::dvec3(0.0));
    ASSERT_TRUE(sensor->world.position.has_value());
    EXPECT_EQ(*sensor->world.position, *ego->world.position);
    EXPECT_EQ(sensor->kind, EntityKind::sensor);
  }
  // Its parent is gone, and nobody says where it is.
  const Sought last(recording_, 431);
  ASSERT_NE(last.entity("239"), nullptr);
  EXPECT_TRUE(last.entity("239")->world.empty());
  EXPECT_FALSE(last.entity("239")->parent.exists());
}

TEST_F(CarlaRealFile, EveryFrameDecodesWithoutProblems) {
  Cursor cursor(recording_);
  for (std::size_t i = 0; i < recording_->frame_count(); ++i) {
    EXPECT_TRUE(cursor.seek(FrameIndex(i)).problems.empty()) << i;
  }
}

TEST_F(CarlaRealFile, BlockedActorsAreThoseOfThePage) {
  const QueryResult all = answer("blocked", {"1", "10", "a", "scrubjay"});
  EXPECT_EQ(all.rows.size(), 120u);
  const QueryResult vehicles = answer("blocked", {"1", "10", "v", "scrubjay"});
  ASSERT_EQ(vehicles.rows.size(), 1u);
  EXPECT_NEAR(std::stod(vehicles.rows[0].cells[0]), 0.283214, 5e-7);
  EXPECT_NEAR(std::stod(vehicles.rows[0].cells[3]), 5.073471, 5e-7);
  EXPECT_EQ(vehicles.rows[0].frame, FrameIndex(17));
  EXPECT_EQ(recording_->entity(vehicles.rows[0].entity).id, "234");
  const std::string text = answer("blocked", {"1", "10", "a", "carla"}).text;
  EXPECT_NE(text.find("\n       0    234 vehicle.lincoln.mkz_2017                     5\n"),
            std::string::npos);
}

TEST_F(CarlaRealFile, HasNoCollisions) {
  EXPECT_TRUE(answer("collisions", {"a", "a", "scrubjay"}).rows.empty());
}

TEST_F(CarlaRealFile, FileInfoEndsAsCarlaEndsIt) {
  const std::string text = answer("file-info", {"false", "carla"}).text;
  EXPECT_TRUE(text.starts_with("Version: 1\nMap: Town01\nDate: ")) << text.substr(0, 80);
  EXPECT_TRUE(
      text.ends_with("Frame 431 at 12.4875 seconds\n Destroy 238\n"
                     "Frame 432 at 12.5282 seconds\n Destroy 234\n Destroy 235\n"
                     " Destroy 236\n Destroy 237\n\nFrames: 432\n"
                     "Duration: 12.5282 seconds\n"));
}

}  // namespace
}  // namespace scrubjay::carla
