#pragma once

#include "formats/format.h"
#include "formats/xrec/writer_options.h"

namespace scrubjay::xrec {

/// Writes a recording of any format, or a part of one, in events of our own (extension.h), so that
/// reading it gives the same frames, entities, properties, events, resources, comments and
/// metadata. Memory holds a few frames and a group.
Result<WriteReport> write_recording(const WriteRequest& request, const WriterOptions& options,
                                    const std::atomic<bool>& cancelled, const ByteSink& sink);

}  // namespace scrubjay::xrec
