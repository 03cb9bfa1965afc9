// Writes the geometry of a made-up level: `make_level 600 assets/sample_level.glb`.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <span>
#include <string>

#include "assets/level.h"
#include "core/platform/output_file.h"

namespace {

using namespace scrubjay;

Result<void> write_level(const assets::Level& level, const std::string& path) {
  constexpr std::string_view kObj = ".obj";
  if (!path.ends_with(kObj)) return write_whole_file(path, assets::as_glb(level));
  const std::string stem = path.substr(0, path.size() - kObj.size());
  const assets::ObjFiles files = assets::as_obj(level, stem.substr(stem.rfind('/') + 1));
  if (auto written = write_whole_file(stem + ".mtl", std::as_bytes(std::span(files.mtl)));
      !written) {
    return written;
  }
  return write_whole_file(path, std::as_bytes(std::span(files.obj)));
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app(
      "Writes the level around the first courtyard that make_recording makes for Frame by Frame.");
  std::size_t triangles = 600;
  std::string path;
  app.add_option("triangles", triangles, "How many at least")
      ->check(CLI::Range(2, 40'000'000))
      ->required();
  app.add_option("file", path, "The file to write: .glb, or .obj with its .mtl beside it")
      ->required();
  CLI11_PARSE(app, argc, argv);
  const assets::Level level = assets::courtyard_level(triangles);
  if (const auto written = write_level(level, path); !written) {
    std::fprintf(stderr, "make_level: %s\n", describe(written.error()).c_str());
    return 1;
  }
  std::printf("%s: %zu triangles\n", path.c_str(), level.triangles());
  return 0;
}
