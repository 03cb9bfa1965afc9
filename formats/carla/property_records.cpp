#include "formats/carla/property_records.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace scrubjay::carla {

namespace {

/// Reads the fields of one group; one that is missing makes the record no record.
class GroupFields {
 public:
  explicit GroupFields(const PropertyView& group) : group_(group) {}

  bool ok() const { return ok_; }
  float single(std::string_view name) { return value(group_.single(name)); }
  bool flag(std::string_view name) { return value(group_.boolean(name)); }
  template <class Whole>
  Whole whole(std::string_view name) {
    return value(group_.whole<Whole>(name));
  }
  glm::dvec3 vec3(std::string_view name, Meaning meaning, std::string_view unit,
                  const LostMeaning& lost) {
    return value(group_.vec3(name, meaning, unit, lost));
  }

 private:
  template <class T>
  T value(const std::optional<T>& found) {
    if (!found) ok_ = false;
    return found.value_or(T{});
  }

  const PropertyView& group_;
  bool ok_ = true;
};

template <class Record>
std::optional<Record> if_whole(const GroupFields& fields, const Record& record) {
  return fields.ok() ? std::optional<Record>(record) : std::nullopt;
}

/// The row of `name` in a table of names, or nothing.
template <class Names>
std::optional<std::uint8_t> row_of(const Names& names, std::string_view name) {
  const auto found = std::ranges::find(names, name);
  if (found == std::end(names)) return std::nullopt;
  return static_cast<std::uint8_t>(found - std::begin(names));
}

/// The number for which `name_of(number)` is `name`.
std::optional<std::uint8_t> number_named(std::string_view (*name_of)(std::uint8_t),
                                         std::size_t count, std::string_view name) {
  for (std::size_t i = 0; i < count; ++i) {
    if (name_of(static_cast<std::uint8_t>(i)) == name) return static_cast<std::uint8_t>(i);
  }
  return std::nullopt;
}

bool read_curve(const PropertyView& group, std::string_view name, std::vector<glm::vec2>& out) {
  out.clear();
  const auto list = group.group(name);
  if (!list) return false;
  bool is_whole = true;
  list->each([&](const PropertyNode& node, const PropertyView&) {
    if (node.type != PropertyType::vec2) {
      is_whole = false;
      return;
    }
    const auto values = list->tree().numbers_of(node);
    out.emplace_back(static_cast<float>(values[0]), static_cast<float>(values[1]));
  });
  return is_whole;
}

bool read_ratios(const PropertyView& group, std::string_view name, std::vector<float>& out) {
  out.clear();
  const auto list = group.group(name);
  if (!list) return false;
  bool is_whole = true;
  list->each([&](const PropertyNode& node, const PropertyView&) {
    const auto value = number_of(node);
    if (!value) is_whole = false;
    out.push_back(static_cast<float>(value.value_or(0)));
  });
  return is_whole;
}

bool read_gears(const PropertyView& group, std::vector<Gear>& out) {
  out.clear();
  const auto list = group.group("forward_gears");
  if (!list) return false;
  bool is_whole = true;
  list->each([&](const PropertyNode&, const PropertyView& gear) {
    GroupFields fields(gear);
    Gear& read = out.emplace_back();
    read.ratio = fields.single("ratio");
    read.down_ratio = fields.single("down_ratio");
    read.up_ratio = fields.single("up_ratio");
    is_whole = is_whole && fields.ok();
  });
  return is_whole;
}

bool read_wheel_physics(const PropertyView& group, const LostMeaning& lost, PhysicsRead& physics,
                        std::vector<WheelPhysics>& out) {
  out.clear();
  const auto list = group.group("wheels");
  if (!list) return false;
  bool is_whole = true;
  list->each([&](const PropertyNode&, const PropertyView& wheel) {
    GroupFields fields(wheel);
    WheelPhysics& read = out.emplace_back();
    read.tire_friction = fields.single("tire_friction");
    read.damping_rate = fields.single("damping_rate");
    read.max_steer_angle = fields.single("max_steer_angle");
    read.radius = fields.single("radius");
    read.max_brake_torque = fields.single("max_brake_torque");
    read.max_handbrake_torque = fields.single("max_handbrake_torque");
    if (wheel.find("lat_stiff_max_load") == nullptr) {
      physics.wheel_bytes = kSmallWheelBytes;
    } else {
      read.lat_stiff_max_load = fields.single("lat_stiff_max_load");
      read.lat_stiff_value = fields.single("lat_stiff_value");
      read.long_stiff_value = fields.single("long_stiff_value");
    }
    read.position = fields.vec3("position", Meaning::point, "cm", lost);
    is_whole = is_whole && fields.ok();
  });
  return is_whole;
}

}  // namespace

std::optional<Kinematics> kinematics_of(const PropertyView& own, const LostMeaning& lost) {
  const auto group = own.group("kinematics");
  if (!group) return std::nullopt;
  GroupFields fields(*group);
  Kinematics record;
  record.linear_velocity = fields.vec3("linear_velocity", Meaning::velocity, "m/s", lost);
  record.angular_velocity = fields.vec3("angular_velocity", Meaning::axial, "deg/s", lost);
  return if_whole(fields, record);
}

std::optional<AnimVehicle> control_of(const PropertyView& own) {
  const auto group = own.group("control");
  if (!group) return std::nullopt;
  GroupFields fields(*group);
  AnimVehicle record;
  record.steering = fields.single("steering");
  record.throttle = fields.single("throttle");
  record.brake = fields.single("brake");
  record.handbrake = fields.flag("handbrake");
  record.gear = fields.whole<std::int32_t>("gear");
  return if_whole(fields, record);
}

std::optional<AnimVehicleWheels> wheels_of(const PropertyView& own, RecordScratch& scratch) {
  const auto list = own.group("wheels");
  if (!list) return std::nullopt;
  scratch.wheels.clear();
  bool is_whole = true;
  list->each([&](const PropertyNode&, const PropertyView& wheel) {
    GroupFields fields(wheel);
    WheelAnimation& read = scratch.wheels.emplace_back();
    const auto named = row_of(kWheelLocationNames, wheel.text("location").value_or(""));
    read.location = named ? *named : fields.whole<std::uint8_t>("location");
    read.steering_angle = fields.single("steering_angle");
    read.tire_rotation = fields.single("tire_rotation");
    is_whole = is_whole && fields.ok();
  });
  if (!is_whole) return std::nullopt;
  return AnimVehicleWheels{.id = 0, .wheels = scratch.wheels};
}

std::optional<AnimBiker> biker_of(const PropertyView& own) {
  const auto group = own.group("biker");
  if (!group) return std::nullopt;
  GroupFields fields(*group);
  AnimBiker record;
  record.forward_speed = fields.single("forward_speed");
  record.engine_speed = fields.single("engine_speed");
  return if_whole(fields, record);
}

std::optional<VehicleLight> vehicle_lights_of(const PropertyView& own) {
  const auto group = own.group("lights");
  if (!group) return std::nullopt;
  GroupFields fields(*group);
  VehicleLight record;
  record.flags = fields.whole<std::uint32_t>("flags");
  return if_whole(fields, record);
}

std::optional<AnimWalker> walker_of(const PropertyView& own) {
  const auto group = own.group("walker");
  if (!group) return std::nullopt;
  GroupFields fields(*group);
  AnimWalker record;
  record.speed = fields.single("speed");
  return if_whole(fields, record);
}

std::optional<WalkerBones> bones_of(const PropertyView& own, const LostMeaning& lost,
                                    RecordScratch& scratch) {
  const auto group = own.group("bones");
  if (!group) return std::nullopt;
  scratch.bones.clear();
  bool is_whole = true;
  group->each([&](const PropertyNode& node, const PropertyView& pose) {
    GroupFields fields(pose);
    Bone& bone = scratch.bones.emplace_back();
    bone.name = node.name;
    bone.location = fields.vec3("location", Meaning::point, "cm", lost);
    bone.rotation = fields.vec3("rotation", Meaning::euler, "deg", lost);
    is_whole = is_whole && fields.ok();
  });
  if (!is_whole) return std::nullopt;
  return WalkerBones{.id = 0, .bones = scratch.bones};
}

std::optional<MovementSignal> movement_signal_of(const PropertyView& own) {
  const auto group = own.group("movement_signal");
  if (!group) return std::nullopt;
  GroupFields fields(*group);
  MovementSignal record;
  record.states = fields.whole<std::uint16_t>("states");
  return if_whole(fields, record);
}

std::optional<State> light_state_of(const PropertyView& own) {
  const auto group = own.group("traffic_light");
  if (!group) return std::nullopt;
  const auto state = number_named(traffic_light_state_name, 5, group->text("state").value_or(""));
  if (!state) return std::nullopt;
  GroupFields fields(*group);
  State record;
  record.is_frozen = fields.flag("frozen");
  record.elapsed = fields.single("elapsed_time");
  record.state = *state;
  return if_whole(fields, record);
}

std::optional<TrafficLightTime> light_times_of(const PropertyView& own) {
  const auto group = own.group("traffic_light");
  if (!group) return std::nullopt;
  GroupFields fields(*group);
  TrafficLightTime record;
  record.green_time = fields.single("green_time");
  record.yellow_time = fields.single("yellow_time");
  record.red_time = fields.single("red_time");
  return if_whole(fields, record);
}

std::optional<BoundingBox> box_of(const PropertyView& own, std::string_view name,
                                  const LostMeaning& lost) {
  const auto group = own.group(name);
  if (!group) return std::nullopt;
  GroupFields fields(*group);
  BoundingBox record;
  record.origin = fields.vec3("origin", Meaning::point, "cm", lost);
  record.extent = fields.vec3("extent", Meaning::extent, "cm", lost);
  return if_whole(fields, record);
}

std::optional<PhysicsRead> physics_of(const PropertyView& own, const LostMeaning& lost,
                                      RecordScratch& scratch) {
  const auto group = own.group("physics_control");
  if (!group) return std::nullopt;
  GroupFields fields(*group);
  PhysicsRead read;
  PhysicsControl& record = read.control;
  record.max_rpm = fields.single("max_rpm");
  record.moi = fields.single("moi");
  record.damping_full_throttle = fields.single("damping_rate_full_throttle");
  record.damping_zero_throttle_clutch_engaged =
      fields.single("damping_rate_zero_throttle_clutch_engaged");
  record.damping_zero_throttle_clutch_disengaged =
      fields.single("damping_rate_zero_throttle_clutch_disengaged");
  record.use_gear_autobox = fields.flag("use_gear_autobox");
  record.clutch_strength = fields.single("clutch_strength");
  record.final_ratio = fields.single("final_ratio");
  record.mass = fields.single("mass");
  record.drag_coefficient = fields.single("drag_coefficient");
  record.center_of_mass = fields.vec3("center_of_mass", Meaning::direction, "m", lost);
  const bool has_lists = read_curve(*group, "torque_curve", scratch.torque_curve) &&
                         read_gears(*group, scratch.gears) &&
                         read_curve(*group, "steering_curve", scratch.steering_curve) &&
                         read_wheel_physics(*group, lost, read, scratch.wheel_physics);
  if (!fields.ok() || !has_lists) return std::nullopt;
  record.torque_curve = scratch.torque_curve;
  record.forward_gears = scratch.gears;
  record.steering_curve = scratch.steering_curve;
  record.wheels = scratch.wheel_physics;
  return read;
}

std::optional<PhysicsControlUe5> physics_ue5_of(const PropertyView& own, const LostMeaning& lost,
                                                RecordScratch& scratch) {
  const auto group = own.group("physics_control");
  if (!group) return std::nullopt;
  GroupFields fields(*group);
  PhysicsControlUe5 record;
  record.max_torque = fields.single("max_torque");
  record.max_rpm = fields.single("max_rpm");
  record.idle_rpm = fields.single("idle_rpm");
  record.brake_effect = fields.single("brake_effect");
  record.rev_up_moi = fields.single("rev_up_moi");
  record.rev_down_rate = fields.single("rev_down_rate");
  record.differential_type = fields.whole<std::uint8_t>("differential_type");
  record.front_rear_split = fields.single("front_rear_split");
  record.use_automatic_gears = fields.flag("use_automatic_gears");
  record.gear_change_time = fields.single("gear_change_time");
  record.final_ratio = fields.single("final_ratio");
  record.change_up_rpm = fields.single("change_up_rpm");
  record.change_down_rpm = fields.single("change_down_rpm");
  record.transmission_efficiency = fields.single("transmission_efficiency");
  record.mass = fields.single("mass");
  record.drag_coefficient = fields.single("drag_coefficient");
  record.center_of_mass = fields.vec3("center_of_mass", Meaning::direction, "", lost);
  record.chassis_width = fields.single("chassis_width");
  record.chassis_height = fields.single("chassis_height");
  record.downforce_coefficient = fields.single("downforce_coefficient");
  record.drag_area = fields.single("drag_area");
  record.inertia_tensor_scale = fields.vec3("inertia_tensor_scale", Meaning::factors, "", lost);
  record.sleep_threshold = fields.single("sleep_threshold");
  record.sleep_slope_limit = fields.single("sleep_slope_limit");
  record.use_sweep_wheel_collision = fields.flag("use_sweep_wheel_collision");
  const PropertyNode* wheels = group->find("wheels");
  const bool has_lists = read_curve(*group, "torque_curve", scratch.torque_curve) &&
                         read_ratios(*group, "forward_gear_ratios", scratch.forward_ratios) &&
                         read_ratios(*group, "reverse_gear_ratios", scratch.reverse_ratios) &&
                         read_curve(*group, "steering_curve", scratch.steering_curve) &&
                         wheels != nullptr && wheels->type == PropertyType::bytes;
  record.wheel_count = fields.whole<std::uint32_t>("wheel_count");
  if (!fields.ok() || !has_lists) return std::nullopt;
  record.torque_curve = scratch.torque_curve;
  record.forward_gear_ratios = scratch.forward_ratios;
  record.reverse_gear_ratios = scratch.reverse_ratios;
  record.steering_curve = scratch.steering_curve;
  record.wheels = std::as_bytes(std::span(wheels->text_value()));
  return record;
}

std::optional<Weather> weather_of(const PropertyView& own) {
  const auto group = own.group("weather");
  if (!group) return std::nullopt;
  GroupFields fields(*group);
  Weather record;
  for (std::size_t i = 0; i < Weather::kValues; ++i) {
    record.values[i] = fields.single(kWeatherFields[i].name);
  }
  return if_whole(fields, record);
}

namespace {

/// A colour, or the group of its parts.
std::optional<glm::vec4> color_of(const PropertyView& group) {
  const PropertyNode* node = group.find("color");
  if (node == nullptr) return std::nullopt;
  if (node->type == PropertyType::color) {
    const auto values = group.tree().numbers_of(*node);
    if (values.size() != 4) return std::nullopt;
    return glm::vec4(values[0], values[1], values[2], values[3]);
  }
  const auto parts = group.group("color");
  if (!parts) return std::nullopt;
  GroupFields fields(*parts);
  const float r = fields.single("r");
  const float g = fields.single("g");
  const float b = fields.single("b");
  const glm::vec4 color(r, g, b, fields.single("a"));
  return if_whole(fields, color);
}

std::optional<SceneLight> scene_light_of(const PropertyNode& node, const PropertyView& group) {
  SceneLight record;
  const char* end = node.name.data() + node.name.size();
  const auto [stop, error] = std::from_chars(node.name.data(), end, record.id);
  const auto color = color_of(group);
  const auto in_group = number_named(light_group_name, 5, group.text("group").value_or(""));
  if (error != std::errc() || stop != end || !color || !in_group) return std::nullopt;
  GroupFields fields(group);
  record.is_on = fields.flag("on");
  record.intensity = fields.single("intensity");
  record.color = *color;
  record.group = *in_group;
  return if_whole(fields, record);
}

bool is_rgb(std::string_view value) {
  int commas = 0;
  for (const char c : value) {
    if (c == ',') {
      ++commas;
    } else if (c < '0' || c > '9') {
      return false;
    }
  }
  return commas == 2 && value.front() != ',' && value.back() != ',' &&
         value.find(",,") == std::string_view::npos;
}

template <class Number>
bool reads_as(std::string_view value) {
  Number number{};
  const char* end = value.data() + value.size();
  const auto [stop, error] = std::from_chars(value.data(), end, number);
  return error == std::errc() && stop == end;
}

}  // namespace

std::vector<SceneLight> scene_lights_of(const PropertyView& own) {
  std::vector<SceneLight> lights;
  const auto group = own.group("scene_lights");
  if (!group) return lights;
  group->each([&](const PropertyNode& node, const PropertyView& light) {
    if (const auto record = scene_light_of(node, light)) lights.push_back(*record);
  });
  return lights;
}

AttributeType attribute_type(std::string_view name, std::string_view value) {
  // Free texts that may look like something else.
  static constexpr std::array<std::string_view, 5> kTexts{"role_name", "object_type", "base_type",
                                                          "special_type", "ros_name"};
  if (value.empty() || std::ranges::find(kTexts, name) != kTexts.end()) {
    return AttributeType::string;
  }
  if (value == "true" || value == "false") return AttributeType::boolean;
  if (reads_as<std::int64_t>(value)) return AttributeType::integer;
  if (reads_as<double>(value)) return AttributeType::floating;
  return is_rgb(value) ? AttributeType::rgb_color : AttributeType::string;
}

std::optional<ActorRead> actor_of(const PropertyView& own, RecordScratch& scratch) {
  const auto group = own.group("actor");
  if (!group) return std::nullopt;
  const auto type = number_named(actor_type_name, 6, group->text("type").value_or(""));
  const auto description = group->text("description");
  const auto uid = group->whole<std::uint32_t>("uid");
  if (!type || !description || !uid) return std::nullopt;
  scratch.attributes.clear();
  if (const auto attributes = group->group("attributes")) {
    attributes->each([&](const PropertyNode& node, const PropertyView&) {
      if (!is_text(node.type)) return;
      const auto kind = static_cast<std::uint8_t>(attribute_type(node.name, node.text_value()));
      scratch.attributes.push_back({kind, node.name, node.text_value()});
    });
  }
  return ActorRead{*type, *uid, *description, scratch.attributes};
}

}  // namespace scrubjay::carla
