#include <algorithm>
#include <array>
#include <string>

#include "scenery/opendrive/read/parts.h"
#include "scenery/opendrive/read/record.h"

namespace scrubjay::opendrive {

namespace {

constexpr double kDash = 3;  // where a file names no pattern: 3 m of paint, 6 m without
constexpr double kDashSpace = 6;
constexpr double kPairSpace = 0.12;  // between double lines
constexpr double kUsualWidth = 0.12;
constexpr double kBoldWidth = 0.25;

struct NamedColor {
  std::string_view name;
  std::uint32_t color;  ///< 0xAABBGGRR
};

constexpr std::array kMarkColors = std::to_array<NamedColor>({
    {"yellow", 0xFF36B8F0},
    {"red", 0xFF4040D8},
    {"blue", 0xFFD88040},
    {"green", 0xFF50A850},
    {"orange", 0xFF3088F0},
    {"violet", 0xFFC860A0},
    {"black", 0xFF101010},
});

MarkLine solid_or_broken(std::string_view word, double width, double t) {
  MarkLine line;
  line.width = width;
  line.t = t;
  if (word == "broken") {
    line.length = kDash;
    line.space = kDashSpace;
  }
  return line;
}

/// The lines that a type's words say. `first_t`: 1 where the first of a pair is the left one.
void add_plain_lines(const std::string& type, double width, std::uint32_t color, double first_t,
                     RoadMark& mark) {
  const std::size_t space = type.find(' ');
  const std::string first = type.substr(0, space);
  if (space == std::string::npos) {
    mark.lines.push_back(solid_or_broken(first, width, 0));
  } else {
    const double t = first_t * (width + kPairSpace) / 2;
    mark.lines.push_back(solid_or_broken(first, width, t));
    mark.lines.push_back(solid_or_broken(type.substr(space + 1), width, -t));
  }
  for (MarkLine& line : mark.lines) line.color = color;
}

/// The lines of `type` or `explicit`. False: a number is none.
bool add_lines(const XmlNode& node, bool is_repeated, double width, std::uint32_t color,
               RoadMark& mark, Problems& problems) {
  for (const XmlNode child : node) {
    if (child.name() != "line") continue;
    Record record(child, problems);
    MarkLine line;
    line.is_repeated = is_repeated;
    line.length = record.optional("length", 0);
    line.space = record.optional("space", 0);
    line.t = record.optional("tOffset", 0);
    line.s = record.optional("sOffset", 0);
    line.width = record.optional("width", width);
    const std::string own = child.attribute("color");
    line.color = own.empty() ? color : mark_color(own);
    if (!record.is_whole()) return false;
    mark.lines.push_back(line);
  }
  return true;
}

MarkType type_of_mark(const std::string& type) {
  if (type == "botts dots") return MarkType::dots;
  if (type == "curb") return MarkType::curb;
  if (type == "grass") return MarkType::grass;
  if (type.empty() || type == "none" || type == "edge") return MarkType::none;
  return MarkType::painted;
}

}  // namespace

std::uint32_t mark_color(std::string_view name) {
  const auto known = std::ranges::find(kMarkColors, name, &NamedColor::name);
  return known == kMarkColors.end() ? 0 : known->color;
}

RoadMark read_mark(const XmlNode& node, double section_start, bool is_center, bool is_left,
                   Problems& problems, bool& is_whole) {
  RoadMark mark;
  Record record(node, problems);
  mark.s = section_start + record.expected("sOffset");
  const bool is_bold = node.attribute("weight") == "bold";
  const double width = record.optional("width", is_bold ? kBoldWidth : kUsualWidth);
  const std::string type = node.attribute("type");
  const std::uint32_t color = mark_color(node.attribute("color"));
  mark.type = type_of_mark(type);
  is_whole = record.is_whole();
  for (const XmlNode child : node) {
    const std::string_view name = child.name();
    if (name == "type") {
      Record pattern(child, problems);
      const double own = pattern.optional("width", width);
      is_whole =
          is_whole && pattern.is_whole() && add_lines(child, true, own, color, mark, problems);
    } else if (name == "explicit") {
      is_whole = is_whole && add_lines(child, false, width, color, mark, problems);
    } else if (name == "sway") {
      if (auto sway = read_cubic(child, "ds", mark.s, problems)) mark.sway.push_back(*sway);
    }
  }
  sort_by_start(mark.sway, &Cubic::start, node.offset(), problems);
  if (!mark.lines.empty()) {
    if (mark.type == MarkType::none && type != "none") mark.type = MarkType::painted;
  } else if (mark.type == MarkType::painted && type != "custom") {
    // Of a pair the inner line is named first; on lane 0 the left one.
    add_plain_lines(type, width, color, is_center || !is_left ? 1 : -1, mark);
  } else {
    MarkLine line;
    line.width = width;
    if (mark.type != MarkType::painted) mark.lines.push_back(line);
  }
  return mark;
}

}  // namespace scrubjay::opendrive
