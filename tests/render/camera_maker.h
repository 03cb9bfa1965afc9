#pragma once

#include "render/camera.h"

namespace scrubjay {

inline constexpr Viewport kViewport{1280, 720};

/// A camera in the origin's south that looks north along the ground; what has a larger y is farther
/// away.
inline Camera northward(double distance = 20) {
  Camera camera;
  camera.yaw = 0;
  camera.pitch = -0.2;
  camera.distance = distance;
  return camera;
}

}  // namespace scrubjay
