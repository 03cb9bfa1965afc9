#include "app/viewer/panels/scene/scene_resolution.h"

#include <gtest/gtest.h>

namespace scrubjay {
namespace {

/// Pictures with a change each, `step` seconds apart; returns when the last one was.
double move(SceneResolution& resolution, double begin, double step, int pictures) {
  double now = begin;
  for (int i = 0; i < pictures; ++i, now += step) resolution.look(now, true);
  return now;
}

TEST(SceneResolution, FallsWhileMovingIsSlowAndComesBackAtRest) {
  SceneResolution resolution;
  EXPECT_EQ(resolution.wanted(), 1);
  double now = move(resolution, 10, 0.08, 60);
  EXPECT_EQ(resolution.wanted(), SceneResolution::kLeast);
  resolution.look(now, false);
  EXPECT_TRUE(resolution.is_moving()) << "a moment without a change is no rest";
  resolution.look(now + SceneResolution::kRest, false);
  EXPECT_FALSE(resolution.is_moving());
  EXPECT_EQ(resolution.wanted(), 1);
}

TEST(SceneResolution, StaysWhereThereIsTime) {
  SceneResolution resolution;
  move(resolution, 10, 1.0 / 60, 100);
  EXPECT_EQ(resolution.wanted(), 1);
}

TEST(SceneResolution, PicturesOfASceneThatStandsStillDoNotCount) {
  SceneResolution resolution;
  double now = 10;
  // Of two pictures one has a new scene, and takes longer.
  for (int i = 0; i < 60; ++i) {
    resolution.look(now, true);
    now += 0.04;
    resolution.look(now, false);
    now += 0.005;
  }
  EXPECT_EQ(resolution.wanted(), 1);
  for (int i = 0; i < 60; ++i) {
    resolution.look(now, true);
    now += 0.08;
    resolution.look(now, true);
    now += 0.005;
    resolution.look(now, false);
    now += 0.005;
  }
  EXPECT_EQ(resolution.wanted(), SceneResolution::kLeast);
}

TEST(SceneResolution, RisesAgainWhenThereIsTime) {
  SceneResolution resolution;
  const double now = move(resolution, 10, 0.08, 60);
  move(resolution, now, 1.0 / 60, 100);
  EXPECT_EQ(resolution.wanted(), 1);
}

TEST(SceneResolution, BeginsTheNextMotionAsTheLastOneEnded) {
  SceneResolution resolution;
  const double now = move(resolution, 10, 0.08, 60);
  resolution.look(now + 5, false);
  move(resolution, now + 10, 0.08, 2);
  EXPECT_EQ(resolution.wanted(), SceneResolution::kLeast);
}

TEST(SceneResolution, AStepIsNoMotion) {
  SceneResolution resolution;
  for (double now = 10; now < 40; now += 1) resolution.look(now, true);
  EXPECT_EQ(resolution.wanted(), 1);
  EXPECT_FALSE(resolution.is_moving());
}

}  // namespace
}  // namespace scrubjay
