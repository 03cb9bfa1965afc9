#include "app/viewer/panels/plot_lane.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "app/plain_text.h"
#include "app/value_plots.h"
#include "app/viewer/panel_caches.h"
#include "app/viewer/panels/row_paint.h"
#include "app/viewer/panels/timeline_draw.h"
#include "core/growing_column.h"

namespace scrubjay {

namespace {

PlotRequest request_of(const PanelContext& context, const PlottedValue& plotted) {
  return {plotted.entity.entity, plotted.path, context.state.coordinates};
}

const OpenRecording& recording_of(const PanelContext& context, const PlottedValue& plotted) {
  return context.session().recordings[plotted.entity.recording];
}

const ValuePlot* plot_of(const PanelContext& context, const ValuePlots::Found& found,
                         const PlottedValue& plotted) {
  return found.find(recording_of(context, plotted).recording.get(), request_of(context, plotted));
}

/// Five figures are more than a lane can show.
std::string short_number(double value, int figures = 5) {
  std::array<char, 40> text{};
  // Whole numbers of a common size need no exponent; what is nothing has no sign.
  const bool is_whole = std::abs(value) >= std::pow(10, figures) && std::abs(value) < 1e7;
  std::snprintf(text.data(), text.size(), is_whole ? "%.*f" : "%.*g", is_whole ? 0 : figures,
                value == 0 ? 0.0 : value);
  return text.data();
}

std::string_view component_name(std::size_t component, std::size_t components) {
  constexpr std::array<std::string_view, ValuePlot::kMostComponents> kNames{"x", "y", "z", "w"};
  return components == 1 ? "" : kNames[component];
}

ImVec4 component_color(const Theme& theme, std::size_t component, std::size_t components) {
  return components == 1 ? theme.accent : categorical_color(theme, component);
}

/// "3.2 m/s", "x 1  y 2  z 0.5 m"; "" where there is no value.
std::string sample_text(const ValuePlot& plot, std::size_t sample) {
  std::string text;
  for (std::size_t i = 0; i < plot.components(); ++i) {
    const double value = plot.value(sample, i);
    if (std::isnan(value)) continue;
    if (!text.empty()) text += "  ";
    if (plot.components() > 1) text += std::string(component_name(i, plot.components())) + ' ';
    text += short_number(value);
  }
  if (!text.empty() && !plot.unit().empty()) text += ' ' + plot.unit();
  return text;
}

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
  for (std::size_t i = first; i < last; ++i) {
    const double value = paint.plot.value(i, component);
    if (!std::isnan(value)) paint.list.PathLineTo({paint.x_of(i), paint.y_of(value)});
    if (i + 1 < last && !std::isnan(value)) continue;
    if (paint.list._Path.Size == 1) {
      paint.list.AddCircleFilled(paint.list._Path[0], 1.5F * width, color);
    }
    paint.list.PathStroke(color, ImDrawFlags_None, width);
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

void draw_plot(const PanelContext& context, const PlotPaint& paint) {
  if (paint.range.least < 0 && paint.range.most > 0) {
    const float y = std::floor(paint.y_of(0)) + 0.5F;
    paint.list.AddLine({paint.area.left, y}, {paint.area.right, y}, packed(context.theme.line));
  }
  const auto [first, last] = samples_in_view(paint);
  const auto pixels = static_cast<std::size_t>(std::max(1.0F, paint.area.right - paint.area.left));
  for (std::size_t i = 0; i < paint.plot.components(); ++i) {
    const ImU32 color = packed(component_color(context.theme, i, paint.plot.components()));
    if (last - first > 2 * pixels) {
      draw_columns(paint, i, first, last, color);
    } else {
      draw_samples(paint, i, first, last, color);
    }
  }
}

/// The value at the playhead, each component in its colour; what is nothing beside the rest of the
/// plot as nothing.
void draw_value(const PanelContext& context, const ValuePlot& plot, std::size_t sample,
                const ValuePlot::Extent& range, ImDrawList& list, ImVec2 place, float end) {
  const ImFont* const font = context.fonts.small;
  const double least = 1e-5 * std::max(std::abs(range.least), std::abs(range.most));
  const int figures = plot.components() == 1 ? 5 : 3;
  for (std::size_t i = 0; i < plot.components(); ++i) {
    const double value = plot.value(sample, i);
    if (std::isnan(value)) continue;
    const std::string text = short_number(std::abs(value) < least ? 0 : value, figures);
    const ImVec4 color = component_color(context.theme, i, plot.components());
    place.x +=
        draw_text_in(list, font, place, {end, place.y + font->FontSize}, packed(color), text) +
        context.scale * 6;
  }
  draw_text_in(list, font, place, {end, place.y + font->FontSize}, packed(context.theme.dim),
               plot.unit());
}

/// Why nothing is drawn. Not to be called while something of the plots is looked at.
std::string why_empty(const PanelContext& context, bool is_wanted) {
  if (!is_wanted) return "hidden";
  return context.caches.plots.is_reading() ? "reading\xE2\x80\xA6" : "no numbers";
}

std::string entity_name(const PanelContext& context, const PlottedValue& plotted) {
  return one_line(
      std::string(recording_of(context, plotted).recording->entity(plotted.entity.entity).name),
      100);
}

}  // namespace

bool can_be_plotted(const PropertyTree& tree, PropertyTree::Node node) {
  const PropertyNode& property = tree[node];
  if (property.type == PropertyType::number || property.type == PropertyType::integer ||
      property.type == PropertyType::boolean) {
    return true;
  }
  if (!has_numbers(property.type)) return false;
  const std::size_t count = tree.numbers_of(property).size();
  return count > 0 && count <= ValuePlot::kMostComponents;
}

void update_plots(PanelContext& context) {
  std::vector<ValuePlots::Wanted> wanted;
  for (const PlottedValue& plotted : context.state.plots) {
    const OpenRecording& open = recording_of(context, plotted);
    if (!open.visible || plotted.entity.entity.value >= open.recording->entity_count()) continue;
    wanted.push_back({open.recording, request_of(context, plotted)});
  }
  context.caches.plots.want(wanted, context.workspace.wake());
}

void draw_plot_lane(PanelContext& context, const TimelineArea& area, ImDrawList& list,
                    const TimelineLane& lane) {
  const PlottedValue& plotted = context.state.plots[lane.index];
  const Theme& theme = context.theme;
  const ImFont* const font = context.fonts.small;
  const float gutter = area.gutter + area.scaled(24);
  const float end = area.left - area.scaled(8);
  list.AddRectFilled({area.left, lane.top + area.scaled(1)},
                     {area.right, lane.bottom - area.scaled(1)}, faded(theme.raised, 0.4F),
                     area.scaled(2));
  const std::string title = one_line(plotted.path);
  const std::size_t slash = title.rfind('/');
  const float line = std::round(font->FontSize * 1.15F);
  const float first = std::round((lane.top + lane.bottom - 3 * line) / 2);
  const float third = first + 2 * line;
  draw_text_in(list, font, {gutter, first}, {end, first + line}, packed(theme.text),
               slash == std::string::npos ? title : title.substr(slash + 1));
  draw_text_in(list, font, {gutter, first + line}, {end, third}, packed(theme.dim),
               entity_name(context, plotted));
  bool is_wanted = false;
  {
    const ValuePlots::Found found = context.caches.plots.found();
    const ValuePlot* const plot = plot_of(context, found, plotted);
    is_wanted = plot != nullptr;
    if (const auto range = is_wanted ? plot->extent() : std::nullopt) {
      const Seconds offset = recording_of(context, plotted).offset;
      const PlotPaint paint{area,
                            list,
                            *plot,
                            offset,
                            lane.top + area.scaled(5),
                            lane.bottom - area.scaled(5),
                            padded(*range)};
      list.PushClipRect({area.left, lane.top}, {area.right, lane.bottom}, true);
      draw_plot(context, paint);
      const float margin = area.left + area.scaled(4);
      draw_text(list, font, {margin, lane.top + area.scaled(1)}, packed(theme.dim),
                short_number(range->most));
      draw_text(list, font, {margin, lane.bottom - font->FontSize - area.scaled(1)},
                packed(theme.dim), short_number(range->least));
      list.PopClipRect();
      if (const auto sample = plot->at(context.state.playback.playhead - offset)) {
        draw_value(context, *plot, *sample, *range, list, {gutter, third}, end);
      }
      return;
    }
  }
  draw_text_in(list, font, {gutter, third}, {end, third + line}, packed(theme.dim),
               why_empty(context, is_wanted));
}

void plot_gutter(PanelContext& context, const TimelineLane& lane, float width) {
  if (lane.index >= context.state.plots.size()) return;  // one was removed in this picture
  const PlottedValue plotted = context.state.plots[lane.index];
  if (ImGui::InvisibleButton("plot", {width, lane.bottom - lane.top})) {
    select(context.state, plotted.entity);
  }
  context.places.add_item("timeline.plot." + std::to_string(lane.index) + ".name");
  if (ImGui::IsItemHovered()) {
    context.state.hovered = plotted.entity;
    item_tooltip(context, entity_name(context, plotted) + ": " + one_line(plotted.path),
                 "right click to remove");
    if (ImGui::IsMouseReleased(1)) ImGui::OpenPopup("plot menu");
  }
  if (!ImGui::BeginPopup("plot menu")) return;
  if (ImGui::MenuItem("Remove the plot")) std::erase(context.state.plots, plotted);
  context.places.add_item("timeline.plot.remove");
  if (context.state.plots.size() > 1 && ImGui::MenuItem("Remove all plots")) {
    context.state.plots.clear();
  }
  ImGui::EndPopup();
}

std::string plot_remark(const PanelContext& context, const TimelineLane& lane, Seconds t) {
  if (lane.index >= context.state.plots.size()) return "";
  const PlottedValue& plotted = context.state.plots[lane.index];
  const std::string title = entity_name(context, plotted) + ": " + one_line(plotted.path) + "\n";
  bool is_wanted = false;
  {
    const ValuePlots::Found found = context.caches.plots.found();
    const ValuePlot* const plot = plot_of(context, found, plotted);
    is_wanted = plot != nullptr;
    if (is_wanted && plot->size() > 0) {
      const auto sample = plot->at(t - recording_of(context, plotted).offset);
      const std::string value = sample ? sample_text(*plot, *sample) : "";
      return title + (value.empty() ? "no value here" : value);
    }
  }
  return title + why_empty(context, is_wanted);
}

}  // namespace scrubjay
