#include "app/shared/curve_columns.h"

#include <algorithm>
#include <cmath>

#include "core/growing_column.h"

namespace scrubjay {

namespace {

/// The first sample at or after `t`, all before `begin` being earlier. Looked for around `guess`,
/// in doubling steps: frames mostly come evenly.
std::size_t sample_at(const ValuePlot& plot, std::size_t begin, std::size_t guess, Seconds t) {
  guess = std::clamp(guess, begin, plot.size());
  std::size_t low = begin;         // all before it are earlier
  std::size_t high = plot.size();  // it and all behind it are not
  std::size_t step = 1;
  if (guess < high && plot.time(guess) < t) {
    low = guess + 1;
    for (; low + step <= high && plot.time(low + step - 1) < t; step *= 2) low += step;
    high = std::min(high, low + step);
  } else {
    high = guess;
    for (; high >= low + step && !(plot.time(high - step) < t); step *= 2) high -= step;
    low = std::max(low, high - std::min(high, step));
  }
  return low + partition_row(high - low, [&](std::size_t i) { return plot.time(low + i) < t; });
}

int column_of(const TimeColumns& columns, Seconds t) {
  const double place = std::floor((t - columns.origin) / columns.width);
  if (!(place < columns.count)) return columns.count;
  int column = static_cast<int>(std::max(place, 0.0));
  // The quotient may be off by a rounding.
  while (column > 0 && t < columns.origin + columns.width * column) --column;
  while (t >= columns.origin + columns.width * (column + 1)) ++column;
  return column;
}

}  // namespace

void curve_columns(const ValuePlot& plot, std::size_t component, const TimeColumns& columns,
                   std::vector<CurveColumn>& out) {
  out.clear();
  std::size_t first =
      partition_row(plot.size(), [&](std::size_t i) { return plot.time(i) < columns.origin; });
  std::size_t in_column = 1;
  while (first < plot.size()) {
    const int column = column_of(columns, plot.time(first));
    if (column >= columns.count) return;
    const Seconds end = columns.origin + columns.width * (column + 1);
    const std::size_t last = std::max(first + 1, sample_at(plot, first, first + in_column, end));
    in_column = last - first;
    if (const auto extent = plot.extent(component, first, last)) {
      out.push_back({column, first, last, *extent});
    }
    first = last;
  }
}

}  // namespace scrubjay
