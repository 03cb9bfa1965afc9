#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "analysis/compare/leaf_values.h"
#include "analysis/compare/path_rules.h"
#include "tests/core/test_values.h"

namespace scrubjay::compare {
namespace {

using Add = std::function<PropertyTree::Node(PropertyTree&)>;

LeafResult compare_added(const Add& a, const Add& b, const Tolerance& tolerance = {}) {
  PropertyTree left;
  PropertyTree right;
  const auto p = a(left);
  const auto q = b(right);
  return compare_leaves(left, p, right, q, tolerance);
}

Add number(double value) {
  return [=](PropertyTree& tree) { return tree.number("x", value, Precision::float64); };
}
Add integer(std::int64_t value) {
  return [=](PropertyTree& tree) { return tree.integer("x", value); };
}
Add unsigned_integer(std::uint64_t value) {
  return [=](PropertyTree& tree) { return tree.unsigned_integer("x", value); };
}
Add numbers(PropertyType type, std::vector<double> values) {
  return [=](PropertyTree& tree) { return tree.numbers("x", type, values, Precision::float64); };
}
Add text(const char* value, PropertyType type = PropertyType::string) {
  return [=](PropertyTree& tree) { return tree.text("x", value, type); };
}

TEST(CompareValues, NumbersAreWithinToleranceAndShare) {
  EXPECT_TRUE(compare_numbers(1, 1, {}).is_same);
  EXPECT_FALSE(compare_numbers(1, 1.5, {}).is_same);
  EXPECT_DOUBLE_EQ(compare_numbers(1, 1.5, {}).distance, 0.5);
  EXPECT_TRUE(compare_numbers(1, 1.5, {.absolute = 0.5}).is_same);
  EXPECT_FALSE(compare_numbers(1, 1.5, {.absolute = 0.49}).is_same);
  EXPECT_TRUE(compare_numbers(100, 99, {.relative = 0.01}).is_same);
  EXPECT_FALSE(compare_numbers(100, 98, {.relative = 0.01}).is_same);
  EXPECT_TRUE(compare_numbers(100, 98, {.absolute = 1, .relative = 0.01}).is_same);
  EXPECT_TRUE(compare_numbers(0.0, -0.0, {}).is_same);
}

TEST(CompareValues, WhatIsNotFiniteEqualsOnlyItself) {
  EXPECT_TRUE(compare_numbers(kNaN, kNaN, {}).is_same);
  EXPECT_TRUE(compare_numbers(kInfinity, kInfinity, {}).is_same);
  const Tolerance wide{.absolute = 1e300, .relative = 1};
  EXPECT_FALSE(compare_numbers(kInfinity, 1e308, wide).is_same);
  EXPECT_FALSE(compare_numbers(kInfinity, -kInfinity, wide).is_same);
  EXPECT_FALSE(compare_numbers(kNaN, 1, wide).is_same);
  EXPECT_FALSE(compare_added(numbers(PropertyType::vec3, {kInfinity, 0, 0}),
                             numbers(PropertyType::vec3, {1, 0, 0}), wide)
                   .is_same);
  EXPECT_TRUE(compare_added(numbers(PropertyType::vec3, {kInfinity, kNaN, 0}),
                            numbers(PropertyType::vec3, {kInfinity, kNaN, 0.5}), {.absolute = 1})
                  .is_same);
}

TEST(CompareValues, IntegersAreExactBeyondWhatDoublesHold) {
  const std::int64_t big = (std::int64_t{1} << 53) + 1;
  EXPECT_FALSE(compare_added(integer(big), integer(big - 1)).is_same);
  EXPECT_FALSE(compare_added(integer(big), number(9007199254740992.0)).is_same);
  EXPECT_TRUE(compare_added(integer(big - 1), number(9007199254740992.0)).is_same);
  EXPECT_TRUE(compare_added(number(3), integer(3)).is_same);
  EXPECT_FALSE(compare_added(number(3.5), integer(3)).is_same);
  EXPECT_TRUE(compare_added(integer(7), unsigned_integer(7)).is_same);
  EXPECT_FALSE(compare_added(integer(-1), unsigned_integer(~std::uint64_t{0})).is_same);
  const std::uint64_t last = ~std::uint64_t{0};
  EXPECT_FALSE(compare_added(unsigned_integer(last), number(0x1p64)).is_same);
  EXPECT_DOUBLE_EQ(compare_added(number(0x1p64), unsigned_integer(last - 2)).distance, 3);
  EXPECT_TRUE(compare_added(unsigned_integer(last), number(0x1p64), {.absolute = 1}).is_same);
  EXPECT_DOUBLE_EQ(compare_added(unsigned_integer(0), number(0x1p64)).distance, 0x1p64);
  EXPECT_TRUE(compare_added(integer(10), integer(12), {.absolute = 2}).is_same);
  EXPECT_DOUBLE_EQ(compare_added(integer(-3), integer(4)).distance, 7);
  EXPECT_FALSE(compare_added(integer(1), number(kInfinity), {.relative = 1}).is_same);
  EXPECT_DOUBLE_EQ(compare_added(unsigned_integer(~std::uint64_t{0}), number(0)).distance, 0x1p64);
}

TEST(CompareValues, WhatHeld32BitsIsTheNumberThatIsPrinted) {
  const auto number32 = [](float value) -> Add {
    return [=](PropertyTree& tree) { return tree.number("x", value, Precision::float32); };
  };
  EXPECT_TRUE(compare_added(number32(0.7F), number(0.7)).is_same);
  EXPECT_TRUE(compare_added(number(0.7), number32(0.7F)).is_same);
  EXPECT_TRUE(compare_added(number32(0.7F), number(double{0.7F})).is_same);
  EXPECT_EQ(compare_added(number32(0.7F), number(0.75)).distance, 0.75 - 0.7);
  EXPECT_LT(compare_added(number32(0.7F), number(double{0.7F} + 1e-15)).distance, 1e-14);
  EXPECT_FALSE(compare_added(number32(0.7F), number32(0.70000005F)).is_same);
  const Add vector32 = [](PropertyTree& tree) {
    return tree.vec3("x", {0.1F, 0.2F, 0.3F}, Precision::float32);
  };
  EXPECT_TRUE(compare_added(vector32, numbers(PropertyType::vec3, {0.1, 0.2, 0.3})).is_same);
  EXPECT_FALSE(compare_added(vector32, numbers(PropertyType::vec3, {0.1, 0.2, 0.31})).is_same);
}

TEST(CompareValues, VectorsAreCompareByTheirDistance) {
  const auto at = [](double x, double y) { return numbers(PropertyType::vec2, {x, y}); };
  EXPECT_DOUBLE_EQ(compare_added(at(0, 0), at(3, 4)).distance, 5);
  EXPECT_FALSE(compare_added(at(0, 0), at(3, 4), {.absolute = 4.9}).is_same);
  EXPECT_TRUE(compare_added(at(0, 0), at(3, 4), {.absolute = 5}).is_same);
  EXPECT_TRUE(compare_added(at(0, 0), at(3, 4), {.relative = 1}).is_same);
  EXPECT_FALSE(compare_added(at(0, 0), at(1e-200, 1e-200)).is_same);
  EXPECT_FALSE(compare_added(at(0, 0), numbers(PropertyType::vec3, {0, 0, 0})).is_same);
}

TEST(CompareValues, QuaternionsAreComparedByTheAngleBetweenThem) {
  const double half = std::sqrt(0.5);
  const auto quat = [](double x, double w) { return numbers(PropertyType::quat, {x, 0, 0, w}); };
  EXPECT_NEAR(compare_added(quat(0, 1), quat(half, half)).distance, std::numbers::pi / 2, 1e-12);
  EXPECT_NEAR(compare_added(quat(0, 1), quat(1, 0)).distance, std::numbers::pi, 1e-12);
  EXPECT_TRUE(compare_added(quat(half, half), quat(-half, -half)).is_same);
  EXPECT_FALSE(compare_added(quat(0, 1), quat(half, half), {.absolute = 1.57}).is_same);
  EXPECT_TRUE(compare_added(quat(0, 1), quat(half, half), {.absolute = 1.58}).is_same);
  // Their length counts as 1.
  EXPECT_TRUE(compare_added(quat(0, 1), quat(half, half), {.relative = 1.58}).is_same);
  EXPECT_FALSE(compare_added(quat(0, 0), quat(0, 1)).is_same);
}

TEST(CompareValues, ListsOfNumbersAreComparedOneByOne) {
  const auto list = [](std::vector<double> v) { return numbers(PropertyType::numbers, v); };
  EXPECT_TRUE(compare_added(list({1, 2, 3}), list({1, 2, 3.1}), {.absolute = 0.2}).is_same);
  EXPECT_FALSE(compare_added(list({1, 2, 3}), list({1, 2}), {.absolute = 10}).is_same);
  EXPECT_FALSE(compare_added(list({1, 2, 3}), list({1, 9, 3}), {.absolute = 0.2}).is_same);
  const auto points = [](std::vector<double> v) { return numbers(PropertyType::points, v); };
  EXPECT_DOUBLE_EQ(compare_added(points({0, 0, 0, 1, 1, 1}), points({0, 0, 0, 4, 5, 1})).distance,
                   5);
}

TEST(CompareValues, AllElseIsComparedExactlyAndByType) {
  EXPECT_TRUE(compare_added(text("a"), text("a")).is_same);
  EXPECT_FALSE(compare_added(text("a"), text("b")).is_same);
  EXPECT_FALSE(compare_added(text("a"), text("a", PropertyType::comment)).is_same);
  EXPECT_TRUE(std::isnan(compare_added(text("a"), text("b")).distance));
  const Add yes = [](PropertyTree& tree) { return tree.boolean("x", true); };
  const Add no = [](PropertyTree& tree) { return tree.boolean("x", false); };
  EXPECT_FALSE(compare_added(yes, no).is_same);
  EXPECT_FALSE(compare_added(yes, integer(1)).is_same);
  const Add red = numbers(PropertyType::color, {1, 0, 0, 1});
  const Add nearly_red = numbers(PropertyType::color, {1, 0, 0, 0.99});
  EXPECT_FALSE(compare_added(red, nearly_red, {.absolute = 1}).is_same);
}

TEST(CompareValues, TablesAreOneValue) {
  const auto table = [](double cell) -> Add {
    return [=](PropertyTree& tree) {
      const auto node = tree.open("t", PropertyType::table);
      tree.number("cell", cell, Precision::float64);
      tree.close(node);
      return node;
    };
  };
  EXPECT_TRUE(compare_added(table(1), table(1)).is_same);
  EXPECT_FALSE(compare_added(table(1), table(2)).is_same);
}

TEST(ComparePaths, FitPatterns) {
  struct Case {
    const char* pattern;
    const char* path;
    bool fits;
  };
  const Case cases[] = {
      {"pose/location", "pose/location", true},
      {"pose", "pose/location", false},
      {"po*", "pose", true},
      {"po*", "pose/location", false},
      {"*", "pose", true},
      {"*", "", true},
      {"*/location", "pose/location", true},
      {"**/location", "location", true},
      {"**/location", "a/b/location", true},
      {"**/location", "a/b/location/c", false},
      {"**", "a/b/c", true},
      {"a/**", "a", true},
      {"a/**/z", "a/z", true},
      {"a/**/z", "a/b/c/z", true},
      {"a/**/z", "a/b/c/y", false},
      {"**/b/**", "a/b/c", true},
      {"x*y*z", "xaybz", true},
      {"x*y*z", "xayb", false},
      {"wheel#2/*", "wheel#2/spin", true},
      {"events/*/impulse", "events/hit/impulse", true},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(PathPattern(c.pattern).fits(c.path), c.fits) << c.pattern << " " << c.path;
  }
  // Many stars do not take forever.
  EXPECT_FALSE(PathPattern("**/a/**/a/**/a/**/a/**/b").fits(std::string(2000, 'a')));
}

TEST(ComparePaths, WhatIsSaidOfAGroupHoldsBelowIt) {
  Options options;
  options.tolerance = 1;
  options.tolerance_of = {{"**", 0.5}, {"po*", 65}, {"pose/x", 70}};
  options.ignore = {"control"};
  const PathRules rules(options);
  const auto pose = rules.below(rules.root(), "pose");
  EXPECT_EQ(rules.tolerance(pose), 65);
  EXPECT_EQ(rules.tolerance(rules.below(pose, "pose/location")), 65);
  EXPECT_EQ(rules.tolerance(rules.below(pose, "pose/x")), 70);
  EXPECT_EQ(rules.tolerance(rules.below(rules.root(), "speed")), 0.5);
  EXPECT_EQ(rules.tolerance(rules.root()), 1);
  const auto control = rules.below(rules.root(), "control");
  EXPECT_FALSE(rules.below(control, "control/gear").is_compared());
}

}  // namespace
}  // namespace scrubjay::compare
