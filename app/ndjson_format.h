#pragma once

#include <string>
#include <vector>

#include "core/frame.h"
#include "formats/format.h"

namespace scrubjay {

struct EntityFilter;

/// Our own lines of JSON, one a frame (what `export --to ndjson` prints), as something to convert
/// to. It is written only.
extern const Format kNdjsonFormat;

/// Appends the line of a frame. `filter` as for write_frame.
void append_frame_line(std::string& out, const Recording& recording, const Frame& frame,
                       const EntityFilter* filter);

/// What a recording can be written as: the formats that are read, then our own lines.
std::vector<const Format*> writable_formats();

}  // namespace scrubjay
