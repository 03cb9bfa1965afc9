#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "app/shared/value_plots.h"
#include "app/viewer/panel.h"

namespace scrubjay {

/// What ValuePlots has to read for a value that is drawn.
PlotRequest plot_request(const ViewState& state, const PlottedValue& plotted);
PlotRequest plot_request(const ViewState& state, const PlotCurve& curve);

/// The entity that values between two are worked out with: the one selected before `of`, when just
/// two of one recording are.
EntityIndex compared_entity(const ViewState& state, EntityRef of);

/// The same for a value at a path: none unless it is one between two.
EntityIndex other_of_path(const ViewState& state, EntityRef of, std::string_view path);

/// Makes of `all` what covers both.
void widen(std::optional<ValuePlot::Extent>& all, const std::optional<ValuePlot::Extent>& one);

/// The samples whose times, moved by `offset`, lie in `range`: from the first to before the last.
std::pair<std::size_t, std::size_t> samples_in(const ValuePlot& plot, TimeRange range,
                                               Seconds offset = 0);

/// What a value was over a range of the recording's own time: least, mean, greatest and standard
/// deviation of its numbers, or the share of time of its states, the greatest first; and how often
/// it changed. Numbers count once a sample.
std::string range_text(const ValuePlot& plot, std::size_t component, TimeRange range);
/// What of that has room in a row: "9.44 to 17.7, mean 13.5" of numbers, or without the mean; all
/// of states.
std::string short_range_text(const ValuePlot& plot, std::size_t component, TimeRange range,
                             bool with_mean);

/// Reads all that is plotted of recordings that are visible, and what the panels show of derived
/// values. Cheap when nothing changed; each picture.
void update_plots(PanelContext& context);

}  // namespace scrubjay
