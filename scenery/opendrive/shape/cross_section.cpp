#include "scenery/opendrive/shape/cross_section.h"

#include <functional>

namespace scrubjay::opendrive {

namespace {

double bounded(double value, double most) {
  return value >= -most && value <= most ? value : value > most ? most : value < -most ? -most : 0;
}

/// Height of one profile across a road.
double shape_height(const Shape& shape, double t) {
  const Cubic* cubic = in_force(shape.across, t);
  return cubic == nullptr ? shape.across.front().a : cubic->value(t);
}

double shapes_height(const Road& road, double s, double t) {
  const auto next = std::ranges::upper_bound(road.shapes, s, {}, &Shape::s);
  if (next == road.shapes.begin()) return shape_height(*next, t);
  const Shape& before = *(next - 1);
  const double height = shape_height(before, t);
  if (next == road.shapes.end()) return height;
  const double share = (s - before.s) / (next->s - before.s);
  return height + share * (shape_height(*next, t) - height);
}

double crossfalls_height(const Road& road, double s, double t) {
  double height = 0;
  for (const Crossfall& crossfall : road.crossfalls) {
    const bool is_meant =
        crossfall.sides == RoadSides::both || (crossfall.sides == RoadSides::left ? t > 0 : t < 0);
    if (is_meant) height -= std::tan(value_at(crossfall.angle, s)) * std::abs(t);
  }
  return height;
}

double strip_height(const SurfaceStrip& strip, double s, double dt) {
  return value_at(strip.constant, s) +
         dt * (value_at(strip.linear, s) +
               dt * (value_at(strip.quadratic, s) + dt * value_at(strip.cubic, s)));
}

double cross_section_height(const CrossSectionSurface& surface, double s, double t) {
  const double from_offset = t - value_at(surface.t_offset, s);
  const bool is_left = from_offset > 0;
  const SurfaceStrip& inner = surface.strips[is_left ? 0 : 1];
  const SurfaceStrip& outer = surface.strips[is_left ? 2 : 3];
  const double width = value_at(inner.width, s);
  if (!outer.is_there || std::abs(from_offset) <= width) return strip_height(inner, s, from_offset);
  const double edge = is_left ? width : -width;
  const double height = strip_height(outer, s, from_offset - edge);
  return outer.is_relative ? height + strip_height(inner, s, edge) : height;
}

/// Over the plane that the superelevation tilts.
double relative_height(const RoadProfile& profile, double t) {
  const Road& road = *profile.road;
  double height = 0;
  if (!road.shapes.empty()) height += shapes_height(road, profile.s, t);
  if (!road.crossfalls.empty()) height += crossfalls_height(road, profile.s, t);
  if (road.surface) height += cross_section_height(*road.surface, profile.s, t);
  return bounded(height, limits::kMostHeight);
}

}  // namespace

const Cubic* in_force(const Cubics& list, double s) {
  // Nearly all lists are short, and what is asked for is often the first.
  if (list.empty() || s < list.front().start) return nullptr;
  if (list.size() == 1 || s < list[1].start) return list.data();
  return &*(std::ranges::upper_bound(list, s, {}, &Cubic::start) - 1);
}

double value_at(const Cubics& list, double s, double most) {
  const Cubic* cubic = in_force(list, s);
  return cubic == nullptr ? 0 : bounded(cubic->value(s), most);
}

double slope_at(const Cubics& list, double s) {
  const Cubic* cubic = in_force(list, s);
  return cubic == nullptr ? 0 : bounded(cubic->slope(s), limits::kMostHeight);
}

std::size_t geometry_at(const Road& road, double s) {
  const auto next = std::ranges::upper_bound(road.geometries, s, {}, &Geometry::s);
  return next == road.geometries.begin()
             ? 0
             : static_cast<std::size_t>(next - road.geometries.begin()) - 1;
}

std::size_t section_at(const Road& road, double s) {
  const auto next = std::ranges::upper_bound(road.sections, s, {}, &LaneSection::s);
  return next == road.sections.begin() ? 0
                                       : static_cast<std::size_t>(next - road.sections.begin()) - 1;
}

Pose pose_on(const Road& road, std::size_t geometry, double s) {
  const Geometry& g = road.geometries[geometry];
  return pose_at(g, s - g.s);
}

const Lane* find_lane(const LaneSide& side, std::int32_t id) {
  const auto number = [](const Lane& lane) { return std::abs(lane.id); };
  const auto found = std::ranges::lower_bound(side.lanes, std::abs(id), {}, number);
  return found != side.lanes.end() && found->id == id ? &*found : nullptr;
}

const Lane* find_lane(const Road& road, std::size_t section, std::int32_t id) {
  if (id == 0) return nullptr;
  return find_lane(side_of(road, section, id > 0 ? Side::left : Side::right), id);
}

void advance_over(LaneSpan& span, const Lane& lane, bool is_by_borders, double sign, double s) {
  span.lane = &lane;
  span.inner = span.outer;
  span.inner_slope = span.outer_slope;
  if (lane.is_level && !span.is_level) {
    span.is_level = true;
    span.level_t = span.inner;
  }
  if (!is_by_borders) {
    double slope = 0;
    const double width = width_at(lane, s, slope);
    span.outer = bounded(span.inner + sign * width, limits::kWidestRoad);
    span.outer_slope = bounded(span.inner_slope + sign * slope, limits::kMostHeight);
    return;
  }
  if (lane.borders.empty()) return;
  const Cubic* cubic = in_force(lane.borders, s);
  const double border =
      bounded(cubic == nullptr ? lane.borders.front().a : cubic->value(s), limits::kWidestRoad);
  if (sign * (border - span.inner) <= 0) return;
  span.outer = border;
  span.outer_slope = cubic == nullptr ? 0 : bounded(cubic->slope(s), limits::kMostHeight);
}

std::optional<LaneSpan> lane_at(const Road& road, std::size_t section, double s, double t) {
  const double center = value_at(road.lane_offset, s, limits::kWidestRoad);
  std::optional<LaneSpan> found;
  const auto look = [&](Side side) {
    walk_side(road, section, side, s, [&](const LaneSpan& span) {
      const double width = span.width();
      const bool holds = side == Side::left ? t <= span.outer : t >= span.outer;
      if (width > 0 && holds) found = span;
      return !holds || !(width > 0);
    });
  };
  if (t <= center) look(Side::right);
  if (t > center || (t == center && !found)) look(Side::left);
  return found;
}

RoadProfile profile_at(const Road& road, double s) {
  RoadProfile profile{.road = &road, .s = s};
  profile.elevation = value_at(road.elevation, s);
  const double angle = value_at(road.superelevation, s);
  if (angle != 0) {
    profile.cos = std::cos(angle);
    profile.sin = std::sin(angle);
  }
  profile.is_flat = angle == 0 && road.shapes.empty() && road.crossfalls.empty() && !road.surface;
  return profile;
}

SurfacePlace surface_place(const RoadProfile& profile, double t, const LaneSpan& span,
                           double height) {
  if (profile.is_flat) return {t, profile.elevation + height};
  const bool is_beyond = span.is_level && std::abs(t - span.level_t) > 0 &&
                         (span.outer >= span.inner ? t >= span.level_t : t <= span.level_t);
  if (is_beyond) {
    const double edge = relative_height(profile, span.level_t);
    return {span.level_t * profile.cos - edge * profile.sin + (t - span.level_t),
            profile.elevation + span.level_t * profile.sin + edge * profile.cos + height};
  }
  const double over = relative_height(profile, t) + height;
  return {t * profile.cos - over * profile.sin,
          profile.elevation + t * profile.sin + over * profile.cos};
}

double lane_height_at(const LaneSpan& span, double s, double t) {
  const auto& heights = span.lane->heights;
  if (heights.empty() || s < heights.front().s) return 0;
  const LaneHeight& height = *(std::ranges::upper_bound(heights, s, {}, &LaneHeight::s) - 1);
  const double width = span.outer - span.inner;
  const double share = width == 0 ? 0 : std::clamp((t - span.inner) / width, 0.0, 1.0);
  return bounded(height.inner + share * (height.outer - height.inner), limits::kMostHeight);
}

SurfacePlace surface_place_at(const RoadProfile& profile, std::size_t section, double t) {
  const Road& road = *profile.road;
  if (road.sections.empty()) return surface_place(profile, t, {}, 0);
  if (const auto span = lane_at(road, section, profile.s, t)) {
    return surface_place(profile, t, *span, lane_height_at(*span, profile.s, t));
  }
  LaneSpan outermost;  // beside the lanes
  const Side side =
      t > value_at(road.lane_offset, profile.s, limits::kWidestRoad) ? Side::left : Side::right;
  walk_side(road, section, side, profile.s, [&](const LaneSpan& span) {
    outermost = span;
    return true;
  });
  if (side == Side::right && outermost.outer == outermost.inner) {
    outermost.outer = outermost.inner - 1e-9;  // only the side counts
  }
  return surface_place(profile, t, outermost, 0);
}

double t_of(const RoadProfile& profile, std::size_t section, double q) {
  if (profile.is_flat) return q;
  constexpr double kLeastSlope = 0.05;
  constexpr int kMostCorrections = 64;  // at a step of height it never settles
  const double of_plane = std::max(profile.cos, kLeastSlope);
  const auto error_at = [&](double t) { return q - surface_place_at(profile, section, t).q; };
  double slope = of_plane;  // of q by t, then as the last two places had it
  double t = q / slope;
  double error = error_at(t);
  for (int i = 0; i < kMostCorrections && std::abs(error) >= 1e-10; ++i) {
    const double step = error / slope;
    t += step;
    const double before = error;
    error = error_at(t);
    slope = (before - error) / step;
    if (!(slope > kLeastSlope)) slope = of_plane;
  }
  return t;
}

}  // namespace scrubjay::opendrive
