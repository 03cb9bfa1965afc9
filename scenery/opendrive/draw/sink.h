#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <glm/vec3.hpp>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/scenery.h"
#include "scenery/opendrive/limits.h"

namespace scrubjay::opendrive {

/// What a surface looks like: what goes into one mesh, but for its place.
struct Look {
  SceneryClass surface = SceneryClass::driving;
  std::uint32_t color = 0;
  float detail = 0;
};

/// Puts triangles, lines and labels into a scenery: one mesh for each look and square of 100 m.
/// What lies beyond all limits is left out; past `limits::kMostVertices` all of it.
class MeshSink {
 public:
  MeshSink(Scenery& scenery, const glm::dvec3& origin, const std::atomic<bool>& cancelled);

  /// A filled outline in any plane that is not upright; at most limits::kMostFilledCorners corners.
  void polygon(const Look& look, std::span<const glm::dvec3> corners);
  void quad(const Look& look, const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c,
            const glm::dvec3& d);
  void line(SceneryClass surface, std::uint32_t color, std::span<const glm::dvec3> points,
            bool is_closed);
  void label(SceneryLabel::Kind kind, const glm::dvec3& place, std::string text);

  /// Nothing more is taken, or wanted.
  bool is_full() const { return is_full_ || cancelled_; }

 private:
  friend class Strip;
  static constexpr std::size_t kNone = SIZE_MAX;

  struct Key {
    Look look;
    std::int64_t x = 0;
    std::int64_t y = 0;
    bool operator==(const Key& other) const;
  };
  struct KeyHash {
    std::size_t operator()(const Key& key) const;
  };

  /// Index of the mesh for something at that place.
  std::size_t mesh_at(const Look& look, const glm::dvec3& place);
  /// Appends a vertex to a mesh.
  std::uint32_t add_vertex(std::size_t mesh, const glm::dvec3& place);
  void add_triangle(std::size_t mesh, std::uint32_t a, std::uint32_t b, std::uint32_t c);
  bool take_vertices(std::size_t count);
  void include(const glm::dvec3& place);

  Scenery& scenery_;
  std::unordered_map<Key, std::size_t, KeyHash> meshes_;
  Key last_key_;
  std::size_t last_mesh_ = kNone;
  std::size_t vertices_ = 0;
  std::size_t looks_left_ = limits::kMostLooks;
  const std::atomic<bool>& cancelled_;
  bool is_full_ = false;
};

/// A strip of triangles between two edges, taken pair by pair. Neighbours share vertices.
class Strip {
 public:
  Strip(MeshSink& sink, const Look& look) : sink_(&sink), look_(look) {}

  /// The edges' next places. Nothing is drawn up to them when `is_gap`, or where the strip has no
  /// width.
  void add(const glm::dvec3& left, const glm::dvec3& right, bool is_gap = false);
  /// Of what is added from here on.
  void set_color(std::uint32_t color) { look_.color = color; }

 private:
  MeshSink* sink_;
  Look look_;
  bool has_last_ = false;
  glm::dvec3 left_{};
  glm::dvec3 right_{};
  std::size_t mesh_ = MeshSink::kNone;  ///< in which the last pair is
  std::uint32_t left_index_ = 0;
  std::uint32_t right_index_ = 0;
};

}  // namespace scrubjay::opendrive
