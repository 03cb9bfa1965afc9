// How the time of each command grows with the recording, and how fast many recordings are summed
// up, as one table.
//
//     commands_bench [--small] [--gigabytes N]
//
// CARLA and Frame by Frame recordings of 10 and 100 MB (0.5 and 2 MB with --small; N GB besides)
// are made in SCRUBJAY_BENCH_DIR, or else the system's temporary folder, and each command is run on
// them, its index not kept: the slope between two sizes, where both axes are logarithms, is 1 where
// time grows as fast as the file. Then `info --json` of 1,000 recordings (20 with
// --small) is held against `cat` of them. CPU time is that of all threads.
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/shell_word.h"
#include "tests/bench/goal_table.h"
#include "tests/bench/large_files.h"
#include "tests/bench/measure.h"

namespace scrubjay::bench {
namespace {

namespace fs = std::filesystem;

struct Sizes {
  std::vector<std::uint64_t> bytes{10 * kMega, 100 * kMega};
  std::size_t recordings = 1000;
  std::uint64_t recording_bytes = kMega;
  std::size_t repeats = 3;
};

struct Command {
  const char* name;
  const char* arguments;  ///< %s: the file, %t: a moment in its middle
};
constexpr std::array kCommands{
    Command{"info", "info %s --json"},
    Command{"show", "show %s --time %t --json"},
    Command{"events", "events %s --json"},
    Command{"series", "series %s --entity 4 --property position.x --json"},
    Command{"export", "export %s --to ndjson -o -"},
    Command{"convert", "convert %s --to mcap -o -"},
    Command{"diff", "diff %s %s --json"},
    Command{"sql", "sql %s 'select max(number) from properties' --json"},
};

std::string program() { return "SCRUBJAY_CACHE=off " + shell_word(SCRUBJAY_PROGRAM) + " --quiet "; }

/// The arguments with the file and the moment in their places.
std::string filled_in(std::string_view arguments, const BenchFile& file,
                      const std::string& moment) {
  std::string line;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i] != '%') {
      line += arguments[i];
      continue;
    }
    line += arguments[++i] == 's' ? shell_word(file.path().string()) : moment;
  }
  return line;
}

double cpu_of(const Command& command, const BenchFile& file, const std::string& moment,
              const Sizes& sizes) {
  double best = 1e9;
  for (std::size_t i = 0; i < sizes.repeats; ++i) {
    const std::string line = program() + filled_in(command.arguments, file, moment);
    best = std::min(best, cost_of_command(line + " >/dev/null").cpu);
    if (best > 5) break;  // nothing disturbs that
  }
  return best;
}

/// Less than that is the start of a process.
constexpr double kLeastSeconds = 0.02;

void measure_growth(const std::string& format, const Sizes& sizes, GoalTable& table) {
  std::vector<std::unique_ptr<BenchFile>> files;
  std::vector<std::string> moments;
  for (const std::uint64_t bytes : sizes.bytes) {
    files.push_back(std::make_unique<BenchFile>(
        format + "-" + std::to_string(bytes / 1000), extension_of(format),
        [&](const ByteSink& sink) { write_scene(format, bytes, 200, 8, sink); }));
    moments.push_back(
        std::to_string(open_and_index(files.back()->path())->timeline().range().end / 2));
  }
  for (const Command& command : kCommands) {
    double before = 0;
    for (std::size_t i = 0; i < files.size(); ++i) {
      const double seconds = cpu_of(command, *files[i], moments[i], sizes);
      const auto bytes = static_cast<double>(files[i]->bytes());
      const std::string what = command.name + (", " + format) + ", " + size_name(files[i]->bytes());
      table.add({.what = what, .figure = 1e-6 * bytes / seconds, .unit = "MB/s"});
      if (i > 0 && before > kLeastSeconds) {
        const double growth =
            slope(static_cast<double>(files[i - 1]->bytes()), before, bytes, seconds);
        table.add(at_most(
            {.what = what + ": growth", .figure = growth, .unit = "x", .goal = "at most 1.1"},
            1.1));
      }
      before = seconds;
    }
  }
}

/// A folder of recordings that is deleted with this.
class Fleet {
 public:
  explicit Fleet(const Sizes& sizes)
      : path_(folder() / ("scrubjay-bench-fleet-" + std::to_string(::getpid()))) {
    fs::create_directories(path_);
    const BenchFile one("fleet", ".log", [&](const ByteSink& sink) {
      write_scene("carla", sizes.recording_bytes, 100, 8, sink);
    });
    for (std::size_t i = 0; i < sizes.recordings; ++i) {
      fs::copy_file(one.path(), path_ / (std::to_string(i) + ".log"));
    }
  }
  ~Fleet() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  Fleet(const Fleet&) = delete;
  Fleet& operator=(const Fleet&) = delete;

  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

void measure_fleet(const Sizes& sizes, GoalTable& table) {
  const Fleet fleet(sizes);
  const std::string all = shell_word(fleet.path().string()) + "/*.log";
  double cat = 1e9;
  double info = 1e9;
  for (std::size_t i = 0; i < sizes.repeats + 1; ++i) {
    cat = std::min(cat, cost_of_command("cat " + all + " >/dev/null").wall);
    info = std::min(info, cost_of_command(program() + "info " + all + " --json >/dev/null").wall);
  }
  table.add(at_most({.what = "info of " + std::to_string(sizes.recordings) + " recordings of 1 MB",
                     .figure = info,
                     .unit = "s",
                     .reference = "cat: " + std::to_string(cat) + " s",
                     .ratio = info / cat,
                     .goal = "time at most 1.5 x"},
                    1.5));
}

int run(std::vector<char*> arguments) {
  Sizes sizes;
  if (take_flag(arguments, "--small")) {
    sizes = {.bytes = {kMega / 2, 2 * kMega}, .recordings = 20, .repeats = 1};
  }
  if (arguments.size() == 3 && std::string_view(arguments[1]) == "--gigabytes") {
    sizes.bytes.push_back(std::strtoull(arguments[2], nullptr, 10) * 1000 * kMega);
  } else if (arguments.size() != 1) {
    std::fprintf(stderr, "commands_bench [--small] [--gigabytes N]\n");
    return 2;
  }
  GoalTable table;
  measure_fleet(sizes, table);
  for (const char* const format : {"carla", "framebyframe"}) measure_growth(format, sizes, table);
  return 0;
}

}  // namespace
}  // namespace scrubjay::bench

int main(int argc, char** argv) {
  return scrubjay::bench::run(std::vector<char*>(argv, argv + argc));
}
