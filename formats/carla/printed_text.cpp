#include "formats/carla/printed_text.h"

#include <array>
#include <cstdio>
#include <ctime>

#include "formats/carla/header.h"
#include "formats/carla/limits.h"
#include "formats/carla/packet_walker.h"
#include "formats/carla/properties.h"
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
  const auto time = static_cast<std::time_t>(seconds_since_1970);
  std::tm parts{};
#ifdef _WIN32
  if (localtime_s(&parts, &time) != 0) return "";
#else
  if (localtime_r(&time, &parts) == nullptr) return "";
#endif
  std::array<char, 64> text{};
  const std::size_t size = std::strftime(text.data(), text.size(), "%m/%d/%y %H:%M:%S", &parts);
  return std::string(text.data(), size);
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

std::string line_of(const Position& record) {
  return "  Id: " + number(record.id) + " Location: " + triple(record.location) +
         " Rotation: " + triple(record.rotation) + "\n";
}

std::string line_of(const State& record) {
  return "  Id: " + number(record.id) + " state: " + static_cast<char>('0' + record.state) +
         " frozen: " + (record.is_frozen ? "1" : "0") + " elapsedTime: " + real(record.elapsed) +
         "\n";
}

std::string line_of(const AnimVehicle& record) {
  return "  Id: " + number(record.id) + " Steering: " + real(record.steering) +
         " Throttle: " + real(record.throttle) + " Brake: " + real(record.brake) +
         " Handbrake: " + (record.handbrake ? "1" : "0") + " Gear: " + std::to_string(record.gear) +
         "\n";
}

std::string line_of(const AnimWalker& record) {
  return "  Id: " + number(record.id) + " speed: " + real(record.speed) + "\n";
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

std::string line_of(const SceneLight& record) {
  return "  Id: " + std::to_string(record.id) + " enabled: " + (record.is_on ? "True" : "False") +
         " intensity: " + real(record.intensity) +
         " RGB_color: " + triple(glm::dvec3(record.color.r, record.color.g, record.color.b)) + "\n";
}

std::string line_of(const Kinematics& record) {
  return "  Id: " + number(record.id) + " linear_velocity: " + triple(record.linear_velocity) +
         " angular_velocity: " + triple(record.angular_velocity) + "\n";
}

std::string line_of(const BoundingBox& record) {
  return "  Id: " + number(record.id) + " origin: " + triple(record.origin) +
         " extension: " + triple(record.extent) + "\n";
}

std::string line_of(const TrafficLightTime& record) {
  return "  Id: " + number(record.id) + " green_time: " + real(record.green_time) +
         " yellow_time: " + real(record.yellow_time) + " red_time: " + real(record.red_time) + "\n";
}

std::string line_of(const Weather& record) {
  static constexpr std::array<std::string_view, Weather::kValues> kNames{"Cloudiness",
                                                                         "Precipitation",
                                                                         "PrecipitationDeposits",
                                                                         "WindIntensity",
                                                                         "SunAzimuthAngle",
                                                                         "SunAltitudeAngle",
                                                                         "FogDensity",
                                                                         "FogDistance",
                                                                         "FogFalloff",
                                                                         "Wetness",
                                                                         "ScatteringIntensity",
                                                                         "MieScatteringScale",
                                                                         "RayleighScatteringScale",
                                                                         "DustStorm"};
  std::string text = " ";
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    text += " " + std::string(kNames[i]) + ": " + real(record.values[i]);
  }
  return text + "\n";
}

std::string line_of(const WalkerBones& record) {
  std::string text = "  Id: " + number(record.id) + "\n";
  for (const Bone& bone : record.bones) {
    text += "     Bone: \"" + std::string(bone.name) + "\" relative: Loc" + triple(bone.location) +
            " Rot" + triple(bone.rotation) + "\n";
  }
  return text;
}

std::string curve_text(std::span<const glm::vec2> points) {
  std::string text;
  for (const glm::vec2& point : points) text += " (" + real(point.x) + ", " + real(point.y) + ")";
  return text + "\n";
}

std::string block_of(const PhysicsControl& control) {
  const auto field = [](const char* name, const std::string& value) {
    return "   " + std::string(name) + " = " + value + "\n";
  };
  std::string text = "  Id: " + number(control.id) + "\n";
  text += field("max_rpm", real(control.max_rpm));
  text += field("MOI", real(control.moi));
  text += field("damping_rate_full_throttle", real(control.damping_full_throttle));
  text += field("damping_rate_zero_throttle_clutch_engaged",
                real(control.damping_zero_throttle_clutch_engaged));
  text += field("damping_rate_zero_throttle_clutch_disengaged",
                real(control.damping_zero_throttle_clutch_disengaged));
  text += field("use_gear_auto_box", control.use_gear_autobox ? "true" : "false");
  // Not in the file: CARLA prints its default.
  text += field("gear_switch_time", "0.5");
  text += field("clutch_strength", real(control.clutch_strength));
  text += field("final_ratio", real(control.final_ratio));
  text += field("mass", real(control.mass));
  text += field("drag_coefficient", real(control.drag_coefficient));
  text += field("center_of_mass", triple(glm::dvec3(control.center_of_mass)));
  text += "   torque_curve =" + curve_text(control.torque_curve);
  text += "   steering_curve =" + curve_text(control.steering_curve);
  text += "   forward_gears:\n";
  for (std::size_t i = 0; i < control.forward_gears.size(); ++i) {
    const Gear& gear = control.forward_gears[i];
    text += "    gear " + number(i) + ": ratio " + real(gear.ratio) + " down_ratio " +
            real(gear.down_ratio) + " up_ratio " + real(gear.up_ratio) + "\n";
  }
  text += "   wheels:\n";
  for (std::size_t i = 0; i < control.wheels.size(); ++i) {
    const WheelPhysics& wheel = control.wheels[i];
    text += "    wheel " + number(i) + ": tire_friction " + real(wheel.tire_friction) +
            " damping_rate " + real(wheel.damping_rate) + " max_steer_angle " +
            real(wheel.max_steer_angle) + " radius " + real(wheel.radius) + " max_brake_torque " +
            real(wheel.max_brake_torque) + " max_handbrake_torque " +
            real(wheel.max_handbrake_torque) + " position " + triple(glm::dvec3(wheel.position)) +
            "\n";
  }
  return text;
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
    if (!read(fields, control, *wheel_bytes, scratch_)) return;
    text_ += block_of(control);
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

std::string six_digits(double value) {
  std::array<char, 40> text{};
  const int size = std::snprintf(text.data(), text.size(), "%g", value);
  return std::string(text.data(), static_cast<std::size_t>(size));
}

std::string printed_head(Bytes file) {
  const auto read = read_header(file);
  if (!read) return "File is not a CARLA recorder\n";
  return "Version: " + number(read->header.version) + "\nMap: " + std::string(read->header.map) +
         "\nDate: " + local_date(read->header.date) + "\n\n";
}

std::string printed_tail(const FrameStart& last, bool whole_seconds) {
  std::array<char, 400> text{};
  const int size = std::snprintf(text.data(), text.size(), "%.0f", last.elapsed);
  const std::string elapsed = whole_seconds
                                  ? std::string(text.data(), static_cast<std::size_t>(size))
                                  : six_digits(last.elapsed);
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
