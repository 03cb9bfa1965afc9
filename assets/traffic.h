#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "assets/random.h"
#include "assets/scene.h"
#include "assets/street_grid.h"

namespace scrubjay::assets {

/// People on the crossings of a junction, counted by the side of the junction they cross.
using Crossings = std::vector<std::array<std::uint16_t, 4>>;

/// What happens to drivers now and then.
enum class Mishap : std::uint8_t {
  none,
  stops_short,  ///< brakes hard for no reason that is seen
  looks_away,   ///< does not see that the car ahead stands
  bounces,      ///< rolls back after bumpers met
  scrapes_kerb,
};

struct Car {
  std::uint32_t id = 0;  ///< the actor's; 0: this row is free
  std::uint32_t track = kNone;
  std::uint32_t next = kNone;  ///< the track after this one
  double along = 0;            ///< of its middle on the track
  double speed = 0;
  double acceleration = 0;
  double half_length = 2;
  double wheel_base = 2.8;
  double eagerness = 1;  ///< factor on speed limits
  double waited = 0;     ///< seconds at a stop line
  double odometer = 0;
  double steer_angle = 0;  ///< right positive
  double pitch = 0;
  double roll = 0;
  Mishap mishap = Mishap::none;
  double mishap_left = 0;     ///< seconds
  std::uint32_t touches = 0;  ///< id of the car in front when bumpers meet
};

/// Cars on the streets: each follows the one ahead (Intelligent Driver Model: Treiber, Hennecke and
/// Helbing 2000), stops for lights, people on crossings and oncoming traffic, and slows down for
/// bends.
class Traffic {
 public:
  Traffic(const StreetGrid& streets, Random& random);

  /// Puts a car on a lane that has room; false when none was found in some tries.
  bool add(std::uint32_t id, double length, double wheel_base);
  void remove(std::uint32_t id);
  /// Lets a car brake hard and the one behind it look away until bumpers touch; false when no pair
  /// is placed for it. Each call looks on from the car after the last one that bumped.
  bool start_bump();
  /// Lets a car that turns right scrape the kerb, likewise; false when none is turning.
  bool start_scrape();

  void advance(double step, const Crossings& crossings);

  /// All rows; free ones have id 0.
  std::span<const Car> cars() const { return cars_; }
  /// No car would come over that side of the junction within the next few seconds.
  bool is_clear(std::uint32_t junction, Heading side) const;

 private:
  struct Leader {
    double gap;  ///< bumper to bumper
    double speed;
    std::uint32_t id;
  };

  Leader leader_of(const Car& car) const;
  /// Metres to the stop line if the car has to stop there, else far away.
  double stop_distance(const Car& car, const Crossings& crossings) const;
  bool may_enter(const Car& car, const Track& connector, const Crossings& crossings) const;
  bool oncoming_is_clear(const Track& connector) const;
  /// A car of that length fits behind those in the lane after the connector and on the way to it.
  bool has_room_after(const Track& connector, double length) const;
  double wanted_speed(const Car& car) const;
  double acceleration_of(Car& car, const Crossings& crossings, double step);
  void move(std::uint32_t row, double step);
  void settle(Car& car, double step);
  std::uint32_t choose_next(std::uint32_t track);

  const StreetGrid& streets_;
  Random& random_;
  std::vector<Car> cars_;
  std::vector<std::uint32_t> free_rows_;
  std::size_t next_bump_ = 0;  ///< row from which to look for the next pair
  std::size_t next_scrape_ = 0;
  std::vector<std::vector<std::uint32_t>> queues_;  ///< rows of cars by track, the foremost first
};

}  // namespace scrubjay::assets
