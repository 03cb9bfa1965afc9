#pragma once

#include <optional>
#include <span>
#include <string>

#include "app/viewer/panels/plots/plot_series.h"
#include "app/viewer/panels/widgets/list_scroll.h"
#include "core/concurrency/awaited.h"

namespace scrubjay {

/// Curves as a table, for the clipboard.
struct PlotsCopy {
  std::string text;
  std::string note;  ///< what is said of it
};

/// What the panel of plots keeps between pictures.
struct PlotsCache {
  ListScroll legend_scroll;
  std::optional<std::size_t> pointed;  ///< curve whose row in the legend the mouse is over
  std::optional<Seconds> mouse;        ///< session time under the mouse, over the charts
  Awaited<PlotsCopy> copying;
  std::string note;  ///< what was copied or saved last
  double note_until = 0;
  std::string pressed_tool;  ///< under the mouse, see tool_tooltip()
};

/// Puts what was to be copied into the clipboard once it is made; each picture.
void update_plots_copy(PanelContext& context);

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
