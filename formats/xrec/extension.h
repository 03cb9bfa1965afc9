#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace scrubjay::xrec::extension {

// How a recording of any format stands in an XREC file: event types of our own beside those of
// xrec.md 7.2, named in formats/xrec/README.md, section "Writing". A file that has them says so in
// its start packet's metadata.

/// Key in the start packet's metadata; its value is kVersion.
inline constexpr std::string_view kKey = "scrubjay.extension";
inline constexpr std::int64_t kVersion = 1;
/// Keys in the start packet's metadata: the source's format and, where the frames are in others,
/// its coordinates.
inline constexpr std::string_view kFormatKey = "scrubjay.format";
inline constexpr std::string_view kCoordinatesKey = "scrubjay.coordinates";
/// In front of keys of the source that would otherwise be taken for our own.
inline constexpr std::string_view kEscape = "scrubjay.source.";
/// Key in the end packet's metadata: whether the source had its own end.
inline constexpr std::string_view kCompleteKey = "scrubjay.source_complete";

inline constexpr std::string_view kStream = "Scrubjay.StreamEvent";
inline constexpr std::string_view kEntity = "Scrubjay.EntityEvent";
inline constexpr std::string_view kLife = "Scrubjay.LifeEvent";
inline constexpr std::string_view kLayer = "Scrubjay.LayerEvent";
inline constexpr std::string_view kFrame = "Scrubjay.FrameEvent";
inline constexpr std::string_view kRecorded = "Scrubjay.RecordedEvent";
inline constexpr std::string_view kStates = "Scrubjay.StatesEvent";
inline constexpr std::string_view kResource = "Scrubjay.ResourceEvent";
inline constexpr std::string_view kResourceData = "Scrubjay.ResourceDataEvent";
inline constexpr std::string_view kComment = "Scrubjay.CommentEvent";

/// Bytes of one StatesEvent or ResourceDataEvent: what is longer is written as several.
inline constexpr std::size_t kMostPartBytes = std::size_t{8} << 20;

}  // namespace scrubjay::xrec::extension
