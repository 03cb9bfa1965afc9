#include <simdjson.h>

#include <array>
#include <cstdio>
#include <map>
#include <string>
#include <string_view>

#include "tests/bench/large_sections.h"
#include "tests/bench/measure.h"

namespace scrubjay::bench {

namespace {

/// What the program prints as JSON; empty where it fails.
std::string output_of(const std::string& command) {
  std::string text;
  std::FILE* pipe = ::popen(command.c_str(), "r");
  if (pipe == nullptr) return text;
  std::array<char, 4096> block;
  for (std::size_t count = 0; (count = std::fread(block.data(), 1, block.size(), pipe)) > 0;) {
    text.append(block.data(), count);
  }
  ::pclose(pipe);
  return text;
}

struct Figures {
  std::map<std::string, double> cpu_time;  ///< least of all repetitions, in the run's own unit
  double bytes_per_interval = 0;           ///< of the workload "mixed"
};

Figures figures_of(const std::string& json) {
  Figures figures;
  simdjson::dom::parser parser;
  simdjson::dom::element top;
  if (parser.parse(json).get(top) != simdjson::SUCCESS) {
    give_up({.message = "The interval benchmark printed no figures."});
  }
  for (const simdjson::dom::element run : top["benchmarks"].get_array()) {
    // Among the repetitions stand their mean, their deviation and others.
    if (std::string_view(run["run_type"].get_c_str().value_unsafe()) != "iteration") continue;
    const std::string name{run["run_name"].get_c_str().value_unsafe()};
    const double time = run["cpu_time"].get_double().value_unsafe();
    const auto [known, is_new] = figures.cpu_time.emplace(name, time);
    if (!is_new) known->second = std::min(known->second, time);
    if (name.ends_with("mixed/build")) {
      figures.bytes_per_interval = run["bytes_per_interval"].get_double().value_unsafe();
    }
  }
  return figures;
}

struct Workload {
  const char* name;
  double most_us;  ///< of a query at a random time
};

}  // namespace

void measure_intervals(const std::string& program, const LargeSizes& sizes, GoalTable& table) {
  // On the machine of the goals, which were measured beside this search: 0.19 us at random.
  constexpr double kSearchThere_ns = 190;
  const Figures figures = figures_of(output_of(
      "'" + program + "' --benchmark_format=json --benchmark_repetitions=" +
      std::to_string(sizes.repeats) + (sizes.is_small ? " --benchmark_min_time=0.01" : "") +
      " '--benchmark_filter=^int64/.*/(build|stab|sorted_array)$' 2>/dev/null"));
  const double search = figures.cpu_time.at("int64/events/sorted_array");
  const double scale = std::max(1.0, search / kSearchThere_ns);
  const std::string beside =
      "a search in a sorted array, " + std::to_string(static_cast<int>(search)) + " ns";
  table.add(at_most({.what = "interval index, build, mixed, 1e6 intervals",
                     .figure = figures.cpu_time.at("int64/mixed/build"),
                     .unit = "ms",
                     .goal = "at most 80 ms"},
                    80 * scale));
  table.add(at_most({.what = "interval index, memory, mixed",
                     .figure = figures.bytes_per_interval,
                     .unit = "B an interval",
                     .goal = "at most 20 B"},
                    20));
  constexpr std::array kWorkloads{Workload{"events", 0.2}, Workload{"short", 1.9},
                                  Workload{"mixed", 6}, Workload{"tracks", 12}};
  for (const Workload& workload : kWorkloads) {
    const double ns = figures.cpu_time.at("int64/" + std::string(workload.name) + "/stab");
    table.add(at_most({.what = std::string("interval index, ") + workload.name + ", random point",
                       .figure = ns / 1e3,
                       .unit = "us",
                       .reference = beside,
                       .ratio = ns / search,
                       .goal = "at most " + std::to_string(workload.most_us).substr(0, 4) + " us"},
                      workload.most_us * scale * 1e3 / search));
  }
}

}  // namespace scrubjay::bench
