// How fast roads are read, drawn and asked. Without a file it makes a town of its own: a grid of
// straight roads with bends between them.
//
//   roads_bench [--small] [FILE.xodr]
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <random>
#include <string>

#include "core/number_text.h"
#include "core/platform/input_file.h"
#include "core/road_network.h"
#include "scenery/scenery_format.h"

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

double seconds_since(std::clock_t begin) {
  return static_cast<double>(std::clock() - begin) / double{CLOCKS_PER_SEC};
}

[[noreturn]] void end_with(const Problem& problem) {
  std::fprintf(stderr, "roads_bench: %s\n", describe(problem).c_str());
  std::exit(1);
}

std::shared_ptr<const Scenery> read(const InputFile& file) {
  const std::atomic<bool> not_cancelled{false};
  double best = HUGE_VAL;
  std::shared_ptr<const Scenery> scenery;
  for (int i = 0; i < 5; ++i) {
    const std::clock_t begin = std::clock();
    auto result = read_scenery(file, no_neighbours, not_cancelled);
    if (!result) end_with(result.error());
    best = std::min(best, seconds_since(begin));
    scenery = std::move(*result);
  }
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
  const std::clock_t begin = std::clock();
  for (const glm::dvec3& place : places) {
    const auto found = scenery.roads->locate(place, 0.0, nullptr);
    if (found && found->is_inside) ++inside;
  }
  const double seconds = seconds_since(begin);
  std::printf("%-16s %8.2f million places a second (goal %.0f); %.0f %% in a lane\n", what,
              static_cast<double>(count) / seconds / 1e6, kPointsGoal / 1e6,
              100.0 * static_cast<double>(inside) / static_cast<double>(count));
}

std::shared_ptr<InputFile> input(const char* path, bool is_small) {
  if (path != nullptr) {
    auto file = InputFile::open(path);
    if (!file) end_with(file.error());
    return *file;
  }
  const std::string text = town_text(is_small ? 3 : 14);
  const auto bytes = std::as_bytes(std::span(text));
  return InputFile::from_memory("town.xodr", {bytes.begin(), bytes.end()});
}

}  // namespace
}  // namespace scrubjay

int main(int argc, char** argv) {
  bool is_small = false;
  const char* path = nullptr;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--small") == 0) {
      is_small = true;
    } else {
      path = argv[i];
    }
  }
  const auto file = scrubjay::input(path, is_small);
  const auto scenery = scrubjay::read(*file);
  const std::size_t count = is_small ? 1000 : 1'000'000;
  scrubjay::locate("on roads", *scenery, count, true);
  scrubjay::locate("anywhere", *scenery, count, false);
  return 0;
}
