#include "tests/fuzz/scenery_rules.h"

#include <cmath>

#include "tests/core/test_values.h"
#include "tests/fuzz/properties.h"

namespace scrubjay::fuzz {

namespace {

void check_problem(const Problem& problem) {
  require(!problem.code.empty(), "scenery: a problem has a code");
  require(!problem.message.empty(), "scenery: a problem has a sentence");
}

void check_place(const Scenery& scenery, const glm::vec3& vertex) {
  for (int axis = 0; axis < 3; ++axis) {
    const double place = static_cast<double>(vertex[axis]) + scenery.origin[axis];
    require(std::isfinite(place), "scenery: a place is a number");
    require(place >= scenery.least[axis] && place <= scenery.greatest[axis],
            "scenery: a place is in the box");
  }
}

void check_sound(const Scenery& scenery) {
  for (const SceneryMesh& mesh : scenery.meshes) {
    require(!mesh.triangles.empty() && mesh.triangles.size() % 3 == 0,
            "scenery: a mesh has triangles");
    for (const std::uint32_t corner : mesh.triangles) {
      require(corner < mesh.vertices.size(), "scenery: a corner is a vertex");
    }
    for (const glm::vec3& vertex : mesh.vertices) check_place(scenery, vertex);
  }
  for (const SceneryLine& line : scenery.lines) {
    require(line.points.size() >= 2, "scenery: a line has two points");
    for (const glm::vec3& point : line.points) check_place(scenery, point);
  }
  for (const Problem& problem : scenery.problems) check_problem(problem);
}

void check_same(const Scenery& a, const Scenery& b) {
  require(a.meshes.size() == b.meshes.size(), "scenery: read again, it has the same meshes");
  for (std::size_t i = 0; i < a.meshes.size(); ++i) {
    require(a.meshes[i].color == b.meshes[i].color, "scenery: read again, a colour is the same");
    require(a.meshes[i].vertices == b.meshes[i].vertices &&
                a.meshes[i].triangles == b.meshes[i].triangles,
            "scenery: read again, a mesh is the same");
  }
  require(a.lines.size() == b.lines.size(), "scenery: read again, it has the same lines");
  require(a.problems.size() == b.problems.size(), "scenery: read again, it has the same problems");
}

}  // namespace

std::shared_ptr<const Scenery> check_scenery(const SceneryFormat& format, const char* file_name,
                                             const std::vector<std::byte>& file,
                                             const Neighbours& neighbours) {
  const auto input = InputFile::from_memory(file_name, file);
  std::shared_ptr<const Scenery> scenery;
  {
    const MemoryBound bound(file.size());
    const auto read = format.read(*input, neighbours, kNotCancelled);
    if (!read) {
      check_problem(read.error());
      require(read.error().severity == Severity::fatal, "scenery: why it is not read is fatal");
      return nullptr;
    }
    scenery = *read;
  }
  check_sound(*scenery);
  const auto again = format.read(*input, neighbours, kNotCancelled);
  require(again.has_value(), "scenery: what was read can be read again");
  check_same(*scenery, **again);
  return scenery;
}

}  // namespace scrubjay::fuzz
