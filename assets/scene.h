#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <glm/vec3.hpp>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scrubjay::assets {

/// A small lively town, made up step by step, from which recordings of every format are written.
///
/// Axes: X east, Y north, Z up, right-handed, origin at the middle of the town on the ground.
/// Metres, seconds, radians. Traffic keeps to the right.

enum class SceneKind : std::uint8_t {
  spectator,
  vehicle,
  pedestrian,
  controller,  ///< what steers a pedestrian; attached to it
  traffic_light,
  traffic_sign,
  prop,
  sensor,  ///< attached to a vehicle
};

enum class SceneAttributeType : std::uint8_t { boolean, integer, number, text, color };

struct SceneAttribute {
  SceneAttributeType type;
  std::string_view name;  ///< static text
  std::string value;      ///< "true", "4", "2.5", "red", "17,37,103"
};

/// Yaw turns from east to north, a positive pitch lifts the nose, a positive roll lowers the right
/// side.
struct ScenePose {
  glm::dvec3 position{0.0};
  double roll = 0;
  double pitch = 0;
  double yaw = 0;
};

/// In the actor's own axes (forward, left, up), around `center`, `half` along each.
struct SceneBox {
  glm::dvec3 center{0.0};
  glm::dvec3 half{0.0};
};

/// Bits of `VehicleState::lights`.
enum SceneLights : std::uint32_t {
  kPositionLight = 1,
  kLowBeam = 2,
  kHighBeam = 4,
  kBrakeLight = 8,
  kRightBlinker = 16,
  kLeftBlinker = 32,
  kReverseLight = 64,
  kEmergencyLight = 128,
};

inline constexpr std::size_t kMaxWheels = 6;

struct VehicleState {
  double throttle = 0;  ///< 0..1
  double brake = 0;     ///< 0..1
  double steer = 0;     ///< -1 (full left) .. 1 (full right)
  bool handbrake = false;
  int gear = 0;              ///< -1 reverse, 0 neutral
  std::uint32_t lights = 0;  ///< SceneLights
  std::size_t wheels = 4;  ///< front left, front right, back left, back right, ...; 2: front, back
  double wheel_radius = 0.35;
  double wheel_turn = 0;   ///< radians rolled since the start, forward positive
  double wheel_angle = 0;  ///< of the steered wheels, right positive
  double engine = 0;       ///< fraction of its maximum speed
  double mass_kg = 1500;
  bool is_two_wheeler() const { return wheels == 2; }
};

enum class SignalState : std::uint8_t { red, yellow, green };

struct TrafficLightState {
  SignalState state = SignalState::red;
  double in_state = 0;  ///< seconds since it changed to `state`
  double green_time = 0;
  double yellow_time = 0;
  double red_time = 0;
  /// The stretch of road that it rules: its centre is in the world, its axes are the light's.
  SceneBox trigger;
};

/// A bone relative to its parent bone.
struct SceneBone {
  std::string_view name;  ///< static text
  glm::dvec3 position{0.0};
  double roll = 0;
  double pitch = 0;
  double yaw = 0;
};

/// One actor as it is now. What an actor of its kind does not have is left at its default.
struct SceneActor {
  std::uint32_t id = 0;      ///< from 1; used again some time after its actor is gone
  std::uint32_t parent = 0;  ///< id of what it is attached to; 0: nothing
  SceneKind kind = SceneKind::prop;
  std::string_view blueprint;  ///< "vehicle.tesla.model3"; static text
  std::uint32_t blueprint_number = 0;
  bool is_hero = false;
  std::vector<SceneAttribute> attributes;
  std::optional<SceneBox> box;  ///< none: has no shape
  ScenePose pose;               ///< in the world
  ScenePose local;              ///< on its parent, where attached
  glm::dvec3 velocity{0.0};
  glm::dvec3 angular_velocity{0.0};  ///< rad/s about the world's axes, right-handed
  double speed = 0;                  ///< along its heading; backwards is negative
  VehicleState vehicle;
  TrafficLightState light;
  std::vector<SceneBone> bones;  ///< of pedestrians, when SceneOptions asks for them
};

/// Two actors touch in this frame; seen from `actor`.
struct SceneContact {
  std::uint32_t number = 0;  ///< counts contacts from 0, frame by frame
  std::uint32_t actor = 0;
  std::uint32_t other = 0;  ///< 0: something that is no actor (a kerb, a wall)
};

enum class SceneDoor : std::uint8_t { front_left, front_right, rear_left, rear_right };

struct SceneDoorChange {
  std::uint32_t vehicle = 0;
  SceneDoor door = SceneDoor::front_left;
  bool open = false;
};

struct SceneWeather {
  double cloudiness = 20, precipitation = 0, deposits = 0, wind = 10;  ///< 0..100
  double sun_azimuth = 0.8, sun_altitude = 0.5;                        ///< radians
  double fog_density = 2, wetness = 0;                                 ///< 0..100
  double fog_distance = 150;                                           ///< metres
  bool operator==(const SceneWeather&) const = default;
};

struct StreetLamp {
  std::int32_t id = 0;  ///< a number space of its own
  double intensity = 0;
  std::array<double, 3> color{};  ///< linear
  bool on = false;
};

/// The town at one moment. "Changed" lists are of this frame alone; the first frame lists
/// everything.
struct SceneFrame {
  std::uint64_t number = 1;
  double time = 0;                     ///< seconds since the first frame
  std::vector<SceneActor> actors;      ///< all alive, attached ones after their parent
  std::vector<std::uint32_t> added;    ///< ids of actors that are new in this frame
  std::vector<std::uint32_t> removed;  ///< ids of actors that are gone since the frame before
  std::vector<std::uint32_t> retimed;  ///< ids of traffic lights whose times changed
  std::vector<SceneContact> contacts;
  std::vector<SceneDoorChange> doors;
  std::vector<StreetLamp> lamps;           ///< all
  std::vector<std::size_t> changed_lamps;  ///< rows of `lamps`
  SceneWeather weather;
  bool weather_changed = true;

  std::vector<std::uint32_t> rows;  ///< by id: the row in `actors`; 0xFFFFFFFF: not alive

  /// The living actor with that id, or null.
  const SceneActor* find(std::uint32_t id) const;
};

struct SceneOptions {
  /// Actors at the start, about; at least 8. The town's size follows from it.
  std::uint32_t entities = 50;
  /// How much is known of each: from 8 on motion (velocities), from 16 on wheels, from 24 on a
  /// pedestrian's bones, one for each further property up to 60.
  std::uint32_t properties_per_entity = 16;
  std::uint64_t seed = 1;
  /// Seconds between frames, 0.005 .. 0.2; used as a float so that sums are the same in every
  /// format.
  float step = 0.05F;

  bool has_motion() const { return properties_per_entity >= 8; }
  bool has_wheels() const { return properties_per_entity >= 16; }
  std::uint32_t bones() const {
    return properties_per_entity < 24 ? 0 : std::min(properties_per_entity - 23, 60U);
  }
};

/// Makes the town move. The same options give the same frames everywhere. Cost and memory of a step
/// grow with the number of actors, not with the number of frames.
class Scene {
 public:
  explicit Scene(const SceneOptions& options);
  ~Scene();
  Scene(const Scene&) = delete;
  Scene& operator=(const Scene&) = delete;

  const SceneOptions& options() const;
  /// The present frame; the first one at the start. Valid until `advance`.
  const SceneFrame& frame() const;
  /// Moves on by one step.
  void advance();

 private:
  class Town;
  std::unique_ptr<Town> town_;
};

}  // namespace scrubjay::assets
