#include <algorithm>
#include <array>
#include <string>

#include "scenery/opendrive/limits.h"
#include "scenery/opendrive/read/parts.h"
#include "scenery/opendrive/read/record.h"

namespace scrubjay::opendrive {

namespace {

void check_version(const XmlNode& node, const std::string& major, const std::string& minor,
                   Problems& problems) {
  const auto is_known = [&] {
    const auto number = read_lane_id(minor);
    return major == "1" && number && *number >= 1 && *number <= 8;
  };
  if (is_known()) return;
  problems.warn("version", node.offset(), "The version is none that is known; it is read as 1.8.",
                major + "." + minor);
}

}  // namespace

Header read_header(const XmlNode& node, Problems& problems) {
  Header header;
  const std::string major = node.attribute("revMajor");
  const std::string minor = node.attribute("revMinor");
  if (!major.empty()) header.revision = minor.empty() ? major : major + "." + minor;
  check_version(node, major, minor, problems);
  header.name = node.attribute("name");
  header.version = node.attribute("version");
  header.date = node.attribute("date");
  header.vendor = node.attribute("vendor");
  header.is_road_runner = header.vendor == "VectorZero";
  if (const auto reference = node.child("geoReference")) {
    std::string_view text = reference->text();
    if (text.size() > limits::kMostTextBytes) {
      text = text.substr(0, limits::kMostTextBytes);
      problems.error("limit", reference->offset(), "A text is too long; its rest is left out.");
    }
    header.geo_reference = text;
  }
  if (const auto offset = node.child("offset")) {
    const XmlNode& child = *offset;
    Record record(child, problems);
    const std::array<double, 4> values = {record.optional("x", 0), record.optional("y", 0),
                                          record.optional("z", 0), record.optional("hdg", 0)};
    if (record.is_whole()) header.offset = values;
  }
  return header;
}

Junction read_junction(const XmlNode& node, Problems& problems) {
  Junction junction{.id = node.attribute("id"), .name = node.attribute("name"), .connections = {}};
  for (const XmlNode child : node) {
    if (child.name() == "elevationGrid") {
      problems.note("unsupported", child.offset(),
                    "Elevation grids and CRG surfaces are not drawn.");
    }
    if (child.name() != "connection") continue;
    Connection& connection = junction.connections.emplace_back();
    connection.offset = child.offset();
    connection.incoming = child.attribute("incomingRoad");
    connection.connecting = child.attribute("connectingRoad");
    if (connection.connecting.empty()) connection.connecting = child.attribute("linkedRoad");
    connection.is_at_end = child.attribute("contactPoint") == "end";
    for (const XmlNode link : child) {
      if (link.name() != "laneLink") continue;
      const auto from = read_lane_id(link.attribute("from"));
      const auto to = read_lane_id(link.attribute("to"));
      if (from && to) connection.lanes.emplace_back(*from, *to);
    }
  }
  return junction;
}

}  // namespace scrubjay::opendrive
