#pragma once

#include <cstdint>
#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>
#include <optional>

#include "render/camera.h"

namespace scrubjay {

/// How the camera follows.
enum class Ride : std::uint8_t {
  beside,  ///< keeps its way to what is followed
  chase,   ///< from behind and above, and turns with it
  driver,  ///< from its front seat; of a sensor what that sees
  above,   ///< from above, its heading up
};

/// What the camera rides on, in viewer space; local +y is forward, +z up.
struct Ridden {
  glm::dvec3 center{0.0};
  glm::dvec3 half{1.0};  ///< size along its own axes [m]
  glm::dquat rotation{1.0, 0.0, 0.0, 0.0};
  bool is_sensor = false;                    ///< it has no seat: it sees from its middle
  std::optional<double> field_of_view = {};  ///< of a sensor, from left to right [rad]
};

/// How far the user has turned a camera that rides along from where the ride looks by itself [rad].
struct RideTurn {
  double yaw = 0;
  double pitch = 0;
  bool operator==(const RideTurn&) const = default;
};

/// A camera that rides along: chase, driver or above. Where it stands follows from what is ridden
/// alone, and from how the user has turned it since: nothing lags behind.
class RidingCamera {
 public:
  /// Begins as usual for the ride, or goes on with one that was turned so, at the camera's
  /// distance.
  RidingCamera(Ride ride, const Camera& now, const Ridden& ridden,
               std::optional<RideTurn> kept = std::nullopt);

  Ride ride() const { return ride_; }
  RideTurn turn() const { return turn_; }
  /// The camera for this moment. `now` is that of the last call, as the user has turned it since.
  Camera at(const Camera& now, const Ridden& ridden, const Viewport& viewport);
  /// The camera with which to look on when the ride ends.
  Camera leave(Camera now) const;

 private:
  Ride ride_;
  Camera camera_;  ///< as it was set last
  RideTurn turn_;
  double fov_y_;  ///< before a sensor's own
  bool is_first_ = true;
};

}  // namespace scrubjay
