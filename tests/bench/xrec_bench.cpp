// How fast XREC recordings open, seek and are written, and what their checkpoints take.
//
//     xrec_bench [--small] [--keep] [Google Benchmark's own flags]
//
// Made first, in SCRUBJAY_BENCH_DIR or else the system's temporary folder, and deleted at the end
// unless --keep is given (kept ones are used again):
//
//     session   an hour of a hundred objects that all move 60 times a second, as the layout's
//     events saved     300 frames x 500 entities of the made-up arena as the Frame by Frame app
//     saves them own       the same converted to XREC
//
// --small, or SCRUBJAY_BENCH_SMALL in the environment, takes 20 seconds and 30 frames x 50: a smoke
// test of seconds.
#include <benchmark/benchmark.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "assets/fbf_feed.h"
#include "formats/xrec/read/reader.h"
#include "formats/xrec/xrec.h"
#include "tests/bench/large_files.h"
#include "tests/bench/measure.h"

namespace scrubjay {
namespace {

using bench::open_and_index;

struct Size {
  int seconds = 3600;
  std::uint64_t frames = 300;
  std::uint32_t entities = 500;
};

void convert(const std::shared_ptr<const Recording>& recording, const ByteSink& sink) {
  static const std::atomic<bool> kNotCancelled{false};
  WriteRequest request;
  request.recording = recording;
  const auto report = xrec::kWriter.write(request, kNotCancelled, sink);
  if (!report) bench::give_up(report.error());
}

void index_pass(benchmark::State& state, const std::filesystem::path& path) {
  std::shared_ptr<const Recording> recording;
  for (auto _ : state) {
    recording.reset();
    recording = open_and_index(path);
  }
  const auto passes = static_cast<double>(state.iterations());
  using Rate = benchmark::Counter;
  PropertyTree details;
  const PropertyRange range = recording->details(details);
  const auto captured = find_path(details, range, "captured_events");
  state.counters["MB/s"] =
      Rate(static_cast<double>(recording->file().size()) * passes / 1e6, Rate::kIsRate);
  state.counters["events/s"] =
      Rate(static_cast<double>(details[*captured].integer) * passes, Rate::kIsRate);
  state.counters["file_MB"] = static_cast<double>(recording->file().size()) / 1e6;
  state.counters["index_MB"] = static_cast<double>(recording->memory_bytes()) / 1e6;
  // What is kept of another format has none.
  const auto* const reader = dynamic_cast<const xrec::XrecReader*>(&recording->reader());
  if (reader == nullptr) return;
  const xrec::Checkpoints& checkpoints = reader->file_index().checkpoints;
  state.counters["checkpoints"] = static_cast<double>(checkpoints.size());
  state.counters["checkpoint_MB"] = static_cast<double>(checkpoints.bytes()) / 1e6;
}

void random_seeks(benchmark::State& state, const std::filesystem::path& path) {
  const auto recording = open_and_index(path);
  bench::SeekTimes times;
  for (auto _ : state) times = bench::random_seeks(recording, 400);
  state.counters["frames"] = static_cast<double>(recording->frame_count());
  state.counters["p50_us"] = 1e6 * bench::quantile(times.wall, 0.5);
  state.counters["p99_us"] = 1e6 * bench::quantile(times.wall, 0.99);
}

void playback(benchmark::State& state, const std::filesystem::path& path) {
  const auto recording = open_and_index(path);
  Cursor cursor(recording);
  std::size_t played = 0;
  for (auto _ : state) {
    const FrameIndex frame(played++ % recording->frame_count());
    benchmark::DoNotOptimize(cursor.seek(frame).entities.data());
  }
}

void conversion(benchmark::State& state, const std::filesystem::path& path) {
  const auto recording = open_and_index(path);
  std::uint64_t written = 0;
  for (auto _ : state) {
    written = 0;
    convert(recording, [&](Bytes bytes) {
      written += bytes.size();
      return true;
    });
  }
  using Rate = benchmark::Counter;
  state.counters["frames/s"] =
      Rate(static_cast<double>(recording->frame_count()) * static_cast<double>(state.iterations()),
           Rate::kIsRate);
  state.counters["source_MB"] = static_cast<double>(recording->file().size()) / 1e6;
  state.counters["written_MB"] = static_cast<double>(written) / 1e6;
  state.counters["source/written"] =
      static_cast<double>(recording->file().size()) / static_cast<double>(written);
}

void register_all(const bench::BenchFile& session, const bench::BenchFile& saved,
                  const bench::BenchFile& own) {
  using benchmark::RegisterBenchmark;
  RegisterBenchmark("xrec/convert/saved", conversion, saved.path())
      ->Unit(benchmark::kMillisecond)
      ->UseRealTime();
  for (const auto& [name, file] :
       {std::pair<std::string, const bench::BenchFile&>{"session", session},
        std::pair<std::string, const bench::BenchFile&>{"own", own}}) {
    RegisterBenchmark(("xrec/index/" + name).c_str(), index_pass, file.path())
        ->Unit(benchmark::kMillisecond)
        ->UseRealTime();
    RegisterBenchmark(("xrec/seek/" + name).c_str(), random_seeks, file.path())->Iterations(1);
    RegisterBenchmark(("xrec/playback/" + name).c_str(), playback, file.path())
        ->Unit(benchmark::kMicrosecond);
  }
}

int run(std::vector<char*> arguments) {
  const bool small = bench::take_small(arguments);
  const bool keep = bench::take_flag(arguments, "--keep");
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(count, arguments.data())) return 1;

  const Size size = small ? Size{.seconds = 20, .frames = 30, .entities = 50} : Size();
  const std::string kind = small ? "-small" : "";
  const bench::BenchFile session(
      "session" + kind, ".xrec",
      [&](const ByteSink& sink) { bench::write_session(size.seconds, sink); }, keep);
  const bench::BenchFile saved(
      "saved" + kind, ".fbf",
      [&](const ByteSink& sink) {
        assets::FbfOptions options;
        options.arena.entities = size.entities;
        options.container = framebyframe::FileKind::saved;
        const auto written = assets::write_framebyframe(options, sink, size.frames, 0);
        if (!written) bench::give_up(written.error());
      },
      keep);
  const bench::BenchFile own(
      "own" + kind, ".xrec",
      [&](const ByteSink& sink) { convert(open_and_index(saved.path()), sink); }, keep);
  register_all(session, saved, own);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}

}  // namespace
}  // namespace scrubjay

int main(int argc, char** argv) { return scrubjay::run(std::vector<char*>(argv, argv + argc)); }
