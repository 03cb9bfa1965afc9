#include "formats/carla/read/properties.h"

#include <array>
#include <concepts>
#include <glm/geometric.hpp>

#include "formats/carla/record_fields.h"

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

double wide(float number) { return static_cast<double>(number); }

/// Adds the fields of a record to the group that is open.
class FieldAdder {
 public:
  FieldAdder(PropertyTree& tree, Precision precision, bool has_stiffness = true)
      : tree_(tree), precision_(precision), has_stiffness_(has_stiffness) {}

  bool has_stiffness() const { return has_stiffness_; }
  void id(auto) {}
  void value(std::string_view name, float number, const char* unit = "") {
    tree_.number(name, wide(number), kFloat, unit);
  }
  void value(std::string_view name, bool flag) { tree_.boolean(name, flag); }
  void value(std::string_view name, std::integral auto number) { tree_.integer(name, number); }
  void named(std::string_view name, std::uint8_t number, std::string_view (*name_of)(std::uint8_t),
             std::size_t) {
    tree_.text(name, name_of(number));
  }
  void named_or_number(std::string_view name, std::uint8_t number, const auto& names) {
    if (number < names.size()) {
      tree_.text(name, names[number]);
    } else {
      tree_.integer(name, number);
    }
  }
  void vector(std::string_view name, const glm::dvec3& v, const char* unit, Meaning meaning) {
    tree_.vec3(name, v, precision_, unit, meaning);
  }
  void vector(std::string_view name, const glm::vec3& v, const char* unit, Meaning meaning) {
    tree_.vec3(name, glm::dvec3(v), kFloat, unit, meaning);
  }
  void color(std::string_view name, const glm::vec4& v) {
    const std::array<double, 4> color{wide(v.r), wide(v.g), wide(v.b), wide(v.a)};
    tree_.numbers(name, PropertyType::color, color, kFloat);
  }
  void text(std::string_view, std::string_view) {}
  template <class Item, class Storage>
  void list(std::string_view name, std::span<const Item> items, Storage) {
    const Scope list(tree_, name, PropertyType::list);
    for (std::size_t i = 0; i < items.size(); ++i) item(element_name(tree_, i), items[i]);
  }
  /// A group for each item, with its name.
  template <class Item, class Storage>
  void text_list(std::string_view name, std::span<const Item> items, Storage) {
    const Scope group(tree_, name);
    for (const Item& each : items) item(shown_text(tree_, each.name), each);
  }
  void rest(std::string_view name, Bytes bytes) {
    tree_.text(name, as_text(bytes), PropertyType::bytes);
  }

 private:
  void item(std::string_view name, float number) { value(name, number); }
  void item(std::string_view name, const glm::vec2& pair) {
    tree_.numbers(name, PropertyType::vec2, std::array<double, 2>{wide(pair.x), wide(pair.y)},
                  kFloat);
  }
  template <class Item>
  void item(std::string_view name, const Item& fields) {
    const Scope group(tree_, name);
    visit_fields(*this, fields);
  }

  PropertyTree& tree_;
  Precision precision_;
  bool has_stiffness_;
};

template <class Record>
void add_fields(PropertyTree& tree, const Record& record, Precision precision = kFloat,
                bool has_stiffness = true) {
  FieldAdder adder(tree, precision, has_stiffness);
  visit_as_shown(adder, record);
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

/// The attribute of cameras: degrees from left to right.
constexpr std::string_view kFieldOfView = "fov";

void add_attributes(PropertyTree& tree, const EventAdd& add, bool are_texts_valid) {
  const Scope group(tree, "attributes");
  for (const Attribute& attribute : add.attributes) {
    const PropertyTree::Node node = are_texts_valid ? tree.text(attribute.name, attribute.value)
                                                    : tree.text(shown_text(tree, attribute.name),
                                                                shown_text(tree, attribute.value));
    if (attribute.name == kFieldOfView) tree.node_for_edit(node).role = PropertyRole::field_of_view;
  }
}

void add_actor(PropertyTree& tree, const EventAdd& add, bool are_texts_valid) {
  const Scope group(tree, "actor");
  tree.text("type", actor_type_name(add.type));
  tree.text("description", are_texts_valid ? add.description : shown_text(tree, add.description));
  tree.integer("uid", add.uid);
  add_attributes(tree, add, are_texts_valid);
}

void add_pose(PropertyTree& tree, std::string_view name, const Position& pose,
              Precision precision) {
  const Scope group(tree, name);
  add_fields(tree, pose, precision);
}

template <class Record>
void add_record(PropertyTree& tree, const Record& record, Precision precision, bool has_stiffness) {
  if constexpr (requires { Record::kGroup; }) {
    const Scope group(tree, Record::kGroup);
    add_fields(tree, record, precision, has_stiffness);
  } else {
    add_fields(tree, record, precision, has_stiffness);
  }
}

template void add_record(PropertyTree&, const AnimVehicle&, Precision, bool);
template void add_record(PropertyTree&, const AnimVehicleWheels&, Precision, bool);
template void add_record(PropertyTree&, const AnimBiker&, Precision, bool);
template void add_record(PropertyTree&, const AnimWalker&, Precision, bool);
template void add_record(PropertyTree&, const WalkerBones&, Precision, bool);
template void add_record(PropertyTree&, const MovementSignal&, Precision, bool);
template void add_record(PropertyTree&, const PhysicsControl&, Precision, bool);
template void add_record(PropertyTree&, const PhysicsControlUe5&, Precision, bool);
template void add_record(PropertyTree&, const Weather&, Precision, bool);

void add_kinematics(PropertyTree& tree, const Kinematics& record, Precision precision) {
  const Scope group(tree, Kinematics::kGroup);
  add_fields(tree, record, precision);
  tree.number("speed", glm::length(record.linear_velocity), Precision::float64, "m/s");
}

void add_vehicle_lights(PropertyTree& tree, const VehicleLight& record) {
  const Scope group(tree, VehicleLight::kGroup);
  add_fields(tree, record);
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

void add_traffic_light(PropertyTree& tree, const State* state, const TrafficLightTime* times) {
  const Scope group(tree, State::kGroup);
  if (state != nullptr) add_fields(tree, *state);
  if (times != nullptr) add_fields(tree, *times);
}

void add_bounding_box(PropertyTree& tree, std::string_view name, const BoundingBox& record,
                      Precision precision) {
  const Scope group(tree, name);
  add_fields(tree, record, precision);
}

void add_scene_light(PropertyTree& tree, const SceneLight& record) {
  const Scope group(tree, tree.keep(format_number(std::int64_t{record.id}).view()));
  add_fields(tree, record);
}

}  // namespace scrubjay::carla
