#include "formats/carla/properties.h"

#include <array>
#include <glm/geometric.hpp>

namespace scrubjay::carla {

namespace {

constexpr Precision kFloat = Precision::float32;

/// Opens a container for as long as it lives.
class Scope {
 public:
  Scope(PropertyTree& tree, std::string_view name, PropertyType type = PropertyType::group)
      : tree_(tree), node_(tree.open(name, type)) {}
  ~Scope() { tree_.close(node_); }
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;

 private:
  PropertyTree& tree_;
  PropertyTree::Node node_;
};

void number(PropertyTree& tree, std::string_view name, float value, const char* unit = "") {
  tree.number(name, static_cast<double>(value), kFloat, unit);
}

void float_vec3(PropertyTree& tree, std::string_view name, const glm::vec3& value,
                const char* unit = "", Meaning meaning = Meaning::none) {
  tree.vec3(name, glm::dvec3(value), kFloat, unit, meaning);
}

void add_curve(PropertyTree& tree, std::string_view name, std::span<const glm::vec2> points) {
  const Scope curve(tree, name, PropertyType::list);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const std::array<double, 2> values{static_cast<double>(points[i].x),
                                       static_cast<double>(points[i].y)};
    tree.numbers(element_name(tree, i), PropertyType::vec2, values, kFloat);
  }
}

void add_ratios(PropertyTree& tree, std::string_view name, std::span<const float> ratios) {
  const Scope list(tree, name, PropertyType::list);
  for (std::size_t i = 0; i < ratios.size(); ++i) number(tree, element_name(tree, i), ratios[i]);
}

void add_wheel_physics(PropertyTree& tree, std::string_view name, const WheelPhysics& wheel,
                       bool has_stiffness) {
  const Scope group(tree, name);
  number(tree, "tire_friction", wheel.tire_friction);
  number(tree, "damping_rate", wheel.damping_rate);
  number(tree, "max_steer_angle", wheel.max_steer_angle, "deg");
  number(tree, "radius", wheel.radius, "cm");
  number(tree, "max_brake_torque", wheel.max_brake_torque, "Nm");
  number(tree, "max_handbrake_torque", wheel.max_handbrake_torque, "Nm");
  if (has_stiffness) {
    number(tree, "lat_stiff_max_load", wheel.lat_stiff_max_load);
    number(tree, "lat_stiff_value", wheel.lat_stiff_value);
    number(tree, "long_stiff_value", wheel.long_stiff_value);
  }
  float_vec3(tree, "position", wheel.position, "cm", Meaning::point);
}

}  // namespace

std::string_view shown_text(PropertyTree& tree, std::string_view text) {
  return is_valid_utf8(text) ? text : tree.keep(valid_utf8(text));
}

std::string_view element_name(PropertyTree& tree, std::size_t i) {
  static constexpr std::array<std::string_view, 16> kNames{
      "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15"};
  return i < kNames.size() ? kNames[i] : tree.keep(format_number(std::uint64_t{i}).view());
}

void add_actor_reference(PropertyTree& tree, std::string_view name, std::uint32_t actor) {
  if (actor == kNoActor) {
    tree.null(name);
    return;
  }
  tree.text(name, tree.keep(format_number(std::uint64_t{actor}).view()), PropertyType::entity);
}

void add_attributes(PropertyTree& tree, const EventAdd& add, bool are_texts_valid) {
  const Scope group(tree, "attributes");
  for (const Attribute& attribute : add.attributes) {
    if (are_texts_valid) {
      tree.text(attribute.name, attribute.value);
    } else {
      const std::string_view name = shown_text(tree, attribute.name);
      tree.text(name, shown_text(tree, attribute.value));
    }
  }
}

void add_actor(PropertyTree& tree, const EventAdd& add, bool are_texts_valid) {
  const Scope group(tree, "actor");
  tree.text("type", actor_type_name(add.type));
  tree.text("description", are_texts_valid ? add.description : shown_text(tree, add.description));
  tree.integer("uid", add.uid);
  add_attributes(tree, add, are_texts_valid);
}

void add_pose(PropertyTree& tree, std::string_view name, const glm::dvec3& location,
              const glm::dvec3& rotation, Precision precision) {
  const Scope group(tree, name);
  tree.vec3("location", location, precision, "cm", Meaning::point);
  tree.vec3("rotation", rotation, precision, "deg", Meaning::euler);
}

void add_kinematics(PropertyTree& tree, const Kinematics& record, Precision precision) {
  const Scope group(tree, "kinematics");
  tree.vec3("linear_velocity", record.linear_velocity, precision, "m/s", Meaning::velocity);
  tree.vec3("angular_velocity", record.angular_velocity, precision, "deg/s", Meaning::axial);
  tree.number("speed", glm::length(record.linear_velocity), Precision::float64, "m/s");
}

void add_control(PropertyTree& tree, const AnimVehicle& record) {
  const Scope group(tree, "control");
  number(tree, "steering", record.steering);
  number(tree, "throttle", record.throttle);
  number(tree, "brake", record.brake);
  tree.boolean("handbrake", record.handbrake);
  tree.integer("gear", record.gear);
}

void add_wheels(PropertyTree& tree, const AnimVehicleWheels& record) {
  const Scope list(tree, "wheels", PropertyType::list);
  for (std::size_t i = 0; i < record.wheels.size(); ++i) {
    const WheelAnimation& wheel = record.wheels[i];
    const Scope group(tree, element_name(tree, i));
    if (wheel.location < kWheelLocationNames.size()) {
      tree.text("location", kWheelLocationNames[wheel.location]);
    } else {
      tree.integer("location", wheel.location);
    }
    number(tree, "steering_angle", wheel.steering_angle, "deg");
    number(tree, "tire_rotation", wheel.tire_rotation, "deg");
  }
}

void add_biker(PropertyTree& tree, const AnimBiker& record) {
  const Scope group(tree, "biker");
  number(tree, "forward_speed", record.forward_speed, "cm/s");
  number(tree, "engine_speed", record.engine_speed);
}

void add_vehicle_lights(PropertyTree& tree, const VehicleLight& record) {
  const Scope group(tree, "lights");
  tree.integer("flags", record.flags);
  const Scope list(tree, "on", PropertyType::list);
  std::size_t shown = 0;
  for (std::size_t bit = 0; bit < kVehicleLightNames.size(); ++bit) {
    if ((record.flags >> bit & 1) == 0) continue;
    tree.text(element_name(tree, shown), kVehicleLightNames[bit]);
    ++shown;
  }
}

void add_doors(PropertyTree& tree, DoorBits doors) {
  const Scope group(tree, "doors");
  for (std::size_t door = 0; door < kAllDoors; ++door) {
    if ((doors.known >> door & 1) == 0) continue;
    tree.text(kDoorNames[door], (doors.open >> door & 1) != 0 ? "open" : "closed");
  }
}

void add_walker(PropertyTree& tree, const AnimWalker& record) {
  const Scope group(tree, "walker");
  number(tree, "speed", record.speed, "cm/s");
}

void add_bones(PropertyTree& tree, const WalkerBones& record, Precision precision) {
  const Scope group(tree, "bones");
  for (const Bone& bone : record.bones) {
    add_pose(tree, shown_text(tree, bone.name), bone.location, bone.rotation, precision);
  }
}

void add_traffic_light(PropertyTree& tree, const State* state, const TrafficLightTime* times) {
  const Scope group(tree, "traffic_light");
  if (state != nullptr) {
    tree.text("state", traffic_light_state_name(state->state));
    tree.boolean("frozen", state->is_frozen);
    number(tree, "elapsed_time", state->elapsed, "s");
  }
  if (times != nullptr) {
    number(tree, "green_time", times->green_time, "s");
    number(tree, "yellow_time", times->yellow_time, "s");
    number(tree, "red_time", times->red_time, "s");
  }
}

void add_bounding_box(PropertyTree& tree, std::string_view name, const BoundingBox& record,
                      Precision precision) {
  const Scope group(tree, name);
  tree.vec3("origin", record.origin, precision, "cm", Meaning::point);
  tree.vec3("extent", record.extent, precision, "cm", Meaning::extent);
}

void add_physics(PropertyTree& tree, const PhysicsControl& record, bool has_stiffness) {
  const Scope group(tree, "physics_control");
  number(tree, "max_rpm", record.max_rpm, "rpm");
  number(tree, "moi", record.moi, "kg m2");
  number(tree, "damping_rate_full_throttle", record.damping_full_throttle);
  number(tree, "damping_rate_zero_throttle_clutch_engaged",
         record.damping_zero_throttle_clutch_engaged);
  number(tree, "damping_rate_zero_throttle_clutch_disengaged",
         record.damping_zero_throttle_clutch_disengaged);
  tree.boolean("use_gear_autobox", record.use_gear_autobox);
  number(tree, "clutch_strength", record.clutch_strength);
  number(tree, "final_ratio", record.final_ratio);
  number(tree, "mass", record.mass, "kg");
  number(tree, "drag_coefficient", record.drag_coefficient);
  // In metres while the recording is in centimetres: only its axes change with the coordinates.
  float_vec3(tree, "center_of_mass", record.center_of_mass, "m", Meaning::direction);
  add_curve(tree, "torque_curve", record.torque_curve);
  {
    const Scope gears(tree, "forward_gears", PropertyType::list);
    for (std::size_t i = 0; i < record.forward_gears.size(); ++i) {
      const Scope gear(tree, element_name(tree, i));
      number(tree, "ratio", record.forward_gears[i].ratio);
      number(tree, "down_ratio", record.forward_gears[i].down_ratio);
      number(tree, "up_ratio", record.forward_gears[i].up_ratio);
    }
  }
  add_curve(tree, "steering_curve", record.steering_curve);
  const Scope wheels(tree, "wheels", PropertyType::list);
  for (std::size_t i = 0; i < record.wheels.size(); ++i) {
    add_wheel_physics(tree, element_name(tree, i), record.wheels[i], has_stiffness);
  }
}

void add_physics(PropertyTree& tree, const PhysicsControlUe5& record) {
  const Scope group(tree, "physics_control");
  number(tree, "max_torque", record.max_torque, "Nm");
  number(tree, "max_rpm", record.max_rpm, "rpm");
  number(tree, "idle_rpm", record.idle_rpm, "rpm");
  number(tree, "brake_effect", record.brake_effect);
  number(tree, "rev_up_moi", record.rev_up_moi);
  number(tree, "rev_down_rate", record.rev_down_rate);
  tree.integer("differential_type", record.differential_type);
  number(tree, "front_rear_split", record.front_rear_split);
  tree.boolean("use_automatic_gears", record.use_automatic_gears);
  number(tree, "gear_change_time", record.gear_change_time, "s");
  number(tree, "final_ratio", record.final_ratio);
  number(tree, "change_up_rpm", record.change_up_rpm, "rpm");
  number(tree, "change_down_rpm", record.change_down_rpm, "rpm");
  number(tree, "transmission_efficiency", record.transmission_efficiency);
  number(tree, "mass", record.mass, "kg");
  number(tree, "drag_coefficient", record.drag_coefficient);
  float_vec3(tree, "center_of_mass", record.center_of_mass, "", Meaning::direction);
  number(tree, "chassis_width", record.chassis_width);
  number(tree, "chassis_height", record.chassis_height);
  number(tree, "downforce_coefficient", record.downforce_coefficient);
  number(tree, "drag_area", record.drag_area);
  float_vec3(tree, "inertia_tensor_scale", record.inertia_tensor_scale, "", Meaning::factors);
  number(tree, "sleep_threshold", record.sleep_threshold);
  number(tree, "sleep_slope_limit", record.sleep_slope_limit);
  tree.boolean("use_sweep_wheel_collision", record.use_sweep_wheel_collision);
  add_curve(tree, "torque_curve", record.torque_curve);
  add_ratios(tree, "forward_gear_ratios", record.forward_gear_ratios);
  add_ratios(tree, "reverse_gear_ratios", record.reverse_gear_ratios);
  add_curve(tree, "steering_curve", record.steering_curve);
  tree.integer("wheel_count", record.wheel_count);
  tree.text("wheels", {reinterpret_cast<const char*>(record.wheels.data()), record.wheels.size()},
            PropertyType::bytes);
}

void add_movement_signal(PropertyTree& tree, const MovementSignal& record) {
  const Scope group(tree, "movement_signal");
  tree.integer("states", record.states);
}

void add_weather(PropertyTree& tree, const Weather& record) {
  const Scope group(tree, "weather");
  for (std::size_t i = 0; i < Weather::kValues; ++i) {
    number(tree, kWeatherFields[i].name, record.values[i], kWeatherFields[i].unit);
  }
}

void add_scene_light(PropertyTree& tree, const SceneLight& record) {
  const Scope group(tree, tree.keep(format_number(std::int64_t{record.id}).view()));
  tree.boolean("on", record.is_on);
  number(tree, "intensity", record.intensity);
  const std::array<double, 4> color{
      static_cast<double>(record.color.r), static_cast<double>(record.color.g),
      static_cast<double>(record.color.b), static_cast<double>(record.color.a)};
  tree.numbers("color", PropertyType::color, color, kFloat);
  tree.text("group", light_group_name(record.group));
}

}  // namespace scrubjay::carla
