// How fast MCAP files are written and opened, as one table.
//
//     mcap_bench [--small] [--megabytes N]
//
// A Frame by Frame recording and one of CARLA of N MB (100; 2 with --small) are made in
// SCRUBJAY_BENCH_DIR, or else the system's temporary folder, and written as MCAP with lz4. Writing
// is held against lz4 alone, which makes the same MB of the same messages; opening against reading
// the file plainly, first with the index that the file carries, then without, when all chunks are
// inflated. All but seeks is CPU time of all threads.
#include <lz4frame.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/index_cache.h"
#include "formats/mcap/records.h"
#include "tests/bench/goal_table.h"
#include "tests/bench/large_files.h"
#include "tests/bench/measure.h"
#include "tests/core/bytes_of.h"

namespace scrubjay::bench {
namespace {

struct Sizes {
  std::uint64_t bytes = 100 * kMega;
  std::size_t repeats = 5;
  std::size_t seeks = 2'000;
};

/// Writes a recording as MCAP. Gives up where that fails.
void write_mcap(const std::shared_ptr<const Recording>& recording, const std::string& compression,
                const ByteSink& sink) {
  static const std::atomic<bool> kNotCancelled{false};
  const auto report = find_format("mcap")->writer->write(
      {.recording = recording, .options = {{"compression", compression}}}, kNotCancelled, sink);
  if (!report) give_up(report.error());
}

/// Bytes that lz4 makes of all messages, and the CPU seconds that it takes.
Cost lz4_alone(const std::shared_ptr<const Recording>& recording) {
  std::vector<std::byte> raw;
  write_mcap(recording, "none", into(raw));
  constexpr std::size_t kChunk = std::size_t{4} << 20;
  std::vector<std::byte> out(LZ4F_compressFrameBound(kChunk, nullptr));
  return cost_of([&] {
    for (std::size_t at = 0; at < raw.size(); at += kChunk) {
      LZ4F_compressFrame(out.data(), out.size(), raw.data() + at, std::min(kChunk, raw.size() - at),
                         nullptr);
    }
  });
}

/// CPU seconds of all threads, which other work disturbs least.
template <class Run>
double best_of(const Sizes& sizes, Run run) {
  return least_cost(sizes.repeats, run, CLOCK_PROCESS_CPUTIME_ID).cpu;
}

double gigabytes(std::uint64_t bytes) { return static_cast<double>(bytes) * 1e-9; }

void measure_writing(const std::string& format, const BenchFile& source, const BenchFile& made,
                     GoalTable& table) {
  const auto numbers = numbers_apart([&]() -> std::vector<double> {
    const auto recording = open_and_index(source.path());
    const double memory =
        peak_of([&] { write_mcap(recording, "lz4", [](Bytes) { return true; }); });
    const Cost writing = cost_of([&] { write_mcap(recording, "lz4", [](Bytes) { return true; }); },
                                 CLOCK_PROCESS_CPUTIME_ID);
    return {writing.cpu, lz4_alone(recording).cpu, memory};
  });
  if (!numbers) give_up({.message = "Writing failed."});
  const double megabytes = 1e3 * gigabytes(made.bytes());
  const double rate = megabytes / (*numbers)[0];
  const double alone = megabytes / (*numbers)[1];
  table.add({.what = format + ": written with lz4, of file, a core",
             .figure = rate,
             .unit = "MB/s",
             .reference = "lz4 alone: " + std::to_string(static_cast<int>(alone)) + " MB/s",
             .ratio = rate / alone});
  table.add(at_least(
      {.what = format + ": the same", .figure = rate, .unit = "MB/s", .goal = "at least 100"},
      100));
  table.add(at_most({.what = format + ": memory of writing it",
                     .figure = (*numbers)[2] / (1 << 20),
                     .unit = "MiB",
                     .goal = "at most 64 MiB"},
                    64));
}

/// The file as it is where nobody wrote an index into it.
std::vector<std::byte> without_index(const BenchFile& file) {
  const auto input = InputFile::open(file.path().string());
  if (!input) give_up(input.error());
  const Bytes bytes = (*input)->bytes();
  std::vector<std::byte> copy(bytes.begin(), bytes.end());
  const std::size_t at = as_text(bytes).rfind(mcap::kIndexType, bytes.size() * 3 / 4);
  const std::size_t found =
      at == std::string_view::npos ? as_text(bytes).find(mcap::kIndexType) : at;
  // Its sum is not that of its bytes then.
  if (found != std::string_view::npos) copy[found] = std::byte{'A'};
  return copy;
}

void measure_opening(const std::string& format, const BenchFile& made, const Sizes& sizes,
                     GoalTable& table) {
  const double plainly = best_of(sizes, [&] { read_plainly(made.path()); });
  const std::string reference =
      "cat: " + std::to_string(static_cast<int>(1e3 * gigabytes(made.bytes()) / plainly)) + " MB/s";
  const auto add = [&](const std::string& what, double seconds) {
    Goal goal{.what = format + ": " + what,
              .figure = gigabytes(made.bytes()) / seconds,
              .unit = "GB/s",
              .reference = reference,
              .ratio = plainly / seconds};
    table.add(goal);
    goal.reference.clear();
    return goal;
  };
  const double first = best_of(sizes, [&] { open_and_index(made.path()); });
  Goal opened = add("first opening, by the index in the file", first);
  opened.goal = "at least 1";
  table.add(at_least(opened, 1));

  const std::filesystem::path kept =
      folder() / ("scrubjay-bench-cache-" + std::to_string(getpid()));
  {
    auto opened_folder = CacheFolder::open_at(kept.string());
    if (!opened_folder) give_up(opened_folder.error());
    const IndexCache cache(*opened_folder, {.least_file_bytes = 0});
    if (!cache.save(*open_and_index(made.path()))) give_up({.message = "No index was kept."});
    const double second = best_of(sizes, [&] {
      const auto again = open_file(made.path());
      if (!cache.load(*again)) give_up({.message = "The kept index was not taken."});
    });
    Goal again = add("second opening", second);
    again.goal = "at least 1";
    table.add(at_least(again, 1));
  }
  std::error_code ignored;
  std::filesystem::remove_all(kept, ignored);

  const std::shared_ptr<InputFile> plain =
      InputFile::from_memory("bench.mcap", without_index(made));
  const double inflated = best_of(sizes, [&] {
    const auto opened_again = find_format("mcap")->open(plain);
    if (!opened_again) give_up(opened_again.error());
    (*opened_again)->index();
  });
  add("opening with every chunk inflated", inflated);
  const MemoryUse memory = opening_memory(made.path());
  table.add(
      {.what = format + ": memory of opening", .figure = memory.peak / (1 << 20), .unit = "MiB"});
}

void measure(const std::string& format, const Sizes& sizes, GoalTable& table) {
  const BenchFile source(format, extension_of(format), [&](const ByteSink& sink) {
    write_scene(format, sizes.bytes, 200, 20, sink);
  });
  const BenchFile made(format, ".mcap", [&](const ByteSink& sink) {
    write_mcap(open_and_index(source.path()), "lz4", sink);
  });
  measure_writing(format, source, made, table);
  measure_opening(format, made, sizes, table);
  SeekTimes times = random_seeks(open_and_index(made.path()), sizes.seeks);
  const int of_cpu = static_cast<int>(1e3 * quantile(times.cpu, 0.99));
  table.add(
      at_most({.what = format + ": random seek, p99 (" + std::to_string(of_cpu) + " ms of CPU)",
               .figure = 1e3 * quantile(times.wall, 0.99),
               .unit = "ms",
               .goal = "at most 10 ms"},
              10));
}

int run(std::vector<char*> arguments) {
  Sizes sizes;
  if (take_flag(arguments, "--small")) sizes = {.bytes = 2 * kMega, .repeats = 1, .seeks = 20};
  if (arguments.size() == 3 && std::string_view(arguments[1]) == "--megabytes") {
    sizes.bytes = std::strtoull(arguments[2], nullptr, 10) * kMega;
  } else if (arguments.size() != 1) {
    std::fprintf(stderr, "mcap_bench [--small] [--megabytes N]\n");
    return 2;
  }
  GoalTable table;
  for (const char* const format : {"framebyframe", "carla"}) measure(format, sizes, table);
  return 0;
}

}  // namespace
}  // namespace scrubjay::bench

int main(int argc, char** argv) {
  return scrubjay::bench::run(std::vector<char*>(argv, argv + argc));
}
