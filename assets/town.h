#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <string_view>
#include <vector>

#include "assets/catalog.h"
#include "assets/pedestrians.h"
#include "assets/random.h"
#include "assets/scene.h"
#include "assets/street_grid.h"
#include "assets/traffic.h"

namespace scrubjay::assets {

/// How many actors of each kind a town has at the start.
struct TownPlan {
  std::uint32_t side = 2;  ///< junctions in each direction
  std::uint32_t cars = 0;
  std::uint32_t parked = 0;
  std::uint32_t pedestrians = 0;
  std::uint32_t signs = 0;
  std::uint32_t houses = 0;
  std::uint32_t props = 0;
};

/// Shares `entities` out among the kinds.
TownPlan plan_town(std::uint32_t entities);

/// The town of a `Scene`: lets traffic and pedestrians move, tells their actors where they are, and
/// makes things happen (spawns, deaths, doors, weather, ...) at times that follow from the frame
/// alone.
class Scene::Town {
 public:
  explicit Town(const SceneOptions& options);

  const SceneOptions& options() const { return options_; }
  const SceneFrame& frame() const { return frame_; }
  void advance();

 private:
  struct SignalHead {
    std::uint32_t id;
    std::uint32_t junction;
    Heading approach;
  };
  struct FreedId {
    std::uint32_t id;
    std::uint64_t since;  ///< frame number
  };

  // What stands there from the start (town_start.cpp).
  void place_signals();
  void place_signs(std::uint32_t count);
  void place_houses(std::uint32_t count);
  void place_props(std::uint32_t count);
  void place_parked(std::uint32_t count);
  void place_hidden_vehicle();
  void place_spectator();
  void place_lamps();
  ScenePose on_pavement(double offset);

  // Coming and going (town.cpp).
  std::uint32_t add_actor(SceneActor actor);
  void mark_removed(std::uint32_t id);
  void erase_removed();
  SceneActor& actor_of(std::uint32_t id) { return frame_.actors[frame_.rows[id]]; }
  bool add_car(const VehicleModel& model, std::string_view role);
  void add_pedestrian(bool with_controller);
  void remove_some_car();
  void remove_some_pedestrian();
  void add_hero_sensors();
  void remove_hero();

  // Each step (town_motion.cpp; what happens when: town_events.cpp).
  void happen();
  void happen_to_people();
  void happen_to_hero();
  void happen_on_streets();
  void happen_to_parked();
  void happen_in_sky();
  void update_signals();
  void update_cars(double step);
  void update_car(const Car& car, SceneActor& actor, double step);
  void update_pedestrians(double step);
  void update_bones(const Walker& walker, SceneActor& actor);
  void update_attached();
  void update_spectator(double step);
  void update_contacts();
  void tell(SceneActor& actor, const ScenePose& pose, double speed, double step);
  /// True in one frame of every `seconds`, the first time at `offset`.
  bool every(double seconds, double offset) const;
  bool is_dark() const { return frame_.weather.sun_altitude < 0.15; }

  SceneOptions options_;
  TownPlan plan_;
  Random random_;
  StreetGrid streets_;
  Traffic traffic_;
  Pedestrians pedestrians_;
  SceneFrame frame_;
  std::vector<SignalHead> signals_;
  std::vector<std::uint32_t> parked_;
  std::deque<FreedId> freed_;  ///< in order of `since`
  std::uint32_t next_id_ = 1;
  std::uint32_t hero_ = 0;
  std::uint32_t spectator_ = 0;
  std::uint32_t contact_number_ = 0;
  std::uint32_t bumps_due_ = 0;
  std::uint32_t scrapes_due_ = 0;
  std::size_t open_door_ = 0;
  double rain_ = 0;  ///< 0..1
};

}  // namespace scrubjay::assets
