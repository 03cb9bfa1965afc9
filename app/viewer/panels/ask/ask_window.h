#pragma once

#include <optional>
#include <vector>

#include "app/viewer/ask/ask_lane.h"
#include "app/viewer/ask/watch.h"
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

/// Where the watched condition begins to hold for an entity, after (+1) or before (-1) the
/// playhead.
std::optional<PlacedBand> neighbour_watched(PanelContext& context, int direction);
/// For which entities it holds at a session time, see bands_at().
std::vector<PlacedBand> watched_at(const PanelContext& context, Seconds t, Seconds reach);
/// Where it holds is not known yet.
bool is_watching(const PanelContext& context);
/// Goes to its begin and selects the entity.
void go_to_band(PanelContext& context, const PlacedBand& band);

/// What goes on without the window being drawn: each picture. A query ends with its window.
void update_asking(PanelContext& context);

}  // namespace scrubjay
