#include "render/scene_style.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace scrubjay
