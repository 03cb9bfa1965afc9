#include <array>
#include <cmath>
#include <iostream>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/input.h"
#include "app/cli/interrupt.h"
#include "app/shared/plain_text.h"
#include "app/shared/recording_json.h"
#include "core/number_text.h"
#include "core/platform/input_file.h"
#include "core/text.h"
#include "scenery/opendrive/limits.h"
#include "scenery/opendrive/locate/roads.h"
#include "scenery/opendrive/read/read_map.h"
#include "scenery/opendrive/read/record.h"
#include "scenery/opendrive/shape/stations.h"

namespace scrubjay::cli {

namespace {

using opendrive::Roads;

/// How much stands in a file.
struct RoadCounts {
  std::size_t sections = 0;
  std::size_t lanes = 0;
  std::map<std::string, std::size_t> lanes_by_type = {};
  std::size_t objects = 0;
  std::size_t signals = 0;
  double length = 0;
};

RoadCounts count_roads(const opendrive::RoadMap& map) {
  RoadCounts counts;
  for (const opendrive::Road& road : map.roads) {
    counts.sections += road.sections.size();
    counts.objects += road.objects.size();
    counts.signals += road.signals.size();
    for (const auto& geometry : road.geometries) counts.length += geometry.length;
    for (const auto& section : road.sections) {
      for (const auto* side : {&section.left, &section.right}) {
        counts.lanes += side->lanes.size();
        for (const auto& lane : side->lanes) ++counts.lanes_by_type[lane.type];
      }
    }
  }
  return counts;
}

void write_box(JsonWriter& json, const opendrive::MapBox& box) {
  json.key("box");
  if (box.is_empty) return json.null();
  json.begin_array();
  json.numbers(box.least);
  json.numbers(box.most);
  json.end_array();
}

/// The object of a file without a question.
std::string map_json(const std::string& file, const opendrive::RoadMap& map,
                     const opendrive::MapBox& box, std::span<const Problem> problems,
                     JsonLayout layout) {
  std::string text;
  JsonWriter json(text, layout);
  const RoadCounts counts = count_roads(map);
  json.begin_object();
  json.field("file", file);
  json.field("version", map.header.revision);
  json.field("name", map.header.name);
  json.field("geo_reference", map.header.geo_reference);
  json.key("offset");
  if (const auto& offset = map.header.offset) {
    json.begin_object_on_one_line();
    constexpr std::array kNames = {"x", "y", "z", "hdg"};
    for (std::size_t i = 0; i < kNames.size(); ++i) json.number_field(kNames[i], (*offset)[i]);
    json.end_object();
  } else {
    json.null();
  }
  json.integer_field("roads", map.roads.size());
  json.integer_field("lane_sections", counts.sections);
  json.integer_field("lanes", counts.lanes);
  json.key("lanes_by_type");
  json.begin_object();
  for (const auto& [type, count] : counts.lanes_by_type) json.integer_field(type, count);
  json.end_object();
  json.integer_field("junctions", map.junctions.size());
  json.integer_field("objects", counts.objects);
  json.integer_field("signals", counts.signals);
  json.number_field("length", counts.length);
  write_box(json, box);
  json.key("problems");
  write_problems(json, problems);
  json.end_object();
  return text + "\n";
}

std::string map_text(const std::string& file, const opendrive::RoadMap& map,
                     const opendrive::MapBox& box, std::span<const Problem> problems) {
  const RoadCounts counts = count_roads(map);
  std::string text = printable(file) + ": OpenDRIVE " + printable(map.header.revision) + ", " +
                     grouped_digits(map.roads.size()) + " roads, " + grouped_digits(counts.lanes) +
                     " lanes in " + grouped_digits(counts.sections) + " sections, " +
                     grouped_digits(map.junctions.size()) + " junctions, " +
                     grouped_digits(counts.objects) + " objects, " +
                     grouped_digits(counts.signals) + " signals, " +
                     number_text(std::round(counts.length)) + " m\n";
  for (const auto& [type, count] : counts.lanes_by_type) {
    text += "  " + printable(type) + ": " + grouped_digits(count) + "\n";
  }
  if (!box.is_empty) {
    text += "  from (" + number_text(box.least[0]) + ", " + number_text(box.least[1]) + ", " +
            number_text(box.least[2]) + ") to (" + number_text(box.most[0]) + ", " +
            number_text(box.most[1]) + ", " + number_text(box.most[2]) + ") m\n";
  }
  if (!map.header.geo_reference.empty()) {
    text += "  " + printable(map.header.geo_reference) + "\n";
  }
  for (const Problem& problem : problems) {
    text += "  " + std::string(to_text(problem.severity)) + " " + problem.code + ": " +
            printable(describe(problem)) + "\n";
  }
  return text;
}

void write_id_or_null(JsonWriter& json, std::string_view name, std::string_view id) {
  if (id.empty()) {
    json.null_field(name);
  } else {
    json.field(name, id);
  }
}

/// Road, lane and what follows from them; `z_name` is what the surface's height is called.
void write_place(JsonWriter& json, const Roads& roads, const RoadPlace& place,
                 std::string_view z_name) {
  json.field("road", roads.road_id(place.road));
  json.key("lane");
  json.integer(place.lane);
  json.field("type", roads.lane_type(place));
  json.number_field("s", place.s);
  json.number_field("t", place.t);
  json.number_field("heading", place.heading);
  json.number_field("lane_heading", place.lane_heading);
  json.number_field(z_name, place.surface_z);
  json.number_field("offset", place.offset);
  json.number_field("width", place.width);
  write_id_or_null(json, "junction", roads.junction_id(place.road));
  json.number_field("distance", place.distance);
}

/// Where a point is. z NaN: none was given.
std::string point_json(const Roads& roads, const glm::dvec3& point, JsonLayout layout) {
  const std::vector<RoadPlace> found = roads.holding(point);
  const auto near = found.empty() ? roads.nearest(point.x, point.y) : std::nullopt;
  std::string text;
  JsonWriter json(text, layout);
  json.begin_object();
  json.number_field("x", point.x);
  json.number_field("y", point.y);
  if (std::isnan(point.z)) {
    json.null_field("z");
  } else {
    json.number_field("z", point.z);
  }
  json.boolean_field("inside", !found.empty());
  if (!found.empty()) {
    write_place(json, roads, found.front(), "surface_z");
  } else if (near) {
    write_place(json, roads, *near, "surface_z");
  } else {
    for (const char* name : {"road", "lane", "type", "s", "t", "heading", "lane_heading",
                             "surface_z", "offset", "width", "junction", "distance"}) {
      json.null_field(name);
    }
  }
  json.key("candidates");
  json.begin_array();
  for (const RoadPlace& place : found) {
    json.begin_object();
    write_place(json, roads, place, "z");
    json.end_object();
  }
  json.end_array();
  json.end_object();
  return text + "\n";
}

std::string point_text(const Roads& roads, const glm::dvec3& point) {
  std::vector<RoadPlace> found = roads.holding(point);
  const bool is_inside = !found.empty();
  if (!is_inside) {
    if (const auto near = roads.nearest(point.x, point.y)) found.push_back(*near);
  }
  if (found.empty()) return "no lanes\n";
  std::vector<std::vector<std::string>> rows;
  for (const RoadPlace& place : found) {
    rows.push_back({printable(roads.road_id(place.road)), std::to_string(place.lane),
                    printable(roads.lane_type(place)), number_text(place.s), number_text(place.t),
                    number_text(place.offset),
                    is_inside ? "inside" : number_text(place.distance) + " m away"});
  }
  return table_text({{"road"},
                     {"lane", Align::right},
                     {"type"},
                     {"s", Align::right},
                     {"t", Align::right},
                     {"offset", Align::right},
                     {""}},
                    rows);
}

std::string track_json(const Roads& roads, std::uint32_t road, double s, double t,
                       JsonLayout layout) {
  const opendrive::TrackPlace place = roads.place_at(road, s, t);
  std::string text;
  JsonWriter json(text, layout);
  json.begin_object();
  json.field("road", roads.road_id(road));
  json.number_field("s", place.s);
  json.number_field("t", t);
  json.number_field("x", place.x);
  json.number_field("y", place.y);
  json.number_field("z", place.z);
  json.number_field("heading", place.heading);
  json.key("lane");
  json.integer(place.lane);
  if (place.lane == 0) {
    json.null_field("type");
  } else {
    json.field("type", place.type);
  }
  json.end_object();
  return text + "\n";
}

std::string track_text(const Roads& roads, std::uint32_t road, double s, double t) {
  const opendrive::TrackPlace place = roads.place_at(road, s, t);
  return "(" + number_text(place.x) + ", " + number_text(place.y) + ", " + number_text(place.z) +
         ") m, heading " + number_text(place.heading) + ", lane " + std::to_string(place.lane) +
         "\n";
}

/// "x y", "x y z": nothing where a word is no number, or there are too many or too few.
std::optional<glm::dvec3> read_point(std::string_view line) {
  std::array<double, 3> values = {0, 0, std::numeric_limits<double>::quiet_NaN()};
  std::size_t count = 0;
  for (std::string_view word = next_word(line); !word.empty(); word = next_word(line)) {
    const auto value = opendrive::read_number(word);
    if (!value || count == values.size()) return std::nullopt;
    values[count++] = *value;
  }
  if (count < 2) return std::nullopt;
  return glm::dvec3(values[0], values[1], values[2]);
}

class RoadCommand {
 public:
  RoadCommand(const RoadOptions& options, Console& console)
      : options_(options), console_(console) {}
  ExitStatus run();

 private:
  ExitStatus print_unread(const Problem& problem);
  ExitStatus print_map();
  ExitStatus print_point();
  ExitStatus print_track();
  ExitStatus answer_lines();
  bool answer_point(const std::string& line);
  bool answer_track(const std::string& line);
  ExitStatus refuse(const std::string& message);
  ExitStatus conclude_road() {
    console_.report(options_.file, problems_);
    return status_of(problems_);
  }

  const RoadOptions& options_;
  Console& console_;
  std::unique_ptr<Roads> roads_;
  std::vector<Problem> problems_;
};

ExitStatus RoadCommand::refuse(const std::string& message) {
  console_.complain(message);
  if (options_.json) {
    print_failure(fatal_problem("usage", message), console_);
  }
  return ExitStatus::wrong_usage;
}

ExitStatus RoadCommand::print_unread(const Problem& problem) {
  console_.report_failure(options_.file, problem);
  if (options_.json) {
    console_.print(map_json(options_.file, {}, {}, std::span(&problem, 1), console_.json_layout()));
  }
  return ExitStatus::nothing_done;
}

ExitStatus RoadCommand::print_map() {
  opendrive::StationBudget budget{.left = opendrive::limits::kMostStationsOfFile};
  const opendrive::MapBox box = opendrive::box_of(roads_->map(), budget);
  console_.print(
      options_.json ? map_json(options_.file, roads_->map(), box, problems_, console_.json_layout())
                    : map_text(options_.file, roads_->map(), box, problems_));
  return conclude_road();
}

ExitStatus RoadCommand::print_point() {
  const auto& at = *options_.at;
  const glm::dvec3 point(at[0], at[1],
                         at.size() > 2 ? at[2] : std::numeric_limits<double>::quiet_NaN());
  console_.print(options_.json ? point_json(*roads_, point, console_.json_layout())
                               : point_text(*roads_, point));
  return conclude_road();
}

ExitStatus RoadCommand::print_track() {
  const auto road = roads_->find_road(*options_.road);
  if (!road) return refuse("There is no road \"" + printable(*options_.road) + "\".");
  console_.print(options_.json
                     ? track_json(*roads_, *road, options_.s, options_.t, console_.json_layout())
                     : track_text(*roads_, *road, options_.s, options_.t));
  return conclude_road();
}

/// False: the line cannot be read.
bool RoadCommand::answer_point(const std::string& line) {
  const auto point = read_point(line);
  if (!point) return false;
  console_.print(options_.json ? point_json(*roads_, *point, JsonLayout::compact)
                               : point_text(*roads_, *point));
  return true;
}

bool RoadCommand::answer_track(const std::string& line) {
  std::string_view rest = line;
  const std::string_view id = next_word(rest);
  const auto place = read_point(rest);
  if (!place || !std::isnan(place->z)) return false;
  const auto road = roads_->find_road(id);
  if (!road) {
    console_.print(options_.json ? "null\n" : "no such road\n");
    return true;
  }
  console_.print(options_.json ? track_json(*roads_, *road, place->x, place->y, JsonLayout::compact)
                               : track_text(*roads_, *road, place->x, place->y));
  return true;
}

ExitStatus RoadCommand::answer_lines() {
  const bool is_points = options_.answers == RoadAnswers::points;
  std::size_t number = 0;
  for (std::string line; !interrupted() && std::getline(std::cin, line);) {
    ++number;
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (line.find_first_not_of(" \t") == std::string::npos) continue;
    if (is_points ? answer_point(line) : answer_track(line)) continue;
    return refuse("line " + std::to_string(number) + " of standard input is not \"" +
                  (is_points ? "x y [z]" : "road s t") + "\": " + printable(line));
  }
  return conclude_road();
}

ExitStatus RoadCommand::run() {
  auto file = [&] {
    const UnwatchedSignals unwatched;
    return InputFile::open(options_.file);
  }();
  if (!file) return print_unread(file.error());
  auto map = opendrive::read_map((*file)->bytes(), interrupted());
  if (!map) return print_unread(map.error());
  problems_ = map->problems;
  roads_ = std::make_unique<Roads>(std::move(*map));
  switch (options_.answers) {
    case RoadAnswers::map: return print_map();
    case RoadAnswers::point: return print_point();
    case RoadAnswers::track: return print_track();
    case RoadAnswers::points:
    case RoadAnswers::tracks: return answer_lines();
  }
  return ExitStatus::done;
}

}  // namespace

ExitStatus run_road(const RoadOptions& options, Console& console) {
  if (options.common.coordinates) {
    console.note(
        "places are in metres as the file has them, +y to the left of +x, whatever --coordinates "
        "says");
  }
  return RoadCommand(options, console).run();
}

}  // namespace scrubjay::cli
