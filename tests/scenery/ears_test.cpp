// Outlines cut into triangles.
#include "scenery/ears.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <glm/vec2.hpp>
#include <vector>

namespace scrubjay {
namespace {

using Triangles = std::vector<std::array<std::uint32_t, 3>>;

/// A star of that many points, which turns to the left.
std::vector<glm::dvec2> star(int points) {
  std::vector<glm::dvec2> corners;
  for (int i = 0; i < 2 * points; ++i) {
    const double angle = i * 3.14159265358979 / points;
    const double size = i % 2 == 0 ? 2 : 1;
    corners.emplace_back(size * std::cos(angle), size * std::sin(angle));
  }
  return corners;
}

double area(const glm::dvec2& a, const glm::dvec2& b, const glm::dvec2& c) {
  return ((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)) / 2;
}

TEST(Ears, CoverTheOutlineOnce) {
  const std::vector<glm::dvec2> corners = star(9);
  std::size_t looks = 100'000;
  Triangles triangles;
  cut_ears(corners, looks, triangles);
  ASSERT_EQ(triangles.size(), corners.size() - 2);
  double covered = 0;
  for (const auto& [a, b, c] : triangles) {
    EXPECT_GE(area(corners[a], corners[b], corners[c]), -1e-12);
    covered += area(corners[a], corners[b], corners[c]);
  }
  double whole = 0;
  for (std::size_t i = 1; i + 1 < corners.size(); ++i) {
    whole += area(corners[0], corners[i], corners[i + 1]);
  }
  EXPECT_NEAR(covered, whole, 1e-9);
  EXPECT_LT(looks, 100'000u);
}

TEST(Ears, AreAFanOnceThereWereTooManyLooks) {
  std::size_t looks = 40;
  for (int i = 0; i < 2; ++i) {
    Triangles triangles;
    cut_ears(star(9), looks, triangles);
    EXPECT_EQ(triangles.size(), 16u);
    EXPECT_LT(looks, 18u) << "less than one more look at all corners takes";
  }
}

}  // namespace
}  // namespace scrubjay
