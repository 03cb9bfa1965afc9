#include "render/scene.h"
#include "render/xr_part.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "expect_near.h"
#include "scene_maker.h"
#include "tests/core/made_recording.h"
#include "tests/core/test_values.h"

namespace scrubjay {
namespace {

SceneContent built(const SceneMaker& maker, const SceneOptions& options = {},
                   std::size_t recording = 0) {
  SceneContent scene;
  const SceneFrame frame{&maker.frame, recording};
  build_scene({&frame, 1}, options, scene);
  return scene;
}

EntityRef ref(std::size_t entity, std::size_t recording = 0) {
  return {recording, EntityIndex(entity)};
}

TEST(BuildScene, ConvertsUnrealCentimetresOnce) {
  SceneMaker maker("unreal");
  // 3 m ahead, 2 m to the right, 1 m up; turned clockwise seen from above, towards its right.
  Entity& car = maker.add_box(EntityKind::vehicle, {300, 200, 100}, {220, 95, 75});
  car.box->center = {0, 0, 75};
  car.world.rotation = turn_about_z(90);
  const SceneContent scene = built(maker);
  ASSERT_EQ(scene.instances.size(), 1U);
  const SceneInstance& instance = scene.instances[0];
  expect_near(instance.center, {2, 3, 1.75F});
  expect_near(instance.half, {0.95F, 2.2F, 0.75F});
  // In Unreal +90 degrees of yaw turn from +x to +y: from ahead to the right.
  expect_near(instance.rotation * glm::vec3(0, 1, 0), {1, 0, 0});
}

TEST(BuildScene, IsRelativeToItsOriginAndPreciseFarFromZero) {
  SceneMaker maker;
  maker.add_box(EntityKind::other, {1e7 + 0.125, -2e7, 3.5}, glm::dvec3(1));
  SceneOptions options;
  options.origin = {1e7, -2e7, 0};
  expect_near(built(maker, options).instances[0].center, {0.125F, 0, 3.5F}, 1e-6);
}

TEST(BuildScene, AssumesASizeByKindWhereNoBoxIsRecorded) {
  SceneMaker maker;
  maker.add(EntityKind::vehicle, {0, 0, 0});
  maker.add(EntityKind::sensor, {0, 0, 5});
  const SceneContent scene = built(maker);
  expect_near(scene.instances[0].half, default_half(EntityKind::vehicle));
  EXPECT_FLOAT_EQ(scene.instances[0].center.z, scene.instances[0].half.z);  // stands on its place
  EXPECT_FLOAT_EQ(scene.instances[1].center.z, 5);
  EXPECT_EQ(scene.instances[0].flags & kSceneHasBox, 0);
}

TEST(BuildScene, PassesOverBoxesThatCannotBeDrawn) {
  const glm::dvec3 bad_halves[] = {{0, 0, 0},         {-1, 1, 1},        {kNaN, 1, 1},
                                   {kInfinity, 1, 1}, {1e300, 1e300, 1}, {1e-12, 0, 0}};
  for (const glm::dvec3& half : bad_halves) {
    SceneMaker maker;
    maker.add_box(EntityKind::sensor, {0, 0, 0}, half);
    const SceneContent scene = built(maker);
    ASSERT_EQ(scene.instances.size(), 1U);
    expect_near(scene.instances[0].half, default_half(EntityKind::sensor));
  }
  SceneMaker maker;
  maker.add_box(EntityKind::sensor, {0, 0, 0}, glm::dvec3(1)).box->center = {kNaN, 0, 0};
  expect_near(built(maker).instances[0].half, default_half(EntityKind::sensor));
}

TEST(BuildScene, GivesFlatBoxesSomeThickness) {
  SceneMaker maker;
  maker.add_box(EntityKind::prop, {0, 0, 0}, {2, 1, 0});
  EXPECT_GT(built(maker).instances[0].half.z, 0);
}

TEST(BuildScene, ScalesBoxesWithTheirEntity) {
  SceneMaker maker;
  Entity& entity = maker.add_box(EntityKind::prop, {0, 0, 0}, {1, 1, 1});
  entity.world.scale = {2, 3, -4};
  expect_near(built(maker).instances[0].half, {2, 3, 4});
  entity.world.scale = glm::dvec3(kNaN);
  expect_near(built(maker).instances[0].half, {1, 1, 1});
}

TEST(BuildScene, CountsEntitiesWithoutAUsablePlace) {
  SceneMaker maker;
  maker.add(EntityKind::other, {0, 0, 0}).world.position.reset();
  maker.add(EntityKind::other, {kNaN, 0, 0});
  maker.add(EntityKind::other, {0, kInfinity, 0});
  maker.add(EntityKind::other, {0, 0, 1e200});
  maker.add(EntityKind::other, {1, 2, 3});
  const SceneContent scene = built(maker);
  EXPECT_EQ(scene.instances.size(), 1U);
  EXPECT_EQ(scene.without_position, 1U);
  EXPECT_EQ(scene.invalid, 3U);
}

TEST(BuildScene, NeverHandsOutNumbersThatAreNotFinite) {
  const double values[] = {0.0, 1.0, -1e5, 1e10, 1e308, kNaN, kInfinity, -kInfinity, 1e-320};
  SceneMaker maker("unreal");
  for (const double a : values) {
    for (const double b : values) {
      Entity& entity = maker.add_box(EntityKind::vehicle, {a, b, 0}, {b, a, 1});
      entity.box->center = {0, a, b};
      entity.world.rotation = glm::dquat(a, b, 0, a);
      entity.world.scale = {a, 1, b};
    }
  }
  for (const SceneInstance& instance : built(maker).instances) {
    for (int i = 0; i < 3; ++i) {
      EXPECT_TRUE(std::isfinite(instance.center[i]));
      EXPECT_TRUE(std::isfinite(instance.half[i]));
      EXPECT_GT(instance.half[i], 0);
    }
    const glm::quat& q = instance.rotation;
    EXPECT_NEAR(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w, 1, 1e-3);
  }
}

TEST(BuildScene, MarksSelectedHoveredAndIsolated) {
  SceneMaker maker;
  for (int i = 0; i < 6; ++i) maker.add(EntityKind::other, {i, 0, 0});
  const std::vector<EntityRef> selected{ref(1), ref(4), ref(4, 1)};
  const std::vector<EntityRef> hidden{ref(0), ref(5)};
  const std::vector<EntityRef> isolated{ref(1), ref(2)};
  SceneOptions options;
  options.selected = selected;
  options.hidden = hidden;
  options.isolated = isolated;
  options.hovered = ref(2);
  const SceneContent scene = built(maker, options);
  ASSERT_EQ(scene.instances.size(), 4U);  // 1, 2, 3, 4
  EXPECT_EQ(scene.instances[0].flags, kSceneSelected);
  EXPECT_EQ(scene.instances[1].flags, kSceneHovered);
  EXPECT_EQ(scene.instances[2].flags, kSceneDimmed);
  EXPECT_EQ(scene.instances[3].flags, kSceneSelected | kSceneDimmed);
}

TEST(BuildScene, TellsRecordingsApart) {
  SceneMaker first;
  SceneMaker second("unreal");
  first.add(EntityKind::other, {1, 0, 0});
  second.add(EntityKind::other, {0, 100, 0});  // one metre to the right as well
  const SceneFrame frames[] = {{&first.frame, 0}, {&second.frame, 1}};
  const std::vector<EntityRef> selected{ref(0, 1)};
  SceneOptions options;
  options.selected = selected;
  SceneContent scene;
  build_scene(frames, options, scene);
  ASSERT_EQ(scene.instances.size(), 2U);
  expect_near(scene.instances[0].center, scene.instances[1].center);
  EXPECT_EQ(scene.instances[0].flags & kSceneSelected, 0);
  EXPECT_EQ(scene.instances[1].flags & kSceneSelected, kSceneSelected);
  ASSERT_NE(scene.find(ref(0, 1)), nullptr);
  EXPECT_EQ(scene.find(ref(0, 1))->recording, 1);
  EXPECT_EQ(scene.find(ref(0, 2)), nullptr);
}

TEST(BuildScene, LeavesOutKindsThatAreSwitchedOff) {
  SceneMaker maker;
  maker.add(EntityKind::sensor, {0, 0, 0});
  maker.add(EntityKind::vehicle, {0, 0, 0});
  SceneOptions options;
  options.kinds[static_cast<std::size_t>(EntityKind::sensor)] = false;
  const SceneContent scene = built(maker, options);
  ASSERT_EQ(scene.instances.size(), 1U);
  EXPECT_EQ(scene.instances[0].shape, Shape::vehicle);
}

TEST(BuildScene, DrawsBackWhatNeverMovesUnlessItIsPointedAt) {
  SceneMaker maker;
  for (int i = 0; i < 5; ++i) maker.add(EntityKind::sign, {i, 0, 0});
  const std::vector<Mobility> motion{Mobility::still, Mobility::moves, Mobility::still,
                                     Mobility::still};
  SceneFrame frame{&maker.frame, 0};
  frame.motion = motion;
  const std::vector<EntityRef> selected{ref(2)};
  const std::vector<EntityRef> in_event{ref(3)};
  SceneOptions options;
  options.selected = selected;
  options.in_event = in_event;
  SceneContent scene;
  build_scene({&frame, 1}, options, scene);
  ASSERT_EQ(scene.instances.size(), 5U);
  EXPECT_EQ(scene.instances[0].flags & kSceneStill, kSceneStill);
  for (const std::size_t row : {1U, 2U, 3U, 4U})
    EXPECT_EQ(scene.instances[row].flags & kSceneStill, 0);
  EXPECT_EQ(scene.instances[3].flags & kSceneInEvent, kSceneInEvent);
}

TEST(BuildScene, ShowsWhatIsAPlaceOnlyAsAPinOrAsADiamondWhereItHoldsOthers) {
  SceneMaker maker;
  maker.add(EntityKind::other, {1, 2, 3});
  maker.add(EntityKind::other, {5, 5, 5}).parent = EntityIndex(0);
  maker.add(EntityKind::other, {7, 7, 7}).world.rotation = turn_about_z(10);
  const SceneContent scene = built(maker);
  EXPECT_EQ(scene.instances[0].shape, Shape::controller);
  EXPECT_EQ(scene.instances[1].shape, Shape::pin);
  expect_near(scene.instances[1].center - glm::vec3(0, 0, scene.instances[1].half.z), {5, 5, 5});
  EXPECT_EQ(scene.instances[2].shape, Shape::marker);
}

TEST(BuildScene, ShowsAPersonInAHeadsetAsHeadAndHands) {
  SceneMaker maker;
  const auto add = [&](const char* name, EntityIndex parent) {
    Entity& entity = maker.add(EntityKind::other, {1, 0, 0});
    entity.world.rotation = turn_about_z(0);
    entity.name = name;
    entity.parent = parent;
    return entity.index;
  };
  const EntityIndex head = add("Head", EntityIndex::none());
  add("LeftHand", head);
  add("right_hand", head);
  const EntityIndex turret = add("Turret", EntityIndex::none());
  add("Head", turret);
  const SceneContent scene = built(maker);
  EXPECT_EQ(scene.instances[0].shape, Shape::head);
  EXPECT_EQ(scene.instances[1].shape, Shape::left_hand);
  EXPECT_EQ(scene.instances[2].shape, Shape::right_hand);
  EXPECT_EQ(scene.instances[4].shape, Shape::marker) << "a turret's head has no hands";
  EXPECT_EQ(xr_part("Hand (L)"), XrPart::none);
  EXPECT_EQ(xr_part("Right-Controller"), XrPart::right_hand);
  EXPECT_EQ(xr_part("lefthandlefthandlefthand"), XrPart::none);
}

TEST(BuildScene, KeepsABoneSmallAndNotAGuardOfACourtyard) {
  SceneMaker maker;
  maker.add(EntityKind::other, {0, 0, 0}).world.rotation = turn_about_z(0);
  for (const double away : {0.3, 20.0}) {
    Entity& entity = maker.add(EntityKind::other, {away, 0, 0});
    entity.world.rotation = turn_about_z(0);
    entity.parent = EntityIndex(0);
  }
  const SceneContent scene = built(maker);
  EXPECT_EQ(scene.instances[1].half, glm::vec3(kPartMarkerHalf));
  EXPECT_GT(scene.instances[2].half.x, kPartMarkerHalf);
}

TEST(BuildScene, TakesTheColoursItIsGiven) {
  SceneMaker maker;
  maker.add(EntityKind::vehicle, {0, 0, 0});
  maker.add(EntityKind::vehicle, {9, 0, 0});
  const std::vector<std::uint32_t> colors{0x123456, kOwnColor};
  SceneFrame frame{&maker.frame, 0};
  frame.colors = colors;
  SceneContent scene;
  build_scene({&frame, 1}, {}, scene);
  EXPECT_EQ(scene.instances[0].color, 0x123456U);
  EXPECT_EQ(scene.instances[1].color, kind_color(EntityKind::vehicle));
}

TEST(BuildScene, KeepsTheColoursOfATrailBesideItsPoints) {
  const std::vector<glm::dvec3> points{{0, 0, 0}, {kNaN, 0, 0}, {1, 0, 0}, {2, 0, 0}};
  const std::vector<std::uint32_t> colors{1, 2, 3, 4};
  Trail trail{ref(0), *CoordinateSystem::parse("blender"), points, kSkyBlue};
  trail.colors = colors;
  SceneOptions options;
  options.trails = {&trail, 1};
  SceneContent scene;
  build_scene({}, options, scene);
  ASSERT_EQ(scene.polylines.size(), 1U);
  EXPECT_TRUE(scene.polylines[0].has_colors);
  EXPECT_EQ(scene.point_colors, (std::vector<std::uint32_t>{3, 4}));
}

TEST(BuildScene, BreaksTrailsAtPlacesThatAreNone) {
  const std::vector<glm::dvec3> points{{0, 0, 0},    {100, 0, 0}, {kNaN, 0, 0}, {300, 0, 0},
                                       {kNaN, 0, 0}, {500, 0, 0}, {600, 0, 0}};
  const Trail trail{ref(0), *CoordinateSystem::parse("unreal"), points, kSkyBlue};
  SceneOptions options;
  options.trails = {&trail, 1};
  SceneContent scene;
  build_scene({}, options, scene);
  ASSERT_EQ(scene.polylines.size(), 2U);  // the single point between gaps makes no line
  EXPECT_EQ(scene.polylines[0].count, 2U);
  ASSERT_EQ(scene.points.size(), 4U);
  expect_near(scene.points[3], {0, 6, 0});
}

TEST(BuildScene, LinksChildrenToTheirParents) {
  SceneMaker maker;
  maker.add(EntityKind::vehicle, {1, 2, 0});
  maker.add(EntityKind::sensor, {1, 2, 3}).parent = EntityIndex(0);
  maker.add(EntityKind::sensor, {9, 9, 9}).parent = EntityIndex(77);  // a parent that is not here
  SceneOptions options;
  options.parent_links = true;
  const SceneContent scene = built(maker, options);
  ASSERT_EQ(scene.polylines.size(), 1U);
  expect_near(scene.points[0], {1, 2, 3});
  expect_near(scene.points[1], {1, 2, 0});
}

TEST(BuildScene, KeepsItsStorage) {
  SceneMaker maker;
  for (int i = 0; i < 100; ++i) maker.add(EntityKind::other, {i, 0, 0});
  SceneContent scene = built(maker);
  const SceneInstance* const storage = scene.instances.data();
  const SceneFrame frame{&maker.frame, 0};
  build_scene({&frame, 1}, {}, scene);
  EXPECT_EQ(scene.instances.data(), storage);
  EXPECT_EQ(scene.instances.size(), 100U);
}

TEST(ScenePositions, AreInViewerSpaceWithoutControllers) {
  SceneMaker maker("unreal");
  maker.add(EntityKind::vehicle, {100, 200, 300});
  maker.add(EntityKind::controller, {0, 0, 0});
  maker.add(EntityKind::vehicle, {kNaN, 0, 0});
  std::vector<glm::dvec3> positions;
  const SceneFrame frame{&maker.frame, 0};
  scene_positions({&frame, 1}, positions);
  ASSERT_EQ(positions.size(), 2U);
  EXPECT_EQ(positions[0], glm::dvec3(2, 1, 3));
}

TEST(SceneBounds, TakeTheRotationIntoAccount) {
  SceneMaker maker;
  maker.add_box(EntityKind::prop, {10, 0, 0}, {1, 4, 2}).world.rotation = turn_about_z(90);
  SceneOptions options;
  options.origin = {7, 0, 0};
  const SceneContent scene = built(maker, options);
  const Bounds bounds = bounds_of(scene, scene.instances[0]);
  expect_near(glm::vec3(bounds.low), {6, -1, -2});
  expect_near(glm::vec3(bounds.high), {14, 1, 2});
  expect_near(glm::vec3(label_position(scene, scene.instances[0], 0.01F)), {10, 0, 2});
}

TEST(SceneBounds, PutTheNameOverAGlyphAsLargeAsItIsDrawn) {
  SceneMaker maker;
  maker.add(EntityKind::other, {1, 2, 3});
  const SceneContent scene = built(maker);
  const auto height = [&](float pixel) {
    return label_position(scene, scene.instances[0], pixel).z - 3;
  };
  EXPECT_NEAR(height(0.02F), 2 * kPinHalf.z, 1e-4);
  EXPECT_NEAR(height(0.001F), 2 * 0.001 * kMostGlyphRadius, 1e-4) << "near by";
  EXPECT_NEAR(height(1.0F), 2 * kLeastPinRadius, 1e-4) << "far away";
}

TEST(BuildScene, DimsAStateThatIsOverAndDrawsItInsideOfWhatHolds) {
  SceneMaker maker;
  maker.add_box(EntityKind::vehicle, {1, 2, 3}, {2, 4, 1});
  std::vector<SceneFrame> frames(2);
  for (SceneFrame& frame : frames) frame.frame = &maker.frame;
  frames[1].is_past = true;
  SceneContent scene;
  build_scene(frames, {}, scene);
  ASSERT_EQ(scene.instances.size(), 2U);
  EXPECT_EQ(scene.instances[0].flags & kSceneDimmed, 0);
  EXPECT_NE(scene.instances[1].flags & kSceneDimmed, 0);
  expect_near(scene.instances[1].center, scene.instances[0].center);
  for (int i = 0; i < 3; ++i) EXPECT_LT(scene.instances[1].half[i], scene.instances[0].half[i]);
}

TEST(BuildScene, ShowsWhatTwoStreamsSeeAtOnePlaceAsBoxesThroughEachOther) {
  MadeScene streams;
  streams.streams = 2;
  const auto recording = made_recording(std::make_shared<const MadeScene>(streams));
  recording->index();
  std::vector<SceneMaker> makers(2);
  std::vector<SceneFrame> frames(2);
  for (std::size_t i = 0; i < 2; ++i) {
    makers[i].add(EntityKind::other, {1, 2, 3});
    makers[i].frame.stream = StreamIndex(i);
    frames[i].frame = &makers[i].frame;
    frames[i].source = recording.get();
    frames[i].client_color = i == 0 ? kSkyBlue : kOrange;
  }
  SceneContent scene;
  build_scene(frames, {}, scene);
  ASSERT_EQ(scene.instances.size(), 2U);
  const SceneInstance& first = scene.instances[0];
  const SceneInstance& second = scene.instances[1];
  EXPECT_EQ(first.color, kSkyBlue);
  EXPECT_EQ(second.color, kOrange);
  EXPECT_GT(first.half.x, second.half.x);
  EXPECT_GT(first.half.y, second.half.y);
  EXPECT_LT(first.half.z, second.half.z);
}

TEST(NearestLabels, PreferSelectedThenHoveredThenNear) {
  SceneMaker maker;
  for (int i = 0; i < 50; ++i) maker.add(EntityKind::other, {0, i, 0});
  const std::vector<EntityRef> selected{ref(49)};
  SceneOptions options;
  options.selected = selected;
  options.hovered = ref(48);
  const SceneContent scene = built(maker, options);
  Camera camera;
  camera.pitch = -0.3;
  camera.yaw = 0;
  camera.distance = 20;
  std::vector<SceneLabel> labels;
  nearest_labels(scene, camera, {1280, 720}, 1.0F, 5, labels);
  ASSERT_EQ(labels.size(), 5U);
  float selected_priority = 0;
  float hovered_priority = 0;
  for (const SceneLabel& label : labels) {
    const std::uint32_t entity = scene.instances[label.instance].entity.value;
    if (entity == 49) selected_priority = label.priority;
    if (entity == 48) hovered_priority = label.priority;
    EXPECT_TRUE(entity >= 48 || entity < 10) << entity;
  }
  EXPECT_GT(selected_priority, hovered_priority);
  EXPECT_GT(hovered_priority, 1);
}

}  // namespace
}  // namespace scrubjay
