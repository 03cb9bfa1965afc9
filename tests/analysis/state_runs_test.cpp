// Shares of time and pixel columns of states, and moments of numbers, against plain sums.
#include "analysis/series/state_runs.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>
#include <vector>

#include "analysis/series/moments.h"

namespace scrubjay {
namespace {

struct MadeRuns {
  std::vector<StateRun> runs;
  Seconds end = 0;
};

/// `count` runs of few states and very different lengths.
MadeRuns made_runs(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> share(0.0, 1.0);
  MadeRuns made;
  made.end = 3;
  std::uint32_t last = 7;
  for (std::size_t i = 0; i < count; ++i) {
    std::uint32_t state = 0;
    do {
      state = share(random) < 0.1 ? kNoState : static_cast<std::uint32_t>(share(random) * 4);
    } while (state == last);
    last = state;
    made.runs.push_back({made.end, state});
    made.end += share(random) < 0.2 ? 3 * share(random) : 0.05 * share(random);
  }
  return made;
}

/// What each state has of [from, to), run by run.
std::map<std::uint32_t, double> lengths_between(const MadeRuns& made, Seconds from, Seconds to) {
  std::map<std::uint32_t, double> lengths;
  for (std::size_t i = 0; i < made.runs.size(); ++i) {
    const Seconds begin = std::max(made.runs[i].begin, from);
    const Seconds next = i + 1 < made.runs.size() ? made.runs[i + 1].begin : made.end;
    if (std::min(next, to) > begin) lengths[made.runs[i].state] += std::min(next, to) - begin;
  }
  return lengths;
}

TEST(StateShares, AreThoseOfAPlainSum) {
  const MadeRuns made = made_runs(500, 1);
  for (const TimeRange range : {TimeRange{0, 1000}, {10, 11}, {4.25, 90}, {10, 10.001}}) {
    const auto lengths = lengths_between(made, range.begin, range.end);
    double all = 0;
    for (const auto& [state, length] : lengths) all += length;
    const auto shares = state_shares(made.runs, made.end, range);
    ASSERT_EQ(shares.size(), lengths.size());
    double before = 1;
    for (const StateShare& share : shares) {
      EXPECT_NEAR(share.share, lengths.at(share.state) / all, 1e-9);
      EXPECT_LE(share.share, before);
      before = share.share;
    }
  }
}

TEST(StateShares, OfAMomentAreTheStateThatHoldsThen) {
  const std::vector<StateRun> runs{{1, 5}, {2, 6}};
  const auto at = [&](Seconds t) { return state_shares(runs, 3, {t, t}); };
  ASSERT_EQ(at(2).size(), 1U);
  EXPECT_EQ(at(2)[0].state, 6U);
  EXPECT_EQ(at(1.5)[0].state, 5U);
  EXPECT_TRUE(at(0.5).empty());
  EXPECT_TRUE(at(3.5).empty());
  EXPECT_TRUE(state_shares({}, 0, {0, 1}).empty());
}

TEST(StateColumns, ShareEachColumnAsThePlainSumDoes) {
  for (const unsigned seed : {1U, 2U, 3U}) {
    const MadeRuns made = made_runs(400, seed);
    for (const double width : {0.02, 0.31, 2.0, 500.0}) {
      constexpr int kCount = 120;
      const Seconds origin = 5.1;
      const StateColumns columns = state_columns(made.runs, made.end, origin, width, kCount);
      std::vector<int> seen(kCount, 0);
      for (const StateMix& mix : columns.mixed) {
        ++seen[static_cast<std::size_t>(mix.column)];
        const Seconds from = origin + width * mix.column;
        const auto lengths = lengths_between(made, from, from + width);
        double all = 0;
        for (const auto& [state, length] : lengths) all += length;
        double sum = 0;
        for (const StateShare& share : mix.shares) {
          const auto found = lengths.find(share.state);
          EXPECT_NEAR(share.share, found == lengths.end() ? 0 : found->second / all, 1e-6);
          sum += share.share;
        }
        EXPECT_NEAR(sum, 1, 1e-9);
      }
      for (const StateSegment& segment : columns.segments) {
        for (int column = segment.first; column < segment.last; ++column) {
          ++seen[static_cast<std::size_t>(column)];
          const Seconds from = origin + width * column;
          const auto lengths = lengths_between(made, from, from + width);
          for (const auto& [state, length] : lengths) {
            EXPECT_LE(length, lengths.count(segment.state) ? lengths.at(segment.state) + 1e-6 : 0)
                << "column " << column << " is of the state that has most of it";
          }
        }
      }
      // Each column that something is said of is drawn once.
      for (int column = 0; column < kCount; ++column) {
        const Seconds from = origin + width * column;
        const bool is_said = !lengths_between(made, from, from + width).empty();
        EXPECT_EQ(seen[static_cast<std::size_t>(column)], is_said ? 1 : 0) << column;
      }
    }
  }
}

TEST(StateColumns, KeepARunWithoutLengthAtTheEnd) {
  const std::vector<StateRun> runs{{0, 1}, {5.5, 2}};
  const StateColumns columns = state_columns(runs, 5.5, 0, 1, 10);
  ASSERT_EQ(columns.segments.size(), 1U);
  EXPECT_EQ(columns.segments[0].last, 6);
  const StateColumns apart = state_columns(std::vector<StateRun>{{0, 1}, {5, 2}}, 5, 0, 1, 10);
  ASSERT_EQ(apart.segments.size(), 2U);
  EXPECT_EQ(apart.segments[1].first, 5);
  EXPECT_EQ(apart.segments[1].state, 2U);
}

TEST(Moments, OfPartsAreThoseOfAll) {
  std::mt19937 random(4);
  std::normal_distribution<double> number(1e6, 0.01);
  Moments all;
  Moments parts;
  Moments part;
  std::vector<double> numbers;
  for (int i = 0; i < 5000; ++i) {
    numbers.push_back(number(random));
    all.add(numbers.back());
    part.add(numbers.back());
    if (i % 77 == 0) {
      parts.add(part);
      part = {};
    }
  }
  parts.add(part);
  long double sum = 0;
  for (const double one : numbers) sum += static_cast<long double>(one);
  const long double mean = sum / 5000;
  long double squares = 0;
  for (const double one : numbers) {
    squares += (static_cast<long double>(one) - mean) * (static_cast<long double>(one) - mean);
  }
  const auto deviation = static_cast<double>(std::sqrt(squares / 5000));
  for (const Moments& moments : {all, parts}) {
    EXPECT_EQ(moments.count, 5000U);
    EXPECT_NEAR(moments.mean, static_cast<double>(mean), 1e-7);
    EXPECT_NEAR(moments.deviation(), deviation, 1e-6 * deviation);
  }
  EXPECT_EQ(Moments().deviation(), 0);
}

}  // namespace
}  // namespace scrubjay
