#pragma once

#include <atomic>
#include <cstddef>

#include "core/recording.h"

namespace scrubjay::compare {

/// How many frames from the first on surely hold the same in both, with the same rows of entities
/// and events, as seen from the files' bytes: one of the two frames stands for both. Zero where
/// nothing is sure, or once cancelled. Both are indexed. O(bytes up to the first that differs).
std::size_t count_same_frames(const Recording& a, const Recording& b,
                              const std::atomic<bool>& cancelled);

}  // namespace scrubjay::compare
