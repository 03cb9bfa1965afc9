#pragma once

#include <cstddef>
#include <cstdint>

/// Every bound on what the reader of OpenDRIVE takes (scenery/opendrive/README.md, 9; see also
/// core/limits.h). Beyond one of them: "limit", and what is whole is shown.
namespace scrubjay::opendrive::limits {

/// Bytes and elements of a file, all of which are in memory while it is read: what comes after them
/// is left out. An element takes some 70 bytes, an attribute 40, besides the text.
inline constexpr std::size_t kMostBytes = std::size_t{256} << 20;
inline constexpr std::size_t kMostElements = 20'000'000;
/// Elements within each other: deeper ones are skipped.
inline constexpr std::size_t kDeepestElement = 10'000;
/// Bytes of one text, such as the geographic reference: the rest is cut off.
inline constexpr std::size_t kMostTextBytes = 64 * 1024;

/// One geometry: metres along it, radians that it turns by, and how far from 0 it may lie. Beyond
/// them it is left out.
inline constexpr double kLongestGeometry = 1e6;
inline constexpr double kMostTurning = 10'000;
inline constexpr double kFarthest = 1e9;
/// Rows of tables for spirals and polynomials of a file: a geometry beyond them is left out.
inline constexpr std::size_t kMostTableRows = 4'000'000;
/// Heights, and distances from the reference line, in metres: larger ones count as this.
inline constexpr double kMostHeight = 1e6;
inline constexpr double kWidestRoad = 1e5;

/// Lanes of one section: those after them are left out.
inline constexpr std::size_t kMostLanes = 1'000;
/// Places of a road, and of a file, at which its cross section is taken. Beyond them: coarser.
inline constexpr std::size_t kMostStations = 1'000'000;
inline constexpr std::size_t kMostStationsOfFile = 10'000'000;
/// Pieces of reference lines that a place is looked for in. Beyond them: coarser.
inline constexpr std::size_t kMostPieces = 4'000'000;
/// Corners of all that is drawn. Beyond it: the rest is not drawn.
inline constexpr std::size_t kMostVertices = 16'000'000;
/// Corners of one outline that is filled. Beyond it: only its line is drawn.
inline constexpr std::size_t kMostFilledCorners = 1'000;
/// Looks at corners of outlines while they are filled. Beyond it: fans.
inline constexpr std::size_t kMostLooks = 1'000'000'000;
/// Instances of one object that repeats. Beyond it: the rest is not drawn.
inline constexpr std::size_t kMostInstances = 100'000;
/// Markings and borders of one object: those after them are left out.
inline constexpr std::size_t kMostMarkings = 1'000;
/// Ways into lanes that are looked at for what lies ahead of a place.
inline constexpr std::size_t kMostLanesAhead = 10'000;

}  // namespace scrubjay::opendrive::limits
