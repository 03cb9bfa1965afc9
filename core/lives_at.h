#pragma once

#include "core/ids.h"

namespace scrubjay {

class Recording;

/// Whether one of the entity's lives holds that frame; none: false. Costs what
/// Recording::lifetimes_of does.
bool lives_at(const Recording& recording, EntityIndex entity, FrameIndex frame);

}  // namespace scrubjay
