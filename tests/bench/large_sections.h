#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "core/recording.h"
#include "tests/bench/goal_table.h"

namespace scrubjay::bench {

/// How large the recordings of a run are.
struct LargeSizes {
  bool is_small = false;
  std::uint64_t small_bytes = 10'000'000;
  std::uint64_t middle_bytes = 100'000'000;
  std::uint64_t large_bytes = 1'000'000'000;
  std::uint64_t huge_bytes = 4'200'000'000;
  int delta_seconds = 3600;
  std::size_t seeks = 400;
  std::uint32_t entities = 1000;
  std::size_t repeats = 5;  ///< of what is measured in turns with its reference; the best counts

  static LargeSizes small() {
    return {.is_small = true,
            .small_bytes = 1'000'000,
            .middle_bytes = 3'000'000,
            .large_bytes = 9'000'000,
            .huge_bytes = 20'000'000,
            .delta_seconds = 20,
            .seeks = 40,
            .entities = 100,
            .repeats = 1};
  }
};

/// Index passes beside `cat` and simdjson, memory, their growth, and the second opening.
void measure_opening(const LargeSizes& sizes, GoalTable& table);
/// From the click to the first picture of files too large to wait for.
void measure_first_picture(const LargeSizes& sizes, GoalTable& table);
/// Seeks to random frames and steady playback, in all formats.
void measure_seeking(const LargeSizes& sizes, GoalTable& table);
/// The window's panels, and what the scene is built of.
void measure_window(const LargeSizes& sizes, GoalTable& table);
/// Whole recordings on one thread and on two.
void measure_scans(const LargeSizes& sizes, GoalTable& table);
/// Decodes all frames, as `verify` does, and adds up what a plot would draw of each.
double scan_all(const std::shared_ptr<const Recording>& recording, unsigned threads);
/// Two recordings held against each other: time, memory, and the window meanwhile.
void measure_comparing(const LargeSizes& sizes, GoalTable& table);
/// The interval index, by the program that stands beside this one.
void measure_intervals(const std::string& program, const LargeSizes& sizes, GoalTable& table);

}  // namespace scrubjay::bench
