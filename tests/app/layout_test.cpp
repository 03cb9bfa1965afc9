#include "app/viewer/layout.h"

#include <gtest/gtest.h>

namespace scrubjay {
namespace {

constexpr float kTop = 23;

TEST(Layout, ALowWindowShowsEntitiesAndEventsInTurns) {
  Layout layout;
  const AreaRects entities = divide(layout, 1280, 720, kTop, 1, {});
  EXPECT_FALSE(entities.left_tabs.is_empty());
  EXPECT_FALSE(entities.entities.is_empty());
  EXPECT_TRUE(entities.events.is_empty());
  EXPECT_TRUE(entities.events_splitter.is_empty());
  layout.events_in_front = true;
  const AreaRects events = divide(layout, 1280, 720, kTop, 1, {});
  EXPECT_TRUE(events.entities.is_empty());
  EXPECT_EQ(events.events, entities.entities);
  // A search, a line of switches, titles, and eight rows.
  EXPECT_GE(events.events.height, 16.0F + 2 * 30 + 22 + 8 * 22);
}

TEST(Layout, AHighWindowShowsBothAndEightEvents) {
  const AreaRects rects = divide({}, 1920, 1080, kTop, 1, {});
  EXPECT_TRUE(rects.left_tabs.is_empty());
  EXPECT_FALSE(rects.entities.is_empty());
  EXPECT_GE(rects.events.height, 16.0F + 2 * 30 + 22 + 8 * 22);
}

TEST(Layout, OneAloneNeedsNoTabs) {
  Layout layout;
  layout.folded[AreaId::entities] = true;
  const AreaRects rects = divide(layout, 1280, 720, kTop, 1, {});
  EXPECT_TRUE(rects.left_tabs.is_empty());
  EXPECT_FALSE(rects.events.is_empty());
}

TEST(Layout, TabsAndWhatIsBelowStayInsideOfAnyWindow) {
  for (float height = 60; height < 1200; height += 37) {
    const AreaRects rects = divide({}, 640, height, kTop, 1, {});
    const Rect& below = rects.entities;
    EXPECT_LE(rects.left_tabs.y + rects.left_tabs.height, height) << height;
    EXPECT_LE(below.y + below.height, height) << height;
    EXPECT_GE(below.height, 0) << height;
  }
}

}  // namespace
}  // namespace scrubjay
