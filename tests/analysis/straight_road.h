#pragma once

#include <cmath>
#include <numbers>
#include <optional>
#include <string_view>

#include "core/road_network.h"

namespace scrubjay {

/// One road along +x from 0 to 1000 m, with a lane of 4 m on each side: -1 (y below 0) goes along
/// +x, 1 the other way. From 500 m on another lane lies upon lane -1, with the id -2, that both
/// ways may use; it is the one that is found there unless an actor was in the first one before.
class StraightRoad final : public RoadNetwork {
 public:
  static constexpr double kWidth = 4.0;
  static constexpr double kDoubled = 500.0;

  std::optional<RoadPlace> locate(const glm::dvec3& place, std::optional<double> /*heading*/,
                                  const RoadPlace* last) const override {
    RoadPlace found;
    const bool is_right = place.y < 0;
    const bool is_doubled = is_right && place.x >= kDoubled;
    const bool stays = last != nullptr && last->lane == -1;
    found.lane = !is_right ? 1 : is_doubled && !stays ? -2 : -1;
    found.distance = std::max(std::abs(place.y) - kWidth, 0.0);
    found.is_inside = found.distance == 0;
    found.s = place.x;
    found.t = place.y;
    found.lane_heading = is_right ? 0.0 : std::numbers::pi;
    found.offset = place.y - (is_right ? -kWidth / 2 : kWidth / 2);
    found.width = kWidth;
    found.is_drivable = true;
    found.is_both_ways = found.lane == -2;
    found.overlapping = found.is_inside ? (is_doubled ? 2 : 1) : 0;
    return found;
  }

  std::optional<double> ahead(const RoadPlace& from, const RoadPlace& to,
                              double most) const override {
    if (from.lane != to.lane) return std::nullopt;
    const double way = from.lane == 1 ? from.s - to.s : to.s - from.s;
    if (way < 0 || way > most) return std::nullopt;
    return way;
  }

  std::string_view road_id(std::uint32_t /*road*/) const override { return "r7"; }
  std::string_view lane_type(const RoadPlace& /*place*/) const override { return "driving"; }
  std::string_view junction_id(std::uint32_t /*road*/) const override { return junction; }

  std::string_view junction;
};

}  // namespace scrubjay
