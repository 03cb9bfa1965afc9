#include "app/viewer/panels/widgets/time_axis.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <vector>

#include "tests/core/test_values.h"

namespace scrubjay {
namespace {

constexpr TimeRange kSession{0, 12.5};
constexpr double kWidth = 1000;

double mono(std::string_view label) { return 7.0 * static_cast<double>(label.size()); }

TEST(TimeAxis, MapsTimeToPixelsAndBack) {
  const TimeAxis axis{{10, 20}, 100, 500};
  EXPECT_EQ(axis.x_of(10), 100);
  EXPECT_EQ(axis.x_of(20), 600);
  EXPECT_EQ(axis.x_of(9), 50);
  EXPECT_EQ(axis.time_at(350), 15);
  EXPECT_EQ(axis.seconds_per_pixel(), 0.02);
}

TEST(TimelineView, FitsTheWholeSession) {
  EXPECT_EQ(fitted(kSession), kSession);
  EXPECT_EQ(fitted({3, 3}), (TimeRange{2.5, 3.5})) << "one frame stands in the middle of a second";
}

TEST(TimelineView, IsFiniteAndLongerThanNothingForAnySession) {
  const double values[] = {0,      -0.0,  1,         1 + 1e-16,  -1e300, 1e300,
                           1e-300, 1.7e9, kInfinity, -kInfinity, kNaN};
  for (const double a : values) {
    for (const double b : values) {
      for (const TimeRange view :
           {fitted({a, b}), within_limits({a, b}, kSession, kWidth),
            within_limits({3, 4}, {a, b}, kWidth), zoomed(fitted({a, b}), a, 0.5, {a, b}, kWidth),
            panned(fitted({a, b}), b, {a, b}, 0)}) {
        ASSERT_TRUE(std::isfinite(view.begin) && std::isfinite(view.end)) << a << " " << b;
        ASSERT_GT(view.length(), 0) << a << " " << b;
      }
    }
  }
}

TEST(TimelineView, ZoomKeepsTheMomentUnderTheMouse) {
  const TimeRange shown{2, 6};
  for (const double factor : {0.1, 0.8, 1.25}) {
    const TimeRange view = zoomed(shown, 3, factor, kSession, kWidth);
    EXPECT_NEAR(view.length(), 4 * factor, 1e-12);
    EXPECT_NEAR((3 - view.begin) / view.length(), 0.25, 1e-12) << factor;
  }
}

TEST(TimelineView, ZoomHasLimitsAndStandsStillThere) {
  TimeRange near = kSession;
  for (int i = 0; i < 500; ++i) near = zoomed(near, 3.4, 0.8, kSession, kWidth);
  EXPECT_NEAR(near.length(), 1e-6, 1e-9);
  EXPECT_TRUE(near.contains(3.4));
  EXPECT_NEAR(zoomed(near, 3.4, 0.8, kSession, kWidth).begin, near.begin, 1e-12);
  TimeRange far = kSession;
  for (int i = 0; i < 500; ++i) far = zoomed(far, 3.4, 1.25, kSession, kWidth);
  EXPECT_NEAR(far.length(), 50, 1e-9);
  const TimeRange farther = zoomed(far, 3.4, 1.25, kSession, kWidth);
  EXPECT_NEAR(farther.begin, far.begin, 1e-9);
  EXPECT_EQ(zoomed(kSession, 3, kNaN, kSession, kWidth), kSession);
  EXPECT_EQ(zoomed(kSession, 3, -1, kSession, kWidth), kSession);
}

TEST(TimelineView, FarFromZeroZoomStopsWhereTimesCannotBeToldApart) {
  const TimeRange session{1.7e9, 1.7e9 + 60};
  TimeRange view = session;
  for (int i = 0; i < 500; ++i) view = zoomed(view, 1.7e9 + 30, 0.8, session, kWidth);
  const TimeAxis axis{view, 0, kWidth};
  std::set<double> times;
  for (int x = 0; x < 1000; ++x) times.insert(axis.time_at(x));
  EXPECT_EQ(times.size(), 1000u) << "each pixel is a time of its own";
}

TEST(TimelineView, PanningCannotLoseTheSession) {
  for (const Seconds by : {-1e9, -1.0, 1.0, 1e9}) {
    TimeRange view{5, 6};
    for (int i = 0; i < 100; ++i) view = panned(view, by, kSession, kWidth);
    EXPECT_TRUE(kSession.contains(view.begin + view.length() / 2)) << by;
    EXPECT_NEAR(view.length(), 1, 1e-9);
  }
}

TEST(TimelineView, WhatIsAllowedStaysToTheLastBit) {
  const TimeRange view{1.0 / 3, 2.0 / 3};
  EXPECT_EQ(within_limits(view, kSession, kWidth), view);
}

TEST(TimelineView, FollowsThePlayhead) {
  const TimeRange shown{4, 5};
  struct Case {
    const char* what;
    Seconds before, now;
    bool playing;
    bool moves;
  };
  for (const Case& c : {Case{"inside", 4.2, 4.3, true, false},
                        {"plays out of view", 4.9, 5.1, true, true},
                        {"loops back", 4.9, 2, true, true},
                        {"plays elsewhere while the user looks here", 8, 8.1, true, false},
                        {"steps out of view", 4.99, 5.02, false, true},
                        {"is sent somewhere", 8, 11, false, true},
                        {"rests elsewhere", 8, 8, false, false}}) {
    const TimeRange view = following(shown, c.before, c.now, c.playing);
    EXPECT_EQ(view != shown, c.moves) << c.what;
    EXPECT_NEAR(view.length(), 1, 1e-12) << c.what;
    if (c.moves) {
      EXPECT_TRUE(view.contains(c.now)) << c.what;
    }
  }
}

TEST(TimelineView, TurnsThePageForward) {
  const TimeRange view = following({4, 5}, 4.99, 5.01, true);
  EXPECT_LT(5.01 - view.begin, 0.2) << "most of the page lies ahead";
}

TEST(Ticks, AreOneTwoFiveOfTheirUnit) {
  const std::set<double> allowed_minutes{1, 2, 5, 10, 20};
  for (double span = 1e-6; span < 1e9; span *= 1.07) {
    const TimeAxis axis{{0, span}, 0, kWidth};
    const TickScale scale = tick_scale(axis, axis.shown, 20, mono);
    double unit = scale.step;
    if (scale.step >= 3600) unit = scale.step / 3600;
    if (scale.step >= 60 && scale.step < 3600) {
      EXPECT_TRUE(allowed_minutes.contains(scale.step / 60)) << scale.step;
      continue;
    }
    const double lead = unit / std::pow(10.0, std::floor(std::log10(unit) + 1e-9));
    EXPECT_TRUE(std::fabs(lead - 1) < 1e-6 || std::fabs(lead - 2) < 1e-6 ||
                std::fabs(lead - 5) < 1e-6)
        << scale.step;
  }
}

TEST(Ticks, LabelsNeverOverlapAndFineTicksHaveRoom) {
  for (const double begin : {0.0, -7.3, 12345.678, 1.7e9}) {
    for (double span = 1e-5; span < 1e8; span *= 1.37) {
      const TimeAxis axis{{begin, begin + span}, 0, kWidth};
      const TickScale scale = tick_scale(axis, axis.shown, 20, mono);
      double last_end = -kInfinity;
      visit_ticks(axis.shown, scale.step, [&](Seconds t) {
        const double x = axis.x_of(t);
        ASSERT_GE(x, last_end + 15) << begin << " " << span;
        last_end = x + mono(tick_label(t, scale));
      });
      ASSERT_LE(scale.minor_step, scale.step);
      ASSERT_GE(scale.minor_step / axis.seconds_per_pixel(), 4.99);
      const double parts = scale.step / scale.minor_step;
      ASSERT_NEAR(parts, std::round(parts), 1e-6);
    }
  }
}

TEST(Ticks, LabelsTellNeighboursApart) {
  for (const double begin : {0.0, 3.4, 4000.0}) {
    for (double span = 1e-5; span < 1e6; span *= 1.37) {
      const TimeAxis axis{{begin, begin + span}, 0, kWidth};
      const TickScale scale = tick_scale(axis, axis.shown, 20, mono);
      std::set<std::string> labels;
      std::size_t ticks = 0;
      visit_ticks(axis.shown, scale.step, [&](Seconds t) {
        ++ticks;
        labels.insert(tick_label(t, scale));
      });
      ASSERT_EQ(labels.size(), ticks) << begin << " " << span;
    }
  }
}

TEST(Ticks, LabelsAreWrittenAsPeopleWriteThem) {
  struct Case {
    Seconds t;
    TickScale scale;
    const char* expected;
  };
  for (const Case& c : {Case{3, {1, 0.2, false}, "3 s"},
                        {3.4, {0.2, 0.1, false}, "3.4 s"},
                        {3.4, {0.05, 0.01, false}, "3.40 s"},
                        {-1e-18, {0.1, 0.1, false}, "0.0 s"},
                        {0.25, {0.05, 0.01, true}, "250 ms"},
                        {0.0005, {0.0001, 0.0001, true}, "0.5 ms"},
                        {720, {60, 10, false}, "12 min"},
                        {-720, {60, 10, false}, "-12 min"},
                        {0, {60, 10, false}, "0 min"},
                        {4800, {1200, 300, false}, "1 h 20 min"},
                        {7200, {1200, 300, false}, "2 h"},
                        {3600e9, {3600e9, 3600e9, false}, "1e+09 h"}}) {
    EXPECT_EQ(tick_label(c.t, c.scale), c.expected);
  }
}

TEST(Ticks, AShortSessionIsToldInMilliseconds) {
  const TimeAxis axis{{0, 0.4}, 0, kWidth};
  EXPECT_TRUE(tick_scale(axis, {0, 0.4}, 20, mono).milliseconds);
  EXPECT_FALSE(tick_scale(axis, kSession, 20, mono).milliseconds);
}

TEST(Ticks, LabelsGiveWayToWhatIsTaken) {
  const std::array taken{PixelSpan{94, 108}, PixelSpan{130, 144}};
  const std::span mark = std::span(taken).first(1);
  EXPECT_EQ(label_begin(100, 104, 20, {}), 104);
  EXPECT_EQ(label_begin(100, 104, 20, mark), 108) << "behind what stands on the tick";
  EXPECT_EQ(label_begin(80, 84, 20, mark), std::nullopt) << "a mark in the middle of it";
  EXPECT_EQ(label_begin(80, 84, 10, mark), 84) << "they touch";
  EXPECT_EQ(label_begin(100, 104, 24, taken), std::nullopt) << "no room between two";
}

TEST(Ticks, AreVisitedBoundedlyWhateverTheRange) {
  int ticks = 0;
  visit_ticks({0, 1}, 1e-12, [&](Seconds) { ++ticks; });
  EXPECT_EQ(ticks, 10'000);
  for (const double step : {0.0, -1.0, kNaN}) {
    visit_ticks({0, 1}, step, [&](Seconds) { FAIL(); });
  }
  visit_ticks({kNaN, 1}, 1, [&](Seconds) { FAIL(); });
}

}  // namespace
}  // namespace scrubjay
