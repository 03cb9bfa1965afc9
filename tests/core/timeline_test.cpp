#include "core/timeline.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include "tests/core/test_values.h"

namespace scrubjay {
namespace {

struct Row {
  Seconds time;
  std::int64_t number;
  std::size_t stream;
};

/// A timeline of `streams` streams with these frames; frame i has the bytes [100 i, 100 i + 10).
std::unique_ptr<Timeline> timeline_of(std::size_t streams, const std::vector<Row>& rows) {
  auto timeline = std::make_unique<Timeline>();
  for (std::size_t s = 0; s < streams; ++s) timeline->add_stream({"id", "name"});
  for (const Row& row : rows) {
    timeline->add_frame(row.time, row.number, {timeline->size() * 100, 10},
                        StreamIndex(row.stream));
  }
  return timeline;
}

TEST(Timeline, EmptyHasNoFramesAndTheRangeZero) {
  const Timeline timeline;
  EXPECT_TRUE(timeline.empty());
  EXPECT_EQ(timeline.range(), TimeRange{});
  EXPECT_FALSE(timeline.frame_at(0).exists());
  EXPECT_TRUE(find_gaps(timeline).empty());
}

TEST(Timeline, KeepsWhatWasAdded) {
  const auto timeline = timeline_of(2, {{0, 10, 0}, {0.5, 11, 1}, {2, 12, 0}});
  ASSERT_EQ(timeline->size(), 3u);
  EXPECT_EQ(timeline->time(FrameIndex(1)), 0.5);
  EXPECT_EQ(timeline->number(FrameIndex(2)), 12u);
  EXPECT_EQ(timeline->bytes(FrameIndex(2)).begin, 200u);
  EXPECT_EQ(timeline->bytes(FrameIndex(2)).size, 10u);
  EXPECT_EQ(timeline->stream(FrameIndex(1)).value, 1u);
  EXPECT_EQ(timeline->range(), (TimeRange{0, 2}));
  EXPECT_EQ(timeline->stream_count(), 2u);
  EXPECT_EQ(timeline->stream_info(StreamIndex(1)).name, "name");
  EXPECT_EQ(timeline->frame_count(StreamIndex(0)), 2u);
  EXPECT_EQ(timeline->frame_of(StreamIndex(0), 1).value, 2u);
}

struct AtCase {
  Seconds time;
  std::size_t frame;
};

TEST(Timeline, FrameAtIsTheLastAtOrBeforeElseTheFirst) {
  const auto timeline = timeline_of(1, {{1, 0, 0}, {2, 1, 0}, {2, 2, 0}, {2, 3, 0}, {4, 4, 0}});
  const AtCase cases[] = {
      {-kInfinity, 0}, {0, 0}, {1, 0}, {1.999, 0}, {2, 3}, {3, 3}, {4, 4}, {5, 4}, {kInfinity, 4},
  };
  for (const AtCase& c : cases) {
    EXPECT_EQ(timeline->frame_at(c.time).value, c.frame) << c.time;
    EXPECT_EQ(timeline->frame_at(StreamIndex(0), c.time).value, c.frame) << c.time;
  }
  EXPECT_EQ(timeline->frame_at(std::nan("")).value, 0u);
}

TEST(Timeline, FrameAtOfAStreamLooksAtItsFramesOnly) {
  const auto timeline = timeline_of(3, {{0, 0, 0}, {1, 0, 1}, {2, 1, 0}, {3, 1, 1}, {4, 2, 0}});
  const AtCase first[] = {{-1, 0}, {0, 0}, {1, 0}, {2, 2}, {3.9, 2}, {4, 4}, {9, 4}};
  const AtCase second[] = {{-1, 1}, {0.5, 1}, {1, 1}, {2.9, 1}, {3, 3}, {9, 3}};
  for (const AtCase& c : first) {
    EXPECT_EQ(timeline->frame_at(StreamIndex(0), c.time).value, c.frame) << c.time;
  }
  for (const AtCase& c : second) {
    EXPECT_EQ(timeline->frame_at(StreamIndex(1), c.time).value, c.frame) << c.time;
  }
  EXPECT_FALSE(timeline->frame_at(StreamIndex(2), 1).exists());
  EXPECT_EQ(timeline->frame_at(3).value, 3u);
}

TEST(Timeline, MemoryGrowsWithFrames) {
  Timeline timeline;
  const StreamIndex stream = timeline.add_stream({"0", ""});
  constexpr std::size_t kFrames = 300'000;
  for (std::size_t i = 0; i < kFrames; ++i) {
    timeline.add_frame(static_cast<Seconds>(i), static_cast<std::int64_t>(i), {i << 40, 1u << 30},
                       stream);
  }
  // 38 bytes a frame in columns that may be half empty.
  EXPECT_LE(timeline.memory_bytes(), kFrames * 38 * 2 + 100'000);
  EXPECT_GE(timeline.memory_bytes(), kFrames * 38);
}

TEST(TimeRange, BothEndsBelongToIt) {
  const TimeRange range{1, 3};
  EXPECT_EQ(range.length(), 2.0);
  EXPECT_TRUE(range.contains(1));
  EXPECT_TRUE(range.contains(3));
  EXPECT_FALSE(range.contains(0.999));
  EXPECT_FALSE(range.contains(3.001));
}

struct GapAt {
  Gap::Kind kind;
  std::size_t before;
  std::size_t after;
};

void expect_gaps(const Timeline& timeline, const std::vector<GapAt>& expected, Seconds least = 1) {
  const std::vector<Gap> gaps = find_gaps(timeline, least);
  ASSERT_EQ(gaps.size(), expected.size());
  for (std::size_t i = 0; i < gaps.size(); ++i) {
    EXPECT_EQ(gaps[i].kind, expected[i].kind) << i;
    EXPECT_EQ(gaps[i].before.value, expected[i].before) << i;
    EXPECT_EQ(gaps[i].after.value, expected[i].after) << i;
  }
}

/// `count` frames, a step of 0.1 s each, except `longer` before frame `place`.
std::unique_ptr<Timeline> with_one_step(int count, int place, Seconds longer,
                                        std::int64_t numbers = 1) {
  std::vector<Row> rows;
  Seconds time = 0;
  std::int64_t number = 1;
  for (int i = 0; i < count; ++i) {
    if (i > 0) time += i == place ? longer : 0.1;
    if (i > 0) number += i == place ? numbers : 1;
    rows.push_back({time, number, 0});
  }
  return timeline_of(1, rows);
}

TEST(FindGaps, AStepMuchLongerThanUsualIsAPause) {
  expect_gaps(*with_one_step(20, 7, 5.0), {{Gap::Kind::pause, 6, 7}});
  expect_gaps(*with_one_step(20, 7, 1.01), {{Gap::Kind::pause, 6, 7}});
  expect_gaps(*with_one_step(20, 7, 0.99), {});
  expect_gaps(*with_one_step(20, 7, 0.99), {}, 0.5);  // not ten times the usual
  expect_gaps(*with_one_step(20, 7, 1.01), {{Gap::Kind::pause, 6, 7}}, 0.5);
  expect_gaps(*with_one_step(20, 7, 5.0), {}, 6.0);
}

TEST(FindGaps, MissingNumbersAreAnInterruptionWhateverTheTime) {
  expect_gaps(*with_one_step(20, 7, 0.1, 2), {{Gap::Kind::interruption, 6, 7}});
  expect_gaps(*with_one_step(20, 7, 5.0, 2), {{Gap::Kind::interruption, 6, 7}});
}

TEST(FindGaps, BetweenTwoFramesOneNumberIsMissingToo) {
  const auto timeline = timeline_of(1, {{0, 1, 0}, {0.1, 3, 0}});
  expect_gaps(*timeline, {{Gap::Kind::interruption, 0, 1}});
  EXPECT_EQ(find_gaps(*timeline)[0].missing, 1u);
}

TEST(FindGaps, NumbersThatAlwaysRiseByMoreMissNone) {
  std::vector<Row> rows;
  for (std::int64_t i = 0; i < 10; ++i) {
    rows.push_back({static_cast<Seconds>(i), 12 * (i < 6 ? i : i + 3), 0});
  }
  const auto timeline = timeline_of(1, rows);
  expect_gaps(*timeline, {{Gap::Kind::interruption, 5, 6}});
  EXPECT_EQ(find_gaps(*timeline)[0].missing, 3u);
  rows.resize(3);
  expect_gaps(*timeline_of(1, rows), {});
}

TEST(FindGaps, NumbersThatStandStillGoBackOrEndAreNone) {
  constexpr auto kMax = std::numeric_limits<std::int64_t>::max();
  expect_gaps(*timeline_of(1, {{0, 5, 0}, {0.1, 5, 0}, {0.2, 3, 0}, {0.3, 4, 0}}), {});
  expect_gaps(*timeline_of(1, {{0, kMax, 0}, {0.1, 3, 0}, {0.2, kMax, 0}, {0.3, kMax, 0}}),
              {{Gap::Kind::interruption, 1, 2}});
}

TEST(FindGaps, NumbersMayBeNegative) {
  constexpr auto kMin = std::numeric_limits<std::int64_t>::min();
  constexpr auto kMax = std::numeric_limits<std::int64_t>::max();
  expect_gaps(*timeline_of(1, {{0, -2, 0}, {0.1, -1, 0}, {0.2, 0, 0}, {0.3, 1, 0}}), {});
  const auto timeline = timeline_of(1, {{0, kMin, 0}, {0.1, kMax, 0}});
  expect_gaps(*timeline, {{Gap::Kind::interruption, 0, 1}});
  EXPECT_EQ(find_gaps(*timeline)[0].missing, std::numeric_limits<std::uint64_t>::max() - 1);
}

TEST(FindGaps, EachStreamHasItsOwn) {
  // Stream 1 comes every 20 s: that is usual for it. Stream 0 pauses between its frames 2 and 3.
  std::vector<Row> rows;
  for (int i = 0; i < 100; ++i) {
    const Seconds time = i < 50 ? i * 0.1 : 30 + i * 0.1;
    rows.push_back({time, i, 0});
    if (i == 0 || i == 60) rows.push_back({time, i / 60, 1});
  }
  expect_gaps(*timeline_of(2, rows), {{Gap::Kind::pause, 50, 51}});
}

TEST(FindGaps, ComeInOrderOfTimeOverAllStreams) {
  std::vector<Row> rows;
  for (std::int64_t i = 0; i < 10; ++i) {
    rows.push_back({static_cast<Seconds>(i), i < 8 ? i : i + 1, 0});
    rows.push_back({static_cast<Seconds>(i), i < 4 ? i : i + 1, 1});
  }
  expect_gaps(*timeline_of(2, rows),
              {{Gap::Kind::interruption, 7, 9}, {Gap::Kind::interruption, 14, 16}});
}

TEST(FindGaps, FramesOfEqualTimesAndSingleFramesAreNone) {
  expect_gaps(*timeline_of(1, {{3, 1, 0}}), {});
  expect_gaps(*timeline_of(1, {{3, 1, 0}, {3, 2, 0}, {3, 3, 0}}), {});
}

}  // namespace
}  // namespace scrubjay
