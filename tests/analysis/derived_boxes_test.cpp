// Boxes: which overlap, how far apart they are, and how many find each other.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <glm/gtc/quaternion.hpp>
#include <random>
#include <set>
#include <vector>

#include "analysis/derived/box_overlaps.h"
#include "analysis/derived/oriented_box.h"

namespace scrubjay {
namespace {

constexpr double kDegree = 0.01745329251994329577;

OrientedBox box_at(const glm::dvec3& center, const glm::dvec3& half, double yaw_degrees = 0,
                   const glm::dvec3& about = {0, 0, 1}) {
  return {.center = center,
          .axes = glm::mat3_cast(glm::angleAxis(yaw_degrees * kDegree, glm::normalize(about))),
          .half = half};
}

OrientedBox random_box(std::mt19937_64& random, double room, double most_half) {
  std::uniform_real_distribution<double> place(-room, room);
  std::uniform_real_distribution<double> size(0.0, most_half);
  std::normal_distribution<double> any;
  const glm::dquat turn =
      glm::normalize(glm::dquat(any(random), any(random), any(random), any(random)));
  return {.center = {place(random), place(random), place(random)},
          .axes = glm::mat3_cast(turn),
          .half = {size(random), size(random), size(random)}};
}

/// The point of the box nearest to `point`.
glm::dvec3 nearest_in(const OrientedBox& box, const glm::dvec3& point) {
  glm::dvec3 result = box.center;
  for (int axis = 0; axis < 3; ++axis) {
    const double along = glm::dot(point - box.center, box.axes[axis]);
    result += std::clamp(along, -box.half[axis], box.half[axis]) * box.axes[axis];
  }
  return result;
}

/// By going from one to the other and back until that changes nothing: from above, slowly.
double gap_by_projection(const OrientedBox& a, const OrientedBox& b) {
  glm::dvec3 in_a = a.center;
  double gap = 0;
  for (int i = 0; i < 3000; ++i) {
    const glm::dvec3 in_b = nearest_in(b, in_a);
    in_a = nearest_in(a, in_b);
    gap = glm::distance(in_a, in_b);
  }
  return gap;
}

struct GapCase {
  const char* what;
  OrientedBox a;
  OrientedBox b;
  double gap;
};

TEST(DerivedBoxes, GapIsTheClosedForm) {
  const double root2 = std::sqrt(2.0);
  const GapCase cases[] = {
      {"face to face", box_at({0, 0, 0}, {1, 1, 1}), box_at({5, 0, 0}, {1, 2, 3}), 3},
      {"edge to edge", box_at({0, 0, 0}, {1, 1, 1}), box_at({5, 6, 0}, {1, 1, 1}), 5},
      {"corner to corner", box_at({0, 0, 0}, {1, 1, 1}), box_at({4, 4, 4}, {1, 1, 1}),
       2 * std::sqrt(3.0)},
      {"edge to face", box_at({0, 0, 0}, {1, 1, 1}), box_at({4, 0, 0}, {1, 1, 1}, 45), 3 - root2},
      {"edges across", box_at({0, 0, 0}, {1, 1, 1}, 45),
       box_at({2 * root2 + 1, 0, 0}, {1, 1, 1}, 45, {0, 1, 0}), 1},
      {"touching", box_at({0, 0, 0}, {1, 1, 1}), box_at({2, 0, 0}, {1, 1, 1}), 0},
      {"inside", box_at({0, 0, 0}, {9, 9, 9}), box_at({1, 2, 3}, {1, 1, 1}, 30), 0},
      {"points", box_at({0, 0, 0}, {0, 0, 0}), box_at({3, 4, 0}, {0, 0, 0}), 5},
      {"flat ones", box_at({0, 0, 0}, {5, 5, 0}), box_at({0, 0, 2}, {5, 5, 0}, 10), 2},
  };
  for (const GapCase& c : cases) {
    EXPECT_NEAR(gap_between(c.a, c.b), c.gap, 1e-12) << c.what;
    EXPECT_NEAR(gap_between(c.b, c.a), c.gap, 1e-12) << c.what;
    EXPECT_EQ(overlap(c.a, c.b), c.gap == 0) << c.what;
  }
}

TEST(DerivedBoxes, GapOfAnyTwoIsWhatProjectionsComeTo) {
  std::mt19937_64 random(1);
  int apart = 0;
  for (int i = 0; i < 300; ++i) {
    const OrientedBox a = random_box(random, 3, 1.5);
    const OrientedBox b = random_box(random, 3, 1.5);
    const double gap = gap_between(a, b);
    const double above = gap_by_projection(a, b);
    EXPECT_LE(gap, above + 1e-9) << i;
    EXPECT_NEAR(gap, above, 2e-2 + 0.01 * gap) << i;
    EXPECT_EQ(overlap(a, b), gap == 0.0) << i;
    apart += gap > 0;
  }
  EXPECT_GT(apart, 100);
  EXPECT_LT(apart, 290);
}

std::set<BoxOverlaps::Pair> pairs_by_all(const std::vector<OrientedBox>& boxes) {
  std::set<BoxOverlaps::Pair> pairs;
  for (std::uint32_t a = 0; a < boxes.size(); ++a) {
    for (std::uint32_t b = a + 1; b < boxes.size(); ++b) {
      if (overlap(boxes[a], boxes[b])) pairs.insert({a, b});
    }
  }
  return pairs;
}

TEST(DerivedBoxes, TheGridFindsWhatComparingAllFinds) {
  std::mt19937_64 random(2);
  BoxOverlaps overlaps;
  std::size_t found_in_all = 0;
  for (int round = 0; round < 60; ++round) {
    std::vector<OrientedBox> boxes;
    const double room = round % 3 == 0 ? 5 : 40;
    for (int i = 0; i < 80; ++i) boxes.push_back(random_box(random, room, 2));
    if (round % 4 == 1) boxes.push_back(random_box(random, room, 100));  // reaches many cells
    if (round % 4 == 2) boxes.push_back(random_box(random, 1e300, 1));   // and far away
    if (round % 5 == 3) {
      for (OrientedBox& box : boxes) box.half = {};
      boxes.push_back(boxes.front());
    }
    const auto found = overlaps.find(boxes);
    const std::set<BoxOverlaps::Pair> pairs(found.begin(), found.end());
    EXPECT_EQ(pairs.size(), found.size()) << "a pair came twice";
    EXPECT_EQ(pairs, pairs_by_all(boxes)) << round;
    EXPECT_FALSE(overlaps.is_cut());
    found_in_all += found.size();
  }
  EXPECT_GT(found_in_all, 500u);
  EXPECT_TRUE(overlaps.find({}).empty());
}

TEST(DerivedBoxes, TheGridTakesBoxesWithoutEnd) {
  const double huge = 1.7e308;
  BoxOverlaps overlaps;
  const std::vector<OrientedBox> boxes = {box_at({huge, 0, 0}, {huge, 1, 1}),
                                          box_at({0, 0, 0}, {huge, huge, huge}),
                                          box_at({1, 2, 3}, {1, 1, 1})};
  EXPECT_LE(overlaps.find(boxes).size(), 3u);
}

TEST(DerivedBoxes, AHeapIsCutAndSaysSo) {
  const std::vector<OrientedBox> heap(800, box_at({}, {1, 1, 1}));
  BoxOverlaps overlaps;
  EXPECT_EQ(overlaps.find(heap).size(), BoxOverlaps::kMostPairs);
  EXPECT_TRUE(overlaps.is_cut());
  EXPECT_EQ(overlaps.find(std::span(heap).first(2)).size(), 1u);
  EXPECT_FALSE(overlaps.is_cut());
}

}  // namespace
}  // namespace scrubjay
