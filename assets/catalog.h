#pragma once

#include <cstdint>
#include <glm/vec3.hpp>
#include <span>
#include <string>
#include <string_view>

#include "assets/random.h"
#include "assets/scene.h"

namespace scrubjay::assets {

struct VehicleModel {
  std::string_view blueprint;
  glm::dvec3 half;  ///< of its box: length, width, height in metres
  std::size_t wheels;
  double wheel_radius;
  double mass_kg;
  std::string_view base_type;
  std::string_view special_type;
};

struct PropModel {
  std::string_view blueprint;
  glm::dvec3 half;
};

/// The first one is the hero's.
std::span<const VehicleModel> vehicle_models();
/// What stands along the pavements.
std::span<const PropModel> street_props();

std::uint32_t pedestrian_models();
/// "walker.pedestrian.0001", ... for numbers below pedestrian_models().
std::string_view pedestrian_blueprint(std::uint32_t number);

/// A stable number of a blueprint, as a simulator has one.
std::uint32_t number_of(std::string_view blueprint);

SceneActor make_vehicle(const VehicleModel& model, std::string_view role, Random& random);
SceneActor make_pedestrian(Random& random);
SceneActor make_prop(std::string_view blueprint, const glm::dvec3& half);

}  // namespace scrubjay::assets
