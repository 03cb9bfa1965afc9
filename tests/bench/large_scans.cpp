#include <algorithm>
#include <atomic>

#include "core/frame_scan.h"
#include "tests/bench/large_files.h"
#include "tests/bench/large_sections.h"
#include "tests/bench/measure.h"

namespace scrubjay::bench {

double scan_all(const std::shared_ptr<const Recording>& recording, unsigned threads) {
  const std::atomic<bool> is_cancelled{false};
  double sum = 0;
  scan_frames<double>(
      {.recording = recording, .threads = threads}, is_cancelled,
      [](const Frame& frame, double& result) {
        result = 0;
        for (const Entity& entity : frame.entities) {
          if (entity.world.position) result += entity.world.position->x;
        }
        return sizeof(double);
      },
      [&](FrameIndex, double& result) {
        sum += result;
        return true;
      });
  return sum;
}

void measure_scans(const LargeSizes& sizes, GoalTable& table) {
  for (const std::string format : {"carla", "framebyframe", "flecs"}) {
    const BenchFile file("scan-" + format, extension_of(format), [&](const ByteSink& sink) {
      write_scene(format, sizes.middle_bytes, sizes.entities, 20, sink);
    });
    const auto recording = open_and_index(file.path());
    double one = 1e300;
    double two = 1e300;
    for (std::size_t i = 0; i < sizes.repeats + 1; ++i) {
      one = std::min(one, cost_of([&] { scan_all(recording, 1); }).wall);
      two = std::min(two, cost_of([&] { scan_all(recording, 2); }).wall);
    }
    table.add(at_least({.what = "all frames of " + format + " on two threads",
                        .figure = static_cast<double>(recording->frame_count()) / two,
                        .unit = "frames/s",
                        .reference = "one thread",
                        .ratio = one / two,
                        .goal = "at least 1.8 x"},
                       1.8));
  }
}

}  // namespace scrubjay::bench
