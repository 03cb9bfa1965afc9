#pragma once

#include <cstddef>
#include <cstdint>

/// What all formats share of the bounds on what a file may ask for. Those of one format stand in
/// formats/NAME/limits.h, and README's table "Limits" says the same figures: a test compares them.
namespace scrubjay::limits {

/// Rows of one table of a recording: frames, entities, lifetimes, events. A row number has 32 bits;
/// the rest is room for the frame at which a reader notices. Beyond it: "too-many-rows", and the
/// frames before are shown.
inline constexpr std::uint64_t kMostRows = 4'000'000'000;
/// Streams of a recording: the timeline keeps 16 bits a frame for them. Beyond it:
/// "too-many-streams", and the rest is shown as one.
inline constexpr std::size_t kMostStreams = 0xFFFF;
/// Kinds of problems that are listed, so that hostile input cannot fill memory with them. Beyond
/// it: "more-problems" counts the rest.
inline constexpr std::size_t kMostProblems = 500;
/// Bytes of the folder for kept indexes and inflated texts: what was used longest ago goes.
inline constexpr std::uint64_t kMostCacheBytes = std::uint64_t{8} << 30;
/// A unit of length in metres: between these, neither the way from one unit to another nor its
/// square runs out of a double. Beyond them a unit is refused, or that of the recording is 1.
inline constexpr double kLeastMetres = 1e-30;
inline constexpr double kMostMetres = 1e30;

}  // namespace scrubjay::limits
