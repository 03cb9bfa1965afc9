#include "render/screen.h"

#include <gtest/gtest.h>

#include <array>
#include <random>

namespace scrubjay {
namespace {

bool holds(const ScreenRect& rect, int x, int y) {
  return x >= rect.x && y >= rect.y && x < rect.x + rect.width && y < rect.y + rect.height;
}

TEST(Screen, WhatNothingCoversIsLeftOnce) {
  constexpr ScreenRect kWhole{2, 1, 30, 20};
  std::mt19937 random(7);
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  for (int round = 0; round < 200; ++round) {
    // Some reach over an edge, some are empty, some overlap.
    std::array<ScreenRect, 4> parts;
    for (ScreenRect& part : parts) part = {below(36) - 4, below(26) - 4, below(20), below(14)};
    const auto left = uncovered(kWhole, parts);
    for (int y = -5; y < 30; ++y) {
      for (int x = -5; x < 40; ++x) {
        int covered = 0;
        for (const ScreenRect& part : parts) covered += holds(part, x, y);
        int times = 0;
        for (const ScreenRect& rect : left) times += holds(rect, x, y);
        EXPECT_EQ(times, holds(kWhole, x, y) && covered == 0 ? 1 : 0) << x << ", " << y;
      }
    }
  }
  EXPECT_TRUE(uncovered(kWhole, std::array{ScreenRect{0, 0, 100, 100}}).empty());
}

}  // namespace
}  // namespace scrubjay
