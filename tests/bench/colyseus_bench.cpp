// How fast the state of Colyseus rooms is decoded, indexed and sought.
//
//     colyseus_bench [--small] [Google Benchmark's own flags]
//
// The capture is made first: 2,000 players of a map, in generation 5, of which 400 move in each of
// 5,000 patches (500 with --small). Where SCRUBJAY_COLYSEUS_SCHEMA names the folder of the npm
// package @colyseus/schema 5.x, its own decoder reads the same bytes in node first, and prints its
// rate to compare with.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "formats/colyseus/colyseus.h"
#include "formats/colyseus/read/flat_reader.h"
#include "formats/colyseus/read/handshake.h"
#include "tests/bench/colyseus_room.h"
#include "tests/bench/measure.h"

namespace scrubjay::colyseus {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint32_t kMoving = 400;

/// Messages of the room in order: the handshake, the full state, then patches.
std::vector<ByteVector> make_messages(std::size_t patches) {
  bench::ColyseusRoom room(7);
  std::vector<ByteVector> messages{room.handshake(), room.full_state()};
  for (std::size_t i = 0; i < patches; ++i) messages.push_back(room.patch(kMoving));
  return messages;
}

ByteVector capture_of(const std::vector<ByteVector>& messages) {
  ByteVector capture = bench::ColyseusRoom::capture_head();
  for (std::size_t i = 0; i < messages.size(); ++i) {
    const ByteVector record =
        bench::ColyseusRoom::record(static_cast<std::uint8_t>(std::min<std::size_t>(i, 2)),
                                    0.05 * static_cast<double>(i), messages[i]);
    capture.insert(capture.end(), record.begin(), record.end());
  }
  return capture;
}

/// What seeking and showing would need, without either: bytes to a tree.
void bench_decode(benchmark::State& state, const std::vector<ByteVector>& messages) {
  const auto schema = read_handshake(messages[0], Generation::v0_5);
  std::int64_t bytes = 0;
  for (auto _ : state) {
    State tree;
    tree.reset(**schema);
    FlatReader reader;
    for (std::size_t i = 1; i < messages.size(); ++i) {
      reader.apply(tree, messages[i], Apply::change, nullptr);
      bytes += static_cast<std::int64_t>(messages[i].size());
    }
    benchmark::DoNotOptimize(tree.structure_count());
  }
  state.SetBytesProcessed(bytes);
}

void bench_index(benchmark::State& state, const ByteVector& capture) {
  for (auto _ : state) benchmark::DoNotOptimize(recording_of(capture, "bench.colycap"));
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) *
                          static_cast<std::int64_t>(capture.size()));
}

/// Seeks to random frames, with all entities and properties of them.
void bench_seek(benchmark::State& state, const ByteVector& capture) {
  const auto recording = recording_of(capture, "bench.colycap");
  Cursor cursor(recording);
  std::mt19937 random(11);
  std::vector<double> times;
  for (auto _ : state) {
    const FrameIndex frame(random() % recording->frame_count());
    const auto begin = Clock::now();
    benchmark::DoNotOptimize(cursor.seek(frame).entities.size());
    times.push_back(std::chrono::duration<double, std::milli>(Clock::now() - begin).count());
  }
  std::ranges::sort(times);
  state.counters["p50_ms"] = times[times.size() / 2];
  state.counters["p99_ms"] = times[times.size() * 99 / 100];
}

/// Runs the official decoder over the capture, which prints its rate.
void run_official(const ByteVector& capture) {
  const char* const package = std::getenv("SCRUBJAY_COLYSEUS_SCHEMA");
  if (package == nullptr) {
    std::puts("official decoder: not run, SCRUBJAY_COLYSEUS_SCHEMA is not set");
    return;
  }
  const std::filesystem::path path =
      std::filesystem::temp_directory_path() / "scrubjay_colyseus_bench.colycap";
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(capture.data()),
             static_cast<std::streamsize>(capture.size()));
  const std::string command = std::string("node '") + SCRUBJAY_BENCH_SOURCE +
                              "/colyseus_official.cjs' '" + package + "' '" + path.string() + "'";
  if (std::system(command.c_str()) != 0) std::puts("official decoder: node failed");
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace scrubjay::colyseus

int main(int argc, char** argv) {
  using namespace scrubjay::colyseus;
  std::vector<char*> arguments(argv, argv + argc);
  const bool is_small = scrubjay::bench::take_flag(arguments, "--small");
  const std::vector<scrubjay::ByteVector> messages = make_messages(is_small ? 500 : 5000);
  const scrubjay::ByteVector capture = capture_of(messages);
  run_official(capture);
  benchmark::RegisterBenchmark("decode", [&](auto& state) {
    bench_decode(state, messages);
  })->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark("index", [&](auto& state) {
    bench_index(state, capture);
  })->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark("seek", [&](auto& state) { bench_seek(state, capture); })
      ->Unit(benchmark::kMillisecond)
      ->Iterations(is_small ? 50 : 500);
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
