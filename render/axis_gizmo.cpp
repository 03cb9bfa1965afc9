#include "render/axis_gizmo.h"

#include <algorithm>
#include <glm/geometric.hpp>

#include "render/scene_style.h"
#include "render/viewer_space.h"

namespace scrubjay {

namespace {

constexpr std::array<std::string_view, 6> kLabels{"x", "-x", "y", "-y", "z", "-z"};
constexpr std::array<std::uint32_t, 3> kColors{kVermillion, kBluishGreen, kSkyBlue};

Axis opposite(Axis axis) { return static_cast<Axis>(static_cast<int>(axis) ^ 1); }

std::string_view meaning_of(Axis axis, const CoordinateSystem& recorded) {
  if (axis == recorded.right) return "right";
  if (axis == recorded.up) return "up";
  if (axis == recorded.forward) return "forward";
  if (axis == opposite(recorded.right)) return "left";
  return axis == opposite(recorded.up) ? "down" : "back";
}

}  // namespace

std::array<GizmoArm, 6> axis_gizmo(const Camera& camera, const CoordinateSystem& recorded) {
  const CoordinateConversion way(recorded, kViewerCoordinates);
  std::array<GizmoArm, 6> arms;
  for (std::size_t i = 0; i < arms.size(); ++i) {
    GizmoArm& arm = arms[i];
    arm.axis = static_cast<Axis>(i);
    arm.label = kLabels[i];
    arm.meaning = meaning_of(arm.axis, recorded);
    arm.direction = way.direction(direction_of(arm.axis));
    arm.end = {static_cast<float>(glm::dot(arm.direction, camera.right())),
               static_cast<float>(-glm::dot(arm.direction, camera.up()))};
    arm.depth = static_cast<float>(glm::dot(arm.direction, camera.forward()));
    arm.is_positive = i % 2 == 0;
    arm.color = kColors[i / 2];
  }
  std::ranges::stable_sort(arms, [](const auto& a, const auto& b) { return a.depth > b.depth; });
  return arms;
}

std::optional<GizmoArm> gizmo_arm_at(const std::array<GizmoArm, 6>& arms, const glm::vec2& at,
                                     float knob) {
  for (auto arm = arms.rbegin(); arm != arms.rend(); ++arm) {
    if (glm::distance(arm->end, at) <= knob) return *arm;
  }
  return std::nullopt;
}

void look_from(Camera& camera, const GizmoArm& arm) { look_along(camera, -arm.direction); }

}  // namespace scrubjay
