#include "app/viewer/panels/properties/chart_data.h"

#include <algorithm>
#include <cmath>

namespace scrubjay {

namespace {

ChartSeries read_series(const PropertyTree& tree, PropertyTree::Node node) {
  ChartSeries series;
  for_each_root(tree, children_of(tree, node), [&](auto, const PropertyNode& part) {
    if (part.name == "values" && has_numbers(part.type)) series.values = tree.numbers_of(part);
    if (part.name == "ylabel" && is_text(part.type)) series.label = part.text_value();
    if (part.name == "color" && is_text(part.type)) series.color = part.text_value();
  });
  return series;
}

double largest_value(const ChartData& chart) {
  double largest = 0;
  for (const ChartSeries& series : chart.series) {
    for (const double value : series.values) {
      if (std::isfinite(value)) largest = std::max(largest, value);
    }
  }
  return largest > 0 ? largest : 1;
}

}  // namespace

ChartData read_chart(const PropertyTree& tree, PropertyTree::Node node) {
  ChartData chart;
  chart.top = 0;
  for_each_root(tree, children_of(tree, node), [&](auto child, const PropertyNode& part) {
    if (part.name == "data" && is_container(part.type)) {
      for_each_root(tree, children_of(tree, child), [&](auto one, const PropertyNode& series) {
        if (is_container(series.type) && chart.series.size() < kMostSeries) {
          chart.series.push_back(read_series(tree, one));
        }
      });
    } else if (part.name == "yscale") {
      chart.top = part.as_number().value_or(0);
    } else if (part.name == "height") {
      chart.height = part.as_number().value_or(chart.height);
    } else if (part.name == "chart" && is_text(part.type)) {
      chart.bars = part.text_value() == "bar";
    }
  });
  if (!(chart.top > 0) || !std::isfinite(chart.top)) chart.top = largest_value(chart);
  if (!std::isfinite(chart.height) || chart.height <= 0) chart.height = 200;
  return chart;
}

void chart_columns(std::span<const double> values, std::size_t columns,
                   std::vector<ChartColumn>& out) {
  out.assign(columns, {});
  if (columns == 0) return;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!std::isfinite(values[i])) continue;
    ChartColumn& column = out[i * columns / values.size()];
    column.low = column.any ? std::min(column.low, values[i]) : values[i];
    column.high = column.any ? std::max(column.high, values[i]) : values[i];
    column.any = true;
  }
}

std::vector<double> chart_ticks(double top, std::size_t most) {
  std::vector<double> ticks{0};
  if (!(top > 0) || !std::isfinite(top) || most == 0) return ticks;
  const double least = top / static_cast<double>(most);
  const double power = std::pow(10, std::floor(std::log10(least)));
  if (!(power > 0)) return ticks;
  double step = power;
  for (const double factor : {1.0, 2.0, 5.0, 10.0}) {
    step = power * factor;
    if (step >= least * (1 - 1e-9)) break;
  }
  for (std::size_t i = 1; i <= most; ++i) {
    const double tick = step * static_cast<double>(i);
    if (tick > top * (1 + 1e-9)) break;
    ticks.push_back(tick);
  }
  return ticks;
}

std::size_t sample_at(double share, std::size_t count, bool bars) {
  const double last = static_cast<double>(count - 1);
  const double place =
      bars ? std::floor(share * static_cast<double>(count)) : std::round(share * last);
  return static_cast<std::size_t>(std::clamp(place, 0.0, last));
}

}  // namespace scrubjay
