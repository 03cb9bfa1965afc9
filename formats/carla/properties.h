#pragma once

#include <string_view>

#include "core/property_tree.h"
#include "formats/carla/file_index.h"
#include "formats/carla/records.h"

// Records as properties, in CARLA's words. Each function adds one group (or value) to the tree;
// texts point into the record's bytes where they are valid UTF-8.
namespace scrubjay::carla {

/// `text` itself when it is valid UTF-8, else a repaired copy in the tree.
std::string_view shown_text(PropertyTree& tree, std::string_view text);
/// The name of a list's element, "0", "1", ...
std::string_view element_name(PropertyTree& tree, std::size_t i);
/// An actor as a reference; null for kNoActor.
void add_actor_reference(PropertyTree& tree, std::string_view name, std::uint32_t actor);

/// `are_texts_valid`: the index pass has looked at them.
void add_attributes(PropertyTree& tree, const EventAdd& add, bool are_texts_valid);
void add_actor(PropertyTree& tree, const EventAdd& add, bool are_texts_valid);
void add_pose(PropertyTree& tree, std::string_view name, const glm::dvec3& location,
              const glm::dvec3& rotation, Precision precision);
void add_kinematics(PropertyTree& tree, const Kinematics& record, Precision precision);
void add_control(PropertyTree& tree, const AnimVehicle& record);
void add_wheels(PropertyTree& tree, const AnimVehicleWheels& record);
void add_biker(PropertyTree& tree, const AnimBiker& record);
void add_vehicle_lights(PropertyTree& tree, const VehicleLight& record);
void add_doors(PropertyTree& tree, DoorBits doors);
void add_walker(PropertyTree& tree, const AnimWalker& record);
void add_bones(PropertyTree& tree, const WalkerBones& record, Precision precision);
/// Either may be null.
void add_traffic_light(PropertyTree& tree, const State* state, const TrafficLightTime* times);
void add_bounding_box(PropertyTree& tree, std::string_view name, const BoundingBox& record,
                      Precision precision);
void add_physics(PropertyTree& tree, const PhysicsControl& record, bool has_stiffness);
void add_physics(PropertyTree& tree, const PhysicsControlUe5& record);
void add_movement_signal(PropertyTree& tree, const MovementSignal& record);
void add_weather(PropertyTree& tree, const Weather& record);
void add_scene_light(PropertyTree& tree, const SceneLight& record);

}  // namespace scrubjay::carla
