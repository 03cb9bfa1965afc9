#pragma once

#include "app/viewer/panel.h"

namespace scrubjay {

/// The row above the timeline: first, back, play, forward, last, speed, loop, frame, time,
/// coordinates. Draws at the cursor over the width that is left.
void timeline_transport(PanelContext& context);

}  // namespace scrubjay
