#include "app/viewer/shell/status_line.h"

#include <gtest/gtest.h>

#include <cmath>
#include <tuple>

namespace scrubjay {
namespace {

std::vector<StatusPart> usual_parts() {
  std::vector<StatusPart> parts;
  using Wanted = std::tuple<const char*, int, float>;
  for (const auto& [text, yields, width] :
       {Wanted("a_long_name.log", 0, 140.0F), Wanted("CARLA recorder 1", 3, 100.0F),
        Wanted("1.9 MB", 4, 50.0F), Wanted("other.log", 1, 80.0F)}) {
    StatusPart part{text, yields};
    part.width = width;
    parts.push_back(part);
  }
  StatusPart memory{"memory 60 MB", 5};
  memory.width = 90;
  memory.is_right = true;
  parts.push_back(memory);
  return parts;
}

TEST(StatusLine, NothingOverlapsAtAnyWidth) {
  for (float width = 0; width < 800; width += 1) {
    std::vector<StatusPart> parts = usual_parts();
    place_status(parts, width, 16, 40);
    for (const StatusPart& one : parts) {
      if (one.width <= 0) continue;
      EXPECT_GE(one.x, 0) << width;
      EXPECT_LE(one.x + one.width, width + 0.01F) << width << " " << one.text;
      for (const StatusPart& other : parts) {
        if (&one == &other || other.width <= 0) continue;
        EXPECT_TRUE(one.x + one.width <= other.x + 0.01F || other.x + other.width <= one.x + 0.01F)
            << width << ": " << one.text << " and " << other.text;
      }
    }
  }
}

TEST(StatusLine, WhatYieldsMostGoesFirst) {
  std::vector<StatusPart> parts = usual_parts();
  place_status(parts, 140 + 100 + 50 + 80 + 3 * 16, 16, 40);
  EXPECT_EQ(parts[4].width, 0) << "memory";
  EXPECT_GT(parts[2].width, 0);
  parts = usual_parts();
  place_status(parts, 60, 16, 40);
  EXPECT_EQ(parts[0].width, 60) << "the name stays, narrower";
  for (std::size_t i = 1; i < parts.size(); ++i) EXPECT_EQ(parts[i].width, 0);
}

}  // namespace
}  // namespace scrubjay
