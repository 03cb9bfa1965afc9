#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/recording.h"
#include "formats/format.h"
#include "tests/formats/recording_facts.h"

namespace scrubjay::flecs {

/// A recording made of that text, indexed.
std::shared_ptr<Recording> recording_of(std::string_view text);
/// Read with those options, which the format knows; null where it does not open.
std::shared_ptr<Recording> read_with(std::string_view text, const ReadOptions& options);

/// A file or folder below the flecs folder of the shared data, indexed; null when it is absent.
std::shared_ptr<Recording> shared_recording(const std::string& path);

/// The text of such a file.
std::string shared_text(const std::string& path);

/// Every event on a line: "frame name entity subject from to".
std::string events_text(const Recording& recording);

/// The property at a path of an entity as text: "3", "text", "true", "[1, 2, 3]"; "-" for none.
std::string value_of(const Recording& recording, const Frame& frame, std::string_view id,
                     std::string_view path);

}  // namespace scrubjay::flecs
