#pragma once

#include <concepts>
#include <type_traits>

#include "core/property_tree.h"
#include "formats/carla/packets.h"

namespace scrubjay::carla {

// The fields of each record, once, in the order of their bytes. `visit_fields(visitor, record)`
// calls for each field one of:
//
//     id(number)                          whose record it is; not among the properties
//     value(name, number, unit)           a number or bool of its own size
//     named(name, u8, name_of, count)     a number that the properties name
//     named_or_number(name, u8, names)    likewise; one without a name stays a number
//     vector(name, v, unit, meaning)      glm::dvec3: a `vec`; glm::vec3: three floats
//     color(name, rgba)                   four floats
//     text(name, text)                    u16 size and bytes; not among the properties
//     list(name, items, storage)          u32 count; items are numbers, pairs or have no texts
//     text_list(name, items, storage)     u16 count; items begin with, or hold, texts
//     rest(name, bytes)                   all that is left
//
// `storage` is where a reader puts the items (RecordScratch). Visitors read and write bytes
// (records.cpp, write/record_writer.cpp), measure them (records.cpp), and make properties and find
// them again (read/properties.cpp, write/property_records.cpp). Names and units are those of the
// properties.

template <class T, class Record>
concept OneOf = std::same_as<std::remove_const_t<T>, Record>;

void visit_pose(auto& visit, auto& record) {
  visit.vector("location", record.location, "cm", Meaning::point);
  visit.vector("rotation", record.rotation, "deg", Meaning::euler);
}

void visit_fields(auto& visit, OneOf<FrameStart> auto& record) {
  visit.value("frame_id", record.id);
  visit.value("duration_this", record.duration_this, "s");
  visit.value("elapsed", record.elapsed, "s");
}

void visit_fields(auto& visit, OneOf<Attribute> auto& record) {
  visit.value("type", record.type);
  visit.text("name", record.name);
  visit.text("value", record.value);
}

void visit_fields(auto& visit, OneOf<EventAdd> auto& record) {
  visit.id(record.id);
  visit.value("type", record.type);
  visit_pose(visit, record);
  visit.value("uid", record.uid);
  visit.text("description", record.description);
  visit.text_list("attributes", record.attributes, &RecordScratch::attributes);
}

void visit_fields(auto& visit, OneOf<EventDel> auto& record) { visit.id(record.id); }

void visit_fields(auto& visit, OneOf<EventParent> auto& record) {
  visit.id(record.id);
  visit.value("parent", record.parent);
}

void visit_fields(auto& visit, OneOf<Collision> auto& record) {
  visit.value("sequence", record.sequence);
  visit.id(record.actor1);
  visit.id(record.actor2);
  visit.value("hero", record.is_hero1);
  visit.value("other_hero", record.is_hero2);
}

void visit_fields(auto& visit, OneOf<Position> auto& record) {
  visit.id(record.id);
  visit_pose(visit, record);
}

void visit_fields(auto& visit, OneOf<State> auto& record) {
  visit.id(record.id);
  visit.value("frozen", record.is_frozen);
  visit.value("elapsed_time", record.elapsed, "s");
  visit.named("state", record.state, traffic_light_state_name, kTrafficLightStates);
}

void visit_fields(auto& visit, OneOf<AnimVehicle> auto& record) {
  visit.id(record.id);
  visit.value("steering", record.steering);
  visit.value("throttle", record.throttle);
  visit.value("brake", record.brake);
  visit.value("handbrake", record.handbrake);
  visit.value("gear", record.gear);
}

void visit_fields(auto& visit, OneOf<AnimWalker> auto& record) {
  visit.id(record.id);
  visit.value("speed", record.speed, "cm/s");
}

void visit_fields(auto& visit, OneOf<VehicleLight> auto& record) {
  visit.id(record.id);
  visit.value("flags", record.flags);
}

void visit_fields(auto& visit, OneOf<SceneLight> auto& record) {
  visit.id(record.id);
  visit.value("intensity", record.intensity);
  visit.color("color", record.color);
  visit.value("on", record.is_on);
  visit.named("group", record.group, light_group_name, kLightGroups);
}

void visit_fields(auto& visit, OneOf<Kinematics> auto& record) {
  visit.id(record.id);
  visit.vector("linear_velocity", record.linear_velocity, "m/s", Meaning::velocity);
  visit.vector("angular_velocity", record.angular_velocity, "deg/s", Meaning::axial);
}

void visit_fields(auto& visit, OneOf<BoundingBox> auto& record) {
  visit.id(record.id);
  visit.vector("origin", record.origin, "cm", Meaning::point);
  visit.vector("extent", record.extent, "cm", Meaning::extent);
}

void visit_fields(auto& visit, OneOf<Gear> auto& record) {
  visit.value("ratio", record.ratio);
  visit.value("down_ratio", record.down_ratio);
  visit.value("up_ratio", record.up_ratio);
}

void visit_fields(auto& visit, OneOf<WheelPhysics> auto& record) {
  visit.value("tire_friction", record.tire_friction);
  visit.value("damping_rate", record.damping_rate);
  visit.value("max_steer_angle", record.max_steer_angle, "deg");
  visit.value("radius", record.radius, "cm");
  visit.value("max_brake_torque", record.max_brake_torque, "Nm");
  visit.value("max_handbrake_torque", record.max_handbrake_torque, "Nm");
  if (visit.has_stiffness()) {
    visit.value("lat_stiff_max_load", record.lat_stiff_max_load);
    visit.value("lat_stiff_value", record.lat_stiff_value);
    visit.value("long_stiff_value", record.long_stiff_value);
  }
  visit.vector("position", record.position, "cm", Meaning::point);
}

void visit_fields(auto& visit, OneOf<PhysicsControl> auto& record) {
  visit.id(record.id);
  visit.value("max_rpm", record.max_rpm, "rpm");
  visit.value("moi", record.moi, "kg m2");
  visit.value("damping_rate_full_throttle", record.damping_full_throttle);
  visit.value("damping_rate_zero_throttle_clutch_engaged",
              record.damping_zero_throttle_clutch_engaged);
  visit.value("damping_rate_zero_throttle_clutch_disengaged",
              record.damping_zero_throttle_clutch_disengaged);
  visit.value("use_gear_autobox", record.use_gear_autobox);
  visit.value("clutch_strength", record.clutch_strength);
  visit.value("final_ratio", record.final_ratio);
  visit.value("mass", record.mass, "kg");
  visit.value("drag_coefficient", record.drag_coefficient);
  // In metres while the recording is in centimetres: only its axes change with the coordinates.
  visit.vector("center_of_mass", record.center_of_mass, "m", Meaning::direction);
  visit.list("torque_curve", record.torque_curve, &RecordScratch::torque_curve);
  visit.list("forward_gears", record.forward_gears, &RecordScratch::gears);
  visit.list("steering_curve", record.steering_curve, &RecordScratch::steering_curve);
  visit.list("wheels", record.wheels, &RecordScratch::wheel_physics);
}

void visit_fields(auto& visit, OneOf<PhysicsControlUe5> auto& record) {
  visit.id(record.id);
  visit.value("max_torque", record.max_torque, "Nm");
  visit.value("max_rpm", record.max_rpm, "rpm");
  visit.value("idle_rpm", record.idle_rpm, "rpm");
  visit.value("brake_effect", record.brake_effect);
  visit.value("rev_up_moi", record.rev_up_moi);
  visit.value("rev_down_rate", record.rev_down_rate);
  visit.value("differential_type", record.differential_type);
  visit.value("front_rear_split", record.front_rear_split);
  visit.value("use_automatic_gears", record.use_automatic_gears);
  visit.value("gear_change_time", record.gear_change_time, "s");
  visit.value("final_ratio", record.final_ratio);
  visit.value("change_up_rpm", record.change_up_rpm, "rpm");
  visit.value("change_down_rpm", record.change_down_rpm, "rpm");
  visit.value("transmission_efficiency", record.transmission_efficiency);
  visit.value("mass", record.mass, "kg");
  visit.value("drag_coefficient", record.drag_coefficient);
  visit.vector("center_of_mass", record.center_of_mass, "", Meaning::direction);
  visit.value("chassis_width", record.chassis_width);
  visit.value("chassis_height", record.chassis_height);
  visit.value("downforce_coefficient", record.downforce_coefficient);
  visit.value("drag_area", record.drag_area);
  visit.vector("inertia_tensor_scale", record.inertia_tensor_scale, "", Meaning::factors);
  visit.value("sleep_threshold", record.sleep_threshold);
  visit.value("sleep_slope_limit", record.sleep_slope_limit);
  visit.value("use_sweep_wheel_collision", record.use_sweep_wheel_collision);
  visit.list("torque_curve", record.torque_curve, &RecordScratch::torque_curve);
  visit.list("forward_gear_ratios", record.forward_gear_ratios, &RecordScratch::forward_ratios);
  visit.list("reverse_gear_ratios", record.reverse_gear_ratios, &RecordScratch::reverse_ratios);
  visit.list("steering_curve", record.steering_curve, &RecordScratch::steering_curve);
  visit.value("wheel_count", record.wheel_count);
  visit.rest("wheels", record.wheels);
}

void visit_fields(auto& visit, OneOf<TrafficLightTime> auto& record) {
  visit.id(record.id);
  visit.value("green_time", record.green_time, "s");
  visit.value("yellow_time", record.yellow_time, "s");
  visit.value("red_time", record.red_time, "s");
}

void visit_fields(auto& visit, OneOf<Bone> auto& record) {
  visit.text("name", record.name);
  visit_pose(visit, record);
}

void visit_fields(auto& visit, OneOf<WalkerBones> auto& record) {
  visit.id(record.id);
  visit.text_list("bones", record.bones, &RecordScratch::bones);
}

void visit_fields(auto& visit, OneOf<WheelAnimation> auto& record) {
  visit.named_or_number("location", record.location, kWheelLocationNames);
  visit.value("steering_angle", record.steering_angle, "deg");
  visit.value("tire_rotation", record.tire_rotation, "deg");
}

void visit_fields(auto& visit, OneOf<AnimVehicleWheels> auto& record) {
  visit.id(record.id);
  visit.list("wheels", record.wheels, &RecordScratch::wheels);
}

void visit_fields(auto& visit, OneOf<AnimBiker> auto& record) {
  visit.id(record.id);
  visit.value("forward_speed", record.forward_speed, "cm/s");
  visit.value("engine_speed", record.engine_speed);
}

void visit_fields(auto& visit, OneOf<VehicleDoor> auto& record) {
  visit.id(record.id);
  visit.value("door", record.door);
  visit.value("open", record.is_open);
}

void visit_fields(auto& visit, OneOf<Weather> auto& record) {
  for (std::size_t i = 0; i < Weather::kValues; ++i) {
    visit.value(kWeatherFields[i].name, record.values[i], kWeatherFields[i].unit);
  }
}

void visit_fields(auto& visit, OneOf<MovementSignal> auto& record) {
  visit.id(record.id);
  visit.value("states", record.states);
}

/// What an item of a list is made of: a number, a pair of floats, or fields of its own.
template <class Item>
inline constexpr bool kHasFields = !std::is_arithmetic_v<Item> && !std::same_as<Item, glm::vec2>;

/// Passes on the id and the field of one name, or all other fields; of records with these kinds.
template <class Visitor>
class FieldFilter {
 public:
  FieldFilter(Visitor& visitor, std::string_view name, bool is_that_one)
      : visitor_(visitor), name_(name), is_that_one_(is_that_one) {}

  void id(const auto& number) {
    if (is_that_one_) visitor_.id(number);
  }
  void value(std::string_view name, const auto&... value) {
    if (passes(name)) visitor_.value(name, value...);
  }
  void named(std::string_view name, const auto&... value) {
    if (passes(name)) visitor_.named(name, value...);
  }
  void color(std::string_view name, const auto& value) {
    if (passes(name)) visitor_.color(name, value);
  }

 private:
  bool passes(std::string_view name) const { return (name == name_) == is_that_one_; }

  Visitor& visitor_;
  std::string_view name_;
  bool is_that_one_;
};

/// People see a field first that does not come first in the bytes.
template <class Record>
inline constexpr std::string_view kFirstShown = "";
template <>
inline constexpr std::string_view kFirstShown<State> = "state";
template <>
inline constexpr std::string_view kFirstShown<SceneLight> = "on";

/// The fields of a record in the order in which they are shown.
template <class Record>
void visit_as_shown(auto& visit, const Record& record) {
  if constexpr (kFirstShown<Record>.empty()) {
    visit_fields(visit, record);
  } else {
    FieldFilter first(visit, kFirstShown<Record>, true);
    visit_fields(first, record);
    FieldFilter others(visit, kFirstShown<Record>, false);
    visit_fields(others, record);
  }
}

}  // namespace scrubjay::carla
