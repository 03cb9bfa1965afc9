#pragma once

#include <imgui.h>

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/viewer/panels/plots/plot_series.h"
#include "app/viewer/panels/widgets/time_axis.h"

namespace scrubjay {

/// Where the panel of plots draws over time.
struct PlotArea {
  ImVec2 min;  ///< of all charts, with their axes
  ImVec2 max;
  TimeAxis axis;   ///< in screen pixels
  float left = 0;  ///< of what is drawn over time
  float right = 0;
  std::optional<std::size_t> pointed;  ///< the curve pointed at in the legend: others are faded

  float x_of(Seconds t) const;
};

/// Finds room for the axes of what is drawn: sets `left` and `right`, and the axis's place.
void place_plot_area(const PanelContext& context, std::span<const DrawnCurve> drawn,
                     PlotArea& area);

/// Charts, strips of states, axes, the range and the playhead.
void draw_plot_area(PanelContext& context, std::span<const DrawnCurve> drawn, const PlotArea& area);

/// Multiples of 1, 2 or 5 times a power of ten inside of the extent, about `wanted` of them; the
/// step between them.
double value_step(ValuePlot::Extent extent, double wanted);

}  // namespace scrubjay
