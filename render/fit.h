#pragma once

#include <cstddef>
#include <glm/vec3.hpp>
#include <span>
#include <vector>

#include "render/camera.h"

namespace scrubjay {

/// Where most of a scene is.
struct RobustFit {
  Bounds bounds;  ///< of the points inside; a zero box at the origin when there are none
  std::size_t inside = 0;
  std::size_t outliers = 0;  ///< finite points far away from the bulk
  std::size_t invalid = 0;   ///< points with NaN or infinity

  std::vector<glm::dvec3> extremes;  ///< points inside that lie farthest out in some direction
  double room = 0;                   ///< metres around each point for what stands there

  std::size_t left_out() const { return outliers + invalid; }
};

/// Finds the box around the bulk of `points`, in viewer space. On each axis the middle four fifths
/// are the core; the box grows outwards from there, point by point, and stops at a gap that is much
/// larger than the box itself. So an even spread, a thin trajectory and two clusters are kept
/// whole, and an actor parked 500 m below the map is not. Up to three points are all kept. O(n log
/// n).
RobustFit robust_fit(std::span<const glm::dvec3> points);

/// Takes those few places out of `points` that lie far from most others: the way of one that runs
/// away goes on from place to place, so that no gap tells it from the bulk. All stay where more
/// than a tenth lie that far. O(n).
void leave_out_runaways(std::vector<glm::dvec3>& points);

/// Room for entities of usual size, less where all lies close together.
double usual_room(const Bounds& bounds);

/// The height of the ground under what is inside: 0 where that is a plausible ground, else the
/// lowest point.
double ground_height(const RobustFit& fit);

/// Corners of the boxes that stand at the extremes, with their room.
std::vector<glm::dvec3> fit_corners(const RobustFit& fit);

/// How much of the picture's smaller side the points take, the longer of their width and height;
/// of those that lie before the eye. More than 1 where they reach out of it.
double share_of_view(const Camera& camera, const Viewport& viewport,
                     std::span<const glm::dvec3> points);

/// A camera from the usual direction (obliquely from behind and above) in which the bulk fills
/// the picture.
Camera fitted_camera(const RobustFit& fit, const Viewport& viewport);

}  // namespace scrubjay
