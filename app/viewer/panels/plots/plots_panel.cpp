#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "app/viewer/open_dialog.h"
#include "app/viewer/panel.h"
#include "app/viewer/panels/plots/plot_chart.h"
#include "app/viewer/panels/plots/plot_csv.h"
#include "app/viewer/panels/plots/plot_legend.h"
#include "app/viewer/panels/widgets/row_paint.h"
#include "app/viewer/panels/widgets/time_text.h"
#include "app/viewer/plots/plot_curves.h"
#include "core/platform/free_path.h"

namespace scrubjay {

namespace {

constexpr std::size_t kLongestCsv = std::size_t{64} << 20;
constexpr double kNoteSeconds = 6;
constexpr float kLegendWidth = 250;   // at least where there is room
constexpr float kWideLegend = 0.25F;  // of a wide panel
constexpr float kLegendShare = 0.3F;  // of the panel's width, at most

void say(PanelContext& context, PlotsCache& cache, std::string text) {
  cache.note = std::move(text);
  cache.note_until = context.now + kNoteSeconds;
}

/// What is shown by the charts.
TimeRange shown_time(PanelContext& context, double width) {
  ViewState& state = context.state;
  const TimeRange session = context.session().range();
  if (!state.plots_shown) {
    return state.timeline.fit ? fitted(session)
                              : within_limits(state.timeline.shown, session, width);
  }
  *state.plots_shown = within_limits(*state.plots_shown, session, width);
  return *state.plots_shown;
}

void show_time(ViewState& state, TimeRange shown) {
  if (state.plots_shown) {
    state.plots_shown = shown;
  } else {
    state.timeline.shown = shown;
    state.timeline.fit = false;
  }
}

/// Makes the text on a thread of its own, of copies: reading goes on.
void start_copy(PanelContext& context, std::span<const DrawnCurve> drawn, TimeRange shown,
                PlotsCache& cache) {
  std::vector<CsvCurve> columns;
  auto plots = std::make_shared<std::map<const ValuePlot*, ValuePlot>>();
  for (const DrawnCurve& one : drawn) {
    if (!one.has_values()) continue;
    const PlotCurve& curve = context.state.curves[one.curve];
    std::string title = curve_owner(context, curve) + ' ' + curve_value_name(curve);
    if (one.plot->components() > 1) title += '.' + std::string(component_title(one));
    if (!one.plot->unit().empty()) title += " [" + one.plot->unit() + ']';
    const ValuePlot& plot = plots->try_emplace(one.plot, *one.plot).first->second;
    columns.push_back({std::move(title), &plot, one.component, one.offset});
  }
  const bool is_of_range = context.state.playback.range.has_value();
  cache.copying.start(
      context.workspace.wake(), [plots, columns = std::move(columns), is_of_range,
                                 range = context.state.playback.range.value_or(shown)] {
        bool is_cut = false;
        PlotsCopy copy{curves_csv(columns, range, kLongestCsv, is_cut), {}};
        copy.note = is_cut        ? "Copied, but only the first 64 MiB: select a shorter range"
                    : is_of_range ? "Copied the range as CSV"
                                  : "Copied the time shown as CSV";
        return copy;
      });
}

/// Beside the recording of the first curve, under a name that is free.
std::string picture_path(const PanelContext& context) {
  const std::size_t recording = context.state.curves.front().entity.recording;
  const std::filesystem::path file(
      absolute_path(context.session().recordings[recording].recording->file().path()));
  return free_path(writable_folder(file.parent_path()), file.stem().string() + ".plots", ".png");
}

/// What stands in the row over the charts, in fewer words where it is narrow.
struct HeadWords {
  const char* title = "Plots";
  const char* stacked = "Stacked";
  const char* own_scales = "Own scales";
  const char* follows = "As the timeline";
};

HeadWords head_words(const PanelContext& context, float room) {
  const ImGuiStyle& style = ImGui::GetStyle();
  const auto width_of = [&](const HeadWords& words) {
    float width = text_width(context.fonts.text, words.title);
    for (const char* const button :
         {words.stacked, words.own_scales, words.follows, "Add\u2026", "CSV", "PNG"}) {
      width += ImGui::CalcTextSize(button).x + 2 * style.FramePadding.x + 4 * context.scale;
    }
    return width + 14 * context.scale;
  };
  HeadWords words;
  if (width_of(words) > room) words.title = "";
  if (width_of(words) > room) words = {"", "Stack", "Scales", "Follow"};
  return words;
}

/// The row over the charts: how they are drawn, and what can be done with all of them.
void plots_head(PanelContext& context, std::span<const DrawnCurve> drawn, TimeRange shown,
                PlotsCache& cache) {
  ViewState& state = context.state;
  const float s = context.scale;
  const float height = ImGui::GetFrameHeight();
  const ImVec2 begin = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const HeadWords words = head_words(context, width - height);  // beside the cross
  const float title = draw_text(context.fonts.text, begin.x, begin.y, begin.y + height,
                                packed(context.theme.text), words.title, width);
  ImGui::SetCursorScreenPos({begin.x + title + (title > 0 ? 14 * s : 0), begin.y});
  const auto gap = [&] { ImGui::SameLine(0, 4 * s); };
  if (toggle_button(context, words.stacked, state.plots_stacked, "plots.stacked")) {
    state.plots_stacked = !state.plots_stacked;
  }
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("Each curve on an axis of its own");
  gap();
  if (toggle_button(context, words.own_scales, state.plots_own_scales, "plots.own_scales")) {
    state.plots_own_scales = !state.plots_own_scales;
  }
  if (ImGui::IsItemHovered()) {
    ImGui::SetTooltip("Each curve fills the height; else those of one unit share a scale");
  }
  gap();
  if (toggle_button(context, words.follows, !state.plots_shown, "plots.follow")) {
    state.plots_shown = state.plots_shown ? std::nullopt : std::optional(shown);
  }
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("Shows the time that the timeline shows");
  gap();
  if (ImGui::Button("Add\u2026")) state.windows[WindowId::plot] = true;
  context.places.add_item("plots.add");
  gap();
  const bool copies = ImGui::Button("CSV");
  if (copies && !cache.copying.is_running()) start_copy(context, drawn, shown, cache);
  context.places.add_item("plots.csv");
  tool_tooltip(cache.pressed_tool, "plots.csv", copies,
               "Copies the values of the selected range, or of the time shown");
  gap();
  const bool saves = ImGui::Button("PNG");
  if (saves) {
    const std::string path = picture_path(context);
    const ImVec2 at = ImGui::GetWindowPos();
    const ImVec2 size = ImGui::GetWindowSize();
    state.plots_picture = PictureRequest{path, at.x, at.y, size.x, size.y};
  }
  context.places.add_item("plots.png");
  tool_tooltip(cache.pressed_tool, "plots.png", saves,
               "Saves this panel as a picture beside the recording");
  const float used = ImGui::GetItemRectMax().x - begin.x + 10 * s;
  if (!state.plots_note.empty()) say(context, cache, std::exchange(state.plots_note, {}));
  if (context.now < cache.note_until) {
    draw_text_if_room(context.fonts.small, begin.x + used, begin.y, begin.y + height,
                      packed(context.theme.dim), cache.note, width - used - height);
  }
  ImGui::SetCursorScreenPos({begin.x + width - height, begin.y});
  if (ImGui::InvisibleButton("clear", {height, height})) state.curves.clear();
  context.places.add_item("plots.clear");
  const bool hovered = ImGui::IsItemHovered();
  if (hovered) ImGui::SetTooltip("Removes all curves");
  draw_cross({begin.x + width - height / 2, begin.y + height / 2}, 4 * s,
             packed(hovered ? context.theme.text : context.theme.dim));
  ImGui::SetCursorScreenPos({begin.x, begin.y + height + 6 * s});
}

/// Clicks seek, the wheel zooms, other drags move along time; as in the timeline.
void plots_mouse(PanelContext& context, const PlotArea& area, PlotsCache& cache) {
  ImGui::SetCursorScreenPos({area.left, area.min.y});
  ImGui::InvisibleButton("charts",
                         {area.right - area.left, std::max(1.0F, area.max.y - area.min.y)},
                         ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonMiddle |
                             ImGuiButtonFlags_MouseButtonRight);
  context.places.add_item("plots.charts");
  if (ImGui::BeginDragDropTarget()) {
    if (const ImGuiPayload* payload = ImGui::AcceptDragDropPayload(kDraggedCurve)) {
      DraggedCurve dragged;
      std::memcpy(&dragged, payload->Data, sizeof dragged);
      add_curves(context.state, {dragged.entity}, dragged.path.data(), dragged.other);
    }
    ImGui::EndDragDropTarget();
  }
  const ImGuiIO& io = ImGui::GetIO();
  const bool hovered = ImGui::IsItemHovered();
  const auto mouse_before = cache.mouse;
  const Seconds at = area.axis.time_at(static_cast<double>(io.MousePos.x));
  cache.mouse = hovered ? std::optional(at) : std::nullopt;
  if (cache.mouse != mouse_before) context.needs_redraw = true;
  const TimeRange session = context.session().range();
  const double width = area.axis.width;
  if (hovered && io.MouseWheel != 0) {
    const double wheel = static_cast<double>(io.MouseWheel);
    const TimeRange shown =
        io.KeyShift
            ? panned(area.axis.shown, -wheel * 0.1 * area.axis.shown.length(), session, width)
            : zoomed(area.axis.shown, at, std::pow(io.KeyCtrl ? 0.95 : 0.8, wheel), session, width);
    show_time(context.state, shown);
  }
  if (!ImGui::IsItemActive()) {
    if (hovered && ImGui::IsMouseDoubleClicked(0)) {
      if (context.state.plots_shown) {
        context.state.plots_shown = fitted(session);
      } else {
        context.state.timeline.fit = true;
      }
    }
    return;
  }
  if (io.MouseDown[0]) {
    const float x = std::clamp(io.MousePos.x, area.left, area.right);
    context.commands.emplace_back(SeekTo{area.axis.time_at(static_cast<double>(x))});
  } else if (io.MouseDelta.x != 0) {
    const Seconds by = -static_cast<double>(io.MouseDelta.x) * area.axis.seconds_per_pixel();
    show_time(context.state, panned(area.axis.shown, by, session, width));
  }
}

void draw_mouse_line(const PanelContext& context, const PlotArea& area, Seconds at) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float x = std::floor(area.x_of(at)) + 0.5F;
  list.AddLine({x, area.min.y}, {x, area.max.y}, packed(with_alpha(context.theme.text, 0.35F)));
  const std::string text = time_text(at, area.axis.seconds_per_pixel());
  const float width = text_width(context.fonts.small, text);
  const float s = context.scale;
  const float left = std::min(x + 5 * s, area.right - width - 4 * s);
  // Over the times of the axis, where no curve is.
  const float bottom = area.max.y - 1 * s;
  list.AddRectFilled({left - 3 * s, bottom - 17 * s}, {left + width + 3 * s, bottom},
                     packed(with_alpha(context.theme.panel, 0.9F)), 3 * s);
  draw_text(context.fonts.small, left, bottom - 17 * s, bottom, packed(context.theme.text), text,
            width + 1);
}

}  // namespace

void update_plots_copy(PanelContext& context) {
  PlotsCache& cache = context.caches.of<PlotsCache>();
  const auto copy = cache.copying.take();
  if (!copy) return;
  context.needs_redraw = true;
  ImGui::SetClipboardText(copy->text.c_str());
  say(context, cache, copy->note);
}

void plots_panel(PanelContext& context) {
  PlotsCache& cache = context.caches.of<PlotsCache>();
  if (context.state.curves.empty() || context.session().recordings.empty()) return;
  const bool is_reading = context.caches.of<ValuePlots>().is_reading();
  const ValuePlots::Found found = context.caches.of<ValuePlots>().found();
  const std::vector<DrawnCurve> drawn = drawn_curves(context, found);
  const float s = context.scale;
  const float whole = ImGui::GetContentRegionAvail().x;
  const float legend =
      std::floor(std::min(std::max(kLegendWidth * s, whole * kWideLegend), whole * kLegendShare));
  const TimeRange shown = shown_time(context, static_cast<double>(whole - legend));
  plots_head(context, drawn, shown, cache);
  if (context.state.curves.empty()) return;  // the cross was pressed
  const ImVec2 begin = ImGui::GetCursorScreenPos();
  const ImVec2 room = ImGui::GetContentRegionAvail();
  if (room.y < 40 * s) return;
  PlotArea area;
  area.min = begin;
  area.max = {begin.x + whole - legend - 8 * s, begin.y + room.y};
  area.axis.shown = shown;
  area.pointed = cache.pointed;
  place_plot_area(context, drawn, area);
  draw_plot_area(context, drawn, area);
  if (is_reading && std::ranges::none_of(drawn, &DrawnCurve::has_values)) {
    draw_text(context.fonts.text, area.left, area.min.y, area.max.y, packed(context.theme.dim),
              "Reading\u2026", area.right - area.left);
  }
  plots_mouse(context, area, cache);
  if (cache.mouse) draw_mouse_line(context, area, *cache.mouse);
  ImGui::SetCursorScreenPos({begin.x + whole - legend, begin.y});
  ImGui::BeginChild("legend", {legend, room.y}, false, ImGuiWindowFlags_NoScrollWithMouse);
  plot_legend(context, drawn, cache);
  ImGui::EndChild();
  if (context.now < cache.note_until) context.needs_redraw = true;
}

}  // namespace scrubjay
