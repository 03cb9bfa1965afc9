#include "app/viewer/shell/layout.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "app/viewer/panels/widgets/tab.h"

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

TEST(Layout, LargeTextLeavesMostOfALowWindowToListsAndScene) {
  NeededAreas needed;
  needed.timeline = 1000;  // more than it gets
  for (const float scale : {1.0F, 1.25F, 1.5F, 2.0F}) {
    const AreaRects rects = divide({}, 1280, 720, kTop * scale, scale, needed);
    EXPECT_LE(rects.timeline.height, 0.35F * 720 + 1) << scale;
    // Buttons, the ruler and two lanes.
    EXPECT_GE(rects.timeline.height, std::min(127 * scale, 0.35F * 720) - 1) << scale;
    EXPECT_GE(rects.scene.width, 260 * scale) << scale;
  }
  const AreaRects rects = divide({}, 1280, 720, kTop * 1.25F, 1.25F, needed);
  EXPECT_GE(rects.left_tabs.height + rects.entities.height, 310 * 1.25F) << "eight rows";
}

TEST(Layout, PlotsAndDifferencesLeaveTheSceneItsPart) {
  NeededAreas needed;
  needed.comparison = needed.plots = true;
  needed.timeline = 300;
  const AreaRects rects = divide({}, 1920, 1080, kTop, 1, needed);
  EXPECT_GT(rects.scene.height, 0.28F * (rects.timeline.y - kTop));
  EXPECT_GT(rects.plots.height, 150);
  // All three are there in a low window, too.
  const AreaRects low = divide({}, 1280, 720, kTop, 1, needed);
  EXPECT_GE(low.scene.height, 96);
  EXPECT_GE(low.plots.height, 150);
  EXPECT_GE(low.comparison.height, 96);
  // The splitter below the scene goes with the mouse.
  Layout layout;
  layout.bottom = rects.timeline.height / 1080;
  move_splitter(layout, Splitter::plots, 20, 1920, 1080, needed);
  EXPECT_NEAR(divide(layout, 1920, 1080, kTop, 1, needed).plots.y, rects.plots.y + 20, 3);
}

TEST(Layout, TheDockLeavesRoomToPlotsDifferencesAndScene) {
  NeededAreas needed;
  needed.dock = needed.comparison = needed.plots = true;
  needed.timeline = 150;
  const AreaRects low = divide({}, 1280, 720, kTop, 1, needed);
  EXPECT_GE(low.dock.height, 140);
  EXPECT_GE(low.comparison.height, 96);
  EXPECT_GE(low.plots.height, 150);
  EXPECT_GE(low.scene.height, 96);
  EXPECT_EQ(low.dock.y + low.dock.height, low.bottom_splitter.y) << "it is the lowest";
  const AreaRects rects = divide({}, 1920, 1080, kTop, 1, needed);
  EXPECT_GT(rects.dock.height, 250);
  // The splitters go with the mouse.
  Layout layout;
  layout.bottom = rects.timeline.height / 1080;
  move_splitter(layout, Splitter::dock, 20, 1920, 1080, needed);
  EXPECT_NEAR(divide(layout, 1920, 1080, kTop, 1, needed).dock.y, rects.dock.y + 20, 3);
  layout.dock = Layout().dock;
  move_splitter(layout, Splitter::comparison, -20, 1920, 1080, needed);
  EXPECT_NEAR(divide(layout, 1920, 1080, kTop, 1, needed).comparison.y, rects.comparison.y - 20, 3);
  // Where nothing of use would be left, there is none, and no scene without areas has one. Plots
  // and differences come first.
  needed.timeline = 250;
  const AreaRects lower = divide({}, 1280, 720, kTop, 1, needed);
  EXPECT_TRUE(lower.dock.is_empty());
  EXPECT_GE(lower.plots.height, 150);
  EXPECT_GE(lower.comparison.height, 96);
  EXPECT_TRUE(divide({}, 640, 360, kTop, 1, needed).dock.is_empty());
  layout.scene_only = true;
  EXPECT_TRUE(divide(layout, 1920, 1080, kTop, 1, needed).dock.is_empty());
}

TEST(Layout, OfTabsWithoutRoomTheWidestAreCutAlike) {
  std::vector<float> tabs{100, 30, 90, 40};
  fit_tabs(tabs, 260, 20);
  EXPECT_EQ(tabs, (std::vector<float>{100, 30, 90, 40})) << "they have room";
  fit_tabs(tabs, 211, 20);
  EXPECT_EQ(tabs, (std::vector<float>{70, 30, 70, 40}));
  fit_tabs(tabs, 40, 20);
  EXPECT_EQ(tabs, (std::vector<float>{20, 20, 20, 20})) << "no narrower";
}

TEST(Layout, AHeightThatSomebodyChoseStays) {
  Layout layout;
  layout.bottom = 0.6F;
  EXPECT_EQ(divide(layout, 1280, 720, kTop, 1, {}).timeline.height, 432);
}

TEST(Layout, AFirstWindowFollowsTheMonitor) {
  EXPECT_EQ(first_window_size(1920, 1080), (WindowSize{1600, 996}));
  EXPECT_EQ(first_window_size(2560, 1440), (WindowSize{2133, 1329}));
  EXPECT_EQ(first_window_size(1366, 728), (WindowSize{1280, 720}));
  EXPECT_EQ(first_window_size(1024, 600), (WindowSize{1024, 600})) << "no larger than its monitor";
  EXPECT_LE(first_window_size(5120, 1440).width, 2400) << "not over all of a wide one";
  EXPECT_EQ(first_window_size(1080, 1920).width, 1080);
}

}  // namespace
}  // namespace scrubjay
