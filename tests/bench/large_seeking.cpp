#include "formats/colyseus/read/reader.h"
#include "formats/xrec/read/reader.h"
#include "tests/bench/large_files.h"
#include "tests/bench/large_sections.h"
#include "tests/bench/measure.h"

namespace scrubjay::bench {

namespace {

constexpr double kDisplayPicture = 1.0 / 240;
constexpr const char* kDisplayName = "a picture at 240 Hz, 4.2 ms";

void add_seeks(const std::string& what, const std::shared_ptr<const Recording>& recording,
               double most_seconds, const LargeSizes& sizes, GoalTable& table) {
  SeekTimes times = random_seeks(recording, sizes.seeks);
  // Nothing else runs in a seek of what is in memory: CPU time is what it takes on a machine that
  // has nothing else to do.
  const double p50 = quantile(times.cpu, 0.5);
  const double p99 = quantile(times.cpu, 0.99);
  table.add({.what = "seek, " + what + ", p50 of CPU time",
             .figure = 1e3 * p50,
             .unit = "ms",
             .reference = kDisplayName,
             .ratio = p50 / kDisplayPicture});
  table.add(
      at_most({.what = "seek, " + what + ", p99 of CPU time",
               .figure = 1e3 * p99,
               .unit = "ms",
               .reference = kDisplayName,
               .ratio = p99 / kDisplayPicture,
               .goal = "at most " + std::to_string(static_cast<int>(1e3 * most_seconds)) + " ms"},
              most_seconds / kDisplayPicture));
}

void add_playback(const std::string& what, const std::shared_ptr<const Recording>& recording,
                  GoalTable& table) {
  table.add(at_most({.what = "steady playback, " + what,
                     .figure = allocations_of_playback(recording, 300),
                     .unit = "allocations a frame",
                     .goal = "0"},
                    0.0));
}

double checkpoint_megabytes(const Recording& recording) {
  if (const auto* xrec = dynamic_cast<const xrec::XrecReader*>(&recording.reader())) {
    return static_cast<double>(xrec->file_index().checkpoints.bytes()) / 1e6;
  }
  const auto& colyseus = dynamic_cast<const colyseus::ColyseusReader&>(recording.reader());
  return static_cast<double>(colyseus.checkpoint_bytes()) / 1e6;
}

}  // namespace

void measure_seeking(const LargeSizes& sizes, GoalTable& table) {
  const std::string many = std::to_string(sizes.entities) + " entities x 20 properties";
  // CARLA's own packets hold what CARLA knows of an actor; the other formats any property.
  const BenchFile town("seek-carla", ".log", [&](const ByteSink& sink) {
    write_scene("carla", sizes.middle_bytes, sizes.entities, 20, sink);
  });
  const auto recording = open_and_index(town.path());
  add_seeks("carla, " + many, recording, 1e-3, sizes, table);
  add_playback("carla", recording, table);
  for (const std::string format : {"framebyframe", "flecs", "xrec", "carla"}) {
    const bool is_text = format == "framebyframe" || format == "flecs";
    const std::string what = format + (is_text ? "" : " of another format");
    const BenchFile file("seek-" + format + "-many", extension_of(format),
                         [&](const ByteSink& sink) {
                           write_many(format, sizes.is_small ? 20 : 200, sizes.entities, sink);
                         });
    const auto written = open_and_index(file.path());
    add_seeks(what + ", " + many, written, is_text ? 4e-3 : 1e-3, sizes, table);
    add_playback(what, written, table);
  }
  const std::string hour = std::to_string(sizes.delta_seconds) + " s";
  const BenchFile session("session", ".xrec",
                          [&](const ByteSink& sink) { write_session(sizes.delta_seconds, sink); });
  const BenchFile room("room", ".colycap", [&](const ByteSink& sink) {
    write_room(sizes.delta_seconds, 0, 100, sink);
  });
  for (const auto& [what, file] :
       {std::pair<std::string, const BenchFile&>{"xrec session, " + hour + " of changes", session},
        std::pair<std::string, const BenchFile&>{"colyseus room, " + hour + " of changes", room}}) {
    const auto changes = open_and_index(file.path());
    add_seeks(what, changes, 16e-3, sizes, table);
    table.add(at_most({.what = "checkpoints, " + what,
                       .figure = checkpoint_megabytes(*changes),
                       .unit = "MB",
                       .goal = "at most 64 MiB"},
                      67.2));
    add_playback(what, changes, table);
  }
}

}  // namespace scrubjay::bench
