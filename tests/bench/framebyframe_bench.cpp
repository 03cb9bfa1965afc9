// How fast Frame by Frame recordings open and seek, and how much memory that takes.
//
//     framebyframe_bench [--small] [--keep] [Google Benchmark's own flags]
//
// The recordings are made first, 10 MB and 1 GB of raw data of the made-up arena, in
// SCRUBJAY_BENCH_DIR or else the system's temporary folder, and deleted at the end unless --keep is
// given (kept ones are used again). --small, or SCRUBJAY_BENCH_SMALL in the environment, takes 1 MB
// and 8 MB: a smoke test of seconds.
//
// The index pass is compared with simdjson's DOM parser over the same frames, one after another on
// one thread, in turns with the pass. x_dom is the pass's time as a multiple of that, x_dom_cpu the
// same in CPU time of all its threads, which a busy machine disturbs less.
#include <benchmark/benchmark.h>
#include <simdjson.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "assets/fbf_feed.h"
#include "assets/random.h"
#include "core/output_file.h"
#include "core/recording.h"
#include "formats/format.h"
#include "tests/core/allocation_counter.h"

namespace scrubjay {
namespace {

constexpr std::uint64_t kMega = 1'000'000;

struct BenchFile {
  std::string name;  ///< "1GB"
  std::uint64_t bytes = 0;
  std::filesystem::path path = {};
};

[[noreturn]] void give_up(const Problem& problem) {
  std::fprintf(stderr, "framebyframe_bench: %s\n", describe(problem).c_str());
  std::exit(1);
}

void make_file(const BenchFile& file) {
  std::error_code error;
  if (std::filesystem::file_size(file.path, error) >= file.bytes && !error) return;
  std::fprintf(stderr, "Making %s ...\n", file.path.c_str());
  auto out = AtomicFile::create(file.path.string());
  if (!out) give_up(out.error());
  assets::FbfOptions options;
  options.arena.seed = 1;
  const auto written = assets::write_framebyframe(
      options, [&](Bytes bytes) { return out->write(bytes); },
      std::numeric_limits<std::uint64_t>::max(), file.bytes);
  const auto done = out->commit();
  if (!done) give_up(done.error());
  if (!written) give_up(written.error());
}

/// Runs `work` in a process of its own, so that what it frees does not count as memory that this
/// one already has. False when that process failed.
template <class Work>
bool run_apart(Work work) {
  const pid_t child = ::fork();
  if (child == 0) {
    work();
    ::_exit(0);
  }
  int status = 0;
  return child > 0 && ::waitpid(child, &status, 0) == child && status == 0;
}

std::shared_ptr<const Recording> open_and_index(const BenchFile& file) {
  auto input = InputFile::open(file.path.string());
  if (!input) give_up(input.error());
  auto recording = open_recording(*input);
  if (!recording) give_up(recording.error());
  (*recording)->index();
  return *recording;
}

/// Parses every frame to simdjson's tree. The text behind a frame serves as its padding.
void parse_to_trees(const Recording& recording) {
  simdjson::dom::parser parser;
  const auto* text = reinterpret_cast<const char*>(recording.file().bytes().data());
  const std::uint64_t size = recording.file().size();
  for (std::size_t i = 0; i < recording.frame_count(); ++i) {
    const ByteRange bytes = recording.timeline().bytes(FrameIndex(i));
    const bool has_padding = bytes.begin + bytes.size + simdjson::SIMDJSON_PADDING <= size;
    simdjson::dom::element tree;
    const auto error =
        parser.parse(text + bytes.begin, static_cast<std::size_t>(bytes.size), !has_padding)
            .get(tree);
    if (error != simdjson::SUCCESS) give_up({.message = "A frame is no JSON."});
    benchmark::DoNotOptimize(tree);
  }
}

double cpu_seconds(clockid_t clock) {
  timespec now{};
  ::clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

struct Cost {
  double wall = 0;
  double cpu = 0;  ///< of all threads

  Cost& operator+=(const Cost& other) {
    wall += other.wall;
    cpu += other.cpu;
    return *this;
  }
};

template <class Run>
Cost cost_of(Run run) {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  const double cpu_begin = cpu_seconds(CLOCK_PROCESS_CPUTIME_ID);
  run();
  return {std::chrono::duration<double>(Clock::now() - begin).count(),
          cpu_seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu_begin};
}

void index_pass(benchmark::State& state, const BenchFile& file) {
  Cost index;
  Cost trees;
  const auto recording = open_and_index(file);  // and the file into the page cache
  parse_to_trees(*recording);
  for (auto _ : state) {
    trees += cost_of([&] { parse_to_trees(*recording); });
    const Cost once = cost_of([&] { benchmark::DoNotOptimize(open_and_index(file)); });
    state.SetIterationTime(once.wall);
    index += once;
  }
  const auto bytes = static_cast<double>(recording->file().size());
  const auto passes = static_cast<double>(state.iterations());
  state.counters["MB/s"] = bytes * passes / index.wall / 1e6;
  state.counters["dom_MB/s"] = bytes * passes / trees.wall / 1e6;
  state.counters["x_dom"] = index.wall / trees.wall;
  state.counters["x_dom_cpu"] = index.cpu / trees.cpu;
  state.counters["frames"] = static_cast<double>(recording->frame_count());
  state.counters["events"] = static_cast<double>(recording->event_count());
}

double quantile(std::vector<double>& values, double q) {
  const auto rank = static_cast<std::ptrdiff_t>(q * static_cast<double>(values.size() - 1));
  std::ranges::nth_element(values, values.begin() + rank);
  return values[static_cast<std::size_t>(rank)];
}

void random_seeks(benchmark::State& state, const BenchFile& file) {
  const auto recording = open_and_index(file);
  Cursor cursor(recording);
  assets::Random random(4242);
  std::vector<double> times_us;
  std::vector<double> cpu_times_us;
  double bytes = 0;
  const auto frames = static_cast<std::uint32_t>(recording->frame_count());
  for (auto _ : state) {
    const FrameIndex frame(random.below(frames));
    const Cost cost =
        cost_of([&] { benchmark::DoNotOptimize(cursor.seek(frame).entities.data()); });
    state.SetIterationTime(cost.wall);
    times_us.push_back(1e6 * cost.wall);
    cpu_times_us.push_back(1e6 * cost.cpu);
    bytes += static_cast<double>(recording->timeline().bytes(frame).size);
  }
  state.counters["frame_kB"] = bytes / static_cast<double>(state.iterations()) / 1e3;
  state.counters["p50_us"] = quantile(times_us, 0.5);
  state.counters["p99_us"] = quantile(times_us, 0.99);
  state.counters["p50_cpu_us"] = quantile(cpu_times_us, 0.5);
  state.counters["p99_cpu_us"] = quantile(cpu_times_us, 0.99);
}

void playback(benchmark::State& state, const BenchFile& file) {
  const auto recording = open_and_index(file);
  Cursor cursor(recording);
  const std::size_t frames = std::min<std::size_t>(recording->frame_count(), 2000);
  for (std::size_t i = 0; i < frames; ++i) cursor.seek(FrameIndex(i));  // storage grows here
  std::size_t allocations = 0;
  std::size_t played = 0;
  for (auto _ : state) {
    const std::size_t before = allocations_of_this_thread();
    benchmark::DoNotOptimize(cursor.seek(FrameIndex(played % frames)).entities.data());
    allocations += allocations_of_this_thread() - before;
    ++played;
  }
  state.counters["allocations/frame"] =
      static_cast<double>(allocations) / static_cast<double>(played);
  state.counters["entities"] = static_cast<double>(cursor.frame().entities.size());
}

/// Anonymous memory of this process in bytes: what it has beside mapped files.
double anonymous_bytes() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("RssAnon:")) return 1024 * std::strtod(line.c_str() + 8, nullptr);
  }
  return 0;
}

struct MemoryUse {
  double peak = 0;   ///< anonymous bytes above those before
  double index = 0;  ///< as the recording counts them
};

MemoryUse measure_memory(const BenchFile& file) {
  MemoryUse use;
  const double before = anonymous_bytes();
  std::atomic<bool> done{false};
  std::atomic<double> peak{before};
  std::thread watcher([&] {
    while (!done) {
      peak = std::max(peak.load(), anonymous_bytes());
      std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
  });
  const auto recording = open_and_index(file);
  done = true;
  watcher.join();
  use.peak = std::max(peak.load(), anonymous_bytes()) - before;
  use.index = static_cast<double>(recording->memory_bytes());
  return use;
}

void opening_memory(benchmark::State& state, const BenchFile& file) {
  MemoryUse use;
  for (auto _ : state) {
    int ends[2];
    if (::pipe(ends) != 0) return state.SkipWithError("no pipe");
    const bool ran = run_apart([&] {
      const MemoryUse measured = measure_memory(file);
      if (::write(ends[1], &measured, sizeof(measured)) != sizeof(measured)) ::_exit(1);
    });
    const bool received = ran && ::read(ends[0], &use, sizeof(use)) == sizeof(use);
    ::close(ends[0]);
    ::close(ends[1]);
    if (!received) return state.SkipWithError("the measuring process failed");
  }
  state.counters["peak_MB"] = use.peak / 1e6;
  state.counters["index_MB"] = use.index / 1e6;
}

void register_all(const std::vector<BenchFile>& files) {
  for (const BenchFile& file : files) {
    benchmark::RegisterBenchmark(("framebyframe/memory/" + file.name).c_str(), opening_memory, file)
        ->Iterations(1)
        ->Unit(benchmark::kMillisecond);
  }
  for (const BenchFile& file : files) {
    benchmark::RegisterBenchmark(("framebyframe/index/" + file.name).c_str(), index_pass, file)
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond);
  }
  for (const BenchFile& file : files) {
    benchmark::RegisterBenchmark(("framebyframe/seek/" + file.name).c_str(), random_seeks, file)
        ->UseManualTime()
        ->Unit(benchmark::kMicrosecond);
    benchmark::RegisterBenchmark(("framebyframe/playback/" + file.name).c_str(), playback, file)
        ->Unit(benchmark::kMicrosecond);
  }
}

/// Takes `flag` out of the arguments, which Google Benchmark would not understand.
bool take_flag(std::vector<char*>& arguments, std::string_view flag) {
  return std::erase_if(arguments, [&](const char* given) { return given == flag; }) > 0;
}

int run(std::vector<char*> arguments) {
  const bool small =
      take_flag(arguments, "--small") || std::getenv("SCRUBJAY_BENCH_SMALL") != nullptr;
  const bool keep = take_flag(arguments, "--keep");
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(count, arguments.data())) return 1;

  std::vector<BenchFile> files = {{"10MB", 10 * kMega}, {"1GB", 1000 * kMega}};
  if (small) files = {{"1MB", kMega}, {"8MB", 8 * kMega}};
  const char* chosen = std::getenv("SCRUBJAY_BENCH_DIR");
  const std::filesystem::path folder =
      chosen != nullptr ? std::filesystem::path(chosen) : std::filesystem::temp_directory_path();
  for (BenchFile& file : files) {
    const std::string own = keep ? "" : "-" + std::to_string(::getpid());
    file.path = folder / ("scrubjay-bench-" + file.name + own + ".fbf");
    if (!run_apart([&] { make_file(file); })) return 1;
  }
  register_all(files);
  benchmark::RunSpecifiedBenchmarks();
  if (keep) return 0;
  for (const BenchFile& file : files) {
    std::error_code ignored;
    std::filesystem::remove(file.path, ignored);
  }
  return 0;
}

}  // namespace
}  // namespace scrubjay

int main(int argc, char** argv) { return scrubjay::run(std::vector<char*>(argv, argv + argc)); }
