#pragma once

#include "app/viewer/panel.h"

namespace scrubjay {

/// The two choices of what is shown between samples, as lines of a menu.
void sampling_choices(PanelContext& context);

/// The row above the timeline: first, back, play, forward, last, speed, loop, frame, time,
/// coordinates. Draws at the cursor over the width that is left.
void timeline_transport(PanelContext& context);

}  // namespace scrubjay
