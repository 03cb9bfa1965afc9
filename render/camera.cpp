#include "render/camera.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <numbers>

#include "core/directions.h"

namespace scrubjay {

namespace {

constexpr double kHalfPi = std::numbers::pi / 2;
constexpr double kRadiansPerPixel = 0.006;
constexpr double kFarthestTarget = 1e12;  // metres; keeps products of coordinates finite

double wrapped(double angle) { return std::remainder(angle, 2 * std::numbers::pi); }

void set_direction(Camera& camera, double yaw, double pitch) {
  if (!std::isfinite(yaw) || !std::isfinite(pitch)) return;
  camera.yaw = wrapped(yaw);
  camera.pitch = std::clamp(pitch, -kHalfPi, kHalfPi);
}

void set_target(Camera& camera, const glm::dvec3& target) {
  if (!is_finite(target)) return;
  camera.target = glm::clamp(target, glm::dvec3(-kFarthestTarget), glm::dvec3(kFarthestTarget));
}

void set_distance(Camera& camera, double distance) {
  if (std::isfinite(distance)) {
    camera.distance = std::clamp(distance, Camera::kNearestDistance, Camera::kFarthestDistance);
  }
}

double tangent(const Camera& camera) { return std::tan(camera.fov_y / 2); }

/// Pixel as [-1, 1] to the right and upwards.
glm::dvec2 normalized(const Viewport& viewport, const glm::dvec2& pixel) {
  return {2 * pixel.x / std::max(viewport.width, 1.0) - 1,
          1 - 2 * pixel.y / std::max(viewport.height, 1.0)};
}

/// Turning away from the view from the top ends the map-like projection that came with it.
void leave_top_view(Camera& camera) {
  if (camera.pitch <= -kHalfPi) camera.projection = Projection::perspective;
}

}  // namespace

glm::dvec3 Camera::forward() const {
  return {-std::sin(yaw) * std::cos(pitch), std::cos(yaw) * std::cos(pitch), std::sin(pitch)};
}

glm::dvec3 Camera::right() const { return {std::cos(yaw), std::sin(yaw), 0.0}; }

glm::dvec3 Camera::up() const { return glm::cross(right(), forward()); }

double Camera::near_plane() const { return distance * 0.01; }

double Camera::far_plane() const { return distance * 4000.0; }

glm::dmat4 Camera::view(const glm::dvec3& origin) const {
  const glm::dvec3 x = right();
  const glm::dvec3 y = up();
  const glm::dvec3 z = -forward();
  const glm::dvec3 eye_in_scene = (target - origin) - forward() * distance;
  glm::dmat4 result(1.0);
  for (int i = 0; i < 3; ++i) {
    result[i][0] = x[i];
    result[i][1] = y[i];
    result[i][2] = z[i];
  }
  result[3] = glm::dvec4(-glm::dot(x, eye_in_scene), -glm::dot(y, eye_in_scene),
                         -glm::dot(z, eye_in_scene), 1.0);
  return result;
}

glm::dmat4 Camera::projection_matrix(const Viewport& viewport) const {
  if (projection == Projection::perspective) {
    return glm::perspective(fov_y, viewport.aspect(), near_plane(), far_plane());
  }
  const double half_height = distance * tangent(*this);
  const double half_width = half_height * viewport.aspect();
  // Things between the eye and far behind it belong into a view without perspective too.
  return glm::ortho(-half_width, half_width, -half_height, half_height, -distance * 100,
                    distance * 100);
}

glm::dmat4 Camera::clip_from_world(const Viewport& viewport, const glm::dvec3& origin) const {
  return projection_matrix(viewport) * view(origin);
}

double Camera::metres_per_pixel(const Viewport& viewport, double depth) const {
  const double at = projection == Projection::perspective ? depth : distance;
  return 2 * at * tangent(*this) / std::max(viewport.height, 1.0);
}

Ray ray_through(const Camera& camera, const Viewport& viewport, const glm::dvec2& pixel) {
  const glm::dvec2 at = normalized(viewport, pixel);
  const double half_height = tangent(camera);
  const glm::dvec3 across = camera.right() * (at.x * half_height * viewport.aspect()) +
                            camera.up() * (at.y * half_height);
  if (camera.projection == Projection::perspective) {
    return {camera.eye(), glm::normalize(camera.forward() + across)};
  }
  return {camera.target - camera.forward() * (camera.distance * 100) + across * camera.distance,
          camera.forward()};
}

ScreenProjector::ScreenProjector(const Camera& camera, const Viewport& viewport)
    : eye_(camera.eye()),
      forward_(camera.forward()),
      right_(camera.right()),
      up_(camera.up()),
      perspective_(camera.projection == Projection::perspective),
      nearest_(camera.near_plane()),
      distance_(camera.distance),
      half_width_(viewport.width / 2),
      half_height_(viewport.height / 2),
      pixels_at_one_(half_height_ / tangent(camera)) {}

std::optional<ScreenPoint> ScreenProjector::operator()(const glm::dvec3& world) const {
  const glm::dvec3 from_eye = world - eye_;
  const double depth = glm::dot(from_eye, forward_);
  // Written so that NaN fails.
  if (perspective_ && !(depth >= nearest_)) return std::nullopt;
  const double scale = pixels_at_one_ / (perspective_ ? depth : distance_);
  const glm::dvec2 pixel(half_width_ + glm::dot(from_eye, right_) * scale,
                         half_height_ - glm::dot(from_eye, up_) * scale);
  if (!std::isfinite(pixel.x) || !std::isfinite(pixel.y)) return std::nullopt;
  return ScreenPoint{pixel, depth};
}

glm::dvec3 unproject(const Camera& camera, const Viewport& viewport, const glm::dvec2& pixel,
                     double depth) {
  const Ray ray = ray_through(camera, viewport, pixel);
  const double clip_z = std::clamp(depth, 0.0, 1.0) * 2 - 1;
  if (camera.projection == Projection::orthographic) {
    // Both planes lie 100 distances from the eye; the ray starts 100 distances before the target.
    const double from_eye = clip_z * camera.distance * 100;
    return ray.origin + ray.direction * (from_eye + camera.distance * 99);
  }
  const double near = camera.near_plane();
  const double far = camera.far_plane();
  const double from_eye = 2 * far * near / (far + near - clip_z * (far - near));
  return ray.origin + ray.direction * (from_eye / glm::dot(ray.direction, camera.forward()));
}

std::optional<glm::dvec3> meet_ground(const Ray& ray, double height) {
  if (std::abs(ray.direction.z) < 1e-9) return std::nullopt;
  const double along = (height - ray.origin.z) / ray.direction.z;
  if (!std::isfinite(along) || along <= 0) return std::nullopt;
  glm::dvec3 hit = ray.origin + ray.direction * along;
  hit.z = height;
  return hit;
}

void orbit(Camera& camera, const glm::dvec2& pixels) {
  if (pixels.y != 0) leave_top_view(camera);
  set_direction(camera, camera.yaw - pixels.x * kRadiansPerPixel,
                camera.pitch - pixels.y * kRadiansPerPixel);
}

void look_around(Camera& camera, const glm::dvec2& pixels) {
  leave_top_view(camera);
  const glm::dvec3 eye = camera.eye();
  set_direction(camera, camera.yaw - pixels.x * kRadiansPerPixel * 0.5,
                camera.pitch - pixels.y * kRadiansPerPixel * 0.5);
  set_target(camera, eye + camera.forward() * camera.distance);
}

void pan(Camera& camera, const Viewport& viewport, const glm::dvec2& pixels) {
  const double metres = camera.metres_per_pixel(viewport, camera.distance);
  set_target(camera, camera.target - camera.right() * (pixels.x * metres) +
                         camera.up() * (pixels.y * metres));
}

void zoom_towards(Camera& camera, const glm::dvec3& anchor, double factor) {
  if (!is_finite(anchor) || !std::isfinite(factor) || factor <= 0) return;
  const double before = camera.distance;
  set_distance(camera, camera.distance * factor);
  const double applied = camera.distance / before;
  set_target(camera, anchor + (camera.target - anchor) * applied);
}

glm::dvec3 zoom_anchor(const Camera& camera, const Viewport& viewport, const glm::dvec2& pixel,
                       double ground_height) {
  const Ray ray = ray_through(camera, viewport, pixel);
  if (const auto hit = meet_ground(ray, ground_height)) {
    const double depth = glm::dot(*hit - camera.eye(), camera.forward());
    const bool usable = camera.projection == Projection::orthographic ||
                        (depth > camera.near_plane() && depth < camera.distance * 10);
    if (usable) return *hit;
  }
  const double to_target = glm::dot(camera.target - ray.origin, camera.forward());
  return ray.origin + ray.direction * (to_target / glm::dot(ray.direction, camera.forward()));
}

void fly(Camera& camera, const FlyInput& input, double dt) {
  if (!std::isfinite(dt) || dt <= 0) return;
  // A window that was asleep must not jump.
  const double step = std::min(dt, 0.1) * std::max(camera.distance, 1.0) * (input.fast ? 4.0 : 1.0);
  const glm::dvec3 move = camera.right() * input.right + camera.forward() * input.forward +
                          glm::dvec3(0.0, 0.0, input.lift);
  set_target(camera, camera.target + move * step);
}

void look_from_top(Camera& camera) {
  set_direction(camera, 0.0, -kHalfPi);
  camera.projection = Projection::orthographic;
}

void look_along(Camera& camera, const glm::dvec3& direction) {
  const double length = glm::length(direction);
  if (!std::isfinite(length) || length <= 0) return;
  const glm::dvec3 unit = direction / length;
  const double level = std::hypot(unit.x, unit.y);
  // Straight up or down has no heading of its own: the present one stays.
  const double yaw = level > 1e-6 ? std::atan2(-unit.x, unit.y) : camera.yaw;
  set_direction(camera, yaw, std::atan2(unit.z, level));
}

void focus(Camera& camera, const Viewport& viewport, const Bounds& bounds) {
  if (!is_finite(bounds.low) || !is_finite(bounds.high)) return;
  constexpr double kLeastRadius = 1.5;
  const double radius = std::max(glm::length(bounds.size()) / 2, kLeastRadius);
  // The narrower side of the picture decides.
  const double half_angle = std::atan(tangent(camera) * std::min(1.0, viewport.aspect()));
  set_target(camera, bounds.center());
  set_distance(camera, 1.1 * radius / std::sin(half_angle));
}

void fill_view(Camera& camera, const Viewport& viewport, std::span<const glm::dvec3> points,
               double share) {
  glm::dvec3 low(1e300);
  glm::dvec3 high(-1e300);
  for (const glm::dvec3& point : points) {
    if (!is_finite(point)) continue;
    low = glm::min(low, point);
    high = glm::max(high, point);
  }
  if (low.x > high.x) return;
  const glm::dvec3 centre = (low + high) / 2.0;
  const double tan_y = tangent(camera) * std::clamp(share, 0.05, 1.0);
  const glm::dvec2 tangents(tan_y * viewport.aspect(), tan_y);
  // How much farther across a point may lie for each metre that it is farther away.
  const glm::dvec2 spread =
      camera.projection == Projection::perspective ? tangents : glm::dvec2(0.0);
  // The outermost points at each edge of the picture: where the lines through them along that edge
  // cross the plane through the centre. The eye lies where the lines of opposite edges meet.
  glm::dvec2 right_or_up(-1e300);
  glm::dvec2 left_or_down(-1e300);
  for (const glm::dvec3& point : points) {
    if (!is_finite(point)) continue;
    const glm::dvec3 offset = point - centre;
    const glm::dvec2 across(glm::dot(offset, camera.right()), glm::dot(offset, camera.up()));
    const double ahead = glm::dot(offset, camera.forward());
    right_or_up = glm::max(right_or_up, across - spread * ahead);
    left_or_down = glm::max(left_or_down, -across - spread * ahead);
  }
  const glm::dvec2 middle = (right_or_up - left_or_down) / 2.0;
  const glm::dvec2 distances = (right_or_up + left_or_down) / 2.0 / tangents;
  set_target(camera, centre + camera.right() * middle.x + camera.up() * middle.y);
  set_distance(camera, std::max(distances.x, distances.y));
}

void follow(Camera& camera, Follow& state, const glm::dvec3& position) {
  if (!is_finite(position)) return;
  if (state.last) set_target(camera, camera.target + (position - *state.last));
  state.last = position;
}

glm::dvec3 choose_origin(const Camera& camera, const glm::dvec3& current) {
  // A float has 24 bits: at 1,000 distances from the origin its step is a tenth of a pixel.
  const double off = glm::length(camera.target - current);
  return off <= camera.distance * 1000.0 ? current : glm::round(camera.target);
}

void sanitize(Camera& camera) {
  const Camera usual;
  if (!is_finite(camera.target)) camera.target = usual.target;
  if (!std::isfinite(camera.distance)) camera.distance = usual.distance;
  if (!std::isfinite(camera.yaw)) camera.yaw = usual.yaw;
  if (!std::isfinite(camera.pitch)) camera.pitch = usual.pitch;
  if (!std::isfinite(camera.fov_y)) camera.fov_y = usual.fov_y;
  camera.fov_y = std::clamp(camera.fov_y, 0.1, 2.4);
  if (camera.projection > Projection::orthographic) camera.projection = usual.projection;
  set_target(camera, camera.target);
  set_distance(camera, camera.distance);
  set_direction(camera, camera.yaw, camera.pitch);
}

}  // namespace scrubjay
