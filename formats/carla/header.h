#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/byte_reader.h"
#include "core/coordinate_system.h"
#include "core/problem.h"
#include "formats/carla/packets.h"

namespace scrubjay::carla {

/// Of the format.
inline constexpr std::string_view kName = "carla";

/// Whether bytes 2..17 are those of a CARLA recorder file: the magic with its length before it.
bool has_magic(Bytes head);

struct HeaderRead {
  Header header;            ///< the map's name points into the bytes
  std::uint64_t bytes = 0;  ///< where the packets begin
};

/// Reads the header in front of `file`. Errors, all fatal: "not-carla" without the magic,
/// "cut-header" when the file ends inside the header, "unknown-version", "text-mode" for a file
/// whose packets are out of step because it was written in text mode on Windows (a 0D before each
/// 0A).
Result<HeaderRead> read_header(Bytes file);

/// Left-handed, X forward, Y right, Z up, centimetres: those of every file
/// (formats/carla/README.md, 7).
CoordinateSystem unreal_coordinates();

/// ISO 8601 in UTC, "2021-11-23T12:39:25Z"; "" for 0, negative and what no calendar holds.
std::string date_text(std::int64_t seconds_since_1970);
/// The way back: whole seconds of "2021-11-23T12:39:25Z"; 0 for what is no such text. What stands
/// behind the seconds (a fraction, an offset) is not looked at, but for the Z of UTC.
std::int64_t date_of(std::string_view text);

}  // namespace scrubjay::carla
