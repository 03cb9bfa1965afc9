#pragma once

#include <string>
#include <string_view>

#include "app/viewer/found/value_history.h"
#include "app/viewer/panel.h"

namespace scrubjay {

/// When the property that is chosen changed, and where the playhead is to go by that. One of them
/// in the panels' caches.
struct PropertySteps {
  ValueHistory nearest{HistoryReach::neighbours};  ///< around the playhead
  ValueHistory all{HistoryReach::all};             ///< for the window of it, while it is open
  int direction = 0;  ///< where to the playhead is to go once that change is known; 0: it stays
};

/// The property of the primary selection that is under the mouse, else the chosen one; empty: none.
const std::string& meant_property(const ViewState& state);

/// The frame at the playhead of an entity's stream; none where there is none.
FrameIndex frame_at_playhead(const ViewContext& context, EntityRef entity);

/// Takes the playhead to the next (+1) or previous (-1) change of the property that is meant, which
/// is chosen from now on: as soon as that change is found.
void step_to_change(PanelContext& context, int direction);
/// Reads what is wanted, and moves the playhead once that is found. Each picture.
void update_property_steps(PanelContext& context);

}  // namespace scrubjay
