#include <algorithm>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "scenery/opendrive/limits.h"
#include "scenery/opendrive/read/parts.h"
#include "scenery/opendrive/read/record.h"

namespace scrubjay::opendrive {

namespace {

/// Reads the parts of one object.
class ObjectParts {
 public:
  ObjectParts(RoadObject& object, Problems& problems) : object_(object), problems_(problems) {}

  void read(const XmlNode& node);

 private:
  using Ids = std::unordered_map<std::string, std::uint32_t>;

  void read_outline(const XmlNode& node);
  void read_repeat(const XmlNode& node);
  /// A `border`, which is an edge along an outline, or a `marking`.
  void read_marking(const XmlNode& node, bool is_border);
  /// Which outline its `cornerReference`s mean, and which corners. False where there are none such.
  bool find_corners(const XmlNode& node, ObjectMarking& marking) const;

  RoadObject& object_;
  Problems& problems_;
  Ids outline_of_id_;
  Ids outline_of_corner_;     ///< the first that has it
  std::vector<Ids> corners_;  ///< of each outline
};

void ObjectParts::read_outline(const XmlNode& node) {
  Outline outline;
  Ids ids;
  const std::string closed = node.attribute("closed");
  outline.is_closed = closed != "false" && closed != "0";
  for (const XmlNode child : node) {
    const bool is_local = child.name() == "cornerLocal";
    if (!is_local && child.name() != "cornerRoad") continue;
    Record record(child, problems_);
    const OutlineCorner corner{.is_local = is_local,
                               .first = record.optional(is_local ? "u" : "s", 0),
                               .second = record.optional(is_local ? "v" : "t", 0),
                               .third = record.optional(is_local ? "z" : "dz", 0),
                               .height = record.optional("height", 0)};
    if (!record.is_whole()) continue;
    ids.try_emplace(child.attribute("id"), static_cast<std::uint32_t>(outline.corners.size()));
    outline.corners.push_back(corner);
  }
  if (outline.corners.size() < 2) return;
  const auto index = static_cast<std::uint32_t>(object_.outlines.size());
  outline_of_id_.try_emplace(node.attribute("id"), index);
  for (const auto& [id, corner] : ids) outline_of_corner_.try_emplace(id, index);
  corners_.push_back(std::move(ids));
  object_.outlines.push_back(std::move(outline));
}

FromTo read_from_to(Record& record, const std::string& name, double otherwise) {
  const auto start = record.if_given((name + "Start").c_str());
  const auto end = record.if_given((name + "End").c_str());
  return {start.value_or(end.value_or(otherwise)), end.value_or(start.value_or(otherwise))};
}

void ObjectParts::read_repeat(const XmlNode& node) {
  Record record(node, problems_);
  ObjectRepeat repeat;
  repeat.s = record.optional("s", object_.s);
  repeat.length = record.optional("length", 0);
  repeat.distance = record.optional("distance", 0);
  repeat.t = read_from_to(record, "t", object_.t);
  repeat.z = read_from_to(record, "zOffset", object_.z);
  repeat.width = read_from_to(record, "width", object_.width);
  repeat.height = read_from_to(record, "height", object_.height);
  repeat.radius = read_from_to(record, "radius", object_.radius);
  repeat.along = read_from_to(record, "length", object_.length);
  repeat.is_straight = node.attribute("detachFromReferenceLine") == "true";
  if (record.is_whole()) object_.repeats.push_back(repeat);
}

bool ObjectParts::find_corners(const XmlNode& node, ObjectMarking& marking) const {
  const auto find = [](const Ids& ids, const std::string& id) {
    const auto found = ids.find(id);
    return found == ids.end() ? std::nullopt : std::optional(found->second);
  };
  std::optional<std::uint32_t> outline;
  if (marking.is_border) outline = find(outline_of_id_, node.attribute("outlineId"));
  for (const XmlNode child : node) {
    if (child.name() != "cornerReference") continue;
    const std::string id = child.attribute("id");
    if (!outline) outline = find(outline_of_corner_, id);
    const auto corner = outline ? find(corners_[*outline], id) : std::nullopt;
    if (!corner) return false;
    marking.corners.push_back(*corner);
  }
  if (!outline) return false;
  marking.outline = *outline;
  if (marking.is_border && marking.corners.empty()) {
    const auto count = static_cast<std::uint32_t>(object_.outlines[*outline].corners.size());
    for (std::uint32_t i = 0; i <= count; ++i) marking.corners.push_back(i % count);
  }
  return marking.corners.size() > 1;
}

void ObjectParts::read_marking(const XmlNode& node, bool is_border) {
  if (object_.markings.size() == limits::kMostMarkings) {
    problems_.error("limit", node.offset(), "An object has more markings than are drawn.");
    return;
  }
  Record record(node, problems_);
  ObjectMarking marking{.side = node.attribute("side"), .corners = {}, .is_border = is_border};
  marking.width = record.optional("width", marking.width);
  marking.line = record.optional("lineLength", 0);
  marking.space = record.optional("spaceLength", 0);
  marking.start = record.optional("startOffset", 0);
  marking.stop = record.optional("stopOffset", 0);
  marking.color = mark_color(node.attribute("color"));
  if (!record.is_whole()) return;
  if (is_border || node.child("cornerReference")) {
    marking.side.clear();
    if (!find_corners(node, marking)) {
      problems_.warn("dangling-link", node.offset(),
                     "A marking or border is along corners that are not there.",
                     "object " + object_.id);
      return;
    }
  }
  object_.markings.push_back(std::move(marking));
}

void ObjectParts::read(const XmlNode& node) {
  for (const XmlNode child : node) {
    const std::string_view name = child.name();
    if (name == "outline") read_outline(child);
    if (name == "repeat") read_repeat(child);
    if (name == "skeleton") {
      problems_.note("unsupported", child.offset(), "Skeletons of objects are not drawn.");
    }
    if (name != "outlines") continue;
    for (const XmlNode part : child) {
      if (part.name() == "outline") read_outline(part);
    }
  }
  // Along corners that are all known now.
  for (const XmlNode child : node) {
    const std::string_view name = child.name();
    for (const XmlNode part : child) {
      if (name == "markings" && part.name() == "marking") read_marking(part, false);
      if (name == "borders" && part.name() == "border") read_marking(part, true);
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
  ObjectParts(object, problems).read(node);
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
    const std::string_view name = child.name();
    if (name == "object") read_object(child, road, problems);
    if (name == "tunnel" || name == "bridge") {
      Record record(child, problems);
      const double s = record.expected("s");
      const double length = record.expected("length");
      if (record.is_whole()) road.passages.push_back({s, s + length, name == "tunnel"});
    }
  }
  std::ranges::stable_sort(road.passages, {}, &Passage::s);
}

void read_signals(const XmlNode& node, Road& road, Problems& problems) {
  for (const XmlNode child : node) {
    if (child.name() == "signal") read_signal(child, road, problems);
  }
}

}  // namespace scrubjay::opendrive
