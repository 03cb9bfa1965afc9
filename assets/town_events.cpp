// What happens in the town, and when.
#include <algorithm>
#include <cmath>

#include "assets/angles.h"
#include "assets/town.h"

namespace scrubjay::assets {
namespace {

constexpr double kHeroStay = 28.0;    ///< seconds until the hero leaves ...
constexpr double kHeroPeriod = 60.0;  ///< ... every minute anew
constexpr double kDay = 80.0;         ///< seconds of one day: dusk falls while one watches

}  // namespace

bool Scene::Town::every(double seconds, double offset) const {
  if (frame_.time < offset) return false;
  const double before = frame_.time - static_cast<double>(options_.step);
  if (before < offset) return true;
  return std::floor((frame_.time - offset) / seconds) != std::floor((before - offset) / seconds);
}

void Scene::Town::happen() {
  happen_to_people();
  happen_to_hero();
  happen_on_streets();
  happen_to_parked();
  happen_in_sky();
}

void Scene::Town::happen_to_people() {
  const std::uint32_t size = 1 + options_.entities / 60;
  for (std::uint32_t i = 0; i < size; ++i) {
    if (every(4.0, 3.0)) remove_some_pedestrian();
    if (every(4.0, 4.2)) add_pedestrian(true);
    if (every(6.0, 5.0)) remove_some_car();
    if (every(6.0, 6.5)) {
      const auto models = static_cast<std::uint32_t>(vehicle_models().size());
      add_car(vehicle_models()[1 + random_.below(models - 1)], "autopilot");
    }
  }
}

void Scene::Town::happen_to_hero() {
  if (hero_ != 0 && every(kHeroPeriod, 2.0)) add_hero_sensors();
  if (hero_ != 0 && every(kHeroPeriod, kHeroStay)) remove_hero();
  // It comes back as soon as there is room for it.
  if (hero_ == 0 && every(0.5, kHeroStay + 1.0)) add_car(vehicle_models()[0], "hero");
}

void Scene::Town::happen_on_streets() {
  const std::uint32_t size = 1 + options_.entities / 100;
  if (every(9.0, 5.0)) bumps_due_ = size;
  if (every(11.0, 7.0)) scrapes_due_ = size;
  if (bumps_due_ > 0 && traffic_.start_bump()) --bumps_due_;
  if (scrapes_due_ > 0 && traffic_.start_scrape()) --scrapes_due_;
  if (!signals_.empty() && every(20.0, 15.0)) {
    // The city gives one junction's cars more green.
    const std::uint32_t changed =
        signals_[random_.below(static_cast<std::uint32_t>(signals_.size()))].junction;
    streets_.junctions_for_edit()[changed].signal.green_time += 2.0;
    for (const SignalHead& head : signals_) {
      if (head.junction == changed) frame_.retimed.push_back(head.id);
    }
  }
}

void Scene::Town::happen_to_parked() {
  if (parked_.empty()) return;
  if (every(12.0, 4.0)) {
    const std::uint32_t vehicle = parked_[open_door_ % parked_.size()];
    frame_.doors.push_back({vehicle, SceneDoor::front_left, true});
    if (open_door_ % 2 == 1) frame_.doors.push_back({vehicle, SceneDoor::rear_right, true});
  }
  if (every(12.0, 8.5)) {
    const std::uint32_t vehicle = parked_[open_door_ % parked_.size()];
    frame_.doors.push_back({vehicle, SceneDoor::front_left, false});
    if (open_door_ % 2 == 1) frame_.doors.push_back({vehicle, SceneDoor::rear_right, false});
    ++open_door_;
  }
}

void Scene::Town::happen_in_sky() {
  const bool first = frame_.number == 1;
  if (!first && !every(1.0, 1.0)) return;
  const bool rains = std::fmod(frame_.time, 40.0) > 8.0 && std::fmod(frame_.time, 40.0) < 22.0;
  rain_ = std::clamp(rain_ + (rains ? 0.125 : -0.1), 0.0, 1.0);
  const bool was_dark = is_dark();
  SceneWeather& weather = frame_.weather;
  weather.cloudiness = 20 + 70 * rain_;
  weather.precipitation = 80 * rain_;
  weather.deposits = std::clamp(weather.deposits + (rains ? 5.0 : -2.0), 0.0, 100.0);
  weather.wetness = weather.deposits;
  weather.wind = 10 + 40 * rain_;
  weather.fog_density = 2 + 8 * rain_;
  weather.sun_altitude = 0.2 + 0.4 * sin_cos(2 * kPi * frame_.time / kDay).cos;
  weather.sun_azimuth = wrap_angle(0.8 + 2 * kPi * frame_.time / kDay) + kPi;
  frame_.weather_changed = true;
  if (is_dark() == was_dark) return;
  for (std::size_t i = 0; i < frame_.lamps.size(); ++i) {
    frame_.lamps[i].on = is_dark();
    frame_.changed_lamps.push_back(i);
  }
}

}  // namespace scrubjay::assets
