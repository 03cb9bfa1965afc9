#include "render/solid_meshes.h"

#include <array>
#include <cmath>
#include <glm/geometric.hpp>
#include <numbers>

namespace scrubjay {

namespace {

using glm::vec2;
using glm::vec3;

constexpr std::array<int, kSolidDetails> kSegments{8, 18, 48};  ///< around an axis

/// A point of an outline that is turned around the z axis.
struct OutlinePoint {
  vec2 at;      ///< distance from the axis, z
  vec2 normal;  ///< likewise
  float v = 0;  ///< up the picture
  float dome = 0;
};

class SolidBuilder {
 public:
  explicit SolidBuilder(int segments) : segments_(segments) {}
  std::vector<SolidVertex> take() { return std::move(vertices_); }

  /// Outline from bottom to top.
  void turn(const std::vector<OutlinePoint>& outline) {
    for (std::size_t i = 0; i + 1 < outline.size(); ++i) {
      const OutlinePoint& low = outline[i];
      const OutlinePoint& high = outline[i + 1];
      for (int k = 0; k < segments_; ++k) {
        if (low.at.x > 0) triangle({low, k}, {low, k + 1}, {high, k + 1});
        if (high.at.x > 0) triangle({low, k}, {high, k + 1}, {high, k});
      }
    }
  }

  /// A flat disc across the z axis with the whole picture on it; `up` is 1 or -1.
  void disc(float z, float up) {
    for (int k = 0; k < segments_; ++k) {
      const vec2 a = up > 0 ? around(k) : around(k + 1);
      const vec2 b = up > 0 ? around(k + 1) : around(k);
      for (const vec2& at : {vec2(0.0F), a, b}) {
        vertices_.push_back(
            {vec3(at, z), vec3(0, 0, up), vec2(0.5F + 0.5F * at.x, 0.5F + 0.5F * up * at.y), 0});
      }
    }
  }

  /// A square around `center`: `right` and `up` as seen from outside.
  void side(const vec3& center, const vec3& right, const vec3& up) {
    const vec3 normal = glm::cross(right, up);
    const vec2 corners[] = {{-1, -1}, {1, -1}, {1, 1}, {-1, -1}, {1, 1}, {-1, 1}};
    for (const vec2& at : corners) {
      vertices_.push_back({center + right * at.x + up * at.y, normal, at * 0.5F + 0.5F, 0});
    }
  }

 private:
  struct Corner {
    const OutlinePoint& point;
    int step;
  };

  vec2 around(int step) const {
    const double angle = 2 * std::numbers::pi * (step % segments_) / segments_;
    return {std::cos(angle), std::sin(angle)};
  }

  void add(const Corner& corner) {
    const vec2 d = around(corner.step);
    const OutlinePoint& p = corner.point;
    const float u = static_cast<float>(corner.step) / static_cast<float>(segments_);
    vertices_.push_back({vec3(d * p.at.x, p.at.y), glm::normalize(vec3(d * p.normal.x, p.normal.y)),
                         vec2(u, p.v), p.dome});
  }

  void triangle(const Corner& a, const Corner& b, const Corner& c) {
    add(a);
    add(b);
    add(c);
  }

  int segments_;
  std::vector<SolidVertex> vertices_;
};

/// An arc of the unit circle from angle `from` to `to` above the equator, with v along it.
void add_arc(std::vector<OutlinePoint>& outline, double from, double to, int steps, float dome,
             vec2 v) {
  for (int i = 0; i <= steps; ++i) {
    const double share = static_cast<double>(i) / steps;
    const double angle = from + (to - from) * share;
    // Exactly on the axis at the poles, so that no sliver is made there.
    const double across =
        std::abs(std::abs(angle) - std::numbers::pi / 2) < 1e-9 ? 0.0 : std::cos(angle);
    const vec2 at(across, std::sin(angle));
    outline.push_back({at, at, v.x + (v.y - v.x) * static_cast<float>(share), dome});
  }
}

constexpr double kQuarter = std::numbers::pi / 2;

void box(SolidBuilder& mesh) {
  mesh.side({1, 0, 0}, {0, 1, 0}, {0, 0, 1});
  mesh.side({-1, 0, 0}, {0, -1, 0}, {0, 0, 1});
  mesh.side({0, 1, 0}, {-1, 0, 0}, {0, 0, 1});
  mesh.side({0, -1, 0}, {1, 0, 0}, {0, 0, 1});
  mesh.side({0, 0, 1}, {1, 0, 0}, {0, 1, 0});
  mesh.side({0, 0, -1}, {-1, 0, 0}, {0, 1, 0});
}

}  // namespace

std::vector<SolidVertex> solid_mesh(SolidForm form, std::size_t detail) {
  const int segments = kSegments[detail];
  const int rings = segments / 4;
  SolidBuilder mesh(segments);
  std::vector<OutlinePoint> outline;
  switch (form) {
    case SolidForm::sphere:
      add_arc(outline, -kQuarter, kQuarter, 2 * rings, 0, {0, 1});
      mesh.turn(outline);
      break;
    case SolidForm::hemisphere:
      mesh.disc(0, -1);
      add_arc(outline, 0, kQuarter, rings, 0, {0, 1});
      mesh.turn(outline);
      break;
    case SolidForm::capsule:
      add_arc(outline, -kQuarter, 0, rings, -1, {0, 0.3F});
      add_arc(outline, 0, kQuarter, rings, 1, {0.7F, 1});
      mesh.turn(outline);
      break;
    case SolidForm::cylinder:
      mesh.disc(-1, -1);
      mesh.turn({{{1, -1}, {1, 0}, 0, 0}, {{1, 1}, {1, 0}, 1, 0}});
      mesh.disc(1, 1);
      break;
    case SolidForm::box: box(mesh); break;
    case SolidForm::plane: mesh.side({0, 0, 0}, {1, 0, 0}, {0, 1, 0}); break;
  }
  return mesh.take();
}

}  // namespace scrubjay
