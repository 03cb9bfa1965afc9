#include "formats/carla/write/property_records.h"

#include <algorithm>
#include <array>
#include <concepts>
#include <span>
#include <utility>

#include "core/ascii.h"
#include "core/number_text.h"
#include "formats/carla/record_fields.h"

namespace scrubjay::carla {

namespace {

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

/// A colour, or the group of its parts.
std::optional<glm::vec4> color_of(const PropertyView& group, std::string_view name) {
  const PropertyNode* node = group.find(name);
  if (node == nullptr) return std::nullopt;
  if (node->type == PropertyType::color) {
    const auto values = group.tree().numbers_of(*node);
    if (values.size() != 4) return std::nullopt;
    return glm::vec4(values[0], values[1], values[2], values[3]);
  }
  const auto parts = group.group(name);
  if (!parts) return std::nullopt;
  glm::vec4 color(0.0F);
  constexpr std::array<std::string_view, 4> kParts{"r", "g", "b", "a"};
  for (std::size_t i = 0; i < kParts.size(); ++i) {
    const auto part = parts->single(kParts[i]);
    if (!part) return std::nullopt;
    color[static_cast<glm::length_t>(i)] = *part;
  }
  return color;
}

/// Reads the fields of one group into a record; one that is missing makes it no record.
class FieldFinder {
 public:
  FieldFinder(const PropertyView& group, const LostMeaning& lost, RecordScratch* scratch)
      : group_(&group), lost_(lost), scratch_(scratch) {}

  bool ok() const { return ok_; }
  std::size_t wheel_bytes() const { return wheel_bytes_; }

  bool has_stiffness() {
    if (group_->find("lat_stiff_max_load") != nullptr) return true;
    wheel_bytes_ = kSmallWheelBytes;
    return false;
  }
  void id(auto&) {}
  void value(std::string_view name, float& number, const char* = "") {
    take(group_->single(name), number);
  }
  void value(std::string_view name, bool& flag) { take(group_->boolean(name), flag); }
  template <std::integral Whole>
  void value(std::string_view name, Whole& number) {
    take(group_->template whole<Whole>(name), number);
  }
  void named(std::string_view name, std::uint8_t& number, std::string_view (*name_of)(std::uint8_t),
             std::size_t count) {
    take(number_named(name_of, count, group_->text(name).value_or("")), number);
  }
  void named_or_number(std::string_view name, std::uint8_t& number, const auto& names) {
    const auto named = row_of(names, group_->text(name).value_or(""));
    take(named ? named : group_->whole<std::uint8_t>(name), number);
  }
  void vector(std::string_view name, glm::dvec3& v, const char* unit, Meaning meaning) {
    take(group_->vec3(name, meaning, unit, lost_), v);
  }
  void vector(std::string_view name, glm::vec3& v, const char* unit, Meaning meaning) {
    glm::dvec3 found(0.0);
    vector(name, found, unit, meaning);
    v = glm::vec3(found);
  }
  void color(std::string_view name, glm::vec4& v) { take(color_of(*group_, name), v); }
  /// The name of the group.
  void text(std::string_view, std::string_view&) {}
  template <class Item>
  void list(std::string_view name, std::span<const Item>& items,
            std::vector<Item> RecordScratch::*storage) {
    std::vector<Item>& found = scratch_->*storage;
    found.clear();
    const auto list = group_->group(name);
    ok_ = ok_ && list;
    if (!list) return;
    list->each([&](const PropertyNode& node, const PropertyView& members) {
      item(node, members, found.emplace_back());
    });
    items = found;
  }
  template <class Item>
  void text_list(std::string_view name, std::span<const Item>& items,
                 std::vector<Item> RecordScratch::*storage) {
    list(name, items, storage);
  }
  void rest(std::string_view name, Bytes& bytes) {
    const PropertyNode* const node = group_->find(name);
    ok_ = ok_ && node != nullptr && node->type == PropertyType::bytes;
    if (ok_) bytes = std::as_bytes(std::span(node->text_value()));
  }

 private:
  template <class T>
  void take(const std::optional<T>& found, T& out) {
    ok_ = ok_ && found;
    out = found.value_or(T{});
  }
  void item(const PropertyNode& node, const PropertyView&, float& number) {
    const auto found = node.as_number();
    ok_ = ok_ && found;
    number = static_cast<float>(found.value_or(0));
  }
  void item(const PropertyNode& node, const PropertyView&, glm::vec2& pair) {
    ok_ = ok_ && node.type == PropertyType::vec2;
    if (node.type != PropertyType::vec2) return;
    const auto values = group_->tree().numbers_of(node);
    pair = {static_cast<float>(values[0]), static_cast<float>(values[1])};
  }
  template <class Item>
  void item(const PropertyNode& node, const PropertyView& members, Item& out) {
    const PropertyView* const outside = std::exchange(group_, &members);
    visit_fields(*this, out);
    group_ = outside;
    if constexpr (std::same_as<Item, Bone>) out.name = node.name;
  }

  const PropertyView* group_;
  const LostMeaning& lost_;
  RecordScratch* scratch_;
  std::size_t wheel_bytes_ = kWheelBytes;
  bool ok_ = true;
};

template <class Record>
std::optional<Record> record_in(const std::optional<PropertyView>& group, const LostMeaning& lost,
                                RecordScratch* scratch = nullptr) {
  if (!group) return std::nullopt;
  FieldFinder finder(*group, lost, scratch);
  Record record;
  visit_fields(finder, record);
  return finder.ok() ? std::optional<Record>(record) : std::nullopt;
}

}  // namespace

template <class Record>
std::optional<Record> record_of(const PropertyView& own, const LostMeaning& lost) {
  return record_in<Record>(own.group(Record::kGroup), lost);
}

template <class Record>
std::optional<Record> record_of(const PropertyView& own, const LostMeaning& lost,
                                RecordScratch& scratch) {
  if constexpr (requires { Record::kGroup; }) {
    return record_in<Record>(own.group(Record::kGroup), lost, &scratch);
  } else {
    return record_in<Record>(own, lost, &scratch);
  }
}

template std::optional<Kinematics> record_of(const PropertyView&, const LostMeaning&);
template std::optional<AnimVehicle> record_of(const PropertyView&, const LostMeaning&);
template std::optional<AnimBiker> record_of(const PropertyView&, const LostMeaning&);
template std::optional<VehicleLight> record_of(const PropertyView&, const LostMeaning&);
template std::optional<AnimWalker> record_of(const PropertyView&, const LostMeaning&);
template std::optional<MovementSignal> record_of(const PropertyView&, const LostMeaning&);
template std::optional<State> record_of(const PropertyView&, const LostMeaning&);
template std::optional<TrafficLightTime> record_of(const PropertyView&, const LostMeaning&);
template std::optional<Weather> record_of(const PropertyView&, const LostMeaning&);
template std::optional<AnimVehicleWheels> record_of(const PropertyView&, const LostMeaning&,
                                                    RecordScratch&);
template std::optional<WalkerBones> record_of(const PropertyView&, const LostMeaning&,
                                              RecordScratch&);
template std::optional<PhysicsControlUe5> record_of(const PropertyView&, const LostMeaning&,
                                                    RecordScratch&);

std::optional<BoundingBox> box_of(const PropertyView& own, std::string_view name,
                                  const LostMeaning& lost) {
  return record_in<BoundingBox>(own.group(name), lost);
}

std::optional<Position> pose_in(const PropertyView& own, std::string_view name,
                                const LostMeaning& lost) {
  return record_in<Position>(own.group(name), lost);
}

std::optional<PhysicsRead> physics_of(const PropertyView& own, const LostMeaning& lost,
                                      RecordScratch& scratch) {
  const auto group = own.group(PhysicsControl::kGroup);
  if (!group) return std::nullopt;
  FieldFinder finder(*group, lost, &scratch);
  PhysicsRead read;
  visit_fields(finder, read.control);
  read.wheel_bytes = finder.wheel_bytes();
  return finder.ok() ? std::optional<PhysicsRead>(read) : std::nullopt;
}

namespace {

bool is_rgb(std::string_view value) {
  int commas = 0;
  for (const char c : value) {
    if (c == ',') {
      ++commas;
    } else if (!is_digit(c)) {
      return false;
    }
  }
  return commas == 2 && value.front() != ',' && value.back() != ',' &&
         value.find(",,") == std::string_view::npos;
}

}  // namespace

std::vector<SceneLight> scene_lights_of(const PropertyView& own, const LostMeaning& lost) {
  std::vector<SceneLight> lights;
  const auto group = own.group("scene_lights");
  if (!group) return lights;
  group->each([&](const PropertyNode& node, const PropertyView& light) {
    auto record = record_in<SceneLight>(light, lost);
    const auto id = number_from<std::int32_t>(node.name);
    if (!record || !id) return;
    record->id = *id;
    lights.push_back(*record);
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
  if (number_from<std::int64_t>(value)) return AttributeType::integer;
  if (number_from<double>(value)) return AttributeType::floating;
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
