#pragma once

#include <array>
#include <cstdint>
#include <glm/vec2.hpp>
#include <span>
#include <vector>

#include "assets/random.h"
#include "assets/scene.h"

namespace scrubjay::assets {

/// A direction of the grid, counter-clockwise from east; `int(heading) * pi / 2` is its yaw.
enum class Heading : std::uint8_t { east, north, west, south };
inline constexpr std::array<Heading, 4> kHeadings = {Heading::east, Heading::north, Heading::west,
                                                     Heading::south};

constexpr Heading turned(Heading h, unsigned quarters) {
  return static_cast<Heading>((static_cast<unsigned>(h) + quarters) & 3U);
}
constexpr Heading left_of(Heading h) { return turned(h, 1); }
constexpr Heading back_of(Heading h) { return turned(h, 2); }
constexpr Heading right_of(Heading h) { return turned(h, 3); }
constexpr bool is_east_west(Heading h) { return h == Heading::east || h == Heading::west; }
glm::dvec2 direction_of(Heading h);

enum class Turn : std::uint8_t { straight, left, right };

inline constexpr std::uint32_t kNone = 0xFFFFFFFF;

/// One way on which vehicles follow each other: a lane between two junctions, or a connector that
/// leads across a junction from one lane to another, straight or as a quarter circle.
struct Track {
  glm::dvec2 start{0.0};
  Heading heading = Heading::east;  ///< at its start
  Turn turn = Turn::straight;
  bool is_lane = true;
  std::uint32_t junction = kNone;   ///< a connector's own; the one at the end of a lane
  double length = 0;                ///< metres
  double speed_limit = 0;           ///< m/s
  std::vector<std::uint32_t> next;  ///< of a lane its connectors; of a connector its one lane
  std::uint32_t from = kNone;       ///< of a connector the lane that it leaves
  Heading exit() const {
    return turn == Turn::straight ? heading
           : turn == Turn::left   ? left_of(heading)
                                  : right_of(heading);
  }
};

struct PlaceOnTrack {
  glm::dvec2 position;
  double yaw;
  double curvature;  ///< 1/m, left positive
};

/// Traffic lights of one junction: north-south, then east-west, with all red between.
struct SignalProgram {
  double green_time = 7;
  double yellow_time = 2.5;
  double clear_time = 1.5;
  int phase =
      0;  ///< 0 north-south green, 1 yellow, 2 all red, 3 east-west green, 4 yellow, 5 all red
  double in_phase = 0;
  std::array<double, 2> in_state{};  ///< seconds since [north-south, east-west] changed

  SignalState state(Heading approach) const;
  double elapsed(Heading approach) const { return in_state[is_east_west(approach) ? 1 : 0]; }
  double red_time() const { return 2 * clear_time + green_time + yellow_time; }
  /// Seconds until a red light turns green.
  double red_left(Heading approach) const { return red_time() - elapsed(approach); }
  void advance(double step);
};

struct Junction {
  glm::dvec2 center{0.0};
  std::array<std::uint32_t, 4> incoming{kNone, kNone, kNone, kNone};  ///< lane by its heading
  std::array<std::uint32_t, 4> outgoing{kNone, kNone, kNone, kNone};
  std::array<std::uint32_t, 4> neighbour{kNone, kNone, kNone, kNone};  ///< junction by direction
  std::vector<std::uint32_t> connectors;
  bool has_lights = false;
  SignalProgram signal;

  bool has_leg(Heading side) const { return outgoing[static_cast<unsigned>(side)] != kNone; }
};

/// A square grid of two-lane streets. Three and four streets meet under traffic lights; the corners
/// of the town are bends.
class StreetGrid {
 public:
  static constexpr double kBlock = 72;         ///< metres between junctions
  static constexpr double kJunctionReach = 9;  ///< from its centre to the end of a lane
  static constexpr double kLaneOffset = 1.75;  ///< a lane's middle from the street's
  static constexpr double kParkingOffset = 4.9;
  static constexpr double kWalkOffset = 6.8;  ///< the pavement's middle from the street's

  /// `side` junctions in each direction, at least 2.
  StreetGrid(std::uint32_t side, Random& random);

  std::uint32_t side() const { return side_; }
  std::span<const Track> tracks() const { return tracks_; }
  std::span<const Junction> junctions() const { return junctions_; }
  std::vector<Junction>& junctions_for_edit() { return junctions_; }
  /// Rows of tracks that are lanes.
  std::span<const std::uint32_t> lanes() const { return lanes_; }
  PlaceOnTrack place(std::uint32_t track, double along) const;
  /// Half the edge of the square that the streets fill.
  double half_width() const { return (side_ - 1) * kBlock / 2; }

 private:
  void add_lanes();
  void add_connectors(std::uint32_t junction);

  std::uint32_t side_;
  std::vector<Track> tracks_;
  std::vector<std::uint32_t> lanes_;
  std::vector<Junction> junctions_;
};

}  // namespace scrubjay::assets
