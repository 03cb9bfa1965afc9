#pragma once

#include <array>
#include <cstdint>
#include <glm/vec3.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace scrubjay::assets {

/// Guarded courtyards, made up tick by tick, as a game's programmer would debug them: squads
/// patrol, look, hear, suspect and shoot at intruders that sneak past.
///
/// Axes: X right, Y up, Z forward, left-handed, metres; headings in radians from +Z towards +X.

enum class GuardState : std::uint8_t { patrol, investigate, attack };

std::string_view to_text(GuardState state);

/// What stands at a courtyard's places and does not move.
struct ArenaCrate {
  std::uint32_t id = 0;
  glm::dvec3 center{0.0};
  glm::dvec3 size{1.0};
  double heading = 0;
};

struct ArenaGuard {
  static constexpr std::size_t kHistory = 24;
  static constexpr double kSightMetres = 7.5;
  static constexpr double kSightAngle = 0.6;  ///< radians to each side

  std::uint32_t id = 0;
  std::string name;
  glm::dvec3 position{0.0};  ///< of the feet
  glm::dvec3 velocity{0.0};  ///< metres per second
  double heading = 0;        ///< where it looks
  GuardState state = GuardState::patrol;
  GuardState state_before = GuardState::patrol;  ///< a tick ago
  double alertness = 0;                          ///< 0..1
  double distance = 0;                           ///< to the intruder
  bool sees = false;
  bool has_fired = false;             ///< in this tick
  std::uint32_t shots = 0;            ///< so far
  std::vector<glm::dvec3> path;       ///< the way ahead
  std::vector<double> alert_history;  ///< newest last, at most kHistory
  std::array<double, 3> tour{};       ///< centre x, centre z, phase
  std::array<double, 2> tour_half{};  ///< half axes along x and z
};

struct ArenaIntruder {
  std::uint32_t id = 0;
  glm::dvec3 position{0.0};
  glm::dvec3 velocity{0.0};
  double heading = 0;
  double health = 100;
  double hurt = 0;  ///< lost in this tick
  std::uint32_t hurt_by = 0;
  bool has_died = false;  ///< in this tick; it begins anew with full health
  double noise = 0;       ///< radius in which it is heard
};

/// One courtyard of kSide by kSide metres.
struct Courtyard {
  static constexpr double kSide = 26.0;

  glm::dvec3 center{0.0};
  std::uint32_t world_id = 0;
  std::uint32_t squad_id = 0;
  std::uint32_t door_id = 0;
  std::uint32_t turret_id = 0;
  std::string name;
  std::vector<ArenaGuard> guards;
  std::vector<ArenaCrate> crates;
  ArenaIntruder intruder;
  double door_angle = 0;  ///< 0 shut, pi/2 open
  double turret_heading = 0;
};

struct ArenaOptions {
  std::uint32_t entities = 14;  ///< about; at least 8
  std::uint64_t seed = 1;
  double step = 0.05;  ///< seconds of a tick
};

/// The same options give the same ticks everywhere. Cost and memory of a tick grow with the number
/// of entities, not with time.
class Arena {
 public:
  explicit Arena(const ArenaOptions& options);

  const ArenaOptions& options() const { return options_; }
  const std::vector<Courtyard>& courtyards() const { return courtyards_; }
  std::uint64_t tick() const { return tick_; }
  double time() const { return static_cast<double>(tick_) * options_.step; }
  /// Moves on by one step.
  void advance();
  /// Where a courtyard's intruder is at a time [s], between ticks too.
  glm::dvec3 intruder_at(std::size_t courtyard, double time) const;

 private:
  void furnish(Courtyard& yard, std::size_t row, std::uint32_t entities);
  void move_intruder(Courtyard& yard, std::size_t row);
  void move_guard(Courtyard& yard, ArenaGuard& guard);
  void fire(Courtyard& yard, ArenaGuard& guard);

  ArenaOptions options_;
  std::vector<Courtyard> courtyards_;
  std::vector<double> intruder_phase_;
  std::uint64_t tick_ = 0;
};

/// The unit vector of a heading, in the ground plane.
glm::dvec3 ahead(double heading);
/// To thousandths, as recorders write metres to keep files small.
double rounded(double value);
glm::dvec3 rounded(const glm::dvec3& v);

}  // namespace scrubjay::assets
