#include "render/scene_style.h"

#include <algorithm>
#include <array>

namespace scrubjay {

static_assert(kShapes == kEntityKinds + 3);
static_assert(static_cast<int>(Shape::camera) == static_cast<int>(EntityKind::camera));

std::uint32_t kind_color(EntityKind kind) {
  switch (kind) {
    case EntityKind::vehicle: return kSkyBlue;
    case EntityKind::person: return kOrange;
    case EntityKind::signal: return kYellow;
    case EntityKind::sign: return kVermillion;
    case EntityKind::sensor: return kBluishGreen;
    case EntityKind::controller: return kBlue;
    case EntityKind::camera: return kReddishPurple;
    case EntityKind::prop:
    case EntityKind::other: break;
  }
  return kNeutralGrey;
}

std::uint32_t stream_color(std::uint32_t stream) {
  constexpr std::array kColors{kSkyBlue, kOrange, kBluishGreen, kReddishPurple,
                               kYellow,  kBlue,   kVermillion};
  return kColors[stream % kColors.size()];
}

glm::vec3 default_half(EntityKind kind) {
  switch (kind) {
    case EntityKind::vehicle: return {0.95F, 2.2F, 0.75F};
    case EntityKind::person: return {0.3F, 0.3F, 0.9F};
    case EntityKind::signal: return {0.4F, 0.4F, 2.2F};
    case EntityKind::sign: return {0.4F, 0.1F, 1.2F};
    case EntityKind::sensor: return {0.18F, 0.3F, 0.18F};
    case EntityKind::prop: return {0.4F, 0.4F, 0.4F};
    case EntityKind::controller: return {0.15F, 0.15F, 0.25F};
    case EntityKind::camera: return {0.4F, 0.5F, 0.3F};
    case EntityKind::other: break;
  }
  return {0.3F, 0.3F, 0.3F};
}

bool stands_on_its_position(EntityKind kind) {
  switch (kind) {
    case EntityKind::vehicle:
    case EntityKind::signal:
    case EntityKind::sign:
    case EntityKind::prop: return true;
    // A walker's position is the middle of its capsule in the engines that record walkers.
    case EntityKind::person:
    case EntityKind::sensor:
    case EntityKind::controller:
    case EntityKind::camera:
    case EntityKind::other: break;
  }
  return false;
}

glm::vec3 shape_half(Shape shape, const glm::vec3& box_half) {
  if (shape != Shape::signal && shape != Shape::sign) return box_half;
  const glm::vec3 usual =
      default_half(shape == Shape::signal ? EntityKind::signal : EntityKind::sign);
  const float slim = box_half.z / usual.z;
  return {std::min(box_half.x, usual.x * slim), std::min(box_half.y, usual.y * slim), box_half.z};
}

namespace {

Lamp lamp_from_number(std::int64_t number) {
  switch (number) {
    case 0: return Lamp::red;
    case 1: return Lamp::yellow;
    case 2: return Lamp::green;
    case 3: return Lamp::off;
    default: return Lamp::unknown;
  }
}

bool equals_ignoring_case(std::string_view a, std::string_view b) {
  return a.size() == b.size() && contains_ignoring_case(a, b);
}

Lamp lamp_from_word(std::string_view word) {
  struct Row {
    std::string_view word;
    Lamp lamp;
  };
  constexpr Row kRows[] = {{"red", Lamp::red},
                           {"yellow", Lamp::yellow},
                           {"amber", Lamp::yellow},
                           {"green", Lamp::green},
                           {"off", Lamp::off}};
  for (const Row& row : kRows) {
    if (equals_ignoring_case(word, row.word)) return row.lamp;
  }
  return Lamp::unknown;
}

}  // namespace

Lamp lamp_of(const Frame& frame, const Entity& entity) {
  auto node = find_path(frame.tree, entity.properties, "traffic_light/state");
  if (!node) node = find_path(frame.tree, entity.properties, "state");
  if (!node) return Lamp::unknown;
  const PropertyNode& state = frame.tree[*node];
  if (state.type == PropertyType::string) return lamp_from_word(state.text_value());
  if (state.type == PropertyType::integer) return lamp_from_number(state.integer);
  return Lamp::unknown;
}

}  // namespace scrubjay
