#pragma once

#include <atomic>
#include <cstddef>

#include "analysis/compare/frame_pairing.h"
#include "core/recording.h"

namespace scrubjay::compare {

/// What surely is the same in two recordings, as seen from the files' bytes.
struct SameFrames {
  std::size_t frames = 0;    ///< from the first on: both have the same entities, values, events
  std::size_t entities = 0;  ///< rows from the first on that both have
};

/// Times may differ: those of a frame can depend on frames behind it. No more frames are counted
/// than are paired row with row. Nothing is the same where nothing is sure; once cancelled less may
/// be. Both are indexed. O(bytes up to the first that differs + entities + events).
SameFrames find_same_frames(const Recording& a, const Recording& b, const Pairing& pairing,
                            const std::atomic<bool>& cancelled);

}  // namespace scrubjay::compare
