#pragma once

#include <string_view>

#include "core/property_tree.h"
#include "formats/carla/read/file_index.h"
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
void add_pose(PropertyTree& tree, std::string_view name, const Position& pose, Precision precision);
/// The group of a record, Record::kGroup; of AnimVehicleWheels and WalkerBones their list. Of a
/// PhysicsControl `has_stiffness` says whether its wheels are the large ones.
template <class Record>
void add_record(PropertyTree& tree, const Record& record, Precision precision = Precision::float32,
                bool has_stiffness = true);
/// With the speed.
void add_kinematics(PropertyTree& tree, const Kinematics& record, Precision precision);
/// With the names of those that are on.
void add_vehicle_lights(PropertyTree& tree, const VehicleLight& record);
void add_doors(PropertyTree& tree, DoorBits doors);
/// Either may be null.
void add_traffic_light(PropertyTree& tree, const State* state, const TrafficLightTime* times);
void add_bounding_box(PropertyTree& tree, std::string_view name, const BoundingBox& record,
                      Precision precision);
void add_scene_light(PropertyTree& tree, const SceneLight& record);

}  // namespace scrubjay::carla
