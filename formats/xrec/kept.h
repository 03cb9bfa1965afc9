#pragma once

#include <cstddef>
#include <string_view>

namespace scrubjay::xrec {

// How a recording of any format is kept in an XREC file: its packets (formats/kept) stand in events
// of one type, the head in the start packet's metadata (formats/xrec/README.md, "Writing").

/// Key in the start packet's metadata: the bytes of the head.
inline constexpr std::string_view kKeptKey = "scrubjay.kept";
/// Key of the coordinates there (formats/xrec/README.md, 4.5).
inline constexpr std::string_view kCoordinatesKey = "coordinates";

/// An event with a packet, or a piece of one: More (boolean), whether the next event goes on with
/// it, and Data (bytes).
inline constexpr std::string_view kKeptEvent = "Scrubjay.KeptEvent";
/// Bytes of one piece.
inline constexpr std::size_t kMostPieceBytes = std::size_t{12} << 20;

}  // namespace scrubjay::xrec
