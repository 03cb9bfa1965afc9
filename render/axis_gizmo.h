#pragma once

#include <array>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <optional>
#include <string_view>

#include "core/coordinate_system.h"
#include "render/camera.h"

namespace scrubjay {

/// One arm of the gizmo: a recorded axis as the camera sees it.
struct GizmoArm {
  Axis axis = Axis::pos_x;    ///< of the recording
  std::string_view label;     ///< "x", "-y", ... as the recording names it
  std::string_view meaning;   ///< "right", "up", "forward", "left", "down" or "back"
  glm::dvec3 direction{0.0};  ///< in viewer space; what look_along takes is its negative
  glm::vec2 end{0.0F};        ///< from the gizmo's centre, in units of its radius, y downwards
  float depth = 0;            ///< in [-1, 1]; larger is farther away
  bool is_positive = true;    ///< positive arms have a line and a name
  std::uint32_t color = 0;    ///< 0xRRGGBB
};

/// The six arms of the recording's axes, farthest first: in the order in which to draw them.
std::array<GizmoArm, 6> axis_gizmo(const Camera& camera, const CoordinateSystem& recorded);

/// The nearest arm whose knob of `knob` radii is under `at` (same units as GizmoArm::end).
std::optional<GizmoArm> gizmo_arm_at(const std::array<GizmoArm, 6>& arms, const glm::vec2& at,
                                     float knob = 0.22F);

/// Lets the camera look at its target from the arm's end, so that the arm points at the viewer.
void look_from(Camera& camera, const GizmoArm& arm);

}  // namespace scrubjay
