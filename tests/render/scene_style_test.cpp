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

TEST(SceneStyle, ANarrowVehicleHasTwoWheels) {
  const auto of = [](const glm::vec3& half) { return shape_of(EntityKind::vehicle, half); };
  EXPECT_EQ(of({0.38F, 1.18F, 0.80F}), Shape::two_wheeler) << "a motorcycle and who rides it";
  EXPECT_EQ(of({0.19F, 0.74F, 0.79F}), Shape::two_wheeler) << "a bicycle";
  EXPECT_EQ(of({0.74F, 1.10F, 0.69F}), Shape::vehicle) << "a very small car";
  EXPECT_EQ(of({1.28F, 5.4F, 2.2F}), Shape::vehicle) << "a bus of two floors";
  EXPECT_EQ(of(default_half(EntityKind::vehicle)), Shape::vehicle);
  EXPECT_EQ(shape_of(EntityKind::prop, {0.2F, 1.0F, 1.0F}), Shape::prop);
}

}  // namespace
}  // namespace scrubjay
