#include <string>

#include "scenery/opendrive/read/parts.h"
#include "scenery/opendrive/read/record.h"

namespace scrubjay::opendrive {

namespace {

RoadLink read_link(const XmlNode& node) {
  RoadLink link;
  link.offset = node.offset();
  link.id = node.attribute("elementId");
  link.is_at_end = node.attribute("contactPoint") == "end";
  const std::string to = node.attribute("elementType");
  link.to = to == "junction" ? LinkTo::junction : to == "road" ? LinkTo::road : LinkTo::nothing;
  return link;
}

void read_links(const XmlNode& node, Road& road) {
  for (const XmlNode child : node) {
    if (child.name() == "predecessor") road.predecessor = read_link(child);
    if (child.name() == "successor") road.successor = read_link(child);
  }
}

void read_road_attributes(const XmlNode& node, Road& road, Problems& problems) {
  road.offset = node.offset();
  road.id = node.attribute("id");
  if (!node.raw("id")) {
    problems.error("missing-attribute", node.offset(),
                   "An attribute is missing without which the element cannot be read.",
                   "road without id");
  }
  road.junction = node.attribute("junction");
  if (road.junction == "-1") road.junction.clear();
  road.is_left_hand = node.attribute("rule") == "LHT";
  Record record(node, problems);
  road.length = record.expected("length");
}

void read_road_parts(const XmlNode& node, Road& road, Problems& problems) {
  bool is_first = true;
  for (const XmlNode child : node) {
    const std::string_view name = child.name();
    if (name == "link") read_links(child, road);
    if (name == "elevationProfile") read_heights(child, road, problems);
    if (name == "lateralProfile") read_lateral_profile(child, road, problems);
    if (name == "objects") read_objects(child, road, problems);
    if (name == "signals") read_signals(child, road, problems);
    if (name == "lanes" && is_first) {
      read_lanes(child, road, problems);
      is_first = false;
    }
    if (name == "surface" && child.child("CRG")) {
      problems.note("unsupported", child.offset(),
                    "Elevation grids and CRG surfaces are not drawn.");
    }
    if (name == "railroad" && child.child("switch")) {
      problems.note("unsupported", child.offset(), "Switches of railroads are not drawn.");
    }
  }
}

}  // namespace

bool read_road(const XmlNode& node, Road& road, std::size_t& table_rows, Problems& problems) {
  read_road_attributes(node, road, problems);
  if (const auto plan_view = node.child("planView")) {
    read_plan_view(*plan_view, road, table_rows, problems);
  }
  if (road.geometries.empty()) {
    problems.error("no-geometry", node.offset(),
                   "A road has no geometry that can be used; it is left out.", "road " + road.id);
    return false;
  }
  read_road_parts(node, road, problems);
  if (road.sections.empty()) {
    problems.warn("no-lanes", node.offset(),
                  "A road has no lane section; only its reference line is drawn.",
                  "road " + road.id);
  }
  return true;
}

}  // namespace scrubjay::opendrive
