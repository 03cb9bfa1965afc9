#pragma once

#include <imgui.h>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/shared/value_plots.h"
#include "app/viewer/panel.h"

namespace scrubjay {

/// One line of the panel of plots: a curve, or one component of it.
struct DrawnCurve {
  std::size_t curve = 0;            ///< place in ViewState::curves
  const ValuePlot* plot = nullptr;  ///< null: nothing is known yet
  std::size_t component = 0;
  Seconds offset = 0;  ///< session time of the recording's 0
  ImVec4 color;
  std::size_t dash = 0;  ///< which pattern, from 0: none
  const Timeline* timeline = nullptr;
  std::span<const Gap> gaps = {};  ///< of the entity's stream, as far as they are known

  bool is_of_states() const { return plot != nullptr && plot->is_of_states(); }
  bool has_values() const { return plot != nullptr && plot->components() > 0; }
};

/// All that is drawn, in order of the curves. Valid as long as `found` lives, until gaps are looked
/// for anew.
std::vector<DrawnCurve> drawn_curves(const PanelContext& context, const ValuePlots::Found& found);

/// The samples whose times lie in `range` (session time).
std::pair<std::size_t, std::size_t> samples_in(const DrawnCurve& drawn, TimeRange range);

/// Whether frames are missing between a sample and a later one, so that nobody knows what was
/// there.
bool is_interrupted(const DrawnCurve& drawn, std::size_t sample, std::size_t later);

/// Five figures, and no exponent where none is needed.
std::string curve_number(double value);
/// What it is at session time `t`, without its unit; empty where there is nothing.
std::string curve_text_at(const DrawnCurve& drawn, Seconds t);
/// "x" of a vector's first component; empty of a single number.
std::string_view component_title(const DrawnCurve& drawn);

/// Whether its least value is marked: of what is between two.
bool marks_least(const PlotCurve& curve);

}  // namespace scrubjay
