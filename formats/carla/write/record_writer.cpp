#include "formats/carla/write/record_writer.h"

#include <array>
#include <bit>
#include <cstring>
#include <span>

#include "formats/carla/record_fields.h"
#include "formats/carla/write/record_bytes.h"

namespace scrubjay::carla {

namespace {

/// Gathers numbers, so that the bytes grow in few steps.
class FieldWriter {
 public:
  FieldWriter(Buffer& out, VectorWidth width, std::size_t wheel_bytes,
              std::optional<RecordError>& error)
      : out_(out), width_(width), wheel_bytes_(wheel_bytes), error_(error) {}
  ~FieldWriter() { pass_on(); }
  FieldWriter(const FieldWriter&) = delete;
  FieldWriter& operator=(const FieldWriter&) = delete;

  bool has_stiffness() const { return wheel_bytes_ == kWheelBytes; }
  void id(auto number) { add(number); }
  void value(std::string_view, auto number, const char* = "") { add(number); }
  void value(std::string_view, bool flag, const char* = "") {
    add(static_cast<std::uint8_t>(flag ? 1 : 0));
  }
  void named(std::string_view, std::uint8_t number, const auto&, std::size_t) { add(number); }
  void named_or_number(std::string_view, std::uint8_t number, const auto&) { add(number); }
  void vector(std::string_view, const glm::dvec3& v, const char*, Meaning) {
    if (width_ == VectorWidth::float32) return floats(glm::vec3(v));
    for (const double x : {v.x, v.y, v.z}) add(x);
  }
  void vector(std::string_view, const glm::vec3& v, const char*, Meaning) { floats(v); }
  void color(std::string_view, const glm::vec4& v) {
    for (const float x : {v.r, v.g, v.b, v.a}) add(x);
  }
  void text(std::string_view, std::string_view text) {
    if (text.size() > kMost16 && !error_) error_ = RecordError::too_long;
    add(static_cast<std::uint16_t>(text.size()));
    rest({}, std::as_bytes(std::span(text)));
  }
  template <class Item, class Storage>
  void list(std::string_view, std::span<const Item> items, Storage) {
    add(static_cast<std::uint32_t>(items.size()));
    add_items(items);
  }
  template <class Item, class Storage>
  void text_list(std::string_view, std::span<const Item> items, Storage) {
    if (items.size() > kMost16 && !error_) error_ = RecordError::too_many_records;
    add(static_cast<std::uint16_t>(items.size()));
    add_items(items);
  }
  void rest(std::string_view, Bytes bytes) {
    pass_on();
    put_bytes(out_, bytes);
  }

 private:
  void floats(const glm::vec3& v) {
    for (const float x : {v.x, v.y, v.z}) add(x);
  }
  template <class Number>
  void add(Number number) {
    if (waiting_.size() - filled_ < sizeof number) pass_on();
    const auto place = std::span(waiting_).subspan(filled_, sizeof number);
    std::memcpy(place.data(), &number, sizeof number);
    if constexpr (std::endian::native == std::endian::big) std::ranges::reverse(place);
    filled_ += sizeof number;
  }
  template <class Item>
  void add_items(std::span<const Item> items) {
    for (const Item& item : items) {
      if constexpr (kHasFields<Item>) {
        visit_fields(*this, item);
      } else if constexpr (std::same_as<Item, glm::vec2>) {
        for (const float x : {item.x, item.y}) add(x);
      } else {
        add(item);
      }
    }
  }
  void pass_on() {
    put_bytes(out_, std::span(waiting_).first(filled_));
    filled_ = 0;
  }

  Buffer& out_;
  VectorWidth width_;
  std::size_t wheel_bytes_;
  std::optional<RecordError>& error_;
  std::array<std::byte, 128> waiting_;  ///< what is not appended yet: `filled_` of it
  std::size_t filled_ = 0;
};

}  // namespace

template <class Record>
void RecordWriter::put(const Record& record) {
  FieldWriter writer(out_, width_, wheel_bytes_, error_);
  visit_fields(writer, record);
}

template void RecordWriter::put(const EventAdd&);
template void RecordWriter::put(const EventDel&);
template void RecordWriter::put(const EventParent&);
template void RecordWriter::put(const Collision&);
template void RecordWriter::put(const Position&);
template void RecordWriter::put(const State&);
template void RecordWriter::put(const AnimVehicle&);
template void RecordWriter::put(const AnimWalker&);
template void RecordWriter::put(const VehicleLight&);
template void RecordWriter::put(const SceneLight&);
template void RecordWriter::put(const AnimVehicleWheels&);
template void RecordWriter::put(const AnimBiker&);
template void RecordWriter::put(const VehicleDoor&);
template void RecordWriter::put(const Weather&);
template void RecordWriter::put(const Kinematics&);
template void RecordWriter::put(const BoundingBox&);
template void RecordWriter::put(const PhysicsControl&);
template void RecordWriter::put(const PhysicsControlUe5&);
template void RecordWriter::put(const TrafficLightTime&);
template void RecordWriter::put(const WalkerBones&);
template void RecordWriter::put(const MovementSignal&);

}  // namespace scrubjay::carla
