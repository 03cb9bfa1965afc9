#include "formats/carla/packets.h"

namespace scrubjay::carla {

namespace {

template <std::size_t N>
std::string_view pick(const std::array<std::string_view, N>& names, std::size_t row) {
  return row < N ? names[row] : "Invalid";
}

}  // namespace

PacketKind kind_of(std::uint8_t id, PacketLayout layout) {
  const bool doors_first = layout == PacketLayout::doors_first;
  switch (id) {
    case 21: return doors_first ? PacketKind::vehicle_door : PacketKind::anim_vehicle_wheels;
    case 22: return doors_first ? PacketKind::anim_vehicle_wheels : PacketKind::anim_biker;
    case 23: return doors_first ? PacketKind::anim_biker : PacketKind::vehicle_door;
    default: return id <= 25 ? static_cast<PacketKind>(id) : PacketKind::unknown;
  }
}

std::uint8_t id_of(PacketKind kind, PacketLayout layout) {
  const bool doors_first = layout == PacketLayout::doors_first;
  switch (kind) {
    case PacketKind::vehicle_door: return doors_first ? 21 : 23;
    case PacketKind::anim_vehicle_wheels: return doors_first ? 22 : 21;
    case PacketKind::anim_biker: return doors_first ? 23 : 22;
    default: return static_cast<std::uint8_t>(kind);
  }
}

std::string_view name_of(PacketKind kind) {
  static constexpr std::array<std::string_view, kPacketKinds> kNames{
      "FrameStart",       "FrameEnd",          "EventAdd",     "EventDel",
      "EventParent",      "Collision",         "Position",     "State",
      "AnimVehicle",      "AnimWalker",        "VehicleLight", "SceneLight",
      "Kinematics",       "BoundingBox",       "PlatformTime", "PhysicsControl",
      "TrafficLightTime", "TriggerVolume",     "FrameCounter", "WalkerBones",
      "VisualTime",       "AnimVehicleWheels", "AnimBiker",    "VehicleDoor",
      "Weather",          "MovementSignal",    "unknown"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::string_view actor_type_name(std::uint8_t type) {
  static constexpr std::array<std::string_view, 6> kNames{"Other",        "Vehicle",     "Walker",
                                                          "TrafficLight", "TrafficSign", "Sensor"};
  return pick(kNames, type);
}

std::string_view traffic_light_state_name(std::uint8_t state) {
  static constexpr std::array<std::string_view, 5> kNames{"Red", "Yellow", "Green", "Off",
                                                          "Unknown"};
  return pick(kNames, state);
}

Lamp lamp_of(std::uint8_t state) {
  static constexpr std::array<Lamp, 4> kLit{Lamp::red, Lamp::yellow, Lamp::green, Lamp::off};
  return state < kLit.size() ? kLit[state] : Lamp::unknown;
}

std::string_view light_group_name(std::uint8_t group) {
  static constexpr std::array<std::string_view, 5> kNames{"None", "Vehicle", "Street", "Building",
                                                          "Other"};
  return pick(kNames, group);
}

}  // namespace scrubjay::carla
