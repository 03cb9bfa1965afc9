#include "render/ride.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace scrubjay {

namespace {

constexpr double kChasePitch = -0.28;
constexpr double kChaseLengths = 3.2;  ///< how far behind, in lengths of what is ridden
constexpr double kLeastChase = 4;      ///< metres
constexpr double kAboveLengths = 12;
/// Metres from the eye to the camera's target; the grid is as fine as that.
constexpr double kDriverDistance = 8;
constexpr double kDriverForward = 0.35;  ///< of half the length ahead of the middle
constexpr double kDriverUp = 0.55;       ///< of half the height above the middle

/// Where the ride looks by itself.
struct Direction {
  double yaw = 0;
  double pitch = 0;
};

Direction direction_of(Ride ride, const Ridden& ridden) {
  const glm::dvec3 ahead = ridden.rotation * glm::dvec3(0, 1, 0);
  const double slope = std::asin(std::clamp(ahead.z, -1.0, 1.0));
  return {std::atan2(-ahead.x, ahead.y), ride == Ride::driver ? slope : 0};
}

/// The camera as a ride begins by itself.
Camera first_camera(Camera camera, Ride ride, const Ridden& ridden) {
  const double length = 2 * ridden.half.y;
  if (ride != Ride::above) camera.projection = Projection::perspective;
  switch (ride) {
    case Ride::chase: camera.distance = std::max(kLeastChase, kChaseLengths * length); break;
    case Ride::above:
      look_from_top(camera);
      camera.distance = std::max(camera.distance, kAboveLengths * length);
      break;
    case Ride::driver:
    case Ride::beside: break;
  }
  return camera;
}

double first_pitch(Ride ride) {
  switch (ride) {
    case Ride::chase: return kChasePitch;
    case Ride::above: return -std::numbers::pi / 2;
    case Ride::driver:
    case Ride::beside: break;
  }
  return 0;
}

}  // namespace

RidingCamera::RidingCamera(Ride ride, const Camera& now, const Ridden& ridden,
                           std::optional<RideTurn> kept)
    : ride_(ride),
      camera_(kept ? now : first_camera(now, ride, ridden)),
      turn_(kept.value_or(RideTurn{0, first_pitch(ride)})),
      fov_y_(now.fov_y) {}

Camera RidingCamera::at(const Camera& now, const Ridden& ridden, const Viewport& viewport) {
  Camera camera = is_first_ ? camera_ : now;
  if (!is_first_) {
    turn_.yaw += now.yaw - camera_.yaw;
    turn_.pitch += now.pitch - camera_.pitch;
  }
  is_first_ = false;
  const Direction own = direction_of(ride_, ridden);
  camera.yaw = own.yaw + turn_.yaw;
  camera.pitch = own.pitch + turn_.pitch;
  camera.target = ridden.center;
  if (ride_ == Ride::chase) camera.target.z += ridden.half.z;
  if (ride_ == Ride::driver) {
    const glm::dvec3 seat =
        ridden.is_sensor ? glm::dvec3(0.0)
                         : glm::dvec3(0, kDriverForward * ridden.half.y, kDriverUp * ridden.half.z);
    camera.distance = kDriverDistance;
    if (ridden.field_of_view) {
      camera.fov_y = 2 * std::atan(std::tan(*ridden.field_of_view / 2) / viewport.aspect());
    }
    camera.target += ridden.rotation * seat + camera.forward() * camera.distance;
  }
  sanitize(camera);
  camera_ = camera;
  return camera;
}

Camera RidingCamera::leave(Camera now) const {
  now.fov_y = fov_y_;
  // A seat is no place to look on from.
  if (ride_ == Ride::driver) now.distance = kLeastChase;
  return now;
}

}  // namespace scrubjay
