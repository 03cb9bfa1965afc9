// How fast contacts are found: frames a second on one core.
//
//     derived_bench [--small]
//
// A made-up town of 1,000 entities in CARLA's format is written to memory (600 frames; 40 with
// --small) and looked through on one thread, with the boxes that it records and with assumed ones.
// What decoding alone takes, which everything that looks at all frames does, stands beside it.
#include <atomic>
#include <cstdio>
#include <cstring>
#include <memory>
#include <span>

#include "analysis/derived/contacts.h"
#include "core/frame_scan.h"
#include "tests/bench/large_files.h"
#include "tests/bench/measure.h"

namespace scrubjay {
namespace {

constexpr double kGoal = 200;  // frames a second

/// Frames a second of CPU time, the best of three passes.
template <class Pass>
double rate(const Recording& recording, Pass pass) {
  return static_cast<double>(recording.frame_count()) /
         bench::least_cost(3, pass, CLOCK_PROCESS_CPUTIME_ID).cpu;
}

void measure(const char* what, const std::shared_ptr<Recording>& recording) {
  const std::atomic<bool> not_cancelled{false};
  std::size_t contacts = 0;
  const double found = rate(*recording, [&] {
    ContactFinder finder(recording);
    contacts = 0;
    finder.go_on(
        not_cancelled,
        [&](FrameIndex, std::span<const Contact> ended) {
          contacts += ended.size();
          return true;
        },
        1);
    contacts += finder.rest().size();
  });
  const double decoded = rate(*recording, [&] {
    scan_frames<int>(
        {.recording = recording, .threads = 1}, not_cancelled,
        [](const Frame& frame, int&) { return frame.entities.size(); },
        [](FrameIndex, int&) { return true; });
  });
  std::printf("%-16s %8.0f frames/s (goal %.0f), %8.0f decoded only; %zu contacts, %zu entities\n",
              what, found, kGoal, decoded, contacts, recording->entity_count());
}

}  // namespace
}  // namespace scrubjay

int main(int argc, char** argv) {
  const bool is_small = argc > 1 && std::strcmp(argv[1], "--small") == 0;
  const std::uint64_t frames = is_small ? 40 : 600;
  scrubjay::measure("recorded boxes", scrubjay::bench::made_town(1000, frames));
  scrubjay::measure("assumed boxes", scrubjay::bench::made_town(1000, frames, {.boxes = false}));
  return 0;
}
