#pragma once

#include "core/recording.h"

namespace scrubjay::fuzz {

/// Requires what every frame keeps to, whatever the file: its subtrees add up, its ranges lie in
/// its tree, its rows exist, entities ascend, events are those that the recording has for it, and
/// the entities are those that live.
void check_frame(const Recording& recording, const Frame& frame);

}  // namespace scrubjay::fuzz
