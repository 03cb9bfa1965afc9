#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <glm/geometric.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>
#include <span>

#include "render/camera.h"

namespace scrubjay {

/// A ball that holds something: its centre, relative to the scene's origin, and its radius.
using Ball = glm::vec4;

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

  /// Calls visit(row, depth) for each ball that may be in view, in order: none that see() would
  /// find is left out, few others come. `depth`: that of the ball's point nearest to the eye, or a
  /// little less, in metres in front of the eye.
  template <class Visit>
  void each_in_view(std::span<const Ball> balls, const Visit& visit) const {
    constexpr std::size_t kBlock = 256;
    std::array<float, kBlock> nearest;
    std::array<std::uint32_t, kBlock> is_in;
    for (std::size_t first = 0; first < balls.size(); first += kBlock) {
      const std::size_t count = std::min(kBlock, balls.size() - first);
      const Ball* const block = balls.data() + first;
      if (perspective_) {
        for (std::size_t i = 0; i < count; ++i) {
          is_in[i] = may_see<true>(block[i], nearest[i]);
        }
      } else {
        for (std::size_t i = 0; i < count; ++i) {
          is_in[i] = may_see<false>(block[i], nearest[i]);
        }
      }
      for (std::size_t i = 0; i < count; ++i) {
        if (is_in[i] != 0) visit(static_cast<std::uint32_t>(first + i), nearest[i]);
      }
    }
  }

 private:
  /// As see(), without a branch so that several are looked at in one go; the radius is a little
  /// larger, whatever the rounding. 1 or 0.
  template <bool kPerspective>
  std::uint32_t may_see(const Ball& ball, float& nearest) const {
    const float dx = ball.x - eye_.x;
    const float dy = ball.y - eye_.y;
    const float dz = ball.z - eye_.z;
    const float depth = dx * forward_.x + dy * forward_.y + dz * forward_.z;
    const float x = std::abs(dx * right_.x + dy * right_.y + dz * right_.z);
    const float y = std::abs(dx * up_.x + dy * up_.y + dz * up_.z);
    constexpr float kSlack = 1e-4F;
    const float radius = ball.w + kSlack * (ball.w + std::abs(dx) + std::abs(dy) + std::abs(dz));
    nearest = depth - radius;
    if constexpr (kPerspective) {
      const float ahead = depth > 0.0F ? depth : 0.0F;
      return static_cast<std::uint32_t>(depth + radius >= near_) &
             static_cast<std::uint32_t>(x <= ahead * tan_x_ + radius * slant_x_) &
             static_cast<std::uint32_t>(y <= ahead * tan_y_ + radius * slant_y_);
    } else {
      return static_cast<std::uint32_t>(x <= flat_depth_ * tan_x_ + radius) &
             static_cast<std::uint32_t>(y <= flat_depth_ * tan_y_ + radius);
    }
  }

  glm::vec3 eye_, forward_, right_, up_;
  bool perspective_;
  float near_, tan_y_, tan_x_, slant_x_, slant_y_, flat_depth_, half_height_, half_width_;
};

}  // namespace scrubjay
