// Writes a recording of a made-up world: `make_recording --format carla --frames 600 -o town.log`.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <limits>
#include <string>

#include "assets/carla_feed.h"
#include "assets/fbf_feed.h"
#include "assets/flecs_feed.h"
#include "assets/scene.h"
#include "assets/xrec_feed.h"
#include "core/platform/output_file.h"

namespace {

using namespace scrubjay;

struct Arguments {
  std::string format = "carla";
  std::uint64_t frames = 600;
  std::uint64_t bytes = 0;
  bool float64 = false;
  assets::CarlaPackets packets;
  bool saved = false;
  bool compressed = true;
  std::uint32_t clients = 2;
  assets::SceneOptions scene;
  std::string path;
};

Result<void> write_arena(const Arguments& arguments, const ByteSink& sink) {
  const assets::SceneOptions& scene = arguments.scene;
  const assets::FbfOptions options{
      .arena = {.entities = scene.entities, .seed = scene.seed, .step = scene.step},
      .container = arguments.saved ? framebyframe::FileKind::saved : framebyframe::FileKind::raw,
      .clients = arguments.clients,
      .properties = scene.properties_per_entity};
  return assets::write_framebyframe(options, sink, arguments.frames, arguments.bytes);
}

Result<void> write_session(const Arguments& arguments, const ByteSink& sink) {
  const assets::SceneOptions& scene = arguments.scene;
  const assets::XrecOptions options{
      .arena = {.entities = scene.entities, .seed = scene.seed, .step = scene.step},
      .compression = arguments.compressed ? xrec::Compression::zstd : xrec::Compression::none};
  if (assets::write_xrec(options, sink, arguments.frames, arguments.bytes)) return {};
  return failure({.code = "not-written", .message = "The recording could not be written."});
}

Result<void> write(const Arguments& arguments, const ByteSink& sink) {
  if (arguments.format == "xrec") return write_session(arguments, sink);
  if (arguments.format == "framebyframe") return write_arena(arguments, sink);
  assets::Scene scene(arguments.scene);
  if (arguments.format == "flecs") {
    return assets::write_flecs(scene, sink, arguments.frames, arguments.bytes);
  }
  const auto width = arguments.float64 ? carla::VectorWidth::float64 : carla::VectorWidth::float32;
  return assets::write_carla(scene, sink, arguments.frames, arguments.bytes, width,
                             arguments.packets);
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
  CLI::App app(
      "Writes a recording of a made-up town, or of guarded courtyards for Frame by Frame and "
      "XREC.");
  app.add_option("--format", arguments.format, "Format of the recording")
      ->check(CLI::IsMember({"carla", "flecs", "framebyframe", "xrec"}))
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
                 "How much is known of each: from 8 motion, from 16 wheels, from 24 bones; of a "
                 "guard from 33 on one number more each")
      ->check(CLI::Range(1, 100))
      ->capture_default_str();
  app.add_option("--seed", arguments.scene.seed, "Another world for every seed")
      ->capture_default_str();
  app.add_option("--step", arguments.scene.step, "Seconds between frames")
      ->check(CLI::Range(0.005, 0.2))
      ->capture_default_str();
  app.add_flag("--float64", arguments.float64, "Vectors as Unreal 5 builds write them");
  app.add_flag("!--no-boxes", arguments.packets.boxes,
               "Without bounding boxes, as older CARLA releases record");
  app.add_flag("!--no-collisions", arguments.packets.collisions,
               "Without collisions, as CARLA records where nobody asks for them");
  std::string container = "raw";
  app.add_option("--container", container, "Kind of a Frame by Frame file")
      ->check(CLI::IsMember({"raw", "saved"}))
      ->capture_default_str();
  app.add_flag("!--uncompressed", arguments.compressed, "Blocks of an XREC file as they are");
  app.add_option("--clients", arguments.clients,
                 "Sources of frames in a Frame by Frame file: a server and players")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  app.add_option("-o,--output", arguments.path, "The file to write")->required();
  CLI11_PARSE(app, argc, argv);
  arguments.saved = container == "saved";
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
