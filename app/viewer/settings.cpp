#include "app/viewer/settings.h"

#include <simdjson.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "app/filter_file.h"
#include "app/viewer/user_folders.h"
#include "core/file_lock.h"
#include "core/json_writer.h"
#include "core/output_file.h"

namespace scrubjay {

std::string_view to_text(LayerState state) {
  switch (state) {
    case LayerState::off: return "off";
    case LayerState::selected: return "selected";
    case LayerState::all: return "all";
  }
  return "all";
}

namespace {

using simdjson::dom::element;

constexpr std::string_view kFileName = "window.json";

std::string_view to_text(ThemeChoice theme) {
  switch (theme) {
    case ThemeChoice::system: return "system";
    case ThemeChoice::dark: return "dark";
    case ThemeChoice::light: return "light";
  }
  return "dark";
}

void write_camera(JsonWriter& json, const Camera& camera) {
  json.begin_object();
  json.key("target");
  json.begin_array();
  for (int i = 0; i < 3; ++i) json.number(camera.target[i]);
  json.end_array();
  json.number_field("distance", camera.distance);
  json.number_field("yaw", camera.yaw);
  json.number_field("pitch", camera.pitch);
  json.number_field("fov_y", camera.fov_y);
  json.boolean_field("orthographic", camera.projection == Projection::orthographic);
  json.end_object();
}

void write_texts(JsonWriter& json, std::string_view key, const std::vector<std::string>& texts) {
  json.key(key);
  json.begin_array();
  for (const std::string& text : texts) json.text(text);
  json.end_array();
}

// Reading: a value that is missing or of another type leaves what stands.

void read(const element& object, std::string_view key, bool& value) {
  bool found = false;
  if (object[key].get(found) == simdjson::SUCCESS) value = found;
}

void read(const element& object, std::string_view key, double& value) {
  double found = 0;
  if (object[key].get(found) == simdjson::SUCCESS && std::isfinite(found)) value = found;
}

void read(const element& object, std::string_view key, float& value) {
  double found = value;
  read(object, key, found);
  value = static_cast<float>(found);
}

void read(const element& object, std::string_view key, int& value) {
  std::int64_t found = 0;
  if (object[key].get(found) == simdjson::SUCCESS && found > -100000 && found < 100000) {
    value = static_cast<int>(found);
  }
}

void read(const element& object, std::string_view key, std::string& value) {
  std::string_view found;
  if (object[key].get(found) == simdjson::SUCCESS) value = found;
}

void read(const element& object, std::string_view key, std::vector<std::string>& values) {
  simdjson::dom::array found;
  if (object[key].get(found) != simdjson::SUCCESS) return;
  values.clear();
  for (const element item : found) {
    std::string_view text;
    if (item.get(text) == simdjson::SUCCESS) values.emplace_back(text);
  }
}

void read(const element& text, LayerState& value) {
  std::string_view found;
  if (text.get(found) != simdjson::SUCCESS) return;
  for (const LayerState state : {LayerState::off, LayerState::selected, LayerState::all}) {
    if (found == to_text(state)) value = state;
  }
}

void read(const element& object, std::string_view key, LayerState& value) {
  element found;
  if (object[key].get(found) == simdjson::SUCCESS) read(found, value);
}

void read(const element& object, std::string_view key, LayerStates& layers) {
  simdjson::dom::object found;
  if (object[key].get(found) != simdjson::SUCCESS) return;
  for (const auto [name, state] : found) {
    if (layers.size() == Settings::kLayers) return;
    LayerState value = LayerState::all;
    read(state, value);
    if (value != LayerState::all) layers.insert_or_assign(std::string(name), value);
  }
}

void read(const element& object, std::string_view key, ReadOptions& options) {
  simdjson::dom::array found;
  if (object[key].get(found) != simdjson::SUCCESS) return;
  for (const element item : found) {
    std::string_view name;
    std::string_view value;
    if (options.size() == Settings::kReadOptions || item.at(0).get(name) != simdjson::SUCCESS ||
        item.at(1).get(value) != simdjson::SUCCESS) {
      continue;
    }
    options.emplace_back(name, value);
  }
}

void read_camera(const element& object, Camera& camera) {
  simdjson::dom::array target;
  if (object["target"].get(target) == simdjson::SUCCESS && target.size() == 3) {
    for (std::size_t i = 0; i < 3; ++i) {
      double value = 0;
      if (target.at(i).get(value) == simdjson::SUCCESS) camera.target[static_cast<int>(i)] = value;
    }
  }
  read(object, "distance", camera.distance);
  read(object, "yaw", camera.yaw);
  read(object, "pitch", camera.pitch);
  read(object, "fov_y", camera.fov_y);
  bool orthographic = false;
  read(object, "orthographic", orthographic);
  camera.projection = orthographic ? Projection::orthographic : Projection::perspective;
  sanitize(camera);
}

void read_layout(const element& object, Layout& layout) {
  const auto share = [&](std::string_view key, float& value) {
    read(object, key, value);
    value = std::clamp(value, 0.05F, 0.9F);
  };
  share("left", layout.left);
  share("right", layout.right);
  share("bottom", layout.bottom);
  share("events", layout.events);
  share("pinned", layout.pinned);
  share("picture", layout.picture);
  read(object, "show_entities", layout.show_entities);
  read(object, "show_events", layout.show_events);
  read(object, "show_properties", layout.show_properties);
  read(object, "show_timeline", layout.show_timeline);
}

void read_listed_filters(const element& root, std::vector<ListedFilter>& filters) {
  simdjson::dom::array found;
  if (root["filters"].get(found) != simdjson::SUCCESS) return;
  for (const element item : found) {
    if (!item.is_object() || filters.size() == kMostFilters) continue;
    std::string text;
    read(item, "file", text);
    auto file = read_filters(text);
    if (!file || file->filters.size() != 1) continue;
    ListedFilter& listed = filters.emplace_back();
    listed.filter = std::move(file->filters.front());
    int color = 0;
    read(item, "color", color);
    listed.color = static_cast<std::uint32_t>(std::clamp(color, 0, 100));
    read(item, "on", listed.is_on);
  }
}

RecordingChoices read_choices(const element& object) {
  RecordingChoices choices;
  read(object, "playhead", choices.playhead);
  element camera;
  if (object["camera"].get(camera) == simdjson::SUCCESS) read_camera(camera, choices.camera);
  read(object, "selected", choices.selected);
  read(object, "hidden", choices.hidden);
  read(object, "pinned", choices.pinned);
  read(object, "picture_entity", choices.picture_entity);
  read(object, "picture_property", choices.picture_property);
  std::string coordinates;
  read(object, "coordinates", coordinates);
  if (const auto parsed = CoordinateSystem::parse(coordinates)) choices.coordinates = *parsed;
  read(object, "layers", choices.layers);
  read(object, "read", choices.read);
  return choices;
}

}  // namespace

void remember_recent(Settings& settings, const RecentFile& file) {
  std::erase_if(settings.recent, [&](const RecentFile& old) { return old.path == file.path; });
  settings.recent.insert(settings.recent.begin(), file);
  if (settings.recent.size() > Settings::kRecent) settings.recent.resize(Settings::kRecent);
}

std::string to_json(const Settings& settings) {
  std::string text;
  JsonWriter json(text, JsonLayout::pretty);
  json.begin_object();
  json.integer_field("version", Settings::kVersion);
  json.field("theme", to_text(settings.theme));
  json.number_field("scale", settings.scale, Precision::float32);
  json.key("window");
  json.begin_object();
  json.integer_field("width", static_cast<std::uint64_t>(std::max(0, settings.window_width)));
  json.integer_field("height", static_cast<std::uint64_t>(std::max(0, settings.window_height)));
  json.boolean_field("maximized", settings.maximized);
  json.end_object();
  json.key("layout");
  json.begin_object();
  const Layout& layout = settings.layout;
  json.number_field("left", layout.left, Precision::float32);
  json.number_field("right", layout.right, Precision::float32);
  json.number_field("bottom", layout.bottom, Precision::float32);
  json.number_field("events", layout.events, Precision::float32);
  json.number_field("pinned", layout.pinned, Precision::float32);
  json.number_field("picture", layout.picture, Precision::float32);
  json.boolean_field("show_entities", layout.show_entities);
  json.boolean_field("show_events", layout.show_events);
  json.boolean_field("show_properties", layout.show_properties);
  json.boolean_field("show_timeline", layout.show_timeline);
  json.end_object();
  json.key("scene");
  json.begin_object();
  json.field("names", to_text(settings.names));
  json.field("paths", to_text(settings.trails));
  json.number_field("path_seconds", std::isfinite(settings.trail_seconds)  // 0: all
                                        ? settings.trail_seconds
                                        : 0);
  json.boolean_field("boxes", settings.show_boxes);
  json.boolean_field("back_faces", settings.show_back_faces);
  json.boolean_field("grid", settings.show_grid);
  json.boolean_field("props", settings.show_props);
  json.boolean_field("interpolate", settings.sampling == Sampling::linear);
  json.end_object();
  json.key("properties");
  json.begin_object();
  write_texts(json, "starred", {settings.starred_groups.begin(), settings.starred_groups.end()});
  json.boolean_field("show_hidden", settings.show_hidden_properties);
  json.end_object();
  json.key("filters");
  json.begin_array();
  for (const ListedFilter& listed : settings.filters) {
    json.begin_object();
    json.integer_field("color", listed.color);
    json.boolean_field("on", listed.is_on);
    // As text, so that one function reads both this and files of filters.
    json.field("file", filters_text({listed.filter}));
    json.end_object();
  }
  json.end_array();
  json.key("recent");
  json.begin_array();
  for (const RecentFile& file : settings.recent) {
    json.begin_object();
    json.field("path", file.path);
    json.field("format", file.format);
    json.number_field("length", file.length);
    json.key("opened");
    json.integer(file.opened);
    json.end_object();
  }
  json.end_array();
  json.key("recordings");
  json.begin_object();
  for (const auto& [path, choices] : settings.choices) {
    json.key(path);
    json.begin_object();
    json.number_field("playhead", choices.playhead);
    json.key("camera");
    write_camera(json, choices.camera);
    write_texts(json, "selected", choices.selected);
    write_texts(json, "hidden", choices.hidden);
    write_texts(json, "pinned", choices.pinned);
    if (!choices.picture_property.empty()) {
      json.field("picture_entity", choices.picture_entity);
      json.field("picture_property", choices.picture_property);
    }
    if (!choices.read.empty()) {
      json.key("read");
      json.begin_array();
      for (const auto& [name, value] : choices.read) {
        json.begin_array();
        json.text(name);
        json.text(value);
        json.end_array();
      }
      json.end_array();
    }
    if (choices.coordinates) json.field("coordinates", choices.coordinates->written_out());
    json.key("layers");
    json.begin_object();
    for (const auto& [name, state] : choices.layers) json.field(name, to_text(state));
    json.end_object();
    json.end_object();
  }
  json.end_object();
  json.end_object();
  text += '\n';
  return text;
}

Settings settings_from_json(std::string_view text) {
  Settings settings;
  simdjson::dom::parser parser;
  element root;
  const simdjson::padded_string padded(text);
  if (parser.parse(padded).get(root) != simdjson::SUCCESS || !root.is_object()) return settings;
  std::int64_t version = 0;
  if (root["version"].get(version) != simdjson::SUCCESS || version != Settings::kVersion) {
    return settings;
  }
  std::string theme;
  read(root, "theme", theme);
  settings.theme = theme == "light"    ? ThemeChoice::light
                   : theme == "system" ? ThemeChoice::system
                                       : ThemeChoice::dark;
  read(root, "scale", settings.scale);
  if (settings.scale != 0) settings.scale = std::clamp(settings.scale, 1.0F, 3.0F);
  element part;
  if (root["window"].get(part) == simdjson::SUCCESS) {
    read(part, "width", settings.window_width);
    read(part, "height", settings.window_height);
    read(part, "maximized", settings.maximized);
    settings.window_width = std::clamp(settings.window_width, 400, 16000);
    settings.window_height = std::clamp(settings.window_height, 300, 16000);
  }
  if (root["layout"].get(part) == simdjson::SUCCESS) read_layout(part, settings.layout);
  if (root["scene"].get(part) == simdjson::SUCCESS) {
    read(part, "names", settings.names);
    read(part, "paths", settings.trails);
    read(part, "path_seconds", settings.trail_seconds);
    if (settings.trail_seconds <= 0) settings.trail_seconds = kWholeTrail;
    read(part, "boxes", settings.show_boxes);
    read(part, "back_faces", settings.show_back_faces);
    read(part, "grid", settings.show_grid);
    read(part, "props", settings.show_props);
    bool interpolate = false;
    read(part, "interpolate", interpolate);
    settings.sampling = interpolate ? Sampling::linear : Sampling::hold;
  }
  if (root["properties"].get(part) == simdjson::SUCCESS) {
    std::vector<std::string> starred;
    read(part, "starred", starred);
    if (starred.size() > Settings::kStarred) starred.resize(Settings::kStarred);
    settings.starred_groups = {starred.begin(), starred.end()};
    read(part, "show_hidden", settings.show_hidden_properties);
  }
  read_listed_filters(root, settings.filters);
  simdjson::dom::array recent;
  if (root["recent"].get(recent) == simdjson::SUCCESS) {
    for (const element item : recent) {
      RecentFile file;
      read(item, "path", file.path);
      read(item, "format", file.format);
      read(item, "length", file.length);
      std::int64_t opened = 0;
      if (item["opened"].get(opened) == simdjson::SUCCESS) file.opened = opened;
      if (!file.path.empty() && settings.recent.size() < Settings::kRecent) {
        settings.recent.push_back(file);
      }
    }
  }
  simdjson::dom::object recordings;
  if (root["recordings"].get(recordings) == simdjson::SUCCESS) {
    for (const auto [path, choices] : recordings) {
      if (settings.choices.size() == Settings::kChoices) break;
      settings.choices[std::string(path)] = read_choices(choices);
    }
  }
  return settings;
}

Settings load_settings() {
  const std::string folder = user_config_folder();
  if (folder.empty()) return {};
  std::ifstream file(std::filesystem::path(folder) / kFileName, std::ios::binary);
  if (!file) return {};
  std::ostringstream text;
  text << file.rdbuf();
  return settings_from_json(text.str());
}

Settings merged(Settings mine, const Settings& begun, const Settings& saved) {
  for (const RecentFile& theirs : saved.recent) {
    const auto same = std::ranges::find(mine.recent, theirs.path, &RecentFile::path);
    if (same == mine.recent.end()) {
      mine.recent.push_back(theirs);
    } else if (theirs.opened > same->opened) {
      *same = theirs;
    }
  }
  std::ranges::stable_sort(mine.recent, std::ranges::greater(), &RecentFile::opened);
  if (mine.recent.size() > Settings::kRecent) mine.recent.resize(Settings::kRecent);
  for (const auto& [path, theirs] : saved.choices) {
    const auto before = begun.choices.find(path);
    const auto [own, is_new] = mine.choices.try_emplace(path, theirs);
    if (!is_new && before != begun.choices.end() && own->second == before->second) {
      own->second = theirs;
    }
  }
  return mine;
}

Result<void> save_settings(const Settings& settings, const Settings& begun) {
  const std::string folder = user_config_folder();
  if (folder.empty()) return {};
  std::error_code ignored;
  std::filesystem::create_directories(folder, ignored);
  // Without the lock, what another window saves in this very moment may be lost, nothing else.
  const auto lock = FileLock::take((std::filesystem::path(folder) / "window.lock").string());
  auto file = AtomicFile::create((std::filesystem::path(folder) / kFileName).string());
  if (!file) return failure(std::move(file.error()));
  const std::string text = to_json(merged(settings, begun, load_settings()));
  file->write(std::as_bytes(std::span(text)));
  return file->commit();
}

}  // namespace scrubjay
