#include "formats/carla/write/losses.h"

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <limits>
#include <string_view>

#include "formats/carla/write/projection.h"
#include "formats/carla/write/property_view.h"

namespace scrubjay::carla {

namespace {

/// Groups that projection.cpp turns into records.
constexpr std::array<std::string_view, 16> kActorGroups{"actor",
                                                        "pose",
                                                        "relative_pose",
                                                        Kinematics::kGroup,
                                                        AnimVehicle::kGroup,
                                                        "wheels",
                                                        AnimBiker::kGroup,
                                                        VehicleLight::kGroup,
                                                        AnimWalker::kGroup,
                                                        "bones",
                                                        "doors",
                                                        State::kGroup,
                                                        "bounding_box",
                                                        "trigger_volume",
                                                        PhysicsControl::kGroup,
                                                        MovementSignal::kGroup};
constexpr std::array<std::string_view, 7> kFrameProperties{
    "frame_id",    "duration_this", "elapsed",     "platform_time",
    "visual_time", "weather",       "scene_lights"};
constexpr std::array<std::string_view, 9> kEvents{
    "added",         "deleted",     "parented",    "collision",      "collision continues",
    "light changed", "door opened", "door closed", "weather changed"};

Loss loss_of(PropertyType type) {
  if (is_shape(type)) return Loss::shape;
  if (type == PropertyType::group || type == PropertyType::list) return Loss::group;
  if (type == PropertyType::string) return Loss::text;
  if (type == PropertyType::number || type == PropertyType::integer) return Loss::number;
  if (type == PropertyType::boolean) return Loss::boolean;
  return has_numbers(type) ? Loss::vector : Loss::other_value;
}

/// Whether a number of it becomes infinite where only 32 bits hold it.
bool is_beyond_float(const glm::dvec3& v) {
  constexpr double kMost = std::numeric_limits<float>::max();
  const auto is_beyond = [](double x) { return std::isfinite(x) && std::abs(x) > kMost; };
  return is_beyond(v.x) || is_beyond(v.y) || is_beyond(v.z);
}

/// Whether 32 bits miss it by more than a millimetre.
bool is_rounded_far(const glm::dvec3& v) {
  constexpr double kMillimetre = 0.1;  // cm
  const glm::dvec3 off = glm::abs(glm::dvec3(glm::vec3(v)) - v);
  return std::max({off.x, off.y, off.z}) > kMillimetre;
}

void count_entity(const Frame& frame, const Entity& entity, VectorWidth width, LossCounts& losses) {
  const auto& position = entity.world.position;
  if (position && width == VectorWidth::float32) {
    if (is_beyond_float(*position)) {
      losses.add(Loss::far_position);
    } else if (is_rounded_far(*position)) {
      losses.add(Loss::rounded_position);
    }
  }
  if (entity.world.scale && *entity.world.scale != glm::dvec3(1.0)) losses.add(Loss::scale);
  if (!entity.world.position) losses.add(Loss::no_position);
  const PropertyView own = PropertyView(frame.tree, entity.properties).own();
  const bool is_from_carla = own.group("actor").has_value();
  own.each([&](const PropertyNode& node, const PropertyView&) {
    const bool is_written =
        is_from_carla && std::ranges::find(kActorGroups, node.name) != kActorGroups.end();
    if (!is_written) losses.add(loss_of(node.type));
  });
}

void count_frame_properties(const PropertyView& own, LossCounts& losses) {
  own.each([&](const PropertyNode& node, const PropertyView&) {
    if (std::ranges::find(kFrameProperties, bare_name(node)) == kFrameProperties.end()) {
      losses.add(Loss::frame_property);
    }
  });
}

}  // namespace

void count_losses(const Frame& frame, const WritePlan& plan, VectorWidth width,
                  LossCounts& losses) {
  count_frame_properties(PropertyView(frame.tree, frame.properties), losses);
  for (const Entity& entity : frame.entities) {
    if (plan.entity_row(entity.index) == WritePlan::kNoRow) continue;
    if (stands_for_frame(frame, entity)) {
      count_frame_properties(PropertyView(frame.tree, entity.properties).own(), losses);
    } else {
      count_entity(frame, entity, width, losses);
    }
  }
  for (const FrameEvent& event : frame.events) {
    const EventInfo info = plan.recording().event(event.index);
    if (plan.has_event(info) && std::ranges::find(kEvents, info.name) == kEvents.end()) {
      losses.add(Loss::event);
    }
  }
}

}  // namespace scrubjay::carla
