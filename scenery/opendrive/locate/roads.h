#pragma once

#include <cstdint>
#include <glm/vec3.hpp>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/road_network.h"
#include "scenery/opendrive/locate/piece_tree.h"
#include "scenery/opendrive/model.h"
#include "scenery/opendrive/shape/cross_section.h"

namespace scrubjay::opendrive {

/// Where a road coordinate is.
struct TrackPlace {
  double s = 0;  ///< clamped to the road
  double x = 0;
  double y = 0;
  double z = 0;
  double heading = 0;
  std::int32_t lane = 0;  ///< 0: in none
  std::string_view type;  ///< of the lane; as the file spells it
};

/// The roads of a file, ready to be asked. Immutable; any thread may ask.
class Roads final : public RoadNetwork {
 public:
  explicit Roads(RoadMap map);

  const RoadMap& map() const { return map_; }
  const PieceTree& pieces() const { return tree_; }

  std::optional<RoadPlace> locate(const glm::dvec3& place, std::optional<double> heading,
                                  const RoadPlace* last) const override;
  std::optional<double> ahead(const RoadPlace& from, const RoadPlace& to,
                              double most) const override;
  std::string_view road_id(std::uint32_t road) const override { return map_.roads[road].id; }
  std::string_view lane_type(const RoadPlace& place) const override;
  std::string_view junction_id(std::uint32_t road) const override {
    return map_.roads[road].junction;
  }

  /// All lanes that hold a place, the one chosen first (scenery/opendrive/README.md, 7). z NaN: not
  /// known.
  std::vector<RoadPlace> holding(const glm::dvec3& place) const;
  /// The lane nearest to a place that no lane holds; nothing without lanes.
  std::optional<RoadPlace> nearest(double x, double y) const;
  /// The first road of that id.
  std::optional<std::uint32_t> find_road(std::string_view id) const;
  /// Where s and t are; s is clamped to the road.
  TrackPlace place_at(std::uint32_t road, double s, double t) const;

 private:
  struct Foot {
    std::uint32_t road = 0;
    double s = 0;
    double q = 0;       ///< to the left of the reference line
    double beyond = 0;  ///< the road's ends
    Pose pose;
  };
  /// A lane, and how far it is from a place.
  struct Near {
    Foot foot;
    std::size_t section = 0;
    double t = 0;  ///< of the place
    LaneSpan span;
    double distance = 0;
  };

  /// Calls `take(foot)` for each foot of a place on a piece, and where it begins and ends.
  template <class Take>
  void find_feet(std::uint32_t piece, double x, double y, Take take) const;
  Foot foot_within(const Piece& piece, double x, double y, double f0, double f1) const;
  void add_holding(const Foot& foot, std::vector<RoadPlace>& found) const;
  static double t_at(const Road& road, std::size_t section, const Foot& foot);
  void look_near(const Foot& foot, std::optional<Near>& best) const;

  RoadMap map_;
  PieceTree tree_;
  std::unordered_map<std::string_view, std::uint32_t> by_id_;
};

/// Whether travel in a lane is against s.
bool goes_against_s(const Road& road, const Lane& lane);

}  // namespace scrubjay::opendrive
