// How fast the interval index answers on one hour of 1,000,000 intervals.
//
// Time is in ticks of 10 us, 0 ... 360,000,000. The four workloads are
//   events  points, uniform
//   short   80 % points, 20 % spans of 10 ms to 10 s, log-uniform
//   mixed   80 % points, 18 % spans of 10 ms to 10 s, 1.9 % of 10 s to 5 min (log-uniform),
//           0.1 % over the whole hour
//   tracks  1,000 lanes of 1,000 back-to-back values with random lengths, so that each time lies in
//           exactly 1,000 of them
// A span of `length` ticks covers [begin, begin + length), which is stored closed: the last tick is
// begin + length - 1. Every query adds up the payloads of its hits; `hits` is their mean number.
//
// Compare ratios, not times: `sorted_array` is a plain std::lower_bound over the begins of the same
// intervals with the same query times, measured in the same run.
#include "core/interval_tree.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>

namespace scrubjay {
namespace {

using Ticks = std::int64_t;

constexpr Ticks kSecond = 100'000;
constexpr Ticks kHour = 3600 * kSecond;
constexpr std::size_t kIntervals = 1'000'000;
constexpr std::uint64_t kWorkloadSeed = 20250101;
constexpr std::uint64_t kQuerySeed = 4242;

enum class Workload { kEvents, kShort, kMixed, kTracks };
constexpr std::array kWorkloads{Workload::kEvents, Workload::kShort, Workload::kMixed,
                                Workload::kTracks};

std::string name_of(Workload workload) {
  switch (workload) {
    case Workload::kEvents: return "events";
    case Workload::kShort: return "short";
    case Workload::kMixed: return "mixed";
    case Workload::kTracks: return "tracks";
  }
  return "";
}

struct TickRange {
  Ticks first;
  Ticks last;  // Belongs to the range.
};

using Random = std::mt19937_64;

Ticks random_time(Random& random) {
  return std::uniform_int_distribution<Ticks>(0, kHour - 1)(random);
}

TickRange random_span(Random& random, double shortest_s, double longest_s) {
  const double log_length =
      std::uniform_real_distribution(std::log(shortest_s), std::log(longest_s))(random);
  const auto length = static_cast<Ticks>(std::exp(log_length) * static_cast<double>(kSecond));
  const Ticks begin = random_time(random);
  return {begin, std::min(begin + length, kHour) - 1};
}

std::vector<TickRange> make_tracks(Random& random) {
  std::vector<TickRange> ranges;
  ranges.reserve(kIntervals);
  for (int lane = 0; lane < 1000; ++lane) {
    std::vector<Ticks> cuts{0, kHour};
    while (cuts.size() < 1001) {
      while (cuts.size() < 1001) cuts.push_back(random_time(random));
      std::ranges::sort(cuts);
      const auto repeated = std::ranges::unique(cuts);
      cuts.erase(repeated.begin(), repeated.end());
    }
    for (std::size_t i = 0; i < 1000; ++i) ranges.push_back({cuts[i], cuts[i + 1] - 1});
  }
  return ranges;
}

std::vector<TickRange> make_ranges(Workload workload) {
  Random random(kWorkloadSeed);
  std::vector<TickRange> ranges;
  if (workload == Workload::kTracks) {
    ranges = make_tracks(random);
  } else {
    const std::size_t whole = workload == Workload::kMixed ? kIntervals / 1000 : 0;
    const std::size_t longer = workload == Workload::kMixed ? kIntervals * 19 / 1000 : 0;
    const std::size_t spans = workload == Workload::kEvents ? 0 : kIntervals / 5 - longer - whole;
    for (std::size_t i = 0; i < whole; ++i) ranges.push_back({0, kHour - 1});
    for (std::size_t i = 0; i < longer; ++i) ranges.push_back(random_span(random, 10, 300));
    for (std::size_t i = 0; i < spans; ++i) ranges.push_back(random_span(random, 0.01, 10));
    while (ranges.size() < kIntervals) {
      const Ticks time = random_time(random);
      ranges.push_back({time, time});
    }
  }
  std::ranges::shuffle(ranges, random);
  return ranges;
}

// Ticks as they are for integer keys, seconds for floating-point ones.
template <class Key>
Key to_key(Ticks ticks) {
  if constexpr (std::floating_point<Key>) {
    return static_cast<Key>(ticks) / static_cast<Key>(kSecond);
  } else {
    return static_cast<Key>(ticks);
  }
}

template <class Key>
using Tree = IntervalTree<Key, std::uint32_t>;

template <class Key>
std::vector<typename Tree<Key>::Interval> make_intervals(Workload workload) {
  std::vector<typename Tree<Key>::Interval> intervals;
  intervals.reserve(kIntervals);
  for (const TickRange& range : make_ranges(workload)) {
    intervals.push_back({to_key<Key>(range.first), to_key<Key>(range.last),
                         static_cast<std::uint32_t>(intervals.size())});
  }
  return intervals;
}

// Built on first use and kept until the next workload is asked for.
template <class Key>
const Tree<Key>& tree_of(Workload workload) {
  static std::pair<Workload, Tree<Key>> cache{workload, Tree<Key>(make_intervals<Key>(workload))};
  if (cache.first != workload) cache = {workload, Tree<Key>(make_intervals<Key>(workload))};
  return cache.second;
}

template <class Key>
struct SortedArray {
  std::vector<Key> begins;
  std::vector<std::uint32_t> payloads;
};

template <class Key>
SortedArray<Key> make_sorted_array(Workload workload) {
  auto intervals = make_intervals<Key>(workload);
  std::ranges::sort(intervals, {}, &Tree<Key>::Interval::begin);
  SortedArray<Key> array;
  for (const auto& interval : intervals) {
    array.begins.push_back(interval.begin);
    array.payloads.push_back(interval.payload);
  }
  return array;
}

// Uniform query times.
template <class Key>
std::vector<Key> make_times() {
  Random random(kQuerySeed);
  std::vector<Key> times;
  for (int i = 0; i < 60 * 3600; ++i) {
    times.push_back(to_key<Key>(random_time(random)));
  }
  return times;
}

// Runs `query(time, visit)` over the times again and again.
template <class Key, class Query>
void run_queries(benchmark::State& state, Query query) {
  const std::vector<Key> times = make_times<Key>();
  std::size_t next = 0;
  std::uint64_t sum = 0;
  for (auto _ : state) {
    query(times[next], [&sum](std::uint32_t payload) { sum += payload; });
    benchmark::DoNotOptimize(sum);
    if (++next == times.size()) next = 0;
  }
  // Counted apart, so that counting costs no time above.
  std::size_t hits = 0;
  for (std::size_t i = 0; i < 1000; ++i) {
    query(times[i * (times.size() / 1000)], [&hits](std::uint32_t) { ++hits; });
  }
  state.counters["hits"] = static_cast<double>(hits) / 1000;
}

template <class Key>
void build(benchmark::State& state, Workload workload) {
  const auto intervals = make_intervals<Key>(workload);
  std::size_t bytes = 0;
  for (auto _ : state) {
    const Tree<Key> tree(intervals);
    bytes = tree.bytes();
    benchmark::DoNotOptimize(bytes);
  }
  state.counters["bytes_per_interval"] = static_cast<double>(bytes) / kIntervals;
}

template <class Key>
void stab(benchmark::State& state, Workload workload) {
  const Tree<Key>& tree = tree_of<Key>(workload);
  run_queries<Key>(state, [&](Key t, auto visit) { tree.stab(t, visit); });
}

template <class Key>
void window(benchmark::State& state, Workload workload) {
  const Tree<Key>& tree = tree_of<Key>(workload);
  const Key width = to_key<Key>(kSecond - 1);
  run_queries<Key>(state, [&](Key t, auto visit) { tree.overlap(t, t + width, visit); });
}

// The reference: finds and visits the next begin at or after t.
template <class Key>
void sorted_array(benchmark::State& state, Workload workload) {
  const SortedArray<Key> array = make_sorted_array<Key>(workload);
  run_queries<Key>(state, [&](Key t, auto visit) {
    const auto found = std::ranges::lower_bound(array.begins, t);
    if (found == array.begins.end()) return;
    visit(array.payloads[static_cast<std::size_t>(found - array.begins.begin())]);
  });
}

template <class Key>
void register_for(const std::string& key) {
  for (const Workload workload : kWorkloads) {
    const auto add = [&](const std::string& what, auto function) {
      return benchmark::RegisterBenchmark((key + "/" + name_of(workload) + "/" + what).c_str(),
                                          function);
    };
    add("build", [=](benchmark::State& state) {
      build<Key>(state, workload);
    })->Unit(benchmark::kMillisecond);
    add("stab", [=](benchmark::State& state) { stab<Key>(state, workload); });
    add("window_1s", [=](benchmark::State& state) { window<Key>(state, workload); });
    add("sorted_array", [=](benchmark::State& state) { sorted_array<Key>(state, workload); });
  }
}

}  // namespace
}  // namespace scrubjay

int main(int argc, char** argv) {
  scrubjay::register_for<std::uint32_t>("uint32");
  scrubjay::register_for<std::int64_t>("int64");
  scrubjay::register_for<double>("double");
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
