#include <algorithm>
#include <atomic>
#include <chrono>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "analysis/compare/pair_scan.h"
#include "app/viewer/comparing/comparison_choice.h"
#include "app/viewer/comparing/run_comparison.h"
#include "tests/bench/blind_window.h"
#include "tests/bench/large_files.h"
#include "tests/bench/large_sections.h"
#include "tests/bench/measure.h"

namespace scrubjay::bench {

namespace {

using Path = std::filesystem::path;

/// Compares all of two recordings, or until there are so many differences. How many there are.
std::uint64_t compare_whole(const std::shared_ptr<const Recording>& a,
                            const std::shared_ptr<const Recording>& b,
                            std::optional<std::size_t> limit = {}) {
  const std::atomic<bool> is_cancelled{false};
  const auto plan = compare::plan_comparison({a, b}, {.limit = limit}, is_cancelled);
  if (!plan) give_up(plan.error());
  compare::Summary summary(**plan);
  compare::compare_pairs(**plan, summary, {}, is_cancelled,
                         [&](compare::ItemResult& result) { return summary.add(result); });
  if (summary.frames_compared() == 0) give_up({.message = "Nothing was compared."});
  return summary.count();
}

/// Both, indexed at once, as the program does.
std::uint64_t index_and_compare(const Path& a, const Path& b) {
  std::shared_ptr<const Recording> other;
  std::jthread behind([&] { other = open_and_index(b); });
  const std::shared_ptr<const Recording> one = open_and_index(a);
  behind.join();
  return compare_whole(one, other);
}

/// What comparing takes beside what `verify` does with one of the two, in turns.
void measure_time(const std::string& what, const Path& a, const Path& b, const LargeSizes& sizes,
                  GoalTable& table) {
  double verify = 1e300;
  double compared = 1e300;
  for (std::size_t i = 0; i < std::min<std::size_t>(sizes.repeats, 2); ++i) {
    verify = std::min(verify, cost_of([&] { scan_all(open_and_index(a), 0); }).wall);
    compared = std::min(compared, cost_of([&] { index_and_compare(a, b); }).wall);
  }
  table.add(at_most({.what = what,
                     .figure = compared,
                     .unit = "s",
                     .reference = "verify of one",
                     .ratio = compared / verify,
                     .goal = "at most 2.0 x"},
                    2.0));
}

/// What the first difference takes beside all of them: behind it nothing is read.
void measure_first(const std::string& what, const Path& a, const Path& b, GoalTable& table) {
  const auto one = open_and_index(a);
  const auto other = open_and_index(b);
  const double first = cost_of([&] { compare_whole(one, other, 1); }).wall;
  const double all = cost_of([&] { compare_whole(one, other); }).wall;
  table.add(at_most({.what = what + ", the first difference (--limit 1)",
                     .figure = 1e3 * first,
                     .unit = "ms",
                     .reference = "all of them",
                     .ratio = first / all,
                     .goal = "at most 0.05 x"},
                    0.05));
}

/// Beside the indexes.
void measure_memory(const std::string& what, const Path& a, const Path& b, GoalTable& table) {
  const auto measured = numbers_apart([&]() -> std::vector<double> {
    const auto one = open_and_index(a);
    const auto other = open_and_index(b);
    return {peak_of([&] { compare_whole(one, other); })};
  });
  if (!measured) give_up({.message = "The process that measures memory failed."});
  table.add(at_most({.what = what + ", memory beside the indexes",
                     .figure = measured->front() / 1e6,
                     .unit = "MB",
                     .goal = "at most 64 MB"},
                    64.0));
}

/// A window in which two recordings are compared.
class ComparingWindow {
 public:
  ComparingWindow(const Path& a, const Path& b) : window_({a, b}) { window_.settle(); }

  void begin() {
    const auto chosen = first_comparison(window_.shell().workspace().session(), state());
    if (!chosen) give_up({.message = "There are no two recordings to compare."});
    begin_comparison(state(), *chosen);
  }
  ViewState& state() { return window_.shell().state(); }
  RunComparison& running() { return window_.shell().caches().of<RunComparison>(); }
  bool is_done() { return is(RunComparison::State::done); }
  /// How much of all is compared, and what was found so far.
  std::pair<double, std::uint64_t> compared() {
    const auto found = running().found();
    if (found.state == RunComparison::State::failed) give_up(*found.failure);
    if (found.run == nullptr) return {0, 0};
    return {static_cast<double>(found.run->summary->next_item()) /
                static_cast<double>(found.run->plan->items().size()),
            found.run->summary->count()};
  }
  bool is(RunComparison::State state) { return running().found().state == state; }

  /// 60 pictures a second until `is_over`, at least one; their costs in milliseconds.
  struct Pictures {
    std::vector<double> cpu;
    std::vector<double> wall;
  };
  template <class IsOver>
  Pictures draw_until(IsOver is_over) {
    constexpr std::chrono::microseconds kBetweenPictures{16'667};
    Pictures pictures;
    do {
      const auto next = std::chrono::steady_clock::now() + kBetweenPictures;
      const Cost cost = window_.picture();
      pictures.cpu.push_back(1e3 * cost.cpu);
      pictures.wall.push_back(1e3 * cost.wall);
      std::this_thread::sleep_until(next);
    } while (!is_over());
    return pictures;
  }
  Pictures draw(std::size_t count) {
    return draw_until([&, drawn = std::size_t{0}]() mutable { return ++drawn == count; });
  }

 private:
  BlindWindow window_;
};

/// What the window takes for each of its 60 pictures a second while it compares, and when it is
/// done.
void measure_pictures(const std::string& what, const Path& a, const Path& b, GoalTable& table) {
  ComparingWindow window(a, b);
  std::vector<double> before = window.draw(60).cpu;
  window.begin();
  auto [cpu, wall] = window.draw_until([&] { return window.is_done(); });
  const std::string pictures = what + ", UI picture, p99 of " + std::to_string(cpu.size()) +
                               " (median " + std::to_string(quantile(cpu, 0.5)).substr(0, 4) + ")";
  table.add(at_most({.what = pictures,
                     .figure = quantile(cpu, 0.99),
                     .unit = "ms",
                     .goal = "at most 2 ms of CPU"},
                    2.0));
  table.add({.what = pictures + ", on the clock", .figure = quantile(wall, 0.99), .unit = "ms"});
  table.add({.what = what + ", UI picture before it began, median",
             .figure = quantile(before, 0.5),
             .unit = "ms"});
  std::vector<double> after = window.draw(120).cpu;
  table.add(at_most({.what = what + ", " + std::to_string(window.compared().second) +
                             " differences, UI picture when it is done, p99",
                     .figure = quantile(after, 0.99),
                     .unit = "ms",
                     .goal = "at most 2 ms of CPU"},
                    2.0));
}

/// Stopped in the middle it goes on from there, and a larger tolerance looks only at what differed.
void measure_stopping(const std::string& what, const Path& a, const Path& b, GoalTable& table) {
  ComparingWindow window(a, b);
  const auto seconds_until_done = [&] {
    return cost_of([&] { window.draw_until([&] { return window.is_done(); }); }).wall;
  };
  window.begin();
  window.draw_until([&] { return window.compared().first > 0.3; });
  window.running().stop();
  window.draw_until([&] { return window.is(RunComparison::State::stopped); });
  window.draw(10);
  const auto stopped = window.compared();
  window.draw(30);
  if (window.is_done() || window.compared() != stopped) give_up({.message = "It does not stop."});
  window.running().go_on();
  const double rest = seconds_until_done();
  window.state().comparison->options.tolerance = 1e-9;
  window.draw(1);
  const double again = seconds_until_done();
  window.state().comparison->options.relative = 1e-12;
  window.state().comparison->options.tolerance = 0;
  window.draw(1);
  const double anew = seconds_until_done();
  table.add({.what = what + ", stopped at " +
                     std::to_string(static_cast<int>(100 * stopped.first)) + " %: the rest",
             .figure = rest,
             .unit = "s",
             .reference = "all of it",
             .ratio = rest / anew});
  table.add(at_most({.what = what + ", again with a larger tolerance",
                     .figure = again,
                     .unit = "s",
                     .reference = "all of it",
                     .ratio = again / anew,
                     .goal = "at most 0.1 x"},
                    0.1));
}

/// A run that differs from another in everything: so many entities, with 19 properties that differ.
void measure_many(std::size_t frames, std::uint32_t entities, GoalTable& table) {
  const auto many = [&](double phase) {
    return [frames, entities, phase](const ByteSink& sink) {
      write_many("xrec", frames, entities, sink, phase);
    };
  };
  const std::string name = "compare-many-" + std::to_string(entities);
  const BenchFile a(name + "-a", extension_of("xrec"), many(0));
  const BenchFile b(name + "-b", extension_of("xrec"), many(0.25));
  measure_pictures("compare " + std::to_string(entities) + " entities", a.path(), b.path(), table);
}

}  // namespace

void measure_comparing(const LargeSizes& sizes, GoalTable& table) {
  for (const std::string format : {"carla", "framebyframe", "xrec"}) {
    const auto scene = [&](std::uint64_t seed) {
      return [&format, &sizes, seed](const ByteSink& sink) {
        if (format == "xrec") {
          write_plain_xrec(sizes.large_bytes, sizes.entities, sink, seed);
        } else {
          write_scene(format, sizes.large_bytes, sizes.entities, 20, sink, seed);
        }
      };
    };
    const BenchFile a("compare-a-" + format, extension_of(format), scene(1));
    const BenchFile b("compare-b-" + format, extension_of(format), scene(2));
    const std::string same = "compare " + format + " with its like";
    const std::string other = "compare " + format + " with another run";
    measure_time(same, a.path(), a.path(), sizes, table);
    measure_time(other, a.path(), b.path(), sizes, table);
    measure_first(other, a.path(), b.path(), table);
    measure_memory(same, a.path(), a.path(), table);
    measure_memory(other, a.path(), b.path(), table);
    measure_pictures(other, a.path(), b.path(), table);
    measure_stopping(same, a.path(), a.path(), table);
  }
  measure_many(sizes.is_small ? 5 : 50, sizes.is_small ? 500 : 5'000, table);
  measure_many(sizes.is_small ? 3 : 6, sizes.is_small ? 5'000 : 50'000, table);
}

}  // namespace scrubjay::bench
