#include "app/viewer/panels/timeline/event_lane.h"
#include "app/viewer/panels/widgets/row_paint.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <random>

#include "core/text.h"
#include "scripted_recording.h"
#include "session_of.h"

namespace scrubjay {
namespace {

/// Events at the given times, one frame each.
std::shared_ptr<Recording> with_events_at(const std::vector<Seconds>& times) {
  return scripted_recording([&](RecordingBuilder& builder) {
    const StreamIndex stream = builder.add_stream("s", "");
    for (const Seconds t : times) {
      builder.add_event(instant(builder, t, "event"));
      builder.add_frame(t, builder.next_frame().value + 1u, {}, stream);
    }
  });
}

EventSource all_of(const Session& session, std::size_t recording = 0) {
  return {recording, nullptr, session.recordings[recording].recording->event_count(), false, false};
}

struct Counted {
  std::vector<EventColumn> columns;
  std::size_t looks = 0;  ///< how often a time was asked for
};

Counted columns_of(const std::vector<Seconds>& times, const ColumnGrid& grid) {
  Counted counted;
  add_event_columns(
      times.size(),
      [&](std::size_t row) {
        ++counted.looks;
        return times[row];
      },
      grid, counted.columns);
  return counted;
}

TEST(EventColumns, HoldEachRowOfTheTimeShownOnce) {
  std::mt19937 random(1);
  for (int round = 0; round < 200; ++round) {
    std::uniform_real_distribution<Seconds> time(0, 10);
    std::vector<Seconds> times(random() % 300);
    for (Seconds& t : times) {
      t = time(random);
      if (random() % 3 == 0)
        t = std::floor(t * 10) / 10;  // many at the same time, on edges of columns
    }
    std::ranges::sort(times);
    const Seconds begin = time(random) - 2;
    const ColumnGrid grid = ColumnGrid::over({begin, begin + time(random)}, 0.1);
    std::size_t next =
        std::size_t(std::ranges::lower_bound(times, grid.begin_of(0)) - times.begin());
    int last_column = -1;
    for (const EventColumn& column : columns_of(times, grid).columns) {
      ASSERT_EQ(column.first, next) << "no row is left out or counted twice";
      ASSERT_GT(column.last, column.first);
      ASSERT_GT(column.column, last_column);
      last_column = column.column;
      for (std::size_t row = column.first; row < column.last; ++row) {
        ASSERT_NEAR(times[row], grid.middle_of(column.column), 0.05 + 1e-9);
      }
      next = column.last;
    }
    ASSERT_TRUE(next == times.size() || times[next] >= grid.begin_of(grid.count) - 1e-9);
  }
}

TEST(EventColumns, CostWhatIsVisibleNotWhatThereIs) {
  // A thousand columns over the whole of a recording with more and more events.
  std::vector<std::size_t> looks;
  for (const std::size_t count : {10'000u, 100'000u, 1'000'000u}) {
    std::vector<Seconds> times(count);
    for (std::size_t i = 0; i < count; ++i) {
      times[i] = 100.0 * static_cast<double>(i) / static_cast<double>(count);
    }
    const Counted counted = columns_of(times, ColumnGrid::over({0, 100}, 0.1));
    EXPECT_EQ(counted.columns.size(), 1000u);
    looks.push_back(counted.looks);
  }
  EXPECT_LT(looks[2], 1000u * 2u * 13u) << "two searches among 1,000 rows a column";
  EXPECT_LT(looks[2], looks[0] * 4) << "a hundred times the events, some more steps of a search";
}

TEST(EventColumns, LookingCloselyAtALongRecordingCostsOneSearch) {
  std::vector<Seconds> times(1'000'000);
  std::iota(times.begin(), times.end(), 0.0);
  const Counted counted = columns_of(times, ColumnGrid::over({500'000, 500'010}, 0.01));
  EXPECT_EQ(counted.columns.size(), 11u);
  EXPECT_LT(counted.looks, 20u + 11u * 5u);
}

TEST(EventColumns, KeepEveryRowEvenWhenTimesAreOutOfOrder) {
  const std::vector<Seconds> times{0, 5, 1, 6, 2, 7};
  std::size_t held = 0;
  for (const EventColumn& column : columns_of(times, ColumnGrid::over({0, 10}, 1)).columns) {
    held += column.last - column.first;
  }
  EXPECT_EQ(held, times.size());
}

TEST(ColumnGrid, StaysInPlaceWhileTheViewMoves) {
  const ColumnGrid a = ColumnGrid::over({3.14, 4.14}, 0.01);
  const ColumnGrid b = ColumnGrid::over({3.1457, 4.1457}, 0.01);
  const double columns = (b.origin - a.origin) / 0.01;
  EXPECT_NEAR(columns, std::round(columns), 1e-6);
  EXPECT_LE(a.origin, 3.14);
  EXPECT_GE(a.begin_of(a.count), 4.14);
}

TEST(ColumnGrid, IsBoundedForAnyRange) {
  for (const TimeRange range : {TimeRange{0, 1e300}, {-1e100, 1e100}, {5, 5}, {5, 4}}) {
    const ColumnGrid grid = ColumnGrid::over(range, 1e-3);
    EXPECT_GE(grid.count, 1);
    EXPECT_LE(grid.count, 100'000);
    for (const Seconds t : {-1e308, 0.0, 1e308, std::nan("")}) {
      EXPECT_GE(grid.column_of(t), 0);
      EXPECT_LE(grid.column_of(t), grid.count);
    }
  }
}

TEST(LaneMarks, CountEveryEventOfAllRecordings) {
  const Session session =
      session_of({with_events_at({1, 2, 2, 2, 3}), with_events_at({2, 2.5, 3})});
  const std::vector<EventSource> sources{all_of(session, 0), all_of(session, 1)};
  std::vector<LaneMark> marks;
  lane_marks(session, sources, ColumnGrid::over({0, 10}, 0.1), marks);
  ASSERT_EQ(marks.size(), 4u);
  EXPECT_EQ(marks[0].count, 1u);
  EXPECT_EQ(marks[0].time, 1) << "one event stands at its own time";
  EXPECT_EQ(marks[1].count, 4u);
  EXPECT_EQ(marks[1].sample_count, 4u);
  EXPECT_EQ(marks[2].count, 1u);
  EXPECT_EQ(marks[3].count, 2u);
}

TEST(LaneMarks, SampleCrowdsFromFirstToLast) {
  const Session session = session_of({with_events_at(std::vector<Seconds>(1000, 5.0))});
  std::vector<LaneMark> marks;
  lane_marks(session, std::vector{all_of(session)}, ColumnGrid::over({0, 10}, 0.1), marks);
  ASSERT_EQ(marks.size(), 1u);
  EXPECT_EQ(marks[0].count, 1000u);
  EXPECT_EQ(marks[0].sample_count, LaneMark::kSamples);
  EXPECT_EQ(marks[0].samples.front().event, EventIndex(0));
  EXPECT_EQ(marks[0].samples.back().event, EventIndex(999));
}

TEST(LaneMarks, MovedRecordingsStandAtSessionTime) {
  Session session = session_of({with_events_at({1})});
  session.recordings[0].offset = 100;
  std::vector<LaneMark> marks;
  lane_marks(session, std::vector{all_of(session)}, ColumnGrid::over({100, 110}, 0.1), marks);
  ASSERT_EQ(marks.size(), 1u);
  EXPECT_EQ(marks[0].time, 101);
}

TEST(LaneMarks, AreNamedWhenAllTheirNamesAreKnown) {
  const Session session = session_of({scripted_recording([](RecordingBuilder& builder) {
    const StreamIndex stream = builder.add_stream("s", "");
    for (const char* const name : {"added", "parented", "added"}) {
      builder.add_event(instant(builder, 1, name));
    }
    builder.add_frame(1, 1, {}, stream);
    for (int i = 0; i < 9; ++i) builder.add_event(instant(builder, 2, "added"));
    builder.add_frame(2, 2, {}, stream);
    builder.add_event(instant(builder, 3, "%s\xFF"));
    builder.add_frame(3, 3, {}, stream);
  })});
  std::vector<LaneMark> marks;
  lane_marks(session, std::vector{all_of(session)}, ColumnGrid::over({0, 10}, 0.1), marks);
  ASSERT_EQ(marks.size(), 3u);
  EXPECT_EQ(mark_names(session, marks[0]), "added \u00D72, parented");
  EXPECT_EQ(mark_names(session, marks[0], "parented"), "parented, added \u00D72");
  EXPECT_EQ(mark_names(session, marks[1]), "") << "one of nine was not looked at";
  EXPECT_EQ(mark_names(session, marks[2]), "%s\uFFFD");
}

std::shared_ptr<Recording> with_a_span() {
  return scripted_recording([](RecordingBuilder& builder) {
    const StreamIndex stream = builder.add_stream("s", "");
    EventInfo span = instant(builder, 0, "span");
    span.end = 8;
    builder.add_event(span);
    add_frames(builder, stream, 11, 1);
  });
}

TEST(Spans, ReachAsFarAsTheyLast) {
  const Session session = session_of({with_a_span()});
  EventSource source = all_of(session);
  source.has_spans = true;
  std::vector<LaneMark> marks;
  lane_marks(session, std::vector{source}, ColumnGrid::over({0, 10}, 0.1), marks);
  ASSERT_EQ(marks.size(), 1u);
  EXPECT_EQ(marks[0].until, 8);
  std::vector<EventPlace> spans;
  spans_at(session, std::vector{source}, 4, spans);
  EXPECT_EQ(spans, (std::vector{EventPlace{0, EventIndex(0)}})) << "began before what is shown";
  spans_at(session, std::vector{source}, 9, spans);
  EXPECT_TRUE(spans.empty());
  const std::vector<EventIndex> none;
  EventSource of_another = source;
  of_another.rows = &none;
  of_another.count = 0;
  spans_at(session, std::vector{of_another}, 4, spans);
  EXPECT_TRUE(spans.empty());
}

TEST(EventsNear, CountsAllAndListsTheFirst) {
  std::vector<Seconds> times(31, 5.0);
  times.insert(times.begin(), 1.0);
  times.push_back(9.0);
  const Session session = session_of({with_events_at(times), with_events_at({4.95})});
  const std::vector<EventSource> sources{all_of(session, 0), all_of(session, 1)};
  const EventsNear near = events_near(session, sources, {4.9, 5.1});
  EXPECT_EQ(near.count, 32u);
  ASSERT_EQ(near.first.size(), 8u);
  EXPECT_EQ(near.first[0], (EventPlace{1, EventIndex(0)}));
  EXPECT_EQ(near.first[1], (EventPlace{0, EventIndex(1)}));
  EXPECT_EQ(events_near(session, sources, {6, 7}).count, 0u);
  EXPECT_EQ(events_near(session, sources, {7, 6}).count, 0u);
}

TEST(EventsNear, ThoseOfOneNameAreToldTogether) {
  const Session session = session_of({with_events_at({1, 1, 1}), with_events_at({1})});
  std::vector<EventPlace> events{{0, EventIndex(0)}, {1, EventIndex(0)}, {0, EventIndex(2)}};
  const auto alike = alike_events(session, events);
  ASSERT_EQ(alike.size(), 1u);
  EXPECT_EQ(alike[0].first, events[0]);
  EXPECT_EQ(alike[0].count, 3u);
  EXPECT_TRUE(alike_events(session, {}).empty());
}

TEST(NearestEvent, IsWithinReachAndTheFirstOfItsMoment) {
  const Session session = session_of({with_events_at({1, 2, 2, 2, 4}), with_events_at({2.3})});
  const std::vector<EventSource> sources{all_of(session, 0), all_of(session, 1)};
  EXPECT_EQ(nearest_event(session, sources, 2.05, 0.1)->event, EventIndex(1));
  EXPECT_EQ(nearest_event(session, sources, 1.95, 0.1)->event, EventIndex(1));
  EXPECT_EQ(nearest_event(session, sources, 2.25, 0.1)->recording, 1u);
  EXPECT_EQ(nearest_event(session, sources, 2.25, 0.1)->time, 2.3);
  EXPECT_FALSE(nearest_event(session, sources, 3, 0.5));
  EXPECT_FALSE(nearest_event(session, {}, 3, 0.5));
}

TEST(Density, GrowsWithTheLogarithmOfTheCount) {
  EXPECT_DOUBLE_EQ(density_height(1, 1), 0.75);
  EXPECT_DOUBLE_EQ(density_height(1000, 1000), 1);
  EXPECT_LT(density_height(1, 1'000'000), 0.4);
  EXPECT_GT(density_height(1, 1'000'000), 0.3);
  const double step = density_height(100, 10'000) - density_height(10, 10'000);
  EXPECT_NEAR(density_height(1000, 10'000) - density_height(100, 10'000), step, 1e-12);
}

TEST(OneLine, IsShortValidAndOnOneLine) {
  EXPECT_EQ(one_line("collision"), "collision");
  EXPECT_EQ(one_line("a\nb").find('\n'), std::string::npos);
  EXPECT_TRUE(is_valid_utf8(one_line("\xFF\xFE bad")));
  EXPECT_EQ(one_line("abcdef", 3), "abc\u2026");
  EXPECT_EQ(one_line("ab\u00E9\u00E9", 3), "ab\u2026") << "not cut inside a character";
  EXPECT_LT(one_line(std::string(1'000'000, 'x'), 80).size(), 100u);
  EXPECT_TRUE(is_valid_utf8(one_line(std::string(1000, '\x80'))));
}

}  // namespace
}  // namespace scrubjay
