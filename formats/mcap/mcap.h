#pragma once

#include <array>
#include <string_view>

#include "formats/format.h"
#include "formats/format_writer.h"
#include "formats/mcap/records.h"

namespace scrubjay::mcap {

inline constexpr std::array<std::string_view, 1> kExtensions{"mcap"};

/// MCAP files of Foxglove's messages, of any Protobuf or JSON messages, and of our own.
extern const Format kFormat;
/// Writes recordings as MCAP files for Foxglove, Lichtblick, Rerun and PlotJuggler
/// (formats/mcap/README.md).
/// Further errors: "too-large" where there are more topics than such a file can hold.
extern const FormatWriter kWriter;

}  // namespace scrubjay::mcap
