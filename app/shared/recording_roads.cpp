#include "app/shared/recording_roads.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include "app/shared/scenery_file.h"
#include "core/platform/input_file.h"

namespace scrubjay {

std::optional<std::string> roads_beside(const Recording& recording) {
  const std::filesystem::path file(recording.file().path());
  const std::string map = map_name(recording);
  std::error_code error;
  // Nothing lies beside standard input, whose name is no file's.
  if (map.empty() || !std::filesystem::exists(file, error)) return std::nullopt;
  const std::filesystem::path path = file.parent_path() / (map + ".xodr");
  if (!std::filesystem::is_regular_file(path, error)) return std::nullopt;
  return path.string();
}

Result<RecordingOnRoads> add_roads(std::shared_ptr<Recording> recording, const WantedRoads& wanted,
                                   const std::atomic<bool>& cancelled) {
  auto scenery = open_scenery(wanted.path, cancelled);
  if (!scenery) return failure(std::move(scenery.error()));
  if ((*scenery)->roads == nullptr) {
    return failure({.severity = Severity::fatal,
                    .code = "no-roads",
                    .message = "The scenery has no roads from which values could follow.",
                    .expected = "a file of roads, such as OpenDRIVE's .xodr",
                    .found = (*scenery)->format});
  }
  const auto pose = wanted.at.of(**scenery);
  if (!pose) return failure(pose.error());
  RoadsOfRecording roads{
      .roads = (*scenery)->roads, .path = wanted.path, .placement = inverse(*pose)};
  return RecordingOnRoads{.recording = with_roads(std::move(recording), std::move(roads)),
                          .problems = (*scenery)->problems};
}

}  // namespace scrubjay
