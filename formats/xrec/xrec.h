#pragma once

#include <array>
#include <string_view>

#include "formats/format.h"
#include "formats/format_writer.h"

namespace scrubjay::xrec {

inline constexpr std::string_view kName = "xrec";
inline constexpr std::string_view kTitle = "XREC recording of an XR session";
inline constexpr std::array<std::string_view, 1> kExtensions{"xrec"};

/// XREC recordings in this project's own layout (the vendor's is not published).
extern const Format kFormat;
/// Writes any recording as XREC (formats/xrec/README.md, 9). A recording of this format comes back
/// as it was: equal events and metadata in their order, what is not known byte for byte; a part of
/// one, or one in other coordinates, and recordings of other formats are kept in events.
extern const FormatWriter kWriter;

}  // namespace scrubjay::xrec
