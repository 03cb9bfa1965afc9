// Scenery under a scene: what lies upon what, what is left out, and what it must not hide.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <numbers>
#include <string>
#include <vector>

#include "render/offscreen_context.h"
#include "render/renderer.h"
#include "render/scenery_placement.h"
#include "scene_maker.h"

namespace scrubjay {
namespace {

constexpr std::uint32_t kRed = 0xFF0000FF;
constexpr std::uint32_t kBlue = 0xFFFF0000;

/// A flat rectangle at a height, in the scenery's own axes (z up).
SceneryMesh patch(SceneryClass surface, std::uint32_t color, float half, float height) {
  SceneryMesh mesh{.surface = surface, .color = color, .vertices = {}, .triangles = {}};
  mesh.vertices = {
      {-half, -half, height}, {half, -half, height}, {half, half, height}, {-half, half, height}};
  mesh.triangles = {0, 1, 2, 0, 2, 3};
  return mesh;
}

/// Upright, across the y axis at `y`.
SceneryMesh wall(std::uint32_t color, float y) {
  SceneryMesh mesh{.surface = SceneryClass::level, .color = color, .vertices = {}, .triangles = {}};
  mesh.vertices = {{-10, y, 0}, {10, y, 0}, {10, y, 10}, {-10, y, 10}};
  mesh.triangles = {0, 1, 2, 0, 2, 3};
  return mesh;
}

std::shared_ptr<Scenery> scenery_of(std::vector<SceneryMesh> meshes) {
  auto scenery = std::make_shared<Scenery>();
  scenery->coordinates = CoordinateSystem{
      .right = Axis::pos_x, .up = Axis::pos_z, .forward = Axis::pos_y, .metres_per_unit = 1};
  scenery->meshes = std::move(meshes);
  return scenery;
}

/// Straight down from 20 m.
Camera from_above() {
  Camera camera;
  camera.target = {0, 0, 0};
  camera.yaw = 0;
  camera.pitch = -std::numbers::pi / 2;
  camera.distance = 20;
  return camera;
}

Camera from_south() {
  Camera camera;
  camera.target = {0, 0, 1};
  camera.yaw = 0;
  camera.pitch = -0.1;
  camera.distance = 20;
  return camera;
}

class SceneryPicture : public testing::Test {
 public:
  static constexpr int kWidth = 200;
  static constexpr int kHeight = 160;

 protected:
  static void SetUpTestSuite() {
    auto made = OffscreenContext::create();
    if (!made) {
      reason_ = describe(made.error());
      return;
    }
    context_ = std::make_unique<OffscreenContext>(std::move(*made));
    auto renderer = Renderer::create();
    ASSERT_TRUE(renderer) << describe(renderer.error());
    renderer_ = std::make_unique<Renderer>(std::move(*renderer));
  }
  static void TearDownTestSuite() {
    renderer_.reset();
    context_.reset();
  }
  void SetUp() override {
    if (renderer_ == nullptr) GTEST_SKIP() << "no off-screen OpenGL here: " << reason_;
  }

  static Image draw(const std::vector<PlacedScenery>& placed, const Camera& camera,
                    const SceneContent& scene = {}, std::vector<SeenThrough> seen_through = {}) {
    RenderSettings settings;
    settings.width = kWidth;
    settings.height = kHeight;
    settings.samples = 1;
    settings.theme = dark_scene_theme();
    settings.scenery = placed;
    settings.seen_through = seen_through;
    const auto drawn = renderer_->draw(scene, camera, settings);
    EXPECT_TRUE(drawn) << describe(drawn.error());
    if (drawn) drawn_ = drawn->scenery;
    return renderer_->read_image();
  }

  enum class Hue { red, blue, other };
  static Hue hue(const Image& image, int x, int y) {
    const std::uint8_t* const p = image.at(x, y);
    if (p[0] > 60 && p[0] > 2 * p[2] && p[0] > 2 * p[1]) return Hue::red;
    if (p[2] > 60 && p[2] > 2 * p[0] && p[2] > 2 * p[1]) return Hue::blue;
    return Hue::other;
  }
  static int count(const Image& image, Hue wanted) {
    int found = 0;
    for (int y = 0; y < image.height; ++y) {
      for (int x = 0; x < image.width; ++x) found += hue(image, x, y) == wanted ? 1 : 0;
    }
    return found;
  }

  static std::unique_ptr<OffscreenContext> context_;
  static std::unique_ptr<Renderer> renderer_;
  static std::string reason_;
  static SceneryDrawn drawn_;
};
std::unique_ptr<OffscreenContext> SceneryPicture::context_;
std::unique_ptr<Renderer> SceneryPicture::renderer_;
std::string SceneryPicture::reason_;
SceneryDrawn SceneryPicture::drawn_;

TEST_F(SceneryPicture, PaintLiesOverAsphaltOfTheSameHeightWhateverComesFirst) {
  const SceneryMesh road = patch(SceneryClass::driving, kRed, 8, 0);
  const SceneryMesh paint = patch(SceneryClass::mark, kBlue, 2, 0);
  for (const auto& meshes : {std::vector{road, paint}, std::vector{paint, road}}) {
    for (const double pitch : {-1.5, -0.6, -0.15}) {
      Camera camera = from_above();
      camera.pitch = pitch;
      const Image image = draw({{scenery_of(meshes)}}, camera);
      EXPECT_EQ(hue(image, kWidth / 2, kHeight / 2), Hue::blue) << pitch;
      EXPECT_GT(count(image, Hue::red), 500) << pitch;
    }
  }
}

TEST_F(SceneryPicture, WhatIsSwitchedOffIsNotDrawn) {
  PlacedScenery placed{scenery_of(
      {patch(SceneryClass::driving, kRed, 8, 0), patch(SceneryClass::mark, kBlue, 2, 0)})};
  placed.hidden[static_cast<std::size_t>(SceneryClass::mark)] = true;
  const Image image = draw({placed}, from_above());
  EXPECT_EQ(hue(image, kWidth / 2, kHeight / 2), Hue::red);
  EXPECT_EQ(count(image, Hue::blue), 0);
  EXPECT_EQ(drawn_.meshes, 1u);
  EXPECT_EQ(drawn_.triangles, 2u);
}

TEST_F(SceneryPicture, WhatIsFinerThanAPixelIsLeftOutFarAway) {
  SceneryMesh fine = patch(SceneryClass::mark, kBlue, 2, 0);
  fine.detail = 0.12F;
  const PlacedScenery placed{scenery_of({fine})};
  draw({placed}, from_above());
  EXPECT_EQ(drawn_.meshes, 1u);
  Camera far_away = from_above();
  far_away.distance = 3000;
  draw({placed}, far_away);
  EXPECT_EQ(drawn_.meshes, 0u);
}

TEST_F(SceneryPicture, WhatIsOutOfViewIsLeftOut) {
  const PlacedScenery placed{scenery_of({patch(SceneryClass::driving, kRed, 8, 0)})};
  Camera camera = from_above();
  camera.target = {500, 0, 0};
  draw({placed}, camera);
  EXPECT_EQ(drawn_.meshes, 0u);
}

TEST_F(SceneryPicture, IsTurnedAndMovedAsPlaced) {
  // A patch at (5, 0) of its own, turned by a quarter, and moved by 2 m to the right.
  SceneryMesh mesh = patch(SceneryClass::driving, kRed, 1, 0);
  for (glm::vec3& vertex : mesh.vertices) vertex.x += 5;
  PlacedScenery placed{scenery_of({mesh})};
  placed.placement.heading = std::numbers::pi / 2;
  placed.placement.offset = {2, 0, 0};
  const Camera camera = from_above();
  const Image image = draw({placed}, camera);
  const ScreenProjector project(camera, {kWidth, kHeight});
  const auto at = project({2, 5, 0});
  ASSERT_TRUE(at);
  EXPECT_EQ(hue(image, static_cast<int>(at->pixel.x), static_cast<int>(at->pixel.y)), Hue::red);
  EXPECT_EQ(hue(image, kWidth / 2, kHeight / 2), Hue::other);
}

TEST_F(SceneryPicture, FarFromZeroItIsAsPrecise) {
  auto scenery = scenery_of({patch(SceneryClass::driving, kRed, 0.05F, 0)});
  scenery->origin = {5'000'000.25, 600'000.5, 0};
  Camera camera = from_above();
  camera.target = scenery->origin;
  camera.distance = 0.2;
  SceneContent scene;
  scene.origin = choose_origin(camera, scene.origin);
  const Image image = draw({{scenery}}, camera, scene);
  EXPECT_EQ(hue(image, kWidth / 2, kHeight / 2), Hue::red);
}

TEST_F(SceneryPicture, AWallHidesWhatIsBehindItUnlessThatIsSelected) {
  // Something blue 2 m tall stands behind a red wall.
  const PlacedScenery placed{scenery_of({wall(kRed, -3)})};
  SceneMaker maker;
  maker.add_box(EntityKind::prop, {0, 0, 1}, {1, 1, 1});
  SceneContent scene;
  const SceneFrame frame{&maker.frame, 0};
  build_scene({&frame, 1}, SceneOptions(), scene);
  ASSERT_EQ(scene.instances.size(), 1u);
  scene.instances.front().color = 0x2020FF;
  const Image hidden = draw({placed}, from_south(), scene);
  EXPECT_EQ(count(hidden, Hue::blue), 0);
  const Image seen = draw({placed}, from_south(), scene, {{{0, 0, 1}, 1.7, 0.1}});
  EXPECT_GT(count(seen, Hue::blue), 100);
  EXPECT_GT(count(seen, Hue::red), 1000);
}

TEST_F(SceneryPicture, AFloorUnderWhatIsSelectedStaysWhole) {
  const PlacedScenery placed{scenery_of({patch(SceneryClass::level, kRed, 9, 0)})};
  Camera camera = from_above();
  camera.pitch = -0.7;
  const Image without = draw({placed}, camera);
  const Image with = draw({placed}, camera, {}, {{{0, 0, 1}, 1.7, 0.1}});
  EXPECT_EQ(count(without, Hue::red), count(with, Hue::red));
}

TEST(SceneryPlacement, ReadsUnrealsCentimetresAsStated) {
  Scenery scenery;
  SceneryPlacement placement;
  placement.coordinates = *CoordinateSystem::parse("unreal");
  // Unreal: x forward, y right, z up, centimetres. The viewer's: x right, y forward.
  const glm::dvec4 seen = viewer_from_vertices(scenery, placement) * glm::dvec4(100, 200, 300, 1);
  EXPECT_NEAR(seen.x, 2, 1e-12);
  EXPECT_NEAR(seen.y, 1, 1e-12);
  EXPECT_NEAR(seen.z, 3, 1e-12);
}

TEST(SceneryPlacement, BoundsHoldWhatIsPlaced) {
  auto scenery = std::make_shared<Scenery>();
  scenery->coordinates = *CoordinateSystem::parse("ros");
  scenery->least = {0, 0, 0};
  scenery->greatest = {10, 2, 1};
  PlacedScenery placed{scenery};
  const auto bounds = bounds_of(placed);
  ASSERT_TRUE(bounds);
  EXPECT_NEAR(bounds->low.x, -2, 1e-12);
  EXPECT_NEAR(bounds->high.y, 10, 1e-12);
  scenery->least = {11, 0, 0};
  EXPECT_FALSE(bounds_of(placed));
}

}  // namespace
}  // namespace scrubjay
