#include "app/viewer/panels/properties/chart_view.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "app/shared/plain_text.h"
#include "app/viewer/css_color.h"
#include "app/viewer/panels/widgets/row_paint.h"
#include "core/number_text.h"

namespace scrubjay {

namespace {

// #8442B9, formats/framebyframe/README.md, 6.1
const ImVec4 kFirstColor(0.518F, 0.259F, 0.725F, 1);
/// For further series without a colour: Okabe-Ito.
const ImVec4 kFurtherColors[] = {{0.337F, 0.706F, 0.914F, 1},
                                 {0.902F, 0.624F, 0.0F, 1},
                                 {0.0F, 0.62F, 0.451F, 1},
                                 {0.8F, 0.475F, 0.655F, 1},
                                 {0.835F, 0.369F, 0.0F, 1}};

struct ChartArea {
  ImVec2 min;  ///< where values are drawn
  ImVec2 max;
  double top = 1;
  float width() const { return max.x - min.x; }
  float y_of(double value) const {
    return max.y - static_cast<float>(std::clamp(value / top, -1.0, 2.0)) * (max.y - min.y);
  }
};

ImVec4 color_of(const DrawContext& context, const ChartData& chart, std::size_t series) {
  const ImVec4 otherwise =
      series == 0 ? kFirstColor : kFurtherColors[(series - 1) % std::size(kFurtherColors)];
  const ImVec4 color = parse_css_color(chart.series[series].color).value_or(otherwise);
  return readable_on(color, context.theme.panel, 2.5F);
}

std::size_t samples_of(const ChartData& chart) {
  std::size_t most = 0;
  for (const ChartSeries& series : chart.series) most = std::max(most, series.values.size());
  return most;
}

void draw_line(const ChartArea& area, std::span<const double> values, ImU32 color, float width) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const auto columns = static_cast<std::size_t>(std::max(1.0F, area.width()));
  if (values.size() > 2 * columns) {
    std::vector<ChartColumn> parts;
    chart_columns(values, columns, parts);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (!parts[i].any) continue;
      const float x = area.min.x + static_cast<float>(i);
      list->AddRectFilled({x, area.y_of(parts[i].high) - width / 2},
                          {x + 1, area.y_of(parts[i].low) + width / 2}, color);
    }
    return;
  }
  const float step = values.size() > 1 ? area.width() / static_cast<float>(values.size() - 1) : 0;
  // A value that is no number breaks the line.
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (std::isfinite(values[i])) {
      list->PathLineTo({area.min.x + step * static_cast<float>(i), area.y_of(values[i])});
    }
    if (i + 1 < values.size() && std::isfinite(values[i])) continue;
    if (list->_Path.Size == 1) list->AddCircleFilled(list->_Path[0], width, color);
    list->PathStroke(color, ImDrawFlags_None, width);
  }
}

void draw_bars(const ChartArea& area, const ChartData& chart, std::size_t series, ImU32 color) {
  const std::span<const double> values = chart.series[series].values;
  if (values.empty()) return;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const std::size_t bars =
      std::min(values.size(), static_cast<std::size_t>(std::max(1.0F, area.width())));
  std::vector<ChartColumn> parts;
  chart_columns(values, bars, parts);
  const float each = area.width() / static_cast<float>(bars);
  const float gap = each > 4 ? each * 0.15F : 0;
  const float wide = (each - gap) / static_cast<float>(chart.series.size());
  for (std::size_t i = 0; i < bars; ++i) {
    if (!parts[i].any) continue;
    const float x =
        area.min.x + each * static_cast<float>(i) + gap / 2 + wide * static_cast<float>(series);
    list->AddRectFilled({x, area.y_of(std::max(parts[i].high, 0.0))},
                        {x + std::max(1.0F, wide), area.y_of(std::min(parts[i].low, 0.0))}, color);
  }
}

/// Lines at round values with their numbers; returns how much room those need at the left.
float axis_width(const DrawContext& context, const std::vector<double>& ticks) {
  float widest = 0;
  for (const double tick : ticks) {
    widest = std::max(widest, text_width(context.fonts.small, number_text(tick)));
  }
  return widest + 6 * context.scale;
}

void draw_axes(const DrawContext& context, const ChartArea& area, const std::vector<double>& ticks,
               std::size_t samples) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  ImFont* font = context.fonts.small;
  const ImU32 dim = packed(context.theme.dim);
  for (const double tick : ticks) {
    const float y = std::round(area.y_of(tick)) + 0.5F;
    list->AddLine({area.min.x, y}, {area.max.x, y}, packed(context.theme.line));
    const std::string text = number_text(tick);
    draw_text(font, area.min.x - text_width(font, text) - 5 * context.scale, y - font->FontSize,
              y + font->FontSize, dim, text, 1000);
  }
  const float bottom = area.max.y + 2 * context.scale;
  draw_text(font, area.min.x, bottom, bottom + font->FontSize, dim, "0", 100);
  if (samples < 2) return;
  const std::string last = grouped_digits(samples - 1);
  draw_text(font, area.max.x - text_width(font, last), bottom, bottom + font->FontSize, dim, last,
            area.width());
}

/// Colours and names of the series above the chart. Returns the height used.
float draw_legend(const DrawContext& context, const ChartData& chart, ImVec2 min, ImVec2 max) {
  ImFont* font = context.fonts.small;
  const float s = context.scale;
  const float height = std::round(font->FontSize * 1.3F);
  float x = min.x;
  for (std::size_t i = 0; i < chart.series.size(); ++i) {
    const std::string label = one_line(chart.series[i].label, 60);
    if (label.empty() || x + 30 * s > max.x) continue;
    const float middle = min.y + height / 2;
    ImGui::GetWindowDrawList()->AddRectFilled({x, middle - 4 * s}, {x + 8 * s, middle + 4 * s},
                                              packed(color_of(context, chart, i)), 2 * s);
    x += 12 * s;
    x += draw_text(font, x, min.y, min.y + height, packed(context.theme.text), label, max.x - x);
    x += 14 * s;
  }
  return x > min.x ? height + 2 * s : 0;
}

void hover(DrawContext& context, const ChartData& chart, const ChartArea& area,
           std::size_t samples) {
  if (!ImGui::IsWindowHovered() || !ImGui::IsMouseHoveringRect(area.min, area.max)) return;
  const double share = static_cast<double>((ImGui::GetIO().MousePos.x - area.min.x) / area.width());
  const std::size_t sample = sample_at(share, samples, chart.bars);
  const auto x_of = [&](std::size_t one, std::size_t count) {
    const auto steps = static_cast<float>(chart.bars ? count : std::max<std::size_t>(1, count - 1));
    return area.min.x +
           area.width() * (static_cast<float>(one) + (chart.bars ? 0.5F : 0.0F)) / steps;
  };
  const float x = x_of(sample, samples);
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddLine({x, area.min.y}, {x, area.max.y}, packed(with_alpha(context.theme.text, 0.5F)));
  ImGui::BeginTooltip();
  hint_text(context, "sample " + grouped_digits(sample));
  for (std::size_t i = 0; i < chart.series.size(); ++i) {
    const std::span<const double> values = chart.series[i].values;
    if (values.empty()) continue;
    // Each is spread over the whole width, however many values it has.
    const std::size_t own = sample_at(share, values.size(), chart.bars);
    const double value = values[own];
    const ImVec4 color = color_of(context, chart, i);
    if (std::isfinite(value) && !chart.bars) {
      list->AddCircleFilled({x_of(own, values.size()), area.y_of(value)}, 3 * context.scale,
                            packed(color));
    }
    const std::string label = one_line(chart.series[i].label, 60);
    ImGui::PushStyleColor(ImGuiCol_Text, color);
    ImGui::TextUnformatted("\xE2\x96\xA0");
    ImGui::PopStyleColor();
    ImGui::SameLine();
    ImGui::TextUnformatted((label.empty() ? "" : label + "  ").c_str());
    ImGui::SameLine(0, 0);
    ImGui::PushFont(context.fonts.numbers);
    ImGui::TextUnformatted(number_text(value).c_str());
    ImGui::PopFont();
  }
  ImGui::EndTooltip();
}

}  // namespace

std::string chart_size_text(const ChartData& chart) {
  const std::size_t samples = samples_of(chart);
  const char* kind = chart.bars ? "row of bars" : "line";
  const char* kinds = chart.bars ? "rows of bars" : "lines";
  return std::to_string(chart.series.size()) + " " + (chart.series.size() == 1 ? kind : kinds) +
         ", " + counted_text(samples, "sample");
}

void draw_chart(DrawContext& context, const ChartData& chart, ImVec2 min, ImVec2 max) {
  const float s = context.scale;
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(min, max, packed(mixed(context.theme.panel, context.theme.raised, 0.6F)),
                      4 * s);
  const std::size_t samples = samples_of(chart);
  ChartArea area{{min.x + 8 * s, min.y + 6 * s}, {max.x - 8 * s, max.y - 6 * s}, chart.top};
  if (samples == 0) {
    draw_text(context.fonts.small, area.min.x, min.y, max.y, packed(context.theme.dim),
              "The chart has no samples.", area.width());
    return;
  }
  if (chart.height >= kPlainChartHeight) {
    area.min.y += draw_legend(context, chart, area.min, area.max) + 4 * s;
    area.max.y -= context.fonts.small->FontSize + 2 * s;
    const float per_tick = context.fonts.small->FontSize * 2;
    const auto most =
        static_cast<std::size_t>(std::clamp((area.max.y - area.min.y) / per_tick, 1.0F, 6.0F));
    const std::vector<double> ticks = chart_ticks(chart.top, most);
    area.min.x += axis_width(context, ticks);
    draw_axes(context, area, ticks, samples);
  }
  if (area.width() < 4 || area.max.y - area.min.y < 4) return;
  list->PushClipRect({area.min.x - s, area.min.y - 2 * s}, {area.max.x + s, area.max.y + s}, true);
  for (std::size_t i = 0; i < chart.series.size(); ++i) {
    const ImVec4 color = color_of(context, chart, i);
    if (chart.bars) {
      draw_bars(area, chart, i, packed(color));
    } else {
      draw_line(area, chart.series[i].values, packed(color), 1.6F * s);
    }
  }
  list->PopClipRect();
  hover(context, chart, area, samples);
}

}  // namespace scrubjay
