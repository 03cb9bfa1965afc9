#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <glm/vec3.hpp>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "core/problem.h"
#include "core/scenery.h"

namespace scrubjay {

/// Gathers the triangles and lines of a level and cuts them into meshes of one colour that lie near
/// each other. Memory: 12 bytes a vertex and a triangle, and about the same again while cutting.
class LevelBuilder {
 public:
  /// Of the vertices of a whole level, and of its triangles.
  static constexpr std::size_t kMost = 50'000'000;
  /// What stands further away than this [units], or is no number, is no place.
  static constexpr double kFurthest = 1e9;
  /// Triangles of one mesh, at most.
  static constexpr std::size_t kMeshTriangles = 65'536;

  /// `file_bytes` [B] is how large the files are that the level comes from: a small one that
  /// repeats what it has without end is refused early.
  explicit LevelBuilder(std::size_t file_bytes);

  /// Vertices and triangles that may still be added. What has no area takes of it, too.
  std::size_t room() const;
  std::size_t vertices() const { return vertices_.size(); }
  std::size_t triangles() const { return triangle_count_; }
  static bool is_place(const glm::dvec3& place);

  /// Adds a vertex at a place; there must be room.
  std::uint32_t add_vertex(const glm::dvec3& place);
  /// Where a vertex was placed, from an origin that all have in common.
  const glm::vec3& vertex(std::uint32_t number) const { return vertices_[number]; }
  /// Adds a triangle of three vertices that were added; there must be room. One that uses a vertex
  /// twice has no area and is left out.
  void add_triangle(std::uint32_t color, std::uint32_t a, std::uint32_t b, std::uint32_t c);
  /// Adds a piece of a line between two vertices that were added; there must be room. Pieces of one
  /// colour that begin where the one before ended become one line.
  void add_piece(std::uint32_t color, std::uint32_t from, std::uint32_t to);

  /// Moves everything into a scenery: `origin`, `meshes`, `lines` and the box. Nothing more can be
  /// added. False when cancelled.
  bool finish(Scenery& scenery, const std::atomic<bool>& cancelled);

 private:
  bool cut(Scenery& scenery, std::uint32_t color, std::vector<std::uint32_t> triangles,
           const std::atomic<bool>& cancelled);
  SceneryMesh mesh_of(std::uint32_t color, std::span<const std::uint32_t> corners);

  std::size_t most_;
  std::optional<glm::dvec3> origin_;
  std::vector<glm::vec3> vertices_;  ///< from `origin_`
  std::map<std::uint32_t, std::vector<std::uint32_t>>
      triangles_;  ///< by colour, three corners each
  std::size_t triangle_count_ = 0;
  std::size_t left_out_ = 0;  ///< triangles without an area: they cost time
  std::vector<SceneryLine> lines_;
  std::uint32_t last_in_line_ = 0;
  std::size_t pieces_ = 0;
  std::vector<std::uint32_t> place_in_mesh_;  ///< of each vertex while a mesh is made
};

/// 0xAABBGGRR of red, green, blue and opacity, each of which counts as at least 0 and at most 1 in
/// the colour space of screens (sRGB). Never 0, which means no colour.
std::uint32_t packed_color(double red, double green, double blue, double opacity);

}  // namespace scrubjay
