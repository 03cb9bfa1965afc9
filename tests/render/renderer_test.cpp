#include "render/renderer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <set>
#include <vector>

#include "picture_fixture.h"
#include "render/offscreen_context.h"
#include "scene_maker.h"

namespace scrubjay {
namespace {

class RendererTest : public PictureTest {
 public:
  static constexpr int kWidth = 320;
  static constexpr int kHeight = 200;

 protected:
  static PictureOptions options(const Camera& camera) {
    PictureOptions result;
    result.width = kWidth;
    result.height = kHeight;
    result.samples = 1;
    result.camera = camera;
    result.ground = 0.0;
    return result;
  }

  static Image picture(const SceneMaker& maker, const PictureOptions& options) {
    const SceneFrame frame{&maker.frame, 0};
    auto image = pictures_->render({&frame, 1}, options);
    EXPECT_TRUE(image) << describe(image.error());
    return image.value_or(Image{});
  }

  /// Draws through a renderer of its own, for picking.
  struct Drawn {
    Renderer renderer;
    DrawInfo info;
  };
  static Drawn draw(const SceneMaker& maker, const Camera& camera,
                    const SceneOptions& scene_options, int samples = 1) {
    SceneContent scene;
    const SceneFrame frame{&maker.frame, 3};
    build_scene({&frame, 1}, scene_options, scene);
    auto renderer = Renderer::create();
    EXPECT_TRUE(renderer) << describe(renderer.error());
    RenderSettings settings;
    settings.width = kWidth;
    settings.height = kHeight;
    settings.samples = samples;
    settings.theme = dark_scene_theme();
    auto info = renderer->draw(scene, camera, settings);
    EXPECT_TRUE(info) << describe(info.error());
    return {std::move(*renderer), *info};
  }
};

Camera from_south(const glm::dvec3& target, double distance) {
  Camera camera;
  camera.target = target;
  camera.yaw = 0;
  camera.pitch = -0.4;
  camera.distance = distance;
  return camera;
}

std::size_t colours(const Image& image) {
  std::set<std::array<std::uint8_t, 3>> found;
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x) {
      const std::uint8_t* const p = image.at(x, y);
      found.insert({p[0], p[1], p[2]});
    }
  }
  return found.size();
}

std::size_t different_pixels(const Image& a, const Image& b, int tolerance) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < a.pixels.size(); i += 4) {
    int most = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      most = std::max(most, std::abs(int{a.pixels[i + k]} - int{b.pixels[i + k]}));
    }
    if (most > tolerance) ++count;
  }
  return count;
}

/// Pixels that are clearly of a colour: by how much one channel pair exceeds another.
glm::dvec2 middle_of(const Image& image, bool (*is_wanted)(const std::uint8_t*),
                     std::size_t& count) {
  glm::dvec2 sum(0.0);
  count = 0;
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x) {
      if (!is_wanted(image.at(x, y))) continue;
      sum += glm::dvec2(x, y);
      ++count;
    }
  }
  return count > 0 ? sum / static_cast<double>(count) : sum;
}

bool is_bluish(const std::uint8_t* p) { return p[2] > p[0] + 60; }
bool is_orange(const std::uint8_t* p) { return p[0] > p[2] + 60; }

SceneMaker street() {
  SceneMaker maker;
  maker.add_box(EntityKind::vehicle, {0, 0, 0.75}, {0.95, 2.2, 0.75}).world.rotation =
      turn_about_z(30);
  maker.add_box(EntityKind::person, {4, 1, 0.9}, {0.3, 0.3, 0.9});
  maker.add(EntityKind::signal, {-5, 2, 0});
  maker.add(EntityKind::sign, {6, -2, 0});
  maker.add(EntityKind::sensor, {0, 0, 2});
  maker.add_box(EntityKind::prop, {-3, -3, 0.5}, {0.5, 0.5, 0.5});
  maker.add(EntityKind::camera, {2, 4, 3});
  maker.add(EntityKind::controller, {4, 1, 2.5});
  maker.add(EntityKind::other, {-2, 5, 0.5});
  return maker;
}

TEST_F(RendererTest, DrawsManyColoursInBothThemes) {
  const SceneMaker maker = street();
  PictureOptions dark = options(from_south({0, 0, 0}, 18));
  PictureOptions light = dark;
  light.theme = light_scene_theme();
  const Image night = picture(maker, dark);
  const Image day = picture(maker, light);
  EXPECT_EQ(night.width, kWidth);
  EXPECT_EQ(night.height, kHeight);
  EXPECT_GT(colours(night), 200U);
  EXPECT_GT(colours(day), 200U);
  EXPECT_LT(int{night.at(2, kHeight - 3)[0]}, 100);
  EXPECT_GT(int{day.at(2, kHeight - 3)[0]}, 150);
  EXPECT_EQ(night.at(0, 0)[3], 255);
}

TEST_F(RendererTest, IsDeterministic) {
  const SceneMaker maker = street();
  const PictureOptions same = options(from_south({0, 0, 0}, 18));
  EXPECT_EQ(picture(maker, same).pixels, picture(maker, same).pixels);
}

TEST_F(RendererTest, PicksTheEntityUnderThePixelAndItsSurface) {
  SceneMaker maker;
  maker.add_box(EntityKind::prop, {-4, 0, 1}, glm::dvec3(1));
  maker.add_box(EntityKind::prop, {4, 0, 1}, glm::dvec3(1));
  const Camera camera = from_south({0, 0, 1}, 15);
  const Viewport viewport{kWidth, kHeight};
  for (const int samples : {1, 4}) {
    const Drawn drawn = draw(maker, camera, {}, samples);
    EXPECT_EQ(drawn.info.drawn, 2U);
    for (std::size_t entity = 0; entity < 2; ++entity) {
      const glm::dvec3 middle = *maker.frame.entities[entity].world.position;
      const auto at = ScreenProjector(camera, viewport)(middle);
      ASSERT_TRUE(at);
      const Pick pick =
          drawn.renderer.pick(static_cast<int>(at->pixel.x), static_cast<int>(at->pixel.y), 0);
      ASSERT_TRUE(pick.entity) << samples << " samples";
      EXPECT_EQ(*pick.entity, (EntityRef{3, EntityIndex(entity)}));
      ASSERT_TRUE(pick.position);
      EXPECT_LT(glm::distance(*pick.position, middle), 1.8);
      EXPECT_GT(glm::distance(*pick.position, middle), 0.9);
    }
  }
}

TEST_F(RendererTest, PicksNothingWhereNothingIsAndTheNearestWithinReach) {
  SceneMaker maker;
  maker.add_box(EntityKind::prop, {0, 0, 1}, glm::dvec3(1));
  const Camera camera = from_south({0, 0, 1}, 15);
  const Drawn drawn = draw(maker, camera, {});
  EXPECT_FALSE(drawn.renderer.pick(5, 5).entity);
  EXPECT_FALSE(drawn.renderer.pick(-1, 5).entity);
  EXPECT_FALSE(drawn.renderer.pick(5, kHeight).entity);
  int first = 0;
  while (first < kWidth && !drawn.renderer.pick(first, kHeight / 2, 0).entity) ++first;
  ASSERT_LT(first, kWidth);
  ASSERT_GT(first, 5);
  EXPECT_TRUE(drawn.renderer.pick(first - 3, kHeight / 2, 4).entity);
  EXPECT_FALSE(drawn.renderer.pick(first - 6, kHeight / 2, 4).entity);
}

TEST_F(RendererTest, PicksPointsOfThingsThatAreFarAway) {
  SceneMaker maker;
  maker.add(EntityKind::person, {0, 0, 0});
  const Drawn drawn = draw(maker, from_south({0, 0, 0}, 4000), {});
  EXPECT_TRUE(drawn.renderer.pick(kWidth / 2, kHeight / 2).entity);
}

TEST_F(RendererTest, OutlinesWhatIsSelectedAndHovered) {
  const SceneMaker maker = street();
  PictureOptions plain = options(from_south({0, 0, 0}, 18));
  const std::vector<EntityRef> selected{{0, EntityIndex(1)}};
  PictureOptions marked = plain;
  marked.scene.selected = selected;
  PictureOptions pointed = plain;
  pointed.scene.hovered = EntityRef{0, EntityIndex(1)};
  const Image before = picture(maker, plain);
  const Image chosen = picture(maker, marked);
  const Image hovered = picture(maker, pointed);
  EXPECT_GT(different_pixels(before, chosen, 30), 20U);
  EXPECT_GT(different_pixels(before, hovered, 30), 20U);
  EXPECT_GT(different_pixels(chosen, hovered, 30), 20U);
  // Only around the person.
  EXPECT_LT(different_pixels(before, chosen, 8), static_cast<std::size_t>(kWidth * kHeight / 20));
}

TEST_F(RendererTest, HidesAndDims) {
  const SceneMaker maker = street();
  PictureOptions plain = options(from_south({0, 0, 0}, 18));
  const std::vector<EntityRef> car{{0, EntityIndex(0)}};
  PictureOptions without = plain;
  without.scene.hidden = car;
  PictureOptions isolated = plain;
  isolated.scene.isolated = car;
  std::size_t blue = 0;
  std::size_t blue_without = 0;
  middle_of(picture(maker, plain), is_bluish, blue);
  middle_of(picture(maker, without), is_bluish, blue_without);
  EXPECT_GT(blue, 100U);
  EXPECT_LT(blue_without, blue / 2);
  std::size_t orange = 0;
  middle_of(picture(maker, plain), is_orange, orange);
  std::size_t orange_dimmed = 0;
  middle_of(picture(maker, isolated), is_orange, orange_dimmed);
  EXPECT_LT(orange_dimmed, orange / 2);
}

TEST_F(RendererTest, LooksTheSameFarFromZero) {
  const glm::dvec3 far(1e6, -1e6, 0);
  const SceneMaker near_zero = street();
  SceneMaker far_away = street();
  for (Entity& entity : far_away.frame.entities) *entity.world.position += far;
  const Image here = picture(near_zero, options(from_south({0, 0, 0}, 18)));
  const Image there = picture(far_away, options(from_south(far, 18)));
  // The lines through the world's zero are not there; everything else is.
  PictureOptions here_options = options(from_south({200000, 200000, 0}, 18));
  SceneMaker moved = street();
  for (Entity& entity : moved.frame.entities)
    *entity.world.position += glm::dvec3(200000, 200000, 0);
  const Image elsewhere = picture(moved, here_options);
  EXPECT_LT(different_pixels(there, elsewhere, 6), 30U);
  EXPECT_LT(different_pixels(there, here, 6), static_cast<std::size_t>(kWidth * 6));
}

TEST_F(RendererTest, DoesNotMirrorLeftHandedRecordings) {
  // The same street: a car ahead on the left, a walker on the right, in the words of each system.
  struct Case {
    const char* coordinates;
    glm::dvec3 left;
    glm::dvec3 right;
    glm::dvec3 car_half;
  };
  for (const Case& c : {Case{"unreal", {300, -400, 75}, {300, 400, 90}, {220, 95, 75}},
                        Case{"unity", {-4, 0.75, 3}, {4, 0.9, 3}, {0.95, 0.75, 2.2}},
                        Case{"ros", {3, 4, 0.75}, {3, -4, 0.9}, {2.2, 0.95, 0.75}},
                        Case{"opengl", {-4, 0.75, -3}, {4, 0.9, -3}, {0.95, 0.75, 2.2}}}) {
    SceneMaker maker(c.coordinates);
    maker.add_box(EntityKind::vehicle, c.left, c.car_half);
    maker.add(EntityKind::person, c.right);
    const Image image = picture(maker, options(from_south({0, 3, 0}, 14)));
    std::size_t blue = 0;
    std::size_t orange = 0;
    const glm::dvec2 car = middle_of(image, is_bluish, blue);
    const glm::dvec2 walker = middle_of(image, is_orange, orange);
    ASSERT_GT(blue, 50U) << c.coordinates;
    ASSERT_GT(orange, 20U) << c.coordinates;
    EXPECT_LT(car.x, kWidth / 2 - 30) << c.coordinates;
    EXPECT_GT(walker.x, kWidth / 2 + 30) << c.coordinates;
  }
}

TEST_F(RendererTest, LightsTheLampThatIsOn) {
  const auto with_lamp = [](Lamp lamp) {
    SceneMaker maker;
    maker.add(EntityKind::signal, {0, 0, 0}).lamp = lamp;
    return maker;
  };
  const PictureOptions close = options(from_south({0, 0, 3}, 6));
  const Image red = picture(with_lamp(Lamp::red), close);
  const Image green = picture(with_lamp(Lamp::green), close);
  const Image off = picture(with_lamp(Lamp::off), close);
  EXPECT_GT(different_pixels(red, green, 60), 20U);
  EXPECT_GT(different_pixels(red, off, 60), 10U);
}

/// WCAG's relative luminance.
double luminance_of(const std::uint8_t* p) {
  const auto linear = [](std::uint8_t value) { return std::pow(value / 255.0, 2.2); };
  return 0.2126 * linear(p[0]) + 0.7152 * linear(p[1]) + 0.0722 * linear(p[2]);
}

TEST_F(RendererTest, ALitLampIsBrighterThanWhatIsAroundIt) {
  const auto is_lamp = [](const std::uint8_t* p) {
    return std::max(p[0], p[1]) > 150 && std::abs(p[0] - p[1]) > 60;
  };
  for (const Lamp lamp : {Lamp::red, Lamp::green}) {
    SceneMaker maker;
    maker.add(EntityKind::signal, {0, 0, 0}).lamp = lamp;
    const Image image = picture(maker, options(from_south({0, 0, 3}, 4)));
    const auto at = [&](int x, int y) {
      return &image.pixels[static_cast<std::size_t>(4 * (y * kWidth + x))];
    };
    std::size_t count = 0;
    const glm::dvec2 middle =
        lamp == Lamp::red
            ? middle_of(
                  image, [](const std::uint8_t* p) { return p[0] > 150 && p[1] < 130; }, count)
            : middle_of(
                  image, [](const std::uint8_t* p) { return p[1] > 150 && p[0] < 130; }, count);
    ASSERT_GT(count, 20U) << static_cast<int>(lamp);
    const int x = static_cast<int>(middle.x);
    const int y = static_cast<int>(middle.y);
    int edge = x;
    while (edge < kWidth - 4 && is_lamp(at(edge, y))) ++edge;
    EXPECT_GT((luminance_of(at(x, y)) + 0.05) / (luminance_of(at(edge + 1, y)) + 0.05), 3)
        << static_cast<int>(lamp);
  }
}

TEST_F(RendererTest, DrawsTrailsOverTheGround) {
  const SceneMaker empty;
  const std::vector<glm::dvec3> points{{-6, 0, 0.1}, {0, 2, 0.1}, {6, 0, 0.1}};
  const Trail trail{{0, EntityIndex(0)}, empty.frame.coordinates, points, kOrange};
  PictureOptions with = options(from_south({0, 0, 0}, 18));
  with.scene.trails = {&trail, 1};
  std::size_t orange = 0;
  middle_of(picture(empty, with), is_orange, orange);
  EXPECT_GT(orange, 100U);
}

TEST_F(RendererTest, SmoothsEdgesWithSeveralSamples) {
  const SceneMaker maker = street();
  PictureOptions rough = options(from_south({0, 0, 0}, 18));
  PictureOptions smooth = rough;
  smooth.samples = 4;
  const std::size_t different = different_pixels(picture(maker, rough), picture(maker, smooth), 12);
  EXPECT_GT(different, 50U);  // the edges
  EXPECT_LT(different, static_cast<std::size_t>(kWidth * kHeight / 8));
}

TEST_F(RendererTest, DrawsAnEmptySceneAndOneWithoutUsablePlaces) {
  SceneMaker maker;
  PictureOptions fitted;
  fitted.width = kWidth;
  fitted.height = kHeight;
  EXPECT_GT(colours(picture(maker, fitted)), 5U);
  maker.add(EntityKind::other, {std::nan(""), 0, 0});
  EXPECT_GT(colours(picture(maker, fitted)), 5U);
}

TEST_F(RendererTest, FollowsAnEntity) {
  SceneMaker maker = street();
  maker.add_box(EntityKind::vehicle, {500, 500, 0.75}, {0.95, 2.2, 0.75});
  PictureOptions following;
  following.width = kWidth;
  following.height = kHeight;
  following.follow = EntityRef{0, maker.frame.entities.back().index};
  std::size_t blue = 0;
  const glm::dvec2 middle = middle_of(picture(maker, following), is_bluish, blue);
  EXPECT_GT(blue, 200U);
  EXPECT_NEAR(middle.x, kWidth / 2, 40);
  EXPECT_NEAR(middle.y, kHeight / 2, 40);
}

TEST_F(RendererTest, RefusesSizesThatCannotBeDrawn) {
  const SceneMaker maker;
  const SceneFrame frame{&maker.frame, 0};
  for (const auto& [width, height] :
       {std::pair(0, 100), std::pair(100, -1), std::pair(1000000, 10)}) {
    PictureOptions bad;
    bad.width = width;
    bad.height = height;
    const auto image = pictures_->render({&frame, 1}, bad);
    ASSERT_FALSE(image);
    EXPECT_EQ(image.error().code, "image-size");
  }
}

TEST_F(RendererTest, ChangesItsSize) {
  const SceneMaker maker = street();
  PictureOptions first = options(from_south({0, 0, 0}, 18));
  first.samples = 4;
  PictureOptions second = first;
  second.width = 100;
  second.height = 240;
  picture(maker, first);
  const Image image = picture(maker, second);
  EXPECT_EQ(image.width, 100);
  EXPECT_EQ(image.height, 240);
  EXPECT_GT(colours(image), 100U);
}

}  // namespace
}  // namespace scrubjay
