#pragma once

#include <array>
#include <string_view>

#include "formats/format.h"
#include "formats/format_writer.h"

namespace scrubjay::framebyframe {

inline constexpr std::string_view kName = "framebyframe";
inline constexpr std::string_view kTitle = "Frame by Frame recording";
inline constexpr std::array<std::string_view, 4> kExtensions{"fbf", "temp", "txt", "json"};

/// Recordings of the visual debugger Frame by Frame: raw data as games write it, recordings that
/// its application saved, captured messages and dumps of single frames.
extern const Format kFormat;
/// Writes any recording as a Frame by Frame file (formats/framebyframe/README.md, 1, 9 and 16).
/// Recordings of this format come back as they were: unknown property types, flags, icons and extra
/// fields too. Option "container": "raw" as games write it, "saved" as the application does, with
/// comments.
extern const FormatWriter kWriter;

}  // namespace scrubjay::framebyframe
