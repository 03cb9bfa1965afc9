#pragma once

#include <string>

#include "app/viewer/panel.h"

namespace scrubjay {

/// "+1.500 s", "−0.250 s": how far a recording was moved in time.
std::string offset_text(Seconds offset);

/// What can be done with an open recording, as entries of the menu that is open.
void recording_menu(PanelContext& context, std::size_t recording);

/// "Compare with ...", or to end that, as an entry of the menu that is open.
void compare_item(PanelContext& context, const ComparedRun& run);

/// Shows a recording alone; all of them when it is alone already.
void show_alone(Session& session, std::size_t recording);

}  // namespace scrubjay
