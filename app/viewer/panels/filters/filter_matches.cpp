#include "app/viewer/panels/filters/filter_matches.h"

#include <cmath>

#include "app/viewer/panels/ask/ask_window.h"
#include "app/viewer/panels/ask/watches.h"
#include "app/viewer/panels/filters/filters_list.h"

namespace scrubjay {

namespace {

/// The first matching place at or after `n`; none when there is none.
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

}  // namespace

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
    const FilterSearch::Found found = context.caches.of<FiltersCache>().search.found();
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
    const FilterSearch::Found found = context.caches.of<FiltersCache>().search.found();
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
  // The rows of a query on the timeline, and where a watch begins, are walked along with them.
  const auto is_nearer = [&](Seconds time, bool has_other, Seconds other) {
    return !has_other || (direction > 0 ? time < other : time > other);
  };
  const auto row = neighbour_row_time(context, direction);
  const auto band = neighbour_watched(context, direction);
  if (band && is_nearer(band->range.begin, row.has_value(), row.value_or(0)) &&
      is_nearer(band->range.begin, best.has_value(), best_time)) {
    go_to_band(context, *band);
    return true;
  }
  if (row && is_nearer(*row, best.has_value(), best_time)) {
    return go_to_neighbour_row(context, direction);
  }
  if (!best) {
    std::string word =
        direction > 0 ? "No hit begins after this moment" : "No hit begins before this moment";
    if (context.caches.of<FiltersCache>().search.is_searching()) word += ", as far as was searched";
    context.state.bar_request = word + ".";
    return false;
  }
  context.state.playback.playing = false;
  go_to_match(context, *of, *best, false);
  return true;
}

}  // namespace scrubjay
