#pragma once

#include "app/viewer/layout.h"
#include "app/viewer/panel.h"

namespace scrubjay {

/// The tabs by which entities and events take turns in a left column that is too low for both, with
/// how many there are. Draws nothing where `rect` is empty.
void draw_left_tabs(PanelContext& context, const Rect& rect);

}  // namespace scrubjay
