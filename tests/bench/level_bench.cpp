// How long levels take to open, and how much memory.
//
//     level_bench [--small]
//
// The level that make_level makes (1 and 10 million triangles; 0.1 million with --small) is written
// as .glb and as .obj to SCRUBJAY_BENCH_DIR or the system's folder for temporary files, read from
// there in a process of its own each, and deleted. Memory is what is taken at most beside the
// mapped file, and what the scenery that came of it keeps.
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "assets/level.h"
#include "core/platform/input_file.h"
#include "scenery/scenery_format.h"
#include "tests/bench/measure.h"

namespace scrubjay {
namespace {

std::shared_ptr<const Scenery> read(const std::string& path) {
  const std::atomic<bool> not_cancelled{false};
  const auto file = InputFile::open(path);
  if (!file) bench::give_up(file.error());
  const auto scenery = read_scenery(**file, no_neighbours, not_cancelled);
  if (!scenery) bench::give_up(scenery.error());
  return *scenery;
}

std::size_t bytes_of(const Scenery& scenery) {
  std::size_t bytes = 0;
  for (const SceneryMesh& mesh : scenery.meshes) {
    bytes += mesh.vertices.capacity() * sizeof(glm::vec3) +
             mesh.triangles.capacity() * sizeof(std::uint32_t);
  }
  return bytes;
}

void measure(std::size_t triangles, const std::string& extension) {
  const bench::BenchFile file("scrubjay_level", extension, [&](const ByteSink& sink) {
    const assets::Level level = assets::courtyard_level(triangles);
    if (extension == ".glb") {
      sink(assets::as_glb(level));
    } else {
      const std::string text = assets::as_obj(level, "scrubjay_level").obj;
      sink(std::as_bytes(std::span(text)));
    }
  });
  const auto numbers = bench::numbers_apart([&] {
    bench::read_plainly(file.path());
    std::shared_ptr<const Scenery> scenery;
    bench::Cost cost;
    const double peak = bench::peak_of(
        [&] { cost = bench::cost_of([&] { scenery = read(file.path().string()); }); });
    return std::vector<double>{cost.wall, cost.cpu, peak, static_cast<double>(bytes_of(*scenery)),
                               static_cast<double>(scenery->meshes.size())};
  });
  if (!numbers) {
    std::fprintf(stderr, "level_bench: reading failed\n");
    std::exit(1);
  }
  const auto megabytes = [](double bytes) { return bytes / 1e6; };
  std::printf("%-6s %10zu %9.1f %9.3f %9.3f %9.1f %9.1f %8.0f\n", extension.c_str(), triangles,
              megabytes(static_cast<double>(file.bytes())), (*numbers)[0], (*numbers)[1],
              megabytes((*numbers)[2]), megabytes((*numbers)[3]), (*numbers)[4]);
}

}  // namespace
}  // namespace scrubjay

int main(int argc, char** argv) {
  using namespace scrubjay;
  std::vector<char*> arguments(argv, argv + argc);
  const bool is_small = bench::take_flag(arguments, "--small");
  const std::vector<std::size_t> sizes = is_small ? std::vector<std::size_t>{100'000}
                                                  : std::vector<std::size_t>{1'000'000, 10'000'000};
  std::printf("%-6s %10s %9s %9s %9s %9s %9s %8s\n", "file", "triangles", "MB", "open s", "CPU s",
              "peak MB", "kept MB", "meshes");
  for (const std::size_t triangles : sizes) {
    measure(triangles, ".glb");
    measure(triangles, ".obj");
  }
  return 0;
}
