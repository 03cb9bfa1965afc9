#include <string>

#include "scenery/opendrive/read/parts.h"
#include "scenery/opendrive/read/record.h"

namespace scrubjay::opendrive {

namespace {

void read_outline(const XmlNode& node, RoadObject& object, Problems& problems) {
  Outline outline;
  const std::string closed = node.attribute("closed");
  outline.is_closed = closed != "false" && closed != "0";
  for (const XmlNode child : node) {
    const bool is_local = child.name() == "cornerLocal";
    if (!is_local && child.name() != "cornerRoad") continue;
    Record record(child, problems);
    const OutlineCorner corner{.is_local = is_local,
                               .first = record.optional(is_local ? "u" : "s", 0),
                               .second = record.optional(is_local ? "v" : "t", 0),
                               .third = record.optional(is_local ? "z" : "dz", 0),
                               .height = record.optional("height", 0)};
    if (record.is_whole()) outline.corners.push_back(corner);
  }
  if (outline.corners.size() > 1) object.outlines.push_back(std::move(outline));
}

FromTo read_from_to(Record& record, const std::string& name, double otherwise) {
  const auto start = record.if_given((name + "Start").c_str());
  const auto end = record.if_given((name + "End").c_str());
  return {start.value_or(end.value_or(otherwise)), end.value_or(start.value_or(otherwise))};
}

void read_repeat(const XmlNode& node, RoadObject& object, Problems& problems) {
  Record record(node, problems);
  ObjectRepeat repeat;
  repeat.s = record.optional("s", object.s);
  repeat.length = record.optional("length", 0);
  repeat.distance = record.optional("distance", 0);
  repeat.t = read_from_to(record, "t", object.t);
  repeat.z = read_from_to(record, "zOffset", object.z);
  repeat.width = read_from_to(record, "width", object.width);
  repeat.height = read_from_to(record, "height", object.height);
  repeat.radius = read_from_to(record, "radius", object.radius);
  repeat.along = read_from_to(record, "length", object.length);
  repeat.is_straight = node.attribute("detachFromReferenceLine") == "true";
  if (record.is_whole()) object.repeats.push_back(repeat);
}

void read_marking(const XmlNode& node, RoadObject& object, Problems& problems) {
  Record record(node, problems);
  ObjectMarking marking;
  marking.side = node.attribute("side");
  marking.width = record.optional("width", marking.width);
  marking.line = record.optional("lineLength", 0);
  marking.space = record.optional("spaceLength", 0);
  marking.start = record.optional("startOffset", 0);
  marking.stop = record.optional("stopOffset", 0);
  marking.color = mark_color(node.attribute("color"));
  if (record.is_whole()) object.markings.push_back(std::move(marking));
}

void read_object_parts(const XmlNode& node, RoadObject& object, Problems& problems) {
  for (const XmlNode child : node) {
    const std::string_view name = child.name();
    if (name == "outline") read_outline(child, object, problems);
    if (name == "repeat") read_repeat(child, object, problems);
    if (name == "skeleton") {
      problems.note("unsupported", child.offset(), "Skeletons of objects are not drawn.");
    }
    for (const XmlNode part : child) {
      if (name == "outlines" && part.name() == "outline") read_outline(part, object, problems);
      if (name == "markings" && part.name() == "marking") read_marking(part, object, problems);
    }
  }
}

void read_object(const XmlNode& node, Road& road, Problems& problems) {
  Record record(node, problems);
  RoadObject object{.id = node.attribute("id"),
                    .name = node.attribute("name"),
                    .type = node.attribute("type"),
                    .s = record.optional("s", 0),
                    .t = record.optional("t", 0),
                    .z = record.optional("zOffset", 0),
                    .heading = record.optional("hdg", 0),
                    .pitch = record.optional("pitch", 0),
                    .roll = record.optional("roll", 0),
                    .length = record.optional("length", 0),
                    .width = record.optional("width", 0),
                    .height = record.optional("height", 0),
                    .radius = record.optional("radius", 0),
                    .outlines = {},
                    .repeats = {},
                    .markings = {}};
  if (!record.is_whole()) return;
  read_object_parts(node, object, problems);
  road.objects.push_back(std::move(object));
}

void read_signal(const XmlNode& node, Road& road, Problems& problems) {
  Record record(node, problems);
  Signal signal;
  signal.id = node.attribute("id");
  signal.name = node.attribute("name");
  signal.type = node.attribute("type");
  signal.text = node.attribute("text");
  signal.s = record.optional("s", 0);
  signal.t = record.optional("t", 0);
  signal.z = record.optional("zOffset", 0);
  signal.heading = record.optional("hOffset", 0);
  signal.width = record.optional("width", 0);
  signal.height = record.optional("height", 0);
  signal.is_light = node.attribute("dynamic") == "yes";
  const std::string orientation = node.attribute("orientation");
  signal.faced_by = orientation == "+"   ? FacedBy::along
                    : orientation == "-" ? FacedBy::against
                                         : FacedBy::both;
  if (!record.is_whole()) return;
  if (const auto inertial = node.child("positionInertial")) {
    const XmlNode& place_node = *inertial;
    Record place(place_node, problems);
    const std::array<double, 4> values = {place.optional("x", 0), place.optional("y", 0),
                                          place.optional("z", 0), place.optional("hdg", 0)};
    if (place.is_whole()) signal.place = values;
  } else if (const auto other = node.child("positionRoad")) {
    const XmlNode& place_node = *other;
    Record place(place_node, problems);
    const double s = place.optional("s", signal.s);
    const double t = place.optional("t", signal.t);
    const double z = place.optional("zOffset", signal.z);
    const double heading = place.optional("hOffset", signal.heading);
    if (place.is_whole()) {
      signal.s = s;
      signal.t = t;
      signal.z = z;
      signal.heading = heading;
      signal.other_road = place_node.attribute("roadId");
    }
  }
  road.signals.push_back(std::move(signal));
}

}  // namespace

void read_objects(const XmlNode& node, Road& road, Problems& problems) {
  for (const XmlNode child : node) {
    if (child.name() == "object") read_object(child, road, problems);
  }
}

void read_signals(const XmlNode& node, Road& road, Problems& problems) {
  for (const XmlNode child : node) {
    if (child.name() == "signal") read_signal(child, road, problems);
  }
}

}  // namespace scrubjay::opendrive
