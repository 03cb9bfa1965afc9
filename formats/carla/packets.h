#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/frame.h"

// The records of CARLA's recorder files as plain structs, in the words of CARLA's recorder source.
// After the header a file is a sequence of packets to its end:
//
//     u8 id | u32 size | size bytes of body
//
// Little endian, nothing padded. A `vec` is three floats X, Y, Z: float32 from Unreal 4 builds
// (0.9.x), float64 from Unreal 5 builds (0.10.0 on); the header does not tell which. Structs hold
// them as glm::dvec3 either way. Lists begin with a u16 count. Units are cm, degrees and seconds
// unless stated; a rotation is (roll, pitch, yaw). Views in records that were read point into the
// file. `kGroup` is the name of the group of properties that a record becomes.
namespace scrubjay::carla {

inline constexpr std::string_view kMagic = "CARLA_RECORDER";
inline constexpr std::size_t kPacketHeaderBytes = 5;
/// "Not a registered actor" in a Collision (since about 0.9.13).
inline constexpr std::uint32_t kNoActor = 0xFFFFFFFF;

/// Width of the floats of a `vec`.
enum class VectorWidth : std::uint8_t { float32, float64 };
constexpr std::size_t vec_bytes(VectorWidth width) {
  return width == VectorWidth::float32 ? 12 : 24;
}

/// What a packet holds, whatever number its producer gave it.
enum class PacketKind : std::uint8_t {
  frame_start,
  frame_end,
  event_add,
  event_del,
  event_parent,
  collision,
  position,
  state,
  anim_vehicle,
  anim_walker,
  vehicle_light,
  scene_light,
  kinematics,
  bounding_box,
  platform_time,
  physics_control,
  traffic_light_time,
  trigger_volume,
  frame_counter,
  walker_bones,
  visual_time,
  anim_vehicle_wheels,
  anim_biker,
  vehicle_door,
  weather,
  movement_signal,  ///< id 25, one fork only
  unknown,
};
inline constexpr std::size_t kPacketKinds = 27;

/// Producers number three packets in two ways.
enum class PacketLayout : std::uint8_t {
  wheels_first,  ///< 21 wheels, 22 biker, 23 door: 0.9.15, 0.9.16, UE5 after about May 2026
  doors_first,   ///< 21 door, 22 wheels, 23 biker: UE4 development 2023-2025, UE5 0.10.0
};

PacketKind kind_of(std::uint8_t id, PacketLayout layout);
/// `kind` must not be `unknown`.
std::uint8_t id_of(PacketKind kind, PacketLayout layout);
/// CARLA's name: "FrameStart", "EventAdd", ...
std::string_view name_of(PacketKind kind);
/// Bytes of one record of a list whose records all have the same size; nothing for other packets.
std::optional<std::size_t> fixed_record_bytes(PacketKind kind, VectorWidth width);

/// File header. The date is in seconds since 1970-01-01 00:00 UTC; 0 or less: unknown.
struct Header {
  std::uint16_t version = 1;
  std::int64_t date = 0;
  std::string_view map = {};
};

/// 0: first of every frame. Ids count from 1. The recorder writes -1 as duration and patches it
/// when the next frame begins, so the last frame keeps -1: it is never a length.
struct FrameStart {
  std::uint64_t id = 0;
  double duration_this = -1.0;
  double elapsed = 0.0;
};
inline constexpr std::size_t kFrameStartBytes = 24;

/// Numbers of 0.9.12 on; older ones lack 5 (before 0.9.12) and 4 (before 0.9.9).
enum class ActorType : std::uint8_t { other, vehicle, walker, traffic_light, traffic_sign, sensor };
/// "Other", "Vehicle", ...; "Invalid" for other numbers.
std::string_view actor_type_name(std::uint8_t type);

/// Numbers of header version 1; version 2 has `null` = 0 and all others one higher.
enum class AttributeType : std::uint8_t { boolean, integer, floating, string, rgb_color, vector };

struct Attribute {
  std::uint8_t type = 0;
  std::string_view name = {};
  std::string_view value = {};  ///< always text
};

/// 2. Location and rotation are relative to the parent if and only if the same frame's EventParent
/// names the actor as child; else they are of the world.
struct EventAdd {
  std::uint32_t id = 0;
  std::uint8_t type = 0;
  glm::dvec3 location{0.0};
  glm::dvec3 rotation{0.0};
  std::uint32_t uid = 0;              ///< blueprint number inside that build
  std::string_view description = {};  ///< blueprint id, e.g. "vehicle.tesla.model3"
  std::span<const Attribute> attributes = {};
};

/// 3. The actor is gone from this frame on.
struct EventDel {
  std::uint32_t id = 0;
};

/// 4.
struct EventParent {
  std::uint32_t id = 0;  ///< the child
  std::uint32_t parent = 0;
};

/// 5. While two actors touch, there is one in every frame.
struct Collision {
  std::uint32_t sequence = 0;
  std::uint32_t actor1 = 0;  ///< the one whose collision sensor reported
  std::uint32_t actor2 = 0;
  bool is_hero1 = false;
  bool is_hero2 = false;
};

/// 6. World transform.
struct Position {
  std::uint32_t id = 0;
  glm::dvec3 location{0.0};
  glm::dvec3 rotation{0.0};
};

enum class TrafficLightState : std::uint8_t { red, yellow, green, off, unknown };
inline constexpr std::size_t kTrafficLightStates = 5;
/// "Red", "Yellow", "Green", "Off", "Unknown"; "Invalid" for other numbers.
std::string_view traffic_light_state_name(std::uint8_t state);
Lamp lamp_of(std::uint8_t state);

/// 7. Of a traffic light.
struct State {
  static constexpr std::string_view kGroup = "traffic_light";
  std::uint32_t id = 0;
  bool is_frozen = false;
  float elapsed = 0;  ///< s in the current state
  std::uint8_t state = 0;
};

/// 8.
struct AnimVehicle {
  static constexpr std::string_view kGroup = "control";
  std::uint32_t id = 0;
  float steering = 0;  ///< -1..1
  float throttle = 0;  ///< 0..1
  float brake = 0;     ///< 0..1
  bool handbrake = false;
  std::int32_t gear = 0;  ///< negative: reverse, 0: neutral
};

/// 9.
struct AnimWalker {
  static constexpr std::string_view kGroup = "walker";
  std::uint32_t id = 0;
  float speed = 0;  ///< cm/s
};

/// Bits of VehicleLight::flags.
enum VehicleLightFlags : std::uint32_t {
  kLightPosition = 0x1,
  kLightLowBeam = 0x2,
  kLightHighBeam = 0x4,
  kLightBrake = 0x8,
  kLightRightBlinker = 0x10,
  kLightLeftBlinker = 0x20,
  kLightReverse = 0x40,
  kLightFog = 0x80,
  kLightInterior = 0x100,
  kLightSpecial1 = 0x200,
};
/// Names by bit, from bit 0.
inline constexpr std::array<std::string_view, 11> kVehicleLightNames{
    "Position", "LowBeam", "HighBeam", "Brake",    "RightBlinker", "LeftBlinker",
    "Reverse",  "Fog",     "Interior", "Special1", "Special2"};

/// 10.
struct VehicleLight {
  static constexpr std::string_view kGroup = "lights";
  std::uint32_t id = 0;
  std::uint32_t flags = 0;  ///< VehicleLightFlags
};

/// 11. Its ids are a number space of their own, not actors.
struct SceneLight {
  std::int32_t id = 0;
  float intensity = 0;
  glm::vec4 color{0.0f};  ///< R, G, B, A, linear
  bool is_on = false;
  std::uint8_t group = 0;
};
inline constexpr std::size_t kLightGroups = 5;
/// "None", "Vehicle", "Street", "Building", "Other"; "Invalid" for other numbers.
std::string_view light_group_name(std::uint8_t group);

/// 12. World axes.
struct Kinematics {
  static constexpr std::string_view kGroup = "kinematics";
  std::uint32_t id = 0;
  glm::dvec3 linear_velocity{0.0};   ///< m/s
  glm::dvec3 angular_velocity{0.0};  ///< deg/s
};

/// 13, and 17 (trigger volume), where the origin is in the world.
struct BoundingBox {
  std::uint32_t id = 0;
  glm::dvec3 origin{0.0};  ///< local to the actor
  glm::dvec3 extent{0.0};  ///< half the size
};
using TriggerVolume = BoundingBox;

struct Gear {
  float ratio = 0;
  float down_ratio = 0;
  float up_ratio = 0;
};

struct WheelPhysics {
  float tire_friction = 0;
  float damping_rate = 0;
  float max_steer_angle = 0;
  float radius = 0;  ///< cm
  float max_brake_torque = 0;
  float max_handbrake_torque = 0;
  float lat_stiff_max_load = 0;  ///< this and the next two only in 48-byte wheels (0.9.12 on)
  float lat_stiff_value = 0;
  float long_stiff_value = 0;
  glm::vec3 position{0.0f};  ///< world, cm
};
inline constexpr std::size_t kSmallWheelBytes = 36;  ///< 0.9.10, 0.9.11
inline constexpr std::size_t kWheelBytes = 48;       ///< 0.9.12 on

/// 15 of Unreal 4 builds.
struct PhysicsControl {
  static constexpr std::string_view kGroup = "physics_control";
  std::uint32_t id = 0;
  float max_rpm = 0;
  float moi = 0;
  float damping_full_throttle = 0;
  float damping_zero_throttle_clutch_engaged = 0;
  float damping_zero_throttle_clutch_disengaged = 0;
  bool use_gear_autobox = false;
  float clutch_strength = 0;
  float final_ratio = 0;
  float mass = 0;  ///< kg
  float drag_coefficient = 0;
  glm::vec3 center_of_mass{0.0f};                ///< m
  std::span<const glm::vec2> torque_curve = {};  ///< rpm, Nm
  std::span<const Gear> forward_gears = {};
  std::span<const glm::vec2> steering_curve = {};  ///< km/h, factor
  std::span<const WheelPhysics> wheels = {};
};

/// 15 of Unreal 5 builds. Its wheels are a raw copy of memory: kept opaque.
struct PhysicsControlUe5 {
  static constexpr std::string_view kGroup = "physics_control";
  std::uint32_t id = 0;
  float max_torque = 0;
  float max_rpm = 0;
  float idle_rpm = 0;
  float brake_effect = 0;
  float rev_up_moi = 0;
  float rev_down_rate = 0;
  std::uint8_t differential_type = 0;
  float front_rear_split = 0;
  bool use_automatic_gears = false;
  float gear_change_time = 0;
  float final_ratio = 0;
  float change_up_rpm = 0;
  float change_down_rpm = 0;
  float transmission_efficiency = 0;
  float mass = 0;  ///< kg
  float drag_coefficient = 0;
  glm::vec3 center_of_mass{0.0f};
  float chassis_width = 0;
  float chassis_height = 0;
  float downforce_coefficient = 0;
  float drag_area = 0;
  glm::vec3 inertia_tensor_scale{0.0f};
  float sleep_threshold = 0;
  float sleep_slope_limit = 0;
  bool use_sweep_wheel_collision = false;
  std::span<const glm::vec2> torque_curve = {};
  std::span<const float> forward_gear_ratios = {};
  std::span<const float> reverse_gear_ratios = {};
  std::span<const glm::vec2> steering_curve = {};
  std::uint32_t wheel_count = 0;
  std::span<const std::byte> wheels = {};
};

/// 16.
struct TrafficLightTime {
  static constexpr std::string_view kGroup = "traffic_light";
  std::uint32_t id = 0;
  float green_time = 0;  ///< s, likewise the others
  float yellow_time = 0;
  float red_time = 0;
};

/// 19. Location and rotation are relative to the parent bone.
struct Bone {
  std::string_view name = {};
  glm::dvec3 location{0.0};
  glm::dvec3 rotation{0.0};
};
struct WalkerBones {
  std::uint32_t id = 0;
  std::span<const Bone> bones = {};
};

struct WheelAnimation {
  std::uint8_t location = 0;  ///< 0 FL, 1 FR, 2 BL, 3 BR, 4 ML, 5 MR
  float steering_angle = 0;   ///< deg
  float tire_rotation = 0;    ///< deg, runs on, negative while rolling forward
};
inline constexpr std::array<std::string_view, 6> kWheelLocationNames{"FL", "FR", "BL",
                                                                     "BR", "ML", "MR"};
/// 21 or 22.
struct AnimVehicleWheels {
  std::uint32_t id = 0;
  std::span<const WheelAnimation> wheels = {};
};

/// 22 or 23. Two-wheelers.
struct AnimBiker {
  static constexpr std::string_view kGroup = "biker";
  std::uint32_t id = 0;
  float forward_speed = 0;  ///< cm/s
  float engine_speed = 0;   ///< fraction of its maximum
};

/// 21 or 23. An event: only in the frame of the change.
struct VehicleDoor {
  std::uint32_t id = 0;
  std::uint8_t door = 0;
  bool is_open = false;
};
inline constexpr std::array<std::string_view, 7> kDoorNames{
    "front_left", "front_right", "rear_left", "rear_right", "hood", "trunk", "all"};
inline constexpr std::uint8_t kAllDoors = 6;

/// 24: first frame, then on change.
struct Weather {
  static constexpr std::string_view kGroup = "weather";
  static constexpr std::size_t kValues = 14;
  std::array<float, kValues> values{};  ///< in the order of kWeatherFields
};
struct WeatherField {
  std::string_view name = {};
  const char* unit;
};
inline constexpr std::array<WeatherField, Weather::kValues> kWeatherFields{{
    {"cloudiness", "%"},
    {"precipitation", "%"},
    {"precipitation_deposits", "%"},
    {"wind_intensity", "%"},
    {"sun_azimuth_angle", "deg"},
    {"sun_altitude_angle", "deg"},
    {"fog_density", "%"},
    {"fog_distance", "m"},
    {"fog_falloff", ""},
    {"wetness", "%"},
    {"scattering_intensity", ""},
    {"mie_scattering_scale", ""},
    {"rayleigh_scattering_scale", ""},
    {"dust_storm", ""},
}};

/// 25, one fork only.
struct MovementSignal {
  static constexpr std::string_view kGroup = "movement_signal";
  std::uint32_t id = 0;
  std::uint16_t states = 0;
};

/// Storage for the lists inside records, used again and again: spans in a record that was read with
/// it hold until the next read with it.
struct RecordScratch {
  std::vector<Attribute> attributes;
  std::vector<Bone> bones;
  std::vector<WheelAnimation> wheels;
  std::vector<glm::vec2> torque_curve;
  std::vector<glm::vec2> steering_curve;
  std::vector<Gear> gears;
  std::vector<float> forward_ratios;
  std::vector<float> reverse_ratios;
  std::vector<WheelPhysics> wheel_physics;
};

}  // namespace scrubjay::carla
