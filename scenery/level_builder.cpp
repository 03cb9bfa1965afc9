#include "scenery/level_builder.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace scrubjay {

namespace {

constexpr std::uint32_t kNoPlace = std::numeric_limits<std::uint32_t>::max();
/// A float has a millimetre's precision as far out as this.
constexpr double kNear = 8192.0;
constexpr std::size_t kFreeTriangles = 100'000;
constexpr std::size_t kTrianglesForEachByte = 32;

struct Box {
  glm::vec3 least{std::numeric_limits<float>::infinity()};
  glm::vec3 greatest{-std::numeric_limits<float>::infinity()};

  void add(const glm::vec3& place) {
    least = glm::min(least, place);
    greatest = glm::max(greatest, place);
  }
  int longest_axis() const {
    const glm::vec3 size = greatest - least;
    if (size.x >= size.y && size.x >= size.z) return 0;
    return size.y >= size.z ? 1 : 2;
  }
};

using Corners = std::array<std::uint32_t, 3>;

/// Three times the middle of a triangle.
glm::vec3 middle(const std::vector<glm::vec3>& vertices, const Corners& corners) {
  return vertices[corners[0]] + vertices[corners[1]] + vertices[corners[2]];
}

}  // namespace

LevelBuilder::LevelBuilder(std::size_t file_bytes)
    : most_(std::min(kMost, kFreeTriangles + kTrianglesForEachByte * std::min(file_bytes, kMost))) {
}

std::size_t LevelBuilder::room() const {
  const std::size_t triangles = triangle_count_ + left_out_;
  return most_ - std::min(most_, std::max({vertices_.size(), triangles, pieces_}));
}

bool LevelBuilder::is_place(const glm::dvec3& place) {
  const auto fits = [](double v) { return std::abs(v) <= kFurthest; };
  return fits(place.x) && fits(place.y) && fits(place.z);
}

std::uint32_t LevelBuilder::add_vertex(const glm::dvec3& place) {
  if (!origin_) {
    const glm::dvec3 size = glm::abs(place);
    const bool is_near = std::max({size.x, size.y, size.z}) < kNear;
    origin_ = is_near ? glm::dvec3(0.0) : glm::round(place);
  }
  vertices_.emplace_back(place - *origin_);
  return static_cast<std::uint32_t>(vertices_.size() - 1);
}

void LevelBuilder::add_triangle(std::uint32_t color, std::uint32_t a, std::uint32_t b,
                                std::uint32_t c) {
  if (a == b || b == c || c == a) {
    ++left_out_;
    return;
  }
  triangles_[color].insert(triangles_[color].end(), {a, b, c});
  ++triangle_count_;
}

void LevelBuilder::add_piece(std::uint32_t color, std::uint32_t from, std::uint32_t to) {
  const bool goes_on = !lines_.empty() && lines_.back().color == color && last_in_line_ == from;
  if (!goes_on) {
    lines_.push_back({.surface = SceneryClass::level, .color = color, .points = {}});
    lines_.back().points.push_back(vertices_[from]);
  }
  lines_.back().points.push_back(vertices_[to]);
  last_in_line_ = to;
  ++pieces_;
}

SceneryMesh LevelBuilder::mesh_of(std::uint32_t color, std::span<const std::uint32_t> corners) {
  SceneryMesh mesh{.surface = SceneryClass::level, .color = color, .vertices = {}, .triangles = {}};
  mesh.triangles.reserve(corners.size());
  std::vector<std::uint32_t> used;
  for (const std::uint32_t corner : corners) {
    if (place_in_mesh_[corner] == kNoPlace) {
      place_in_mesh_[corner] = static_cast<std::uint32_t>(used.size());
      used.push_back(corner);
    }
    mesh.triangles.push_back(place_in_mesh_[corner]);
  }
  mesh.vertices.reserve(used.size());
  for (const std::uint32_t corner : used) {
    mesh.vertices.push_back(vertices_[corner]);
    place_in_mesh_[corner] = kNoPlace;
  }
  return mesh;
}

// Halves what is too much for one mesh at the median of its longest axis.
bool LevelBuilder::cut(Scenery& scenery, std::uint32_t color, std::vector<std::uint32_t> triangles,
                       const std::atomic<bool>& cancelled) {
  std::vector<std::pair<std::size_t, std::size_t>> parts = {{0, triangles.size() / 3}};
  if (parts[0].second <= kMeshTriangles) {
    scenery.meshes.push_back(mesh_of(color, triangles));
    return true;
  }
  std::vector<Corners> order(triangles.size() / 3);
  for (std::size_t i = 0; i < order.size(); ++i) {
    order[i] = {triangles[3 * i], triangles[3 * i + 1], triangles[3 * i + 2]};
  }
  std::vector<std::uint32_t>().swap(triangles);
  while (!parts.empty()) {
    if (cancelled) return false;
    const auto [begin, end] = parts.back();
    parts.pop_back();
    const auto part = std::span(order).subspan(begin, end - begin);
    if (part.size() <= kMeshTriangles) {
      scenery.meshes.push_back(mesh_of(color, {part.front().data(), 3 * part.size()}));
      continue;
    }
    Box box;
    for (const Corners& corners : part) box.add(middle(vertices_, corners));
    const int axis = box.longest_axis();
    const auto half = part.begin() + static_cast<std::ptrdiff_t>(part.size() / 2);
    std::nth_element(part.begin(), half, part.end(), [&](const Corners& a, const Corners& b) {
      return middle(vertices_, a)[axis] < middle(vertices_, b)[axis];
    });
    parts.emplace_back(begin + part.size() / 2, end);
    parts.emplace_back(begin, begin + part.size() / 2);
  }
  return true;
}

bool LevelBuilder::finish(Scenery& scenery, const std::atomic<bool>& cancelled) {
  place_in_mesh_.assign(vertices_.size(), kNoPlace);
  for (auto& [color, triangles] : triangles_) {
    if (!cut(scenery, color, std::move(triangles), cancelled)) return false;
  }
  scenery.lines = std::move(lines_);
  scenery.origin = origin_.value_or(glm::dvec3(0.0));
  Box box;
  for (const SceneryMesh& mesh : scenery.meshes) {
    for (const glm::vec3& place : mesh.vertices) box.add(place);
  }
  for (const SceneryLine& line : scenery.lines) {
    for (const glm::vec3& place : line.points) box.add(place);
  }
  const bool is_empty = scenery.meshes.empty() && scenery.lines.empty();
  scenery.least = is_empty ? glm::dvec3(1.0) : glm::dvec3(box.least) + scenery.origin;
  scenery.greatest = is_empty ? glm::dvec3(-1.0) : glm::dvec3(box.greatest) + scenery.origin;
  return true;
}

std::uint32_t packed_color(double red, double green, double blue, double opacity) {
  const auto byte = [](double part) {
    const double inside = part > 0.0 ? std::min(part, 1.0) : 0.0;
    return static_cast<std::uint32_t>(std::lround(255.0 * inside));
  };
  const std::uint32_t alpha = std::max(byte(opacity), 1U);
  return alpha << 24U | byte(blue) << 16U | byte(green) << 8U | byte(red);
}

}  // namespace scrubjay
