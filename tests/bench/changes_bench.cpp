// How long the list of what changed at a frame takes: milliseconds a frame on one thread.
//
//     changes_bench [--small]
//
// A made-up town of 10,000 entities in CARLA's format (200 frames; 1,000 entities and 20 frames
// with --small) is gone through frame by frame, as in playback. What decoding alone takes, which
// the window does anyway, stands beside it: the goal is for what comes on top of it.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <vector>

#include "app/viewer/found/changes_here.h"
#include "tests/bench/large_files.h"
#include "tests/bench/measure.h"

namespace scrubjay {
namespace {

constexpr double kGoal = 16;  // milliseconds

/// The CPU time of each frame but the first [milliseconds], ascending.
template <class Pass>
std::vector<double> times_of(const Recording& recording, Pass pass) {
  std::vector<double> times;
  for (std::size_t frame = 0; frame < recording.frame_count(); ++frame) {
    const bench::Cost cost =
        bench::cost_of([&] { pass(FrameIndex(frame)); }, CLOCK_PROCESS_CPUTIME_ID);
    if (frame > 0) times.push_back(cost.cpu * 1000);
  }
  std::ranges::sort(times);
  return times;
}

void print(const char* what, const std::vector<double>& times, std::size_t rows) {
  std::printf("%-14s median %7.2f ms, p95 %7.2f ms, %zu rows\n", what, times[times.size() / 2],
              times[times.size() * 95 / 100], rows);
}

void measure(std::uint32_t entities, std::uint64_t frames) {
  const auto recording = bench::made_town(entities, frames);
  Cursor cursor(recording);
  std::size_t seen = 0;
  const auto decoded =
      times_of(*recording, [&](FrameIndex frame) { seen += cursor.seek(frame).entities.size(); });
  ChangeLister lister(recording, std::nullopt);
  ChangesHere changes;
  std::size_t most = 0;
  const auto listed = times_of(*recording, [&](FrameIndex frame) {
    changes.rows.clear();
    changes.count = 0;
    lister.list(frame, 0, nullptr, changes);
    most = std::max(most, changes.count);
  });
  print("decoded only", decoded, seen / recording->frame_count());
  print("and listed", listed, most);
  const std::size_t p95 = listed.size() * 95 / 100;
  std::printf("listing alone  median %7.2f ms, p95 %7.2f ms (goal %.0f)\n",
              listed[listed.size() / 2] - decoded[decoded.size() / 2], listed[p95] - decoded[p95],
              kGoal);
}

}  // namespace
}  // namespace scrubjay

int main(int argc, char** argv) {
  const bool is_small = argc > 1 && std::strcmp(argv[1], "--small") == 0;
  scrubjay::measure(is_small ? 1000 : 10'000, is_small ? 20 : 200);
  return 0;
}
