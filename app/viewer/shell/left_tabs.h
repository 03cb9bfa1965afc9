#pragma once

#include "app/viewer/panel.h"
#include "app/viewer/shell/layout.h"

namespace scrubjay {

/// The tabs by which entities and events take turns in a left column that is too low for both, with
/// how many there are. Draws nothing where `rect` is empty.
void draw_left_tabs(PanelContext& context, const Rect& rect);

}  // namespace scrubjay
