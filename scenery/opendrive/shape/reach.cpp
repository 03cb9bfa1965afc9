#include "scenery/opendrive/shape/reach.h"

#include <algorithm>
#include <cmath>

#include "scenery/opendrive/limits.h"
#include "scenery/opendrive/shape/cross_section.h"

namespace scrubjay::opendrive {

namespace {

/// Of one cubic; its bends are where its slope is 0.
double most_of_cubic(const Cubic& cubic, double from, double to) {
  double most = std::max(std::abs(cubic.value(from)), std::abs(cubic.value(to)));
  const auto look = [&](double ds) {
    const double s = cubic.start + ds;
    if (s > from && s < to) most = std::max(most, std::abs(cubic.value(s)));
  };
  const double a = 3 * cubic.d;
  const double b = 2 * cubic.c;
  const double root = b * b - 4 * a * cubic.b;
  if (root < 0) return most;
  if (a != 0) {
    look((-b + std::sqrt(root)) / (2 * a));
    look((-b - std::sqrt(root)) / (2 * a));
  }
  if (b != 0) look(-cubic.b / b);
  return most;
}

double reach_of_side(const LaneSide& side, double from, double to) {
  double reach = 0;
  for (const Lane& lane : side.lanes) {
    if (side.is_by_borders) {
      reach = std::max(reach, most_of(lane.borders, from, to));
    } else {
      reach += most_of(lane.widths, from, to);
    }
  }
  return reach;
}

}  // namespace

double most_of(const Cubics& list, double from, double to) {
  if (list.empty()) return 0;
  double most = from < list.front().start ? std::abs(list.front().a) : 0;
  const auto next = std::ranges::upper_bound(list, from, {}, &Cubic::start);
  auto at = next == list.begin() ? next : next - 1;
  for (; at != list.end() && at->start <= to; ++at) {
    const double end = at + 1 == list.end() ? to : std::min(to, (at + 1)->start);
    most = std::max(most, most_of_cubic(*at, std::max(from, at->start), end));
  }
  return most;
}

double reach_between(const Road& road, double from, double to) {
  double lanes = 0;
  for (std::size_t i = section_at(road, from); i < road.sections.size(); ++i) {
    if (i > 0 && road.sections[i].s > to) break;
    lanes = std::max({lanes, reach_of_side(side_of(road, i, Side::left), from, to),
                      reach_of_side(side_of(road, i, Side::right), from, to)});
  }
  double reach = lanes + most_of(road.lane_offset, from, to);
  const bool is_tilted = !road.superelevation.empty() || !road.shapes.empty() ||
                         !road.crossfalls.empty() || road.surface.has_value();
  // Heights over a tilted plane move sideways, too.
  if (is_tilted) reach = 1.2 * reach + 5;
  return reach <= 2 * limits::kWidestRoad ? reach : 2 * limits::kWidestRoad;
}

}  // namespace scrubjay::opendrive
