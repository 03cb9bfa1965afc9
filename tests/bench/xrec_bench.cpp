// How fast XREC recordings open, seek and are written, and what their checkpoints take.
//
//     xrec_bench [--small] [--keep] [Google Benchmark's own flags]
//
// Made first, in SCRUBJAY_BENCH_DIR or else the system's temporary folder, and deleted at the end
// unless --keep is given (kept ones are used again):
//
//     session   an hour of a hundred objects that all move 60 times a second, as the page's events
//     saved     300 frames x 500 entities of the made-up arena as the Frame by Frame app saves them
//     own       the same converted to XREC
//
// --small, or SCRUBJAY_BENCH_SMALL in the environment, takes 20 seconds and 30 frames x 50: a smoke
// test of seconds.
#include <benchmark/benchmark.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "assets/fbf_feed.h"
#include "assets/random.h"
#include "core/output_file.h"
#include "core/recording.h"
#include "formats/format.h"
#include "formats/xrec/packet_writer.h"
#include "formats/xrec/reader.h"
#include "formats/xrec/xrec.h"

namespace scrubjay {
namespace {

constexpr int kObjects = 100;
constexpr int kHertz = 60;

struct Size {
  int seconds = 3600;
  std::uint64_t frames = 300;
  std::uint32_t entities = 500;
};

struct Files {
  std::filesystem::path session;
  std::filesystem::path saved;
  std::filesystem::path own;
};

[[noreturn]] void give_up(const Problem& problem) {
  std::fprintf(stderr, "xrec_bench: %s\n", describe(problem).c_str());
  std::exit(1);
}

/// Creates the file unless it is there.
template <class Write>
void make_file(const std::filesystem::path& path, Write write) {
  std::error_code error;
  if (std::filesystem::file_size(path, error) > 0 && !error) return;
  std::fprintf(stderr, "Making %s ...\n", path.c_str());
  auto out = AtomicFile::create(path.string());
  if (!out) give_up(out.error());
  write([&](Bytes bytes) { return out->write(bytes); });
  if (const auto done = out->commit(); !done) give_up(done.error());
}

/// GCC 12 leaves out the rounding of two neighbouring doubles to floats and back when it makes a
/// vector of them; it cannot of a volatile one.
double as_float(double value) {
  const volatile float rounded = static_cast<float>(value);
  return double{rounded};
}

/// A hundred objects on their ways around a room, with a hand's tremble in the last digits.
void write_session(const ByteSink& sink, int seconds) {
  xrec::PacketWriter writer(sink, xrec::Compression::zstd);
  PropertyTree tree;
  writer.start({.version = 1}, tree, {});
  xrec::BlockBuilder block;
  assets::Random random(7);
  std::vector<std::string> paths;
  for (int i = 0; i < kObjects; ++i) paths.push_back("Scene/Object " + std::to_string(i));
  for (int frame = 0; frame < seconds * kHertz; ++frame) {
    const double t = static_cast<double>(frame) / kHertz;
    for (int i = 0; i < kObjects; ++i) {
      const double angle = t * (0.1 + 0.01 * i);
      const double tremble = 1e-4 * static_cast<double>(random.below(1000));
      const glm::dvec3 place(as_float(3 * std::cos(angle) + tremble),
                             as_float(1 + 0.1 * std::sin(3 * angle)),
                             as_float(3 * std::sin(angle) - tremble));
      tree.clear();
      tree.text("Path", paths[static_cast<std::size_t>(i)]);
      tree.vec3("Position", place, Precision::float32);
      tree.boolean("IsLocal", false);
      block.add({"MAGES.Recorder.PositionChangeEvent", {}, frame, t}, tree, tree.since(0));
      if (!block.is_full()) continue;
      writer.events(block);
      block.clear();
    }
  }
  writer.events(block);
  tree.clear();
  writer.end(seconds, true, tree, {});
}

std::shared_ptr<const Recording> open_and_index(const std::filesystem::path& path) {
  auto input = InputFile::open(path.string());
  if (!input) give_up(input.error());
  auto recording = open_recording(*input);
  if (!recording) give_up(recording.error());
  (*recording)->index();
  return *recording;
}

void convert(const std::shared_ptr<const Recording>& recording, const ByteSink& sink) {
  static const std::atomic<bool> kNotCancelled{false};
  WriteRequest request;
  request.recording = recording;
  const auto report = xrec::kFormat.write(request, kNotCancelled, sink);
  if (!report) give_up(report.error());
}

double quantile(std::vector<double>& values, double q) {
  const auto rank = static_cast<std::ptrdiff_t>(q * static_cast<double>(values.size() - 1));
  std::ranges::nth_element(values, values.begin() + rank);
  return values[static_cast<std::size_t>(rank)];
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
  const auto& reader = dynamic_cast<const xrec::XrecReader&>(recording->reader());
  const xrec::Checkpoints& checkpoints = reader.file_index().checkpoints;
  state.counters["checkpoints"] = static_cast<double>(checkpoints.size());
  state.counters["checkpoint_MB"] = static_cast<double>(checkpoints.bytes()) / 1e6;
}

void random_seeks(benchmark::State& state, const std::filesystem::path& path) {
  const auto recording = open_and_index(path);
  Cursor cursor(recording);
  assets::Random random(4242);
  std::vector<double> times_us;
  using Clock = std::chrono::steady_clock;
  for (auto _ : state) {
    const FrameIndex frame(random.below(static_cast<std::uint32_t>(recording->frame_count())));
    const auto begin = Clock::now();
    benchmark::DoNotOptimize(cursor.seek(frame).entities.data());
    const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    state.SetIterationTime(seconds);
    times_us.push_back(1e6 * seconds);
  }
  state.counters["frames"] = static_cast<double>(recording->frame_count());
  state.counters["p50_us"] = quantile(times_us, 0.5);
  state.counters["p99_us"] = quantile(times_us, 0.99);
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

void register_all(const Files& files) {
  using benchmark::RegisterBenchmark;
  RegisterBenchmark("xrec/index/session", index_pass, files.session)
      ->Unit(benchmark::kMillisecond)
      ->UseRealTime();
  RegisterBenchmark("xrec/seek/session", random_seeks, files.session)
      ->UseManualTime()
      ->Unit(benchmark::kMicrosecond);
  RegisterBenchmark("xrec/playback/session", playback, files.session)
      ->Unit(benchmark::kMicrosecond);
  RegisterBenchmark("xrec/convert/saved", conversion, files.saved)
      ->Unit(benchmark::kMillisecond)
      ->UseRealTime();
  RegisterBenchmark("xrec/index/own", index_pass, files.own)
      ->Unit(benchmark::kMillisecond)
      ->UseRealTime();
  RegisterBenchmark("xrec/seek/own", random_seeks, files.own)
      ->UseManualTime()
      ->Unit(benchmark::kMicrosecond);
  RegisterBenchmark("xrec/playback/own", playback, files.own)->Unit(benchmark::kMicrosecond);
}

void make_files(const Files& files, const Size& size) {
  make_file(files.session, [&](const ByteSink& sink) { write_session(sink, size.seconds); });
  make_file(files.saved, [&](const ByteSink& sink) {
    assets::FbfOptions options;
    options.arena.entities = size.entities;
    options.container = framebyframe::Container::saved;
    const auto written = assets::write_framebyframe(options, sink, size.frames, 0);
    if (!written) give_up(written.error());
  });
  make_file(files.own, [&](const ByteSink& sink) { convert(open_and_index(files.saved), sink); });
}

/// Takes `flag` out of the arguments, which Google Benchmark would not understand.
bool take_flag(std::vector<char*>& arguments, std::string_view flag) {
  return std::erase_if(arguments, [&](const char* given) { return given == flag; }) > 0;
}

int run(std::vector<char*> arguments) {
  const bool small =
      take_flag(arguments, "--small") || std::getenv("SCRUBJAY_BENCH_SMALL") != nullptr;
  const bool keep = take_flag(arguments, "--keep");
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(count, arguments.data())) return 1;

  const Size size = small ? Size{.seconds = 20, .frames = 30, .entities = 50} : Size();
  const char* chosen = std::getenv("SCRUBJAY_BENCH_DIR");
  const std::filesystem::path folder =
      chosen != nullptr ? std::filesystem::path(chosen) : std::filesystem::temp_directory_path();
  const std::string own =
      std::string(small ? "-small" : "") + (keep ? "" : "-" + std::to_string(::getpid()));
  const auto path = [&](const std::string& name) {
    return folder / ("scrubjay-bench-" + name + own);
  };
  const Files files{path("session") += ".xrec", path("saved") += ".fbf", path("own") += ".xrec"};
  make_files(files, size);
  register_all(files);
  benchmark::RunSpecifiedBenchmarks();
  if (keep) return 0;
  for (const std::filesystem::path& file : {files.session, files.saved, files.own}) {
    std::error_code ignored;
    std::filesystem::remove(file, ignored);
  }
  return 0;
}

}  // namespace
}  // namespace scrubjay

int main(int argc, char** argv) { return scrubjay::run(std::vector<char*>(argv, argv + argc)); }
