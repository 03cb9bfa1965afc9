#include <algorithm>
#include <cmath>
#include <functional>
#include <glm/gtc/quaternion.hpp>
#include <numbers>
#include <span>
#include <vector>

#include "app/viewer/panels/scene/scene_parts.h"

namespace scrubjay {

namespace {

constexpr std::size_t kMostSeen = 40;        ///< of what moves or has events, a sample
constexpr std::size_t kMostObstacles = 400;  ///< the largest
constexpr float kLeastObstacle = 2;          ///< metres, in half
constexpr double kMostHidden = 0.15;         ///< share with which a view is good enough

/// A box that may stand in the way; metres from the scene's origin.
struct Obstacle {
  glm::vec3 center;
  glm::quat own_from_world;
  glm::vec3 half;

  bool holds(glm::vec3 point) const {
    const glm::vec3 own = own_from_world * (point - center);
    return std::abs(own.x) <= half.x && std::abs(own.y) <= half.y && std::abs(own.z) <= half.z;
  }
  /// Whether the way between two points leads through it.
  bool is_between(glm::vec3 from, glm::vec3 to) const {
    const glm::vec3 begin = own_from_world * (from - center);
    const glm::vec3 way = own_from_world * (to - from);
    float first = 0;
    float last = 1;
    for (int axis = 0; axis < 3; ++axis) {
      if (std::abs(way[axis]) < 1e-6F) {
        if (std::abs(begin[axis]) > half[axis]) return false;
        continue;
      }
      const float a = (-half[axis] - begin[axis]) / way[axis];
      const float b = (half[axis] - begin[axis]) / way[axis];
      first = std::max(first, std::min(a, b));
      last = std::min(last, std::max(a, b));
    }
    return first <= last;
  }
};

/// What stands and is larger than what moves usually is.
std::vector<Obstacle> obstacles_of(const SceneCache& cache) {
  std::vector<Obstacle> found;
  for (const SceneInstance& one : cache.content.instances) {
    const float size = std::max({one.half.x, one.half.y, one.half.z});
    if (size < kLeastObstacle || motion_of(cache, one.ref()) != Mobility::still) continue;
    found.push_back({one.center, glm::conjugate(one.rotation), one.half});
  }
  const auto volume = [](const Obstacle& one) { return one.half.x * one.half.y * one.half.z; };
  std::ranges::sort(found, std::ranges::greater(), volume);
  if (found.size() > kMostObstacles) found.resize(kMostObstacles);
  return found;
}

double hidden_share(const Camera& camera, const glm::dvec3& origin,
                    std::span<const Obstacle> obstacles, std::span<const glm::vec3> seen) {
  const glm::vec3 eye(camera.eye() - origin);
  const auto hidden = std::ranges::count_if(seen, [&](const glm::vec3& point) {
    return std::ranges::any_of(obstacles, [&](const Obstacle& one) {
      return one.is_between(eye, point) && !one.holds(point);
    });
  });
  return static_cast<double>(hidden) / static_cast<double>(seen.size());
}

}  // namespace

void choose_sight(const SceneCache& cache, const Viewport& viewport,
                  std::span<const SceneCache::PlaceOfEntity> places, Camera& camera) {
  const std::vector<Obstacle> obstacles = obstacles_of(cache);
  if (obstacles.empty() || places.empty()) return;
  const glm::dvec3 origin = cache.content.origin;
  std::vector<glm::vec3> seen;
  const std::size_t step = 1 + (places.size() - 1) / kMostSeen;
  for (std::size_t i = 0; i < places.size(); i += step) seen.emplace_back(places[i].at - origin);
  double least = hidden_share(camera, origin, obstacles, seen);
  const Camera usual = camera;
  const std::vector<glm::dvec3> corners = fit_corners(cache.fit);
  for (const double pitch : {usual.pitch, -0.95, -1.3}) {
    for (int turn = 0; turn < 8; ++turn) {
      if (least <= kMostHidden) return;
      Camera other = usual;
      other.yaw += turn * std::numbers::pi / 4;
      other.pitch = pitch;
      fill_view(other, viewport, corners);
      const double hidden = hidden_share(other, origin, obstacles, seen);
      if (hidden >= least) continue;
      least = hidden;
      camera = other;
    }
  }
}

}  // namespace scrubjay
