#pragma once

#include <array>
#include <cstdint>
#include <glm/vec2.hpp>
#include <span>
#include <vector>

#include "assets/random.h"
#include "assets/street_grid.h"
#include "assets/traffic.h"

namespace scrubjay::assets {

/// One of the four pavement corners of a junction; bit 0: its west side, bit 1: its south side.
struct Corner {
  std::uint32_t junction = 0;
  unsigned quadrant = 0;
  bool operator==(const Corner&) const = default;
};

struct Walker {
  std::uint32_t id = 0;  ///< the actor's; 0: this row is free
  Corner from;
  Corner to;
  bool is_crossing = false;
  Heading side = Heading::east;  ///< of the junction that is crossed
  double along = 0;
  double speed = 0;
  double stride_speed = 1.3;  ///< m/s when nothing is in the way
  double waited = 0;
  double walked = 0;  ///< metres in all: the phase of the steps
  double yaw = 0;
  glm::dvec2 sway{0.0};  ///< keeps people apart who go the same way
  glm::dvec2 position{0.0};
};

/// People on the pavements: along the blocks, and over the streets where lights or gaps allow it.
class Pedestrians {
 public:
  Pedestrians(const StreetGrid& streets, Random& random);

  void add(std::uint32_t id);
  void remove(std::uint32_t id);
  void advance(double step, const Traffic& traffic);

  std::span<const Walker> walkers() const { return walkers_; }
  const Crossings& crossings() const { return crossings_; }

 private:
  glm::dvec2 place_of(const Corner& corner) const;
  void choose_way(Walker& walker);
  bool may_cross(const Walker& walker, const Traffic& traffic) const;
  void move(Walker& walker, double step, const Traffic& traffic);

  const StreetGrid& streets_;
  Random& random_;
  std::vector<Walker> walkers_;
  std::vector<std::uint32_t> free_rows_;
  Crossings crossings_;
};

}  // namespace scrubjay::assets
