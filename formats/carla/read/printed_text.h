#pragma once

#include <atomic>
#include <string>

#include "core/byte_reader.h"
#include "formats/carla/read/file_index.h"

namespace scrubjay::carla {

// The answers of CARLA's query tools (show_recorder_file_info, show_recorder_collisions,
// show_recorder_actors_blocked of 0.9.14 and 0.9.15) as text, oddities included. One text is at
// most limits::kMostPrintedBytes long; what would be longer ends with a line that says so. Where
// CARLA's order is that of a hash table (equal durations of blocked actors), actors are in order of
// id.

/// `show_all`: every frame and packet, not only frames with events.
std::string print_file_info(Bytes file, const FileIndex& index, bool show_all,
                            const std::atomic<bool>& cancelled);
/// `type1`, `type2`: h, v, w, t, o or a.
std::string print_collisions(Bytes file, const FileIndex& index, char type1, char type2,
                             const std::atomic<bool>& cancelled);
/// `min_time` in seconds, `min_distance` in cm.
std::string print_blocked(Bytes file, const FileIndex& index, double min_time, double min_distance,
                          const std::atomic<bool>& cancelled);

/// As C++ streams print floats: six significant digits.
std::string six_digits(double value);
/// The three lines that all answers begin with, and the two they end with.
std::string printed_head(Bytes file);
std::string printed_tail(const FrameStart& last, bool whole_seconds);

}  // namespace scrubjay::carla
