#pragma once

#include <optional>

#include "app/viewer/ask/ask_lane.h"
#include "app/viewer/panel.h"
#include "core/filter.h"

namespace scrubjay {

/// Opens the window with a filter as a query.
void ask_filter(PanelContext& context, const Filter& filter);

/// Goes where a row of the lane leads.
bool go_to_mark(PanelContext& context, const AskMark& mark);
/// The row of the lane after (+1) or before (-1) the playhead: its time, none where there is none.
std::optional<Seconds> neighbour_row_time(PanelContext& context, int direction);
/// Goes there.
bool go_to_neighbour_row(PanelContext& context, int direction);

/// What goes on without the window being drawn: each picture. A query ends with its window.
void update_asking(PanelContext& context);

}  // namespace scrubjay
