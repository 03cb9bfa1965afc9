#pragma once

#include <array>
#include <string_view>

#include "formats/format.h"

namespace scrubjay::xrec {

/// Writes any recording as XREC (xrec.md 9). A recording of this format comes back as it was:
/// equal events and metadata in their order, what is not known byte for byte; a part of one, or one
/// in other coordinates, and recordings of other formats stand in events of our own
/// (formats/xrec/README.md).
Result<WriteReport> write(const WriteRequest& request, const std::atomic<bool>& cancelled,
                          const ByteSink& sink);

inline constexpr std::array<std::string_view, 2> kCompressionNames{"zstd", "none"};
inline constexpr std::array<std::string_view, 2> kMotionNames{"events", "own"};
inline constexpr WriteOption kCompressionOption{
    "compression", "zstd: small; none: readable by the simplest reader", kCompressionNames};
inline constexpr WriteOption kMotionOption{
    "motion",
    "events: places of entities also as the changes of position, rotation and scale that every "
    "reader of the format knows; own: in our own events only, smaller",
    kMotionNames};
/// What `write` can be asked for.
inline constexpr std::array kWriteOptions{kCompressionOption, kMotionOption};

}  // namespace scrubjay::xrec
