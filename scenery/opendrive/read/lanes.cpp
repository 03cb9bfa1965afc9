#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string>

#include "core/number_text.h"
#include "core/text.h"
#include "scenery/opendrive/limits.h"
#include "scenery/opendrive/read/parts.h"
#include "scenery/opendrive/read/record.h"

namespace scrubjay::opendrive {

namespace {

struct KnownLane {
  std::string_view type;  ///< in lower case
  SceneryClass surface;
  bool is_drivable;
};

constexpr std::array kKnownLanes = std::to_array<KnownLane>({
    {"driving", SceneryClass::driving, true},  {"entry", SceneryClass::driving, true},
    {"exit", SceneryClass::driving, true},     {"onramp", SceneryClass::driving, true},
    {"offramp", SceneryClass::driving, true},  {"connectingramp", SceneryClass::driving, true},
    {"sliplane", SceneryClass::driving, true}, {"bidirectional", SceneryClass::driving, true},
    {"bus", SceneryClass::driving, true},      {"taxi", SceneryClass::driving, true},
    {"hov", SceneryClass::driving, true},      {"shared", SceneryClass::driving, true},
    {"mwyentry", SceneryClass::driving, true}, {"mwyexit", SceneryClass::driving, true},
    {"shoulder", SceneryClass::paved, false},  {"border", SceneryClass::paved, false},
    {"stop", SceneryClass::paved, false},      {"restricted", SceneryClass::paved, false},
    {"parking", SceneryClass::paved, false},   {"median", SceneryClass::paved, false},
    {"curb", SceneryClass::paved, false},      {"roadworks", SceneryClass::paved, false},
    {"sidewalk", SceneryClass::path, false},   {"walking", SceneryClass::path, false},
    {"biking", SceneryClass::path, false},     {"tram", SceneryClass::track, false},
    {"rail", SceneryClass::track, false},
});

void set_type(Lane& lane, std::string type, bool is_in_junction) {
  lane.type = std::move(type);
  const std::string lower = lower_case(lane.type);
  const auto known = std::ranges::find(kKnownLanes, lower, &KnownLane::type);
  if (known == kKnownLanes.end()) return;
  lane.is_drivable = known->is_drivable;
  lane.surface = known->is_drivable && is_in_junction ? SceneryClass::junction : known->surface;
  if (lower == "bidirectional") lane.direction = LaneDirection::both;
}

void read_lane_links(const XmlNode& node, Lane& lane) {
  for (const XmlNode child : node) {
    const auto id = read_lane_id(child.attribute("id"));
    if (!id) continue;
    if (child.name() == "predecessor") lane.predecessors.push_back(*id);
    if (child.name() == "successor") lane.successors.push_back(*id);
  }
}

void read_lane_height(const XmlNode& node, double start, Lane& lane, Problems& problems) {
  Record record(node, problems);
  const LaneHeight height{.s = start + record.expected("sOffset"),
                          .inner = record.optional("inner", 0),
                          .outer = record.optional("outer", 0)};
  if (record.is_whole()) lane.heights.push_back(height);
}

/// What a lane's children say.
void fill_lane(const XmlNode& node, const LaneSection& section, bool is_center, Lane& lane,
               Problems& problems) {
  for (const XmlNode child : node) {
    const std::string_view name = child.name();
    if (name == "link") read_lane_links(child, lane);
    if (name == "height") read_lane_height(child, section.s, lane, problems);
    if (name == "width") {
      if (const auto cubic = read_cubic(child, "sOffset", section.s, problems)) {
        lane.widths.push_back(*cubic);
      }
    }
    if (name == "border") {
      if (const auto cubic = read_cubic(child, "sOffset", section.s, problems)) {
        lane.borders.push_back(*cubic);
      }
    }
    if (name == "roadMark") {
      bool is_whole = true;
      RoadMark mark = read_mark(child, section.s, is_center, lane.id > 0, problems, is_whole);
      if (is_whole) lane.marks.push_back(std::move(mark));
    }
  }
  sort_by_start(lane.widths, &Cubic::start, node.offset(), problems);
  sort_by_start(lane.borders, &Cubic::start, node.offset(), problems);
  sort_by_start(lane.heights, &LaneHeight::s, node.offset(), problems);
  sort_by_start(lane.marks, &RoadMark::s, node.offset(), problems);
  for (std::size_t i = 0; i < lane.marks.size(); ++i) {
    lane.marks[i].end =
        i + 1 < lane.marks.size() ? std::min(lane.marks[i + 1].s, section.end) : section.end;
  }
}

/// The least value of a cubic between two places.
double least_of(const Cubic& cubic, double from, double to) {
  double least = std::min(cubic.value(from), cubic.value(to));
  // Where its slope is 0.
  const double a = 3 * cubic.d;
  const double b = 2 * cubic.c;
  const double root = b * b - 4 * a * cubic.b;
  if (root < 0) return least;
  const auto look = [&](double ds) {
    const double s = cubic.start + ds;
    if (s > from && s < to) least = std::min(least, cubic.value(s));
  };
  if (std::abs(a) > 0) {
    look((-b + std::sqrt(root)) / (2 * a));
    look((-b - std::sqrt(root)) / (2 * a));
  } else if (std::abs(b) > 0) {
    look(-cubic.b / b);
  }
  return least;
}

void check_widths(const XmlNode& node, const LaneSection& section, const Lane& lane,
                  Problems& problems) {
  if (lane.widths.empty() && lane.borders.empty()) {
    problems.warn("no-width", node.offset(), "A lane has no width; it counts as 0.");
  }
  if (!lane.widths.empty() && !lane.borders.empty()) {
    problems.warn("border-and-width", node.offset(), "A lane has borders and widths; these count.");
  }
  constexpr double kLeast = -1e-6;
  for (std::size_t i = 0; i < lane.widths.size(); ++i) {
    const double end =
        i + 1 < lane.widths.size() ? std::min(lane.widths[i + 1].start, section.end) : section.end;
    if (lane.widths[i].start < end &&
        least_of(lane.widths[i], lane.widths[i].start, end) < kLeast) {
      problems.warn("negative-width", node.offset(),
                    "The width of a lane falls below 0, as which it counts there.");
      return;
    }
  }
}

/// Reads one lane into its side of the section.
void read_lane(const XmlNode& node, std::string_view group, const Road& road, LaneSection& section,
               std::set<std::int32_t>& seen, Problems& problems) {
  const auto raw = node.raw("id");
  const auto id = raw ? read_lane_id(*raw) : std::nullopt;
  if (!raw) {
    problems.error("missing-attribute", node.offset(),
                   "An attribute is missing without which the element cannot be read.",
                   "lane without id");
  } else if (!id) {
    problems.error("bad-number", node.offset(),
                   "An attribute is no number; its element is left out.",
                   "id=\"" + std::string(raw->substr(0, 40)) + "\"");
  }
  if (!id) return;
  if (seen.size() >= limits::kMostLanes) {
    problems.error("limit", node.offset(), "A section has too many lanes; the rest is left out.");
    return;
  }
  if (!seen.insert(*id).second) {
    problems.error("duplicate-lane", node.offset(),
                   "A section has two lanes of the same id; the first counts.",
                   "lane " + std::to_string(*id));
    return;
  }
  if (group != (*id > 0 ? "left" : *id < 0 ? "right" : "center")) {
    problems.warn("lane-group", node.offset(),
                  "A lane stands in the wrong group; the sign of its id counts.");
  }
  Lane lane;
  lane.id = *id;
  set_type(lane, node.attribute("type"), !road.junction.empty());
  lane.is_level = node.attribute("level") == "true" || node.attribute("level") == "1";
  const std::string direction = node.attribute("direction");
  if (direction == "reversed") lane.direction = LaneDirection::reversed;
  if (direction == "both") lane.direction = LaneDirection::both;
  fill_lane(node, section, *id == 0, lane, problems);
  if (*id == 0) {
    section.center = std::move(lane);
    section.has_center = true;
    return;
  }
  check_widths(node, section, lane, problems);
  LaneSide& side = *id > 0 ? section.left : section.right;
  side.lanes.push_back(std::move(lane));
}

void finish_side(LaneSide& side, const LaneSection& section, bool has_offset, Problems& problems) {
  std::ranges::sort(side.lanes, {}, [](const Lane& lane) { return std::abs(lane.id); });
  for (std::size_t i = 0; i < side.lanes.size(); ++i) {
    if (std::abs(side.lanes[i].id) != static_cast<std::int32_t>(i) + 1) {
      problems.warn("lane-gap", section.offset, "The numbers of a section's lanes have gaps.");
      break;
    }
  }
  const auto has_borders = [](const Lane& lane) { return !lane.borders.empty(); };
  side.is_by_borders =
      std::ranges::all_of(side.lanes, [](const Lane& lane) { return lane.widths.empty(); }) &&
      std::ranges::any_of(side.lanes, has_borders);
  if (side.is_by_borders && has_offset) {
    problems.note("border-and-offset", section.offset,
                  "A road has a lane offset and lanes with borders; it moves the innermost only.");
  }
}

void read_section_lanes(const XmlNode& node, Road& road, LaneSection& section, bool is_single,
                        Problems& problems) {
  std::set<std::int32_t> seen;
  for (const XmlNode group : node) {
    const std::string_view name = group.name();
    if (name != "left" && name != "center" && name != "right") continue;
    if (name == "left") section.left.is_there = true;
    if (name == "right") section.right.is_there = true;
    for (const XmlNode child : group) {
      if (child.name() == "lane") read_lane(child, name, road, section, seen, problems);
    }
  }
  if (!seen.contains(0) && !is_single) {
    problems.warn("no-center", node.offset(), "A lane section has no lane 0.");
  }
  const bool has_offset = !road.lane_offset.empty();
  finish_side(section.left, section, has_offset, problems);
  finish_side(section.right, section, has_offset, problems);
}

/// Says of each side which section it was redefined in last.
void settle_single_sides(Road& road, const std::vector<bool>& is_single) {
  for (std::uint32_t i = 0; i < road.sections.size(); ++i) {
    LaneSection& section = road.sections[i];
    section.left_from = section.right_from = section.center_from = i;
    if (!is_single[i] || i == 0) continue;
    if (!section.has_center) section.center_from = road.sections[i - 1].center_from;
    if (!section.left.is_there && section.left.lanes.empty()) {
      section.left_from = road.sections[i - 1].left_from;
    }
    if (!section.right.is_there && section.right.lanes.empty()) {
      section.right_from = road.sections[i - 1].right_from;
    }
  }
}

/// A section's element with where it begins; `order` keeps those of the same s in the file's.
struct SectionNode {
  double s = 0;
  XmlNode node;
};

std::vector<SectionNode> find_sections(const XmlNode& node, Problems& problems) {
  std::vector<SectionNode> found;
  for (const XmlNode child : node) {
    if (child.name() != "laneSection") continue;
    Record record(child, problems);
    const double s = record.expected("s");
    if (record.is_whole()) found.push_back({s, child});
  }
  sort_by_start(found, &SectionNode::s, node.offset(), problems);
  if (!found.empty() && std::abs(found.front().s) > 1e-6) {
    problems.warn("order", node.offset(), "The first lane section of a road does not begin at 0.");
  }
  return found;
}

}  // namespace

void read_lanes(const XmlNode& node, Road& road, Problems& problems) {
  for (const XmlNode child : node) {
    if (child.name() != "laneOffset") continue;
    if (const auto cubic = read_cubic(child, "s", 0, problems)) road.lane_offset.push_back(*cubic);
  }
  sort_by_start(road.lane_offset, &Cubic::start, node.offset(), problems);
  const std::vector<SectionNode> found = find_sections(node, problems);
  std::vector<bool> is_single;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (i + 1 < found.size() && found[i + 1].s == found[i].s) {
      problems.warn("empty-section", found[i].node.offset(),
                    "Two lane sections begin at the same place; the later one counts.");
      continue;
    }
    LaneSection section;
    section.s = found[i].s;
    section.end = i + 1 < found.size() ? std::min(found[i + 1].s, road.length) : road.length;
    section.offset = found[i].node.offset();
    const std::string single = found[i].node.attribute("singleSide");
    is_single.push_back(single == "true" || single == "1");
    read_section_lanes(found[i].node, road, section, is_single.back(), problems);
    road.sections.push_back(std::move(section));
  }
  settle_single_sides(road, is_single);
}

}  // namespace scrubjay::opendrive
