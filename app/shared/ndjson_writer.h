#pragma once

#include "formats/format_writer.h"

namespace scrubjay {

/// Our own lines of JSON, one a frame: the object of `show`.
extern const FormatWriter kNdjsonWriter;

/// The losses of a text that holds frames only.
void add_lost_tables(const Recording& recording, WriteReport& report);

}  // namespace scrubjay
