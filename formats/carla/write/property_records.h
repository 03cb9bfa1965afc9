#pragma once

#include <optional>
#include <vector>

#include "formats/carla/packets.h"
#include "formats/carla/records.h"
#include "formats/carla/write/property_view.h"

namespace scrubjay::carla {

// The way back from the properties that properties.cpp adds to the records they were. `own` are an
// entity's properties (or the frame's, or an event's). Ids are 0. Nothing where the group, or a
// value that the record cannot do without, is missing.

/// From the group Record::kGroup.
template <class Record>
std::optional<Record> record_of(const PropertyView& own, const LostMeaning& lost);
/// Likewise, with the storage of its lists; AnimVehicleWheels and WalkerBones are a list.
template <class Record>
std::optional<Record> record_of(const PropertyView& own, const LostMeaning& lost,
                                RecordScratch& scratch);
/// `name`: "bounding_box" or "trigger_volume".
std::optional<BoundingBox> box_of(const PropertyView& own, std::string_view name,
                                  const LostMeaning& lost);
struct PhysicsRead {
  PhysicsControl control;
  std::size_t wheel_bytes = kWheelBytes;
};
std::optional<PhysicsRead> physics_of(const PropertyView& own, const LostMeaning& lost,
                                      RecordScratch& scratch);
std::vector<SceneLight> scene_lights_of(const PropertyView& own, const LostMeaning& lost);
/// Location and rotation in the group of that name.
std::optional<Position> pose_in(const PropertyView& own, std::string_view name,
                                const LostMeaning& lost);

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
