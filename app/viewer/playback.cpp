#include "app/viewer/playback.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace scrubjay {

namespace {

TimeRange play_range(const Session& session, const Playback& playback) {
  const TimeRange all = session.range();
  if (!playback.range) return all;
  return {std::clamp(playback.range->begin, all.begin, all.end),
          std::clamp(playback.range->end, all.begin, all.end)};
}

struct Apply {
  const Session& session;
  Playback& playback;

  void operator()(const SeekTo& seek) const {
    if (!std::isfinite(seek.time)) return;
    const TimeRange all = session.range();
    playback.playhead = std::clamp(seek.time, all.begin, all.end);
  }
  void operator()(const StepFrames& step) const {
    playback.playing = false;
    for (int i = 0; i < std::abs(step.count); ++i) {
      playback.playhead = step.count > 0 ? session.next_frame_time(playback.playhead)
                                         : session.previous_frame_time(playback.playhead);
    }
  }
  void operator()(const GoToFirst&) const { playback.playhead = session.range().begin; }
  void operator()(const GoToLast&) const { playback.playhead = session.range().end; }
  void operator()(const TogglePlay&) const {
    playback.playing = !playback.playing;
    const TimeRange range = play_range(session, playback);
    // Playing from the end begins again.
    if (playback.playing && playback.playhead >= range.end) playback.playhead = range.begin;
  }
  void operator()(const SetSpeed& set) const {
    playback.speed = std::clamp(set.speed, kSpeeds[0], *std::prev(std::end(kSpeeds)));
  }
  void operator()(const ChangeSpeed& change) const {
    const auto nearest = std::ranges::min_element(
        kSpeeds, {}, [&](double speed) { return std::fabs(std::log(speed / playback.speed)); });
    const auto place = std::clamp<std::ptrdiff_t>(nearest - std::begin(kSpeeds) + change.steps, 0,
                                                  std::ssize(kSpeeds) - 1);
    playback.speed = kSpeeds[place];
  }
  void operator()(const SetRange& set) const {
    playback.range = set.range;
    if (playback.range && playback.range->begin > playback.range->end) {
      std::swap(playback.range->begin, playback.range->end);
    }
    if (!playback.range) playback.loop = false;
  }
  void operator()(const ToggleLoop&) const { playback.loop = !playback.loop; }
};

}  // namespace

void apply(const PlaybackCommand& command, const Session& session, Playback& playback) {
  std::visit(Apply{session, playback}, command);
}

void advance(const Session& session, Seconds elapsed, Playback& playback) {
  if (!playback.playing) return;
  const TimeRange range = play_range(session, playback);
  const bool inside = playback.range && playback.loop;
  if (inside && !range.contains(playback.playhead)) playback.playhead = range.begin;
  playback.playhead += elapsed * playback.speed;
  const Seconds end = inside ? range.end : session.range().end;
  if (playback.playhead < end) return;
  if (!playback.loop) {
    playback.playhead = end;
    playback.playing = false;
    return;
  }
  const Seconds begin = inside ? range.begin : session.range().begin;
  const Seconds length = end - begin;
  playback.playhead = length > 0 ? begin + std::fmod(playback.playhead - begin, length) : begin;
}

std::optional<FoundEvent> neighbour_event(const Session& session, Seconds t, int direction,
                                          std::optional<EntityRef> entity) {
  std::optional<FoundEvent> best;
  for (std::size_t r = 0; r < session.recordings.size(); ++r) {
    const OpenRecording& open = session.recordings[r];
    if (!open.visible || (entity && entity->recording != r)) continue;
    const Recording& recording = *open.recording;
    const std::size_t count = recording.event_count();
    // Rows are in order of frame, and so of time.
    std::size_t row = partition_row(count, [&](std::size_t i) {
      const Seconds time = recording.event(EventIndex(i)).time + open.offset;
      return direction > 0 ? time <= t : time < t;
    });
    const auto fits = [&](std::size_t i) {
      const EventInfo event = recording.event(EventIndex(i));
      return session.is_shown(r, recording.timeline().stream(event.frame)) &&
             (!entity || event.entity == entity->entity);
    };
    if (direction > 0) {
      while (row < count && !fits(row)) ++row;
      if (row == count) continue;
    } else {
      while (row > 0 && !fits(row - 1)) --row;
      if (row == 0) continue;
      --row;
    }
    const Seconds time = recording.event(EventIndex(row)).time + open.offset;
    if (!best || (direction > 0 ? time < best->time : time > best->time)) {
      best = FoundEvent{r, EventIndex(row), time};
    }
  }
  return best;
}

}  // namespace scrubjay
