#include "render/meshes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/geometric.hpp>
#include <numbers>

namespace scrubjay {

namespace {

using glm::vec3;

/// A point of an outline: across the axis of a lathe, or in a profile.
struct ProfilePoint {
  float radius;
  float z;
};

class MeshBuilder {
 public:
  std::vector<MeshVertex> take() { return std::move(vertices_); }

  void triangle(const vec3& a, const vec3& b, const vec3& c, Part part) {
    const vec3 normal = glm::normalize(glm::cross(b - a, c - a));
    for (const vec3& corner : {a, b, c}) add(corner, normal, part);
  }

  void quad(const vec3& a, const vec3& b, const vec3& c, const vec3& d, Part part) {
    triangle(a, b, c, part);
    triangle(a, c, d, part);
  }

  /// A solid with a quadrilateral as bottom and one as top, both counter-clockwise seen from above.
  void frustum(const std::array<vec3, 4>& bottom, const std::array<vec3, 4>& top, Part sides,
               Part lid) {
    quad(bottom[3], bottom[2], bottom[1], bottom[0], sides);
    quad(top[0], top[1], top[2], top[3], lid);
    for (std::size_t i = 0; i < 4; ++i) {
      const std::size_t next = (i + 1) % 4;
      quad(bottom[i], bottom[next], top[next], top[i], sides);
    }
  }

  void box(const vec3& low, const vec3& high, Part part) {
    frustum(rectangle(low, high, low.z), rectangle(low, high, high.z), part, part);
  }

  static std::array<vec3, 4> rectangle(const vec3& low, const vec3& high, float z) {
    return {vec3(low.x, low.y, z), vec3(high.x, low.y, z), vec3(high.x, high.y, z),
            vec3(low.x, high.y, z)};
  }

  /// A convex outline in the y-z plane (counter-clockwise seen from +x), drawn out to x = +-half.
  void prism(std::span<const vec3> outline, float half, Part part) {
    const auto at = [&](std::size_t i, float x) { return vec3(x, outline[i].y, outline[i].z); };
    for (std::size_t i = 0; i < outline.size(); ++i) {
      const std::size_t next = (i + 1) % outline.size();
      quad(at(i, half), at(i, -half), at(next, -half), at(next, half), part);
      if (i > 0 && next != 0) {
        triangle(at(0, half), at(i, half), at(next, half), part);
        triangle(at(0, -half), at(next, -half), at(i, -half), part);
      }
    }
  }

  /// A profile, from bottom to top, turned around the z axis.
  void lathe(const vec3& center, std::span<const ProfilePoint> profile, int segments, Part part) {
    for (std::size_t i = 0; i + 1 < profile.size(); ++i) {
      for (int k = 0; k < segments; ++k) lathe_facet(center, profile, i, k, segments, part);
    }
  }

  void sphere(const vec3& center, const vec3& radii, int rings, int segments, Part part) {
    const auto at = [&](int ring, int segment) {
      const double up = std::numbers::pi * (static_cast<double>(ring) / rings - 0.5);
      const double around = 2 * std::numbers::pi * segment / segments;
      return vec3(std::cos(up) * std::cos(around), std::cos(up) * std::sin(around), std::sin(up));
    };
    for (int ring = 0; ring < rings; ++ring) {
      for (int segment = 0; segment < segments; ++segment) {
        const vec3 corners[] = {at(ring, segment), at(ring, segment + 1), at(ring + 1, segment + 1),
                                at(ring + 1, segment)};
        const auto emit = [&](int i) {
          add(center + corners[i] * radii, glm::normalize(corners[i] / radii), part);
        };
        // At the poles one of the two triangles has no area and is left out.
        if (ring > 0) {
          for (const int i : {0, 1, 2}) emit(i);
        }
        if (ring + 1 < rings) {
          for (const int i : {0, 2, 3}) emit(i);
        }
      }
    }
  }

  /// A wheel: a disc around the x axis.
  void wheel(const vec3& center, const vec3& half) {
    constexpr int kSegments = 12;
    const auto at = [&](int k, float x) {
      const double angle = 2 * std::numbers::pi * k / kSegments;
      return center + vec3(x * half.x, half.y * std::cos(angle), half.z * std::sin(angle));
    };
    for (int k = 0; k < kSegments; ++k) {
      quad(at(k, 1), at(k, -1), at(k + 1, -1), at(k + 1, 1), Part::dark);
      triangle(center + vec3(half.x, 0, 0), at(k, 1), at(k + 1, 1), Part::dark);
      triangle(center - vec3(half.x, 0, 0), at(k + 1, -1), at(k, -1), Part::dark);
    }
  }

  /// Six corners: `ahead` lies at y = +1.
  void octahedron(float middle, Part part) {
    const vec3 right(1, middle, 0), left(-1, middle, 0), up(0, middle, 1), down(0, middle, -1);
    const vec3 ahead(0, 1, 0), back(0, -1, 0);
    const vec3 ring[] = {right, up, left, down};
    for (std::size_t i = 0; i < 4; ++i) {
      triangle(ahead, ring[(i + 1) % 4], ring[i], part);
      triangle(back, ring[i], ring[(i + 1) % 4], part);
    }
  }

 private:
  void add(const vec3& position, const vec3& normal, Part part) {
    vertices_.push_back({position, normal, static_cast<float>(part)});
  }

  void lathe_facet(const vec3& center, std::span<const ProfilePoint> profile, std::size_t i, int k,
                   int segments, Part part) {
    const ProfilePoint& low = profile[i];
    const ProfilePoint& high = profile[i + 1];
    const vec3 slope_normal = glm::normalize(vec3(high.z - low.z, 0, low.radius - high.radius));
    const auto around = [&](int step) {
      const double angle = 2 * std::numbers::pi * step / segments;
      return glm::vec2(std::cos(angle), std::sin(angle));
    };
    const auto corner = [&](const ProfilePoint& p, int step) {
      const glm::vec2 d = around(step);
      return center + vec3(d.x * p.radius, d.y * p.radius, p.z);
    };
    const auto normal = [&](int step) {
      const glm::vec2 d = around(step);
      return glm::normalize(vec3(d.x * slope_normal.x, d.y * slope_normal.x, slope_normal.z));
    };
    const auto emit = [&](const ProfilePoint& p, int step) {
      add(corner(p, step), normal(step), part);
    };
    if (low.radius > 0) {
      emit(low, k);
      emit(low, k + 1);
      emit(high, k + 1);
    }
    if (high.radius > 0) {
      emit(low, k);
      emit(high, k + 1);
      emit(high, k);
    }
  }

  std::vector<MeshVertex> vertices_;
};

// Proportions are those of a car of 4.4 x 1.9 x 1.5 m: round wheels are ovals in the unit cube.
std::vector<MeshVertex> vehicle() {
  MeshBuilder mesh;
  const std::array<vec3, 7> body{vec3(0, -0.97F, -0.70F), vec3(0, 0.95F, -0.70F),
                                 vec3(0, 1.0F, -0.42F),   vec3(0, 0.95F, -0.14F),
                                 vec3(0, 0.42F, 0.06F),   vec3(0, -0.97F, 0.12F),
                                 vec3(0, -1.0F, -0.35F)};
  mesh.prism(body, 0.98F, Part::body);
  const std::array<vec3, 4> waist{vec3(-0.92F, -0.92F, 0.10F), vec3(0.92F, -0.92F, 0.10F),
                                  vec3(0.92F, 0.44F, 0.05F), vec3(-0.92F, 0.44F, 0.05F)};
  const std::array<vec3, 4> eaves{vec3(-0.72F, -0.66F, 0.90F), vec3(0.72F, -0.66F, 0.90F),
                                  vec3(0.72F, 0.06F, 0.90F), vec3(-0.72F, 0.06F, 0.90F)};
  mesh.frustum(waist, eaves, Part::glass, Part::body);
  mesh.frustum(MeshBuilder::rectangle(vec3(-0.75F, -0.70F, 0), vec3(0.75F, 0.09F, 0), 0.90F),
               MeshBuilder::rectangle(vec3(-0.66F, -0.60F, 0), vec3(0.66F, 0.02F, 0), 1.0F),
               Part::body, Part::body);
  for (const float side : {-1.0F, 1.0F}) {
    for (const float y : {-0.62F, 0.62F}) {
      mesh.wheel(vec3(side * 0.86F, y, -0.58F), vec3(0.14F, 0.145F, 0.42F));
    }
    mesh.box(vec3(side * 0.68F - 0.20F, 0.94F, -0.38F), vec3(side * 0.68F + 0.20F, 1.0F, -0.22F),
             Part::headlight);
    mesh.box(vec3(side * 0.72F - 0.18F, -1.0F, -0.28F), vec3(side * 0.72F + 0.18F, -0.96F, -0.10F),
             Part::taillight);
  }
  return mesh.take();
}

// Proportions are those of a bicycle of 1.8 x 0.6 x 1.7 m with who rides it.
std::vector<MeshVertex> two_wheeler() {
  MeshBuilder mesh;
  for (const float y : {-0.64F, 0.64F}) mesh.wheel(vec3(0, y, -0.60F), vec3(0.13F, 0.36F, 0.40F));
  const std::array<vec3, 5> frame{vec3(0, -0.62F, -0.64F), vec3(0, 0.10F, -0.68F),
                                  vec3(0, 0.62F, -0.62F), vec3(0, 0.46F, -0.10F),
                                  vec3(0, -0.30F, -0.16F)};
  mesh.prism(frame, 0.20F, Part::body);
  mesh.box(vec3(-0.30F, -0.46F, -0.16F), vec3(0.30F, -0.08F, -0.06F), Part::dark);
  mesh.box(vec3(-0.98F, 0.40F, -0.02F), vec3(0.98F, 0.50F, 0.06F), Part::metal);
  mesh.box(vec3(-0.14F, 0.60F, -0.22F), vec3(0.14F, 0.72F, -0.10F), Part::headlight);
  mesh.box(vec3(-0.16F, -0.54F, -0.18F), vec3(0.16F, -0.46F, -0.06F), Part::taillight);
  const auto around = [](float x, float y, float z, float half) {
    return MeshBuilder::rectangle(vec3(x - 2 * half, y - half, 0), vec3(x + 2 * half, y + half, 0),
                                  z);
  };
  // Legs, trunk, arms, head.
  for (const float side : {-1.0F, 1.0F}) {
    mesh.frustum(around(side * 0.38F, 0.04F, -0.74F, 0.07F),
                 around(side * 0.36F, 0.10F, -0.22F, 0.09F), Part::body, Part::body);
    mesh.frustum(around(side * 0.36F, 0.08F, -0.24F, 0.09F),
                 around(side * 0.28F, -0.22F, 0.04F, 0.11F), Part::body, Part::body);
    mesh.frustum(around(side * 0.70F, 0.42F, 0.02F, 0.05F),
                 around(side * 0.62F, 0.04F, 0.46F, 0.07F), Part::body, Part::body);
  }
  mesh.frustum(MeshBuilder::rectangle(vec3(-0.44F, -0.36F, 0), vec3(0.44F, -0.08F, 0), -0.08F),
               MeshBuilder::rectangle(vec3(-0.66F, -0.12F, 0), vec3(0.66F, 0.16F, 0), 0.54F),
               Part::body, Part::body);
  mesh.sphere(vec3(0, 0.10F, 0.78F), vec3(0.38F, 0.15F, 0.22F), 6, 10, Part::body);
  return mesh.take();
}

std::vector<MeshVertex> person() {
  MeshBuilder mesh;
  constexpr std::array<ProfilePoint, 8> kBody{{{0.0F, -1.0F},
                                               {0.42F, -1.0F},
                                               {0.52F, -0.55F},
                                               {0.74F, 0.05F},
                                               {0.92F, 0.38F},
                                               {0.78F, 0.52F},
                                               {0.30F, 0.60F},
                                               {0.0F, 0.62F}}};
  mesh.lathe(vec3(0), kBody, 12, Part::body);
  mesh.sphere(vec3(0, 0.05F, 0.80F), vec3(0.46F, 0.46F, 0.20F), 6, 10, Part::body);
  // A visor: which way the face looks.
  mesh.box(vec3(-0.32F, 0.36F, 0.79F), vec3(0.32F, 0.60F, 0.87F), Part::glass);
  return mesh.take();
}

std::vector<MeshVertex> signal() {
  MeshBuilder mesh;
  constexpr std::array<ProfilePoint, 4> kPole{
      {{0.30F, -1.0F}, {0.16F, -0.95F}, {0.16F, 0.30F}, {0.0F, 0.30F}}};
  mesh.lathe(vec3(0), kPole, 8, Part::metal);
  mesh.box(vec3(-0.56F, -0.45F, 0.22F), vec3(0.56F, 0.45F, 1.0F), Part::body);
  // Dark around the lamps: that one is lit, and which, is seen without telling red from green.
  mesh.box(vec3(-0.45F, -0.50F, 0.25F), vec3(0.45F, 0.50F, 0.97F), Part::dark);
  // Larger than the housing is deep: to be seen from behind as well.
  const vec3 radii(0.40F, 0.70F, 0.11F);
  mesh.sphere(vec3(0, 0, 0.86F), radii, 6, 10, Part::red_lamp);
  mesh.sphere(vec3(0, 0, 0.61F), radii, 6, 10, Part::yellow_lamp);
  mesh.sphere(vec3(0, 0, 0.36F), radii, 6, 10, Part::green_lamp);
  return mesh.take();
}

std::vector<MeshVertex> sign() {
  MeshBuilder mesh;
  mesh.box(vec3(-0.10F, -0.35F, -1.0F), vec3(0.10F, 0.35F, 0.40F), Part::metal);
  // An upright octagonal plate, as wide as it is high at the usual 0.8 x 2.4 m.
  constexpr int kCorners = 8;
  const auto at = [](int k, float y) {
    const double angle = 2 * std::numbers::pi * (k + 0.5) / kCorners;
    return vec3(std::cos(angle), y, 0.66 + 0.368 * std::sin(angle));
  };
  for (int k = 0; k < kCorners; ++k) {
    mesh.triangle(vec3(0, 1, 0.66F), at(k + 1, 1), at(k, 1), Part::body);
    mesh.triangle(vec3(0, -0.2F, 0.66F), at(k, -0.2F), at(k + 1, -0.2F), Part::metal);
    mesh.quad(at(k, 1), at(k + 1, 1), at(k + 1, -0.2F), at(k, -0.2F), Part::metal);
  }
  return mesh.take();
}

std::vector<MeshVertex> camera_body() {
  MeshBuilder mesh;
  mesh.box(vec3(-0.5F, -1.0F, -0.6F), vec3(0.5F, 0.15F, 0.6F), Part::body);
  // The view opens from the lens forwards; inner faces are seen too.
  const vec3 lens[] = {vec3(-0.3F, 0.15F, -0.3F), vec3(0.3F, 0.15F, -0.3F), vec3(0.3F, 0.15F, 0.3F),
                       vec3(-0.3F, 0.15F, 0.3F)};
  const vec3 hood[] = {vec3(-1, 1, -1), vec3(1, 1, -1), vec3(1, 1, 1), vec3(-1, 1, 1)};
  for (std::size_t i = 0; i < 4; ++i) {
    const std::size_t next = (i + 1) % 4;
    mesh.quad(lens[i], lens[next], hood[next], hood[i], Part::body);
    mesh.quad(lens[i], hood[i], hood[next], lens[next], Part::glass);
  }
  return mesh.take();
}

std::vector<MeshVertex> controller() {
  MeshBuilder mesh;
  constexpr std::array<ProfilePoint, 3> kDiamond{{{0.0F, -1.0F}, {1.0F, 0.0F}, {0.0F, 1.0F}}};
  mesh.lathe(vec3(0), kDiamond, 4, Part::body);
  return mesh.take();
}

/// A cube whose upper and lower edges are cut.
std::vector<MeshVertex> other() {
  MeshBuilder mesh;
  const auto level = [](float z, float half) {
    return MeshBuilder::rectangle(vec3(-half, -half, 0), vec3(half, half, 0), z);
  };
  mesh.frustum(level(-1.0F, 0.7F), level(-0.7F, 1.0F), Part::body, Part::body);
  mesh.frustum(level(-0.7F, 1.0F), level(0.7F, 1.0F), Part::body, Part::body);
  mesh.frustum(level(0.7F, 1.0F), level(1.0F, 0.7F), Part::body, Part::body);
  return mesh.take();
}

std::vector<MeshVertex> arrow() {
  MeshBuilder mesh;
  const vec3 tip(0, 1, 0), right(0.75F, -1, 0), notch(0, -0.45F, 0), left(-0.75F, -1, 0);
  mesh.triangle(tip, notch, right, Part::body);
  mesh.triangle(tip, left, notch, Part::body);
  mesh.triangle(tip, right, notch, Part::body);
  mesh.triangle(tip, notch, left, Part::body);
  return mesh.take();
}

/// A ball over the tip of a cone.
std::vector<MeshVertex> pin() {
  MeshBuilder mesh;
  constexpr std::array<ProfilePoint, 6> kOutline{
      {{0.0F, -1.0F}, {0.9F, 0.15F}, {1.0F, 0.4F}, {0.85F, 0.72F}, {0.45F, 0.95F}, {0.0F, 1.0F}}};
  mesh.lathe(vec3(0), kOutline, 8, Part::body);
  return mesh.take();
}

std::vector<MeshVertex> marker() {
  MeshBuilder mesh;
  const vec3 nose(0, 1, 0), ridge(0, -0.55F, 0.6F), notch(0, -0.4F, -0.2F);
  const vec3 left(-0.75F, -0.85F, -0.2F), right(0.75F, -0.85F, -0.2F);
  mesh.triangle(nose, ridge, right, Part::body);
  mesh.triangle(nose, left, ridge, Part::body);
  mesh.triangle(ridge, notch, right, Part::metal);
  mesh.triangle(ridge, left, notch, Part::metal);
  mesh.triangle(nose, right, notch, Part::metal);
  mesh.triangle(nose, notch, left, Part::metal);
  return mesh.take();
}

/// A head that wears a headset: a box before the eyes and its band.
std::vector<MeshVertex> head() {
  MeshBuilder mesh;
  mesh.sphere(vec3(0, -0.15F, 0), vec3(0.88F, 0.8F, 1.0F), 8, 12, Part::body);
  mesh.box(vec3(-0.92F, 0.3F, -0.15F), vec3(0.92F, 1.0F, 0.42F), Part::glass);
  mesh.box(vec3(-1.0F, -0.5F, 0.02F), vec3(1.0F, 0.35F, 0.26F), Part::dark);
  return mesh.take();
}

/// Four fingers side by side and a thumb on the inner side: `inner` is +1 for a left hand, whose
/// thumb is at its right.
std::vector<MeshVertex> hand(float inner) {
  MeshBuilder mesh;
  mesh.box(vec3(-0.75F, -1.0F, -1.0F), vec3(0.75F, 0.1F, 1.0F), Part::body);
  constexpr std::array<float, 4> kTips{0.8F, 1.0F, 0.95F, 0.6F};  // from the thumb outwards
  for (std::size_t i = 0; i < kTips.size(); ++i) {
    const float at = inner * (0.58F - 0.385F * static_cast<float>(i));
    mesh.box(vec3(at - 0.17F, 0.1F, -0.7F), vec3(at + 0.17F, kTips[i], 0.7F), Part::body);
  }
  const float root = inner * 0.75F;
  const float tip = inner * 1.0F;
  mesh.box(vec3(std::min(root, tip), -0.6F, -0.7F), vec3(std::max(root, tip), 0.3F, 0.7F),
           Part::body);
  return mesh.take();
}

}  // namespace

std::vector<MeshVertex> mesh_of(Shape shape) {
  MeshBuilder mesh;
  switch (shape) {
    case Shape::vehicle: return vehicle();
    case Shape::two_wheeler: return two_wheeler();
    case Shape::person: return person();
    case Shape::signal: return signal();
    case Shape::sign: return sign();
    case Shape::controller: return controller();
    case Shape::camera: return camera_body();
    case Shape::other: return other();
    case Shape::arrow: return arrow();
    case Shape::marker: return marker();
    case Shape::pin: return pin();
    case Shape::head: return head();
    case Shape::left_hand: return hand(1.0F);
    case Shape::right_hand: return hand(-1.0F);
    case Shape::sensor: mesh.octahedron(-0.4F, Part::body); break;
    case Shape::point: mesh.octahedron(0.0F, Part::body); break;
    case Shape::prop: mesh.box(vec3(-1), vec3(1), Part::body); break;
  }
  return mesh.take();
}

}  // namespace scrubjay
