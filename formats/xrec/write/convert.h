#pragma once

#include "formats/format_writer.h"
#include "formats/xrec/layout.h"

namespace scrubjay::xrec {

/// Writes a recording of any format, or a part of one, in events that keep it (kept.h), so that
/// reading it gives the same frames, entities, properties, events, resources, comments and
/// metadata. Memory holds a few frames and a group.
Result<WriteReport> convert_recording(const WriteRequest& request, Compression compression,
                                      const std::atomic<bool>& cancelled, const ByteSink& sink);

}  // namespace scrubjay::xrec
