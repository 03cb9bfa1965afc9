#pragma once

#include <cstdint>
#include <glm/vec3.hpp>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/coordinate_system.h"
#include "core/problem.h"
#include "core/upright_pose.h"

namespace scrubjay {

class RoadNetwork;

/// What a surface or line of scenery is. It decides colour, layer, and what lies upon what where
/// surfaces are flat: later ones are drawn over earlier ones.
enum class SceneryClass : std::uint8_t {
  level,      ///< of a level: floors, walls, props, in their own colours
  verge,      ///< beside a road, and lanes of no use
  paved,      ///< shoulders, parking places, medians, borders
  path,       ///< sidewalks, ways for bicycles
  track,      ///< rails
  driving,    ///< lanes to drive in
  junction,   ///< lanes to drive in where roads cross
  island,     ///< islands of traffic, and other filled patches
  crosswalk,  ///< stripes where people cross
  mark,       ///< lane marks, stop lines, painted signs, in their own colours
  object,     ///< poles, barriers, buildings, trees
  signal,     ///< traffic lights and signs
};
constexpr std::size_t kSceneryClasses = 12;

/// Triangles of one class and colour that lie near each other: what is drawn, or left out, at once.
struct SceneryMesh {
  SceneryClass surface = SceneryClass::level;
  /// 0xAABBGGRR. Where AA is 0: the theme's colour of the class, tinted with the rest if that is
  /// not 0.
  std::uint32_t color = 0;
  /// The smallest length that matters in it [the scenery's unit]: where a pixel is much larger, it
  /// is not drawn. 0: always drawn.
  float detail = 0.0F;
  std::vector<glm::vec3> vertices;       ///< from `Scenery::origin`, in its unit
  std::vector<std::uint32_t> triangles;  ///< three a triangle, each less than the count of vertices
};

/// A line through at least two points.
struct SceneryLine {
  SceneryClass surface = SceneryClass::object;
  std::uint32_t color = 0;        ///< as of a mesh
  std::vector<glm::vec3> points;  ///< as of a mesh
};

/// A name that is shown on demand.
struct SceneryLabel {
  enum class Kind : std::uint8_t { road, lane, junction, signal, object };
  Kind kind = Kind::road;
  glm::vec3 place{};  ///< as of a mesh
  std::string text;
};

/// What stands still and is no part of a recording: roads, or the geometry of a level. Immutable
/// once read; any thread may look at it.
struct Scenery {
  std::string format;  ///< the scenery format's name: "opendrive"
  std::string path;    ///< of its file
  /// What the file says of itself, for people: ("date", "2020-03-02"), ("version", "1.4").
  std::vector<std::pair<std::string, std::string>> facts;
  /// Of all places in it. Nothing where the file does not say and people choose.
  std::optional<CoordinateSystem> coordinates;
  /// Where its file says that it lies, in its axes and unit; it lies there only where people want
  /// it so.
  std::optional<UprightPose> stated_pose;
  glm::dvec3 origin{};  ///< of all vertices: far from 0 a float is too coarse
  std::vector<SceneryMesh> meshes;
  std::vector<SceneryLine> lines;
  std::vector<SceneryLabel> labels;
  glm::dvec3 least{1.0};  ///< of the box around all of it, origin added
  glm::dvec3 greatest{};  ///< less than `least` where there is nothing
  /// Roads, where it has some; in metres and OpenDRIVE's axes (`ros`).
  std::shared_ptr<const RoadNetwork> roads;
  std::vector<Problem> problems;
};

}  // namespace scrubjay
