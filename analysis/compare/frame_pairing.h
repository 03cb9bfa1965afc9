#pragma once

#include <cstdint>
#include <vector>

#include "analysis/compare/options.h"

namespace scrubjay::compare {

/// A step of a comparison: two frames side by side, or a frame that has none beside it.
struct Item {
  FrameIndex a;  ///< none: a frame of B alone
  FrameIndex b;  ///< none: a frame of A alone; by time the one at or before

  bool is_pair() const { return a.exists() && b.exists(); }
};

/// What stands beside what, in the order in which it is compared and told: that of A's frames,
/// those of B alone before the pair that follows them in B.
struct Pairing {
  FramesBy by = FramesBy::frame;  ///< never automatic
  Seconds offset = 0;
  std::vector<Item> items = {};
  std::size_t pairs = 0;  ///< items that are
  /// In it A's file ends (by a problem of code "cut-off"), while B goes on behind what would stand
  /// beside it: what is there of it is neither compared nor told. None: there is no such.
  FrameIndex cut_a = {};
  FrameIndex cut_b = {};
};

/// Two times are one where they are this near.
inline constexpr Seconds kSameTime = 1e-9;

/// O(frames), from the timelines alone.
Pairing pair_frames(const Sides& sides, const Options& options, Seconds offset);

}  // namespace scrubjay::compare
