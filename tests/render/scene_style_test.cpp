#include "render/scene_style.h"

#include <gtest/gtest.h>

#include "scene_maker.h"

namespace scrubjay {
namespace {

TEST(SceneStyle, GivesMovingKindsDifferentColours) {
  const EntityKind kinds[] = {EntityKind::vehicle, EntityKind::person, EntityKind::signal,
                              EntityKind::sign,    EntityKind::sensor, EntityKind::controller,
                              EntityKind::camera,  EntityKind::prop};
  for (const EntityKind a : kinds) {
    for (const EntityKind b : kinds) {
      if (a == b) continue;
      EXPECT_NE(kind_color(a), kind_color(b));
    }
  }
}

TEST(SceneStyle, KeepsPolesSlimInWideBoxes) {
  const glm::vec3 half = shape_half(Shape::signal, {20, 20, 2.2F});
  EXPECT_LT(half.x, 1);
  EXPECT_EQ(half.z, 2.2F);
  EXPECT_EQ(shape_half(Shape::vehicle, {20, 20, 2}), glm::vec3(20, 20, 2));
}

struct LampCase {
  const char* word;
  Lamp lamp;
};

TEST(LampOf, ReadsTheStateByWord) {
  for (const LampCase& expected :
       {LampCase{"Red", Lamp::red}, LampCase{"yellow", Lamp::yellow},
        LampCase{"GREEN", Lamp::green}, LampCase{"Off", Lamp::off},
        LampCase{"Unknown", Lamp::unknown}, LampCase{"", Lamp::unknown}}) {
    SceneMaker maker;
    Entity& signal = maker.add(EntityKind::signal, {0, 0, 0});
    const auto group = maker.frame.tree.open("traffic_light", PropertyType::group);
    maker.frame.tree.text("state", expected.word);
    maker.frame.tree.close(group);
    signal.properties = maker.frame.tree.since(0);
    EXPECT_EQ(lamp_of(maker.frame, signal), expected.lamp) << expected.word;
  }
}

TEST(LampOf, ReadsTheStateByNumber) {
  SceneMaker maker;
  Entity& signal = maker.add(EntityKind::signal, {0, 0, 0});
  maker.frame.tree.integer("state", 2);
  signal.properties = maker.frame.tree.since(0);
  EXPECT_EQ(lamp_of(maker.frame, signal), Lamp::green);
}

TEST(LampOf, IsUnknownWithoutAState) {
  SceneMaker maker;
  EXPECT_EQ(lamp_of(maker.frame, maker.add(EntityKind::signal, {0, 0, 0})), Lamp::unknown);
}

}  // namespace
}  // namespace scrubjay
