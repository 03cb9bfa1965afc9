// How fast recordings are converted, beside a compressor on the same bytes.
//
//     convert_bench [--small] [Google Benchmark's own flags]
//
// Each sample of assets/ is indexed once and then written in each format that can be written, into
// a sink that only counts. The rates are MB of the source's bytes a second of one core: CPU time of
// all threads, so that they can be held against zstd at level 3, which has one thread and the same
// bytes. "of_zstd" is the ratio of the two. --small makes each of them once.
#include <benchmark/benchmark.h>
#include <zstd.h>

#include <atomic>
#include <string>
#include <vector>

#include "tests/bench/measure.h"

namespace scrubjay {
namespace {

/// MB a CPU second of zstd at level 3 over the file.
double zstd_rate(const Recording& recording) {
  const Bytes bytes = recording.file().bytes();
  std::vector<std::byte> out(ZSTD_compressBound(bytes.size()));
  const bench::Cost best = bench::least_cost(3, [&] {
    std::size_t size = ZSTD_compress(out.data(), out.size(), bytes.data(), bytes.size(), 3);
    benchmark::DoNotOptimize(size);
  });
  return static_cast<double>(bytes.size()) / 1e6 / best.cpu;
}

void convert(benchmark::State& state, const std::string& path, const FormatWriter& target) {
  static const std::atomic<bool> kNotCancelled{false};
  const auto recording = bench::open_and_index(path);
  WriteRequest request;
  request.recording = recording;
  std::uint64_t written = 0;
  const double begin = bench::cpu_seconds(CLOCK_PROCESS_CPUTIME_ID);
  for (auto _ : state) {
    written = 0;
    const auto report = target.write(request, kNotCancelled, [&](Bytes bytes) {
      written += bytes.size();
      return true;
    });
    if (!report) bench::give_up(report.error());
  }
  const double seconds = (bench::cpu_seconds(CLOCK_PROCESS_CPUTIME_ID) - begin) /
                         static_cast<double>(state.iterations());
  const double megabytes = static_cast<double>(recording->file().size()) / 1e6;
  const double rate = megabytes / seconds;
  const double zstd = zstd_rate(*recording);
  state.counters["MB/s_core"] = rate;
  state.counters["zstd_MB/s"] = zstd;
  state.counters["of_zstd"] = rate / zstd;
  state.counters["source_MB"] = megabytes;
  state.counters["written_MB"] = static_cast<double>(written) / 1e6;
}

}  // namespace
}  // namespace scrubjay

int main(int argc, char** argv) {
  using namespace scrubjay;
  std::vector<char*> arguments(argv, argv + argc);
  const bool small = bench::take_small(arguments);
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  const std::string samples[] = {"sample.log", "sample.fbf", "sample.xrec", "sample.ndjson"};
  for (const std::string& sample : samples) {
    for (const Format* format : formats()) {
      const FormatWriter* const target = format->writer;
      if (target == nullptr) continue;
      const std::string path = std::string(SCRUBJAY_ASSETS) + "/" + sample;
      auto* run = benchmark::RegisterBenchmark(
          (sample + " to " + std::string(target->name)).c_str(),
          [path, target](benchmark::State& state) { convert(state, path, *target); });
      run->Unit(benchmark::kMillisecond)->UseRealTime();
      if (small) run->Iterations(1);
    }
  }
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
