#pragma once

#include <atomic>

#include "analysis/compare/options.h"

namespace scrubjay::compare {

/// What has to be added to B's times.
struct FoundOffset {
  Seconds offset = 0;
  /// Of events: the share of A's that have one of the same name in B within 1 ms. Of places: the
  /// share of those looked at that are within 1 cm of each other.
  double agreement = 0;
};

/// The offset under which events of one name agree best. The places of entities of one id and name
/// decide where the two have no names of events in common, and where less than half of the events
/// agree, or those of the first frames alone, but places elsewhere: at least nine in ten there,
/// less than half here. They decide, too, among offsets under which as many events agree. O(events
/// log events) and bounded work over pairs of them, or a bounded number of frames. {0, 0} where
/// there is neither. Within a microsecond it is the difference of times under which frames of both
/// are at the same time, if there is one: O(frames).
FoundOffset find_offset(const Sides& sides, const Options& options,
                        const std::atomic<bool>& cancelled);

}  // namespace scrubjay::compare
