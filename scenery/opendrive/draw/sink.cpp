#include "scenery/opendrive/draw/sink.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <glm/geometric.hpp>

#include "scenery/ears.h"

namespace scrubjay::opendrive {

namespace {

constexpr double kTile = 100;
constexpr double kNoWidth = 1e-6;

/// Where a float from the origin, and the number of a square, can hold it.
bool is_near(const glm::dvec3& place) {
  constexpr double kMost = 10 * limits::kFarthest;
  return std::abs(place.x) <= kMost && std::abs(place.y) <= kMost && std::abs(place.z) <= kMost;
}

/// An outline as it is seen from above, from its first corner on.
std::vector<glm::dvec2> seen_from_above(std::span<const glm::dvec3> corners) {
  std::vector<glm::dvec2> flat;
  for (const glm::dvec3& corner : corners) flat.emplace_back(corner - corners[0]);
  return flat;
}

bool turns_right(std::span<const glm::dvec2> outline) {
  double area = 0;
  for (std::size_t i = 1; i < outline.size(); ++i) {
    area += outline[i - 1].x * outline[i].y - outline[i].x * outline[i - 1].y;
  }
  return area < 0;
}

}  // namespace

bool MeshSink::Key::operator==(const Key& other) const {
  return look.surface == other.look.surface && look.color == other.look.color &&
         look.detail == other.look.detail && x == other.x && y == other.y;
}

std::size_t MeshSink::KeyHash::operator()(const Key& key) const {
  std::size_t hash = static_cast<std::size_t>(key.look.surface) * 31 + key.look.color;
  for (const std::size_t part :
       {std::hash<float>{}(key.look.detail), std::hash<std::int64_t>{}(key.x),
        std::hash<std::int64_t>{}(key.y)}) {
    hash = hash * 0x9E3779B97F4A7C15u + part;
  }
  return hash;
}

MeshSink::MeshSink(Scenery& scenery, const glm::dvec3& origin, const std::atomic<bool>& cancelled)
    : scenery_(scenery), cancelled_(cancelled) {
  scenery.origin = origin;
  scenery.least = glm::dvec3(1);
  scenery.greatest = glm::dvec3(0);
}

void MeshSink::include(const glm::dvec3& place) {
  if (scenery_.least.x > scenery_.greatest.x) {
    scenery_.least = scenery_.greatest = place;
    return;
  }
  for (int i = 0; i < 3; ++i) {
    scenery_.least[i] = std::min(scenery_.least[i], place[i]);
    scenery_.greatest[i] = std::max(scenery_.greatest[i], place[i]);
  }
}

bool MeshSink::take_vertices(std::size_t count) {
  if (vertices_ + count > limits::kMostVertices) is_full_ = true;
  if (is_full_) return false;
  vertices_ += count;
  return true;
}

std::size_t MeshSink::mesh_at(const Look& look, const glm::dvec3& place) {
  const Key key{look, static_cast<std::int64_t>(std::floor(place.x / kTile)),
                static_cast<std::int64_t>(std::floor(place.y / kTile))};
  if (last_mesh_ != kNone && key == last_key_) return last_mesh_;
  const auto [at, is_new] = meshes_.try_emplace(key, scenery_.meshes.size());
  if (is_new) {
    SceneryMesh& mesh = scenery_.meshes.emplace_back();
    mesh.surface = look.surface;
    mesh.color = look.color;
    mesh.detail = look.detail;
  }
  last_key_ = key;
  last_mesh_ = at->second;
  return last_mesh_;
}

std::uint32_t MeshSink::add_vertex(std::size_t mesh, const glm::dvec3& place) {
  include(place);
  auto& vertices = scenery_.meshes[mesh].vertices;
  vertices.push_back(glm::vec3(place - scenery_.origin));
  return static_cast<std::uint32_t>(vertices.size() - 1);
}

void MeshSink::add_triangle(std::size_t mesh, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  auto& triangles = scenery_.meshes[mesh].triangles;
  triangles.insert(triangles.end(), {a, b, c});
}

void MeshSink::polygon(const Look& look, std::span<const glm::dvec3> corners) {
  if (corners.size() < 3 || corners.size() > limits::kMostFilledCorners) return;
  if (!std::ranges::all_of(corners, is_near) || !take_vertices(corners.size())) return;
  const std::size_t mesh = mesh_at(look, corners[0]);
  const auto first = static_cast<std::uint32_t>(scenery_.meshes[mesh].vertices.size());
  std::vector<glm::dvec3> around(corners.begin(), corners.end());
  if (turns_right(seen_from_above(around))) std::ranges::reverse(around);
  for (const glm::dvec3& corner : around) add_vertex(mesh, corner);
  std::vector<std::array<std::uint32_t, 3>> triangles;
  cut_ears(seen_from_above(around), looks_left_, triangles);
  for (const auto& [a, b, c] : triangles) add_triangle(mesh, first + a, first + b, first + c);
}

void MeshSink::quad(const Look& look, const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c,
                    const glm::dvec3& d) {
  const bool is_whole = is_near(a) && is_near(b) && is_near(c) && is_near(d);
  if (!is_whole || !take_vertices(4)) return;
  const std::size_t mesh = mesh_at(look, a);
  const std::uint32_t first = add_vertex(mesh, a);
  add_vertex(mesh, b);
  add_vertex(mesh, c);
  add_vertex(mesh, d);
  add_triangle(mesh, first, first + 1, first + 2);
  add_triangle(mesh, first, first + 2, first + 3);
}

void MeshSink::line(SceneryClass surface, std::uint32_t color, std::span<const glm::dvec3> points,
                    bool is_closed) {
  if (points.size() < 2 || !std::ranges::all_of(points, is_near)) return;
  if (!take_vertices(points.size() + 1)) return;
  SceneryLine& line = scenery_.lines.emplace_back();
  line.surface = surface;
  line.color = color;
  for (const glm::dvec3& point : points) {
    include(point);
    line.points.push_back(glm::vec3(point - scenery_.origin));
  }
  if (is_closed) line.points.push_back(line.points.front());
}

void MeshSink::label(SceneryLabel::Kind kind, const glm::dvec3& place, std::string text) {
  if (text.empty() || !is_near(place) || !take_vertices(1)) return;
  scenery_.labels.push_back({kind, glm::vec3(place - scenery_.origin), std::move(text)});
}

void Strip::add(const glm::dvec3& left, const glm::dvec3& right, bool is_gap) {
  const bool is_whole = is_near(left) && is_near(right);
  const bool is_drawn =
      has_last_ && !is_gap && is_whole &&
      (glm::distance(left_, right_) > kNoWidth || glm::distance(left, right) > kNoWidth);
  std::size_t mesh = MeshSink::kNone;
  if (is_drawn && sink_->take_vertices(2)) {
    mesh = sink_->mesh_at(look_, left_);
    if (mesh != mesh_) {
      left_index_ = sink_->add_vertex(mesh, left_);
      right_index_ = sink_->add_vertex(mesh, right_);
    }
    const std::uint32_t new_left = sink_->add_vertex(mesh, left);
    const std::uint32_t new_right = sink_->add_vertex(mesh, right);
    sink_->add_triangle(mesh, right_index_, new_right, new_left);
    sink_->add_triangle(mesh, right_index_, new_left, left_index_);
    left_index_ = new_left;
    right_index_ = new_right;
  }
  mesh_ = mesh;
  has_last_ = is_whole;
  left_ = left;
  right_ = right;
}

}  // namespace scrubjay::opendrive
