#include "render/meshes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <glm/geometric.hpp>
#include <string>

namespace scrubjay {
namespace {

class EachShape : public testing::TestWithParam<int> {
 protected:
  Shape shape() const { return static_cast<Shape>(GetParam()); }
  std::vector<MeshVertex> mesh() const { return mesh_of(shape()); }
};

TEST_P(EachShape, IsMadeOfWholeTrianglesInsideTheUnitCube) {
  const auto vertices = mesh();
  ASSERT_FALSE(vertices.empty());
  EXPECT_EQ(vertices.size() % 3, 0U);
  EXPECT_LT(vertices.size(), 1500U);  // so that thousands can be drawn
  for (const MeshVertex& vertex : vertices) {
    for (int axis = 0; axis < 3; ++axis) EXPECT_LE(std::abs(vertex.position[axis]), 1.0001F);
    EXPECT_NEAR(glm::length(vertex.normal), 1, 1e-4);
  }
}

TEST_P(EachShape, HasTrianglesThatFaceTheWayTheirNormalsPoint) {
  const auto vertices = mesh();
  for (std::size_t i = 0; i < vertices.size(); i += 3) {
    const glm::vec3 face = glm::cross(vertices[i + 1].position - vertices[i].position,
                                      vertices[i + 2].position - vertices[i].position);
    ASSERT_GT(glm::length(face), 1e-7F) << "triangle " << i / 3 << " has no area";
    for (std::size_t k = 0; k < 3; ++k) {
      EXPECT_GT(glm::dot(face, vertices[i + k].normal), 0) << "triangle " << i / 3;
    }
  }
}

TEST_P(EachShape, FillsTheHeightOfItsBox) {
  // Every shape is as large as its box, or the box would say something else than the shape does.
  if (shape() == Shape::arrow || shape() == Shape::marker) return;
  float low = 1;
  float high = -1;
  for (const MeshVertex& vertex : mesh()) {
    low = std::min(low, vertex.position.z);
    high = std::max(high, vertex.position.z);
  }
  EXPECT_NEAR(low, -1, 0.01);
  EXPECT_NEAR(high, 1, 0.01);
}

INSTANTIATE_TEST_SUITE_P(Meshes, EachShape, testing::Range(0, static_cast<int>(kShapes)));

TEST(Meshes, OfKindsDifferInShapeNotOnlyInColour) {
  for (std::size_t a = 0; a < kEntityKinds; ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      const auto first = mesh_of(static_cast<Shape>(a));
      const auto second = mesh_of(static_cast<Shape>(b));
      bool same = first.size() == second.size();
      for (std::size_t i = 0; same && i < first.size(); ++i) {
        same = first[i].position == second[i].position;
      }
      EXPECT_FALSE(same) << a << " and " << b;
    }
  }
}

TEST(Meshes, OfASignalHasALampOfEachColour) {
  int lamps[3] = {0, 0, 0};
  for (const MeshVertex& vertex : mesh_of(Shape::signal)) {
    const int lamp = static_cast<int>(vertex.part) - static_cast<int>(Part::red_lamp);
    if (lamp >= 0 && lamp < 3) ++lamps[lamp];
  }
  for (const int count : lamps) EXPECT_GT(count, 0);
}

}  // namespace
}  // namespace scrubjay
