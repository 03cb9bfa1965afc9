#include "app/viewer/panels/filters_lane.h"

#include <algorithm>
#include <cmath>

#include "app/plain_text.h"
#include "app/viewer/panel_caches.h"
#include "app/viewer/panels/entity_menu.h"
#include "app/viewer/panels/filters_list.h"
#include "app/viewer/panels/timeline_draw.h"
#include "app/viewer/panels/timeline_mouse.h"

namespace scrubjay {

namespace {

constexpr std::size_t kToldHits = 4;
constexpr float kBarStep = 6;  ///< bars that lie nearer to each other on average become density

/// The frames of a source by their place in the stream, in session time.
struct StreamTimes {
  const Timeline& timeline;
  StreamIndex stream;
  Seconds offset = 0;
  std::size_t count = 0;

  StreamTimes(const Session& session, const MatchSource& source)
      : timeline(session.recordings[source.recording].recording->timeline()),
        stream(source.stream),
        offset(session.recordings[source.recording].offset),
        count(timeline.frame_count(source.stream)) {}
  Seconds operator[](std::size_t n) const {
    return timeline.time(timeline.frame_of(stream, n)) + offset;
  }
  /// How many frames lie before `t`.
  std::size_t before(Seconds t) const {
    return partition_row(count, [&](std::size_t n) { return (*this)[n] < t; });
  }
  /// How many frames lie at or before `t`.
  std::size_t until(Seconds t) const {
    return partition_row(count, [&](std::size_t n) { return (*this)[n] <= t; });
  }
  /// Until when the state of the n-th frame holds.
  Seconds end_of(std::size_t n) const { return (*this)[std::min(n + 1, count - 1)]; }
};

/// The first matching place at or after `n`.
std::optional<std::size_t> match_from(std::span<const MatchRun> runs, std::size_t n) {
  const std::size_t row =
      partition_row(runs.size(), [&](std::size_t i) { return runs[i].last < n; });
  if (row == runs.size()) return std::nullopt;
  return std::max<std::size_t>(n, runs[row].first);
}

/// The last matching place before `n`.
std::optional<std::size_t> match_before(std::span<const MatchRun> runs, std::size_t n) {
  const std::size_t row =
      partition_row(runs.size(), [&](std::size_t i) { return runs[i].first < n; });
  if (row == 0) return std::nullopt;
  return std::min<std::size_t>(n - 1, runs[row - 1].last);
}

bool is_lasting(const Filter& filter) { return filter.kind == FilterKind::property; }

/// What was found first in a frame, and how much more.
struct HitsAtFrame {
  std::vector<FilterHit> first;
  std::size_t count = 0;
};

HitsAtFrame hits_at(const FilterSearch::Found& found, const Recording* recording,
                    const Filter& filter, FrameIndex frame, std::size_t most) {
  HitsAtFrame hits;
  const FilterMatches* matches = found.find(recording, filter);
  if (matches == nullptr) return hits;
  const auto range = std::ranges::equal_range(matches->listed, frame, {}, &FilterHit::frame);
  hits.count = range.size();
  hits.first.assign(range.begin(),
                    range.begin() + static_cast<std::ptrdiff_t>(std::min(most, hits.count)));
  return hits;
}

}  // namespace

std::vector<MatchSource> match_sources(const Session& session, const FilterSearch::Found& found,
                                       const Filter& filter) {
  std::vector<MatchSource> sources;
  for (std::size_t i = 0; i < session.recordings.size(); ++i) {
    const FilterMatches* matches = found.find(session.recordings[i].recording.get(), filter);
    if (matches == nullptr) continue;
    for (std::size_t stream = 0; stream < matches->runs.size(); ++stream) {
      if (matches->runs[stream].empty() || !session.is_shown(i, StreamIndex(stream))) continue;
      sources.push_back({i, StreamIndex(stream), matches->runs[stream]});
    }
  }
  return sources;
}

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

std::optional<FrameRef> neighbour_match(const Session& session,
                                        std::span<const MatchSource> sources, Seconds t,
                                        int direction, bool lasting) {
  std::optional<FrameRef> best;
  Seconds best_time = 0;
  for (const MatchSource& source : sources) {
    const StreamTimes times(session, source);
    std::optional<std::size_t> n;
    const std::span<const MatchRun> runs = source.runs;
    if (lasting) {
      const std::size_t row = partition_row(runs.size(), [&](std::size_t i) {
        return direction > 0 ? times[runs[i].first] <= t : times[runs[i].first] < t;
      });
      if (direction > 0 && row < runs.size()) n = runs[row].first;
      if (direction < 0 && row > 0) n = runs[row - 1].first;
    } else {
      n = direction > 0 ? match_from(runs, times.until(t)) : match_before(runs, times.before(t));
    }
    if (!n) continue;
    const Seconds time = times[*n];
    if (best && (direction > 0 ? time >= best_time : time <= best_time)) continue;
    best = FrameRef{source.recording, times.timeline.frame_of(source.stream, *n)};
    best_time = time;
  }
  return best;
}

std::optional<FrameRef> nearest_match(const Session& session, std::span<const MatchSource> sources,
                                      Seconds t, Seconds tolerance, bool lasting) {
  std::optional<FrameRef> best;
  Seconds nearest = tolerance;
  for (const MatchSource& source : sources) {
    const StreamTimes times(session, source);
    const std::size_t until = times.until(t);
    const auto consider = [&](std::optional<std::size_t> n) {
      if (!n) return;
      const bool holds = lasting && *n + 1 == until && until < times.count;
      const Seconds distance = holds ? 0
                               : lasting && times[*n] < t
                                   ? std::min(t - times[*n], std::fabs(t - times.end_of(*n)))
                                   : std::fabs(times[*n] - t);
      if (!(distance <= nearest) || (best && distance == nearest)) return;
      nearest = distance;
      best = FrameRef{source.recording, times.timeline.frame_of(source.stream, *n)};
    };
    consider(match_before(source.runs, until));
    consider(match_from(source.runs, until));
  }
  return best;
}

void go_to_match(PanelContext& context, const Filter& filter, FrameRef frame, bool keep_selection) {
  const OpenRecording& open = context.session().recordings[frame.recording];
  HitsAtFrame hits;
  {
    const FilterSearch::Found found = context.caches.filters.search.found();
    hits = hits_at(found, open.recording.get(), filter, frame.frame, 1);
  }
  if (hits.first.empty()) {
    context.commands.emplace_back(
        SeekTo{open.recording->timeline().time(frame.frame) + open.offset});
    return;
  }
  go_to_hit(context, frame.recording, hits.first.front(), keep_selection);
}

bool go_to_neighbour_match(PanelContext& context, int direction) {
  const Session& session = context.session();
  const Seconds t = context.state.playback.playhead;
  std::optional<FrameRef> best;
  const Filter* of = nullptr;
  Seconds best_time = 0;
  {
    const FilterSearch::Found found = context.caches.filters.search.found();
    for (const ListedFilter& listed : context.state.filters) {
      if (!listed.is_on) continue;
      const auto sources = match_sources(session, found, listed.filter);
      const auto frame = neighbour_match(session, sources, t, direction, is_lasting(listed.filter));
      if (!frame) continue;
      const OpenRecording& open = session.recordings[frame->recording];
      const Seconds time = open.recording->timeline().time(frame->frame) + open.offset;
      if (best && (direction > 0 ? time >= best_time : time <= best_time)) continue;
      best = frame;
      best_time = time;
      of = &listed.filter;
    }
  }
  if (!best) return false;
  context.state.playback.playing = false;
  go_to_match(context, *of, *best, false);
  return true;
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
void draw_unsearched(const PanelContext& context, const FilterSearch::Found& found,
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
    const FilterSearch::Found found = context.caches.filters.search.found();
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

void filter_gutter(PanelContext& context, const TimelineLane& lane, float width) {
  const float height = lane.bottom - lane.top;
  ListedFilter& listed = context.state.filters[lane.index];
  if (ImGui::InvisibleButton("filter", {width, height})) {
    context.state.filters_open = true;
    context.state.edited_filter = lane.index;
  }
  item_tooltip(context, describe(listed.filter), "click to edit");
  context.places.add_item("timeline.filter." + std::to_string(lane.index) + ".name");
  if (ImGui::IsItemHovered() && ImGui::IsMouseReleased(1)) ImGui::OpenPopup("filter menu");
  if (!ImGui::BeginPopup("filter menu")) return;
  if (ImGui::MenuItem("Next hit", "N")) go_to_neighbour_match(context, +1);
  if (ImGui::MenuItem("Previous hit", "Shift+N")) go_to_neighbour_match(context, -1);
  ImGui::Separator();
  if (ImGui::MenuItem("Edit the filter")) {
    context.state.filters_open = true;
    context.state.edited_filter = lane.index;
  }
  if (ImGui::MenuItem("Switch it off")) listed.is_on = false;
  ImGui::EndPopup();
}

namespace {

std::optional<FrameRef> match_under(const PanelContext& context, const TimelineArea& area,
                                    const TimelineLane& lane, float mouse_x) {
  const Filter& filter = context.state.filters[lane.index].filter;
  const FilterSearch::Found found = context.caches.filters.search.found();
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
    const FilterSearch::Found found = context.caches.filters.search.found();
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
