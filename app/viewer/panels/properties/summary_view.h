#pragma once

#include "app/viewer/panel.h"

namespace scrubjay {

/// What the open recordings are, while nothing is selected: fills what is left of the panel.
void draw_summary(PanelContext& context);

}  // namespace scrubjay
