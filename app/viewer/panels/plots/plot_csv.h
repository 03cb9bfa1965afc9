#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "app/shared/value_plots.h"

namespace scrubjay {

/// A column of a table of curves.
struct CsvCurve {
  std::string title;  ///< "192 speed [m/s]"
  const ValuePlot* plot = nullptr;
  std::size_t component = 0;
  Seconds offset = 0;
};

/// Curves as CSV: a row for each time in `range` (session time) at which one of them has a sample,
/// with the values that were sampled then. Cut at whole rows so that it is no longer than `most`
/// bytes; `is_cut` says so.
std::string curves_csv(std::span<const CsvCurve> curves, TimeRange range, std::size_t most,
                       bool& is_cut);

}  // namespace scrubjay
