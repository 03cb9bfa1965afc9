#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>

#include "picture_fixture.h"
#include "render/offscreen_context.h"
#include "render/renderer.h"
#include "shape_maker.h"

namespace scrubjay {
namespace {

using Maker = ShapeMaker;

using Color = std::array<int, 3>;

class ShapePicture : public PictureTest {
 public:
  static constexpr int kWidth = 240;
  static constexpr int kHeight = 200;

 protected:
  static Image picture(const Maker& maker, const Camera& camera, PictureOptions options = {}) {
    options.width = kWidth;
    options.height = kHeight;
    options.samples = 1;
    options.camera = camera;
    options.ground = -1000.0;
    const SceneFrame frame{&maker.frame, 0};
    auto image = pictures_->render({&frame, 1}, options);
    EXPECT_TRUE(image) << describe(image.error());
    return image.value_or(Image{});
  }

  struct Drawn {
    Renderer renderer;
    SceneContent scene;
    Camera camera;
    RenderSettings settings;

    void draw() {
      auto info = renderer.draw(scene, camera, settings);
      EXPECT_TRUE(info) << describe(info.error());
    }
  };
  /// Draws through a renderer of its own, for picking and settings.
  static Drawn draw(const Maker& maker, const Camera& camera, const SceneOptions& options = {}) {
    auto renderer = Renderer::create();
    EXPECT_TRUE(renderer) << describe(renderer.error());
    Drawn drawn{std::move(*renderer), {}, camera, {}};
    const SceneFrame frame{&maker.frame, 0};
    build_scene({&frame, 1}, options, drawn.scene);
    drawn.settings.width = kWidth;
    drawn.settings.height = kHeight;
    drawn.settings.samples = 1;
    drawn.settings.grid = false;
    drawn.settings.theme = dark_scene_theme();
    drawn.draw();
    return drawn;
  }
};

/// Looks north at the origin: pixels right of the middle have x > 0, above it z > 0. Without
/// perspective 200 pixels are 2 * 5 * tan(0.4) metres.
Camera facing_north() {
  Camera camera;
  camera.yaw = 0;
  camera.pitch = 0;
  camera.distance = 5;
  camera.projection = Projection::orthographic;
  return camera;
}
constexpr double kPixelsPerMetre = 100 / (5 * 0.42279);

struct Pixel {
  int x, y;
};
Pixel pixel_of(double x, double z) {
  return {static_cast<int>(ShapePicture::kWidth / 2.0 + x * kPixelsPerMetre),
          static_cast<int>(ShapePicture::kHeight / 2.0 - z * kPixelsPerMetre)};
}

/// Which channel is clearly the strongest: 'r', 'g', 'b', or '-'.
char hue(const Image& image, Pixel at) {
  const std::uint8_t* const p = image.at(at.x, at.y);
  for (int i = 0; i < 3; ++i) {
    const int others = std::max(p[(i + 1) % 3], p[(i + 2) % 3]);
    if (p[i] > others + 40) return "rgb"[i];
  }
  return '-';
}

Maker::Shape red(Maker::Shape shape) {
  shape.color = {1, 0.05, 0.05, 1};
  return shape;
}
Maker::Shape green(Maker::Shape shape) {
  shape.color = {0.05, 1, 0.05, 1};
  return shape;
}

/// A maker whose one entity lies behind everything, so that its marker is not in the way.
Maker with(const Maker::Shape& shape) {
  Maker maker;
  maker.entity({50, 50, 0});
  maker.shape(shape);
  return maker;
}

TEST_F(ShapePicture, ShowsEachShapeWhereItIsAndNowhereElse) {
  struct Place {
    double x, z;
    bool drawn;
  };
  struct Row {
    const char* what;
    Maker::Shape shape;
    std::vector<Place> places;
  };
  const Row rows[] = {
      {"sphere",
       Maker::sphere({0.5, 0, 0.5}, 0.5),
       {{0.5, 0.5, true},
        {0.9, 0.5, true},
        {0.5, 0.1, true},
        {1.1, 0.5, false},
        {0.1, 0.1, false}}},
      {"hemisphere, dome upwards",
       Maker::round(PropertyType::hemisphere, {0, 0, 0}, {0, 0, 1}, 1, 0),
       {{0, 0.9, true}, {0.9, 0.1, true}, {0, -0.1, false}, {0.9, 0.9, false}}},
      {"hemisphere, dome to the left",
       Maker::round(PropertyType::hemisphere, {0, 0, 0}, {-1, 0, 0}, 1, 0),
       {{-0.9, 0, true}, {0.1, 0, false}}},
      {"capsule lying along x",
       Maker::round(PropertyType::capsule, {0, 0, 0}, {1, 0, 0}, 0.3, 2),
       {{0.93, 0, true},
        {-0.93, 0, true},
        {0.5, 0.25, true},
        {1.07, 0, false},
        {0, 0.36, false},
        {0.95, 0.25, false}}},
      {"cylinder lying along x",
       Maker::round(PropertyType::cylinder, {0, 0, 0}, {1, 0, 0}, 0.3, 2),
       {{0.95, 0.25, true}, {-0.95, -0.25, true}, {1.07, 0, false}, {0, 0.36, false}}},
      {"aabb",
       Maker::aabb({0, 0, 0}, {2, 1, 0.5}),
       {{0.95, 0.2, true}, {-0.95, -0.2, true}, {1.07, 0, false}, {0, 0.32, false}}},
      {"oobb on its edge",
       Maker::oobb({0, 0, 0}, {1, 1, 1}, {1, 0, 1}, {0, 1, 0}),
       {{0.6, 0, true}, {0, -0.6, true}, {0.5, 0.5, false}, {0.8, 0, false}}},
      {"plane",
       Maker::plane({0, 0, 0}, {0, 1, 0}, {0, 0, 1}, 1, 2),
       {{0.45, 0.95, true}, {-0.45, -0.95, true}, {0.57, 0, false}, {0, 1.07, false}}},
      {"plane from behind",
       Maker::plane({0, 0, 0}, {0, -1, 0}, {0, 0, 1}, 1, 2),
       {{0.45, 0.95, true}, {0.57, 0, false}}},
      {"line",
       Maker::line(PropertyType::line, {-1, 0, 0}, {1, 0, 0}),
       {{0.9, 0, true}, {-0.9, 0, true}, {1.1, 0, false}, {0, 0.1, false}}},
      {"arrow",
       Maker::line(PropertyType::arrow, {-1, 0, 0}, {1, 0, 0}),
       {{0, 0, true},
        {0.88, 0.054, true},
        {0.88, -0.054, true},
        {-0.88, 0.054, false},
        {1.1, 0, false}}},
      {"path",
       Maker::path({-1, 0, 0, 0, 0, 0, 0, 0, 1}),
       {{-0.5, 0, true}, {0, 0.5, true}, {0.5, 0, false}}},
      {"triangle",
       Maker::triangle({-1, 0, 0}, {1, 0, 0}, {0, 0, 1}),
       {{0, 0.8, true}, {-0.8, 0.1, true}, {0.8, 0.8, false}, {0, -0.1, false}}},
      {"mesh",
       Maker::mesh({-1, 0, -1, 1, 0, -1, 1, 0, 1, -1, 0, 1}, {0, 1, 2}),
       {{0.8, 0, true}, {0, -0.8, true}, {-0.5, 0.5, false}}}};
  for (const Row& row : rows) {
    const Image image = picture(with(red(row.shape)), facing_north());
    for (const Place& place : row.places) {
      EXPECT_EQ(hue(image, pixel_of(place.x, place.z)), place.drawn ? 'r' : '-')
          << row.what << " at " << place.x << ", " << place.z;
    }
  }
}

TEST_F(ShapePicture, ShowsVectorsFromTheirEntity) {
  Maker maker;
  maker.entity({-1, 0, 0.5});
  maker.shape(red(Maker::vector({2, 0, 0})));
  const Image image = picture(maker, facing_north());
  EXPECT_EQ(hue(image, pixel_of(0, 0.5)), 'r');
  EXPECT_EQ(hue(image, pixel_of(0.9, 0.5)), 'r');
  EXPECT_EQ(hue(image, pixel_of(1.15, 0.5)), '-');
}

TEST_F(ShapePicture, DrawsSurfacesFromTheirFrontUnlessBackFacesAreWanted) {
  for (const bool turned : {false, true}) {
    const auto shape = turned ? Maker::triangle({-1, 0, 0}, {0, 0, 1}, {1, 0, 0})
                              : Maker::triangle({-1, 0, 0}, {1, 0, 0}, {0, 0, 1});
    Drawn drawn = draw(with(red(shape)), facing_north());
    EXPECT_EQ(hue(drawn.renderer.read_image(), pixel_of(0, 0.5)), turned ? '-' : 'r');
    drawn.settings.back_faces = true;
    drawn.draw();
    EXPECT_EQ(hue(drawn.renderer.read_image(), pixel_of(0, 0.5)), 'r');
  }
}

TEST_F(ShapePicture, HidesWhatIsBehindOpaqueShapes) {
  Maker maker = with(red(Maker::sphere({0, 2, 0}, 0.5)));
  maker.shape(green(Maker::aabb({0, 0, 0}, {0.6, 0.6, 0.6})));
  maker.shape(green(Maker::line(PropertyType::line, {-1, 4, 0.4}, {1, 4, 0.4})));
  const Image image = picture(maker, facing_north());
  EXPECT_EQ(hue(image, pixel_of(0, 0)), 'g');
  EXPECT_EQ(hue(image, pixel_of(0, 0.4)), 'r');  // the line is behind the ball
  EXPECT_EQ(hue(image, pixel_of(0.7, 0.4)), 'g');
}

TEST_F(ShapePicture, MixesWhatIsSeenThroughByOpacity) {
  auto glass = green(Maker::aabb({0, -1, 0}, {1, 0.2, 1}));
  glass.color[3] = 0.5;
  Maker maker = with(glass);
  maker.shape(red(Maker::aabb({0, 1, 0}, {0.5, 0.2, 2})));
  const Image image = picture(maker, facing_north());
  const Pixel at = pixel_of(0, 0);
  const std::uint8_t* const both = image.at(at.x, at.y);
  EXPECT_GT(both[0], 60);
  EXPECT_GT(both[1], 60);
  EXPECT_LT(both[2], 60);
  EXPECT_EQ(hue(image, pixel_of(0, 0.8)), 'r');
}

TEST_F(ShapePicture, PutsTheNearerOfTwoTranslucentShapesOnTop) {
  for (const double nearer : {-1.0, 1.0}) {
    auto a = red(Maker::aabb({0, nearer, 0}, {1, 0.2, 1}));
    auto b = green(Maker::aabb({0, -nearer, 0}, {1, 0.2, 1}));
    a.color[3] = b.color[3] = 0.7;
    Maker maker = with(a);
    maker.shape(b);
    EXPECT_EQ(hue(picture(maker, facing_north()), pixel_of(0, 0)), nearer < 0 ? 'r' : 'g');
  }
}

TEST_F(ShapePicture, DrawsBlackEdgesOnWireframes) {
  auto mesh = red(Maker::mesh({-1, 0, -1, 1, 0, -1, 1, 0, 1, -1, 0, 1}, {0, 1, 2, 0, 2, 3}));
  const Image plain = picture(with(mesh), facing_north());
  mesh.wireframe = true;
  const Image wired = picture(with(mesh), facing_north());
  const Pixel edge = pixel_of(0, 0);  // on the diagonal
  EXPECT_EQ(hue(plain, edge), 'r');
  EXPECT_LT(wired.at(edge.x, edge.y)[0], plain.at(edge.x, edge.y)[0] / 2);
  EXPECT_EQ(hue(wired, pixel_of(0.5, -0.5)), 'r');
}

TEST_F(ShapePicture, KeepsNoPictureThatIsNotShownAnyMore) {
  const auto image = std::make_shared<Image>();
  image->width = image->height = 1;
  image->pixels = {255, 0, 0, 255};
  PictureOptions options;
  std::string asked;
  options.picture_of = [&](const SceneTexture& wanted) -> std::shared_ptr<const Image> {
    asked += wanted.path;
    return image;
  };
  for (const char* const names : {"a", "a", "aba", "b", "a"}) {
    Maker maker;
    maker.entity({50, 50, 0});
    for (std::string_view left = names; !left.empty(); left.remove_prefix(1)) {
      auto plane = Maker::plane({0, 0, 0}, {0, 1, 0}, {0, 0, 1}, 2, 2);
      plane.texture = left.substr(0, 1);
      maker.shape(plane);
    }
    EXPECT_EQ(hue(picture(maker, facing_north(), options), pixel_of(0, 0)), 'r') << names;
    asked += ' ';
  }
  EXPECT_EQ(asked, "a  b  a ");
}

TEST_F(ShapePicture, MultipliesTexturesByTheColour) {
  // Red and green above, blue and white below.
  const auto image = std::make_shared<Image>();
  image->width = image->height = 2;
  image->pixels = {255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255};
  PictureOptions options;
  options.picture_of = [&](const SceneTexture& wanted) -> std::shared_ptr<const Image> {
    return wanted.path == "four.png" ? image : nullptr;
  };
  // formats/framebyframe/README.md, 6.2: v grows along up, u along up x normal: with the normal
  // away from the eye the picture reads as it is.
  auto plane = Maker::plane({0, 0, 0}, {0, 1, 0}, {0, 0, 1}, 2, 2);
  plane.texture = "four.png";
  Image shown = picture(with(plane), facing_north(), options);
  EXPECT_EQ(hue(shown, pixel_of(-0.7, 0.7)), 'r');
  EXPECT_EQ(hue(shown, pixel_of(0.7, 0.7)), 'g');
  EXPECT_EQ(hue(shown, pixel_of(-0.7, -0.7)), 'b');
  EXPECT_EQ(hue(shown, pixel_of(0.7, -0.7)), '-');
  plane.color = {0, 1, 0, 1};
  shown = picture(with(plane), facing_north(), options);
  EXPECT_EQ(hue(shown, pixel_of(0.7, -0.7)), 'g');
  EXPECT_EQ(hue(shown, pixel_of(-0.7, -0.7)), '-');
  plane.texture = "missing.png";
  shown = picture(with(plane), facing_north(), options);
  EXPECT_EQ(hue(shown, pixel_of(-0.7, -0.7)), 'g');
}

TEST_F(ShapePicture, TellsWhichShapeWasHit) {
  Maker maker;
  maker.entity({9, 9, 9});
  const auto ball = maker.shape(red(Maker::sphere({-1, 0, 0}, 0.4)));
  maker.entity({9, 9, 9});
  auto glass = green(Maker::sphere({1, 0, 0}, 0.4));
  glass.color[3] = 0.3;
  maker.shape(glass);
  const auto last = maker.shape(green(Maker::line(PropertyType::line, {-1, 0, 1}, {1, 0, 1})));
  const std::uint32_t line = last - maker.frame.entities[1].properties.first;
  const Drawn drawn = draw(maker, facing_north());
  const auto pick = [&](double x, double z, int radius = 0) {
    const Pixel at = pixel_of(x, z);
    return drawn.renderer.pick(at.x, at.y, radius);
  };
  const Pick at_ball = pick(-1, 0);
  ASSERT_TRUE(at_ball.shape);
  EXPECT_EQ(at_ball.shape->entity, (EntityRef{0, EntityIndex(0)}));
  EXPECT_EQ(at_ball.shape->node, ball);
  EXPECT_EQ(at_ball.entity, at_ball.shape->entity);
  ASSERT_TRUE(at_ball.position);
  EXPECT_NEAR(at_ball.position->y, -0.4, 0.01);
  const Pick at_glass = pick(1, 0);
  ASSERT_TRUE(at_glass.shape);
  EXPECT_EQ(at_glass.shape->entity, (EntityRef{0, EntityIndex(1)}));
  EXPECT_EQ(at_glass.shape->node, 0U);
  EXPECT_FALSE(pick(0, 0).shape);
  // A line is hit from a few pixels away.
  EXPECT_FALSE(pick(0, 1.07).shape);
  const Pick near_line = pick(0, 1.07, 5);
  ASSERT_TRUE(near_line.shape);
  EXPECT_EQ(near_line.shape->node, line);
}

TEST_F(ShapePicture, TellsEntitiesFromTheirShapes) {
  Maker maker;
  maker.entity({0, 0, 0});
  maker.shape(red(Maker::sphere({1, 0, 0}, 0.3)));
  const Drawn drawn = draw(maker, facing_north());
  const Pixel at = pixel_of(0, 0.3);  // its pin stands on its place
  const Pick pick = drawn.renderer.pick(at.x, at.y, 0);
  EXPECT_EQ(pick.entity, (EntityRef{0, EntityIndex(0)}));
  EXPECT_FALSE(pick.shape);
}

TEST_F(ShapePicture, OutlinesTheShapePointedAt) {
  Maker maker = with(red(Maker::sphere({0, 0, 0}, 0.5)));
  maker.shape(red(Maker::sphere({1.5, 0, 0}, 0.5)));
  SceneOptions options;
  options.hovered_shape = ShapeRef{{0, EntityIndex(0)}, 0, {}};
  const Image plain = draw(maker, facing_north()).renderer.read_image();
  const Image marked = draw(maker, facing_north(), options).renderer.read_image();
  const auto differs = [&](Pixel at) {
    int most = 0;
    for (int i = 0; i < 3; ++i) {
      most = std::max(most, std::abs(plain.at(at.x, at.y)[i] - marked.at(at.x, at.y)[i]));
    }
    return most > 20;
  };
  const Pixel rim{pixel_of(0.5, 0).x + 1, pixel_of(0, 0).y};
  const Pixel other_rim{pixel_of(2.0, 0).x + 1, pixel_of(0, 0).y};
  EXPECT_TRUE(differs(rim));
  EXPECT_FALSE(differs(other_rim));
}

TEST_F(ShapePicture, ShowsTheSameInEachCoordinateSystem) {
  // The same box and flag, recorded by three conventions.
  struct Row {
    int system;
    glm::dvec3 position, size, right, up;
  };
  const Row rows[] = {{0, {1, 0, 0.5}, {1, 2, 0.5}, {1, 0, 0}, {0, 0, 1}},
                      {1, {1, 0.5, 0}, {1, 0.5, 2}, {1, 0, 0}, {0, 1, 0}},
                      {2, {0, 1, 0.5}, {2, 1, 0.5}, {0, 1, 0}, {0, 0, 1}}};
  for (const Row& row : rows) {
    Maker maker;
    maker.frame.coordinates = framebyframe_coordinates(row.system, 0.5);
    maker.entity({500, 500, 500});
    maker.shape(red(Maker::aabb(row.position * 2.0, row.size * 2.0)));
    // Counter-clockwise seen from the south.
    maker.shape(green(Maker::triangle(-row.right * 2.0, glm::dvec3(0), row.up * 2.0)));
    const Image image = picture(maker, facing_north());
    EXPECT_EQ(hue(image, pixel_of(1.45, 0.7)), 'r') << row.system;
    EXPECT_EQ(hue(image, pixel_of(0.55, 0.3)), 'r') << row.system;
    EXPECT_EQ(hue(image, pixel_of(1.56, 0.5)), '-') << row.system;
    EXPECT_EQ(hue(image, pixel_of(-0.3, 0.3)), 'g') << row.system;
  }
}

}  // namespace
}  // namespace scrubjay
