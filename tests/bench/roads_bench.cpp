// How fast roads are read, drawn and asked. Without a file it makes a town of its own: a grid of
// straight roads with bends between them.
//
//   roads_bench [--small] [FILE.xodr]
#include <atomic>
#include <cmath>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

#include "core/number_text.h"
#include "core/platform/input_file.h"
#include "core/road_network.h"
#include "scenery/scenery_format.h"
#include "tests/bench/measure.h"
#include "tests/core/bytes_of.h"

namespace scrubjay {
namespace {

constexpr double kPointsGoal = 1e6;  // a second
constexpr double kReadGoal = 0.2;    // seconds
constexpr double kBlock = 100;       // between two roads of the grid
constexpr int kSections = 4;         // of each road

std::string lane_text(int id, const char* type, double width) {
  return "<lane id=\"" + std::to_string(id) + "\" type=\"" + type +
         "\" level=\"false\"><link><predecessor id=\"" + std::to_string(id) +
         "\"/><successor id=\"" + std::to_string(id) + "\"/></link><width sOffset=\"0\" a=\"" +
         number_text(width) + "\" b=\"0\" c=\"0\" d=\"0\"/><roadMark sOffset=\"0\" " +
         "type=\"broken\" material=\"standard\" color=\"white\" width=\"0.125\"/></lane>";
}

std::string road_text(int id, double x, double y, double heading, const std::string& shape,
                      double length) {
  std::string text = "<road id=\"" + std::to_string(id) + "\" length=\"" + number_text(length) +
                     "\" junction=\"-1\"><planView><geometry s=\"0\" x=\"" + number_text(x) +
                     "\" y=\"" + number_text(y) + "\" hdg=\"" + number_text(heading) +
                     "\" length=\"" + number_text(length) + "\">" + shape +
                     "</geometry></planView><lanes>";
  for (int i = 0; i < kSections; ++i) {
    text += "<laneSection s=\"" + number_text(length * i / kSections) + "\"><left>" +
            lane_text(3, "sidewalk", 3) + lane_text(2, "shoulder", 0.3) +
            lane_text(1, "driving", 3.5) + "</left><center><lane id=\"0\" type=\"none\"/>" +
            "</center><right>" + lane_text(-1, "driving", 3.5) + lane_text(-2, "shoulder", 0.3) +
            lane_text(-3, "sidewalk", 3) + "</right></laneSection>";
  }
  return text + "</lanes></road>\n";
}

/// A grid of `side` times `side` blocks.
std::string town_text(int side) {
  std::string text = "<OpenDRIVE><header revMajor=\"1\" revMinor=\"4\"/>\n";
  int id = 0;
  for (int i = 0; i < side; ++i) {
    for (int j = 0; j < side; ++j) {
      const double x = i * kBlock;
      const double y = j * kBlock;
      text += road_text(++id, x + 10, y, 0, "<line/>", kBlock - 20);
      text += road_text(++id, x, y + 10, M_PI / 2, "<line/>", kBlock - 20);
      text += road_text(++id, x - 10, y, 0, "<arc curvature=\"0.1\"/>", 5 * M_PI);
    }
  }
  return text + "</OpenDRIVE>\n";
}

std::shared_ptr<const Scenery> read(const InputFile& file) {
  const std::atomic<bool> not_cancelled{false};
  std::shared_ptr<const Scenery> scenery;
  const auto read_it = [&] {
    auto result = read_scenery(file, no_neighbours, not_cancelled);
    if (!result) bench::give_up(result.error());
    scenery = std::move(*result);
  };
  const double best = bench::least_cost(5, read_it, CLOCK_PROCESS_CPUTIME_ID).cpu;
  std::size_t vertices = 0;
  std::size_t triangles = 0;
  for (const SceneryMesh& mesh : scenery->meshes) {
    vertices += mesh.vertices.size();
    triangles += mesh.triangles.size() / 3;
  }
  std::printf("read and drawn   %8.1f ms for %.2f MB (goal %.0f ms for the largest town, 3.4 MB)\n",
              best * 1e3, static_cast<double>(file.size()) / 1e6, kReadGoal * 1e3);
  std::printf("                 %zu meshes, %zu corners, %zu triangles, %zu labels\n",
              scenery->meshes.size(), vertices, triangles, scenery->labels.size());
  return scenery;
}

void locate(const char* what, const Scenery& scenery, std::size_t count, bool is_on_roads) {
  if (scenery.roads == nullptr || scenery.meshes.empty()) return;
  std::mt19937 random(5);
  std::vector<glm::dvec3> places;
  for (std::size_t i = 0; i < count; ++i) {
    if (is_on_roads) {
      const SceneryMesh& mesh = scenery.meshes[random() % scenery.meshes.size()];
      places.push_back(scenery.origin + glm::dvec3(mesh.vertices[random() % mesh.vertices.size()]));
    } else {
      std::uniform_real_distribution<double> x(scenery.least.x, scenery.greatest.x);
      std::uniform_real_distribution<double> y(scenery.least.y, scenery.greatest.y);
      places.emplace_back(x(random), y(random), 0);
    }
  }
  std::size_t inside = 0;
  const bench::Cost cost = bench::cost_of([&] {
    for (const glm::dvec3& place : places) {
      const auto found = scenery.roads->locate(place, 0.0, nullptr);
      if (found && found->is_inside) ++inside;
    }
  });
  std::printf("%-16s %8.2f million places a second (goal %.0f); %.0f %% in a lane\n", what,
              static_cast<double>(count) / cost.cpu / 1e6, kPointsGoal / 1e6,
              100.0 * static_cast<double>(inside) / static_cast<double>(count));
}

std::shared_ptr<InputFile> input(const char* path, bool is_small) {
  if (path != nullptr) {
    auto file = InputFile::open(path);
    if (!file) bench::give_up(file.error());
    return *file;
  }
  const std::string text = town_text(is_small ? 3 : 14);
  return InputFile::from_memory("town.xodr", bytes_of(text));
}

}  // namespace
}  // namespace scrubjay

int main(int argc, char** argv) {
  std::vector<char*> arguments(argv, argv + argc);
  const bool is_small = scrubjay::bench::take_flag(arguments, "--small");
  const auto file = scrubjay::input(arguments.size() > 1 ? arguments.back() : nullptr, is_small);
  const auto scenery = scrubjay::read(*file);
  const std::size_t count = is_small ? 1000 : 1'000'000;
  scrubjay::locate("on roads", *scenery, count, true);
  scrubjay::locate("anywhere", *scenery, count, false);
  return 0;
}
