#pragma once

#include <vector>

#include "app/viewer/panels/timeline/timeline_mouse.h"
#include "app/viewer/panels/widgets/time_axis.h"

namespace scrubjay {

/// A speech mark on the ruler for each comment, those near each other as one: the mouse over it
/// reads them, a click goes to its frame and opens them. Call before the ruler's own item, which
/// takes the rest of the mouse. True while the mouse is over a mark. Appends where the marks are to
/// `taken`, ascending.
bool comment_marks(TimelinePicture& picture, std::vector<PixelSpan>& taken);

}  // namespace scrubjay
