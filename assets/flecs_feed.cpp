#include "assets/flecs_feed.h"

#include <numbers>
#include <set>
#include <span>

namespace scrubjay::assets {

namespace {

constexpr std::string_view kHub = "flecs.components.";

std::string hub(std::string_view name) { return std::string(kHub) += name; }

/// A dot inside of a name, as it stands in a path (formats/flecs/README.md, 3.1).
std::string escaped(std::string_view name) {
  std::string text;
  for (const char c : name) {
    if (c == '.') text += '\\';
    text += c;
  }
  return text;
}

void float_field(JsonWriter& json, std::string_view name, double value) {
  json.number_field(name, static_cast<double>(static_cast<float>(value)), Precision::float32);
}

void vector(JsonWriter& json, std::string_view component, double x, double y, double z) {
  json.key(component);
  json.begin_object();
  float_field(json, "x", x);
  float_field(json, "y", y);
  float_field(json, "z", z);
  json.end_object();
}

std::string_view kind_name(SceneKind kind) {
  switch (kind) {
    case SceneKind::spectator: return "spectator";
    case SceneKind::vehicle: return "vehicle";
    case SceneKind::pedestrian: return "pedestrian";
    case SceneKind::controller: return "controller";
    case SceneKind::traffic_light: return "light";
    case SceneKind::traffic_sign: return "sign";
    case SceneKind::prop: return "prop";
    case SceneKind::sensor: return "sensor";
  }
  return "prop";
}

std::string_view state_name(SignalState state) {
  return state == SignalState::red ? "Red" : state == SignalState::yellow ? "Yellow" : "Green";
}

/// As flecs prints a bitmask: names in one text, or the number 0 (formats/flecs/README.md, 4.1).
void lights_field(JsonWriter& json, std::uint32_t lights) {
  std::string names;
  const auto add = [&](std::uint32_t bit, std::string_view name) {
    if ((lights & bit) == 0) return;
    if (!names.empty()) names += '|';
    names += name;
  };
  add(kLowBeam, "LowBeam");
  add(kBrakeLight, "Brake");
  add(kRightBlinker, "Right");
  add(kLeftBlinker, "Left");
  json.key("lights");
  if (names.empty()) return json.integer(0);
  json.text(names);
}

std::string name_of(const SceneActor& actor) {
  return std::string(kind_name(actor.kind)) + "_" + std::to_string(actor.id);
}

/// Ids of prefabs and types lie above those of actors.
constexpr std::uint64_t kFirstOther = 1'000'000;

}  // namespace

std::string FlecsFeed::path_of(std::uint32_t id) const {
  const SceneActor* actor = scene_.frame().find(id);
  if (actor == nullptr) return "town";
  return (actor->parent == 0 ? "town" : path_of(actor->parent)) + "." + name_of(*actor);
}

void FlecsFeed::add_prefabs(JsonWriter& json, const SceneFrame& frame) {
  std::set<std::pair<std::string_view, std::uint64_t>> seen;
  for (const SceneActor& actor : frame.actors) {
    if (!actor.box || !seen.emplace(actor.blueprint, actor.blueprint_number).second) continue;
    json.begin_object();
    json.field("parent", "prefabs");
    json.field("name", actor.blueprint);
    json.integer_field("id", kFirstOther + 10 + actor.blueprint_number);
    json.key("tags");
    json.begin_array();
    json.text("flecs.core.Prefab");
    json.end_array();
    json.key("components");
    json.begin_object();
    json.key(hub("geometry.Box"));
    json.begin_object();
    float_field(json, "width", 2 * actor.box->half.y);
    float_field(json, "height", 2 * actor.box->half.z);
    float_field(json, "depth", 2 * actor.box->half.x);
    json.end_object();
    json.end_object();
    json.end_object();
  }
}

/// Forward is z; yaw is 0 looking along z and turns towards x (formats/flecs/README.md, 13), a
/// scene's is 0 looking east and turns to the north.
void FlecsFeed::add_place(JsonWriter& json, const SceneActor& actor) {
  const bool is_attached = actor.parent != 0;
  const glm::dvec3& at = is_attached ? actor.local.position : actor.pose.position;
  const double x = is_attached ? -at.y : at.x;
  const double z = is_attached ? at.x : at.y;
  const double yaw = is_attached ? -actor.local.yaw : std::numbers::pi / 2 - actor.pose.yaw;
  vector(json, hub("transform.Position3"), x, at.z, z);
  vector(json, hub("transform.Rotation3"), 0, yaw, 0);
  if (actor.kind == SceneKind::vehicle || actor.kind == SceneKind::pedestrian) {
    vector(json, hub("physics.Velocity3"), actor.velocity.x, actor.velocity.z, actor.velocity.y);
  }
}

void FlecsFeed::add_state(JsonWriter& json, const SceneActor& actor) {
  if (actor.kind == SceneKind::vehicle) {
    json.key("town.Driving");
    json.begin_object();
    float_field(json, "throttle", actor.vehicle.throttle);
    float_field(json, "brake", actor.vehicle.brake);
    float_field(json, "steer", actor.vehicle.steer);
    json.key("gear");
    json.integer(actor.vehicle.gear);
    json.boolean_field("handbrake", actor.vehicle.handbrake);
    lights_field(json, actor.vehicle.lights);
    json.end_object();
  }
  if (actor.kind == SceneKind::traffic_light) {
    json.key("town.Signal");
    json.begin_object();
    json.field("state", state_name(actor.light.state));
    float_field(json, "since", actor.light.in_state);
    json.end_object();
  }
}

void FlecsFeed::add_actor(JsonWriter& json, const SceneActor& actor) {
  json.begin_object();
  json.field("parent", actor.parent == 0 ? std::string("town") : path_of(actor.parent));
  json.field("name", name_of(actor));
  json.integer_field("id", actor.id);
  if (actor.is_hero) {
    json.key("tags");
    json.begin_array();
    json.text("town.Hero");
    json.end_array();
  }
  if (actor.box) {
    json.key("pairs");
    json.begin_object();
    json.field("flecs.core.IsA", "prefabs." + escaped(actor.blueprint));
    json.end_object();
  }
  json.key("components");
  json.begin_object();
  add_place(json, actor);
  add_state(json, actor);
  json.end_object();
  json.end_object();
}

std::string FlecsFeed::line() {
  const SceneFrame& frame = scene_.frame();
  std::string text;
  JsonWriter json(text);
  json.begin_object();
  json.number_field("time", frame.time, Precision::float32);
  json.integer_field("frame", frame.number);
  json.key("data");
  json.begin_object();
  json.key("results");
  json.begin_array();
  json.raw(R"({"name":"town","id":1000000})");
  json.raw(R"({"name":"prefabs","id":1000001})");
  json.raw(R"({"parent":"town","name":"Driving","id":1000002,)"
           R"("components":{"flecs.core.Component":{"size":24,"alignment":4}}})");
  json.begin_object();
  json.field("name", "Weather");
  json.integer_field("id", kFirstOther + 3);
  json.key("components");
  json.begin_object();
  json.key("Weather");
  json.begin_object();
  float_field(json, "rain", frame.weather.precipitation);
  float_field(json, "wind", frame.weather.wind);
  float_field(json, "sun_altitude", frame.weather.sun_altitude);
  json.end_object();
  json.end_object();
  json.end_object();
  add_prefabs(json, frame);
  for (const SceneActor& actor : frame.actors) add_actor(json, actor);
  json.end_array();
  json.end_object();
  json.end_object();
  return text + "\n";
}

Result<void> write_flecs(Scene& scene, const ByteSink& sink, std::uint64_t frames,
                         std::uint64_t most_bytes) {
  FlecsFeed feed(scene);
  std::uint64_t bytes = 0;
  for (std::uint64_t i = 0; i < frames && (most_bytes == 0 || bytes < most_bytes); ++i) {
    if (i != 0) scene.advance();
    const std::string line = feed.line();
    bytes += line.size();
    if (!sink(std::as_bytes(std::span(line)))) {
      return failure(fatal_problem("not-written", "The documents could not be written."));
    }
  }
  return {};
}

}  // namespace scrubjay::assets
