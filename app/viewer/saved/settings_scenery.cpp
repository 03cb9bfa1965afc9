#include <algorithm>
#include <cmath>

#include "app/viewer/saved/settings.h"
#include "app/viewer/saved/settings_json.h"

namespace scrubjay {

namespace {

using simdjson::dom::element;

/// Farther off nothing lies.
constexpr double kMostOffset = 1e9;

template <class Visit>
void each_field(const element& object, const char* key, Visit visit) {
  simdjson::dom::object fields;
  if (object[key].get(fields) != simdjson::SUCCESS) return;
  std::size_t count = 0;
  for (const auto [name, value] : fields) {
    if (count++ == SceneryChoices::kMost) break;
    visit(std::string(name), value);
  }
}

/// What was known before and is not there any more was taken away.
template <class Value>
void add_unknown(std::map<std::string, Value>& mine, const std::map<std::string, Value>& begun,
                 const std::map<std::string, Value>& saved) {
  for (const auto& one : saved) {
    if (!begun.contains(one.first)) mine.insert(one);
  }
}

}  // namespace

void write_placement(JsonWriter& json, const SceneryPlacement& placement) {
  json.begin_object();
  if (placement.coordinates) json.field("coordinates", placement.coordinates->written_out());
  json.key("offset");
  json.numbers(std::array{placement.offset.x, placement.offset.y, placement.offset.z});
  json.number_field("heading", placement.heading);
  json.end_object();
}

SceneryPlacement read_placement(const element& object) {
  SceneryPlacement placement;
  std::string_view coordinates;
  if (object["coordinates"].get(coordinates) == simdjson::SUCCESS) {
    if (const auto parsed = CoordinateSystem::parse(coordinates)) placement.coordinates = *parsed;
  }
  simdjson::dom::array offset;
  if (object["offset"].get(offset) == simdjson::SUCCESS && offset.size() == 3) {
    for (std::size_t i = 0; i < 3; ++i) {
      double value = 0;
      if (offset.at(i).get(value) == simdjson::SUCCESS && std::abs(value) <= kMostOffset) {
        placement.offset[static_cast<int>(i)] = value;
      }
    }
  }
  double heading = 0;
  if (object["heading"].get(heading) == simdjson::SUCCESS && std::abs(heading) <= 1000) {
    placement.heading = heading;
  }
  return placement;
}

void write_scenery(JsonWriter& json, const SceneryChoices& scenery) {
  if (scenery == SceneryChoices()) return;
  json.key("scenery");
  json.begin_object();
  json.key("placements");
  json.begin_object();
  for (const auto& [path, placement] : scenery.placements) {
    json.key(path);
    write_placement(json, placement);
  }
  json.end_object();
  json.texts_field("folders", scenery.folders);
  json.key("maps");
  json.begin_object();
  for (const auto& [map, path] : scenery.maps) json.field(map, path);
  json.end_object();
  json.end_object();
}

void read_scenery(const element& root, SceneryChoices& scenery) {
  element object;
  if (root["scenery"].get(object) != simdjson::SUCCESS) return;
  each_field(object, "placements", [&](std::string path, const element& value) {
    scenery.placements[std::move(path)] = read_placement(value);
  });
  each_field(object, "maps", [&](std::string map, const element& value) {
    std::string_view path;
    if (value.get(path) == simdjson::SUCCESS) scenery.maps[std::move(map)] = path;
  });
  simdjson::dom::array folders;
  if (object["folders"].get(folders) != simdjson::SUCCESS) return;
  for (const element folder : folders) {
    std::string_view path;
    if (scenery.folders.size() < SceneryChoices::kMost && folder.get(path) == simdjson::SUCCESS) {
      scenery.folders.emplace_back(path);
    }
  }
}

void merge_scenery(SceneryChoices& mine, const SceneryChoices& begun, const SceneryChoices& saved) {
  add_unknown(mine.placements, begun.placements, saved.placements);
  add_unknown(mine.maps, begun.maps, saved.maps);
  for (const std::string& folder : saved.folders) {
    if (mine.folders.size() == SceneryChoices::kMost) break;
    if (std::ranges::find(mine.folders, folder) == mine.folders.end()) {
      mine.folders.push_back(folder);
    }
  }
}

}  // namespace scrubjay
