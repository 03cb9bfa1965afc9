#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/shared/wanted_pose.h"
#include "core/coordinate_system.h"

namespace scrubjay {

/// What the command line asks of the window.
struct ViewerOptions {
  std::vector<std::string> files;
  std::optional<double> time = {};          ///< where the playhead starts [s]
  std::optional<std::uint64_t> frame = {};  ///< likewise, counted from 0
  std::string select = {};                  ///< id or name of the entity to select
  std::string view =
      {};  ///< what is seen, as app/viewer/saved/linked_view.h reads it; empty: as usual
  std::string format = {};  ///< empty: detected
  /// How recordings are read, by Format::read_options: names and values. Empty: as remembered.
  std::vector<std::pair<std::string, std::string>> read = {};
  std::optional<CoordinateSystem> coordinates = {};  ///< nothing: as remembered
  bool shows_as_recorded = false;                    ///< in the coordinates of each recording
  std::vector<std::string> scenery = {};             ///< files of it, whatever their names
  std::optional<WantedPose> scenery_at = {};         ///< nothing: as last time
  /// When not empty the window writes its state as JSON into this file whenever it changes, for
  /// tests and scripts.
  std::string state_file = {};
  bool is_cache_used = true;  ///< kept indexes may stand for index passes
};

/// Opens the window and returns when it is closed: the process's exit status. Without a display:
/// says so on standard error and returns 3.
int run_viewer(const ViewerOptions& options);

}  // namespace scrubjay
