#pragma once

#include "app/viewer/panel.h"

namespace scrubjay {

/// The two choices of what is shown between samples, as lines of a menu.
void sampling_choices(ViewContext& context);

/// In which coordinates values are shown, as lines of a menu; `recorded` are those of the recording
/// that is meant.
void coordinate_choices(ViewContext& context, const CoordinateSystem& recorded);

/// The row above the timeline: first, back, play, forward, last, speed, loop, frame, time,
/// coordinates. Draws at the cursor over the width that is left.
void timeline_transport(PanelContext& context);

}  // namespace scrubjay
