#pragma once

#include <imgui.h>

#include <cstddef>
#include <map>
#include <string>

#include "app/viewer/panel.h"
#include "app/viewer/panels/timeline/timeline_area.h"
#include "app/viewer/panels/widgets/state_band.h"

namespace scrubjay {

// Values over time as lanes on the timeline, see ViewState::plots.

/// What was drawn of the lanes of states, for who looks at the window from outside. In the caches.
struct DrawnLanes {
  std::map<std::size_t, DrawnBand> bands;  ///< by place in ViewState::plots
  std::string says;                        ///< of a plot's lane, to the mouse over it
};

// The lane of ViewState::plots[lane.index].
void draw_plot_lane(PanelContext& context, const TimelineArea& area, ImDrawList& list,
                    const TimelineLane& lane);
/// What can be done with it, as entries of the menu that is open.
void plot_menu(PanelContext& context, const TimelineLane& lane);
/// Width of its name and that of its entity [pixels].
float plot_name_width(const PanelContext& context, const TimelineLane& lane);
/// What the tooltip says: the value there.
std::string plot_remark(const PanelContext& context, const TimelineArea& area,
                        const TimelineLane& lane, float mouse_x);

}  // namespace scrubjay
