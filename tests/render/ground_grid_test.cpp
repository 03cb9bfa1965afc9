#include "render/ground_grid.h"

#include <gtest/gtest.h>

#include <cmath>

namespace scrubjay {
namespace {

TEST(GroundGrid, NamesLengthsInFittingUnits) {
  EXPECT_EQ(length_label(1), "1 m");
  EXPECT_EQ(length_label(100), "100 m");
  EXPECT_EQ(length_label(1000), "1 km");
  EXPECT_EQ(length_label(1e5), "100 km");
  EXPECT_EQ(length_label(0.1), "10 cm");
  EXPECT_EQ(length_label(0.01), "1 cm");
  EXPECT_EQ(length_label(0.001), "1 mm");
  EXPECT_EQ(length_label(0.0001), "0.1 mm");
}

TEST(GroundGrid, SpacingIsAPowerOfTenThatGrowsWithTheDistance) {
  double last = 0;
  for (double distance = 0.02; distance < 1e7; distance *= 1.3) {
    Camera camera;
    camera.distance = distance;
    const GroundGrid grid = ground_grid(camera, 0);
    const double power = std::log10(grid.spacing);
    EXPECT_NEAR(power, std::round(power), 1e-9);
    EXPECT_GE(grid.spacing, last);
    last = grid.spacing;
    EXPECT_GE(grid.minor_weight, 0);
    EXPECT_LE(grid.minor_weight, 1);
    EXPECT_GT(grid.reach, distance);
    // Neither a few squares nor a carpet of them across the view.
    EXPECT_GT(grid.spacing, distance / 200);
    EXPECT_LE(grid.spacing, distance);
  }
}

TEST(GroundGrid, LinesStayWhereTheyAreWhileTheCameraMoves) {
  Camera camera;
  camera.distance = 40;
  for (double x = -1e5; x < 1e5; x += 1234.5) {
    camera.target = {x, -x / 3, 0};
    const GroundGrid grid = ground_grid(camera, 0);
    const double squares = grid.center.x / (grid.spacing * 100);
    EXPECT_NEAR(squares, std::round(squares), 1e-6);
    EXPECT_LT(std::abs(grid.center.x - x), grid.reach);
  }
}

}  // namespace
}  // namespace scrubjay
