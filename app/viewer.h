#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/coordinate_system.h"
#include "core/ids.h"

namespace scrubjay {

/// What the window is asked to show when it opens.
struct ViewerOptions {
  std::vector<std::string> files;
  std::optional<Seconds> time;  ///< where the playhead begins; not both time and frame
  std::optional<std::uint64_t> frame;
  std::string select;  ///< id or name of the entity selected at first; may be empty
  std::string format;  ///< skips detection; empty: detect
  std::optional<CoordinateSystem> coordinates;  ///< none: as recorded
  std::string state_file;  ///< where the window writes what it shows, as JSON; empty: nowhere
};

/// Opens the window and returns the exit status of the program once it is closed.
int run_viewer(const ViewerOptions& options);

}  // namespace scrubjay
