#include <algorithm>
#include <array>
#include <iterator>
#include <string>

#include "scenery/opendrive/read/parts.h"
#include "scenery/opendrive/read/record.h"

namespace scrubjay::opendrive {

namespace {

/// All children of one name as cubics, sorted.
Cubics read_cubics(const XmlNode& node, std::string_view name, Problems& problems) {
  Cubics list;
  for (const XmlNode child : node) {
    if (child.name() != name) continue;
    if (const auto cubic = read_cubic(child, "s", 0, problems)) list.push_back(*cubic);
  }
  sort_by_start(list, &Cubic::start, node.offset(), problems);
  return list;
}

void read_shapes(const XmlNode& node, Road& road, Problems& problems) {
  struct Row {
    double s = 0;
    Cubic across;
  };
  std::vector<Row> rows;
  for (const XmlNode child : node) {
    if (child.name() != "shape") continue;
    Record record(child, problems);
    const double s = record.expected("s");
    const auto across = read_cubic(child, "t", 0, problems);
    if (record.is_whole() && across) rows.push_back({s, *across});
  }
  sort_by_start(rows, &Row::s, node.offset(), problems);
  for (const Row& row : rows) {
    if (road.shapes.empty() || road.shapes.back().s != row.s) {
      road.shapes.push_back({row.s, {}});
    }
    road.shapes.back().across.push_back(row.across);
  }
  for (Shape& shape : road.shapes) {
    sort_by_start(shape.across, &Cubic::start, node.offset(), problems);
  }
}

/// On each side of the road the last record that is for it counts.
void read_crossfalls(const XmlNode& node, Road& road, Problems& problems) {
  std::array<Cubics, 3> lists;  // by RoadSides
  for (const XmlNode child : node) {
    if (child.name() != "crossfall") continue;
    const std::string side = child.attribute("side");
    const RoadSides said = side == "left"    ? RoadSides::left
                           : side == "right" ? RoadSides::right
                                             : RoadSides::both;
    if (const auto cubic = read_cubic(child, "s", 0, problems)) {
      lists[static_cast<std::size_t>(said)].push_back(*cubic);
    }
  }
  for (Cubics& list : lists) sort_by_start(list, &Cubic::start, node.offset(), problems);
  const auto& [both, left, right] = lists;
  const auto add = [&](RoadSides sides, const Cubics& own) {
    Crossfall crossfall{.sides = sides, .angle = {}};
    std::ranges::merge(both, own, std::back_inserter(crossfall.angle), {}, &Cubic::start,
                       &Cubic::start);
    if (!crossfall.angle.empty()) road.crossfalls.push_back(std::move(crossfall));
  };
  if (left.empty() && right.empty()) return add(RoadSides::both, {});
  add(RoadSides::left, left);
  add(RoadSides::right, right);
}

Cubics read_all_coefficients(const XmlNode& node, Problems& problems) {
  Cubics list;
  for (const XmlNode child : node) {
    if (child.name() != "coefficients") continue;
    if (const auto cubic = read_coefficients(child, problems)) list.push_back(*cubic);
  }
  sort_by_start(list, &Cubic::start, node.offset(), problems);
  return list;
}

void read_strip(const XmlNode& node, CrossSectionSurface& surface, Problems& problems) {
  const std::string id = node.attribute("id");
  const std::size_t index = id == "1" ? 0 : id == "-1" ? 1 : id == "2" ? 2 : id == "-2" ? 3 : 4;
  if (index >= surface.strips.size()) return;
  SurfaceStrip& strip = surface.strips[index];
  strip.is_there = true;
  strip.is_relative = node.attribute("mode") == "relative";
  for (const XmlNode child : node) {
    const std::string_view name = child.name();
    if (name == "width") strip.width = read_all_coefficients(child, problems);
    if (name == "constant") strip.constant = read_all_coefficients(child, problems);
    if (name == "linear") strip.linear = read_all_coefficients(child, problems);
    if (name == "quadratic") strip.quadratic = read_all_coefficients(child, problems);
    if (name == "cubic") strip.cubic = read_all_coefficients(child, problems);
  }
}

void read_cross_section(const XmlNode& node, Road& road, Problems& problems) {
  CrossSectionSurface surface;
  for (const XmlNode child : node) {
    if (child.name() == "tOffset") surface.t_offset = read_all_coefficients(child, problems);
    if (child.name() != "surfaceStrips") continue;
    for (const XmlNode strip : child) {
      if (strip.name() == "strip") read_strip(strip, surface, problems);
    }
  }
  road.surface = std::move(surface);
}

}  // namespace

void read_heights(const XmlNode& node, Road& road, Problems& problems) {
  road.elevation = read_cubics(node, "elevation", problems);
}

void read_lateral_profile(const XmlNode& node, Road& road, Problems& problems) {
  road.superelevation = read_cubics(node, "superelevation", problems);
  read_shapes(node, road, problems);
  read_crossfalls(node, road, problems);
  if (const auto surface = node.child("crossSectionSurface")) {
    read_cross_section(*surface, road, problems);
    road.superelevation.clear();
    road.shapes.clear();
  }
}

}  // namespace scrubjay::opendrive
