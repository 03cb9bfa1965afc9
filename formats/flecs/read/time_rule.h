#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/ids.h"
#include "formats/flecs/choices.h"
#include "formats/flecs/read/documents.h"

namespace scrubjay::flecs {

/// Which of the rules of formats/flecs/README.md, 11.3 gives the times of a recording.
enum class TimeRule : std::uint8_t {
  wrapper_time,
  world_time,  ///< simulation_time of the entity flecs.core.World
  wrapper_frame,
  world_frame,  ///< frame_count of the same
  file_name,
  property,  ///< that a person chose
  position,  ///< of the document
};

/// "time of the wrapper", ...: how people and `details` read it.
std::string_view to_text(TimeRule rule);

struct DocumentTimes {
  TimeRule rule = TimeRule::position;
  std::vector<Seconds> times;  ///< of each document, from the recording's zero
  Seconds start = 0;           ///< what was subtracted: seconds since 1970, or 0
};

/// Chooses the rule and works out the time of each document. `parts` are the file names of a
/// folder, or empty. A clock that a person chose comes before all rules.
DocumentTimes find_times(std::string_view text, const std::vector<FoundDocument>& documents,
                         const std::vector<std::string>& parts, const Choices& choices);

}  // namespace scrubjay::flecs
