// Any text as a coordinate system by name or written out.
#include "core/coordinate_system.h"

#include <glm/geometric.hpp>

#include "tests/fuzz/properties.h"
#include "tests/fuzz/targets.h"

namespace scrubjay::fuzz {

namespace {

bool is_near(const glm::dvec3& a, const glm::dvec3& b) {
  return glm::length(a - b) <= 1e-9 * glm::length(b);
}

/// Converted and converted back, a place is where it was, and its distance is as long.
void check_conversion(const CoordinateSystem& from, const CoordinateSystem& to) {
  const CoordinateConversion way(from, to);
  const CoordinateConversion back(to, from);
  const glm::dvec3 place(1.25, -2.5, 3.75);
  require(way.mirrors() == (from.handedness() != to.handedness()),
          "mirrors without changing hands");
  require(is_near(back.point(way.point(place)), place), "a place is elsewhere after the way back");
  require(is_near(back.direction(way.direction(place)), place), "a direction changes");
  require(is_near(back.axial(way.axial(place)), place), "an axial vector changes");
  require(is_near(back.euler(way.euler(place)), place), "angles change");
  const glm::dquat turn(0.5, 0.5, -0.5, 0.5);
  const glm::dvec3 turned = way.rotation(turn) * way.direction(place);
  require(is_near(turned, way.direction(turn * place)), "a rotation turns another way");
}

}  // namespace

void coordinate_system_fuzz(Input input) {
  const MemoryBound bound(input.size());
  const auto system =
      CoordinateSystem::parse({reinterpret_cast<const char*>(input.data()), input.size()});
  if (!system) {
    require(system.error().code == "coordinates", "an odd code for coordinates");
    return;
  }
  const auto again = CoordinateSystem::parse(system->written_out());
  require(again && *again == *system, "what is written out is another system");
  for (const NamedCoordinateSystem& preset : coordinate_presets()) {
    check_conversion(*system, preset.system);
  }
}

}  // namespace scrubjay::fuzz
