#include "app/viewer/panels/timeline/plot_lane.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/shared/plain_text.h"
#include "app/shared/value_plots.h"
#include "app/viewer/panels/timeline/plot_lines.h"
#include "app/viewer/panels/timeline/timeline_draw.h"
#include "app/viewer/panels/widgets/row_paint.h"
#include "app/viewer/panels/widgets/source_badge.h"
#include "app/viewer/panels/widgets/state_band.h"
#include "app/viewer/panels/widgets/time_text.h"
#include "app/viewer/plots/plot_curves.h"
#include "app/viewer/plots/plotted_values.h"
#include "core/growing_column.h"
#include "core/printed.h"
#include "core/text.h"

namespace scrubjay {

namespace {

const OpenRecording& recording_of(const ViewContext& context, const PlottedValue& plotted) {
  return context.session().recordings[plotted.entity.recording];
}

const ValuePlot* plot_of(const ViewContext& context, const ValuePlots::Found& found,
                         const PlottedValue& plotted) {
  return found.find(recording_of(context, plotted).recording.get(),
                    plot_request(context.state, plotted));
}

std::string_view component_name(std::size_t component, std::size_t components) {
  constexpr std::array<std::string_view, ValuePlot::kMostComponents> kNames{"x", "y", "z", "w"};
  return components == 1 ? "" : kNames[component];
}

ImVec4 component_color(const Theme& theme, std::size_t component, std::size_t components) {
  return components == 1 ? theme.accent : categorical_color(theme, component);
}

/// "3.2 m/s", "x 1  y 2  z 0.5 m", "Chasing"; "" where there is no value.
std::string sample_text(const ValuePlot& plot, std::size_t sample) {
  std::string text;
  if (plot.is_of_states()) {
    const double state = plot.value(sample, 0);
    if (std::isnan(state)) return text;
    text = one_line(plot.state_text(state));
    return text.empty() ? "empty" : text;
  }
  for (std::size_t i = 0; i < plot.components(); ++i) {
    const double value = plot.value(sample, i);
    if (std::isnan(value)) continue;
    if (!text.empty()) text += "  ";
    if (plot.components() > 1) text += std::string(component_name(i, plot.components())) + ' ';
    text += lane_number(value);
  }
  if (!text.empty() && !plot.unit().empty()) text += ' ' + plot.unit();
  return text;
}

/// The value at the playhead, each component in its colour; what is nothing beside the rest of the
/// plot as nothing.
void draw_value(const ViewContext& context, const ValuePlot& plot, std::size_t sample,
                const ValuePlot::Extent& range, ImDrawList& list, ImVec2 place, float end) {
  const ImFont* const font = context.fonts.small;
  const double least = 1e-5 * std::max(std::abs(range.least), std::abs(range.most));
  const int figures = plot.components() == 1 ? 5 : 3;
  for (std::size_t i = 0; i < plot.components(); ++i) {
    const double value = plot.value(sample, i);
    if (std::isnan(value)) continue;
    const std::string text = lane_number(std::abs(value) < least ? 0 : value, figures);
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
  return context.caches.of<ValuePlots>().is_reading() ? "reading\xE2\x80\xA6" : "no values";
}

/// Whose value it is.
struct OfEntity {
  SourceMark mark;
  float badge = 0;  ///< width of the mark and the gap behind it
  std::string name;
  std::string id;  ///< empty where it is the name
};

OfEntity of_entity(const ViewContext& context, EntityRef entity) {
  const EntityInfo info =
      context.session().recordings[entity.recording].recording->entity(entity.entity);
  OfEntity of;
  if (has_marks(context.session())) of.mark = mark_of(context.session(), entity);
  of.badge = source_badge_width(context, of.mark);
  if (of.badge > 0) of.badge += 4 * context.scale;
  of.name = one_line(info.name.empty() ? info.id : info.name, 100);
  if (!info.name.empty() && info.name != info.id) of.id = one_line(info.id, 24);
  return of;
}

void draw_of_entity(const ViewContext& context, ImDrawList& list, EntityRef entity, ImVec2 min,
                    ImVec2 max) {
  const OfEntity of = of_entity(context, entity);
  const ImFont* const font = context.fonts.small;
  draw_source_badge(context, list, min.x, (min.y + max.y) / 2, of.mark);
  min.x += of.badge;
  const float id = of.id.empty() ? 0 : text_width(font, of.id) + 8 * context.scale;
  const float used = draw_text_in(list, font, min, {std::max(min.x, max.x - id), max.y},
                                  packed(context.theme.dim), of.name);
  draw_text_in(list, font, {min.x + used + 8 * context.scale, min.y}, max,
               packed(with_alpha(context.theme.dim, 0.8F)), of.id);
}

/// The state at a sample behind a field of its colour.
void draw_state(const ViewContext& context, const ValuePlot& plot, std::size_t sample,
                ImDrawList& list, ImVec2 place, float end) {
  const std::string text = sample_text(plot, sample);
  if (text.empty()) return;
  const ImFont* const font = context.fonts.small;
  const float side = std::round(font->FontSize * 0.8F);
  const float top = std::round(place.y + (font->FontSize - side) / 2);
  draw_state_swatch(context, list, {place.x, top}, {place.x + side, top + side},
                    plot.state_text(plot.value(sample, 0)));
  draw_text_in(list, font, {place.x + side + 6 * context.scale, place.y},
               {end, place.y + font->FontSize}, packed(context.theme.text), text);
}

/// "since 2.000 s (frame 40), until 4.000 s (frame 80)" of the state that holds at a sample.
std::string state_span_text(const ViewContext& context, const PlottedValue& plotted,
                            const ValuePlot& plot, std::size_t sample) {
  const OpenRecording& open = recording_of(context, plotted);
  const Timeline& timeline = open.recording->timeline();
  const StreamIndex stream = open.recording->entity(plotted.entity.entity).stream;
  const auto moment = [&](std::size_t at) {
    return time_text(plot.time(at) + open.offset) + " (frame " +
           grouped_digits(timeline.frame_at(stream, plot.time(at)).value) + ")";
  };
  const auto changes = plot.changes();
  const auto next = std::ranges::upper_bound(changes, sample);
  std::string text = "since " + moment(next == changes.begin() ? 0 : *std::prev(next));
  return text + (next == changes.end() ? ", until the end" : ", until " + moment(*next));
}

std::string entity_name(const ViewContext& context, const PlottedValue& plotted) {
  return one_line(
      std::string(recording_of(context, plotted).recording->entity(plotted.entity.entity).name),
      100);
}

}  // namespace

void draw_plot_lane(PanelContext& context, const TimelineArea& area, ImDrawList& list,
                    const TimelineLane& lane) {
  const PlottedValue& plotted = context.state.plots[lane.index];
  context.caches.of<DrawnLanes>().says.clear();
  const Theme& theme = context.theme;
  const ImFont* const font = context.fonts.small;
  const float gutter = area.gutter + area.scaled(24);
  const float end = area.left - area.scaled(8);
  list.AddRectFilled({area.left, lane.top + area.scaled(1)},
                     {area.right, lane.bottom - area.scaled(1)}, faded(theme.raised, 0.4F),
                     area.scaled(2));
  const float line = std::round(font->FontSize * 1.15F);
  const float first = std::round((lane.top + lane.bottom - 3 * line) / 2);
  const float third = first + 2 * line;
  draw_text_in(list, font, {gutter, first}, {end, first + line}, packed(theme.text),
               one_line(plot_title(plotted.path)));
  draw_of_entity(context, list, plotted.entity, {gutter, first + line}, {end, third});
  bool is_wanted = false;
  {
    const ValuePlots::Found found = context.caches.of<ValuePlots>().found();
    const ValuePlot* const plot = plot_of(context, found, plotted);
    is_wanted = plot != nullptr;
    const Seconds offset = recording_of(context, plotted).offset;
    if (is_wanted && plot->is_of_states()) {
      context.caches.of<DrawnLanes>().bands[lane.index] =
          draw_state_band(context, list,
                          {*plot, offset, area.axis, area.left, area.right,
                           lane.top + area.scaled(4), lane.bottom - area.scaled(4)});
      if (const auto sample = plot->at(own_time(context.state.playback.playhead, offset))) {
        draw_state(context, *plot, *sample, list, {gutter, third}, end);
      }
      return;
    }
    if (const auto range = is_wanted ? plot->extent() : std::nullopt) {
      std::array<ImVec4, ValuePlot::kMostComponents> colors;
      for (std::size_t i = 0; i < plot->components(); ++i) {
        colors[i] = component_color(theme, i, plot->components());
      }
      const LanePlot drawn{*plot, offset, colors};
      draw_plot_lines(context, area, list, lane, {&drawn, 1}, *range);
      if (const auto sample = plot->at(own_time(context.state.playback.playhead, offset))) {
        draw_value(context, *plot, *sample, *range, list, {gutter, third}, end);
      }
      return;
    }
  }
  draw_text_in(list, font, {gutter, third}, {end, third + line}, packed(theme.dim),
               why_empty(context, is_wanted));
}

void plot_menu(PanelContext& context, const TimelineLane& lane) {
  if (ImGui::MenuItem("Remove the plot")) {
    context.state.plots.erase(context.state.plots.begin() +
                              static_cast<std::ptrdiff_t>(lane.index));
  }
  context.places.add_item("timeline.plot.remove");
  if (context.state.plots.size() > 1 && ImGui::MenuItem("Remove all plots")) {
    context.state.plots.clear();
  }
}

float plot_name_width(const PanelContext& context, const TimelineLane& lane) {
  const PlottedValue& plotted = context.state.plots[lane.index];
  const OfEntity of = of_entity(context, plotted.entity);
  const ImFont* const font = context.fonts.small;
  return std::max(
      text_width(font, one_line(plot_title(plotted.path))),
      of.badge + text_width(font, of.name) + text_width(font, of.id) + 8 * context.scale);
}

std::string plot_remark(const PanelContext& context, const TimelineArea& area,
                        const TimelineLane& lane, float mouse_x) {
  const Seconds t = area.axis.time_at(static_cast<double>(mouse_x));
  if (lane.index >= context.state.plots.size()) return "";
  const PlottedValue& plotted = context.state.plots[lane.index];
  const std::string title = entity_name(context, plotted) + ": " + one_line(plotted.path) + "\n";
  bool is_wanted = false;
  {
    const ValuePlots::Found found = context.caches.of<ValuePlots>().found();
    const ValuePlot* const plot = plot_of(context, found, plotted);
    is_wanted = plot != nullptr;
    if (is_wanted && plot->size() > 0) {
      const auto sample = plot->at(own_time(t, recording_of(context, plotted).offset));
      const std::string value = sample ? sample_text(*plot, *sample) : "";
      std::string text = title + (value.empty() ? "no value here" : value);
      if (!value.empty() && plot->is_of_states()) {
        text += '\n' + state_span_text(context, plotted, *plot, *sample);
      }
      const auto& range = context.state.playback.range;
      for (std::size_t i = 0; range && i < plot->components(); ++i) {
        const Seconds offset = recording_of(context, plotted).offset;
        text += "\nin the range: " + std::string(component_name(i, plot->components())) +
                (plot->components() > 1 ? " " : "") +
                range_text(*plot, i, own_range(*range, offset));
      }
      context.caches.of<DrawnLanes>().says = text;
      return text;
    }
  }
  return title + why_empty(context, is_wanted);
}

}  // namespace scrubjay
