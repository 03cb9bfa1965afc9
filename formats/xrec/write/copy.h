#pragma once

#include "formats/format_writer.h"
#include "formats/xrec/layout.h"

namespace scrubjay::xrec {

/// Writes an XREC recording again (formats/xrec/README.md, 9): equal events, metadata and order in
/// packets of the usual size. Packets of unknown types, and those of which something cannot be read
/// or kept, are copied byte for byte in their place; NRBF events become self-describing ones. A
/// recording without an end packet stays one.
Result<WriteReport> copy_recording(const WriteRequest& request, Compression compression,
                                   const std::atomic<bool>& cancelled, const ByteSink& sink);

}  // namespace scrubjay::xrec
