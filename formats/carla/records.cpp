#include "formats/carla/records.h"

#include "formats/carla/record_fields.h"

namespace scrubjay::carla {

glm::vec2 Fields::two_floats() {
  const float x = get<float>();
  const float y = get<float>();
  return {x, y};
}

glm::vec3 Fields::three_of_fewer() {
  const float x = get<float>();
  const float y = get<float>();
  const float z = get<float>();
  return {x, y, z};
}

glm::dvec3 Fields::vec() {
  if (width_ == VectorWidth::float32) return glm::dvec3(three_floats());
  const double x = get<double>();
  const double y = get<double>();
  const double z = get<double>();
  return {x, y, z};
}

std::string_view Fields::str() {
  const auto size = get<std::uint16_t>();
  if (const auto text = reader_.text(size)) return *text;
  ok_ = false;
  return {};
}

Bytes Fields::bytes(std::uint64_t count) {
  if (const auto found = reader_.bytes(count)) return *found;
  ok_ = false;
  return {};
}

namespace {

/// Bytes of records without texts or lists.
class Meter {
 public:
  explicit Meter(VectorWidth width, std::size_t wheel_bytes = kWheelBytes)
      : width_(width), wheel_bytes_(wheel_bytes) {}

  std::size_t bytes() const { return bytes_; }

  bool has_stiffness() const { return wheel_bytes_ == kWheelBytes; }
  template <class Number>
  void id(Number) {
    bytes_ += sizeof(Number);
  }
  template <class Number>
  void value(std::string_view, Number, const char* = "") {
    bytes_ += sizeof(Number);
  }
  void named(std::string_view, std::uint8_t, const auto&, std::size_t) { ++bytes_; }
  void named_or_number(std::string_view, std::uint8_t, const auto&) { ++bytes_; }
  void vector(std::string_view, const glm::dvec3&, const char*, Meaning) {
    bytes_ += vec_bytes(width_);
  }
  void vector(std::string_view, const glm::vec3& v, const char*, Meaning) { bytes_ += sizeof v; }
  void color(std::string_view, const glm::vec4& v) { bytes_ += sizeof v; }
  void text(std::string_view, std::string_view) { bytes_ += sizeof(std::uint16_t); }

 private:
  VectorWidth width_;
  std::size_t wheel_bytes_;
  std::size_t bytes_ = 0;
};

/// Of one whose texts are empty.
template <class Item>
std::size_t least_bytes(VectorWidth width, std::size_t wheel_bytes = kWheelBytes) {
  if constexpr (kHasFields<Item>) {
    Meter meter(width, wheel_bytes);
    const Item item{};
    visit_fields(meter, item);
    return meter.bytes();
  } else {
    return sizeof(Item);
  }
}

/// Fills a record.
class FieldReader {
 public:
  FieldReader(Fields& fields, RecordScratch* scratch, std::size_t wheel_bytes)
      : fields_(fields), scratch_(scratch), wheel_bytes_(wheel_bytes) {}

  bool has_stiffness() const { return wheel_bytes_ == kWheelBytes; }
  template <class Number>
  void id(Number& number) {
    number = fields_.get<Number>();
  }
  template <class Number>
  void value(std::string_view, Number& number, const char* = "") {
    number = fields_.get<Number>();
  }
  void value(std::string_view, bool& flag, const char* = "") { flag = fields_.flag(); }
  void named(std::string_view, std::uint8_t& number, const auto&, std::size_t) { id(number); }
  void named_or_number(std::string_view, std::uint8_t& number, const auto&) { id(number); }
  void vector(std::string_view, glm::dvec3& v, const char*, Meaning) { v = fields_.vec(); }
  void vector(std::string_view, glm::vec3& v, const char*, Meaning) { v = fields_.three_floats(); }
  void color(std::string_view, glm::vec4& v) {
    const glm::vec3 rgb = fields_.three_floats();
    v = glm::vec4(rgb, fields_.get<float>());
  }
  void text(std::string_view, std::string_view& text) { text = fields_.str(); }
  template <class Item>
  void list(std::string_view, std::span<const Item>& items,
            std::vector<Item> RecordScratch::*storage) {
    fill(items, scratch_->*storage,
         fields_.count_u32(least_bytes<Item>(fields_.width(), wheel_bytes_)));
  }
  template <class Item>
  void text_list(std::string_view, std::span<const Item>& items,
                 std::vector<Item> RecordScratch::*storage) {
    fill(items, scratch_->*storage, fields_.count_u16(least_bytes<Item>(fields_.width())));
  }
  void rest(std::string_view, std::span<const std::byte>& bytes) {
    bytes = fields_.bytes(fields_.left());
  }

 private:
  template <class Item>
  void fill(std::span<const Item>& items, std::vector<Item>& storage, std::size_t count) {
    storage.resize(count);
    for (Item& item : storage) {
      if constexpr (kHasFields<Item>) {
        visit_fields(*this, item);
      } else if constexpr (std::same_as<Item, glm::vec2>) {
        item = fields_.two_floats();
      } else {
        id(item);
      }
    }
    items = storage;
  }

  Fields& fields_;
  RecordScratch* scratch_;
  std::size_t wheel_bytes_;
};

/// Passes over a record.
class FieldSkipper {
 public:
  FieldSkipper(Fields& fields, std::size_t wheel_bytes)
      : fields_(fields), wheel_bytes_(wheel_bytes) {}

  template <class Number>
  void id(Number) {
    fields_.bytes(sizeof(Number));
  }
  template <class Number>
  void value(std::string_view, Number, const char* = "") {
    fields_.bytes(sizeof(Number));
  }
  void vector(std::string_view, const glm::dvec3&, const char*, Meaning) {
    fields_.bytes(vec_bytes(fields_.width()));
  }
  void vector(std::string_view, const glm::vec3& v, const char*, Meaning) {
    fields_.bytes(sizeof v);
  }
  void text(std::string_view, std::string_view) { fields_.str(); }
  template <class Item>
  void list(std::string_view, std::span<const Item>, std::vector<Item> RecordScratch::*) {
    fields_.bytes(least_bytes<Item>(fields_.width(), wheel_bytes_) *
                  std::uint64_t{fields_.get<std::uint32_t>()});
  }
  template <class Item>
  void text_list(std::string_view, std::span<const Item>, std::vector<Item> RecordScratch::*) {
    const Item item{};
    for (std::size_t left = fields_.count_u16(least_bytes<Item>(fields_.width())); left > 0;
         --left) {
      visit_fields(*this, item);
    }
  }

 private:
  Fields& fields_;
  std::size_t wheel_bytes_;
};

template <class Record>
std::optional<std::size_t> record_bytes(Bytes bytes, VectorWidth width,
                                        std::size_t wheel_bytes = kWheelBytes) {
  Fields fields(bytes, width);
  FieldSkipper skipper(fields, wheel_bytes);
  const Record record{};
  visit_fields(skipper, record);
  if (!fields.ok()) return std::nullopt;
  return fields.position();
}

}  // namespace

template <class Record>
bool read(Fields& fields, Record& out) {
  FieldReader reader(fields, nullptr, kWheelBytes);
  visit_fields(reader, out);
  return fields.ok();
}

template <class Record>
bool read(Fields& fields, Record& out, RecordScratch& scratch, std::size_t wheel_bytes) {
  FieldReader reader(fields, &scratch, wheel_bytes);
  visit_fields(reader, out);
  return fields.ok();
}

template bool read(Fields&, FrameStart&);
template bool read(Fields&, EventDel&);
template bool read(Fields&, EventParent&);
template bool read(Fields&, Collision&);
template bool read(Fields&, Position&);
template bool read(Fields&, State&);
template bool read(Fields&, AnimVehicle&);
template bool read(Fields&, AnimWalker&);
template bool read(Fields&, VehicleLight&);
template bool read(Fields&, SceneLight&);
template bool read(Fields&, Kinematics&);
template bool read(Fields&, BoundingBox&);
template bool read(Fields&, TrafficLightTime&);
template bool read(Fields&, AnimBiker&);
template bool read(Fields&, VehicleDoor&);
template bool read(Fields&, Weather&);
template bool read(Fields&, MovementSignal&);
template bool read(Fields&, EventAdd&, RecordScratch&, std::size_t);
template bool read(Fields&, WalkerBones&, RecordScratch&, std::size_t);
template bool read(Fields&, AnimVehicleWheels&, RecordScratch&, std::size_t);
template bool read(Fields&, PhysicsControl&, RecordScratch&, std::size_t);
template bool read(Fields&, PhysicsControlUe5&, RecordScratch&, std::size_t);

std::optional<std::size_t> fixed_record_bytes(PacketKind kind, VectorWidth width) {
  switch (kind) {
    case PacketKind::event_del: return least_bytes<EventDel>(width);
    case PacketKind::event_parent: return least_bytes<EventParent>(width);
    case PacketKind::collision: return least_bytes<Collision>(width);
    case PacketKind::position: return least_bytes<Position>(width);
    case PacketKind::kinematics: return least_bytes<Kinematics>(width);
    case PacketKind::bounding_box:
    case PacketKind::trigger_volume: return least_bytes<BoundingBox>(width);
    case PacketKind::state: return least_bytes<State>(width);
    case PacketKind::anim_vehicle: return least_bytes<AnimVehicle>(width);
    case PacketKind::anim_walker: return least_bytes<AnimWalker>(width);
    case PacketKind::vehicle_light: return least_bytes<VehicleLight>(width);
    case PacketKind::scene_light: return least_bytes<SceneLight>(width);
    case PacketKind::traffic_light_time: return least_bytes<TrafficLightTime>(width);
    case PacketKind::anim_biker: return least_bytes<AnimBiker>(width);
    case PacketKind::vehicle_door: return least_bytes<VehicleDoor>(width);
    case PacketKind::movement_signal: return least_bytes<MovementSignal>(width);
    case PacketKind::weather: return least_bytes<Weather>(width);
    default: return std::nullopt;
  }
}

std::optional<std::size_t> event_add_bytes(Bytes bytes, VectorWidth width) {
  return record_bytes<EventAdd>(bytes, width);
}

std::optional<std::size_t> walker_bones_bytes(Bytes bytes, VectorWidth width) {
  return record_bytes<WalkerBones>(bytes, width);
}

std::optional<std::size_t> vehicle_wheels_bytes(Bytes bytes) {
  return record_bytes<AnimVehicleWheels>(bytes, VectorWidth::float32);
}

std::optional<std::size_t> physics_control_bytes(Bytes bytes, std::size_t wheel_bytes) {
  return record_bytes<PhysicsControl>(bytes, VectorWidth::float32, wheel_bytes);
}

std::optional<std::size_t> physics_wheel_bytes(Bytes body) {
  for (const std::size_t wheel_bytes : {kWheelBytes, kSmallWheelBytes}) {
    Fields fields(body, VectorWidth::float32);
    const auto count = fields.get<std::uint16_t>();
    Bytes rest = fields.bytes(fields.left());
    bool fits = fields.ok();
    for (std::size_t i = 0; fits && i < count; ++i) {
      const auto size = physics_control_bytes(rest, wheel_bytes);
      fits = size.has_value();
      if (fits) rest = rest.subspan(*size);
    }
    if (fits && rest.empty()) return wheel_bytes;
  }
  return std::nullopt;
}

}  // namespace scrubjay::carla
