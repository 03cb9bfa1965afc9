#include "core/steady_math.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "tests/core/test_values.h"

namespace scrubjay {
namespace {

/// How many units in the last place of `expected`.
double units_off(double value, double expected) {
  return std::abs(value - expected) /
         (std::nextafter(std::abs(expected), kInfinity) - std::abs(expected));
}

TEST(SteadyMath, IsTwoUnitsOrLessFromTheCLibrary) {
  std::mt19937_64 random(1);
  for (const double range : {0.5, 7.0, 1e4, 1e6}) {
    std::uniform_real_distribution<double> any(-range, range);
    for (int i = 0; i < 20'000; ++i) {
      const double x = any(random);
      const double y = any(random);
      ASSERT_LE(units_off(steady::sin(x), std::sin(x)), 2) << x;
      ASSERT_LE(units_off(steady::cos(x), std::cos(x)), 2) << x;
      ASSERT_LE(units_off(steady::atan2(y, x), std::atan2(y, x)), 2) << y << ' ' << x;
    }
  }
}

TEST(SteadyMath, KeepsSignsAndWhatIsExact) {
  EXPECT_EQ(steady::sin(0.0), 0);
  EXPECT_TRUE(std::signbit(steady::sin(-0.0)));
  EXPECT_EQ(steady::cos(0.0), 1);
  EXPECT_EQ(steady::sin(1e-300), 1e-300);
  EXPECT_EQ(steady::sin(std::numbers::pi), 0x1.1a62633145c07p-53);  // how far the double is from pi
  EXPECT_EQ(steady::atan2(0.0, -1.0), std::numbers::pi);
  EXPECT_EQ(steady::atan2(-0.0, -1.0), -std::numbers::pi);
  EXPECT_EQ(steady::atan2(1.0, 1.0), std::numbers::pi / 4);
  EXPECT_EQ(steady::atan2(-1.0, 0.0), -std::numbers::pi / 2);
  EXPECT_TRUE(std::isnan(steady::sin(kInfinity)));
  EXPECT_TRUE(std::isnan(steady::cos(std::nan(""))));
  EXPECT_TRUE(std::isnan(steady::atan2(std::nan(""), 1.0)));
}

TEST(SteadyMath, HasTheSameBitsEverywhere) {
  // Sums of what comes of a thousand angles, as every system has to find them.
  double sines = 0;
  double cosines = 0;
  double arcs = 0;
  for (int i = 1; i <= 1000; ++i) {
    sines += steady::sin(i * 0.37);
    cosines += steady::cos(i * 0.37);
    arcs += steady::atan2(i * 0.37 - 100, 50 - i * 0.11);
  }
  EXPECT_EQ(sines, 0x1.447c5fd287d54p-2);
  EXPECT_EQ(cosines, -0x1.db86a5f624216p+0);
  EXPECT_EQ(arcs, 0x1.cb8d74f7d8fb5p+9);
}

TEST(SteadyMath, BetweenTwoTurnsIsTheShorterArc) {
  const glm::dquat from = steady::turn(0.2, {0, 0, 1});
  const glm::dquat to = steady::turn(1.4, {0, 0, 1});
  const glm::dquat wanted = steady::turn(0.5, {0, 0, 1});
  for (const glm::dquat& end : {to, -to}) {
    const glm::dquat between = steady::slerp(from, end, 0.25);
    EXPECT_NEAR(glm::dot(between, wanted), 1, 1e-15);
    EXPECT_NEAR(between.z, wanted.z, 1e-15);
  }
  EXPECT_EQ(steady::slerp(from, from, 0.3), from);
}

}  // namespace
}  // namespace scrubjay
