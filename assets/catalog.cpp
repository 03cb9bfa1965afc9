#include "assets/catalog.h"

#include <array>

namespace scrubjay::assets {
namespace {

constexpr std::array<VehicleModel, 12> kVehicles{{
    {"vehicle.lincoln.mkz_2020", {2.45, 0.92, 0.75}, 4, 0.35, 2404, "car", ""},
    {"vehicle.tesla.model3", {2.40, 0.93, 0.74}, 4, 0.34, 1845, "car", ""},
    {"vehicle.audi.a2", {1.85, 0.84, 0.78}, 4, 0.31, 1000, "car", ""},
    {"vehicle.mini.cooper_s_2021", {1.94, 0.86, 0.73}, 4, 0.32, 1250, "car", ""},
    {"vehicle.nissan.patrol_2021", {2.60, 1.00, 0.97}, 4, 0.39, 2700, "car", ""},
    {"vehicle.dodge.charger_2020", {2.50, 0.95, 0.77}, 4, 0.36, 1920, "car", ""},
    {"vehicle.volkswagen.t2_2021", {2.25, 0.88, 1.00}, 4, 0.33, 1600, "van", ""},
    {"vehicle.mercedes.sprinter", {2.95, 0.99, 1.29}, 4, 0.36, 2900, "van", ""},
    {"vehicle.mitsubishi.fusorosa", {4.20, 1.10, 1.60}, 4, 0.42, 6500, "bus", ""},
    {"vehicle.ford.ambulance", {3.18, 1.05, 1.27}, 4, 0.38, 3800, "van", "emergency"},
    {"vehicle.harley-davidson.low_rider", {1.18, 0.38, 0.80}, 2, 0.31, 300, "motorcycle", ""},
    {"vehicle.bh.crossbike", {0.85, 0.30, 0.82}, 2, 0.33, 100, "bicycle", ""},
}};

constexpr std::array<PropModel, 10> kProps{{
    {"static.prop.bench01", {0.40, 0.80, 0.45}},
    {"static.prop.streetsign", {0.10, 0.30, 1.30}},
    {"static.prop.mailbox", {0.30, 0.30, 0.60}},
    {"static.prop.trashcan01", {0.35, 0.35, 0.55}},
    {"static.prop.busstop", {0.80, 2.20, 1.35}},
    {"static.prop.plantpot01", {0.45, 0.45, 0.50}},
    {"static.prop.vendingmachine", {0.45, 0.60, 1.00}},
    {"static.prop.kiosk_01", {1.20, 1.60, 1.40}},
    {"static.prop.table", {0.50, 0.80, 0.45}},
    {"static.prop.streetbarrier", {0.20, 0.60, 0.50}},
}};

constexpr std::array<std::string_view, 16> kPedestrians{
    "walker.pedestrian.0001", "walker.pedestrian.0002", "walker.pedestrian.0003",
    "walker.pedestrian.0004", "walker.pedestrian.0007", "walker.pedestrian.0009",
    "walker.pedestrian.0012", "walker.pedestrian.0014", "walker.pedestrian.0017",
    "walker.pedestrian.0019", "walker.pedestrian.0021", "walker.pedestrian.0026",
    "walker.pedestrian.0030", "walker.pedestrian.0036", "walker.pedestrian.0041",
    "walker.pedestrian.0048"};

constexpr std::array<std::string_view, 8> kColors{"17,37,103", "180,30,35",  "245,245,240",
                                                  "28,28,30",  "96,102,108", "212,160,23",
                                                  "33,110,74", "142,166,180"};

using enum SceneAttributeType;

void add(SceneActor& actor, SceneAttributeType type, std::string_view name,
         std::string_view value) {
  actor.attributes.push_back({type, name, std::string(value)});
}

}  // namespace

std::span<const VehicleModel> vehicle_models() { return kVehicles; }
std::span<const PropModel> street_props() { return kProps; }
std::uint32_t pedestrian_models() { return kPedestrians.size(); }
std::string_view pedestrian_blueprint(std::uint32_t number) { return kPedestrians[number]; }

std::uint32_t number_of(std::string_view blueprint) {
  std::uint32_t hash = 2166136261U;  // FNV-1a
  for (const char c : blueprint) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
  return hash % 997 + 1;
}

SceneActor make_vehicle(const VehicleModel& model, std::string_view role, Random& random) {
  SceneActor actor;
  actor.kind = SceneKind::vehicle;
  actor.blueprint = model.blueprint;
  actor.blueprint_number = number_of(model.blueprint);
  actor.is_hero = role == "hero";
  actor.box = SceneBox{{0.0, 0.0, model.half.z}, model.half};
  actor.vehicle.wheels = model.wheels;
  actor.vehicle.wheel_radius = model.wheel_radius;
  actor.vehicle.mass_kg = model.mass_kg;
  add(actor, integer, "number_of_wheels", std::to_string(model.wheels));
  add(actor, boolean, "sticky_control", "true");
  add(actor, text, "object_type", "");
  add(actor, text, "base_type", model.base_type);
  add(actor, text, "special_type", model.special_type);
  add(actor, integer, "generation", model.blueprint.ends_with("2020") ? "2" : "1");
  add(actor, color, "color", kColors[random.below(kColors.size())]);
  add(actor, text, "role_name", role);
  return actor;
}

SceneActor make_pedestrian(Random& random) {
  static constexpr std::array<std::string_view, 3> kAges{"adult", "teenager", "elderly"};
  SceneActor actor;
  actor.kind = SceneKind::pedestrian;
  actor.blueprint = pedestrian_blueprint(random.below(pedestrian_models()));
  actor.blueprint_number = number_of(actor.blueprint);
  const double half_height = random.between(0.78, 0.95);
  actor.box = SceneBox{{0.0, 0.0, 0.0}, {0.19, 0.25, half_height}};
  add(actor, text, "gender", random.chance(0.5) ? "female" : "male");
  add(actor, text, "age", kAges[random.below(kAges.size())]);
  add(actor, boolean, "is_invincible", "false");
  add(actor, text, "role_name", "pedestrian");
  return actor;
}

SceneActor make_prop(std::string_view blueprint, const glm::dvec3& half) {
  SceneActor actor;
  actor.kind = SceneKind::prop;
  actor.blueprint = blueprint;
  actor.blueprint_number = number_of(blueprint);
  actor.box = SceneBox{{0.0, 0.0, half.z}, half};
  add(actor, text, "size", half.z > 2.0 ? "huge" : half.z > 0.9 ? "big" : "medium");
  add(actor, text, "role_name", "prop");
  return actor;
}

}  // namespace scrubjay::assets
