#pragma once

#include "core/recording.h"

namespace scrubjay {

/// Whether an event only says that its entity was there when its client began: recorded as one, but
/// nothing happened. O(1).
bool is_of_start(const Recording& recording, const EventInfo& event);
/// How many such events the frame of `event` has. O(events of the frame).
std::size_t count_of_start(const Recording& recording, const EventInfo& event);

}  // namespace scrubjay
