// Which roads lie under the recordings that are open, and where.
#include "app/viewer/scenery/roads_below.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <glm/gtc/quaternion.hpp>
#include <thread>

#include "render/viewer_space.h"
#include "test_scene.h"
#include "tests/core/test_folder.h"
#include "tests/scenery/xodr_text.h"

namespace scrubjay {
namespace {

TEST(RoadPlacement, IsWhatIsSeen) {
  Scenery scenery;
  scenery.coordinates = kDerivedCoordinates;
  for (const char* axes : {"", "ros", "opengl", "right=+x,up=+z,forward=+y,metres=1"}) {
    const auto coordinates = CoordinateSystem::parse(axes);
    SceneryPlacement placement{.coordinates = {}, .offset = {12, -5, 2}, .heading = 0.7};
    if (coordinates) placement.coordinates = *coordinates;
    ASSERT_EQ(coordinates.has_value(), *axes != '\0') << axes;
    const auto roads = road_placement(scenery, placement);
    if (std::string_view(axes) == "opengl") {
      EXPECT_FALSE(roads) << "its up is another one";
      continue;
    }
    ASSERT_TRUE(roads) << axes;
    const glm::dvec3 recorded(30, -4, 1);
    const glm::dvec3 seen =
        CoordinateConversion(kDerivedCoordinates, kViewerCoordinates).point(recorded);
    const glm::dvec3 there =
        glm::angleAxis(roads->heading, glm::dvec3(0, 0, 1)) * recorded + roads->offset;
    const glm::dvec3 drawn(viewer_from_vertices(scenery, placement) * glm::dvec4(there, 1));
    EXPECT_LT(glm::distance(drawn, seen), 1e-9) << axes;
  }
  EXPECT_EQ(road_placement(scenery, {}), UprightPose());
  EXPECT_FALSE(
      road_placement(scenery, {.coordinates = *CoordinateSystem::parse("unreal"), .offset = {}}));
}

TEST(RoadPlacement, OfAPoseTurnsAndMovesTheRoads) {
  Scenery scenery;
  scenery.coordinates = kDerivedCoordinates;
  const UprightPose pose{.offset = {100, 20, -3}, .heading = 0.5};
  const glm::dvec3 there(7, 8, 9);
  const glm::dvec3 turned = glm::angleAxis(pose.heading, glm::dvec3(0, 0, 1)) * there;
  const glm::dvec3 seen =
      CoordinateConversion(kDerivedCoordinates, kViewerCoordinates).point(turned + pose.offset);
  const glm::dvec3 drawn(viewer_from_vertices(scenery, placed(scenery, pose)) *
                         glm::dvec4(there, 1));
  EXPECT_LT(glm::distance(drawn, seen), 1e-9);
}

class RoadsBelowTest : public testing::Test {
 protected:
  RoadsBelowTest() {
    std::ofstream(path_) << opendrive::file_of(opendrive::straight("7").text());
    TestScene scene;
    scene.entities = {{.id = "1", .kind = EntityKind::vehicle}};
    session_.recordings.emplace_back().recording = recording_of(scene);
  }

  /// As each picture does.
  std::shared_ptr<RecordingOverRoads> found() {
    shelf_.update(state_.scenery, [] {});
    below_.update(session_, state_, shelf_);
    return below_.of(session_.recordings[0].recording.get());
  }
  std::shared_ptr<RecordingOverRoads> awaited() {
    do {
      std::this_thread::yield();
      found();
    } while (shelf_.is_busy());
    return found();
  }

  TestFolder folder_;
  const std::string path_ = (folder_ / "roads.xodr").string();
  Session session_;
  ViewState state_;
  SceneryShelf shelf_;
  RoadsBelow below_;
};

TEST_F(RoadsBelowTest, AreThereWhileTheirSceneryIsAndDerivedValuesAreShown) {
  EXPECT_EQ(found(), nullptr);
  EXPECT_FALSE(below_.is_any());
  state_.scenery = {{path_}};
  const auto roads = awaited();
  ASSERT_NE(roads, nullptr);
  EXPECT_EQ(roads->roads().path, path_);
  EXPECT_EQ(roads->roads().roads->road_id(0), "7");
  EXPECT_EQ(roads->recording(), session_.recordings[0].recording);
  const std::uint64_t version = below_.version();
  EXPECT_EQ(found(), roads) << "nothing has changed";
  EXPECT_EQ(below_.version(), version);
  EXPECT_EQ(below_.of(nullptr), nullptr);
  state_.show_derived = false;
  EXPECT_EQ(found(), nullptr);
  EXPECT_GT(below_.version(), version);
  state_.show_derived = true;
  EXPECT_NE(found(), nullptr);
  state_.scenery.clear();
  EXPECT_EQ(found(), nullptr);
  EXPECT_FALSE(below_.is_any());
}

TEST_F(RoadsBelowTest, LieWhereTheirSceneryIsPlaced) {
  state_.scenery = {{path_}};
  const auto before = awaited();
  ASSERT_NE(before, nullptr);
  state_.scenery[0].placement.offset.z = 3;
  const auto moved = found();
  ASSERT_NE(moved, nullptr);
  EXPECT_NE(moved, before);
  EXPECT_EQ(moved->roads().placement.offset.z, -3);
  state_.scenery[0].placement.coordinates = *CoordinateSystem::parse("unreal");
  EXPECT_EQ(found(), nullptr);
}

}  // namespace
}  // namespace scrubjay
