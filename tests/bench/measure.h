#pragma once

#include <time.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/platform/output_file.h"
#include "core/recording.h"
#include "formats/format.h"
#include "formats/format_writer.h"

namespace scrubjay::bench {

// What the benchmarks of large recordings share: files that are made for a run, and time, CPU time
// and memory of what is done with them.

inline constexpr std::uint64_t kMega = 1'000'000;

/// Ends the program with a sentence on standard error.
[[noreturn]] void give_up(const Problem& problem);

struct Cost {
  double wall = 0;  ///< seconds
  double cpu = 0;   ///< seconds of the clock asked for

  Cost& operator+=(const Cost& other) {
    wall += other.wall;
    cpu += other.cpu;
    return *this;
  }
  /// Of each the lesser one: what else a machine does only adds.
  void keep_least(const Cost& other) {
    wall = std::min(wall, other.wall);
    cpu = std::min(cpu, other.cpu);
  }
};

/// What every cost is less than.
inline constexpr Cost kUnmeasured{1e300, 1e300};

double cpu_seconds(clockid_t clock);

/// `clock`: CLOCK_THREAD_CPUTIME_ID for what runs on this thread alone, else
/// CLOCK_PROCESS_CPUTIME_ID.
template <class Run>
Cost cost_of(Run run, clockid_t clock = CLOCK_THREAD_CPUTIME_ID) {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  const double cpu_begin = cpu_seconds(clock);
  run();
  return {std::chrono::duration<double>(Clock::now() - begin).count(),
          cpu_seconds(clock) - cpu_begin};
}

/// The least of several times.
template <class Run>
Cost least_cost(std::size_t times, Run run, clockid_t clock = CLOCK_THREAD_CPUTIME_ID) {
  Cost least = kUnmeasured;
  for (std::size_t i = 0; i < times; ++i) least.keep_least(cost_of(run, clock));
  return least;
}

/// Of values in any order, which get another one.
double quantile(std::vector<double>& values, double q);

/// Runs `work` in a process of its own, so that what it frees does not count as memory that this
/// one already has. False when that process failed.
bool run_apart(const std::function<void()>& work);
/// The same; what it returns. Nothing when that process failed.
std::optional<std::vector<double>> numbers_apart(const std::function<std::vector<double>()>& work);

/// "10 MB", "1 GB".
std::string size_name(std::uint64_t bytes);

/// Of a line of the shell: its CPU seconds are those of all processes that it starts. Gives up
/// where it fails.
Cost cost_of_command(const std::string& line);

/// A folder for the files of a run: SCRUBJAY_BENCH_DIR, or the system's for temporary files.
std::filesystem::path folder();

/// A file that is made for the run and deleted with this, unless `is_kept`: then it has the same
/// name the next time and is used again.
class BenchFile {
 public:
  using Write = std::function<void(const ByteSink& sink)>;
  /// Makes the file, in a process of its own.
  BenchFile(const std::string& name, const std::string& extension, const Write& write,
            bool is_kept = false);
  ~BenchFile();
  BenchFile(const BenchFile&) = delete;
  BenchFile& operator=(const BenchFile&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::uint64_t bytes() const { return std::filesystem::file_size(path_); }

 private:
  std::filesystem::path path_;
  bool is_kept_;
};

std::shared_ptr<Recording> open_file(const std::filesystem::path& path);
std::shared_ptr<Recording> open_and_index(const std::filesystem::path& path);

/// Reads the file as `cat file >/dev/null` does.
void read_plainly(const std::filesystem::path& path);

/// Anonymous memory of this process in bytes: what it has beside mapped files.
double anonymous_bytes();

/// The most anonymous bytes above those before that there are while `work` runs. To be measured in
/// a process of its own.
double peak_of(const std::function<void()>& work);

struct MemoryUse {
  double peak = 0;   ///< anonymous bytes above those before
  double index = 0;  ///< as the recording counts them
};
/// Of opening and indexing the file, in a process of its own. Gives up where that fails.
MemoryUse opening_memory(const std::filesystem::path& path);

/// Seconds that seeks to random frames take, each on the clock and as CPU time.
struct SeekTimes {
  std::vector<double> wall;
  std::vector<double> cpu;
  std::size_t entities = 0;  ///< in all frames sought together
};
SeekTimes random_seeks(const std::shared_ptr<const Recording>& recording, std::size_t count);

/// Heap allocations a frame that playing the frames once more takes, from the first to the last of
/// `frames`.
double allocations_of_playback(const std::shared_ptr<const Recording>& recording,
                               std::size_t frames);

/// Takes `flag` out of the arguments. Whether it was there.
bool take_flag(std::vector<char*>& arguments, std::string_view flag);
/// Takes "--small" out of them. Whether it was there, or SCRUBJAY_BENCH_SMALL is in the
/// environment.
bool take_small(std::vector<char*>& arguments);

}  // namespace scrubjay::bench
