#include "app/viewer/panels/plots/plot_legend.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "app/shared/plain_text.h"
#include "app/viewer/entity_names.h"
#include "app/viewer/panels/widgets/list_view.h"
#include "app/viewer/panels/widgets/row_paint.h"
#include "app/viewer/panels/widgets/source_badge.h"
#include "app/viewer/plots/plot_curves.h"
#include "app/viewer/plots/plotted_values.h"

namespace scrubjay {

namespace {

constexpr float kAllRoom = std::numeric_limits<float>::infinity();
constexpr std::array<Seconds, 4> kAverages{0.1, 0.5, 1, 5};

std::string with_unit(std::string text, const ValuePlot& plot) {
  return text.empty() || plot.unit().empty() ? text : text + ' ' + plot.unit();
}

/// What a curve is at the mouse, which goes before, or over the range, in as many words as have
/// room; empty where there is neither.
std::string second_line(const PanelContext& context, const DrawnCurve& drawn,
                        const PlotsCache& cache, float room) {
  if (!drawn.has_values()) return "";
  if (cache.mouse) {
    const std::string text = curve_text_at(drawn, *cache.mouse);
    return "mouse " + (text.empty() ? "\u2013" : text);  // in the unit of the value beside it
  }
  const auto& range = context.state.playback.range;
  if (!range) return "";
  const TimeRange own = own_range(*range, drawn.offset);
  const auto has_room = [&](const std::string& text) {
    return text_width(context.fonts.small, text) <= room;
  };
  if (std::string all = range_text(*drawn.plot, drawn.component, own); has_room(all)) return all;
  std::string most = short_range_text(*drawn.plot, drawn.component, own, true);
  return has_room(most) ? most : short_range_text(*drawn.plot, drawn.component, own, false);
}

void form_menu(ViewContext& context, PlotCurve& curve, const DrawnCurve& drawn) {
  CurveForm& form = curve.form;
  const bool is_vector =
      form.part != CurveForm::kComponents || (drawn.has_values() && drawn.plot->components() > 1);
  const auto choice = [&](const char* title, const char* place, bool is_on) {
    const bool chosen = ImGui::MenuItem(title, nullptr, is_on);
    context.places.add_item(std::string("plots.menu.") + place);
    return chosen;
  };
  if (is_vector) {
    if (choice("Components", "components", form.part == CurveForm::kComponents)) {
      form.part = CurveForm::kComponents;
    }
    if (choice("Magnitude", "magnitude", form.part == CurveForm::kMagnitude)) {
      form.part = CurveForm::kMagnitude;
    }
    constexpr std::array kParts{"x alone", "y alone", "z alone"};
    for (std::int8_t part = 0; part < 3; ++part) {
      if (choice(kParts[static_cast<std::size_t>(part)], kParts[static_cast<std::size_t>(part)],
                 form.part == part)) {
        form.part = part;
      }
    }
    ImGui::Separator();
  }
  if (!drawn.is_of_states()) {
    if (choice("Derivative", "derivative", form.is_derivative)) {
      form.is_derivative = !form.is_derivative;
    }
    if (ImGui::BeginMenu("Moving average")) {
      if (choice("None", "average.none", form.average == 0)) form.average = 0;
      for (const Seconds length : kAverages) {
        const std::string title = "of the last " + curve_number(length) + " s";
        if (choice(title.c_str(), ("average." + curve_number(length)).c_str(),
                   form.average == length)) {
          form.average = length;
        }
      }
      ImGui::EndMenu();
    }
    context.places.add_item("plots.menu.average");
    ImGui::Separator();
  }
}

void curve_menu(ViewContext& context, const DrawnCurve& drawn) {
  auto& curves = context.state.curves;
  form_menu(context, curves[drawn.curve], drawn);
  const PlotCurve curve = curves[drawn.curve];
  const bool is_lane =
      std::ranges::find(context.state.plots, static_cast<const PlottedValue&>(curve)) !=
      context.state.plots.end();
  if (!drawn.is_of_states() && !is_lane && ImGui::MenuItem("Also as a lane of the timeline")) {
    context.state.plots.push_back(curve);
  }
  if (ImGui::MenuItem("Remove")) {
    curves.erase(curves.begin() + static_cast<std::ptrdiff_t>(drawn.curve));
  }
  context.places.add_item("plots.menu.remove");
  if (ImGui::MenuItem("Remove all others", nullptr, false, curves.size() > 1)) curves = {curve};
}

/// What the curve is at the playhead.
std::string value_now(const PanelContext& context, const DrawnCurve& drawn) {
  if (drawn.plot == nullptr) return "hidden";
  if (!drawn.has_values()) return "no value so far";
  const std::string text = curve_text_at(drawn, context.state.playback.playhead);
  return text.empty() ? "no value here" : with_unit(text, *drawn.plot);
}

/// "value.x" with the component that a line is of.
std::string line_name(const PlotCurve& curve, const DrawnCurve& drawn) {
  const std::string part(component_title(drawn));
  return curve_value_name(curve) + (part.empty() ? "" : '.' + part);
}

/// All that the row has no room for.
void legend_tooltip(PanelContext& context, const DrawnCurve& drawn, const PlotsCache& cache) {
  const PlotCurve& curve = context.state.curves[drawn.curve];
  std::string text = curve_owner(context, curve) + "\n" + line_name(curve, drawn) + "\n" +
                     one_line(curve.path, 400) + "\n" + value_now(context, drawn);
  if (const std::string more = second_line(context, drawn, cache, kAllRoom); !more.empty()) {
    text += "\n" + more;
  }
  text_tooltip(context, text);
}

struct LegendRow {
  PanelContext& context;
  const DrawnCurve& drawn;
  PlotsCache& cache;
  ImVec2 min;
  ImVec2 max;
  bool is_of_one;  ///< all curves are: what it is of tells no row from another
};

/// Whose value it is and which, the one that tells rows apart first.
void draw_legend_names(const LegendRow& row, float left, float right, float bottom) {
  PanelContext& context = row.context;
  const float s = context.scale;
  const PlotCurve& curve = context.state.curves[row.drawn.curve];
  std::string first = curve_owner(context, curve);
  std::string second = line_name(curve, row.drawn);
  if (row.is_of_one) std::swap(first, second);
  ImFont* const font = context.fonts.small;
  const float wanted = row.is_of_one ? 0 : text_width(font, second) + 8 * s;
  const float used = draw_name(font, left, row.min.y, bottom, packed(context.theme.text), first,
                               std::max(40 * s, right - left - wanted));
  const float room = right - left - used - 8 * s;
  if (room < 30 * s) return;
  draw_name(font, left + used + 8 * s, row.min.y, bottom, packed(context.theme.dim), second, room);
}

void draw_legend_row(const LegendRow& row) {
  PanelContext& context = row.context;
  const Theme& theme = context.theme;
  const float s = context.scale;
  const PlotCurve& curve = context.state.curves[row.drawn.curve];
  const float line = (row.max.y - row.min.y) / 2;
  const float middle = row.min.y + line;
  float x = row.min.x + 6 * s;
  draw_line_sample(context, {x, row.min.y + line / 2 + 1 * s}, 22 * s, row.drawn.color,
                   row.drawn.is_of_states() ? 0 : row.drawn.dash);
  x += 30 * s;
  if (has_marks(context.session())) {
    x += draw_source_badge(context, *ImGui::GetWindowDrawList(), x, row.min.y + line / 2,
                           mark_of(context.session(), curve.entity)) +
         4 * s;
  }
  const float end = row.max.x - 20 * s;
  draw_legend_names(row, x, end, middle);
  const float begin = row.min.x + 36 * s;
  std::string now = value_now(context, row.drawn);
  if (row.cache.mouse && row.drawn.has_values()) {
    // Both, or where there is no room for that the one that is asked for.
    const std::string there = second_line(context, row.drawn, row.cache, kAllRoom);
    const float both =
        text_width(context.fonts.numbers, now) + 14 * s + text_width(context.fonts.small, there);
    if (begin + both > row.max.x) {
      draw_text(context.fonts.small, begin, middle - 2 * s, row.max.y, packed(theme.text),
                with_unit(there, *row.drawn.plot), end - begin);
      return;
    }
  }
  // Beside what it is over the range its unit has no room; the chart says it.
  const bool has_range = context.state.playback.range && row.drawn.has_values();
  if (has_range) {
    std::string plain = curve_text_at(row.drawn, context.state.playback.playhead);
    if (!plain.empty()) now = std::move(plain);
  }
  const bool is_known = row.drawn.has_values();
  const float value = draw_text(context.fonts.numbers, begin, middle - 2 * s, row.max.y,
                                packed(is_known ? theme.text : theme.dim), now, end - begin);
  const float gap = has_range ? 8 * s : 12 * s;
  const float room = row.max.x - begin - value - gap - 2 * s;
  draw_text_if_room(context.fonts.small, begin + value + gap, middle - 2 * s, row.max.y,
                    packed(theme.dim), second_line(context, row.drawn, row.cache, room), room);
}

/// How many rows there are below the `visible` ones, at the end above them. A click shows the next
/// of them, or the first.
void draw_rest(PanelContext& context, std::size_t rows, float visible, PlotsCache& cache) {
  double& top = cache.legend_scroll.top;
  const auto above = static_cast<std::size_t>(top);
  const std::size_t last = above + static_cast<std::size_t>(std::max(1.0F, visible));
  const bool is_at_end = last >= rows;
  const std::size_t more = is_at_end ? above : rows - last;
  if (text_link(context, '+' + grouped_digits(more) + (is_at_end ? " more above" : " more"))) {
    top = is_at_end ? 0 : static_cast<double>(last);
    context.needs_redraw = true;
  }
  context.places.add_item("plots.rest");
}

}  // namespace

std::string curve_owner(PanelContext& context, const PlotCurve& curve) {
  EntityNames& names = context.caches.of<EntityNames>();
  std::string owner = names.short_name(context.session(), curve.entity);
  if (curve.other.exists()) {
    owner +=
        " \u2194 " + names.short_name(context.session(), {curve.entity.recording, curve.other});
  }
  return owner;
}

std::string curve_value_name(const PlotCurve& curve) {
  constexpr std::array<std::string_view, 4> kParts{".x", ".y", ".z", ".w"};
  std::string name = one_line(plot_title(curve.path), 80);
  if (curve.form.part == CurveForm::kMagnitude) name = '|' + name + '|';
  if (curve.form.part >= 0) name += kParts[static_cast<std::size_t>(curve.form.part)];
  if (curve.form.is_derivative) name += " / s";
  if (curve.form.average > 0) name += ", mean of " + curve_number(curve.form.average) + " s";
  return name;
}

void plot_legend(PanelContext& context, std::span<const DrawnCurve> drawn, PlotsCache& cache) {
  const float s = context.scale;
  const float row_height = 2 * scrubjay::row_height(context) - 6 * s;
  const ImVec2 begin = ImGui::GetCursorScreenPos();
  const float room = ImGui::GetContentRegionAvail().y;
  const bool is_cut = static_cast<float>(drawn.size()) * row_height > room;
  const float foot = is_cut ? ImGui::GetTextLineHeight() : 0;
  const auto pointed_before = cache.pointed;
  cache.pointed.reset();
  const auto& curves = context.state.curves;
  const bool is_of_one = std::ranges::all_of(curves, [&](const PlotCurve& curve) {
    return curve.entity == curves.front().entity && curve.other == curves.front().other;
  });
  std::optional<std::size_t> removed;
  {
    ListView list("legend rows", drawn.size(), row_height, cache.legend_scroll, foot);
    for (std::size_t i = list.first(); i < list.last(); ++i) {
      const DrawnCurve& one = drawn[i];
      if (one.curve >= context.state.curves.size()) break;
      const LegendRow row{context, one, cache, list.row_min(i), list.row_max(i), is_of_one};
      ImGui::SetCursorScreenPos(row.min);
      ImGui::PushID(static_cast<int>(i));
      const bool pressed =
          ImGui::InvisibleButton("curve", {row.max.x - row.min.x, row.max.y - row.min.y});
      const bool hovered = ImGui::IsItemHovered();
      context.places.add_item("plots.curve." + std::to_string(i));
      const ImVec2 cross{row.max.x - 11 * s, row.min.y + 11 * s};
      const bool over_cross = hovered && ImGui::GetIO().MousePos.x > row.max.x - 20 * s;
      if (hovered) {
        cache.pointed = one.curve;
        context.state.hovered = context.state.curves[one.curve].entity;
        ImGui::GetWindowDrawList()->AddRectFilled(row.min, row.max, packed(context.theme.hovered),
                                                  3 * s);
      }
      draw_legend_row(row);
      if (hovered) {
        if (!over_cross) legend_tooltip(context, one, cache);
        draw_cross(cross, 3.5F * s, packed(over_cross ? context.theme.text : context.theme.dim));
      }
      if (pressed && over_cross) {
        removed = one.curve;
      } else if (pressed) {
        select(context.state, context.state.curves[one.curve].entity);
      }
      if (hovered && ImGui::IsMouseReleased(1)) ImGui::OpenPopup("curve menu");
      if (ImGui::BeginPopup("curve menu")) {
        curve_menu(context, one);
        ImGui::EndPopup();
      }
      ImGui::PopID();
    }
  }
  if (removed) {
    context.state.curves.erase(context.state.curves.begin() +
                               static_cast<std::ptrdiff_t>(*removed));
  }
  if (cache.pointed != pointed_before) context.needs_redraw = true;
  if (!is_cut) return;
  ImGui::SetCursorScreenPos({begin.x + 6 * s, begin.y + room - foot});
  draw_rest(context, drawn.size(), std::floor((room - foot) / row_height), cache);
}

void draw_line_sample(const DrawContext& context, ImVec2 from, float length, const ImVec4& color,
                      std::size_t dash) {
  constexpr std::array<std::array<float, 2>, 4> kStrokes{{{22, 0}, {9, 4}, {3, 3}, {9, 3}}};
  ImDrawList* const list = ImGui::GetWindowDrawList();
  const float s = context.scale;
  bool is_long = true;
  for (float at = 0; at < length;) {
    const float stroke = dash == 3 && !is_long ? 2 : kStrokes[dash][0];
    const float end = std::min(length, at + stroke * s);
    list->AddLine({from.x + at, from.y}, {from.x + end, from.y}, packed(color), 2.2F * s);
    at = end + std::max(kStrokes[dash][1], 0.1F) * s;
    is_long = !is_long;
  }
}

}  // namespace scrubjay
