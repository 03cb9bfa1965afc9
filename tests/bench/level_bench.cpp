// How long levels take to open, how much memory, and what a picture of them costs.
//
//     level_bench [--small] [FILE...]
//
// Files of scenery may be named; else
// the level that make_level makes (1 and 10 million triangles; 0.1 million with --small) is written
// as .glb and as .obj to SCRUBJAY_BENCH_DIR or the system's folder for temporary files, read from
// there in a process of its own each, and deleted. Memory is what is taken at most beside the
// mapped file, and what the scenery that came of it keeps. A picture is CPU time of the thread that
// draws, more than for an empty scene: with all in view, where a driver without a graphics
// processor transforms the corners in that thread, and with nothing in view, where only our own
// choosing is left.
#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <glm/geometric.hpp>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "assets/level.h"
#include "core/platform/input_file.h"
#include "render/offscreen_context.h"
#include "render/renderer.h"
#include "render/scenery_placement.h"
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

std::size_t triangles_of(const Scenery& scenery) {
  std::size_t indices = 0;
  for (const SceneryMesh& mesh : scenery.meshes) indices += mesh.triangles.size();
  return indices / 3;
}

/// CPU time of this thread for a picture of what stands there, seconds: the least of several.
double picture_cost(Renderer& renderer, const std::vector<PlacedScenery>& placed,
                    const Camera& camera) {
  RenderSettings settings;
  settings.width = 640;
  settings.height = 360;
  settings.samples = 1;
  settings.theme = dark_scene_theme();
  settings.scenery = placed;
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < 20; ++i) {
    const bench::Cost cost = bench::cost_of([&] {
      const auto drawn = renderer.draw({}, camera, settings);
      if (!drawn) bench::give_up(drawn.error());
    });
    // What the driver does beside must not run into the next one.
    renderer.read_image();
    least = std::min(least, cost.cpu);
  }
  return least;
}

/// With all in view and with nothing in view, seconds; NaN without OpenGL.
std::array<double, 2> picture_costs(const std::shared_ptr<const Scenery>& scenery) {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  const auto context = OffscreenContext::create();
  if (!context) return {kNone, kNone};
  auto renderer = Renderer::create();
  if (!renderer) bench::give_up(renderer.error());
  const std::vector<PlacedScenery> placed = {{scenery}};
  const auto bounds = bounds_of(placed.front());
  if (!bounds) return {kNone, kNone};
  Camera camera;
  camera.target = bounds->center();
  camera.distance = glm::length(bounds->size());
  Camera away = camera;
  away.target += glm::dvec3(0, 0, 100 * camera.distance);
  const double empty = picture_cost(*renderer, {}, camera);
  return {picture_cost(*renderer, placed, camera) - empty,
          picture_cost(*renderer, placed, away) - empty};
}

void measure(const std::string& name, const std::filesystem::path& path) {
  const auto numbers = bench::numbers_apart([&] {
    bench::read_plainly(path);
    std::shared_ptr<const Scenery> scenery;
    bench::Cost cost;
    const double peak =
        bench::peak_of([&] { cost = bench::cost_of([&] { scenery = read(path.string()); }); });
    const auto [in_view, out_of_view] = picture_costs(scenery);
    return std::vector<double>{static_cast<double>(triangles_of(*scenery)),
                               cost.wall,
                               cost.cpu,
                               peak,
                               static_cast<double>(bytes_of(*scenery)),
                               static_cast<double>(scenery->meshes.size()),
                               in_view,
                               out_of_view};
  });
  if (!numbers) {
    std::fprintf(stderr, "level_bench: reading failed\n");
    std::exit(1);
  }
  const std::vector<double>& n = *numbers;
  std::printf("%-12s %10.0f %9.1f %9.3f %9.3f %9.1f %9.1f %8.0f %10.2f %10.3f\n", name.c_str(),
              n[0], static_cast<double>(std::filesystem::file_size(path)) / 1e6, n[1], n[2],
              n[3] / 1e6, n[4] / 1e6, n[5], n[6] * 1e3, n[7] * 1e3);
}

void measure_made(std::size_t triangles, const std::string& extension) {
  const bench::BenchFile file("scrubjay_level", extension, [&](const ByteSink& sink) {
    const assets::Level level = assets::courtyard_level(triangles);
    if (extension == ".glb") {
      sink(assets::as_glb(level));
    } else {
      const std::string text = assets::as_obj(level, "scrubjay_level").obj;
      sink(std::as_bytes(std::span(text)));
    }
  });
  measure(extension, file.path());
}

}  // namespace
}  // namespace scrubjay

int main(int argc, char** argv) {
  using namespace scrubjay;
  std::vector<char*> arguments(argv, argv + argc);
  const bool is_small = bench::take_flag(arguments, "--small");
  const std::vector<std::size_t> sizes = is_small ? std::vector<std::size_t>{100'000}
                                                  : std::vector<std::size_t>{1'000'000, 10'000'000};
  std::printf("%-12s %10s %9s %9s %9s %9s %9s %8s %10s %10s\n", "file", "triangles", "MB", "open s",
              "CPU s", "peak MB", "kept MB", "meshes", "picture ms", "unseen ms");
  for (std::size_t i = 1; i < arguments.size(); ++i) {
    const std::filesystem::path path = arguments[i];
    measure(path.filename().string(), path);
  }
  if (arguments.size() > 1) return 0;
  for (const std::size_t triangles : sizes) {
    measure_made(triangles, ".glb");
    measure_made(triangles, ".obj");
  }
  return 0;
}
