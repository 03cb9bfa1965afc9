// What questions to the tables of a recording take, as one table: selective queries in fresh
// processes with the index kept, full scans beside decoding alone, pairs, memory, and Parquet.
//
//     tables_bench [--small] [--megabytes N]
//
// For CARLA and Frame by Frame a recording of N MB (1,000; 3 with --small) with 1,000 entities is
// made in SCRUBJAY_BENCH_DIR, or else the system's temporary folder, and deleted at the end.
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analysis/tables/query.h"
#include "analysis/tables/row_source.h"
#include "analysis/tables/schema.h"
#include "analysis/tables/session.h"
#include "analysis/tables/state_paths.h"
#include "assets/random.h"
#include "core/frame_scan.h"
#include "core/shell_word.h"
#include "tests/bench/goal_table.h"
#include "tests/bench/large_files.h"
#include "tests/bench/measure.h"

namespace scrubjay::bench {
namespace {

namespace fs = std::filesystem;

struct Sizes {
  bool is_small = false;
  std::uint64_t bytes = 1'000 * kMega;
  std::uint64_t parquet_bytes = 50 * kMega;
  std::uint32_t entities = 1000;
  std::size_t processes = 20;  ///< of each selective query
  std::size_t pair_frames = 400;
  std::size_t repeats = 2;
};

using Rows = std::vector<std::vector<std::string>>;

/// All rows of a query, as texts.
Rows ask(const std::shared_ptr<const Recording>& recording, const std::string& sql,
         std::optional<CoordinateSystem> coordinates = {}) {
  tables::OneRecording set("bench", recording);
  tables::TableSession session{.recordings = set, .coordinates = coordinates};
  tables::StatePaths paths(session);
  auto query = tables::Query::prepare(session, paths, sql);
  if (!query) give_up(query.error());
  Rows rows;
  while (true) {
    const auto step = (*query)->step();
    if (!step) give_up(step.error());
    if (*step != tables::Query::Step::row) return rows;
    auto& row = rows.emplace_back();
    for (std::size_t i = 0; i < (*query)->columns().size(); ++i) {
      const tables::Value value = (*query)->value(i);
      using Kind = tables::Value::Kind;
      row.push_back(value.kind == Kind::integer ? std::to_string(value.integer)
                    : value.kind == Kind::real  ? std::to_string(value.real)
                                                : std::string(value.bytes));
    }
  }
}

/// The program, with an index cache of this run's own.
Cost run_program(const std::string& arguments, const fs::path& cache) {
  return cost_of_command("XDG_CACHE_HOME=" + shell_word(cache.string()) + " " +
                         shell_word(SCRUBJAY_PROGRAM) + " " + arguments + " >/dev/null");
}

/// What the recording has that can be asked for.
struct Subjects {
  std::vector<std::string> frames;  ///< of the first stream, which has nearly all entities
  std::string entity;               ///< row of one of its
  std::string id;
  std::string path;   ///< of a number
  std::string event;  ///< name
};

Subjects subjects_of(const std::shared_ptr<const Recording>& recording) {
  Subjects found;
  for (const auto& row : ask(recording, "select frame from frames where stream = 0")) {
    found.frames.push_back(row[0]);
  }
  const std::string& middle = found.frames.at(found.frames.size() / 2);
  const Rows values = ask(recording,
                          "select entity, id, path from properties join entities using (recording, "
                          "entity) where frame = " +
                              middle + " and number is not null and integer is null limit 1");
  const Rows events =
      ask(recording, "select name from events group by name order by count(*) desc limit 1");
  if (values.empty() || events.empty()) give_up({.message = "There is nothing to ask for."});
  found.entity = values[0][0];
  found.id = values[0][1];
  found.path = values[0][2];
  found.event = events[0][0];
  return found;
}

/// Runs of the program, each with another `query(i)`: on the clock, and beside it as CPU time,
/// which holds on a machine that does other work, too.
template <class MakeQuery>
void measure_selective(const std::string& what, const BenchFile& file, const fs::path& cache,
                       const Sizes& sizes, bool is_goal, GoalTable& table, MakeQuery query) {
  std::vector<double> wall;
  std::vector<double> cpu;
  const auto arguments = [&](std::size_t i) {
    return "sql " + shell_word(file.path().string()) + " " + shell_word(query(i)) + " --json";
  };
  run_program(arguments(0), cache);
  for (std::size_t i = 0; i < sizes.processes; ++i) {
    const Cost cost = run_program(arguments(i), cache);
    wall.push_back(1e3 * cost.wall);
    cpu.push_back(1e3 * cost.cpu);
  }
  const std::string of_cpu = std::to_string(static_cast<int>(quantile(cpu, 0.95)));
  const Goal goal{.what = what + ", p95 (" + of_cpu + " ms of CPU)",
                  .figure = quantile(wall, 0.95),
                  .unit = "ms"};
  if (!is_goal) return table.add(goal);
  Goal held = goal;
  held.goal = "at most 50 ms";
  table.add(at_most(held, 50));
}

void measure_selective_queries(const std::string& format, const BenchFile& file,
                               const Subjects& about, const Sizes& sizes, GoalTable& table) {
  const fs::path cache = folder() / ("scrubjay-bench-cache-" + std::to_string(::getpid()));
  assets::Random random(17);
  const auto some = [&](std::size_t of) {
    return std::size_t{random.below(static_cast<std::uint32_t>(of))};
  };
  const std::vector<std::string>& frames = about.frames;
  const auto some_frame = [&] { return frames[some(frames.size())]; };
  constexpr std::size_t kSpan = 100;
  const std::string of_value =
      "select time, number from properties where entity = " + about.entity + " and path = '" +
      about.path + "'";
  const auto measure = [&](const char* what, bool is_goal, const auto& query) {
    measure_selective(format + ": " + what, file, cache, sizes, is_goal, table, query);
  };
  measure("places of one frame", true,
          [&](std::size_t) { return "select * from places where frame = " + some_frame(); });
  measure("a property of one entity over 100 frames", true, [&](std::size_t) {
    const std::size_t first = some(std::max(frames.size(), kSpan) - kSpan + 1);
    const std::string& last = frames[std::min(first + kSpan, frames.size()) - 1];
    return of_value + " and frame between " + frames[first] + " and " + last;
  });
  measure("events by name and time", true, [&](std::size_t) {
    const auto first = some_frame();
    return "select * from events where name = '" + about.event +
           "' and time between (select time from frames where frame = " + first +
           ") and (select time + 5 from frames where frame = " + first + ")";
  });
  measure("state of one entity at 100 times", true, [&](std::size_t) {
    std::string times;
    for (std::size_t i = 0; i < kSpan; ++i) times += (i == 0 ? "" : ", ") + some_frame();
    return "select time, x, y, z, \"" + about.path +
           "\" from state where entity = " + about.entity + " and frame in (" + times + ")";
  });
  Sizes once = sizes;
  once.processes = 1;
  measure_selective(format + ": a property of one entity over all frames", file, cache, once, false,
                    table, [&](std::size_t) { return of_value; });
  std::error_code ignored;
  fs::remove_all(cache, ignored);
}

double decoded_rate(const std::shared_ptr<const Recording>& recording, std::size_t repeats) {
  const std::atomic<bool> not_cancelled{false};
  const Cost best = least_cost(repeats, [&] {
    scan_frames<int>(
        {.recording = recording}, not_cancelled,
        [](const Frame& frame, int&) { return frame.entities.size(); },
        [](FrameIndex, int&) { return true; });
  });
  return static_cast<double>(recording->frame_count()) / best.wall;
}

void measure_scans(const std::string& format, const std::shared_ptr<const Recording>& recording,
                   const Subjects& about, const Sizes& sizes, GoalTable& table) {
  const double decoded = decoded_rate(recording, sizes.repeats);
  const auto measure = [&](const char* what, const std::string& sql) {
    const Cost best = least_cost(sizes.repeats, [&] { ask(recording, sql); });
    const double rate = static_cast<double>(recording->frame_count()) / best.wall;
    table.add(at_least({.what = format + ": " + what,
                        .figure = rate,
                        .unit = "frames/s",
                        .reference = "decoded as verify does",
                        .ratio = rate / decoded,
                        .goal = "at least 0.7 x"},
                       0.7));
  };
  const std::string largest =
      "select max(number) from properties where path = '" + about.path + "'";
  const std::string changes = "select count(*), max(delta), max(after) from changes";
  measure("max(number) of one path", largest);
  measure("all changes, counted", "select count(*) from changes");
  measure("all changes, with their values", changes);
  for (const std::string& sql : {largest, changes}) {
    const auto peak = numbers_apart(
        [&]() -> std::vector<double> { return {peak_of([&] { ask(recording, sql); })}; });
    if (!peak) give_up({.message = "The process that measures memory failed."});
    table.add(at_most({.what = format + ": memory of " + sql.substr(0, 26),
                       .figure = peak->front() / 1e6,
                       .unit = "MB",
                       .goal = "at most 64 MB"},
                      64));
  }
}

/// 1,000 entities of a town, in metres.
void measure_pairs(const Sizes& sizes, GoalTable& table) {
  const BenchFile file("pairs", ".log", [&](const ByteSink& sink) {
    write_scene("carla", (sizes.is_small ? 3 : 60) * kMega, sizes.entities, 0, sink);
  });
  const auto recording = open_and_index(file.path());
  const std::size_t frames = std::min(sizes.pair_frames, recording->frame_count());
  const auto metres = CoordinateSystem::parse("ros");
  const std::string limit = " where frame < " + std::to_string(frames);
  const auto measure = [&](const char* what, const std::string& columns) {
    const Cost best = least_cost(sizes.repeats, [&] {
      ask(recording, "select " + columns + " from pairs(5)" + limit, *metres);
    });
    table.add(at_least({.what = what,
                        .figure = static_cast<double>(frames) / best.wall,
                        .unit = "frames/s",
                        .goal = "at least 200"},
                       200));
  };
  const std::string of = " of " + std::to_string(sizes.entities) + " entities";
  measure(("pairs(5)" + of + ", their count").c_str(), "count(*)");
  measure(("pairs(5)" + of + ", all columns").c_str(),
          "max(gap), max(closing), min(ttc), count(*)");
}

/// Bytes of the values in all tables that are written.
double table_bytes(const std::shared_ptr<const Recording>& recording) {
  tables::OneRecording set("bench", recording);
  tables::TableSession session{.recordings = set};
  double bytes = 0;
  for (const tables::Table& table : tables::all_tables().first(tables::kStoredTables)) {
    tables::RowRequest request = session.request(table.id, 0, recording);
    const std::size_t width = table.columns.size();
    request.columns = tables::ColumnSlots::all(width);
    const auto rows = tables::open_rows(std::move(request), session.cursors, session.is_stopped);
    while (const tables::RowBatch* batch = rows->next()) {
      for (std::size_t row = 0; row < batch->size(); ++row) {
        for (std::size_t i = 1; i < width; ++i) {
          const tables::Cell& cell = batch->at(row, i, width);
          if (cell.kind == tables::Cell::Kind::null) continue;
          const bool is_text = cell.kind == tables::Cell::Kind::text;
          bytes += is_text ? static_cast<double>(cell.text_size) : 8;
        }
      }
    }
  }
  return bytes;
}

std::uint64_t folder_bytes(const fs::path& path) {
  std::uint64_t bytes = 0;
  for (const auto& entry : fs::recursive_directory_iterator(path)) {
    if (entry.is_regular_file()) bytes += entry.file_size();
  }
  return bytes;
}

void measure_parquet(const std::string& format, const Sizes& sizes, GoalTable& table) {
  const BenchFile file("parquet-" + format, extension_of(format), [&](const ByteSink& sink) {
    write_scene(format, sizes.parquet_bytes, sizes.entities, 20, sink);
  });
  const double bytes = table_bytes(open_and_index(file.path()));
  const fs::path target = folder() / ("scrubjay-bench-tables-" + std::to_string(::getpid()));
  std::error_code ignored;
  fs::remove_all(target, ignored);
  const Cost cost =
      run_program("export " + shell_word(file.path().string()) +
                      " --to parquet --no-cache --quiet -o " + shell_word(target.string()),
                  target.string() + "-cache");
  const double written = static_cast<double>(folder_bytes(target));
  fs::remove_all(target, ignored);
  fs::remove_all(target.string() + "-cache", ignored);
  table.add(at_least({.what = format + ": Parquet, table data a second of CPU",
                      .figure = bytes / cost.cpu / 1e6,
                      .unit = "MB/s",
                      .goal = "at least 100"},
                     100));
  table.add({.what = format + ": Parquet, size of the files",
             .figure = written / 1e6,
             .unit = "MB",
             .reference = "table data",
             .ratio = written / bytes});
}

void measure_format(const std::string& format, const Sizes& sizes, GoalTable& table) {
  const BenchFile file("tables-" + format, extension_of(format), [&](const ByteSink& sink) {
    write_scene(format, sizes.bytes, sizes.entities, 20, sink);
  });
  const auto recording = open_and_index(file.path());
  const Subjects about = subjects_of(recording);
  measure_selective_queries(format, file, about, sizes, table);
  measure_scans(format, recording, about, sizes, table);
  measure_parquet(format, sizes, table);
}

}  // namespace
}  // namespace scrubjay::bench

int main(int argc, char** argv) {
  using namespace scrubjay::bench;
  Sizes sizes;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--small") {
      sizes = {.is_small = true,
               .bytes = 3 * kMega,
               .parquet_bytes = 1 * kMega,
               .entities = 100,
               .processes = 1,
               .pair_frames = 40,
               .repeats = 1};
    } else if (argument == "--megabytes" && i + 1 < argc) {
      sizes.bytes = std::strtoull(argv[++i], nullptr, 10) * kMega;
    } else {
      std::fprintf(stderr, "tables_bench [--small] [--megabytes N]\n");
      return 2;
    }
  }
  GoalTable table;
  measure_pairs(sizes, table);
  for (const char* format : {"carla", "framebyframe"}) measure_format(format, sizes, table);
  return 0;
}
