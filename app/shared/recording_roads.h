#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analysis/derived/road_recording.h"
#include "app/shared/wanted_pose.h"
#include "core/problem.h"
#include "core/recording.h"
#include "core/scenery.h"

namespace scrubjay {

/// The path of the roads of the recording's map, where the recording names its map and such a file
/// lies beside it.
std::optional<std::string> roads_beside(const Recording& recording);

/// Roads, and how they are to lie.
struct WantedRoads {
  std::string path;
  WantedPose at = {};
};

/// What came of adding roads.
struct RecordingOnRoads {
  std::shared_ptr<Recording> recording;  ///< `with_roads`
  std::vector<Problem> problems;         ///< of the roads' file
};

/// The recording, which must be indexed, and what follows from the roads in a file. Errors: those
/// of `open_scenery`; "no-roads" where it has none, "no-place" where it does not state how they
/// lie.
Result<RecordingOnRoads> add_roads(std::shared_ptr<Recording> recording, const WantedRoads& wanted,
                                   const std::atomic<bool>& cancelled);

}  // namespace scrubjay
