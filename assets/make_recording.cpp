// Writes a recording of the made-up town: `make_recording --format carla --frames 600 -o town.log`.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <limits>
#include <string>

#include "assets/carla_feed.h"
#include "assets/scene.h"
#include "core/output_file.h"

namespace {

using namespace scrubjay;

struct Arguments {
  std::string format = "carla";
  std::uint64_t frames = 600;
  std::uint64_t bytes = 0;
  bool float64 = false;
  assets::SceneOptions scene;
  std::string path;
};

Result<void> write(const Arguments& arguments, const ByteSink& sink) {
  assets::Scene scene(arguments.scene);
  const auto width = arguments.float64 ? carla::VectorWidth::float64 : carla::VectorWidth::float32;
  return assets::write_carla(scene, sink, arguments.frames, arguments.bytes, width);
}

Result<std::uint64_t> write_file(const Arguments& arguments) {
  Result<AtomicFile> file = AtomicFile::create(arguments.path);
  if (!file) return failure(file.error());
  const auto written = write(arguments, [&](Bytes bytes) { return file->write(bytes); });
  if (!written && written.error().code != "not-written") return failure(written.error());
  // What the file could not take, it explains better than the writer.
  if (const auto committed = file->commit(); !committed) return failure(committed.error());
  return file->bytes_written();
}

}  // namespace

int main(int argc, char** argv) {
  Arguments arguments;
  CLI::App app("Writes a recording of a made-up town.");
  app.add_option("--format", arguments.format, "Format of the recording")
      ->check(CLI::IsMember({"carla"}))
      ->capture_default_str();
  CLI::Option* frames = app.add_option("--frames", arguments.frames, "Number of frames")
                            ->check(CLI::PositiveNumber)
                            ->capture_default_str();
  app.add_option("--bytes", arguments.bytes,
                 "Stop at the first frame's end beyond this size, e.g. 10M or 1G; without --frames "
                 "there are as many frames as that takes")
      ->transform(CLI::AsSizeValue(true));
  app.add_option("--entities", arguments.scene.entities, "Actors at the start, about")
      ->check(CLI::Range(8, 60000))
      ->capture_default_str();
  app.add_option("--properties", arguments.scene.properties_per_entity,
                 "How much is known of each: from 8 motion, from 16 wheels, from 24 bones")
      ->check(CLI::Range(1, 100))
      ->capture_default_str();
  app.add_option("--seed", arguments.scene.seed, "Another town for every seed")
      ->capture_default_str();
  app.add_option("--step", arguments.scene.step, "Seconds between frames")
      ->check(CLI::Range(0.005, 0.2))
      ->capture_default_str();
  app.add_flag("--float64", arguments.float64, "Vectors as Unreal 5 builds write them");
  app.add_option("-o,--output", arguments.path, "The file to write")->required();
  CLI11_PARSE(app, argc, argv);
  if (arguments.bytes != 0 && frames->empty()) {
    arguments.frames = std::numeric_limits<std::uint64_t>::max();
  }

  const auto written = write_file(arguments);
  if (!written) {
    std::fprintf(stderr, "make_recording: %s: %s\n", arguments.path.c_str(),
                 describe(written.error()).c_str());
    return 1;
  }
  std::printf("%s: %llu bytes\n", arguments.path.c_str(),
              static_cast<unsigned long long>(*written));
  return 0;
}
