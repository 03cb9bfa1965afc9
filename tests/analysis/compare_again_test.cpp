// Comparing again with other options: what need not be done twice, and all values of one entity.
#include <gtest/gtest.h>

#include "analysis/compare/pair_comparer.h"
#include "analysis/compare/pair_scan.h"
#include "staged_recording.h"

namespace scrubjay {
namespace {

using Lines = std::vector<std::string>;

/// Three entities, the n-th of which is `by` too far from frame `from[n]` on; the last one is alone
/// where `has_guest`.
Stage drifting(const std::vector<std::size_t>& from, double by, bool has_guest = false) {
  return steady_stage(100, [&](std::size_t frame) {
    std::vector<StagedEntity> all;
    for (std::size_t i = 0; i < from.size(); ++i) {
      const double x = frame >= from[i] ? by * static_cast<double>(frame - from[i] + 1) : 0;
      all.push_back({.id = "e" + std::to_string(i),
                     .position = glm::dvec3(100.0 * static_cast<double>(i), x, 0),
                     .properties = [frame](PropertyTree& tree) {
                       tree.integer("frame", static_cast<std::int64_t>(frame));
                     }});
    }
    if (has_guest && frame >= 40) all.push_back({.id = "guest"});
    return all;
  });
}

const std::vector<std::size_t> kFrom{60, 20, 90};

/// What a summary says of all that it found.
Lines said_by(const compare::Plan& plan, const compare::Summary& summary) {
  Lines lines;
  for (const compare::Group& group : summary.groups()) {
    lines.push_back(std::to_string(group.subject.value) + " " +
                    (group.path.exists() ? std::string(plan.paths()[group.path]) : "-") + " " +
                    std::to_string(group.first_item) + " " + std::to_string(group.count));
  }
  for (const compare::SpreadStep& step : summary.spread()) {
    lines.push_back(std::to_string(step.subject.value) + "@" + std::to_string(step.item) + "<" +
                    std::to_string(step.from.value));
  }
  for (const std::uint64_t count :
       {summary.count(), summary.values_compared(), summary.entities_compared(),
        summary.frames_compared(), summary.only_a(), summary.only_b()}) {
    lines.push_back(std::to_string(count));
  }
  for (const std::uint32_t differing : summary.differing())
    lines.push_back(std::to_string(differing));
  return lines;
}

std::unique_ptr<const compare::Plan> planned(const compare::Sides& sides, compare::Options options,
                                             const compare::Plan* before = nullptr) {
  const std::atomic<bool> cancelled{false};
  auto plan = compare::plan_comparison(sides, std::move(options), cancelled, before);
  EXPECT_TRUE(plan);
  return std::move(*plan);
}

/// Compares until `items` were compared, or to the end.
void go_on(const compare::Plan& plan, compare::Summary& summary,
           std::size_t items = static_cast<std::size_t>(-1)) {
  const std::atomic<bool> cancelled{false};
  compare::compare_pairs(plan, summary, {.threads = 2}, cancelled,
                         [&](compare::ItemResult& result) {
                           summary.add(result);
                           return result.item + 1 < items;
                         });
}

compare::Sides drifting_sides() {
  return {staged_recording(drifting(kFrom, 0)), staged_recording(drifting(kFrom, 0.01, true))};
}

TEST(CompareAgain, LargerTolerancesFindWhatAnewWouldBeFound) {
  const compare::Sides sides = drifting_sides();
  const auto plan = planned(sides, {});
  compare::Summary summary(*plan);
  go_on(*plan, summary);
  for (const double tolerance : {0.05, 0.3, 1000.0}) {
    const compare::Options options{.tolerance = tolerance};
    const auto looser = planned(sides, options, plan.get());
    compare::Summary again(*looser, summary);
    go_on(*looser, again);
    const auto anew = planned(sides, options);
    compare::Summary expected(*anew);
    go_on(*anew, expected);
    EXPECT_EQ(said_by(*looser, again), said_by(*anew, expected)) << tolerance;
  }
}

TEST(CompareAgain, OthersMayLookBetweenWhileMuchIsAdded) {
  const auto many = [](double x) {
    return staged_recording(steady_stage(2, [&](std::size_t) {
      std::vector<StagedEntity> all;
      for (std::size_t i = 0; i < 2 * compare::Summary::kBetweenRests + 10; ++i) {
        all.push_back({.id = std::to_string(i), .position = glm::dvec3(x, 0, 0)});
      }
      return all;
    }));
  };
  const compare::Sides sides{many(0), many(1)};
  const auto plan = planned(sides, {});
  compare::Summary summary(*plan);
  std::vector<std::uint64_t> seen;
  const std::atomic<bool> cancelled{false};
  compare::compare_pairs(*plan, summary, {.threads = 2}, cancelled,
                         [&](compare::ItemResult& result) {
                           return summary.add(result, [&] {
                             EXPECT_EQ(summary.next_item(), result.item);
                             EXPECT_FALSE(summary.is_done());
                             seen.push_back(summary.count());
                           });
                         });
  constexpr std::uint64_t kBetween = compare::Summary::kBetweenRests;
  const std::uint64_t of_one = 2 * kBetween + 10;
  EXPECT_EQ(seen, (std::vector<std::uint64_t>{kBetween, 2 * kBetween, of_one + kBetween,
                                              of_one + 2 * kBetween}));
  const auto expected = compare_sides(sides);
  EXPECT_EQ(said_by(*plan, summary), said_by(*expected.plan, *expected.summary));
}

TEST(CompareAgain, WhatWasTheSameIsNotLookedAt) {
  const compare::Sides sides = drifting_sides();
  const auto plan = planned(sides, {});
  compare::Summary summary(*plan);
  go_on(*plan, summary);
  const auto looser = planned(sides, {.tolerance = 0.1}, plan.get());
  const compare::Summary again(*looser, summary);
  // The first difference is at 20; what joins entities in the 8 items before may tell why.
  for (std::size_t i = 0; i < 12; ++i) EXPECT_FALSE(again.is_needed(i)) << i;
  for (std::size_t i = 12; i < 100; ++i) EXPECT_TRUE(again.is_needed(i)) << i;
}

TEST(CompareAgain, ItGoesOnWhereItWasStoppedAlsoWithAnotherTolerance) {
  const compare::Sides sides = drifting_sides();
  const auto plan = planned(sides, {});
  compare::Summary summary(*plan);
  go_on(*plan, summary, 50);
  ASSERT_EQ(summary.next_item(), 50u);
  const auto looser = planned(sides, {.tolerance = 0.05}, plan.get());
  compare::Summary again(*looser, summary);
  EXPECT_TRUE(again.is_needed(50));
  go_on(*looser, again, 30);  // not as far as the one before
  const auto loosest = planned(sides, {.tolerance = 0.1}, looser.get());
  compare::Summary last(*loosest, again);
  go_on(*loosest, last);
  const auto anew = planned(sides, {.tolerance = 0.1});
  compare::Summary expected(*anew);
  go_on(*anew, expected);
  EXPECT_EQ(said_by(*loosest, last), said_by(*anew, expected));
}

TEST(CompareAgain, OnlyWhatLoosensKeepsWhatWasTheSame) {
  const compare::Options before{.tolerance = 1, .relative = 0.1, .tolerance_of = {{"x", 2}}};
  compare::Options now = before;
  EXPECT_TRUE(compare::only_loosens(before, now));
  now.tolerance = 2;
  now.tolerance_of[0].tolerance = 3;
  EXPECT_TRUE(compare::only_loosens(before, now));
  now.tolerance_of[0].tolerance = 1;
  EXPECT_FALSE(compare::only_loosens(before, now));
  now = before;
  now.tolerance = 0.5;
  EXPECT_FALSE(compare::only_loosens(before, now));
  now = before;
  now.ignore = {"x"};
  EXPECT_FALSE(compare::only_loosens(before, now));
  EXPECT_TRUE(compare::has_same_pairs(before, now));
  now.offset = 1;
  EXPECT_FALSE(compare::has_same_pairs(before, now));
}

TEST(CompareAgain, AllValuesOfAnEntityAreListedEqualOrNot) {
  const compare::Sides sides = drifting_sides();
  const auto plan = planned(sides, {});
  const compare::Summary nothing(*plan);
  compare::PairComparer comparer(*plan, nothing);
  compare::ItemResult result;
  comparer.list(25, plan->subject_of_a(EntityIndex(1)), result);
  Lines lines;
  for (const compare::Difference& one : result.found) {
    lines.push_back(std::string(plan->paths()[one.path]) + (one.is_same ? " same" : " differs"));
    ASSERT_NE(one.values, compare::Difference::kNoValues);
    EXPECT_TRUE(result.values[one.values].a && result.values[one.values].b);
  }
  EXPECT_EQ(lines, (Lines{"position differs", "frame same"}));
  EXPECT_NEAR(result.found[0].distance, 0.06, 1e-12);
  // One side only.
  comparer.list(45, plan->subject_of_b(EntityIndex(3)), result);
  EXPECT_TRUE(result.found.empty() || result.found[0].kind == compare::Kind::missing_a);
}

}  // namespace
}  // namespace scrubjay
