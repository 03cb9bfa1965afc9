#include "app/viewer/panels/timeline/filter_lane.h"

#include <algorithm>
#include <cmath>

#include "app/shared/plain_text.h"
#include "app/viewer/panels/filters/filters_list.h"
#include "app/viewer/panels/timeline/timeline_draw.h"

namespace scrubjay {

namespace {

constexpr std::size_t kToldHits = 4;
constexpr float kBarStep = 6;  ///< bars that lie nearer to each other on average become density

}  // namespace

std::optional<std::vector<MatchBar>> match_bars(const Session& session, const MatchSource& source,
                                                TimeRange visible, bool lasting, std::size_t most) {
  const StreamTimes times(session, source);
  const auto end_of = [&](const MatchRun& run) {
    return lasting ? times.end_of(run.last) : times[run.last];
  };
  std::size_t row = partition_row(
      source.runs.size(), [&](std::size_t i) { return end_of(source.runs[i]) < visible.begin; });
  std::vector<MatchBar> bars;
  for (; row < source.runs.size(); ++row) {
    const MatchRun& run = source.runs[row];
    if (times[run.first] > visible.end) break;
    if (lasting) {
      if (bars.size() == most) return std::nullopt;
      bars.push_back({times[run.first], end_of(run)});
      continue;
    }
    for (std::size_t n = std::max<std::size_t>(run.first, times.before(visible.begin));
         n <= run.last && times[n] <= visible.end; ++n) {
      if (bars.size() == most) return std::nullopt;
      bars.push_back({times[n], times[n]});
    }
  }
  return bars;
}

std::vector<MatchColumn> match_columns(const Session& session, std::span<const MatchSource> sources,
                                       const ColumnGrid& grid) {
  std::vector<std::size_t> found(static_cast<std::size_t>(grid.count), 0);
  std::vector<std::size_t> all(found.size(), 0);
  for (const MatchSource& source : sources) {
    const StreamTimes times(session, source);
    std::size_t begin = times.before(grid.begin_of(0));
    for (int column = 0; column < grid.count; ++column) {
      const std::size_t end = times.before(grid.begin_of(column + 1));
      const auto place = static_cast<std::size_t>(column);
      all[place] += end - begin;
      found[place] += matching_frames(source.runs, begin, end);
      begin = end;
    }
  }
  std::vector<MatchColumn> columns;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (found[i] == 0) continue;
    columns.push_back(
        {static_cast<int>(i), static_cast<double>(found[i]) / static_cast<double>(all[i])});
  }
  return columns;
}

namespace {

struct LanePaint {
  const TimelineArea& area;
  ImDrawList& list;
  ImVec4 color;
  float top;
  float bottom;
};

/// Where frames were not looked at yet.
void draw_unsearched(const ViewContext& context, const FilterSearch::Found& found,
                     const Filter& filter, const LanePaint& paint) {
  for (const OpenRecording& open : context.session().recordings) {
    const FilterMatches* matches = found.find(open.recording.get(), filter);
    const Timeline& timeline = open.recording->timeline();
    const std::size_t looked_at = matches == nullptr ? 0 : matches->looked_at;
    const std::size_t count = timeline.size();
    if (!open.visible || looked_at >= count) continue;
    const float x0 = paint.area.x_of(timeline.time(FrameIndex(looked_at)) + open.offset);
    const float x1 = paint.area.x_of(timeline.time(FrameIndex(count - 1)) + open.offset);
    draw_hatching(paint.list, {std::max(x0, paint.area.left), paint.top},
                  {std::min(x1, paint.area.right), paint.bottom}, faded(context.theme.dim, 0.35F),
                  paint.area.scaled(6), paint.area.scale);
  }
}

void draw_bars(const std::vector<MatchBar>& bars, const LanePaint& paint) {
  const float least = std::max(2.0F, paint.area.scaled(2.5F));
  for (const MatchBar& bar : bars) {
    const float x0 = std::floor(paint.area.x_of(bar.begin));
    const float x1 = std::max(paint.area.x_of(bar.end), x0 + least);
    paint.list.AddRectFilled({x0, paint.top}, {x1, paint.bottom}, packed(paint.color),
                             std::min(paint.area.scaled(2), (x1 - x0) / 2));
  }
}

void draw_density(const Session& session, std::span<const MatchSource> sources,
                  const LanePaint& paint) {
  const float width = std::max(3.0F, std::round(paint.area.scaled(3)));
  const ColumnGrid grid = ColumnGrid::over(
      paint.area.visible, static_cast<double>(width) * paint.area.axis.seconds_per_pixel());
  const float height = paint.bottom - paint.top;
  for (const MatchColumn& column : match_columns(session, sources, grid)) {
    const float x = std::floor(paint.area.x_of(grid.begin_of(column.column)));
    const float part = height * (0.3F + 0.7F * static_cast<float>(std::sqrt(column.share)));
    paint.list.AddRectFilled({x, std::round(paint.bottom - part)}, {x + width, paint.bottom},
                             packed(paint.color));
  }
}

}  // namespace

void draw_filter_lane(PanelContext& context, const TimelineArea& area, ImDrawList& list,
                      const TimelineLane& lane) {
  const ListedFilter& listed = context.state.filters[lane.index];
  const Theme& theme = context.theme;
  const ImVec4 color = categorical_color(theme, listed.color);
  const float middle = (lane.top + lane.bottom) / 2;
  const LanePaint paint{area, list, color, lane.top + area.scaled(3), lane.bottom - area.scaled(3)};
  list.AddRectFilled({area.left, lane.top + area.scaled(1)},
                     {area.right, lane.bottom - area.scaled(1)}, faded(theme.raised, 0.4F),
                     area.scaled(2));
  list.PushClipRect({area.left, lane.top}, {area.right, lane.bottom}, true);
  std::uint64_t hits = 0;
  {
    const FilterSearch::Found found = context.caches.of<FiltersCache>().search.found();
    draw_unsearched(context, found, listed.filter, paint);
    const auto sources = match_sources(context.session(), found, listed.filter);
    const auto most =
        static_cast<std::size_t>(std::max(16.0F, (area.right - area.left) / area.scaled(kBarStep)));
    std::vector<std::vector<MatchBar>> bars;
    std::size_t count = 0;
    for (const MatchSource& source : sources) {
      auto some = match_bars(context.session(), source, area.visible, is_lasting(listed.filter),
                             most - std::min(most, count));
      if (!some) break;
      count += some->size();
      bars.push_back(std::move(*some));
    }
    if (bars.size() == sources.size()) {
      for (const auto& some : bars) draw_bars(some, paint);
    } else {
      draw_density(context.session(), sources, paint);
    }
    hits = count_hits(context.session(), found, listed.filter);
  }
  list.PopClipRect();

  list.AddRectFilled({area.gutter + area.scaled(4), middle - area.scaled(5)},
                     {area.gutter + area.scaled(14), middle + area.scaled(5)}, packed(color),
                     area.scaled(2));
  const std::string number = grouped_digits(hits);
  const ImFont* font = context.fonts.small;
  const float taken = text_width(font, number);
  const float end = area.left - area.scaled(8);
  draw_text(list, font, {end - taken, middle - font->FontSize / 2}, packed(theme.dim), number);
  draw_text_in(list, font, {area.gutter + area.scaled(24), lane.top},
               {end - taken - area.scaled(8), lane.bottom}, packed(theme.text),
               filter_title(listed.filter));
}

void filter_menu(PanelContext& context, const TimelineLane& lane) {
  if (ImGui::MenuItem("Next hit", "N")) go_to_neighbour_match(context, +1);
  if (ImGui::MenuItem("Previous hit", "Shift+N")) go_to_neighbour_match(context, -1);
  ImGui::Separator();
  if (ImGui::MenuItem("Edit the filter")) edit_filter(context.state, lane.index);
  if (ImGui::MenuItem("Switch it off")) context.state.filters[lane.index].is_on = false;
}

void edit_filter(ViewState& state, std::size_t filter) {
  state.windows[WindowId::filters] = true;
  state.edited_filter = filter;
}

float filter_name_width(const PanelContext& context, const TimelineLane& lane) {
  // With room for the number of hits.
  return text_width(context.fonts.small, filter_title(context.state.filters[lane.index].filter)) +
         text_width(context.fonts.small, "00,000") + 8 * context.scale;
}

namespace {

std::optional<FrameRef> match_under(const PanelContext& context, const TimelineArea& area,
                                    const TimelineLane& lane, float mouse_x) {
  const Filter& filter = context.state.filters[lane.index].filter;
  const FilterSearch::Found found = context.caches.of<FiltersCache>().search.found();
  const auto sources = match_sources(context.session(), found, filter);
  return nearest_match(context.session(), sources, area.axis.time_at(static_cast<double>(mouse_x)),
                       static_cast<double>(area.scaled(kGrab)) * area.axis.seconds_per_pixel(),
                       is_lasting(filter));
}

}  // namespace

std::string filter_lane_remark(const PanelContext& context, const TimelineArea& area,
                               const TimelineLane& lane, float mouse_x) {
  const Filter& filter = context.state.filters[lane.index].filter;
  std::string text = filter_title(filter);
  const auto frame = match_under(context, area, lane, mouse_x);
  if (!frame) return text;
  HitsAtFrame hits;
  {
    const FilterSearch::Found found = context.caches.of<FiltersCache>().search.found();
    hits = hits_at(found, context.session().recordings[frame->recording].recording.get(), filter,
                   frame->frame, kToldHits);
  }
  for (const FilterHit& hit : hits.first) {
    text += "\n" + hit_text(context.session(), frame->recording, hit);
  }
  if (hits.count > hits.first.size()) {
    text += "\n+ " + grouped_digits(hits.count - hits.first.size()) + " more in this frame";
  }
  return text;
}

bool take_filter_hit(PanelContext& context, const TimelineArea& area, const TimelineLane& lane,
                     float mouse_x) {
  const auto frame = match_under(context, area, lane, mouse_x);
  if (!frame) return false;
  const Filter filter = context.state.filters[lane.index].filter;
  go_to_match(context, filter, *frame, ImGui::GetIO().KeyAlt);
  return true;
}

}  // namespace scrubjay
