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

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

#include "tests/bench/measure.h"

namespace scrubjay {
namespace {

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

/// Snapshots until there are that many bytes, or `most` of them.
bench::BenchFile::Write snapshots(std::size_t entities, std::uint64_t bytes, std::size_t most) {
  return [=](const ByteSink& sink) {
    std::uint64_t written = 0;
    for (std::size_t frame = 0; frame < most && written < bytes; ++frame) {
      const std::string text = snapshot(entities, frame);
      if (!sink(std::as_bytes(std::span(text)))) return;
      written += text.size();
    }
  };
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

void bench_index(benchmark::State& state, const bench::BenchFile& file) {
  simdjson::padded_string text;
  if (simdjson::padded_string::load(file.path().string()).get(text) != simdjson::SUCCESS) {
    state.SkipWithError("The file cannot be read.");
    return;
  }
  bench::Cost index = bench::kUnmeasured;
  bench::Cost many = bench::kUnmeasured;
  std::size_t events = 0;
  std::size_t frames = 0;
  for (auto _ : state) {
    const auto index_it = [&] {
      const auto recording = bench::open_and_index(file.path());
      events = recording->event_count();
      frames = recording->frame_count();
    };
    index.keep_least(bench::cost_of(index_it, CLOCK_PROCESS_CPUTIME_ID));
    state.PauseTiming();
    const auto iterate = [&] {
      if (iterate_many(text) != frames) state.SkipWithError("The numbers of documents differ.");
    };
    many.keep_least(bench::cost_of(iterate, CLOCK_PROCESS_CPUTIME_ID));
    state.ResumeTiming();
  }
  const auto gigabytes = static_cast<double>(text.size()) / 1e9;
  state.counters["frames"] = static_cast<double>(frames);
  state.counters["events"] = static_cast<double>(events);
  state.counters["GB/s"] = gigabytes / index.wall;
  state.counters["CPU s/GB"] = index.cpu / gigabytes;
  state.counters["iterate_many GB/s"] = gigabytes / many.wall;
  state.counters["iterate_many CPU s/GB"] = many.cpu / gigabytes;
  state.counters["of iterate_many"] = many.wall / index.wall;
}

void bench_seek(benchmark::State& state, const bench::BenchFile& file) {
  const auto recording = bench::open_and_index(file.path());
  Cursor cursor(recording);
  std::vector<double> times;
  std::size_t frame = 0;
  for (auto _ : state) {
    frame = (frame + 7) % recording->frame_count();
    const bench::Cost cost = bench::cost_of(
        [&] { benchmark::DoNotOptimize(cursor.seek(FrameIndex(frame)).entities.size()); });
    times.push_back(cost.wall * 1e3);
  }
  state.counters["p50 ms"] = bench::quantile(times, 0.5);
  state.counters["p99 ms"] = bench::quantile(times, 0.99);
}

}  // namespace
}  // namespace scrubjay

int main(int argc, char** argv) {
  using namespace scrubjay;
  std::vector<char*> arguments(argv, argv + argc);
  constexpr std::uint64_t kLarge = 1'000'000'000;
  const std::uint64_t bytes = bench::take_small(arguments) ? 64'000'000 : kLarge;
  const bench::BenchFile world("flecs-world", ".ndjson", snapshots(1000, bytes, 100'000));
  const bench::BenchFile thousand("flecs-1000", ".ndjson", snapshots(1000, kLarge, 20));
  const bench::BenchFile ten_thousand("flecs-10000", ".ndjson", snapshots(10'000, kLarge, 20));
  benchmark::RegisterBenchmark("index", [&](auto& state) { bench_index(state, world); })
      ->Unit(benchmark::kMillisecond)
      ->UseRealTime();
  benchmark::RegisterBenchmark("seek/1000", [&](auto& state) {
    bench_seek(state, thousand);
  })->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark("seek/10000", [&](auto& state) {
    bench_seek(state, ten_thousand);
  })->Unit(benchmark::kMillisecond);
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
