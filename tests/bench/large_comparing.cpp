#include <algorithm>
#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "analysis/compare/pair_scan.h"
#include "app/viewer/comparison_choice.h"
#include "tests/bench/blind_window.h"
#include "tests/bench/large_files.h"
#include "tests/bench/large_sections.h"
#include "tests/bench/measure.h"

namespace scrubjay::bench {

namespace {

using Path = std::filesystem::path;

/// Compares all of two recordings. How many differences there are.
std::uint64_t compare_whole(const std::shared_ptr<const Recording>& a,
                            const std::shared_ptr<const Recording>& b) {
  const std::atomic<bool> is_cancelled{false};
  const auto plan = compare::plan_comparison({a, b}, {}, is_cancelled);
  if (!plan) give_up(plan.error());
  compare::Summary summary(**plan);
  compare::compare_pairs(**plan, summary, {}, is_cancelled,
                         [&](compare::ItemResult& result) { return summary.add(result); });
  if (summary.frames_compared() == 0) give_up({.message = "Nothing was compared."});
  return summary.count();
}

/// What comparing takes beside what `verify` does with one of the two, in turns.
void measure_time(const std::string& what, const Path& a, const Path& b, const LargeSizes& sizes,
                  GoalTable& table) {
  double verify = 1e300;
  double compared = 1e300;
  for (std::size_t i = 0; i < std::min<std::size_t>(sizes.repeats, 2); ++i) {
    verify = std::min(verify, cost_of([&] { scan_all(open_and_index(a), 0); }).wall);
    compared = std::min(
        compared, cost_of([&] { compare_whole(open_and_index(a), open_and_index(b)); }).wall);
  }
  table.add(at_most({.what = what,
                     .figure = compared,
                     .unit = "s",
                     .reference = "verify of one",
                     .ratio = compared / verify,
                     .goal = "at most 2.0 x"},
                    2.0));
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

/// What the window takes for each of its 60 pictures a second while it compares.
void measure_pictures(const std::string& what, const Path& a, const Path& b, GoalTable& table) {
  BlindWindow window({a, b});
  window.settle();
  std::vector<double> before;
  for (int i = 0; i < 60; ++i) before.push_back(1e3 * window.picture().cpu);
  ViewState& state = window.shell().state();
  const auto chosen = first_comparison(window.shell().workspace().session(), state);
  if (!chosen) give_up({.message = "There are no two recordings to compare."});
  begin_comparison(state, *chosen);
  const auto is_done = [&] {
    const std::string told = window.shell().state_json();
    const auto is = [&](const char* text) { return told.find(text) != told.npos; };
    if (!is("\"comparison\"") || is("\"state\": \"failed\"")) {
      give_up({.message = "The window does not compare."});
    }
    return is("\"state\": \"done\"");
  };
  constexpr std::chrono::microseconds kPicture{16'667};
  std::vector<double> cpu;
  std::vector<double> wall;
  for (std::size_t i = 1; i % 60 != 0 || !is_done(); ++i) {
    const auto next = std::chrono::steady_clock::now() + kPicture;
    const Cost cost = window.picture();
    cpu.push_back(1e3 * cost.cpu);
    wall.push_back(1e3 * cost.wall);
    std::this_thread::sleep_until(next);
  }
  const std::string pictures = what + ", UI picture, p99 of " + std::to_string(cpu.size()) +
                               " (median " + std::to_string(quantile(cpu, 0.5)).substr(0, 4) + ")";
  table.add(at_most({.what = pictures,
                     .figure = quantile(cpu, 0.99),
                     .unit = "ms",
                     .goal = "at most 2 ms of CPU"},
                    2.0));
  table.add({.what = what + ", UI picture before it began, median",
             .figure = quantile(before, 0.5),
             .unit = "ms"});
  table.add({.what = pictures + ", on the clock", .figure = quantile(wall, 0.99), .unit = "ms"});
}

}  // namespace

void measure_comparing(const LargeSizes& sizes, GoalTable& table) {
  for (const std::string format : {"carla", "framebyframe"}) {
    const auto scene = [&](std::uint64_t seed) {
      return [&format, &sizes, seed](const ByteSink& sink) {
        write_scene(format, sizes.large_bytes, sizes.entities, 20, sink, seed);
      };
    };
    const BenchFile a("compare-a-" + format, extension_of(format), scene(1));
    const BenchFile b("compare-b-" + format, extension_of(format), scene(2));
    const std::string same = "compare " + format + " with its like";
    const std::string other = "compare " + format + " with another run";
    measure_time(same, a.path(), a.path(), sizes, table);
    measure_time(other, a.path(), b.path(), sizes, table);
    measure_memory(same, a.path(), a.path(), table);
    measure_memory(other, a.path(), b.path(), table);
    measure_pictures(other, a.path(), b.path(), table);
  }
}

}  // namespace scrubjay::bench
