// How fast contacts are found: frames a second on one core.
//
//     derived_bench [--small]
//
// A made-up town of 1,000 entities in CARLA's format is written to memory (600 frames; 40 with
// --small) and looked through on one thread, with the boxes that it records and with assumed ones.
// What decoding alone takes, which everything that looks at all frames does, stands beside it.
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <memory>
#include <vector>

#include "analysis/derived/contacts.h"
#include "assets/carla_feed.h"
#include "core/frame_scan.h"
#include "formats/format.h"

namespace scrubjay {
namespace {

constexpr double kGoal = 200;  // frames a second

[[noreturn]] void give_up(const Problem& problem) {
  std::fprintf(stderr, "derived_bench: %s\n", describe(problem).c_str());
  std::exit(1);
}

std::shared_ptr<Recording> town(std::uint64_t frames, assets::CarlaPackets packets) {
  std::vector<std::byte> bytes;
  assets::Scene scene({.entities = 1000});
  const auto written = assets::write_carla(
      scene,
      [&](Bytes part) {
        bytes.insert(bytes.end(), part.begin(), part.end());
        return true;
      },
      frames, 0, carla::VectorWidth::float32, packets);
  if (!written) give_up(written.error());
  auto recording = open_recording(InputFile::from_memory("town", std::move(bytes)), "carla");
  if (!recording) give_up(recording.error());
  (*recording)->index();
  return *recording;
}

/// Frames a second of CPU time, the best of three passes.
template <class Pass>
double rate(const Recording& recording, Pass pass) {
  double best = 0;
  for (int i = 0; i < 3; ++i) {
    const std::clock_t begin = std::clock();
    pass();
    const double seconds = static_cast<double>(std::clock() - begin) / double{CLOCKS_PER_SEC};
    best = std::max(best, static_cast<double>(recording.frame_count()) / seconds);
  }
  return best;
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
  scrubjay::measure("recorded boxes", scrubjay::town(frames, {}));
  scrubjay::measure("assumed boxes", scrubjay::town(frames, {.boxes = false}));
  return 0;
}
