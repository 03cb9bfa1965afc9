#pragma once

#include "formats/format.h"
#include "formats/xrec/layout.h"

namespace scrubjay::xrec {

/// What a conversion was asked for by name: see kWriteOptions.
struct WriterOptions {
  Compression compression = Compression::zstd;
  bool has_motion_events = true;
};

}  // namespace scrubjay::xrec
