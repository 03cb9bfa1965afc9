#pragma once

#include "app/viewer/panels/timeline/timeline_picture.h"

namespace scrubjay {

inline constexpr float kHandle = 5;  ///< half the width of the playhead's handle

/// What the mouse does over the ruler or the lanes, whose invisible button was the last item:
/// scrubs, zooms, pans, selects a range, takes an event.
void handle_timeline_mouse(TimelinePicture& picture, bool on_ruler);

}  // namespace scrubjay
