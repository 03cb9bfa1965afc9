#include "app/viewer/panels/timeline/plot_lines.h"

#include <algorithm>
#include <cmath>

#include "app/viewer/panels/timeline/timeline_draw.h"
#include "core/growing_column.h"
#include "core/printed.h"

namespace scrubjay {

namespace {

struct PlotPaint {
  const TimelineArea& area;
  ImDrawList& list;
  const ValuePlot& plot;
  Seconds offset;  ///< session time of the recording's 0
  float top;
  float bottom;
  ValuePlot::Extent range;

  float x_of(std::size_t sample) const { return area.x_of(plot.time(sample) + offset); }
  float y_of(double value) const {
    const double share = (value - range.least) / (range.most - range.least);
    return bottom - static_cast<float>(std::clamp(share, 0.0, 1.0)) * (bottom - top);
  }
};

/// Somewhat more than what the values cover, so that what never changes lies in the middle.
ValuePlot::Extent padded(ValuePlot::Extent range) {
  if (range.most > range.least) return range;
  const double around = range.least == 0 ? 1 : std::abs(range.least) / 10;
  return {range.least - around, range.most + around};
}

/// Samples in view, and one at either side.
std::pair<std::size_t, std::size_t> samples_in_view(const PlotPaint& paint) {
  const std::size_t first = partition_row(paint.plot.size(), [&](std::size_t i) {
    return paint.plot.time(i) + paint.offset < paint.area.visible.begin;
  });
  const std::size_t last = partition_row(paint.plot.size(), [&](std::size_t i) {
    return paint.plot.time(i) + paint.offset <= paint.area.visible.end;
  });
  return {first - std::min<std::size_t>(first, 1), std::min(last + 1, paint.plot.size())};
}

/// A line from sample to sample; one that is no number breaks it.
void draw_samples(const PlotPaint& paint, std::size_t component, std::size_t first,
                  std::size_t last, ImU32 color) {
  const float width = paint.area.scaled(1.5F);
  std::size_t joined = 0;  // points of the line so far
  ImVec2 point{};
  for (std::size_t i = first; i < last; ++i) {
    const double value = paint.plot.value(i, component);
    if (!std::isnan(value)) {
      point = {paint.x_of(i), paint.y_of(value)};
      paint.list.PathLineTo(point);
      ++joined;
      if (i + 1 < last) continue;
    }
    if (joined == 1) paint.list.AddCircleFilled(point, 1.5F * width, color);
    paint.list.PathStroke(color, ImDrawFlags_None, width);
    joined = 0;
  }
}

/// Where several samples share a pixel: from the least to the most of them.
void draw_columns(const PlotPaint& paint, std::size_t component, std::size_t first,
                  std::size_t last, ImU32 color) {
  const float half = paint.area.scaled(0.75F);
  const auto end_of = [&](float x) {
    const Seconds t = paint.area.axis.time_at(static_cast<double>(x)) - paint.offset;
    return std::clamp(
        partition_row(paint.plot.size(), [&](std::size_t i) { return paint.plot.time(i) < t; }),
        first, last);
  };
  std::size_t begin = first;
  for (float x = std::floor(paint.area.left); x < paint.area.right && begin < last; ++x) {
    const std::size_t end = end_of(x + 1);
    if (end == begin) continue;
    // With the one before, so that columns touch.
    const auto extent = paint.plot.extent(component, begin - std::min<std::size_t>(begin, 1), end);
    begin = end;
    if (!extent) continue;
    paint.list.AddRectFilled({x, paint.y_of(extent->most) - half},
                             {x + 1, paint.y_of(extent->least) + half}, color);
  }
}

void draw_components(const PlotPaint& paint, std::span<const ImVec4> colors) {
  const auto [first, last] = samples_in_view(paint);
  const auto pixels = static_cast<std::size_t>(std::max(1.0F, paint.area.right - paint.area.left));
  for (std::size_t i = 0; i < paint.plot.components(); ++i) {
    const ImU32 color = packed(colors[i]);
    if (last - first > 2 * pixels) {
      draw_columns(paint, i, first, last, color);
    } else {
      draw_samples(paint, i, first, last, color);
    }
  }
}

}  // namespace

std::string lane_number(double value, int figures) {
  // Whole numbers of a common size need no exponent; what is nothing has no sign.
  const bool is_whole = std::abs(value) >= std::pow(10, figures) && std::abs(value) < 1e7;
  return printed(is_whole ? "%.*f" : "%.*g", is_whole ? 0 : figures, value == 0 ? 0.0 : value);
}

void draw_plot_lines(const DrawContext& context, const TimelineArea& area, ImDrawList& list,
                     const TimelineLane& lane, std::span<const LanePlot> plots,
                     const ValuePlot::Extent& range) {
  const float top = lane.top + area.scaled(5);
  const float bottom = lane.bottom - area.scaled(5);
  list.PushClipRect({area.left, lane.top}, {area.right, lane.bottom}, true);
  if (range.least < 0 && range.most > 0 && !plots.empty()) {
    const PlotPaint paint{area, list, plots.front().plot, 0, top, bottom, range};
    const float y = std::floor(paint.y_of(0)) + 0.5F;
    list.AddLine({area.left, y}, {area.right, y}, packed(context.theme.line));
  }
  for (const LanePlot& plot : plots) {
    draw_components({area, list, plot.plot, plot.offset, top, bottom, padded(range)}, plot.colors);
  }
  const ImFont* const font = context.fonts.small;
  const float margin = area.left + area.scaled(4);
  draw_text(list, font, {margin, lane.top + area.scaled(1)}, packed(context.theme.dim),
            lane_number(range.most));
  draw_text(list, font, {margin, lane.bottom - font->FontSize - area.scaled(1)},
            packed(context.theme.dim), lane_number(range.least));
  list.PopClipRect();
}

}  // namespace scrubjay
