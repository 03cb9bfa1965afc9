#pragma once

#include <array>
#include <string_view>

#include "formats/format.h"
#include "formats/format_writer.h"

namespace scrubjay::flecs {

inline constexpr std::string_view kName = "flecs";
inline constexpr std::string_view kTitle = "flecs JSON documents";
inline constexpr std::array<std::string_view, 4> kExtensions{"ndjson", "jsonl", "json", "gz"};

/// Documents of flecs' JSON serializer, one after another.
extern const Format kFormat;
/// Writes any recording as NDJSON of 4.x world documents, one a frame, wrapped with its time and
/// number (formats/flecs/README.md, 8.3, 11.2). Recordings of this format keep the values of their
/// documents as they are, whatever release wrote them. Others get their properties as components,
/// their places as Position, Rotation and Scale in the axes that the reader assumes, their events
/// as attributes of frames. Frames of one time, and those of several streams, become one document
/// of all that holds. What documents cannot say of these is kept beside them (formats/kept).
extern const FormatWriter kWriter;

}  // namespace scrubjay::flecs
