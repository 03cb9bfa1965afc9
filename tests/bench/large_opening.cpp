#include <simdjson.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <numeric>
#include <thread>

#include "app/viewer/workspace.h"
#include "core/index_cache.h"
#include "tests/bench/large_files.h"
#include "tests/bench/large_sections.h"
#include "tests/bench/measure.h"

namespace scrubjay::bench {

namespace {

constexpr std::array kFileFormats{"carla", "framebyframe", "flecs", "xrec"};

struct Pass {
  Cost index = kUnmeasured;
  Cost reference = kUnmeasured;
};

/// The least of several runs in turns, each by itself.
template <class Index, class Reference>
Pass in_turns(std::size_t repeats, Index index, Reference reference) {
  Pass pass;
  for (std::size_t i = 0; i < repeats; ++i) {
    pass.reference.keep_least(cost_of(reference, CLOCK_PROCESS_CPUTIME_ID));
    pass.index.keep_least(cost_of(index, CLOCK_PROCESS_CPUTIME_ID));
  }
  return pass;
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
  }
}

/// Fewer processors for all that runs from here on, as long as this lives.
class OneProcessor {
 public:
  OneProcessor() {
    sched_getaffinity(0, sizeof(before_), &before_);
    cpu_set_t one;
    CPU_ZERO(&one);
    for (std::size_t cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
      if (!CPU_ISSET(cpu, &before_)) continue;
      CPU_SET(cpu, &one);
      break;
    }
    sched_setaffinity(0, sizeof(one), &one);
  }
  ~OneProcessor() { sched_setaffinity(0, sizeof(before_), &before_); }
  OneProcessor(const OneProcessor&) = delete;
  OneProcessor& operator=(const OneProcessor&) = delete;

 private:
  cpu_set_t before_;
};

BenchFile::Write scene_writer(const std::string& format, std::uint64_t bytes) {
  return [=](const ByteSink& sink) { write_scene(format, bytes, 200, 8, sink); };
}

/// As long as it takes to come to that size.
BenchFile::Write room_writer(std::uint64_t bytes) {
  return [=](const ByteSink& sink) { write_room(1e9, bytes, 400, sink); };
}

double rate(std::uint64_t bytes, double seconds) {
  return static_cast<double>(bytes) / seconds / 1e6;
}

void compare_with_cat(const BenchFile& file, const LargeSizes& sizes, GoalTable& table) {
  read_plainly(file.path());  // into the page cache
  const Pass pass = in_turns(
      sizes.repeats, [&] { open_and_index(file.path()); }, [&] { read_plainly(file.path()); });
  table.add(at_most(
      {.what = "CARLA index pass, " + size_name(file.bytes()),
       .figure = rate(file.bytes(), pass.index.wall),
       .unit = "MB/s",
       .reference = "cat, " +
                    std::to_string(static_cast<int>(rate(file.bytes(), pass.reference.wall))) +
                    " MB/s",
       .ratio = pass.index.wall / pass.reference.wall,
       .goal = "time at most 1.0 x"},
      1.0));
}

void compare_with_trees(const BenchFile& file, const LargeSizes& sizes, GoalTable& table) {
  const auto recording = open_and_index(file.path());
  const auto index = [&] { open_and_index(file.path()); };
  const auto trees = [&] { parse_to_trees(*recording); };
  const auto add = [&](const char* what, const Pass& pass, const char* goal, double limit) {
    table.add(at_least(
        {.what = std::string("Frame by Frame index pass, ") + what + ", " + size_name(file.bytes()),
         .figure = rate(file.bytes(), pass.index.wall),
         .unit = "MB/s",
         .reference = "simdjson DOM, one thread, " +
                      std::to_string(static_cast<int>(rate(file.bytes(), pass.reference.wall))) +
                      " MB/s",
         .ratio = pass.reference.wall / pass.index.wall,
         .goal = goal},
        limit));
  };
  trees();
  add("all cores", in_turns(sizes.repeats, index, trees), "rate at least 1.5 x", 1.5);
  const OneProcessor one;
  add("one core", in_turns(sizes.repeats, index, trees), "rate at least 0.8 x", 0.8);
}

void measure_memory(const std::string& format, const BenchFile& file, GoalTable& table) {
  const MemoryUse use = opening_memory(file.path());
  const double allowed = 64e6 + 0.02 * static_cast<double>(file.bytes());
  table.add(at_most({.what = "peak memory of opening, " + format + ", " + size_name(file.bytes()),
                     .figure = use.peak / 1e6,
                     .unit = "MB",
                     .goal = "at most " + std::to_string(static_cast<int>(allowed / 1e6)) + " MB"},
                    allowed / 1e6));
}

/// What the index pass and a seek take of one size.
struct AtSize {
  double bytes = 0;
  double index = 0;           ///< CPU seconds
  double seek_an_entity = 0;  ///< CPU seconds, on average
  double cat = 0;             ///< CPU seconds to read the file and do nothing with it
};

AtSize measure_at(const BenchFile& file, const LargeSizes& sizes) {
  Cost best = kUnmeasured;
  Cost cat = kUnmeasured;
  for (std::size_t k = 0; k < sizes.repeats + 1; ++k) {
    best.keep_least(cost_of([&] { open_and_index(file.path()); }, CLOCK_PROCESS_CPUTIME_ID));
    cat.keep_least(cost_of([&] { read_plainly(file.path()); }, CLOCK_PROCESS_CPUTIME_ID));
  }
  const SeekTimes times = random_seeks(open_and_index(file.path()), sizes.seeks);
  const double seconds = std::accumulate(times.cpu.begin(), times.cpu.end(), 0.0);
  return {static_cast<double>(file.bytes()), best.cpu,
          seconds / static_cast<double>(std::max<std::size_t>(times.entities, 1)), cat.cpu};
}

std::string two_places(double value) {
  std::array<char, 32> text;
  std::snprintf(text.data(), text.size(), "%.2f", value);
  return text.data();
}

/// From 10 MB to 100 MB to 1 GB, as slopes: 1 is linear. Scenes fill as they go on, so a seek is
/// counted by the entities that it finds. What a processor reads again from its caches costs less
/// than what it does not: reading alone grows by the reference's slope.
void measure_growth(const std::string& format, const BenchFile& large, const LargeSizes& sizes,
                    GoalTable& table) {
  std::vector<AtSize> measured;
  for (const std::uint64_t bytes : {sizes.small_bytes, sizes.middle_bytes}) {
    const BenchFile file(format + "-" + std::to_string(bytes / kMega), extension_of(format),
                         scene_writer(format, bytes));
    measured.push_back(measure_at(file, sizes));
  }
  measured.push_back(measure_at(large, sizes));
  for (std::size_t i = 1; i < measured.size(); ++i) {
    const AtSize& less = measured[i - 1];
    const AtSize& more = measured[i];
    const std::string range = format + ", " + size_name(static_cast<std::uint64_t>(less.bytes)) +
                              " to " + size_name(static_cast<std::uint64_t>(more.bytes));
    const double index = slope(less.bytes, less.index, more.bytes, more.index);
    const double cat = slope(less.bytes, less.cat, more.bytes, more.cat);
    table.add(at_most({.what = "growth of the index pass's CPU time, " + range,
                       .figure = index,
                       .unit = "slope",
                       .reference = "cat, slope " + two_places(cat),
                       .ratio = index / cat,
                       .goal = "at most 1.1 x cat's (linear)"},
                      1.1));
    table.add(
        at_most({.what = "growth of a seek's CPU time an entity, " + range,
                 .figure = slope(less.bytes, less.seek_an_entity, more.bytes, more.seek_an_entity),
                 .unit = "slope",
                 .goal = "at most 0.1 (none)"},
                0.1));
  }
}

/// Opening a file whose index was kept, beside its first opening.
void measure_second_opening(const std::string& format, const BenchFile& file,
                            const LargeSizes& sizes, GoalTable& table) {
  const std::filesystem::path kept =
      folder() / ("scrubjay-bench-cache-" + std::to_string(getpid()));
  auto opened = CacheFolder::open_at(kept.string());
  if (!opened) give_up(opened.error());
  {
    const IndexCache cache(*opened, {.least_file_bytes = 0});
    const auto first = open_file(file.path());
    const Cost cost = cost_of([&] { first->index(); });
    const bool is_kept = cache.save(*first);
    Cost second = kUnmeasured;
    for (std::size_t i = 0; is_kept && i < sizes.repeats + 1; ++i) {
      second.keep_least(cost_of([&] {
        const auto again = open_file(file.path());
        if (!cache.load(*again)) give_up({.message = "The kept index was not taken."});
      }));
    }
    if (is_kept) {
      table.add(at_most({.what = "second opening, " + format + ", " + size_name(file.bytes()),
                         .figure = 1e3 * second.wall,
                         .unit = "ms",
                         .reference = "its first index pass, " +
                                      std::to_string(static_cast<int>(1e3 * cost.wall)) + " ms",
                         .ratio = second.wall / cost.wall,
                         .goal = "at most 0.1 x"},
                        0.1));
    }
  }
  std::error_code ignored;
  std::filesystem::remove_all(kept, ignored);
}

/// Whether the first frame of what was opened is there to be drawn.
bool has_first_picture(Workspace& workspace) {
  workspace.update();
  if (!workspace.failures().empty()) give_up(workspace.failures()[0].problem);
  const auto& open = workspace.session().recordings;
  if (open.empty() || open[0].recording->frame_count() == 0) return false;
  const Moment& moment =
      workspace.moment(open[0].recording->timeline().range().begin, Sampling::hold);
  return !moment.frames.empty() && moment.frames[0].frame != nullptr;
}

}  // namespace

void measure_opening(const LargeSizes& sizes, GoalTable& table) {
  for (const std::string format : kFileFormats) {
    const BenchFile file(format, extension_of(format), scene_writer(format, sizes.large_bytes));
    if (format == "carla") compare_with_cat(file, sizes, table);
    if (format == "framebyframe") compare_with_trees(file, sizes, table);
    measure_memory(format, file, table);
    measure_second_opening(format, file, sizes, table);
    measure_growth(format, file, sizes, table);
  }
  const BenchFile room("colyseus", extension_of("colyseus"), room_writer(sizes.large_bytes));
  measure_memory("colyseus", room, table);
  measure_second_opening("colyseus", room, sizes, table);
}

void measure_first_picture(const LargeSizes& sizes, GoalTable& table) {
  for (const std::string format : {"carla", "framebyframe", "flecs", "colyseus", "xrec"}) {
    const BenchFile::Write scene = [&](const ByteSink& sink) {
      if (format == "xrec") return write_plain_xrec(sizes.huge_bytes, 1000, sink);
      write_scene(format, sizes.huge_bytes, 1000, 20, sink);
    };
    const BenchFile file("huge-" + format, extension_of(format),
                         format == "colyseus" ? room_writer(sizes.huge_bytes) : scene);
    // As the window opens it.
    Workspace workspace([] {});
    const Cost cost = cost_of([&] {
      workspace.open(file.path().string());
      while (!has_first_picture(workspace)) {
        std::this_thread::sleep_for(std::chrono::microseconds(200));
      }
    });
    const Recording& shown = *workspace.session().recordings[0].recording;
    const char* const kind = shown.is_preview()   ? " (a preview)"
                             : shown.is_indexed() ? " (all of it indexed)"
                                                  : "";
    table.add(
        at_most({.what = "open to first picture, " + format + ", " + size_name(file.bytes()) + kind,
                 .figure = cost.wall,
                 .unit = "s",
                 .goal = "at most 1 s"},
                1.0));
  }
}

}  // namespace scrubjay::bench
