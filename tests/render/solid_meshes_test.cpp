#include "render/solid_meshes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <glm/geometric.hpp>

namespace scrubjay {
namespace {

struct SolidRow {
  SolidForm form;
  std::size_t detail;
};

std::vector<SolidRow> all_meshes() {
  std::vector<SolidRow> rows;
  for (std::size_t form = 0; form < kSolidForms; ++form) {
    for (std::size_t detail = 0; detail < kSolidDetails; ++detail) {
      rows.push_back({static_cast<SolidForm>(form), detail});
    }
  }
  return rows;
}

TEST(SolidMeshes, AreWholeTrianglesThatFaceTheWayTheirNormalsPoint) {
  for (const SolidRow& row : all_meshes()) {
    const auto vertices = solid_mesh(row.form, row.detail);
    ASSERT_FALSE(vertices.empty());
    ASSERT_EQ(vertices.size() % 3, 0U);
    for (std::size_t i = 0; i < vertices.size(); i += 3) {
      // Domes are moved as a capsule moves them, so that its straight part has an area.
      const auto at = [&](std::size_t k) {
        return vertices[i + k].position + glm::vec3(0, 0, vertices[i + k].dome);
      };
      const glm::vec3 face = glm::cross(at(1) - at(0), at(2) - at(0));
      ASSERT_GT(glm::length(face), 1e-6F)
          << "form " << static_cast<int>(row.form) << ", triangle " << i / 3;
      for (std::size_t k = 0; k < 3; ++k) {
        EXPECT_GT(glm::dot(face, vertices[i + k].normal), 0)
            << "form " << static_cast<int>(row.form) << ", triangle " << i / 3;
        EXPECT_NEAR(glm::length(vertices[i + k].normal), 1, 1e-4);
      }
    }
  }
}

TEST(SolidMeshes, FillTheUnitCubeAndThePicture) {
  for (const SolidRow& row : all_meshes()) {
    glm::vec3 low(9), high(-9);
    glm::vec2 first(9), last(-9);
    for (const SolidVertex& vertex : solid_mesh(row.form, row.detail)) {
      low = glm::min(low, vertex.position);
      high = glm::max(high, vertex.position);
      first = glm::min(first, vertex.texture);
      last = glm::max(last, vertex.texture);
    }
    const bool is_half = row.form == SolidForm::hemisphere;
    const bool is_flat = row.form == SolidForm::plane;
    EXPECT_NEAR(low.x, -1, 1e-4);
    EXPECT_NEAR(high.x, 1, 1e-4);
    EXPECT_NEAR(low.z, is_half || is_flat ? 0 : -1, 1e-4);
    EXPECT_NEAR(high.z, is_flat ? 0 : 1, 1e-4);
    EXPECT_NEAR(first.x, 0, 1e-4);
    EXPECT_NEAR(last.y, 1, 1e-4);
  }
}

TEST(SolidMeshes, OfRoundFormsLieOnTheirSurface) {
  for (const SolidVertex& vertex : solid_mesh(SolidForm::sphere, 1)) {
    EXPECT_NEAR(glm::length(vertex.position), 1, 1e-4);
  }
  for (const SolidVertex& vertex : solid_mesh(SolidForm::capsule, 1)) {
    EXPECT_NEAR(glm::length(vertex.position), 1, 1e-4);
    EXPECT_EQ(std::abs(vertex.dome), 1.0F);
    EXPECT_GE(vertex.dome * vertex.position.z, -1e-5F);  // each half is moved away from the other
  }
}

TEST(SolidMeshes, BecomeFinerWithDetail) {
  const auto size = [](std::size_t detail) { return solid_mesh(SolidForm::sphere, detail).size(); };
  EXPECT_LT(size(0), 300U);  // so that ten thousand can be drawn
  EXPECT_LT(size(0), size(1));
  EXPECT_LT(size(1), size(2));
}

}  // namespace
}  // namespace scrubjay
