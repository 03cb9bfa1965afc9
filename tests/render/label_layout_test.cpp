#include "render/label_layout.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>

namespace scrubjay {
namespace {

constexpr glm::vec2 kPictureSize{1280, 720};

std::vector<LabelPlacement> choose(LabelLayout& layout, const std::vector<LabelCandidate>& labels,
                                   const LabelLayout::Options& options = {}) {
  std::vector<LabelPlacement> out;
  layout.choose(labels, kPictureSize, options, out);
  return out;
}

bool is_shown(const std::vector<LabelPlacement>& shown, std::uint32_t candidate) {
  return std::ranges::any_of(shown, [&](const auto& p) { return p.candidate == candidate; });
}

std::vector<LabelCandidate> crowd(std::size_t count) {
  std::mt19937 random(5);
  std::uniform_real_distribution<float> x(0, kPictureSize.x);
  std::uniform_real_distribution<float> y(0, kPictureSize.y);
  std::uniform_real_distribution<float> importance(0, 1);
  std::vector<LabelCandidate> labels;
  for (std::size_t i = 0; i < count; ++i) {
    labels.push_back({{x(random), y(random)}, {90, 18}, importance(random), i});
  }
  return labels;
}

TEST(LabelLayout, ShowsAllThatHaveRoom) {
  LabelLayout layout;
  const auto shown =
      choose(layout, {{{100, 100}, {80, 18}, 0.1F, 1}, {{300, 100}, {80, 18}, 0.2F, 2}});
  EXPECT_EQ(shown.size(), 2U);
}

TEST(LabelLayout, PlacesALabelCentredAboveItsAnchor) {
  LabelLayout layout;
  const auto shown = choose(layout, {{{100, 100}, {80, 18}, 0.1F, 1}});
  ASSERT_EQ(shown.size(), 1U);
  EXPECT_EQ(shown[0].corner, glm::vec2(60, 82));
}

TEST(LabelLayout, LetsTheMoreImportantOfTwoWin) {
  LabelLayout layout;
  const auto shown =
      choose(layout, {{{100, 100}, {80, 18}, 0.1F, 1}, {{120, 105}, {80, 18}, kSelectedLabel, 2}});
  ASSERT_EQ(shown.size(), 1U);
  EXPECT_EQ(shown[0].candidate, 1U);
}

TEST(LabelLayout, FindsAnotherPlaceForWhatIsSelected) {
  const LabelObstacle bar{{0, 60}, {400, 90}};
  LabelLayout::Options options;
  options.obstacles = {&bar, 1};
  LabelLayout layout;
  const auto shown =
      choose(layout, {{{100, 100}, {80, 18}, kSelectedLabel, 1}, {{300, 100}, {80, 18}, 0.5F, 2}},
             options);
  ASSERT_EQ(shown.size(), 1U);
  EXPECT_EQ(shown[0].candidate, 0U);
  EXPECT_EQ(shown[0].corner, glm::vec2(60, 118));
}

TEST(LabelLayout, NeverLetsLabelsOverlap) {
  LabelLayout layout;
  const auto labels = crowd(5000);
  const auto shown = choose(layout, labels, {.most = 150});
  EXPECT_GT(shown.size(), 50U);
  for (std::size_t i = 0; i < shown.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      const glm::vec2 a = shown[i].corner;
      const glm::vec2 b = shown[k].corner;
      const glm::vec2 size = labels[shown[i].candidate].size;
      EXPECT_FALSE(a.x < b.x + size.x && b.x < a.x + size.x && a.y < b.y + size.y &&
                   b.y < a.y + size.y);
    }
  }
}

TEST(LabelLayout, ShowsNoMoreThanAskedFor) {
  LabelLayout layout;
  EXPECT_EQ(choose(layout, crowd(5000), {.most = 12}).size(), 12U);
}

TEST(LabelLayout, LeavesOutWhatIsOutsideThePicture) {
  LabelLayout layout;
  const auto shown = choose(
      layout,
      {{{-5, 100}, {80, 18}, 1, 1}, {{100, 5000}, {80, 18}, 1, 2}, {{10, 100}, {80, 18}, 1, 3}});
  ASSERT_EQ(shown.size(), 1U);
  EXPECT_EQ(shown[0].candidate, 2U);
}

TEST(LabelLayout, IsCutByNoEdge) {
  LabelLayout layout;
  const std::vector<LabelCandidate> labels{{{3, 4}, {80, 18}, 1, 1}, {{1279, 719}, {80, 18}, 1, 2}};
  const auto shown = choose(layout, labels);
  ASSERT_EQ(shown.size(), 2U);
  EXPECT_EQ(shown[0].corner, glm::vec2(0, 0));
  EXPECT_EQ(shown[1].corner, glm::vec2(1200, 701));
}

TEST(LabelLayout, CoversNothingElse) {
  LabelLayout layout;
  const LabelObstacle button{{50, 60}, {90, 90}};
  const std::vector<LabelCandidate> labels{{{100, 100}, {80, 18}, 1, 1},
                                           {{300, 100}, {80, 18}, 1, 2}};
  const auto shown = choose(layout, labels, {.obstacles = {&button, 1}});
  ASSERT_EQ(shown.size(), 1U);
  EXPECT_EQ(shown[0].candidate, 1U);
}

TEST(LabelLayout, PassesOverWhatIsNotANumber) {
  constexpr float kFloatNaN = std::numeric_limits<float>::quiet_NaN();
  LabelLayout layout;
  EXPECT_TRUE(choose(layout, {{{kFloatNaN, 100}, {80, 18}, 1, 1},
                              {{100, 100}, {kFloatNaN, 18}, 1, 2},
                              {{100, 100}, {80, 18}, kFloatNaN, 3},
                              {{100, 100}, {0, 18}, 1, 4}})
                  .empty());
  std::vector<LabelPlacement> out;
  layout.choose(crowd(10), {kFloatNaN, 100}, {}, out);
  EXPECT_TRUE(out.empty());
}

TEST(LabelLayout, DoesNotLetEqualLabelsTakeTurns) {
  LabelLayout layout;
  std::vector<LabelCandidate> labels{{{100, 100}, {80, 18}, 0.50F, 1},
                                     {{120, 100}, {80, 18}, 0.49F, 2}};
  ASSERT_TRUE(is_shown(choose(layout, labels), 0));
  labels[1].priority = 0.52F;  // a little nearer now
  EXPECT_TRUE(is_shown(choose(layout, labels), 0));
  labels[1].priority = 0.80F;  // clearly nearer
  EXPECT_TRUE(is_shown(choose(layout, labels), 1));
}

TEST(LabelLayout, DoesNotDependOnTheOrderOfCandidates) {
  auto labels = crowd(400);
  LabelLayout first;
  std::vector<std::uint64_t> keys;
  for (const auto& p : choose(first, labels)) keys.push_back(labels[p.candidate].key);
  std::ranges::reverse(labels);
  LabelLayout second;
  std::vector<std::uint64_t> reversed;
  for (const auto& p : choose(second, labels)) reversed.push_back(labels[p.candidate].key);
  EXPECT_EQ(keys, reversed);
}

TEST(LabelPriority, FallsWithTheDistance) {
  EXPECT_GT(label_priority(10, 30), label_priority(20, 30));
  EXPECT_LE(label_priority(-5, 30), 1.0F);
  EXPECT_GT(kSelectedLabel, kHoveredLabel + 1);
}

}  // namespace
}  // namespace scrubjay
