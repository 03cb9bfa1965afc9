#pragma once

#include <optional>
#include <span>
#include <string>

#include "app/shared/recording_json.h"
#include "core/frame.h"
#include "core/recording.h"

namespace scrubjay {

// The same things as recording_json.h writes, for people on a terminal. May change at any time.

/// A summary of a recording, one fact a line; `chosen` stands in place of its own coordinates.
std::string info_text(const std::string& file, const Recording& recording,
                      std::span<const Problem> problems,
                      const std::optional<CoordinateSystem>& chosen = std::nullopt);

/// A frame's entities, properties and events as indented lines.
std::string frame_text(const Recording& recording, const Frame& frame,
                       const EntityFilter* filter = nullptr);

/// "error: The file ends inside a packet. (offset 1024, frame 7, 3 times)" on one line.
std::string problem_text(const Problem& problem);

/// "24 vehicle.audi.tt", or "" for no entity.
std::string entity_text(const Recording& recording, EntityIndex entity);

}  // namespace scrubjay
