#pragma once

#include <imgui.h>

#include <span>
#include <string>

#include "app/shared/value_plots.h"
#include "app/viewer/draw_context.h"
#include "app/viewer/panels/timeline/timeline_area.h"

namespace scrubjay {

/// What a lane draws of numbers over time.
struct LanePlot {
  const ValuePlot& plot;
  Seconds offset = 0;              ///< session time of the recording's 0
  std::span<const ImVec4> colors;  ///< of its components
};

/// Lines over the height of the lane, with the range that this stands for at the left.
void draw_plot_lines(const DrawContext& context, const TimelineArea& area, ImDrawList& list,
                     const TimelineLane& lane, std::span<const LanePlot> plots,
                     const ValuePlot::Extent& range);

/// Five figures are more than a lane can show.
std::string lane_number(double value, int figures = 5);

}  // namespace scrubjay
