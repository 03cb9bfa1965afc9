#pragma once

#include <string>

#include "core/timeline.h"

namespace scrubjay {

/// The frame just after `t` that is printed like it, with three decimals, where that at `t` is not:
/// times of recordings are mostly not as round as what people see and type. None else, and where
/// `t` has more decimals. `stream`: among its frames; none: among all.
FrameIndex frame_printed_like(const Timeline& timeline, Seconds t,
                              StreamIndex stream = StreamIndex::none());
/// The time of that frame, else `t`.
Seconds time_of_frame_printed_like(const Timeline& timeline, Seconds t);
/// "frame 254 is just after that, at 12.70000019 s"
std::string frame_just_after_text(const Timeline& timeline, FrameIndex after);

}  // namespace scrubjay
