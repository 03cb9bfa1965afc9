#include "render/ground_grid.h"

#include <algorithm>
#include <cmath>

#include "core/number_text.h"

namespace scrubjay {

GroundGrid ground_grid(const Camera& camera, double height) {
  // Seen from high above, the height says more about what is visible than the distance to the
  // target.
  const double above = std::abs(camera.eye().z - height);
  const double reference = std::clamp(std::max(camera.distance, above * 0.5),
                                      Camera::kNearestDistance, Camera::kFarthestDistance);
  constexpr double kSquaresAcross = 12.0;
  const double level = std::log10(reference / kSquaresAcross);
  GroundGrid grid;
  grid.spacing = std::pow(10.0, std::floor(level));
  grid.minor_weight = std::clamp(2.0 * (1.0 - (level - std::floor(level))), 0.0, 1.0);
  grid.reach = reference * 30.0;
  // Lines must not move when the centre does: it sits on crossings of every level drawn.
  const double step = grid.spacing * 100.0;
  grid.center = {std::round(camera.target.x / step) * step,
                 std::round(camera.target.y / step) * step};
  return grid;
}

std::string GroundGrid::label() const {
  constexpr double kSeen = 0.5;
  const std::string major = length_label(spacing * 10.0);
  return minor_weight < kSeen ? major : length_label(spacing) + ", bright " + major;
}

std::string length_label(double metres) {
  struct Unit {
    double metres;
    const char* name;
  };
  constexpr Unit kUnits[] = {{1000.0, " km"}, {1.0, " m"}, {0.01, " cm"}, {0.001, " mm"}};
  for (const Unit& unit : kUnits) {
    // Powers of ten do not divide exactly: what is nearly a whole number of units is one.
    const double count = metres / unit.metres;
    if (count >= 1.0 - 1e-9) {
      const double whole = std::round(count);
      return number_text(std::abs(count - whole) < 1e-6 * whole ? whole : count) + unit.name;
    }
  }
  return number_text(metres * 1000.0) + " mm";
}

}  // namespace scrubjay
