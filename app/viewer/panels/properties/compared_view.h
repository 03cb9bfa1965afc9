#pragma once

#include "app/viewer/panel.h"

namespace scrubjay {

/// The values of what is selected in two runs that are compared, side by side with how far they are
/// apart, into what is left of the panel but for `below` pixels; a click on a row chooses its
/// property. False, and nothing is drawn, where nothing of it is compared at this time.
bool draw_compared(PanelContext& context, EntityRef selected, float below);

}  // namespace scrubjay
