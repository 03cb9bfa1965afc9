#pragma once

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include "render/camera.h"

namespace scrubjay {

/// The view in floats relative to the scene's origin.
class ViewTest {
 public:
  ViewTest(const Camera& camera, const Viewport& viewport, const glm::dvec3& origin)
      : eye_(camera.eye() - origin),
        forward_(camera.forward()),
        right_(camera.right()),
        up_(camera.up()),
        perspective_(camera.projection == Projection::perspective),
        near_(static_cast<float>(camera.near_plane())),
        tan_y_(static_cast<float>(std::tan(camera.fov_y / 2))),
        tan_x_(tan_y_ * static_cast<float>(viewport.aspect())),
        slant_x_(std::sqrt(1 + tan_x_ * tan_x_)),
        slant_y_(std::sqrt(1 + tan_y_ * tan_y_)),
        flat_depth_(static_cast<float>(camera.distance)),
        half_height_(static_cast<float>(viewport.height) / 2),
        half_width_(static_cast<float>(viewport.width) / 2) {}

  struct Seen {
    glm::vec2 pixel{0.0F};
    float pixels_per_metre = 0;
    float depth = 0;  ///< metres in front of the eye
  };

  bool looks_down() const { return forward_.z < -0.95F; }

  /// Metres in front of the eye.
  float depth(const glm::vec3& center) const { return glm::dot(center - eye_, forward_); }

  /// From the eye to `center`, all three parts added: at least how far it is.
  float distance_1(const glm::vec3& center) const {
    const glm::vec3 from_eye = glm::abs(center - eye_);
    return from_eye.x + from_eye.y + from_eye.z;
  }

  /// False when a ball of `radius` around `center` is out of view.
  bool see(const glm::vec3& center, float radius, Seen& seen) const {
    const glm::vec3 from_eye = center - eye_;
    const float depth = glm::dot(from_eye, forward_);
    const float x = glm::dot(from_eye, right_);
    const float y = glm::dot(from_eye, up_);
    if (perspective_) {
      if (depth + radius < near_) return false;
      if (std::abs(x) > std::max(depth, 0.0F) * tan_x_ + radius * slant_x_) return false;
      if (std::abs(y) > std::max(depth, 0.0F) * tan_y_ + radius * slant_y_) return false;
    } else if (std::abs(x) > flat_depth_ * tan_x_ + radius ||
               std::abs(y) > flat_depth_ * tan_y_ + radius) {
      return false;
    }
    const float scale_depth = perspective_ ? std::max(depth, near_) : flat_depth_;
    seen.depth = depth;
    seen.pixels_per_metre = half_height_ / (scale_depth * tan_y_);
    seen.pixel = {half_width_ + x * seen.pixels_per_metre,
                  half_height_ - y * seen.pixels_per_metre};
    return true;
  }

 private:
  glm::vec3 eye_, forward_, right_, up_;
  bool perspective_;
  float near_, tan_y_, tan_x_, slant_x_, slant_y_, flat_depth_, half_height_, half_width_;
};

}  // namespace scrubjay
