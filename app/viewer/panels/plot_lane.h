#pragma once

#include <imgui.h>

#include <string>

#include "app/viewer/panel.h"
#include "app/viewer/panels/timeline_lanes.h"

namespace scrubjay {

// Values over time as lanes on the timeline, see ViewState::plots.

/// Whether a property has one to four numbers, which a plot can show.
bool can_be_plotted(const PropertyTree& tree, PropertyTree::Node node);

/// Reads what is plotted of recordings that are visible. Cheap when nothing changed; each picture.
void update_plots(PanelContext& context);

// The lane of ViewState::plots[lane.index].
void draw_plot_lane(PanelContext& context, const TimelineArea& area, ImDrawList& list,
                    const TimelineLane& lane);
/// Its name: a click selects the entity.
void plot_gutter(PanelContext& context, const TimelineLane& lane, float width);
/// What the tooltip says: the value at session time `t`.
std::string plot_remark(const PanelContext& context, const TimelineLane& lane, Seconds t);

}  // namespace scrubjay
