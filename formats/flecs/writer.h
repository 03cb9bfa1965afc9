#pragma once

#include <array>

#include "formats/format.h"
#include "formats/states/extension.h"

namespace scrubjay::flecs {

/// Writes any recording as NDJSON of 4.x world documents, one a frame, wrapped with its time and
/// number (flecs.md 8.3, 11.2). Recordings of this format keep the values of their documents as
/// they are, whatever release wrote them. Others get their properties as components, their places
/// as Position, Rotation and Scale in the axes that the reader assumes, their events as attributes
/// of frames. Frames of one time, and those of several streams, become one document of all that
/// holds. What documents cannot say of these stands beside them (states/json_packets.h).
Result<WriteReport> write(const WriteRequest& request, const std::atomic<bool>& cancelled,
                          const ByteSink& sink);

/// See Format::coordinates_written.
Result<CoordinateSystem> coordinates_written(const WriteRequest& request);

/// What `write` can be asked for.
inline constexpr std::array kWriteOptions{states::kRemainderOption};

}  // namespace scrubjay::flecs
