#include "scenery/opendrive/opendrive.h"

#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "core/number_text.h"
#include "scenery/opendrive/draw/draw.h"
#include "scenery/opendrive/locate/roads.h"
#include "scenery/opendrive/read/read_map.h"

namespace scrubjay::opendrive {

namespace {

constexpr std::array<std::string_view, 1> kExtensions = {"xodr"};

Match probe(const ProbeInput& input) {
  return begins_as_opendrive(input.head) ? Match::certain : Match::none;
}

std::unexpected<Problem> stopped() {
  return failure(fatal_problem("cancelled", "Reading was stopped."));
}

/// What the file says of itself, and how much is in it.
void add_facts(const RoadMap& map, Scenery& scenery) {
  const auto add = [&](std::string name, std::string value) {
    if (!value.empty()) scenery.facts.emplace_back(std::move(name), std::move(value));
  };
  const Header& header = map.header;
  add("version", header.revision);
  add("name", header.name);
  add("date", header.date);
  add("vendor", header.vendor);
  std::size_t lanes = 0;
  std::size_t objects = 0;
  std::size_t signals = 0;
  double length = 0;
  for (const Road& road : map.roads) {
    objects += road.objects.size();
    signals += road.signals.size();
    length += road.length;
    for (const LaneSection& section : road.sections) {
      lanes += section.left.lanes.size() + section.right.lanes.size();
    }
  }
  add("roads", std::to_string(map.roads.size()));
  add("length", number_text(std::round(length)) + " m");
  add("lanes", std::to_string(lanes));
  add("junctions", std::to_string(map.junctions.size()));
  add("objects", std::to_string(objects));
  add("signals", std::to_string(signals));
  add("geo reference", header.geo_reference);
  if (header.offset) {
    const auto& [x, y, z, heading] = *header.offset;
    scenery.stated_pose = UprightPose{.offset = {x, y, z}, .heading = heading};
    add("offset", number_text(x) + ", " + number_text(y) + ", " + number_text(z) + " m, heading " +
                      number_text(heading));
  }
}

Result<std::shared_ptr<const Scenery>> read(const InputFile& file, const Neighbours&,
                                            const std::atomic<bool>& cancelled) {
  auto map = read_map(file.bytes(), cancelled);
  if (!map) return failure(std::move(map.error()));
  auto scenery = std::make_shared<Scenery>();
  scenery->format = kFormat.name;
  scenery->path = file.path();
  if (const auto ros = CoordinateSystem::parse("ros")) scenery->coordinates = *ros;
  scenery->problems = std::move(map->problems);
  add_facts(*map, *scenery);
  bool is_whole = true;
  if (!draw_map(*map, *scenery, is_whole, cancelled)) return stopped();
  auto roads = std::make_shared<Roads>(std::move(*map));
  if (!is_whole || roads->pieces().is_coarse()) {
    fold_into(scenery->problems,
              {.severity = Severity::error,
               .code = "limit",
               .offset = 0,
               .message = "There is more to draw than can be; the rest is coarse or left out."});
  }
  scenery->roads = std::move(roads);
  return scenery;
}

}  // namespace

const SceneryFormat kFormat = {.name = "opendrive",
                               .title = "OpenDRIVE roads",
                               .extensions = kExtensions,
                               .probe = probe,
                               .read = read};

}  // namespace scrubjay::opendrive
