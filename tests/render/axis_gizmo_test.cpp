#include "render/axis_gizmo.h"

#include <gtest/gtest.h>

#include <glm/geometric.hpp>

namespace scrubjay {
namespace {

const GizmoArm& arm_of(const std::array<GizmoArm, 6>& arms, Axis axis) {
  for (const GizmoArm& arm : arms) {
    if (arm.axis == axis) return arm;
  }
  ADD_FAILURE() << "no such arm";
  return arms[0];
}

Camera looking_forward() {
  Camera camera;
  camera.yaw = 0;
  camera.pitch = 0;
  return camera;
}

struct MeaningCase {
  const char* coordinates;
  const char* x;
  const char* y;
  const char* z;
};

TEST(AxisGizmo, NamesWhatTheRecordedAxesMean) {
  for (const MeaningCase& expected : {MeaningCase{"unreal", "forward", "right", "up"},
                                      MeaningCase{"unity", "right", "up", "forward"},
                                      MeaningCase{"opengl", "right", "up", "back"},
                                      MeaningCase{"ros", "forward", "left", "up"}}) {
    const auto arms = axis_gizmo(Camera(), *CoordinateSystem::parse(expected.coordinates));
    EXPECT_EQ(arm_of(arms, Axis::pos_x).meaning, expected.x) << expected.coordinates;
    EXPECT_EQ(arm_of(arms, Axis::pos_y).meaning, expected.y) << expected.coordinates;
    EXPECT_EQ(arm_of(arms, Axis::pos_z).meaning, expected.z) << expected.coordinates;
  }
}

TEST(AxisGizmo, ShowsALeftHandedRecordingAsItIs) {
  const auto arms = axis_gizmo(looking_forward(), *CoordinateSystem::parse("unreal"));
  EXPECT_NEAR(arm_of(arms, Axis::pos_y).end.x, 1, 1e-6);   // y is right
  EXPECT_NEAR(arm_of(arms, Axis::pos_z).end.y, -1, 1e-6);  // z is up: pixels grow downwards
  EXPECT_NEAR(arm_of(arms, Axis::pos_x).depth, 1, 1e-6);   // x points away
}

TEST(AxisGizmo, IsSortedFromFarToNear) {
  Camera camera;
  for (int turn = 0; turn < 20; ++turn) {
    orbit(camera, {100, 17});
    const auto arms = axis_gizmo(camera, CoordinateSystem());
    for (std::size_t i = 1; i < arms.size(); ++i) EXPECT_GE(arms[i - 1].depth, arms[i].depth);
  }
}

TEST(AxisGizmo, HandsOutTheNearestArmUnderTheCursor) {
  const auto arms = axis_gizmo(looking_forward(), *CoordinateSystem::parse("unreal"));
  const auto middle = gizmo_arm_at(arms, {0, 0});
  ASSERT_TRUE(middle);
  EXPECT_EQ(middle->axis, Axis::neg_x);  // the one that points at the viewer
  EXPECT_FALSE(gizmo_arm_at(arms, {0.6F, 0.6F}));
}

TEST(AxisGizmo, LookingFromAnArmTurnsItToTheViewer) {
  const CoordinateSystem unity = *CoordinateSystem::parse("unity");
  for (const Axis axis : {Axis::pos_x, Axis::neg_x, Axis::pos_y, Axis::neg_y, Axis::pos_z}) {
    Camera camera;
    look_from(camera, arm_of(axis_gizmo(camera, unity), axis));
    EXPECT_NEAR(arm_of(axis_gizmo(camera, unity), axis).depth, -1, 1e-5);
  }
}

}  // namespace
}  // namespace scrubjay
