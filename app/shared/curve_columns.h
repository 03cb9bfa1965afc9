#pragma once

#include <cstddef>
#include <vector>

#include "app/shared/value_plots.h"

namespace scrubjay {

/// Columns of time, one a pixel: column i is [origin + i * width, origin + (i + 1) * width).
struct TimeColumns {
  Seconds origin = 0;
  Seconds width = 1;  ///< above 0
  int count = 0;
  bool operator==(const TimeColumns&) const = default;
};

/// The samples [first, last) of a value that fall into one column, and what they reach over.
struct CurveColumn {
  int column = 0;
  std::size_t first = 0;
  std::size_t last = 0;
  ValuePlot::Extent extent;
};

/// All columns with a value, ascending, into `out`: their least and greatest values are exact,
/// however many samples they hold. O(columns * log(samples in one)).
void curve_columns(const ValuePlot& plot, std::size_t component, const TimeColumns& columns,
                   std::vector<CurveColumn>& out);

}  // namespace scrubjay
