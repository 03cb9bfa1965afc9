#include "app/shared/scenery_file.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "core/platform/input_file.h"
#include "core/probe.h"
#include "scenery/scenery_format.h"

namespace scrubjay {

namespace fs = std::filesystem;

Neighbours neighbours_of(const std::string& path) {
  return [folder = fs::path(path).parent_path()](
             const std::string& relative_name) -> Result<std::shared_ptr<InputFile>> {
    const std::string name = (folder / relative_name).string();
    std::error_code error;
    // A pipe or a device could keep whoever reads it waiting, and would fill memory.
    if (fs::exists(name, error) && !fs::is_regular_file(name, error)) {
      return failure({.severity = Severity::fatal,
                      .code = "unreadable",
                      .message = "What the scenery names is no regular file.",
                      .expected = "a regular file",
                      .found = relative_name});
    }
    return InputFile::open(name);
  };
}

Result<std::shared_ptr<const Scenery>> open_scenery(const std::string& path,
                                                    const std::atomic<bool>& cancelled) {
  const auto file = InputFile::open(path);
  if (!file) return failure(file.error());
  return read_scenery(**file, neighbours_of(path), cancelled);
}

bool is_scenery_file(const std::string& path) {
  const std::string extension = extension_of(path);
  return std::ranges::any_of(scenery_formats(), [&](const SceneryFormat* format) {
    return std::ranges::find(format->extensions, extension) != format->extensions.end();
  });
}

std::string plain_map_name(std::string_view map) {
  const std::size_t slash = map.find_last_of("/\\");
  if (slash != std::string_view::npos) map.remove_prefix(slash + 1);
  constexpr std::string_view kLayered = "_Opt";
  if (map.ends_with(kLayered)) map.remove_suffix(kLayered.size());
  const auto is_odd = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == ':'; };
  if (map == "." || map == ".." || std::ranges::any_of(map, is_odd)) return "";
  return std::string(map);
}

std::string map_name(const Recording& recording) {
  for (const std::string_view key : {"map", "level", "scene"}) {
    for (const auto& [name, value] : recording.info().metadata) {
      if (name == key) return plain_map_name(value);
    }
  }
  return "";
}

std::optional<std::string> find_scenery(const std::string& map,
                                        std::span<const std::string> folders) {
  if (map.empty()) return std::nullopt;
  for (const std::string& folder : folders) {
    for (const SceneryFormat* format : scenery_formats()) {
      for (const std::string_view extension : format->extensions) {
        const fs::path path = fs::path(folder) / (map + "." + std::string(extension));
        std::error_code ignored;
        if (fs::is_regular_file(path, ignored)) return path.string();
      }
    }
  }
  return std::nullopt;
}

}  // namespace scrubjay
