#pragma once

#include <memory>

#include "formats/kept/reader.h"
#include "formats/xrec/read/metadata.h"

namespace scrubjay::xrec {

/// The head of what an XREC file keeps, from its start packet. Nothing for other files, for
/// versions that came later, and where the file was cut off before what is kept of its first
/// frames: these are shown as their events.
std::optional<kept::Head> kept_head(Bytes file, const Metadata& metadata);

/// The packets of what an XREC file keeps; its other events are only counted.
std::unique_ptr<kept::KeptFile> kept_file(std::shared_ptr<InputFile> file);

}  // namespace scrubjay::xrec
