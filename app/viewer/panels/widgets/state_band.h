#pragma once

#include <imgui.h>

#include <cstddef>
#include <string_view>

#include "app/shared/value_plots.h"
#include "app/viewer/draw_context.h"
#include "app/viewer/panels/widgets/time_axis.h"

namespace scrubjay {

/// Where the states of a value are drawn over time.
struct StateBand {
  const ValuePlot& plot;  ///< of states
  Seconds offset = 0;     ///< session time of the recording's 0
  TimeAxis axis;          ///< in screen pixels
  float left = 0;
  float right = 0;
  float top = 0;
  float bottom = 0;
  float opacity = 1;
};

/// What of it was drawn.
struct DrawnBand {
  std::size_t segments = 0;  ///< stretches of one state
  std::size_t named = 0;     ///< of these, with the name in it
  std::size_t mixed = 0;     ///< pixel columns that several states share
};

/// A stretch for each state with its name in it, in a colour and hatching that follow from its
/// text; where several share a pixel column, each has as much of its height as it has of the time.
DrawnBand draw_state_band(const DrawContext& context, ImDrawList& list, const StateBand& band);

/// The ground of a state: of "false" and of empty texts a grey, of what CSS calls a colour that
/// colour, as far as the theme's text can be read on it.
ImVec4 state_ground(const Theme& theme, std::string_view text);
/// A small field of it.
void draw_state_swatch(const DrawContext& context, ImDrawList& list, ImVec2 min, ImVec2 max,
                       std::string_view text);

}  // namespace scrubjay
