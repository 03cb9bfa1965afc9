#pragma once

#include <optional>
#include <span>

#include "app/viewer/panels/plots/plot_series.h"
#include "app/viewer/panels/widgets/list_scroll.h"

namespace scrubjay {

/// What the panel of plots keeps between pictures.
struct PlotsCache {
  ListScroll legend_scroll;
  std::optional<std::size_t> pointed;  ///< curve whose row in the legend the mouse is over
  std::optional<Seconds> mouse;        ///< session time under the mouse, over the charts
  std::string note;                    ///< what was copied or saved last
  double note_until = 0;
  std::string pressed_tool;  ///< under the mouse, see tool_tooltip()
};

/// "model3 192": whose curve it is; of a value between two both.
std::string curve_owner(PanelContext& context, const PlotCurve& curve);
/// "speed.x, derivative": of what.
std::string curve_value_name(const PlotCurve& curve);

/// The rows of what is drawn, in the child window that is open: whose, of what, the value at the
/// playhead, and at the mouse or over the range. A click selects, a right click offers what can be
/// drawn of it, the cross removes.
void plot_legend(PanelContext& context, std::span<const DrawnCurve> drawn, PlotsCache& cache);

/// Draws the pattern of a line, as in the charts.
void draw_line_sample(const DrawContext& context, ImVec2 from, float length, const ImVec4& color,
                      std::size_t dash);

}  // namespace scrubjay
