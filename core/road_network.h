#pragma once

#include <cstdint>
#include <glm/vec3.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace scrubjay {

/// Where something is in a network of roads. Metres and radians; headings about up, 0 along +x,
/// counter-clockwise, in (-pi, pi].
struct RoadPlace {
  std::uint32_t road = 0;     ///< index among the network's roads, in the file's order
  std::int32_t lane = 0;      ///< id of the lane: left ones positive; never 0
  std::uint32_t section = 0;  ///< index of the lane section of the road
  bool is_inside = false;     ///< in the lane, not only near it
  double s = 0;               ///< along the road's reference line
  double t = 0;               ///< to the left of it
  double heading = 0;         ///< of the reference line towards growing s
  double lane_heading = 0;    ///< of travel in the lane
  double surface_z = 0;       ///< height of the road there
  double offset = 0;          ///< from the lane's middle, to the left of the reference line
  double width = 0;           ///< of the lane there
  double distance = 0;        ///< from the lane; 0 inside
  bool is_drivable = false;
  bool is_both_ways = false;      ///< headings are compared modulo pi
  std::uint32_t overlapping = 0;  ///< how many lanes hold the place
};

/// Roads as a coordinate system: x east, y north, z up, metres. Immutable; any thread may ask.
class RoadNetwork {
 public:
  virtual ~RoadNetwork() = default;

  /// The lane that holds a place, or the nearest one; nothing without lanes. A height of NaN:
  /// unknown. Of several the drivable come first, then those that go where `heading` looks, then
  /// the one of `last` (where an actor was a frame before), then the one whose middle is nearest.
  virtual std::optional<RoadPlace> locate(const glm::dvec3& place, std::optional<double> heading,
                                          const RoadPlace* last) const = 0;

  /// How far it is from one place along its lane, in the direction of travel, to another, through
  /// the lanes that follow; nothing where that is not reached within `most` metres.
  virtual std::optional<double> ahead(const RoadPlace& from, const RoadPlace& to,
                                      double most) const = 0;

  virtual std::string_view road_id(std::uint32_t road) const = 0;
  /// "driving", as the file spells it.
  virtual std::string_view lane_type(const RoadPlace& place) const = 0;
  /// Id of the junction that the road is a part of, or "".
  virtual std::string_view junction_id(std::uint32_t road) const = 0;
};

}  // namespace scrubjay
