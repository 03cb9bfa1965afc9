#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "core/property_tree.h"

namespace scrubjay {

/// One line (or row of bars) of a chart. Views into the tree.
struct ChartSeries {
  std::span<const double> values;  ///< spread evenly over the width
  std::string_view label;
  std::string_view color;  ///< CSS; may be empty
};

/// A linechart property, formats/framebyframe/README.md, 6.1: the vertical axis runs from 0 to
/// `top`.
struct ChartData {
  std::vector<ChartSeries> series;
  double top = 1;       ///< the source's scale, or the largest value where it gives none
  bool bars = false;    ///< else lines
  double height = 200;  ///< pixels; below 100 axes and labels are left out
};

inline constexpr double kPlainChartHeight = 100;  ///< pixels
/// So many lines are drawn at most.
inline constexpr std::size_t kMostSeries = 32;

ChartData read_chart(const PropertyTree& tree, PropertyTree::Node node);

/// Least and largest of the finite values that fall into one column of pixels.
struct ChartColumn {
  double low = 0;
  double high = 0;
  bool any = false;
};

/// `values` as `columns` columns, so that no peak is lost where there are more samples than pixels.
/// Replaces `out`. O(values).
void chart_columns(std::span<const double> values, std::size_t columns,
                   std::vector<ChartColumn>& out);

/// Steps of 1, 2 or 5 times a power of ten from 0 up to `top`, at most `most` of them besides 0.
std::vector<double> chart_ticks(double top, std::size_t most);

/// The sample under a place along the width, 0 to 1. `count` must not be 0.
std::size_t sample_at(double share, std::size_t count, bool bars);

}  // namespace scrubjay
