#pragma once

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <tuple>
#include <vector>

#include "scenery/scenery_format.h"
#include "tests/core/test_values.h"

/// What tests of levels compare.
namespace scrubjay {

using Place = std::tuple<double, double, double>;
using Triangle = std::array<Place, 3>;

inline Place place_of(const Scenery& scenery, const glm::vec3& vertex) {
  const glm::dvec3 place = glm::dvec3(vertex) + scenery.origin;
  return {place.x, place.y, place.z};
}

/// All triangles, in order, with the origin added.
inline std::vector<Triangle> triangles_of(const Scenery& scenery) {
  std::vector<Triangle> triangles;
  for (const SceneryMesh& mesh : scenery.meshes) {
    for (std::size_t i = 0; i < mesh.triangles.size(); i += 3) {
      Triangle& triangle = triangles.emplace_back();
      for (std::size_t corner = 0; corner < 3; ++corner) {
        triangle[corner] = place_of(scenery, mesh.vertices.at(mesh.triangles[i + corner]));
      }
    }
  }
  return triangles;
}

/// "severity code@offset" of each problem, ", " between; of a file that is not read, of the reason.
inline std::string said_of(const SceneryFormat& format, const std::string& name,
                           std::vector<std::byte> bytes) {
  const auto scenery =
      format.read(*InputFile::from_memory(name, std::move(bytes)), no_neighbours, kNotCancelled);
  const auto problems = scenery ? (*scenery)->problems : std::vector<Problem>{scenery.error()};
  std::string said;
  for (const Problem& problem : problems) {
    EXPECT_FALSE(problem.message.empty());
    if (!said.empty()) said += ", ";
    said += std::string(to_text(problem.severity)) + ' ' + problem.code;
    if (problem.offset) said += '@' + std::to_string(*problem.offset);
  }
  return said;
}

}  // namespace scrubjay
