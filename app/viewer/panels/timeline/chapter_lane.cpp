#include "app/viewer/panels/timeline/chapter_lane.h"

#include <algorithm>
#include <cmath>

#include "app/viewer/panels/timeline/timeline_cache.h"
#include "app/viewer/panels/timeline/timeline_draw.h"
#include "app/viewer/panels/widgets/row_paint.h"
#include "app/viewer/panels/widgets/time_text.h"

namespace scrubjay {

namespace {

constexpr float kLeastName = 56;  ///< pixels at 100 %; what has less and is cut off is not written

Seconds begin_of(const OpenRecording& open, const TimelineOfRecording& known, std::size_t n) {
  return known.chapter_begins[n] + open.offset;
}

/// To the next one, the last to the recording's end.
Seconds end_of(const OpenRecording& open, const TimelineOfRecording& known, std::size_t n) {
  const Seconds end = n + 1 < known.chapter_begins.size()
                          ? begin_of(open, known, n + 1)
                          : open.recording->timeline().range().end + open.offset;
  return std::max(end, begin_of(open, known, n));
}

/// How many chapters of a recording begin at or before `t`, or before it.
std::size_t begun(const Session& session, const TimelineCache& cache, std::size_t recording,
                  Seconds t, bool at_too) {
  const OpenRecording& open = session.recordings[recording];
  const TimelineOfRecording& known = cache.recordings[recording];
  return partition_row(known.chapter_begins.size(), [&](std::size_t n) {
    const Seconds begin = begin_of(open, known, n);
    return at_too ? begin <= t : begin < t;
  });
}

}  // namespace

std::size_t chapter_count(const Session& session, const TimelineCache& cache,
                          std::size_t recording) {
  if (recording >= cache.recordings.size()) return 0;
  const TimelineOfRecording& known = cache.recordings[recording];
  if (known.recording.lock() != session.recordings[recording].recording) return 0;
  return known.chapters.rows.size();
}

Chapter chapter_at(const Session& session, const TimelineCache& cache, std::size_t recording,
                   std::size_t n) {
  const OpenRecording& open = session.recordings[recording];
  const TimelineOfRecording& known = cache.recordings[recording];
  const EventIndex event = known.chapters.rows[n];
  return {recording, event, begin_of(open, known, n), end_of(open, known, n),
          open.recording->event(event).name};
}

std::optional<Chapter> chapter_of(const Session& session, const TimelineCache& cache,
                                  std::size_t recording, Seconds t) {
  if (chapter_count(session, cache, recording) == 0) return std::nullopt;
  const std::size_t n = begun(session, cache, recording, t, true);
  if (n == 0) return std::nullopt;
  return chapter_at(session, cache, recording, n - 1);
}

std::optional<Chapter> neighbour_chapter(const Session& session, const TimelineCache& cache,
                                         Seconds t, int direction) {
  std::optional<Chapter> best;
  for (std::size_t i = 0; i < session.recordings.size(); ++i) {
    const std::size_t count = chapter_count(session, cache, i);
    if (count == 0 || !session.recordings[i].visible) continue;
    const std::size_t n = begun(session, cache, i, t, direction > 0);
    if (direction > 0 ? n == count : n == 0) continue;
    const Chapter found = chapter_at(session, cache, i, direction > 0 ? n : n - 1);
    if (!best || (direction > 0 ? found.begin < best->begin : found.begin > best->begin)) {
      best = found;
    }
  }
  return best;
}

void go_to_chapter(ViewContext& context, const Chapter& chapter) {
  context.commands.emplace_back(SeekTo{chapter.begin});
  context.state.selected_event = SelectedEvent{chapter.recording, chapter.event};
}

void draw_chapter_lane(PanelContext& context, const TimelineArea& area, ImDrawList& list,
                       const TimelineLane& lane) {
  const Theme& theme = context.theme;
  const Session& session = context.session();
  const TimelineCache& cache = context.caches.of<TimelineCache>();
  const OpenRecording& open = session.recordings[lane.index];
  const ImFont* font = context.fonts.small;
  const Seconds now = context.state.playback.playhead;
  const std::size_t count = chapter_count(context.session(), cache, lane.index);
  const float top = lane.top + area.scaled(1);
  const float bottom = lane.bottom - area.scaled(1);
  list.PushClipRect({area.left, lane.top}, {area.right, lane.bottom}, true);
  std::size_t n = begun(session, cache, lane.index, area.visible.begin, true);
  if (n > 0) --n;
  while (n < count) {
    const TimelineOfRecording& known = cache.recordings[lane.index];
    const Seconds first = begin_of(open, known, n);
    if (first > area.visible.end) break;
    const float x0 = std::floor(area.x_of(first));
    // Of chapters that begin at the same pixel the last is seen: the others have no room.
    n = std::max(n + 1,
                 begun(session, cache, lane.index, first + area.axis.seconds_per_pixel(), true));
    const Seconds end = end_of(open, known, n - 1);
    const float x1 = std::max(area.x_of(end), x0 + area.scaled(2));
    const bool is_current = now >= begin_of(open, known, n - 1) && now < end;
    list.AddRectFilled({x0 + area.scaled(1), top}, {x1, bottom},
                       is_current ? faded(theme.accent, 0.3F) : faded(theme.raised, 0.8F),
                       area.scaled(2));
    list.AddRectFilled({x0, top}, {x0 + area.scaled(2), bottom}, packed(theme.accent));
    const float text = std::max(x0, area.left) + area.scaled(6);
    const float room = x1 - area.scaled(4) - text;
    if (room <= 0) continue;
    // A letter and an ellipsis say nothing.
    const std::string name = one_line(open.recording->event(known.chapters.rows[n - 1]).name, 80);
    if (room >= std::min(text_width(font, name), area.scaled(kLeastName))) {
      draw_text_in(list, font, {text, lane.top}, {text + room, lane.bottom},
                   faded(theme.text, 0.9F), name);
    }
  }
  list.PopClipRect();
}

namespace {

std::optional<Chapter> chapter_under(const PanelContext& context, const TimelineArea& area,
                                     const TimelineLane& lane, float mouse_x) {
  return chapter_of(context.session(), context.caches.of<TimelineCache>(), lane.index,
                    area.axis.time_at(static_cast<double>(mouse_x)));
}

}  // namespace

std::string chapter_remark(const PanelContext& context, const TimelineArea& area,
                           const TimelineLane& lane, float mouse_x) {
  const auto chapter = chapter_under(context, area, lane, mouse_x);
  if (!chapter) return "";
  return one_line(chapter->name, 400) + ": from " + time_text(chapter->begin) + " to " +
         time_text(chapter->end);
}

bool take_chapter(PanelContext& context, const TimelineArea& area, const TimelineLane& lane,
                  float mouse_x) {
  const auto chapter = chapter_under(context, area, lane, mouse_x);
  if (chapter) go_to_chapter(context, *chapter);
  return chapter.has_value();
}

}  // namespace scrubjay
