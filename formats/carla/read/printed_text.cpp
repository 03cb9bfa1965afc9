#include "formats/carla/read/printed_text.h"

#include <algorithm>
#include <array>
#include <concepts>
#include <ctime>

#include "core/platform/system_calls.h"
#include "core/printed.h"
#include "formats/carla/header.h"
#include "formats/carla/limits.h"
#include "formats/carla/read/packet_walker.h"
#include "formats/carla/read/properties.h"
#include "formats/carla/record_fields.h"
#include "formats/carla/records.h"

namespace scrubjay::carla {

namespace {

std::string number(std::uint64_t value) { return std::to_string(value); }
std::string real(float value) { return six_digits(static_cast<double>(value)); }

std::string triple(const glm::dvec3& v) {
  return "(" + six_digits(v.x) + ", " + six_digits(v.y) + ", " + six_digits(v.z) + ")";
}

/// The day and time of the machine that answers, as strftime's %x %X in the C locale.
std::string local_date(std::int64_t seconds_since_1970) {
  const auto parts = system_calls::local_time(seconds_since_1970);
  if (!parts) return "";
  std::array<char, 64> text{};
  const std::size_t size = std::strftime(text.data(), text.size(), "%m/%d/%y %H:%M:%S", &*parts);
  return std::string(text.data(), size);
}

/// How CARLA writes the fields of a record.
struct PrintStyle {
  std::string_view before = " ";
  std::string_view between = ": ";
  std::string_view after = {};
  std::array<std::string_view, 2> truths{"0", "1"};
  bool is_camel = false;  ///< SunAzimuthAngle for sun_azimuth_angle
};

constexpr PrintStyle kBlock{
    .before = "   ", .between = " = ", .after = "\n", .truths = {"false", "true"}};
constexpr PrintStyle kItem{.between = " "};

template <class Record>
constexpr PrintStyle kLine{};
template <>
constexpr PrintStyle kLine<Position>{.is_camel = true};
template <>
constexpr PrintStyle kLine<AnimVehicle>{.is_camel = true};
template <>
constexpr PrintStyle kLine<Weather>{.is_camel = true};
template <>
constexpr PrintStyle kLine<SceneLight>{.truths = {"False", "True"}};

/// What CARLA calls a field where that is not the name of the property; empty: it is left out.
struct PrintedName {
  std::string_view name;
  std::string_view printed;
};
constexpr std::array<PrintedName, 7> kPrintedNames{{{"extent", "extension"},
                                                    {"elapsed_time", "elapsedTime"},
                                                    {"on", "enabled"},
                                                    {"color", "RGB_color"},
                                                    {"group", ""},
                                                    {"moi", "MOI"},
                                                    {"use_gear_autobox", "use_gear_auto_box"}}};

/// Prints the fields of a record, each as in the style.
class FieldPrinter {
 public:
  explicit FieldPrinter(const PrintStyle& style) : style_(style) {}

  /// Lists of items come behind everything else.
  std::string text() && { return std::move(text_) + items_; }

  static bool has_stiffness() { return false; }
  void id(auto number) { text_ += "  Id: " + std::to_string(number) + std::string(style_.after); }
  void value(std::string_view name, float number, const char* = "") { field(name, real(number)); }
  void value(std::string_view name, bool flag) {
    field(name, style_.truths[flag ? 1 : 0]);
    // Not in the file: CARLA prints its default.
    if (name == "use_gear_autobox") field("gear_switch_time", "0.5");
  }
  void value(std::string_view name, std::integral auto number) {
    field(name, std::to_string(number));
  }
  void named(std::string_view name, std::uint8_t number, const auto&, std::size_t) {
    field(name, std::string(1, static_cast<char>('0' + number)));
  }
  void vector(std::string_view name, const glm::dvec3& v, const char*, Meaning) {
    field(name, triple(v));
  }
  void color(std::string_view name, const glm::vec4& v) {
    field(name, triple(glm::dvec3(v.r, v.g, v.b)));
  }
  template <class Storage>
  void list(std::string_view name, std::span<const glm::vec2> points, Storage) {
    text_ += std::string(style_.before) + std::string(name) + " =";
    for (const glm::vec2& point : points) {
      text_ += " (" + real(point.x) + ", " + real(point.y) + ")";
    }
    text_ += "\n";
  }
  template <class Item, class Storage>
  void list(std::string_view name, std::span<const Item> items, Storage) {
    constexpr std::string_view kOne = std::same_as<Item, Gear> ? "gear" : "wheel";
    items_ += std::string(style_.before) + std::string(name) + ":\n";
    for (std::size_t i = 0; i < items.size(); ++i) {
      FieldPrinter printer(kItem);
      visit_fields(printer, items[i]);
      items_ += "    " + std::string(kOne) + " " + number(i) + ":" + printer.text_ + "\n";
    }
  }

 private:
  void field(std::string_view name, std::string_view value) {
    const auto other = std::ranges::find(kPrintedNames, name, &PrintedName::name);
    if (other != kPrintedNames.end()) name = other->printed;
    if (name.empty()) return;
    text_ += style_.before;
    bool is_capital = style_.is_camel;
    for (const char c : name) {
      if (!style_.is_camel || c != '_') text_ += is_capital ? static_cast<char>(c - 'a' + 'A') : c;
      is_capital = style_.is_camel && c == '_';
    }
    text_.append(style_.between).append(value).append(style_.after);
  }

  const PrintStyle& style_;
  std::string text_;
  std::string items_;
};

template <class Record>
std::string fields_of(const Record& record, const PrintStyle& style) {
  FieldPrinter printer(style);
  visit_as_shown(printer, record);
  return std::move(printer).text();
}

std::string line_of(const EventAdd& add) {
  std::string text = " Create " + number(add.id) + ": " + std::string(add.description) + " (" +
                     number(add.type) + ") at " + triple(add.location) + "\n";
  for (const Attribute& attribute : add.attributes) {
    text += "  " + std::string(attribute.name) + " = " + std::string(attribute.value) + "\n";
  }
  return text;
}

std::string line_of(const EventDel& record) { return " Destroy " + number(record.id) + "\n"; }

std::string line_of(const EventParent& record) {
  return " Parenting " + number(record.id) + " with " + number(record.parent) + " (parent)\n";
}

std::string line_of(const Collision& record) {
  return " Collision id " + number(record.sequence) + " between " + number(record.actor1) +
         (record.is_hero1 ? " (hero) " : "") + " with " + number(record.actor2) +
         (record.is_hero2 ? " (hero) " : "") + "\n";
}

/// Says "opened" for a door that closes, too.
std::string line_of(const VehicleDoor& record) {
  static constexpr std::array<std::string_view, 7> kNames{
      " Front Left \n", " Front Right \n", " Rear Left \n", " Rear Right \n",
      " Hood \n",       " Trunk \n",       " All \n"};
  std::string text = "  Id: " + number(record.id) + "\n  Doors opened: ";
  if (record.door < kNames.size()) text += kNames[record.door];
  return text;
}

std::string line_of(const VehicleLight& record) {
  // Interior is named before Fog, against the order of the bits.
  static constexpr std::array<std::size_t, 11> kOrder{0, 1, 2, 3, 4, 5, 6, 8, 7, 9, 10};
  std::string names;
  for (const std::size_t bit : kOrder) {
    if ((record.flags >> bit & 1) != 0) names += " " + std::string(kVehicleLightNames[bit]);
  }
  return "  Id: " + number(record.id) + (names.empty() ? " None" : names) + "\n";
}

std::string line_of(const WalkerBones& record) {
  std::string text = "  Id: " + number(record.id) + "\n";
  for (const Bone& bone : record.bones) {
    text += "     Bone: \"" + std::string(bone.name) + "\" relative: Loc" + triple(bone.location) +
            " Rot" + triple(bone.rotation) + "\n";
  }
  return text;
}

std::string line_of(const Weather& record) {
  return " " + fields_of(record, kLine<Weather>) + "\n";
}

template <class Record>
std::string line_of(const Record& record) {
  return fields_of(record, kLine<Record>) + "\n";
}

/// Prints packets one by one.
class FileInfoPrinter {
 public:
  FileInfoPrinter(const FileIndex& index, bool show_all)
      : width_(index.width.load(std::memory_order_acquire)),
        layout_(index.layout.load(std::memory_order_acquire)),
        show_all_(show_all) {}

  void print(const Packet& packet);
  const FrameStart& frame() const { return frame_; }
  std::string& text() { return text_; }

 private:
  void print_frame() {
    if (is_frame_printed_) return;
    text_ += "Frame " + number(frame_.id) + " at " + six_digits(frame_.elapsed) + " seconds\n";
    is_frame_printed_ = true;
  }

  /// The packet's title (none for events) and a line for each record.
  template <class Record>
  void print_list(const Packet& packet, PacketKind kind, std::string_view title = {}) {
    const FixedList list = fixed_list(packet.body, fixed_record_bytes(kind, width_).value_or(1));
    if (list.count > 0) print_frame();
    if (!title.empty()) text_ += " " + std::string(title) + ": " + number(list.count) + "\n";
    for (std::size_t i = 0; i < list.count; ++i) {
      text_ += line_of(record_from<Record>(list[i], width_));
    }
  }

  void print_adds(const Packet& packet);
  void print_all(const Packet& packet, PacketKind kind);
  void print_physics(const Packet& packet);
  void print_bones(const Packet& packet);

  VectorWidth width_;
  PacketLayout layout_;
  bool show_all_;
  bool is_frame_printed_ = false;
  FrameStart frame_{.id = 0, .duration_this = 0, .elapsed = 0};
  RecordScratch scratch_;
  std::string text_;
};

void FileInfoPrinter::print(const Packet& packet) {
  const PacketKind kind = kind_of(packet.id, layout_);
  switch (kind) {
    case PacketKind::frame_start: {
      Fields fields(packet.body, width_);
      read(fields, frame_);
      is_frame_printed_ = false;
      if (show_all_) print_frame();
      break;
    }
    case PacketKind::event_add: print_adds(packet); break;
    case PacketKind::event_del: print_list<EventDel>(packet, kind); break;
    case PacketKind::event_parent: print_list<EventParent>(packet, kind); break;
    case PacketKind::collision: print_list<Collision>(packet, kind); break;
    case PacketKind::weather: print_list<Weather>(packet, kind, "Weathers"); break;
    default:
      if (show_all_) print_all(packet, kind);
  }
}

void FileInfoPrinter::print_adds(const Packet& packet) {
  Fields fields(packet.body, width_);
  const auto count = fields.get<std::uint16_t>();
  if (count > 0) print_frame();
  for (std::size_t i = 0; i < count; ++i) {
    EventAdd add;
    if (!read(fields, add, scratch_)) return;
    text_ += line_of(add);
  }
}

void FileInfoPrinter::print_all(const Packet& packet, PacketKind kind) {
  switch (kind) {
    case PacketKind::position: return print_list<Position>(packet, kind, "Positions");
    case PacketKind::state: return print_list<State>(packet, kind, "State traffic lights");
    case PacketKind::anim_vehicle:
      return print_list<AnimVehicle>(packet, kind, "Vehicle animations");
    case PacketKind::anim_walker: return print_list<AnimWalker>(packet, kind, "Walker animations");
    case PacketKind::vehicle_door:
      return print_list<VehicleDoor>(packet, kind, "Vehicle door animations");
    case PacketKind::vehicle_light:
      return print_list<VehicleLight>(packet, kind, "Vehicle light animations");
    case PacketKind::scene_light:
      return print_list<SceneLight>(packet, kind, "Scene light changes");
    case PacketKind::kinematics: return print_list<Kinematics>(packet, kind, "Dynamic actors");
    case PacketKind::bounding_box:
      return print_list<BoundingBox>(packet, kind, "Actor bounding boxes");
    case PacketKind::trigger_volume:
      return print_list<TriggerVolume>(packet, kind, "Actor trigger volumes");
    case PacketKind::traffic_light_time:
      return print_list<TrafficLightTime>(packet, kind, "Traffic Light time events");
    case PacketKind::platform_time:
      text_ += " Current platform time: " +
               six_digits(ByteReader(packet.body).little<double>().value_or(0)) + "\n";
      return;
    case PacketKind::physics_control: return print_physics(packet);
    case PacketKind::walker_bones: return print_bones(packet);
    default: return;
  }
}

void FileInfoPrinter::print_physics(const Packet& packet) {
  const std::size_t count = declared_count(packet.body);
  text_ += " Physics Control events: " + number(count) + "\n";
  // Those of Unreal 5 have other fields, which no CARLA that we know of prints.
  const auto wheel_bytes = physics_wheel_bytes(packet.body);
  if (width_ == VectorWidth::float64 || !wheel_bytes) return;
  Fields fields(packet.body, width_);
  fields.get<std::uint16_t>();
  for (std::size_t i = 0; i < count; ++i) {
    PhysicsControl control;
    if (!read(fields, control, scratch_, *wheel_bytes)) return;
    text_ += fields_of(control, kBlock);
  }
}

void FileInfoPrinter::print_bones(const Packet& packet) {
  Fields fields(packet.body, width_);
  const auto count = fields.get<std::uint16_t>();
  text_ += " Walkers Bones: " + number(count) + "\n";
  for (std::size_t i = 0; i < count; ++i) {
    WalkerBones bones;
    if (!read(fields, bones, scratch_)) break;
    text_ += line_of(bones);
  }
  text_ += "\n";
}

}  // namespace

std::string six_digits(double value) { return printed("%g", value); }

std::string printed_head(Bytes file) {
  const auto read = read_header(file);
  if (!read) return "File is not a CARLA recorder\n";
  return "Version: " + number(read->header.version) + "\nMap: " + std::string(read->header.map) +
         "\nDate: " + local_date(read->header.date) + "\n\n";
}

std::string printed_tail(const FrameStart& last, bool whole_seconds) {
  const std::string elapsed =
      whole_seconds ? printed("%.0f", last.elapsed) : six_digits(last.elapsed);
  return "\nFrames: " + number(last.id) + "\nDuration: " + elapsed + " seconds\n";
}

std::string print_file_info(Bytes file, const FileIndex& index, bool show_all,
                            const std::atomic<bool>& cancelled) {
  FileInfoPrinter printer(index, show_all);
  printer.text() = printed_head(file);
  PacketWalker walker(file, index.first_packet, file.size());
  while (const auto packet = walker.next()) {
    if (cancelled.load(std::memory_order_relaxed)) return "";
    printer.print(*packet);
    if (printer.text().size() > limits::kMostPrintedBytes) {
      printer.text() += "... (the text is longer than Scrubjay shows)\n";
      break;
    }
  }
  return std::move(printer.text()) + printed_tail(printer.frame(), false);
}

}  // namespace scrubjay::carla
