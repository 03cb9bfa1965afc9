#pragma once

#include <string>

#include "app/viewer/panel.h"
#include "app/viewer/panels/timeline/timeline_area.h"

namespace scrubjay {

/// Whether there is anything to show in the lane of notes.
bool has_notes(const PanelContext& context);
/// Flags where something is noted, with as much of the text as there is room for; ranges as bars.
void draw_notes_lane(PanelContext& context, const TimelineArea& area, ImDrawList& list,
                     const TimelineLane& lane);
/// Goes to the note under the mouse; false where there is none.
bool take_note(PanelContext& context, const TimelineArea& area, const TimelineLane& lane,
               float mouse_x);
/// What the note there says; empty where there is none.
std::string note_remark(const PanelContext& context, const TimelineArea& area,
                        const TimelineLane& lane, float mouse_x);

}  // namespace scrubjay
