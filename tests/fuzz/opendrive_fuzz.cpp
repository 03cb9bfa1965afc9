// Any bytes as roads: what is drawn is sound, and places are found where they are said to be.
#include <atomic>
#include <cmath>

#include "core/platform/input_file.h"
#include "scenery/opendrive/locate/roads.h"
#include "scenery/opendrive/opendrive.h"
#include "tests/fuzz/properties.h"
#include "tests/fuzz/targets.h"

namespace scrubjay::fuzz {

namespace {

void check_meshes(const Scenery& scenery) {
  for (const SceneryMesh& mesh : scenery.meshes) {
    require(mesh.triangles.size() % 3 == 0, "a triangle has no three corners");
    for (const std::uint32_t index : mesh.triangles) {
      require(index < mesh.vertices.size(), "a triangle has a corner that is not there");
    }
    for (const glm::vec3& vertex : mesh.vertices) {
      require(std::isfinite(vertex.x) && std::isfinite(vertex.y) && std::isfinite(vertex.z),
              "a corner is nowhere");
    }
  }
  for (const SceneryLine& line : scenery.lines) {
    require(line.points.size() >= 2, "a line has no two points");
  }
}

void check_problems(const std::vector<Problem>& problems, std::size_t bytes) {
  for (const Problem& problem : problems) {
    require(!problem.code.empty() && !problem.message.empty(), "a problem says nothing");
    require(!problem.offset || *problem.offset <= bytes, "a problem lies behind the file");
  }
}

void check_place(const opendrive::Roads& roads, const RoadPlace& place) {
  require(place.road < roads.map().roads.size(), "a place is on a road that is not there");
  require(place.lane != 0, "a place is in lane 0");
  require(std::isfinite(place.s) && std::isfinite(place.t), "a place has no s or t");
  require(place.distance >= 0, "a distance is below 0");
  require(std::abs(place.heading) < 3.15 && std::abs(place.lane_heading) < 3.15,
          "a heading is no angle");
}

void check_places(const opendrive::Roads& roads) {
  constexpr std::uint32_t kMostRoads = 20;
  RoadPlace last;
  bool has_last = false;
  for (std::uint32_t road = 0; road < roads.map().roads.size() && road < kMostRoads; ++road) {
    const double length = roads.map().roads[road].length;
    for (const double share : {0.0, 0.3, 0.99}) {
      for (const double t : {-40.0, -1.0, 0.0, 2.5}) {
        const opendrive::TrackPlace at = roads.place_at(road, length * share, t);
        require(std::isfinite(at.x) && std::isfinite(at.y) && std::isfinite(at.z),
                "a road coordinate is nowhere");
        const auto place = roads.locate({at.x, at.y, at.z}, at.heading, nullptr);
        if (!place) continue;
        check_place(roads, *place);
        if (has_last) {
          const auto ahead = roads.ahead(last, *place, 1000);
          require(!ahead || (*ahead >= 0 && *ahead <= 1000), "what is ahead is too far");
        }
        last = *place;
        has_last = true;
      }
    }
  }
}

}  // namespace

void opendrive_fuzz(Input input) {
  const std::size_t bytes = input.size();
  const auto file = InputFile::from_memory("fuzz.xodr", owned_bytes(input));
  const std::atomic<bool> not_cancelled{false};
  opendrive::kFormat.probe(probe_input(file->bytes(), "xodr"));
  const auto scenery = opendrive::kFormat.read(*file, no_neighbours, not_cancelled);
  if (!scenery) {
    require(scenery.error().severity == Severity::fatal, "a file is refused without a reason");
    check_problems({scenery.error()}, bytes);
    return;
  }
  check_problems((*scenery)->problems, bytes);
  check_meshes(**scenery);
  const auto* roads = dynamic_cast<const opendrive::Roads*>((*scenery)->roads.get());
  require(roads != nullptr, "there are no roads");
  check_places(*roads);
}

}  // namespace scrubjay::fuzz
