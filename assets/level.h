#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <glm/vec3.hpp>
#include <string>
#include <vector>

namespace scrubjay::assets {

/// Geometry of a level: shapes, colours, and where shapes stand.
///
/// Axes are glTF's: y up, the front along +z, left along +x, in metres.
struct Level {
  struct Shape {
    std::string name;
    std::vector<glm::vec3> vertices;
    std::vector<std::uint32_t> triangles;  ///< three corners each
  };
  struct Color {
    std::string name;
    std::array<double, 3> linear{};  ///< red, green and blue of light
  };
  /// A shape in one colour, scaled first and moved then.
  struct Part {
    std::string name;
    std::size_t shape = 0;
    std::size_t color = 0;
    glm::dvec3 place{0.0};
    glm::dvec3 scale{1.0};
  };
  std::vector<Shape> shapes;
  std::vector<Color> colors;
  std::vector<Part> parts;  ///< of each shape and colour at least one

  std::size_t triangles() const;
};

/// The walls, towers and surroundings of the first courtyard of an `Arena`, made to fit a recording
/// of it; hills with at least so many triangles lie around it. The same everywhere.
Level courtyard_level(std::size_t triangles);

/// The level as a .glb file: a node for each part.
std::vector<std::byte> as_glb(const Level& level);

/// The level as an .obj file that names "NAME.mtl", and that file.
struct ObjFiles {
  std::string obj;
  std::string mtl;
};
ObjFiles as_obj(const Level& level, const std::string& name);

}  // namespace scrubjay::assets
