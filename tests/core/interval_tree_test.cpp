#include "core/interval_tree.h"

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <type_traits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/core/test_values.h"

namespace scrubjay {
namespace {

using Ids = std::vector<std::uint32_t>;

template <class Key>
using Tree = IntervalTree<Key, std::uint32_t>;

template <class Key>
using Intervals = std::vector<typename Tree<Key>::Interval>;

// Intervals with payloads 0, 1, 2, ...
template <class Key>
Intervals<Key> numbered(const std::vector<std::pair<Key, Key>>& ends) {
  Intervals<Key> intervals;
  for (const auto& [begin, end] : ends) {
    intervals.push_back({begin, end, static_cast<std::uint32_t>(intervals.size())});
  }
  return intervals;
}

// What a query visits, sorted, each visit once: a hit visited twice shows as a repeated id.
template <class Query>
Ids visited(Query query) {
  Ids ids;
  query([&ids](std::uint32_t id) { ids.push_back(id); });
  std::ranges::sort(ids);
  return ids;
}

template <class Source, class Key>  // Source: a tree or a cursor.
Ids stab(Source& source, Key t) {
  return visited([&](auto visit) { source.stab(t, visit); });
}

template <class Source, class Key>
Ids overlap(Source& source, Key a, Key b) {
  return visited([&](auto visit) { source.overlap(a, b, visit); });
}

// The naive twin of the tree. Comparisons with NaN are false, as wanted.
template <class Key>
Ids scan(const Intervals<Key>& intervals, Key a, Key b) {
  Ids ids;
  for (const auto& interval : intervals) {
    const bool holds = interval.begin <= interval.end;
    if (holds && a <= b && interval.begin <= b && a <= interval.end) {
      ids.push_back(interval.payload);
    }
  }
  std::ranges::sort(ids);
  return ids;
}

using Random = std::mt19937_64;

std::size_t random_below(Random& random, std::size_t limit) {
  return std::uniform_int_distribution<std::size_t>(0, limit - 1)(random);
}

// A key drawn from the few of `pool`, so that equal ends, instants and touching intervals abound.
template <class Key>
Key random_key(Random& random, const std::vector<Key>& pool) {
  return pool[random_below(random, pool.size())];
}

template <class Key>
Intervals<Key> random_intervals(Random& random, const std::vector<Key>& pool, std::size_t size) {
  Intervals<Key> intervals;
  for (std::size_t i = 0; i < size; ++i) {
    Key begin = random_key(random, pool);
    Key end = random_below(random, 4) == 0 ? begin : random_key(random, pool);
    // One backward interval in ten stays backward.
    if (end < begin && random_below(random, 10) != 0) std::swap(begin, end);
    intervals.push_back({begin, end, static_cast<std::uint32_t>(i)});
  }
  return intervals;
}

// Compares every kind of query with the scan, for windows [a, b] between keys of `pool`.
template <class Key>
void expect_same_as_scan(Random& random, const std::vector<Key>& pool, std::size_t size,
                         int queries) {
  const Intervals<Key> intervals = random_intervals(random, pool, size);
  const Tree<Key> tree(intervals);
  for (int i = 0; i < queries; ++i) {
    const Key a = random_key(random, pool);
    const Key b = random_key(random, pool);
    const Ids at_a = scan(intervals, a, a);
    const Ids in_window = scan(intervals, a, b);
    ASSERT_EQ(stab(tree, a), at_a);
    ASSERT_EQ(overlap(tree, a, b), in_window);
  }
}

template <class Key>
std::vector<Key> small_pool(Random& random) {
  std::vector<Key> pool;
  const auto lowest = std::unsigned_integral<Key> ? Key{0} : static_cast<Key>(-20);
  for (int i = 0; i < 40; ++i) pool.push_back(static_cast<Key>(lowest + static_cast<Key>(i)));
  pool.resize(1 + random_below(random, pool.size()));
  return pool;
}

// Keys of every magnitude, the extremes included.
template <class Key>
std::vector<Key> wide_pool(Random& random) {
  using Limits = std::numeric_limits<Key>;
  std::vector<Key> pool{Limits::lowest(), Limits::max(), Key{0}, Key{1}};
  if constexpr (std::floating_point<Key>) {
    pool.insert(pool.end(), {Limits::infinity(), -Limits::infinity(), Limits::quiet_NaN(),
                             -Limits::quiet_NaN(), Limits::denorm_min(), -Limits::denorm_min(),
                             Limits::min(), -Limits::min(), -Key{0}});
  }
  for (int i = 0; i < 30; ++i) {
    if constexpr (std::floating_point<Key>) {
      pool.push_back(std::uniform_real_distribution<Key>(-1000, 1000)(random));
    } else {
      pool.push_back(static_cast<Key>(random() >> random_below(random, 64)));
    }
  }
  return pool;
}

template <class Key>
class IntervalTreeOf : public testing::Test {};
using Keys = testing::Types<std::uint8_t, std::int16_t, std::uint32_t, std::int32_t, std::int64_t,
                            std::uint64_t, float, double>;
TYPED_TEST_SUITE(IntervalTreeOf, Keys);

TYPED_TEST(IntervalTreeOf, FewNearbyKeysAnswersAsALinearScanDoes) {
  Random random(1);
  for (int round = 0; round < 600; ++round) {
    expect_same_as_scan(random, small_pool<TypeParam>(random), random_below(random, 60), 20);
  }
}

TYPED_TEST(IntervalTreeOf, KeysOfEveryMagnitudeAnswersAsALinearScanDoes) {
  Random random(2);
  for (int round = 0; round < 600; ++round) {
    expect_same_as_scan(random, wide_pool<TypeParam>(random), random_below(random, 60), 20);
  }
}

TYPED_TEST(IntervalTreeOf, ManyIntervalsAnswersAsALinearScanDoes) {
  Random random(3);
  for (int round = 0; round < 3; ++round) {
    expect_same_as_scan(random, wide_pool<TypeParam>(random), 20'000, 15);
  }
}

// Events, short spans and lifetimes in one hour of milliseconds, as a recording has them.
Intervals<std::int64_t> recording(std::size_t size) {
  Random random(4);
  Intervals<std::int64_t> intervals;
  for (std::size_t i = 0; i < size; ++i) {
    const auto begin = static_cast<std::int64_t>(random_below(random, 3'600'000));
    std::int64_t end = begin;
    if (i % 5 == 0) end += static_cast<std::int64_t>(random_below(random, 20'000));
    if (i % 50 == 0) end += static_cast<std::int64_t>(random_below(random, 3'600'000));
    intervals.push_back({begin, end, static_cast<std::uint32_t>(i)});
  }
  return intervals;
}

TEST(IntervalTree, OfARecordingAnswersAsALinearScanDoes) {
  const Intervals<std::int64_t> intervals = recording(5000);
  const Tree<std::int64_t> tree(intervals);
  Random random(5);
  for (int i = 0; i < 1000; ++i) {
    const auto a = static_cast<std::int64_t>(random_below(random, 3'700'000));
    const auto b = a + static_cast<std::int64_t>(random_below(random, 1000));
    ASSERT_EQ(stab(tree, a), scan(intervals, a, a));
    ASSERT_EQ(overlap(tree, a, b), scan(intervals, a, b));
  }
}

TEST(IntervalTree, EmptyHoldsNothingAndNoMemoryOfItsOwn) {
  const Tree<int> tree;
  EXPECT_TRUE(tree.empty());
  EXPECT_EQ(tree.size(), 0u);
  EXPECT_EQ(tree.rejected(), 0u);
  EXPECT_EQ(tree.bytes(), sizeof(tree));
  EXPECT_EQ(stab(tree, 0), Ids{});
  EXPECT_EQ(overlap(tree, -100, 100), Ids{});
}

TEST(IntervalTree, BuiltFromNothingIsEmpty) {
  const Tree<int> tree(Intervals<int>{});
  EXPECT_TRUE(tree.empty());
  EXPECT_EQ(tree.bytes(), sizeof(tree));
}

TEST(IntervalTree, BothEndsBelongToAnInterval) {
  const Tree<std::uint32_t> tree(numbered<std::uint32_t>({{3, 5}}));
  EXPECT_EQ(stab(tree, 2u), Ids{});
  EXPECT_EQ(stab(tree, 3u), Ids{0});
  EXPECT_EQ(stab(tree, 4u), Ids{0});
  EXPECT_EQ(stab(tree, 5u), Ids{0});
  EXPECT_EQ(stab(tree, 6u), Ids{});
}

TEST(IntervalTree, BothEndsBelongToAWindow) {
  const Tree<int> tree(numbered<int>({{3, 5}, {7, 7}}));
  EXPECT_EQ(overlap(tree, 0, 2), Ids{});
  EXPECT_EQ(overlap(tree, 0, 3), Ids{0});
  EXPECT_EQ(overlap(tree, 5, 6), Ids{0});
  EXPECT_EQ(overlap(tree, 6, 6), Ids{});
  EXPECT_EQ(overlap(tree, 6, 7), Ids{1});
  EXPECT_EQ(overlap(tree, 5, 7), (Ids{0, 1}));
}

TEST(IntervalTree, AnInstantHoldsAtItsTimeOnly) {
  const Tree<int> tree(numbered<int>({{4, 4}}));
  EXPECT_EQ(stab(tree, 3), Ids{});
  EXPECT_EQ(stab(tree, 4), Ids{0});
  EXPECT_EQ(stab(tree, 5), Ids{});
}

TEST(IntervalTree, TouchingIntervalsBothHoldWhereTheyTouch) {
  const Tree<int> tree(numbered<int>({{0, 5}, {5, 9}, {5, 5}}));
  EXPECT_EQ(stab(tree, 4), Ids{0});
  EXPECT_EQ(stab(tree, 5), (Ids{0, 1, 2}));
  EXPECT_EQ(stab(tree, 6), Ids{1});
}

TEST(IntervalTree, NestedIntervalsHoldTogether) {
  const Tree<int> tree(numbered<int>({{0, 100}, {10, 90}, {40, 60}, {50, 50}}));
  EXPECT_EQ(stab(tree, 5), Ids{0});
  EXPECT_EQ(stab(tree, 50), (Ids{0, 1, 2, 3}));
  EXPECT_EQ(stab(tree, 90), (Ids{0, 1}));
}

TEST(IntervalTree, AllEqualIntervalsAreEachVisitedOnce) {
  Ids all(1000);
  for (std::uint32_t i = 0; i < 1000; ++i) all[i] = i;
  const Tree<int> spans(numbered<int>(std::vector(1000, std::pair(7, 12))));
  const Tree<int> instants(numbered<int>(std::vector(1000, std::pair(7, 7))));
  EXPECT_EQ(stab(spans, 6), Ids{});
  EXPECT_EQ(stab(spans, 7), all);
  EXPECT_EQ(stab(spans, 12), all);
  EXPECT_EQ(stab(spans, 13), Ids{});
  EXPECT_EQ(stab(instants, 7), all);
  EXPECT_EQ(overlap(instants, 0, 100), all);
}

TEST(IntervalTree, SameIdTwiceIsTwoIntervals) {
  const std::array<Tree<int>::Interval, 2> intervals{{{0, 5, 9}, {3, 3, 9}}};
  const Tree<int> tree(intervals);
  EXPECT_EQ(stab(tree, 3), (Ids{9, 9}));
}

TEST(IntervalTree, InstantsComeInOrderOfTimeThenInput) {
  const std::array<Tree<int>::Interval, 5> intervals{
      {{8, 8, 0}, {-2, -2, 1}, {8, 8, 2}, {3, 3, 3}, {8, 8, 4}}};
  Ids ids;
  Tree<int>(intervals).overlap(-10, 10, [&ids](std::uint32_t id) { ids.push_back(id); });
  EXPECT_EQ(ids, (Ids{1, 3, 0, 2, 4}));
}

TEST(IntervalTree, BackwardIntervalsAreRejectedAndTheRestKept) {
  const Tree<int> tree(numbered<int>({{5, 4}, {1, 2}, {0, -1}}));
  EXPECT_EQ(tree.rejected(), 2u);
  EXPECT_EQ(tree.size(), 1u);
  EXPECT_EQ(overlap(tree, -100, 100), Ids{1});
}

TEST(IntervalTree, NanEndsAreRejectedAndTheRestKept) {
  const Tree<double> tree(numbered<double>({{kNaN, 4}, {1, kNaN}, {kNaN, kNaN}, {1, 2}}));
  EXPECT_EQ(tree.rejected(), 3u);
  EXPECT_EQ(tree.size(), 1u);
  EXPECT_EQ(stab(tree, 1.5), Ids{3});
}

TEST(IntervalTree, NanQueriesVisitNothing) {
  const Tree<double> tree(numbered<double>({{-kInfinity, kInfinity}, {1, 1}}));
  EXPECT_EQ(stab(tree, kNaN), Ids{});
  EXPECT_EQ(overlap(tree, kNaN, 1.0), Ids{});
  EXPECT_EQ(overlap(tree, 1.0, kNaN), Ids{});
}

TEST(IntervalTree, BackwardWindowsVisitNothing) {
  const Tree<int> tree(numbered<int>({{0, 10}, {5, 5}}));
  EXPECT_EQ(overlap(tree, 6, 4), Ids{});
}

TEST(IntervalTree, InfiniteEndsHoldForever) {
  constexpr double kMax = std::numeric_limits<double>::max();
  const Tree<double> tree(numbered<double>(
      {{-kInfinity, kInfinity}, {0, kInfinity}, {-kInfinity, 0}, {kInfinity, kInfinity}}));
  EXPECT_EQ(stab(tree, -kInfinity), (Ids{0, 2}));
  EXPECT_EQ(stab(tree, -kMax), (Ids{0, 2}));
  EXPECT_EQ(stab(tree, 0.0), (Ids{0, 1, 2}));
  EXPECT_EQ(stab(tree, kMax), (Ids{0, 1}));
  EXPECT_EQ(stab(tree, kInfinity), (Ids{0, 1, 3}));
}

TEST(IntervalTree, NegativeZeroEqualsZero) {
  const Tree<double> tree(numbered<double>({{-0.0, 0.0}, {0.0, -0.0}, {-1, -0.0}, {-0.0, 1}}));
  EXPECT_EQ(tree.size(), 4u);
  EXPECT_EQ(stab(tree, 0.0), (Ids{0, 1, 2, 3}));
  EXPECT_EQ(stab(tree, -0.0), (Ids{0, 1, 2, 3}));
}

TEST(IntervalTree, IntervalsOverTheWholeRangeOfKeysHoldEverywhere) {
  constexpr auto kLowest = std::numeric_limits<std::int64_t>::min();
  constexpr auto kHighest = std::numeric_limits<std::int64_t>::max();
  const Tree<std::int64_t> tree(numbered<std::int64_t>(
      {{kLowest, kHighest}, {kLowest, kLowest}, {kHighest, kHighest}, {-1, 0}}));
  EXPECT_EQ(stab(tree, kLowest), (Ids{0, 1}));
  EXPECT_EQ(stab(tree, std::int64_t{-1}), (Ids{0, 3}));
  EXPECT_EQ(stab(tree, std::int64_t{0}), (Ids{0, 3}));
  EXPECT_EQ(stab(tree, kHighest), (Ids{0, 2}));
  EXPECT_EQ(overlap(tree, kLowest, kHighest), (Ids{0, 1, 2, 3}));
}

// Every level of the tree in use: the most that hostile ends can bring about.
TEST(IntervalTree, OneSpanInEachLevelAnswersAsALinearScanDoes) {
  Intervals<std::uint64_t> intervals;
  std::vector<std::uint64_t> times{0, std::numeric_limits<std::uint64_t>::max()};
  for (std::uint32_t bit = 0; bit < 64; ++bit) {
    const std::uint64_t middle = std::uint64_t{1} << bit;
    intervals.push_back({middle - 1, middle, bit});
    times.insert(times.end(), {middle - 1, middle, middle + 1});
  }
  const Tree<std::uint64_t> tree(intervals);
  for (const std::uint64_t t : times) {
    ASSERT_EQ(stab(tree, t), scan(intervals, t, t));
    ASSERT_EQ(overlap(tree, t / 2, t), scan(intervals, t / 2, t));
  }
}

TEST(IntervalTree, MovedTreeAnswersAndLeavesAnEmptyOne) {
  static_assert(std::is_nothrow_move_constructible_v<Tree<int>>);
  static_assert(std::is_nothrow_move_assignable_v<Tree<int>>);
  Tree<int> from(numbered<int>({{0, 10}, {5, 5}, {9, 1}}));
  Tree<int> to = std::move(from);
  EXPECT_EQ(stab(to, 5), (Ids{0, 1}));
  EXPECT_EQ(to.rejected(), 1u);
  EXPECT_TRUE(from.empty());  // NOLINT(bugprone-use-after-move): the state promised.
  EXPECT_EQ(stab(from, 5), Ids{});
  from = Tree<int>(numbered<int>({{1, 1}}));
  EXPECT_EQ(stab(from, 1), Ids{0});
}

TEST(IntervalTree, PayloadMayBeAnySmallValue) {
  enum class EntityIndex : std::uint16_t { kFirst = 1, kSecond = 2 };
  struct Packet {
    std::uint64_t offset;
    EntityIndex entity;
  };
  using PacketTree = IntervalTree<std::uint32_t, Packet>;
  const std::array<PacketTree::Interval, 2> intervals{
      {{0, 9, {100, EntityIndex::kFirst}}, {10, 19, {200, EntityIndex::kSecond}}}};
  const PacketTree tree(intervals);
  std::vector<Packet> found;
  tree.stab(10, [&found](const Packet& packet) { found.push_back(packet); });
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].offset, 200u);
  EXPECT_EQ(found[0].entity, EntityIndex::kSecond);
}

TEST(IntervalTree, AnInstantTakesEightBytesAndASpanSixteen) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> ends;
  for (std::uint32_t i = 0; i < 1000; ++i) ends.push_back({i, i});
  const std::size_t instants = Tree<std::uint32_t>(numbered(ends)).bytes();
  for (std::uint32_t i = 0; i < 1000; ++i) ends.push_back({2 * i, 2 * i + 1});
  const std::size_t with_spans = Tree<std::uint32_t>(numbered(ends)).bytes();
  EXPECT_EQ(instants, sizeof(Tree<std::uint32_t>) + 8000);
  EXPECT_LT(with_spans - instants, 16'000u + 32);
}

}  // namespace
}  // namespace scrubjay
