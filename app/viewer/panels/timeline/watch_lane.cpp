#include "app/viewer/panels/timeline/watch_lane.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include "app/shared/plain_text.h"
#include "app/viewer/entity_names.h"
#include "app/viewer/panels/ask/ask_cache.h"
#include "app/viewer/panels/ask/ask_editor.h"
#include "app/viewer/panels/ask/watches.h"
#include "app/viewer/panels/timeline/ask_lane_view.h"
#include "app/viewer/panels/timeline/plot_lines.h"
#include "app/viewer/panels/timeline/timeline_draw.h"
#include "app/viewer/panels/widgets/row_paint.h"

namespace scrubjay {

namespace {

/// Under the mouse.
std::vector<PlacedBand> bands_under(const PanelContext& context, const Watch& watch,
                                    const TimelineArea& area, float mouse_x) {
  const Seconds t = area.axis.time_at(static_cast<double>(mouse_x));
  const double grab = static_cast<double>(area.scaled(kGrab));
  return watch.at(context.session(), t, grab * area.axis.seconds_per_pixel());
}

/// "0.25", or "0 to 0.5": the least and the greatest where several differ; empty: there is none.
std::string numbers_text(const std::optional<ValuePlot::Extent>& numbers) {
  if (!numbers) return "";
  const std::string least = lane_number(numbers->least);
  const std::string most = lane_number(numbers->most);
  return least == most ? least : least + " to " + most;
}

void draw_numbers(const PanelContext& context, const Watch& watch, const TimelineArea& area,
                  ImDrawList& list, const TimelineLane& lane) {
  const auto range = watch.extent();
  if (!range) return;
  const std::array<ImVec4, 2> colors{context.theme.warning, context.theme.warning};
  std::vector<LanePlot> plots;
  for (const WatchedNumbers& numbers : watch.found.numbers) {
    const auto offset =
        shown_offset(numbers.asked, watch.job.asked()->recordings, context.session());
    if (offset) plots.push_back({numbers.plot, *offset, colors});
  }
  draw_plot_lines(context, area, list, lane, plots, *range);
}

/// Pixels across a lane.
struct BandSpan {
  float begin = 0;
  float end = 0;
  bool operator==(const BandSpan&) const = default;
};

/// Of the bands in view, in order of their begin.
std::vector<BandSpan> spans_in_view(const PanelContext& context, const Watch& watch,
                                    const TimelineArea& area) {
  std::vector<BandSpan> spans;
  if (watch.job.asked() == nullptr) return spans;
  const auto& asked = watch.job.asked()->recordings;
  const float least = std::max(2.0F, area.scaled(2));
  for (std::uint32_t place = 0; place < asked.size(); ++place) {
    const auto offset = shown_offset(place, asked, context.session());
    if (!offset) continue;
    const auto middle = static_cast<std::ptrdiff_t>(spans.size());
    for (const WatchBand& band :
         std::ranges::equal_range(watch.found.bands, place, {}, &WatchBand::asked)) {
      if (band.begin + *offset > area.visible.end) break;
      if (band.end + *offset < area.visible.begin) continue;
      const float x0 = std::floor(area.x_of(band.begin + *offset));
      const BandSpan span{x0, std::max(std::floor(area.x_of(band.end + *offset)), x0 + least)};
      // Most of very many begin and end where the one before does.
      if (spans.empty() || spans.back() != span) spans.push_back(span);
    }
    std::ranges::inplace_merge(spans, spans.begin() + middle, {}, &BandSpan::begin);
  }
  return spans;
}

/// N walks along all that is looked for: whether that is this watch alone.
bool is_walked_alone(const PanelContext& context) {
  return context.state.watched.size() == 1 && !has_ask_lane(context) &&
         std::ranges::none_of(context.state.filters, &ListedFilter::is_on);
}

}  // namespace

std::string watch_lane_title(const PanelContext& context, const TimelineLane& lane) {
  const Watch* const watch = watch_of(context, lane.index);
  return one_line(context.state.watched[lane.index].condition, 60) +
         (watch == nullptr || watch->is_running() ? "\u2026" : "");
}

bool is_watch_lane_of_numbers(const PanelContext& context, const TimelineLane& lane) {
  const Watch* const watch = watch_of(context, lane.index);
  return watch != nullptr && watch->is_of_numbers();
}

std::string watch_lane_value(const PanelContext& context, const TimelineLane& lane) {
  const Watch* const watch = watch_of(context, lane.index);
  if (watch == nullptr) return "";
  if (context.state.watched[lane.index].stops_playback) return "stops";
  return numbers_text(watch->numbers_at(context.session(), context.state.playback.playhead));
}

void draw_watch_lane(PanelContext& context, const TimelineArea& area, ImDrawList& list,
                     const TimelineLane& lane) {
  const Watch* const watch = watch_of(context, lane.index);
  list.AddRectFilled({area.left, lane.top + area.scaled(1)},
                     {area.right, lane.bottom - area.scaled(1)}, faded(context.theme.raised, 0.4F),
                     area.scaled(2));
  if (watch == nullptr) return;
  if (watch->is_of_numbers()) return draw_numbers(context, *watch, area, list, lane);
  list.PushClipRect({area.left, lane.top}, {area.right, lane.bottom}, true);
  const ImU32 color = packed(with_alpha(context.theme.warning, 0.85F));
  const std::vector<BandSpan> spans = spans_in_view(context, *watch, area);
  const float top = lane.top + area.scaled(4);
  const float bottom = lane.bottom - area.scaled(4);
  for (std::size_t i = 0, next = 0; i < spans.size(); i = next) {
    float end = spans[i].end;
    for (next = i + 1; next < spans.size() && spans[next].begin <= end; ++next) {
      end = std::max(end, spans[next].end);
    }
    list.AddRectFilled({spans[i].begin, top}, {end, bottom}, color, area.scaled(2));
    // Where it begins to hold for one more.
    float ticked = spans[i].begin;
    for (std::size_t inside = i + 1; inside < next; ++inside) {
      if (spans[inside].begin < ticked + area.scaled(4)) continue;
      ticked = spans[inside].begin;
      list.AddRectFilled({ticked, top}, {ticked + area.scaled(1), bottom},
                         packed(context.theme.panel));
    }
  }
  list.PopClipRect();
}

void watch_lane_menu(PanelContext& context, const TimelineLane& lane) {
  Watch* const watch = watch_of(context, lane.index);
  if (watch == nullptr) return;
  const auto go = [&](const char* title, const char* key, int direction) {
    const auto band =
        watch->neighbour(context.session(), context.state.playback.playhead, direction);
    if (ImGui::MenuItem(title, is_walked_alone(context) ? key : nullptr, false, band.has_value())) {
      go_to_band(context, *band);
    }
  };
  if (!watch->is_of_numbers()) {
    go("Where it begins next", "N", +1);
    context.places.add_item("timeline.watch.next");
    go("Where it began before", "Shift+N", -1);
    ImGui::Separator();
    ImGui::MenuItem("Stop playback where it begins", nullptr,
                    &context.state.watched[lane.index].stops_playback);
    context.places.add_item("timeline.watch.stops");
    ImGui::Separator();
  }
  if (ImGui::MenuItem("Show in Ask")) {
    AskCache& cache = context.caches.of<AskCache>();
    replace_query(cache.editor, watch->condition);
    cache.editor.text = watch->condition;
    context.state.windows[WindowId::ask] = true;
  }
  if (ImGui::MenuItem("Remove the watch")) {
    context.state.watched.erase(context.state.watched.begin() +
                                static_cast<std::ptrdiff_t>(lane.index));
  }
  context.places.add_item("timeline.watch.remove");
}

std::string watch_lane_summary(const PanelContext& context, const TimelineLane& lane) {
  const Watch* const watch = watch_of(context, lane.index);
  const std::string what = one_line(context.state.watched[lane.index].condition, 400) + "\n";
  if (watch == nullptr || watch->is_running()) return what + "looking\u2026";
  const auto& outcome = watch->job.outcome();
  const std::size_t times = watch->found.bands.size();
  const bool is_part = (outcome && outcome->end != AskJob::End::done) || times == kMostWatchBands;
  std::string found =
      times == 0 ? "holds for nobody" : "begins to hold " + counted_text(times, "time");
  if (watch->is_of_numbers()) found = numbers_text(watch->extent());
  return what + found + (is_part ? " in the frames that were looked at" : "");
}

std::string watch_lane_remark(const PanelContext& context, const TimelineArea& area,
                              const TimelineLane& lane, float mouse_x) {
  constexpr std::size_t kTold = 6;
  const Watch* const watch = watch_of(context, lane.index);
  if (watch == nullptr) return "";
  if (watch->is_of_numbers()) {
    const Seconds t = area.axis.time_at(static_cast<double>(mouse_x));
    const std::string value = numbers_text(watch->numbers_at(context.session(), t));
    return one_line(watch->condition, 120) + "\n" + (value.empty() ? "no number here" : value);
  }
  const std::vector<PlacedBand> here = bands_under(context, *watch, area, mouse_x);
  if (here.empty()) return watch_lane_summary(context, lane);
  std::string text = one_line(watch->condition, 120) + "\nholds for";
  for (std::size_t i = 0; i < std::min(here.size(), kTold); ++i) {
    text += "\n" + one_line(EntityNames::full_name(context.session(), here[i].entity), 80) +
            "  from " + seconds_text(here[i].range.begin) + " to " +
            seconds_text(here[i].range.end);
  }
  if (here.size() > kTold) text += "\nand " + grouped_digits(here.size() - kTold) + " more";
  return text;
}

bool take_watch_band(PanelContext& context, const TimelineArea& area, const TimelineLane& lane,
                     float mouse_x) {
  const Watch* const watch = watch_of(context, lane.index);
  if (watch == nullptr) return false;
  const std::vector<PlacedBand> here = bands_under(context, *watch, area, mouse_x);
  if (here.empty()) return false;
  go_to_band(context, here.front());
  return true;
}

}  // namespace scrubjay
