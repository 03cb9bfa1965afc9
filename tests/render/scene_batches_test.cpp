#include "render/scene_batches.h"

#include <gtest/gtest.h>

#include <vector>

#include "camera_maker.h"
#include "scene_maker.h"

namespace scrubjay {
namespace {

SceneBatches batches_of(const SceneMaker& maker, const Camera& camera,
                        const SceneOptions& options = {}, const BatchOptions& batch = {}) {
  SceneContent scene;
  const SceneFrame frame{&maker.frame, 0};
  build_scene({&frame, 1}, options, scene);
  SceneBatches batches;
  build_batches(scene, camera, kViewport, batch, batches);
  return batches;
}

const std::vector<GpuInstance>& of(const SceneBatches& batches, Shape shape) {
  return batches.shapes[static_cast<std::size_t>(shape)];
}

TEST(SceneBatches, SortByShape) {
  SceneMaker maker;
  maker.add(EntityKind::vehicle, {0, 0, 0});
  maker.add(EntityKind::person, {2, 0, 0});
  maker.add(EntityKind::vehicle, {-4, 0, 0});
  const SceneBatches batches = batches_of(maker, northward(20));
  EXPECT_EQ(of(batches, Shape::vehicle).size(), 2U);
  EXPECT_EQ(of(batches, Shape::person).size(), 1U);
}

TEST(SceneBatches, LeaveOutWhatIsOutOfView) {
  SceneMaker maker;
  maker.add(EntityKind::vehicle, {0, -100, 0});  // behind the eye
  maker.add(EntityKind::vehicle, {200, 0, 0});   // far to the side
  maker.add(EntityKind::vehicle, {0, 0, 60});    // above
  for (const Projection projection : {Projection::perspective, Projection::orthographic}) {
    Camera camera = northward(20);
    camera.projection = projection;
    if (projection == Projection::orthographic) look_from_top(camera);
    SceneMaker in_top_view;
    in_top_view.add(EntityKind::vehicle, {0, -100, 0});
    in_top_view.add(EntityKind::vehicle, {200, 0, 0});
    const SceneMaker& scene = projection == Projection::perspective ? maker : in_top_view;
    EXPECT_TRUE(of(batches_of(scene, camera), Shape::vehicle).empty());
  }
}

TEST(SceneBatches, KeepWhatReachesIntoThePicture) {
  SceneMaker maker;
  // Its middle is outside on the right, its left end inside.
  maker.add_box(EntityKind::prop, {20, 0, 0}, {12, 1, 1});
  EXPECT_EQ(of(batches_of(maker, northward(20)), Shape::prop).size(), 1U);
}

TEST(SceneBatches, DrawSpecksAsPointsThatStayVisible) {
  SceneMaker maker;
  maker.add(EntityKind::person, {0, 0, 0});
  const Camera camera = northward(3000);
  const SceneBatches batches = batches_of(maker, camera);
  EXPECT_TRUE(of(batches, Shape::person).empty());
  ASSERT_EQ(of(batches, Shape::point).size(), 1U);
  const double pixel = camera.metres_per_pixel(kViewport, 3000);
  EXPECT_GT(of(batches, Shape::point)[0].half.x, pixel * 2);
  EXPECT_EQ(of(batches, Shape::point)[0].tags & 0xFFFFU, 1U);  // can be picked
}

TEST(SceneBatches, LetNothingBecomeASpeck) {
  SceneMaker maker;
  maker.add(EntityKind::vehicle, {0, 0, 0}).world.rotation = turn_about_z(30);
  maker.add(EntityKind::sign, {20, 0, 0});
  maker.add(EntityKind::other, {-20, 0, 0});                                    // a pin
  maker.add(EntityKind::other, {-40, 0, 0}).world.rotation = turn_about_z(30);  // an arrow
  Entity& part = maker.add(EntityKind::other, {-60, 0, 0});
  part.world.rotation = turn_about_z(30);
  part.parent = EntityIndex(0);
  for (const double distance : {5.0, 50.0, 500.0, 5000.0}) {
    for (const float scale : {1.0F, 2.0F}) {
      const SceneBatches batches =
          batches_of(maker, northward(distance), {}, {.pixel_scale = scale});
      EXPECT_GE(batches.least_size, kLeastGlyph - 1e-3F) << distance << ' ' << scale;
    }
  }
  const SceneBatches far = batches_of(maker, northward(5000));
  EXPECT_EQ(of(far, Shape::marker).size(), 3U) << "what has a heading is an arrow";
  EXPECT_EQ(of(far, Shape::point).size(), 1U);
  ASSERT_EQ(of(far, Shape::pin).size(), 1U);
  const GpuInstance& pin = of(far, Shape::pin)[0];
  EXPECT_NEAR(pin.center.z - pin.half.z, 0, 1e-3) << "its tip stays at the place";
}

TEST(SceneBatches, KeepGlyphsOfUnknownSizeFromCoveringWhatIsAroundThem) {
  SceneMaker maker;
  maker.add(EntityKind::other, {0, 0, 0});
  maker.add(EntityKind::other, {0, 0, 0}).world.rotation = turn_about_z(0);
  const SceneBatches near = batches_of(maker, northward(1));
  const SceneBatches far = batches_of(maker, northward(20));
  for (const Shape shape : {Shape::pin, Shape::marker}) {
    EXPECT_LT(of(near, shape)[0].half.z, of(far, shape)[0].half.z / 2);
  }
}

TEST(SceneBatches, DrawPolesAsPointsBeforeTheyBecomeHairs) {
  SceneMaker maker;
  maker.add(EntityKind::signal, {0, 0, 0});
  maker.add_box(EntityKind::prop, {5, 0, 1}, {30, 0.05, 0.05});  // a long rail stays a rail
  EXPECT_EQ(of(batches_of(maker, northward(30)), Shape::signal).size(), 1U);
  const SceneBatches batches = batches_of(maker, northward(400));
  EXPECT_EQ(of(batches, Shape::signal).size(), 0U);
  EXPECT_EQ(of(batches, Shape::point).size(), 1U);
  EXPECT_EQ(of(batches, Shape::prop).size(), 1U);
}

TEST(SceneBatches, DrawPolesSeenFromAboveAsPoints) {
  SceneMaker maker;
  maker.add(EntityKind::signal, {0, 0, 0});
  Camera camera = northward(150);
  EXPECT_EQ(of(batches_of(maker, camera), Shape::signal).size(), 1U);
  look_from_top(camera);
  EXPECT_EQ(of(batches_of(maker, camera), Shape::point).size(), 1U);
}

TEST(SceneBatches, DrawEdgesOnlyOfRecordedBoxes) {
  SceneMaker maker;
  maker.add(EntityKind::prop, {0, 0, 0});
  maker.add_box(EntityKind::prop, {3, 0, 0}, glm::dvec3(1));
  EXPECT_EQ(batches_of(maker, northward(20)).box_edges.size(), 1U);
  EXPECT_TRUE(batches_of(maker, northward(20), {}, {.boxes = false}).box_edges.empty());
}

TEST(SceneBatches, PutAnArrowAheadOfWhatHasAHeading) {
  SceneMaker maker;
  maker.add(EntityKind::vehicle, {0, 0, 0}).world.rotation = turn_about_z(-90);  // faces +x
  maker.add(EntityKind::vehicle, {0, 6, 0});  // no rotation recorded: none is claimed
  const SceneBatches batches = batches_of(maker, northward(20));
  ASSERT_EQ(of(batches, Shape::arrow).size(), 1U);
  const GpuInstance& arrow = of(batches, Shape::arrow)[0];
  EXPECT_GT(arrow.center.x, 2.2F);
  EXPECT_NEAR(arrow.center.y, 0, 1e-4);
  EXPECT_EQ(arrow.entity, 0U);
}

TEST(SceneBatches, KnowWhereMarkedThingsAreInThePicture) {
  SceneMaker maker;
  maker.add(EntityKind::vehicle, {0, 0, 0});
  EXPECT_TRUE(batches_of(maker, northward(20)).marked.empty());
  const std::vector<EntityRef> selected{{0, EntityIndex(0)}};
  SceneOptions options;
  options.selected = selected;
  const PixelRect marked = batches_of(maker, northward(20), options).marked;
  EXPECT_LT(marked.low.x, 640);
  EXPECT_GT(marked.high.x, 640);
  EXPECT_LT(marked.low.y, 360);
  EXPECT_GT(marked.high.y, 300);
}

TEST(SceneBatches, CutTrailsIntoSegmentsThatFadeIntoThePast) {
  const std::vector<glm::dvec3> points{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}};
  const Trail trail{{0, EntityIndex(0)}, *CoordinateSystem::parse("blender"), points, kOrange};
  SceneOptions options;
  options.trails = {&trail, 1};
  const SceneBatches batches = batches_of(SceneMaker(), northward(20), options, {.pixel_scale = 2});
  ASSERT_EQ(batches.segments.size(), 2U);
  EXPECT_LT(batches.segments[0].from_color >> 24, batches.segments[1].to_color >> 24);
  EXPECT_EQ(batches.segments[1].to_color >> 24, 255U);
  EXPECT_EQ(batches.segments[0].to_color & 0xFFU, kOrange >> 16);  // red is the lowest byte
  EXPECT_GE(batches.segments[0].width, 3.0F);
}

}  // namespace
}  // namespace scrubjay
