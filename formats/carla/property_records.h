#pragma once

#include <optional>
#include <vector>

#include "formats/carla/packets.h"
#include "formats/carla/property_view.h"
#include "formats/carla/records.h"

namespace scrubjay::carla {

// The way back from the properties that properties.cpp adds to the records they were. `own` are an
// entity's properties (or the frame's, or an event's). Ids are 0. Nothing where the group, or a
// value that the record cannot do without, is missing.

std::optional<Kinematics> kinematics_of(const PropertyView& own, const LostMeaning& lost);
std::optional<AnimVehicle> control_of(const PropertyView& own);
std::optional<AnimVehicleWheels> wheels_of(const PropertyView& own, RecordScratch& scratch);
std::optional<AnimBiker> biker_of(const PropertyView& own);
std::optional<VehicleLight> vehicle_lights_of(const PropertyView& own);
std::optional<AnimWalker> walker_of(const PropertyView& own);
std::optional<WalkerBones> bones_of(const PropertyView& own, const LostMeaning& lost,
                                    RecordScratch& scratch);
std::optional<MovementSignal> movement_signal_of(const PropertyView& own);
std::optional<State> light_state_of(const PropertyView& own);
std::optional<TrafficLightTime> light_times_of(const PropertyView& own);
/// `name`: "bounding_box" or "trigger_volume".
std::optional<BoundingBox> box_of(const PropertyView& own, std::string_view name,
                                  const LostMeaning& lost);
struct PhysicsRead {
  PhysicsControl control;
  std::size_t wheel_bytes = kWheelBytes;
};
std::optional<PhysicsRead> physics_of(const PropertyView& own, const LostMeaning& lost,
                                      RecordScratch& scratch);
std::optional<PhysicsControlUe5> physics_ue5_of(const PropertyView& own, const LostMeaning& lost,
                                                RecordScratch& scratch);
std::optional<Weather> weather_of(const PropertyView& own);
std::vector<SceneLight> scene_lights_of(const PropertyView& own);

/// What an actor's group says besides its place. The views live as long as the tree, the list of
/// attributes until the next call with `scratch`.
struct ActorRead {
  std::uint8_t type = 0;
  std::uint32_t uid = 0;
  std::string_view description;
  std::span<const Attribute> attributes;
};
std::optional<ActorRead> actor_of(const PropertyView& own, RecordScratch& scratch);

/// The type of an attribute (header version 1) that has only its name and text.
AttributeType attribute_type(std::string_view name, std::string_view value);

}  // namespace scrubjay::carla
