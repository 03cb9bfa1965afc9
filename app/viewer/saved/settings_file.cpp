#include <simdjson.h>

#include <algorithm>
#include <filesystem>
#include <span>

#include "app/viewer/saved/saved_fields.h"
#include "app/viewer/saved/settings.h"
#include "app/viewer/saved/settings_json.h"
#include "core/json_writer.h"
#include "core/platform/file_lock.h"
#include "core/platform/output_file.h"
#include "core/platform/text_file.h"
#include "core/platform/user_folders.h"

namespace scrubjay {

namespace {

using saved::read;
using simdjson::dom::element;

constexpr std::string_view kFileName = "window.json";

}  // namespace

std::string to_json(const Settings& settings) {
  std::string text;
  JsonWriter json(text, JsonLayout::pretty);
  json.begin_object();
  json.integer_field("version", Settings::kVersion);
  write_saved(json, settings);
  json.key("window");
  json.begin_object();
  json.integer_field("width", static_cast<std::uint64_t>(std::max(0, settings.window_width)));
  json.integer_field("height", static_cast<std::uint64_t>(std::max(0, settings.window_height)));
  json.boolean_field("maximized", settings.maximized);
  json.end_object();
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
    write_choices(json, choices);
  }
  json.end_object();
  write_scenery(json, settings.scenery);
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
  read_saved(root, settings);
  element part;
  if (root["window"].get(part) == simdjson::SUCCESS) {
    read(part, "width", settings.window_width);
    read(part, "height", settings.window_height);
    read(part, "maximized", settings.maximized);
    if (settings.window_width > 0 && settings.window_height > 0) {
      settings.window_width = std::clamp(settings.window_width, 400, 16000);
      settings.window_height = std::clamp(settings.window_height, 300, 16000);
    }
  }
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
  read_scenery(root, settings.scenery);
  simdjson::dom::object recordings;
  if (root["recordings"].get(recordings) == simdjson::SUCCESS) {
    for (const auto [path, choices] : recordings) {
      settings.choices[std::string(path)] = read_choices(choices);
    }
  }
  return settings;
}

Settings load_settings() {
  const std::string folder = user_config_folder().string();
  if (folder.empty()) return {};
  const auto text = read_text_file((std::filesystem::path(folder) / kFileName).string());
  return text ? settings_from_json(*text) : Settings();
}

Result<void> SettingsFile::save(const Settings& settings) {
  const std::string folder = user_config_folder().string();
  if (folder.empty()) return {};
  std::error_code ignored;
  std::filesystem::create_directories(folder, ignored);
  // Without the lock, what another window saves in this very moment may be lost, nothing else.
  const auto lock = FileLock::take((std::filesystem::path(folder) / "window.lock").string());
  const std::string text = to_json(merged(settings, known_, load_settings()));
  auto done = write_whole_file((std::filesystem::path(folder) / kFileName).string(),
                               std::as_bytes(std::span(text)));
  if (done) known_ = settings;
  return done;
}

}  // namespace scrubjay
