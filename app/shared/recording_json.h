#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/frame.h"
#include "core/json_writer.h"
#include "core/property_json.h"
#include "core/recording.h"

namespace scrubjay {

/// Entities chosen by id or name. Their rows are ascending.
struct EntityFilter {
  std::vector<EntityIndex> entities;
  bool passes(EntityIndex entity) const;
};

// What the command line prints as JSON and the window copies: the same texts from the same
// functions. Each writes one value. Names and meaning of the fields are a contract with scripts.

/// {"severity", "code", "offset", "frame", "count", "message"}: offset and frame are null when
/// unknown.
void write_problem(JsonWriter& json, const Problem& problem);
void write_problems(JsonWriter& json, std::span<const Problem> problems);

/// {"name", "handedness", "right", "up", "forward", "metres_per_unit"}
void write_coordinates(JsonWriter& json, const CoordinateSystem& coordinates);

/// What is known of a recording, with `problems` instead of its own list so that those found while
/// decoding can be among them. `file` is printed as the name given by the user, `chosen` in place
/// of the recording's own coordinates.
void write_info(JsonWriter& json, const std::string& file, const Recording& recording,
                std::span<const Problem> problems,
                const std::optional<CoordinateSystem>& chosen = std::nullopt);
/// The same object for a file that does not open: no frames, coordinates null.
void write_info_of_unopened(JsonWriter& json, const std::string& file, const std::string& format,
                            std::uint64_t size_bytes, std::span<const Problem> problems);

/// The object of `show` and of each line of the ndjson export. With a filter, only those entities
/// and their events, and nothing that belongs to the whole frame.
void write_frame(JsonWriter& json, const Recording& recording, const Frame& frame,
                 const EntityFilter* filter = nullptr);
/// One entity of a frame, as `write_frame` prints it.
void write_entity(JsonWriter& json, const Recording& recording, const Frame& frame,
                  const Entity& entity);

/// Whether an event says in which frame it is: in a list of events, not inside its frame.
enum class PrintedAs : std::uint8_t { part_of_frame, item_of_list };

/// One event whose properties are `range` of `tree`.
void write_event(JsonWriter& json, const Recording& recording, EventIndex event,
                 const PropertyTree& tree, PropertyRange range, PrintedAs place);

}  // namespace scrubjay
