#include "app/viewer/panels/plots/plot_chart.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <map>

#include "app/shared/curve_columns.h"
#include "app/viewer/css_color.h"
#include "app/viewer/panels/widgets/row_paint.h"
#include "app/viewer/panels/widgets/state_band.h"
#include "app/viewer/panels/widgets/work_budget.h"
#include "app/viewer/plots/plot_curves.h"
#include "app/viewer/plots/plotted_values.h"

namespace scrubjay {

namespace {

constexpr float kStrip = 22;  ///< height of a strip of states [pixels at 100 %]
constexpr float kStripGap = 3;
constexpr float kAxisLine = 18;  ///< height of the labels of time
constexpr float kAxisWidth = 58;
constexpr float kScaleTitle = 20;
constexpr float kFaded = 0.22F;  ///< of what is not pointed at

/// Lines that share an axis of values.
struct ValueScale {
  std::string unit;
  std::string title;
  ValuePlot::Extent extent;
  std::vector<const DrawnCurve*> lines;
};

/// A chart: one above the other.
struct Chart {
  std::vector<ValueScale> scales;
  float title = 0;  ///< where titles of scales begin, above their lines where there is room
  float top = 0;
  float bottom = 0;
};

bool is_numeric(const DrawnCurve& drawn) { return drawn.has_values() && !drawn.is_of_states(); }

std::optional<ValuePlot::Extent> extent_in_view(const DrawnCurve& drawn, const TimeAxis& axis) {
  auto [first, last] = samples_in(drawn, axis.shown);
  // With those at either side, to which lines lead.
  first -= std::min<std::size_t>(first, 1);
  last = std::min(last + 1, drawn.plot->size());
  return drawn.plot->extent(drawn.component, first, last);
}

/// Somewhat more than what the values cover.
ValuePlot::Extent with_margin(const std::optional<ValuePlot::Extent>& extent) {
  if (!extent) return {0, 1};
  double around = (extent->most - extent->least) * 0.06;
  // What differs by rounding only is level.
  constexpr double kLevel = 1e-6;
  const double size = std::max(std::abs(extent->least), std::abs(extent->most));
  if (!(extent->most - extent->least > kLevel * size)) around = size == 0 ? 1 : size / 10;
  return {extent->least - around, extent->most + around};
}

std::string scale_title(const PanelContext& context, const ValueScale& scale) {
  std::string title;
  for (const DrawnCurve* line : scale.lines) {
    const std::string one = plot_title(context.state.curves[line->curve].path);
    if (title.find(one) != std::string::npos) continue;
    if (!title.empty()) title += ", ";
    title += one;
  }
  return one_line(title, 60) + (scale.unit.empty() ? "" : " [" + scale.unit + "]");
}

/// Whether there is room to stack as many curves as are drawn; else they share one chart.
bool are_stacked(const PanelContext& context, const PlotArea& area) {
  constexpr float kLeastChart = 26;
  const auto curves = static_cast<float>(context.state.curves.size());
  return context.state.plots_stacked &&
         area.max.y - area.min.y > kLeastChart * context.scale * curves;
}

/// Which lines stand in which chart, and share which scale.
std::vector<Chart> sort_into_charts(const PanelContext& context, std::span<const DrawnCurve> drawn,
                                    const PlotArea& area) {
  std::vector<Chart> charts;
  const ViewState& state = context.state;
  const bool is_stacked = are_stacked(context, area);
  for (const DrawnCurve& line : drawn) {
    if (!is_numeric(line)) continue;
    const bool is_next =
        charts.empty() ||
        (is_stacked && charts.back().scales.back().lines.back()->curve != line.curve);
    if (is_next) charts.emplace_back();
    auto& scales = charts.back().scales;
    const auto same = std::ranges::find_if(scales, [&](const ValueScale& scale) {
      return state.plots_own_scales ? scale.lines.front()->curve == line.curve
                                    : scale.unit == line.plot->unit();
    });
    if (same != scales.end()) {
      same->lines.push_back(&line);
    } else {
      scales.push_back({line.plot->unit(), {}, {}, {&line}});
    }
  }
  return charts;
}

/// What each scale reaches over: what is in view, and of one unit the same in all charts.
void scale_charts(const PanelContext& context, const TimeAxis& axis, std::vector<Chart>& charts) {
  const auto reach = [&](const ValueScale& scale) {
    std::optional<ValuePlot::Extent> all;
    for (const DrawnCurve* line : scale.lines) widen(all, extent_in_view(*line, axis));
    return all;
  };
  std::map<std::string_view, std::optional<ValuePlot::Extent>> of_units;
  for (const Chart& chart : charts) {
    for (const ValueScale& scale : chart.scales) widen(of_units[scale.unit], reach(scale));
  }
  for (Chart& chart : charts) {
    for (ValueScale& scale : chart.scales) {
      scale.extent =
          with_margin(context.state.plots_own_scales ? reach(scale) : of_units[scale.unit]);
      scale.title = scale_title(context, scale);
    }
  }
}

/// What draws one line.
struct LinePaint {
  const PlotArea& area;
  ImDrawList& list;
  const Chart& chart;
  const ValueScale& scale;
  const DrawnCurve& line;
  ImU32 color;
  float width;

  float y_of(double value) const {
    const double share = (value - scale.extent.least) / (scale.extent.most - scale.extent.least);
    return chart.bottom -
           static_cast<float>(std::clamp(share, -0.1, 1.1)) * (chart.bottom - chart.top);
  }
  ImVec2 place(std::size_t sample) const {
    return {area.x_of(line.plot->time(sample) + line.offset),
            y_of(line.plot->value(sample, line.component))};
  }
};

/// Lengths of strokes and gaps, in widths of the line.
constexpr std::array<std::array<float, 4>, 4> kDashes{{
    {0, 0, 0, 0},
    {7, 3.5F, 7, 3.5F},
    {1.6F, 2.6F, 1.6F, 2.6F},
    {8, 3, 1.6F, 3},
}};

/// A line of strokes: goes on where it was from segment to segment.
class Dasher {
 public:
  Dasher(ImDrawList& list, ImU32 color, float width, std::size_t pattern)
      : list_(list), color_(color), width_(width), pattern_(kDashes[pattern]) {}

  void line(ImVec2 from, ImVec2 to) {
    const float length = std::hypot(to.x - from.x, to.y - from.y);
    if (pattern_[0] == 0 || length > 20'000) {
      list_.AddLine(from, to, color_, width_);
      return;
    }
    float at = 0;
    while (at < length) {
      const float end = std::min(length, at + pattern_[part_] * width_ - used_);
      if (part_ % 2 == 0)
        list_.AddLine(between(from, to, at / length), between(from, to, end / length), color_,
                      width_);
      used_ += end - at;
      if (used_ >= pattern_[part_] * width_ - 1e-3F) {
        used_ = 0;
        part_ = (part_ + 1) % pattern_.size();
      }
      at = std::max(end, at + 1e-3F);
    }
  }
  /// For a line that is drawn in pieces: whether one of that length is of a stroke.
  bool is_stroke(float length) {
    if (pattern_[0] == 0) return true;
    const bool is_drawn = part_ % 2 == 0;
    const float whole = (pattern_[0] + pattern_[1] + pattern_[2] + pattern_[3]) * width_;
    used_ += std::fmod(length, whole);
    while (used_ >= pattern_[part_] * width_) {
      used_ -= pattern_[part_] * width_;
      part_ = (part_ + 1) % pattern_.size();
    }
    return is_drawn;
  }

 private:
  static ImVec2 between(ImVec2 from, ImVec2 to, float share) {
    return {from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share};
  }
  ImDrawList& list_;
  ImU32 color_;
  float width_;
  std::array<float, 4> pattern_;
  std::size_t part_ = 0;
  float used_ = 0;  ///< of the stroke or gap
};

/// Up to the next sample: whole numbers hold until then.
void draw_stretch(const LinePaint& paint, Dasher& dasher, ImVec2 from, ImVec2 to) {
  if (paint.line.plot->is_stepped()) {
    const ImVec2 corner{to.x, from.y};
    dasher.line(from, corner);
    from = corner;
  }
  dasher.line(from, to);
}

/// From sample to sample; one that is no number breaks the line, and so do frames that are missing.
void draw_line_samples(const LinePaint& paint, std::size_t first, std::size_t last) {
  Dasher dasher(paint.list, paint.color, paint.width, paint.line.dash);
  std::optional<ImVec2> before;
  bool is_alone = false;
  const auto end_line = [&] {
    if (before && is_alone) paint.list.AddCircleFilled(*before, paint.width * 1.4F, paint.color);
    before.reset();
  };
  for (std::size_t i = first; i < last; ++i) {
    const bool is_number = !std::isnan(paint.line.plot->value(i, paint.line.component));
    if (!is_number || (before && is_interrupted(paint.line, i - 1, i))) end_line();
    if (!is_number) continue;
    const ImVec2 now = paint.place(i);
    if (before) draw_stretch(paint, dasher, *before, now);
    is_alone = !before.has_value();
    before = now;
  }
  end_line();
}

/// The columns of dense lines. They are kept while they stay the same; where many change at once,
/// as while zooming, some are those of the picture before, which are as exact, but as wide as then.
struct ColumnCache {
  struct Known {
    const ValuePlot* plot = nullptr;
    PlotCurve curve;
    std::optional<CoordinateSystem> coordinates;
    std::size_t samples = 0;
    TimeColumns columns;  ///< in the recording's own time
    std::vector<CurveColumn> found;
  };
  std::map<std::pair<std::size_t, std::size_t>, Known> known;  ///< by curve and component
  std::size_t next = 0;  ///< among the dense lines: which is brought up to date first
};

TimeColumns columns_of(const PlotArea& area, const DrawnCurve& line) {
  const float left = std::floor(area.left);
  return {area.axis.time_at(static_cast<double>(left)) - line.offset, area.axis.seconds_per_pixel(),
          static_cast<int>(std::ceil(area.right - left))};
}

bool is_dense(const PlotArea& area, const DrawnCurve& line) {
  const auto [first, last] = samples_in(line, area.axis.shown);
  return last - first > static_cast<std::size_t>(std::max(1.0F, area.right - area.left));
}

/// Looks at dense lines anew, as far as a picture has time for it.
void update_columns(PanelContext& context, std::span<const DrawnCurve> drawn,
                    const PlotArea& area) {
  constexpr std::chrono::microseconds kColumnBudget{1000};
  constexpr std::size_t kLookAtClock = 256;
  std::vector<const DrawnCurve*> dense;
  for (const DrawnCurve& line : drawn) {
    if (is_numeric(line) && is_dense(area, line)) dense.push_back(&line);
  }
  ColumnCache& cache = context.caches.of<ColumnCache>();
  if (cache.known.size() > ValuePlot::kMostComponents * kMostCurves) cache.known.clear();
  WorkBudget budget(kColumnBudget);
  bool is_spent = false;
  const std::size_t begin = dense.empty() ? 0 : cache.next % dense.size();
  for (std::size_t i = 0; i < dense.size(); ++i) {
    const std::size_t place = (begin + i) % dense.size();
    const DrawnCurve& line = *dense[place];
    ColumnCache::Known& known = cache.known[{line.curve, line.component}];
    const PlotCurve& curve = context.state.curves[line.curve];
    const TimeColumns columns = columns_of(area, line);
    const bool is_same = known.plot == line.plot && known.curve == curve &&
                         known.coordinates == context.state.coordinates;
    if (!is_same) known = {line.plot, curve, context.state.coordinates, 0, {}, {}};
    if (known.samples == line.plot->size() && known.columns == columns) continue;
    if (is_spent) {
      context.needs_redraw = true;
      continue;
    }
    curve_columns(*line.plot, line.component, columns, known.found);
    known.samples = line.plot->size();
    known.columns = columns;
    is_spent = budget.spend(kLookAtClock);
    cache.next = place + 1;
  }
}

/// Where samples are denser than pixels: from the least to the greatest of each column, joined.
void draw_line_columns(const PanelContext& context, const LinePaint& paint) {
  const ColumnCache::Known& known =
      context.caches.of<ColumnCache>().known[{paint.line.curve, paint.line.component}];
  const float half = paint.width / 2;
  const auto x_of = [&](int column) {
    return paint.area.x_of(known.columns.origin + known.columns.width * column + paint.line.offset);
  };
  const CurveColumn* before = nullptr;
  Dasher dasher(paint.list, paint.color, paint.width, paint.line.dash);
  // A column that is higher than that is what values jump about in, not a piece of a line.
  const float highest = 12 * paint.width;
  for (const CurveColumn& column : known.found) {
    float top = paint.y_of(column.extent.most) - half;
    float bottom = paint.y_of(column.extent.least) + half;
    const bool is_joined = before != nullptr && column.first == before->last &&
                           !is_interrupted(paint.line, column.first - 1, column.first);
    if (is_joined && before->column + 1 == column.column) {
      // Columns touch.
      top = std::min(top, paint.y_of(before->extent.least) - half);
      bottom = std::max(bottom, paint.y_of(before->extent.most) + half);
    } else if (is_joined) {
      draw_stretch(paint, dasher, paint.place(before->last - 1), paint.place(column.first));
    }
    before = &column;
    const float x = x_of(column.column);
    const float end = std::max(x_of(column.column + 1), x + 1);
    const bool is_drawn = dasher.is_stroke(std::hypot(end - x, bottom - top - paint.width));
    if (!is_drawn && bottom - top < highest) continue;
    paint.list.AddRectFilled({x, top}, {end, bottom}, paint.color);
  }
}

/// The least value in view of what is between two, and when.
void mark_least(PanelContext& context, const LinePaint& paint) {
  const auto [first, last] = samples_in(paint.line, paint.area.axis.shown);
  const auto least = paint.line.plot->least_sample(paint.line.component, first, last);
  if (!least) return;
  const float s = context.scale;
  const ImVec2 at = paint.place(*least);
  paint.list.AddCircle(at, 4.5F * s, packed(context.theme.text), 16, 1.6F * s);
  const double value = paint.line.plot->value(*least, paint.line.component);
  const std::string text = "least " + curve_number(value) + ' ' + paint.line.plot->unit() +
                           " \u00B7 " +
                           curve_number(paint.line.plot->time(*least) + paint.line.offset) + " s";
  ImFont* const font = context.fonts.small;
  const float width = text_width(font, text);
  const float x = std::clamp(at.x - width / 2, paint.area.left + 4 * s,
                             std::max(paint.area.left + 4 * s, paint.area.right - width - 6 * s));
  const float above = at.y - 24 * s;
  const float y = above > paint.chart.top ? above : at.y + 7 * s;
  const ImVec2 min{x - 4 * s, y};
  const ImVec2 max{x + width + 4 * s, y + 18 * s};
  paint.list.AddRectFilled(min, max, packed(with_alpha(context.theme.panel, 0.6F)), 3 * s);
  draw_text(font, x, min.y, max.y, packed(context.theme.text), text, width + 1);
  context.places.add("plots.least." + std::to_string(paint.line.curve), min, max);
}

void draw_lines(PanelContext& context, const PlotArea& area, const Chart& chart) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  std::vector<LinePaint> marked;
  list.PushClipRect({area.left, chart.top - 1}, {area.right, chart.bottom + 1}, true);
  for (const ValueScale& scale : chart.scales) {
    for (const DrawnCurve* line : scale.lines) {
      const bool is_faded = area.pointed && *area.pointed != line->curve;
      const LinePaint paint{area,
                            list,
                            chart,
                            scale,
                            *line,
                            packed(with_alpha(line->color, is_faded ? kFaded : 1.0F)),
                            (area.pointed == line->curve ? 2.4F : 1.6F) * context.scale};
      if (is_dense(area, *line)) {
        draw_line_columns(context, paint);
      } else {
        auto [first, last] = samples_in(*line, area.axis.shown);
        first -= std::min<std::size_t>(first, 1);
        last = std::min(last + 1, line->plot->size());
        draw_line_samples(paint, first, last);
      }
      if (!is_faded && marks_least(context.state.curves[line->curve])) marked.push_back(paint);
    }
  }
  for (const LinePaint& paint : marked) mark_least(context, paint);
  list.PopClipRect();
}

ImU32 axis_color(const PanelContext& context, const Chart& chart, const ValueScale& scale) {
  const bool is_tinted = context.state.plots_own_scales && chart.scales.size() > 1;
  return packed(is_tinted ? scale.lines.front()->color : context.theme.dim);
}

/// Labels of values at one side, and lines where they are at the left one.
void draw_value_axis(PanelContext& context, const PlotArea& area, const Chart& chart,
                     const ValueScale& scale, bool is_left) {
  const float s = context.scale;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImFont* const font = context.fonts.small;
  const float height = chart.bottom - chart.top;
  const double step = value_step(scale.extent, static_cast<double>(height / (34 * s)));
  const ImU32 color = axis_color(context, chart, scale);
  visit_ticks({scale.extent.least, scale.extent.most}, step, [&](double value) {
    const double share = (value - scale.extent.least) / (scale.extent.most - scale.extent.least);
    const float y = std::floor(chart.bottom - static_cast<float>(share) * height) + 0.5F;
    if (is_left) {
      const bool is_zero = std::abs(value) < step / 2;
      list.AddLine({area.left, y}, {area.right, y},
                   packed(with_alpha(context.theme.line, is_zero ? 1.0F : 0.55F)));
    }
    // Below the title, which stands at the top.
    if (y < chart.title + kScaleTitle * s || y > chart.bottom - 5 * s) return;
    const std::string text = curve_number(std::abs(value) < step / 2 ? 0 : value);
    const float width = text_width(font, text);
    const float x = is_left ? area.left - width - 6 * s : area.right + 6 * s;
    draw_text(font, x, y - 8 * s, y + 8 * s, color, text, width + 1);
  });
}

/// What a scale is of, over its lines.
void draw_scale_title(PanelContext& context, const PlotArea& area, const Chart& chart,
                      const ValueScale& scale, bool is_left) {
  const float s = context.scale;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImFont* const font = context.fonts.small;
  const float room = (area.right - area.left) * 0.48F;
  const float width = std::min(text_width(font, scale.title), room);
  const float x = is_left ? area.left + 6 * s : area.right - width - 6 * s;
  const ImVec2 min{x - 3 * s, chart.title + 2 * s};
  const ImVec2 max{x + width + 3 * s, chart.title + 19 * s};
  list.AddRectFilled(min, max, packed(with_alpha(context.theme.panel, 0.85F)), 3 * s);
  draw_text(font, x, min.y, max.y, axis_color(context, chart, scale), scale.title, width + 1);
  context.places.add(is_left ? "plots.scale.left" : "plots.scale.right", min, max);
}

/// Texts, booleans and references over time.
void draw_strip(PanelContext& context, const PlotArea& area, const DrawnCurve& drawn, float top,
                float bottom) {
  const bool is_faded = area.pointed && *area.pointed != drawn.curve;
  draw_state_band(context, *ImGui::GetWindowDrawList(),
                  {*drawn.plot, drawn.offset, area.axis, area.left, area.right, top, bottom,
                   is_faded ? 0.4F : 1.0F});
}

void draw_time_axis(PanelContext& context, const PlotArea& area, float top, float bottom) {
  const float s = context.scale;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImFont* const font = context.fonts.small;
  const TickScale scale = tick_scale(
      area.axis, context.session().range(), static_cast<double>(24 * s),
      [&](std::string_view text) { return static_cast<double>(text_width(font, text)); });
  visit_ticks(area.axis.shown, scale.step, [&](Seconds t) {
    const float x = std::floor(area.x_of(t)) + 0.5F;
    list.AddLine({x, top}, {x, bottom}, packed(with_alpha(context.theme.line, 0.5F)));
    const std::string text = tick_label(t, scale);
    const float width = text_width(font, text);
    if (x - width / 2 < area.left - 4 * s || x + width / 2 > area.right + 4 * s) return;
    draw_text(font, x - width / 2, bottom, bottom + kAxisLine * s, packed(context.theme.dim), text,
              width + 1);
  });
}

/// The selected range and the playhead.
void draw_time_marks(const PanelContext& context, const PlotArea& area, float top, float bottom) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRect({area.left, top}, {area.right, bottom}, true);
  if (const auto& range = context.state.playback.range) {
    list.AddRectFilled({area.x_of(range->begin), top}, {area.x_of(range->end), bottom},
                       packed(with_alpha(context.theme.accent, 0.1F)));
  }
  const float x = std::floor(area.x_of(context.state.playback.playhead)) + 0.5F;
  list.AddLine({x, top}, {x, bottom}, packed(context.theme.accent),
               std::max(1.0F, std::round(1.5F * context.scale)));
  list.PopClipRect();
}

}  // namespace

float PlotArea::x_of(Seconds t) const {
  const double x = axis.x_of(t);
  return static_cast<float>(
      std::clamp(x, static_cast<double>(left) - 10'000, static_cast<double>(right) + 10'000));
}

double value_step(ValuePlot::Extent extent, double wanted) {
  const double raw = (extent.most - extent.least) / std::max(wanted, 1.0);
  if (!(raw > 0) || !std::isfinite(raw)) return 1;
  const double power = std::pow(10, std::floor(std::log10(raw)));
  for (const double step : {1.0, 2.0, 5.0}) {
    if (step * power >= raw) return step * power;
  }
  return 10 * power;
}

void place_plot_area(const PanelContext& context, std::span<const DrawnCurve> drawn,
                     PlotArea& area) {
  const float s = context.scale;
  const auto charts = sort_into_charts(context, drawn, area);
  const bool has_right =
      std::ranges::any_of(charts, [](const Chart& chart) { return chart.scales.size() > 1; });
  area.left = area.min.x + (charts.empty() ? 8 : kAxisWidth) * s;
  area.right = std::max(area.left + 10, area.max.x - (has_right ? kAxisWidth : 8) * s);
  area.axis.left = static_cast<double>(area.left);
  area.axis.width = static_cast<double>(area.right - area.left);
}

void draw_plot_area(PanelContext& context, std::span<const DrawnCurve> drawn,
                    const PlotArea& area) {
  const float s = context.scale;
  std::vector<Chart> charts = sort_into_charts(context, drawn, area);
  scale_charts(context, area.axis, charts);
  update_columns(context, drawn, area);
  const auto strips = static_cast<float>(std::ranges::count_if(drawn, &DrawnCurve::is_of_states));
  const float bottom = area.max.y - kAxisLine * s;
  const float all_strips = std::min(strips * (kStrip + kStripGap) * s, bottom - area.min.y);
  const float charts_bottom = bottom - all_strips - (strips > 0 ? 4 * s : 0);
  draw_time_axis(context, area, area.min.y, bottom);
  const float each =
      (charts_bottom - area.min.y) / static_cast<float>(std::max<std::size_t>(charts.size(), 1));
  for (std::size_t i = 0; i < charts.size(); ++i) {
    Chart& chart = charts[i];
    chart.top = std::round(area.min.y + each * static_cast<float>(i)) + (i > 0 ? 4 * s : 0);
    chart.bottom = std::round(area.min.y + each * static_cast<float>(i + 1));
    if (chart.bottom - chart.top < 8 * s) continue;
    constexpr float kLeastBelowTitle = 40;
    chart.title = chart.top;
    if (chart.bottom - chart.top > (kScaleTitle + kLeastBelowTitle) * s) {
      chart.top += std::round(kScaleTitle * s);
    }
    const std::span axes =
        std::span(chart.scales).first(std::min<std::size_t>(chart.scales.size(), 2));
    for (const ValueScale& scale : axes) {
      draw_value_axis(context, area, chart, scale, &scale == axes.data());
    }
    draw_lines(context, area, chart);
    context.places.add("plots.chart." + std::to_string(i), {area.left, chart.top},
                       {area.right, chart.bottom});
    for (const ValueScale& scale : axes) {
      draw_scale_title(context, area, chart, scale, &scale == axes.data());
    }
    ImGui::GetWindowDrawList()->AddLine({area.left, chart.bottom + 0.5F},
                                        {area.right, chart.bottom + 0.5F},
                                        packed(context.theme.line));
  }
  float top = charts_bottom + 4 * s;
  for (const DrawnCurve& one : drawn) {
    if (!one.is_of_states()) continue;
    draw_strip(context, area, one, top, std::min(top + kStrip * s, bottom));
    top += (kStrip + kStripGap) * s;
  }
  draw_time_marks(context, area, area.min.y, bottom);
}

}  // namespace scrubjay
