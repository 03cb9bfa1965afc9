#include <algorithm>
#include <cmath>
#include <cstdint>

#include "scenery/opendrive/draw/draw.h"

namespace scrubjay::opendrive {

namespace {

constexpr double kLeastCurb = 1e-3;
constexpr std::uint32_t kTunnelTint = 0x003C8CC8;  // amber
constexpr std::uint32_t kBridgeTint = 0x00D28246;  // blue

/// Of what the road goes through or over there: the one that begins last.
std::uint32_t tint_at(const Road& road, double s) {
  const auto next = std::ranges::upper_bound(road.passages, s, {}, &Passage::s);
  if (next == road.passages.begin() || s >= (next - 1)->end) return 0;
  return (next - 1)->is_tunnel ? kTunnelTint : kBridgeTint;
}

/// The strips of one side, from lane 0 outwards.
class SideStrips {
 public:
  SideStrips(const Road& road, std::size_t section, Side side, MeshSink& sink)
      : road_(road), section_(section), side_(side) {
    for (const Lane& lane : side_of(road, section, side).lanes) {
      strips_.emplace_back(sink, Look{.surface = lane.surface});
      curbs_.emplace_back(sink, Look{.surface = lane.surface, .detail = 0.1F});
    }
  }

  /// `tint` is that of the stretch up to here.
  void add(const RoadProfile& profile, const Pose& pose, std::uint32_t tint, bool is_gap) {
    std::size_t index = 0;
    glm::dvec3 border{};
    walk_side(road_, section_, side_, profile.s, [&](const LaneSpan& span) {
      const auto place_at = [&](double t) {
        const double height = lane_height_at(span, profile.s, t);
        return world_place(pose, surface_place(profile, t, span, height));
      };
      const glm::dvec3 inner = place_at(span.inner);
      const glm::dvec3 outer = place_at(span.outer);
      const bool is_left = side_ == Side::left;
      strips_[index].set_color(tint);
      curbs_[index].set_color(tint);
      strips_[index].add(is_left ? outer : inner, is_left ? inner : outer, is_gap);
      const bool is_curb = index > 0 && std::abs(border.z - inner.z) > kLeastCurb;
      curbs_[index].add(border, is_curb ? inner : border, is_gap);
      border = outer;
      ++index;
      return true;
    });
  }

 private:
  const Road& road_;
  std::size_t section_;
  Side side_;
  std::vector<Strip> strips_;
  std::vector<Strip> curbs_;
};

}  // namespace

void draw_lanes(const Road& road, std::size_t section, const std::vector<Station>& stations,
                MeshSink& sink) {
  SideStrips left(road, section, Side::left, sink);
  SideStrips right(road, section, Side::right, sink);
  for (std::size_t i = 0; i < stations.size() && !sink.is_full(); ++i) {
    const Station& station = stations[i];
    const bool is_gap = i > 0 && stations[i - 1].s == station.s;
    const Pose pose = pose_on(road, station.geometry, station.s);
    const RoadProfile profile = profile_at(road, station.s);
    const std::uint32_t tint = i > 0 ? tint_at(road, (stations[i - 1].s + station.s) / 2) : 0;
    left.add(profile, pose, tint, is_gap);
    right.add(profile, pose, tint, is_gap);
  }
}

}  // namespace scrubjay::opendrive
