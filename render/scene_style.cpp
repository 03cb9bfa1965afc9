#include "render/scene_style.h"

#include <algorithm>

#include "core/usual_box.h"

namespace scrubjay {

static_assert(kShapes == kEntityKinds + 8);
static_assert(static_cast<int>(Shape::camera) == static_cast<int>(EntityKind::camera));

Shape shape_of(EntityKind kind, const glm::vec3& half) {
  constexpr float kWidestHalf = 0.6F;  // [m]
  const bool is_narrow = half.x < kWidestHalf && half.z > 1.5F * half.x && half.y > 1.8F * half.x;
  return kind == EntityKind::vehicle && is_narrow ? Shape::two_wheeler : shape_of(kind);
}

glm::vec3 default_half(EntityKind kind) {
  const glm::dvec3 half = usual_box(kind).half;
  return {half.y, half.x, half.z};
}

bool stands_on_its_position(EntityKind kind) { return usual_box(kind).center.z > 0; }

glm::vec3 shape_half(Shape shape, const glm::vec3& box_half) {
  if (shape != Shape::signal && shape != Shape::sign) return box_half;
  const glm::vec3 usual =
      default_half(shape == Shape::signal ? EntityKind::signal : EntityKind::sign);
  const float slim = box_half.z / usual.z;
  return {std::min(box_half.x, usual.x * slim), std::min(box_half.y, usual.y * slim), box_half.z};
}

}  // namespace scrubjay
