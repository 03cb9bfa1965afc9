#include "render/shape_batches.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "camera_maker.h"
#include "render/scene.h"
#include "shape_maker.h"

namespace scrubjay {
namespace {

using Maker = ShapeMaker;

ShapeBatches batches_of(const Maker& maker, const Camera& camera = northward(),
                        const SceneOptions& options = {}) {
  SceneContent scene;
  const SceneFrame frame{&maker.frame, 0};
  build_scene({&frame, 1}, options, scene);
  ShapeBatches batches;
  build_shape_batches(scene.shapes, scene.origin, camera, kViewport, 1, batches);
  return batches;
}

Maker::Shape with_alpha(Maker::Shape shape, double alpha) {
  shape.color[3] = alpha;
  return shape;
}

TEST(ShapeBatches, DrawAllOpaqueSolidsOfAKindAtOnce) {
  Maker maker;
  maker.entity({0, 0, 0});
  for (int i = 0; i < 50; ++i) {
    maker.shape(Maker::sphere({0.1 * i, 0, 0}, 0.5));
    maker.shape(Maker::aabb({-0.1 * i, 0, 0}, {1, 1, 1}));
    maker.shape(Maker::line(PropertyType::arrow, {0, 0, 0}, {0.1 * i, 0, 1}));
  }
  const ShapeBatches batches = batches_of(maker);
  ASSERT_EQ(batches.opaque.size(), 3U);
  EXPECT_EQ(batches.opaque[0].count, 50U);
  EXPECT_EQ(batches.opaque[1].count, 50U);
  EXPECT_EQ(batches.opaque[2].list, ShapeList::lines);
  EXPECT_GE(batches.opaque[2].count, 250U - 4);
  EXPECT_TRUE(batches.translucent.empty());
}

TEST(ShapeBatches, LeaveOutWhatIsOutOfView) {
  Maker maker;
  maker.entity({0, 0, 0});
  maker.shape(Maker::sphere({0, -100, 0}, 1));  // behind the eye
  maker.shape(Maker::aabb({300, 0, 0}, {1, 1, 1}));
  maker.shape(Maker::line(PropertyType::line, {300, 0, 0}, {400, 0, 0}));
  maker.shape(Maker::triangle({0, -100, 0}, {1, -100, 0}, {0, -100, 1}));
  const ShapeBatches batches = batches_of(maker);
  EXPECT_TRUE(batches.opaque.empty());
}

TEST(ShapeBatches, TakeCoarserMeshesForSmallerPictures) {
  Maker maker;
  maker.entity({0, 0, 0});
  maker.shape(Maker::sphere({0, 0, 0}, 1));
  const auto detail = [&](double distance) {
    return batches_of(maker, northward(distance)).opaque.at(0).mesh % kSolidDetails;
  };
  EXPECT_EQ(detail(4), 2U);
  EXPECT_EQ(detail(60), 1U);
  EXPECT_EQ(detail(400), 0U);
}

TEST(ShapeBatches, DrawWhatIsSeenThroughFromBackToFront) {
  Maker maker;
  maker.entity({0, 0, 0});
  // In an order that is neither; kinds take turns.
  const double depths[] = {3, -5, 9, 0, 6, -2};
  bool ball = true;
  for (const double y : depths) {
    maker.shape(
        with_alpha(ball ? Maker::sphere({0, y, 0}, 1) : Maker::aabb({0, y, 0}, {1, 1, 1}), 0.5));
    ball = !ball;
  }
  maker.shape(with_alpha(Maker::line(PropertyType::line, {0, 1, 0}, {1, 1, 0}), 0.5));
  maker.shape(with_alpha(Maker::triangle({0, 4, 0}, {1, 4, 0}, {0, 4, 1}), 0.5));
  const ShapeBatches batches = batches_of(maker);
  EXPECT_TRUE(batches.opaque.empty());
  std::vector<float> order;
  for (const ShapeRun& run : batches.translucent) {
    for (std::uint32_t i = run.first; i < run.first + run.count; ++i) {
      if (run.list == ShapeList::solids) order.push_back(batches.solids[i].center.y);
    }
    if (run.list == ShapeList::lines) order.push_back(batches.segments[run.first].from.y);
    if (run.list == ShapeList::meshes) order.push_back(batches.vertices[run.first].position.y);
  }
  EXPECT_EQ(order, (std::vector<float>{9, 6, 4, 3, 1, 0, -2, -5}));
}

TEST(ShapeBatches, DrawFloorsBeforeWhatStandsOnThem) {
  Maker maker;
  maker.entity({0, 0, 0});
  // The floor's middle is nearer than the ball, yet the ball stands on it.
  maker.shape(with_alpha(Maker::plane({0, 0, 0}, {0, 0, 1}, {0, 1, 0}, 20, 20), 0.5));
  maker.shape(with_alpha(Maker::sphere({0, 6, 1}, 1), 0.5));
  const ShapeBatches batches = batches_of(maker);
  ASSERT_EQ(batches.translucent.size(), 2U);
  EXPECT_EQ(batches.translucent[0].mesh / kSolidDetails,
            static_cast<std::size_t>(SolidForm::plane));
}

TEST(ShapeBatches, KeepDrawCallsFewWhereMuchIsSeenThrough) {
  Maker maker;
  maker.entity({0, 0, 0});
  for (int i = 0; i < 4000; ++i) {
    const glm::dvec3 at(0, (i * 37 % 1000) * 0.01, 0);
    maker.shape(with_alpha(i % 2 == 0 ? Maker::sphere(at, 1) : Maker::aabb(at, {1, 1, 1}), 0.5));
  }
  const ShapeBatches batches = batches_of(maker);
  EXPECT_EQ(batches.solids.size(), 4000U);
  EXPECT_LE(batches.translucent.size(), 2 * kDepthSlices);
  // Runs go from back to front: no ball of a later run lies behind all of an earlier one.
  float nearest = 1e9F;
  for (const ShapeRun& run : batches.translucent) {
    float far = -1e9F;
    float near = 1e9F;
    for (std::uint32_t i = run.first; i < run.first + run.count; ++i) {
      far = std::max(far, batches.solids[i].center.y);
      near = std::min(near, batches.solids[i].center.y);
    }
    EXPECT_LE(near, nearest + 0.5F);
    nearest = std::min(nearest, far);
  }
}

TEST(ShapeBatches, SeparateWhatHasAnotherTexture) {
  Maker maker;
  maker.entity({0, 0, 0});
  for (const std::string_view path : {"a", "b", "a"}) {
    auto shape = Maker::sphere({0, 0, 0}, 1);
    shape.texture = path;
    maker.shape(shape);
  }
  SceneContent scene;
  const SceneFrame frame{&maker.frame, 0};
  build_scene({&frame, 1}, {}, scene);
  ShapeBatches batches;
  const auto build = [&] {
    build_shape_batches(scene.shapes, scene.origin, northward(), kViewport, 1, batches);
  };
  build();
  EXPECT_EQ(batches.opaque.size(), 1U);  // no picture is there yet
  scene.shapes.textures[0].texture = 5;
  build();
  ASSERT_EQ(batches.opaque.size(), 2U);
  EXPECT_EQ(batches.opaque[0].texture, 0);
  EXPECT_EQ(batches.opaque[1].texture, 1);
  EXPECT_EQ(batches.opaque[1].count, 2U);
  scene.shapes.textures[0].has_alpha = true;
  build();
  EXPECT_EQ(batches.translucent.size(), 1U);
}

TEST(ShapeBatches, TellWhereMarkedShapesAre) {
  Maker maker;
  maker.entity({0, 0, 0});
  maker.shape(Maker::sphere({0, 0, 0}, 1));
  EXPECT_TRUE(batches_of(maker).marked.empty());
  const EntityRef selected{0, EntityIndex(0)};
  SceneOptions options;
  options.selected = {&selected, 1};
  const PixelRect marked = batches_of(maker, northward(), options).marked;
  EXPECT_LT(marked.low.x, 640 - 30);
  EXPECT_GT(marked.high.x, 640 + 30);
}

TEST(ShapeBatches, LetThroughWhatIsDimmed) {
  Maker maker;
  maker.entity({0, 0, 0});
  maker.shape(Maker::sphere({0, 0, 0}, 1));
  const EntityRef other{0, EntityIndex(5)};
  SceneOptions options;
  options.isolated = {&other, 1};
  const ShapeBatches batches = batches_of(maker, northward(), options);
  EXPECT_TRUE(batches.opaque.empty());
  EXPECT_EQ(batches.translucent.size(), 1U);
}

}  // namespace
}  // namespace scrubjay
