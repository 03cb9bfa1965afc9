#include "tests/bench/measure.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <thread>

#include "assets/random.h"
#include "core/platform/heap.h"
#include "tests/core/allocation_counter.h"

namespace scrubjay::bench {

void give_up(const Problem& problem) {
  std::fprintf(stderr, "benchmark: %s\n", describe(problem).c_str());
  std::exit(1);
}

double cpu_seconds(clockid_t clock) {
  timespec now{};
  ::clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double quantile(std::vector<double>& values, double q) {
  const auto rank = static_cast<std::ptrdiff_t>(q * static_cast<double>(values.size() - 1));
  std::ranges::nth_element(values, values.begin() + rank);
  return values[static_cast<std::size_t>(rank)];
}

bool run_apart(const std::function<void()>& work) {
  std::fflush(nullptr);
  const pid_t child = ::fork();
  if (child == 0) {
    work();
    ::_exit(0);
  }
  int status = 0;
  return child > 0 && ::waitpid(child, &status, 0) == child && status == 0;
}

std::optional<std::vector<double>> numbers_apart(const std::function<std::vector<double>()>& work) {
  int ends[2];
  if (::pipe(ends) != 0) return std::nullopt;
  const bool ran = run_apart([&] {
    keep_heaps_small();  // as the program does
    const std::vector<double> numbers = work();
    const std::size_t bytes = numbers.size() * sizeof(double);
    // A few numbers: a pipe takes them at once.
    if (::write(ends[1], numbers.data(), bytes) != static_cast<::ssize_t>(bytes)) ::_exit(1);
  });
  ::close(ends[1]);
  std::vector<double> numbers;
  double number = 0;
  while (ran && ::read(ends[0], &number, sizeof(number)) == sizeof(number)) {
    numbers.push_back(number);
  }
  ::close(ends[0]);
  return ran ? std::optional(numbers) : std::nullopt;
}

std::string size_name(std::uint64_t bytes) {
  return bytes >= 1000 * kMega ? std::to_string(bytes / (1000 * kMega)) + " GB"
                               : std::to_string(bytes / kMega) + " MB";
}

Cost cost_of_command(const std::string& line) {
  const auto children_cpu = [] {
    rusage usage{};
    ::getrusage(RUSAGE_CHILDREN, &usage);
    const auto seconds = [](const timeval& t) {
      return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
  };
  const double before = children_cpu();
  int status = 0;
  Cost cost = cost_of([&] { status = std::system(line.c_str()); });
  if (status != 0) give_up({.message = "This failed: " + line});
  cost.cpu = children_cpu() - before;
  return cost;
}

std::filesystem::path folder() {
  const char* chosen = std::getenv("SCRUBJAY_BENCH_DIR");
  return chosen != nullptr ? std::filesystem::path(chosen) : std::filesystem::temp_directory_path();
}

BenchFile::BenchFile(const std::string& name, const std::string& extension, const Write& write,
                     bool is_kept)
    : path_(folder() / ("scrubjay-bench-" + name +
                        (is_kept ? "" : "-" + std::to_string(::getpid())) + extension)),
      is_kept_(is_kept) {
  std::error_code error;
  if (std::filesystem::file_size(path_, error) > 0 && !error) return;
  std::fprintf(stderr, "Making %s ...\n", path_.c_str());
  const bool is_made = run_apart([&] {
    auto out = AtomicFile::create(path_.string());
    if (!out) give_up(out.error());
    write([&](Bytes bytes) { return out->write(bytes); });
    const auto done = out->commit(AtomicFile::Flush::by_system);
    if (!done) give_up(done.error());
  });
  if (!is_made) give_up({.message = "A file for the benchmark could not be made."});
}

BenchFile::~BenchFile() {
  if (is_kept_) return;
  std::error_code ignored;
  std::filesystem::remove(path_, ignored);
}

std::shared_ptr<Recording> open_file(const std::filesystem::path& path) {
  auto input = InputFile::open(path.string());
  if (!input) give_up(input.error());
  auto recording = open_recording(*input);
  if (!recording) give_up(recording.error());
  return *recording;
}

std::shared_ptr<Recording> open_and_index(const std::filesystem::path& path) {
  auto recording = open_file(path);
  recording->index();
  return recording;
}

void read_plainly(const std::filesystem::path& path) {
  static std::vector<char> block(128 * 1024);
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) give_up({.message = "The benchmark's file has gone."});
  while (::read(descriptor, block.data(), block.size()) > 0) {
  }
  ::close(descriptor);
}

double anonymous_bytes() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("RssAnon:")) return 1024 * std::strtod(line.c_str() + 8, nullptr);
  }
  return 0;
}

double peak_of(const std::function<void()>& work) {
  const double before = anonymous_bytes();
  std::atomic<bool> done{false};
  std::atomic<double> peak{before};
  std::thread watcher([&] {
    while (!done) {
      peak = std::max(peak.load(), anonymous_bytes());
      std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
  });
  work();
  done = true;
  watcher.join();
  return std::max(peak.load(), anonymous_bytes()) - before;
}

MemoryUse opening_memory(const std::filesystem::path& path) {
  const auto measured = numbers_apart([&]() -> std::vector<double> {
    std::shared_ptr<Recording> recording;
    const double peak = peak_of([&] { recording = open_and_index(path); });
    return {peak, static_cast<double>(recording->memory_bytes())};
  });
  if (!measured || measured->size() != 2) {
    give_up({.message = "The process that measures memory failed."});
  }
  return {(*measured)[0], (*measured)[1]};
}

SeekTimes random_seeks(const std::shared_ptr<const Recording>& recording, std::size_t count) {
  Cursor cursor(recording);
  assets::Random random(4242);
  SeekTimes times;
  const auto frames = static_cast<std::uint32_t>(recording->frame_count());
  // The first seeks make storage and fault the file's pages in.
  for (std::size_t i = 0; i < count + count / 4; ++i) {
    const FrameIndex frame(random.below(frames));
    const Cost cost = cost_of([&] { cursor.seek(frame); });
    if (i < count / 4) continue;
    times.wall.push_back(cost.wall);
    times.cpu.push_back(cost.cpu);
    times.entities += cursor.frame().entities.size();
  }
  return times;
}

double allocations_of_playback(const std::shared_ptr<const Recording>& recording,
                               std::size_t frames) {
  Cursor cursor(recording);
  frames = std::min(frames, recording->frame_count());
  for (std::size_t i = 0; i < frames; ++i) cursor.seek(FrameIndex(i));  // storage grows here
  const std::size_t before = allocations_of_this_thread();
  for (std::size_t i = 0; i < frames; ++i) cursor.seek(FrameIndex(i));
  return static_cast<double>(allocations_of_this_thread() - before) /
         static_cast<double>(std::max<std::size_t>(frames, 1));
}

bool take_flag(std::vector<char*>& arguments, std::string_view flag) {
  return std::erase_if(arguments, [&](const char* given) { return given == flag; }) > 0;
}

bool take_small(std::vector<char*>& arguments) {
  return take_flag(arguments, "--small") || std::getenv("SCRUBJAY_BENCH_SMALL") != nullptr;
}

}  // namespace scrubjay::bench
