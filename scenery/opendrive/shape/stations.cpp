#include "scenery/opendrive/shape/stations.h"

#include <algorithm>
#include <cmath>

#include "scenery/opendrive/limits.h"
#include "scenery/opendrive/shape/reach.h"

namespace scrubjay::opendrive {

namespace {

constexpr double kLeastStep = 0.05;
constexpr double kMostStep = 50;
constexpr double kJump = 0.005;       // a step in a list that is drawn as one
constexpr double kBeforeJump = 1e-3;  // how far before it the last station is
constexpr double kGeometryJump = 1e-3;

/// The largest second derivative, without its sign, of the record in force between two places.
double bend_of(const Cubics& list, double from, double to) {
  const Cubic* cubic = in_force(list, (from + to) / 2);
  return cubic == nullptr ? 0 : std::max(std::abs(cubic->bend(from)), std::abs(cubic->bend(to)));
}

double steepest(const Cubics& list, double from, double to) {
  const Cubic* cubic = in_force(list, (from + to) / 2);
  if (cubic == nullptr) return 0;
  return std::max({std::abs(cubic->slope(from)), std::abs(cubic->slope(to)),
                   std::abs(cubic->slope((from + to) / 2))});
}

class StationMaker {
 public:
  StationMaker(const Road& road, std::size_t section, StationBudget& budget)
      : road_(road), section_(section), budget_(budget) {
    begin_ = 0;
    end_ = road.length;
    if (road.sections.empty()) return;
    const LaneSection& own = road.sections[section];
    begin_ = section == 0 ? 0 : std::clamp(own.s, 0.0, road.length);
    end_ = std::clamp(own.end, 0.0, road.length);
  }

  std::vector<Station> run() {
    if (!(begin_ < end_)) return {};
    collect_breaks();
    for (std::size_t i = 0; i + 1 < breaks_.size(); ++i) add_between(breaks_[i], breaks_[i + 1]);
    return std::move(stations_);
  }

 private:
  void add_break(double s) {
    if (s > begin_ && s < end_) breaks_.push_back(s);
  }

  void add_breaks(const Cubics& list) {
    auto at = std::ranges::upper_bound(list, begin_, {}, &Cubic::start);
    for (; at != list.end() && at->start < end_; ++at) {
      const double before = at == list.begin() ? 0 : (at - 1)->value(at->start);
      if (std::abs(at->a - before) > kJump) add_break(at->start - kBeforeJump);
      add_break(at->start);
    }
  }

  void add_lane_breaks(const LaneSide& side) {
    for (const Lane& lane : side.lanes) {
      add_breaks(lane.widths);
      add_breaks(lane.borders);
      for (const LaneHeight& height : lane.heights) {
        add_break(height.s - kBeforeJump);
        add_break(height.s);
      }
    }
  }

  void collect_breaks() {
    breaks_ = {begin_, end_};
    for (const Geometry& g : road_.geometries) {
      add_break(g.s);
      add_break(g.s + g.used);
    }
    for (const Cubics* list : {&road_.elevation, &road_.superelevation, &road_.lane_offset}) {
      add_breaks(*list);
    }
    for (const Shape& shape : road_.shapes) add_break(shape.s);
    for (const Crossfall& crossfall : road_.crossfalls) add_breaks(crossfall.angle);
    if (road_.surface) {
      add_breaks(road_.surface->t_offset);
      for (const SurfaceStrip& strip : road_.surface->strips) {
        for (const Cubics* list :
             {&strip.width, &strip.constant, &strip.linear, &strip.quadratic, &strip.cubic}) {
          add_breaks(*list);
        }
      }
    }
    if (!road_.sections.empty()) {
      add_lane_breaks(side_of(road_, section_, Side::left));
      add_lane_breaks(side_of(road_, section_, Side::right));
    }
    for (const Passage& passage : road_.passages) {
      add_break(passage.s);
      add_break(passage.end);
    }
    std::ranges::sort(breaks_);
    const auto same = std::ranges::unique(breaks_, [](double a, double b) { return b - a < 1e-9; });
    breaks_.erase(same.begin(), same.end());
    breaks_.back() = end_;
  }

  /// How the borders bend and reach between two places, apart from the reference line's own bend.
  struct Bend {
    double borders = 0;  ///< second derivative of t, of the widest sum on one side
    double slope = 0;    ///< its first
    double reach = 0;
  };

  Bend lanes_bend(double from, double to) const {
    Bend bend{.borders = bend_of(road_.lane_offset, from, to),
              .slope = steepest(road_.lane_offset, from, to)};
    if (road_.sections.empty()) return bend;
    for (const Side side : {Side::left, Side::right}) {
      const LaneSide& lanes = side_of(road_, section_, side);
      Bend own;
      for (const Lane& lane : lanes.lanes) {
        const Cubics& list = lanes.is_by_borders ? lane.borders : lane.widths;
        own.borders += bend_of(list, from, to);
        own.slope += steepest(list, from, to);
        own.reach = lanes.is_by_borders ? std::max(own.reach, most_of(list, from, to))
                                        : own.reach + most_of(list, from, to);
      }
      bend.borders = std::max(bend.borders, own.borders);
      bend.slope = std::max(bend.slope, own.slope);
      bend.reach = std::max(bend.reach, own.reach);
    }
    bend.reach += most_of(road_.lane_offset, from, to);
    return bend;
  }

  double lateral_bend(double from, double to, double reach) const {
    const double tilt = steepest(road_.superelevation, from, to);
    double bend = (bend_of(road_.superelevation, from, to) + tilt * tilt) * reach;
    for (const Crossfall& crossfall : road_.crossfalls) {
      bend += 2 * bend_of(crossfall.angle, from, to) * reach;
    }
    if (!road_.surface) return bend;
    for (const SurfaceStrip& strip : road_.surface->strips) {
      bend += bend_of(strip.constant, from, to) + bend_of(strip.width, from, to);
      double power = reach;
      for (const Cubics* list : {&strip.linear, &strip.quadratic, &strip.cubic}) {
        bend += bend_of(*list, from, to) * power;
        power *= reach;
      }
    }
    return bend;
  }

  /// How many steps a stretch takes within one geometry and one record of each list.
  double steps_between(std::size_t geometry, double from, double to) const {
    const Geometry& g = road_.geometries[geometry];
    const Bend lanes = lanes_bend(from, to);
    const double curvature = most_curvature(g, from - g.s, to - g.s);
    double bend = curvature * (1 + curvature * lanes.reach + 2 * lanes.slope) + lanes.borders +
                  bend_of(road_.elevation, from, to) + lateral_bend(from, to, lanes.reach);
    // Heights across the road that borders pass over at a slant.
    if (!road_.shapes.empty() || road_.surface) bend += lanes.slope * (1 + lanes.slope);
    // Coefficients near the end of what a double holds make no number of it.
    if (std::isnan(bend)) bend = HUGE_VAL;
    const double step = std::clamp(std::sqrt(8 * kChordError / bend), kLeastStep, kMostStep);
    return std::max(std::ceil((to - from) / step), 1.0);
  }

  void add_station(double s, std::size_t geometry) {
    const bool is_there =
        !stations_.empty() && stations_.back().s == s && stations_.back().geometry == geometry;
    if (!is_there) stations_.push_back({s, static_cast<std::uint32_t>(geometry)});
  }

  /// Whether the reference line jumps where a geometry begins.
  bool jumps(std::size_t before, std::size_t geometry, double s) const {
    const Pose end = pose_on(road_, before, s);
    const Pose start = pose_on(road_, geometry, s);
    return std::hypot(end.x - start.x, end.y - start.y) > kGeometryJump;
  }

  void add_stretch(std::size_t geometry, double from, double to) {
    const double wanted = steps_between(geometry, from, to);
    const auto most = static_cast<double>(std::min(
        budget_.left, limits::kMostStations - std::min(stations_.size(), limits::kMostStations)));
    if (wanted > most) budget_.is_coarse = true;
    const auto steps = static_cast<std::size_t>(std::max(std::min(wanted, most), 1.0));
    const bool is_joint = !stations_.empty() && stations_.back().geometry != geometry;
    if (stations_.empty() || (is_joint && jumps(stations_.back().geometry, geometry, from))) {
      add_station(from, geometry);
    } else if (is_joint) {
      stations_.back().geometry = static_cast<std::uint32_t>(geometry);
    }
    for (std::size_t i = 1; i < steps; ++i) {
      const double share = static_cast<double>(i) / static_cast<double>(steps);
      add_station(from + (to - from) * share, geometry);
    }
    add_station(to, geometry);
    budget_.left -= std::min(budget_.left, steps);
  }

  void add_between(double from, double to) {
    const std::size_t geometry = geometry_at(road_, (from + to) / 2);
    const Geometry& g = road_.geometries[geometry];
    const bool is_polynomial = g.curve == Curve::poly3 || g.curve == Curve::param_poly3;
    if (!is_polynomial) {
      add_stretch(geometry, from, to);
      return;
    }
    // Its curvature is sampled, so part by part.
    constexpr int kParts = 8;
    double begin = from;
    for (int i = 1; i <= kParts; ++i) {
      const double end = i == kParts ? to : from + (to - from) * i / kParts;
      if (end > begin) add_stretch(geometry, begin, end);
      begin = end;
    }
  }

  const Road& road_;
  std::size_t section_;
  StationBudget& budget_;
  double begin_ = 0;
  double end_ = 0;
  std::vector<double> breaks_;
  std::vector<Station> stations_;
};

/// Which lanes are not of width 0, in the order in which walk_side() takes them, left ones first.
void find_wide_lanes(const Road& road, std::size_t section, double s, std::vector<bool>& is_wide) {
  is_wide.clear();
  for (const Side side : {Side::left, Side::right}) {
    walk_side(road, section, side, s, [&](const LaneSpan& span) {
      is_wide.push_back(span.width() > 0);
      return true;
    });
  }
}

/// The borders of lanes that are not of width 0 at a station, or not just before it or behind it.
class BorderBox {
 public:
  BorderBox(const Road& road, std::size_t section, MapBox& box)
      : road_(road), section_(section), box_(box) {}

  void include(const std::vector<Station>& stations) {
    behind_.clear();
    for (std::size_t i = 0; i < stations.size(); ++i) {
      before_.swap(behind_);
      behind_.clear();
      if (i + 1 < stations.size()) {
        find_wide_lanes(road_, section_, (stations[i].s + stations[i + 1].s) / 2, behind_);
      }
      include(stations[i]);
    }
  }

 private:
  void include(const Station& station) {
    const Pose pose = pose_on(road_, station.geometry, station.s);
    const RoadProfile profile = profile_at(road_, station.s);
    const auto is_in = [](const std::vector<bool>& lanes, std::size_t lane) {
      return lane < lanes.size() && lanes[lane];
    };
    std::size_t lane = 0;
    for (const Side side : {Side::left, Side::right}) {
      walk_side(road_, section_, side, station.s, [&](const LaneSpan& span) {
        const bool is_wide = span.width() > 0 || is_in(before_, lane) || is_in(behind_, lane);
        ++lane;
        if (!is_wide) return true;
        for (const double t : {span.inner, span.outer}) {
          const SurfacePlace place =
              surface_place(profile, t, span, lane_height_at(span, station.s, t));
          box_.include(pose.x - place.q * pose.sin, pose.y + place.q * pose.cos, place.z);
        }
        return true;
      });
    }
  }

  const Road& road_;
  std::size_t section_;
  MapBox& box_;
  std::vector<bool> before_;  ///< wide between this station and the one before
  std::vector<bool> behind_;
};

}  // namespace

std::vector<Station> stations_of(const Road& road, std::size_t section, StationBudget& budget) {
  return StationMaker(road, section, budget).run();
}

void MapBox::include(double x, double y, double z) {
  const double place[3] = {x, y, z};
  for (int i = 0; i < 3; ++i) {
    least[i] = is_empty ? place[i] : std::min(least[i], place[i]);
    most[i] = is_empty ? place[i] : std::max(most[i], place[i]);
  }
  is_empty = false;
}

MapBox box_of(const RoadMap& map, StationBudget& budget) {
  MapBox box;
  for (const Road& road : map.roads) {
    const std::size_t sections = std::max<std::size_t>(road.sections.size(), 1);
    for (std::size_t section = 0; section < sections; ++section) {
      const std::vector<Station> stations = stations_of(road, section, budget);
      for (const Station& station : stations) {
        const Pose pose = pose_on(road, station.geometry, station.s);
        box.include(pose.x, pose.y, value_at(road.elevation, station.s));
      }
      if (!road.sections.empty()) BorderBox(road, section, box).include(stations);
    }
  }
  return box;
}

}  // namespace scrubjay::opendrive
