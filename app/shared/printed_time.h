#pragma once

#include "core/timeline.h"

namespace scrubjay {

/// The frame just after `t` that is printed like it, with three decimals, where that at `t` is not:
/// times of recordings are mostly not as round as what people see and type. None else, and where
/// `t` has more decimals. `stream`: among its frames; none: among all.
FrameIndex frame_printed_like(const Timeline& timeline, Seconds t,
                              StreamIndex stream = StreamIndex::none());

}  // namespace scrubjay
