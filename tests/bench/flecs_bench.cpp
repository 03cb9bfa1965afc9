// How fast recordings of flecs documents open and seek.
//
//     flecs_bench [--small] [Google Benchmark's own flags]
//
// The recordings are made first, in SCRUBJAY_BENCH_DIR or else the system's temporary folder, and
// deleted at the end: 1 GB of world snapshots of 1,000 moving entities (64 MB with --small), and
// 20 snapshots each of 1,000 and 10,000 entities for seeking. What the index pass is compared with,
// in turns with it, is simdjson's own iterate_many over the same bytes.
#include <benchmark/benchmark.h>
#include <simdjson.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "core/recording.h"
#include "formats/flecs/flecs.h"

namespace scrubjay {
namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// Seconds on the clock and of all processors together: both sides work on several threads.
struct Cost {
  double wall = 1e9;
  double processor = 1e9;

  template <class Work>
  void measure(Work work) {
    const std::clock_t processor_begin = std::clock();
    const auto begin = Clock::now();
    work();
    wall = std::min(wall, since(begin));
    processor = std::min(
        processor, static_cast<double>(std::clock() - processor_begin) / double{CLOCKS_PER_SEC});
  }
};

/// A number as flecs prints a float: at most ten decimals.
void add_number(std::string& out, double value) {
  char text[40];
  std::snprintf(text, sizeof(text), "%.10g", value);
  out += text;
}

/// One 4.x world document, wrapped, in flecs' own spacing. Every tenth sample something happens:
/// an entity comes or goes, a tag is set or taken.
std::string snapshot(std::size_t entities, std::size_t frame) {
  std::string out = "{\"time\":";
  add_number(out, 0.1 * static_cast<double>(frame));
  out += ",\"frame\":" + std::to_string(frame) + ",\"data\":{\"results\":[{\"name\":\"World\", ";
  out += "\"id\":500}";
  const std::size_t gone = frame / 10 % entities;
  for (std::size_t i = 0; i < entities; ++i) {
    if (i == gone) continue;
    const double t = 0.1 * static_cast<double>(frame) + static_cast<double>(i);
    out += ", {\"parent\":\"World\", \"name\":\"Unit_" + std::to_string(i) + "\", \"id\":";
    out += std::to_string(501 + i);
    out += (i + frame / 10) % 97 == 0 ? ", \"tags\":[\"Selected\"]" : "";
    out += ", \"components\":{\"game.Position\":{\"x\":";
    add_number(out, 100 * std::sin(t));
    out += ", \"y\":0, \"z\":";
    add_number(out, 100 * std::cos(t));
    out += "}, \"game.Velocity\":{\"x\":";
    add_number(out, std::cos(t));
    out += ", \"y\":0, \"z\":";
    add_number(out, -std::sin(t));
    out += "}, \"game.Health\":{\"value\":";
    add_number(out, 50 + 50 * std::sin(t / 7));
    out += ", \"is_alive\":true}}}";
  }
  out += "]}}\n";
  return out;
}

std::filesystem::path folder() {
  const char* named = std::getenv("SCRUBJAY_BENCH_DIR");
  return named != nullptr ? std::filesystem::path(named) : std::filesystem::temp_directory_path();
}

/// A file that lives as long as this.
struct BenchFile {
  BenchFile(const std::string& name, std::size_t entities, std::uint64_t bytes, std::size_t most)
      : path(folder() / name) {
    std::ofstream out(path, std::ios::binary);
    std::uint64_t written = 0;
    for (std::size_t frame = 0; frame < most && written < bytes; ++frame) {
      const std::string text = snapshot(entities, frame);
      out << text;
      written += text.size();
    }
  }
  ~BenchFile() {
    std::error_code ignored;
    std::filesystem::remove(path, ignored);
  }
  BenchFile(const BenchFile&) = delete;
  BenchFile& operator=(const BenchFile&) = delete;

  std::filesystem::path path;
};

std::shared_ptr<Recording> open_file(const std::filesystem::path& path) {
  auto file = InputFile::open(path.string());
  if (!file) std::exit(1);
  auto opened = flecs::kFormat.open(*file);
  if (!opened) std::exit(1);
  return *opened;
}

/// Goes from document to document as simdjson does it, and asks each for a member.
std::size_t iterate_many(const simdjson::padded_string& text) {
  simdjson::ondemand::parser parser;
  simdjson::ondemand::document_stream documents;
  if (parser.iterate_many(text, 8u << 20).get(documents) != simdjson::SUCCESS) std::exit(1);
  std::size_t count = 0;
  for (auto document : documents) {
    double time = 0;
    if (document["time"].get_double().get(time) == simdjson::SUCCESS) ++count;
  }
  return count;
}

void bench_index(benchmark::State& state, const BenchFile& file) {
  simdjson::padded_string text;
  if (simdjson::padded_string::load(file.path.string()).get(text) != simdjson::SUCCESS) {
    state.SkipWithError("The file cannot be read.");
    return;
  }
  Cost index;
  Cost many;
  std::size_t events = 0;
  std::size_t frames = 0;
  for (auto _ : state) {
    index.measure([&] {
      const std::shared_ptr<Recording> recording = open_file(file.path);
      recording->index();
      events = recording->event_count();
      frames = recording->frame_count();
    });
    state.PauseTiming();
    many.measure([&] {
      if (iterate_many(text) != frames) state.SkipWithError("The numbers of documents differ.");
    });
    state.ResumeTiming();
  }
  const auto gigabytes = static_cast<double>(text.size()) / 1e9;
  state.counters["frames"] = static_cast<double>(frames);
  state.counters["events"] = static_cast<double>(events);
  state.counters["GB/s"] = gigabytes / index.wall;
  state.counters["CPU s/GB"] = index.processor / gigabytes;
  state.counters["iterate_many GB/s"] = gigabytes / many.wall;
  state.counters["iterate_many CPU s/GB"] = many.processor / gigabytes;
  state.counters["of iterate_many"] = many.wall / index.wall;
}

void bench_seek(benchmark::State& state, const BenchFile& file) {
  const std::shared_ptr<Recording> recording = open_file(file.path);
  recording->index();
  Cursor cursor(recording);
  std::vector<double> times;
  std::size_t frame = 0;
  for (auto _ : state) {
    frame = (frame + 7) % recording->frame_count();
    const auto begin = Clock::now();
    benchmark::DoNotOptimize(cursor.seek(FrameIndex(frame)).entities.size());
    times.push_back(since(begin) * 1e3);
  }
  std::ranges::sort(times);
  state.counters["p50 ms"] = times[times.size() / 2];
  state.counters["p99 ms"] = times[times.size() * 99 / 100];
}

}  // namespace
}  // namespace scrubjay

int main(int argc, char** argv) {
  using namespace scrubjay;
  bool is_small = std::getenv("SCRUBJAY_BENCH_SMALL") != nullptr;
  const auto is_ours = [&](char* argument) {
    const bool is = std::string_view(argument) == "--small";
    is_small |= is;
    return is;
  };
  argc = static_cast<int>(std::remove_if(argv + 1, argv + argc, is_ours) - argv);
  const BenchFile world("scrubjay_flecs_world.ndjson", 1000, is_small ? 64'000'000 : 1'000'000'000,
                        100'000);
  const BenchFile thousand("scrubjay_flecs_1000.ndjson", 1000, 1'000'000'000, 20);
  const BenchFile ten_thousand("scrubjay_flecs_10000.ndjson", 10'000, 1'000'000'000, 20);
  benchmark::RegisterBenchmark("index", [&](auto& state) { bench_index(state, world); })
      ->Unit(benchmark::kMillisecond)
      ->UseRealTime();
  benchmark::RegisterBenchmark("seek/1000", [&](auto& state) {
    bench_seek(state, thousand);
  })->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark("seek/10000", [&](auto& state) {
    bench_seek(state, ten_thousand);
  })->Unit(benchmark::kMillisecond);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
