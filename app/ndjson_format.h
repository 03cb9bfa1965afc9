#pragma once

#include <vector>

#include "formats/format.h"

namespace scrubjay {

/// Our own lines of JSON, one a frame (what `export --to ndjson` prints), as something to convert
/// to. It is written only.
extern const Format kNdjsonFormat;

/// What a recording can be written as: the formats that are read, then our own lines.
std::vector<const Format*> writable_formats();

}  // namespace scrubjay
