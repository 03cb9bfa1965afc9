#include "app/viewer/playback.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace scrubjay {

namespace {

/// More frames may come behind those that are known.
bool is_growing(const Session& session) {
  return std::ranges::any_of(session.recordings, [](const OpenRecording& open) {
    return open.visible && !open.recording->is_indexed();
  });
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
    const int direction = step.count > 0 ? 1 : -1;
    for (int left = step.count; left != 0; left -= direction) {
      const Seconds before = playback.playhead;
      playback.playhead =
          direction > 0 ? session.next_frame_time(before) : session.previous_frame_time(before);
      if (playback.playhead == before) return;
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
    if (!std::isfinite(set.speed)) return;
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
    if (set.range && !(std::isfinite(set.range->begin) && std::isfinite(set.range->end))) return;
    playback.range = set.range;
    if (playback.range && playback.range->begin > playback.range->end) {
      std::swap(playback.range->begin, playback.range->end);
    }
    if (!playback.range) playback.loop = false;
  }
  void operator()(const ToggleLoop&) const { playback.loop = !playback.loop; }
};

}  // namespace

TimeRange play_range(const Session& session, const Playback& playback) {
  const TimeRange all = session.range();
  if (!playback.range || !playback.loop) return all;
  return {std::clamp(playback.range->begin, all.begin, all.end),
          std::clamp(playback.range->end, all.begin, all.end)};
}

void apply(const PlaybackCommand& command, const Session& session, Playback& playback) {
  std::visit(Apply{session, playback}, command);
}

void advance(const Session& session, Seconds elapsed, Playback& playback) {
  if (!playback.playing || !(elapsed > 0)) return;
  const TimeRange range = play_range(session, playback);
  if (!range.contains(playback.playhead)) {
    playback.playhead = playback.playhead > range.end && !playback.loop ? range.end : range.begin;
  }
  playback.playhead += elapsed * playback.speed;
  if (playback.playhead < range.end) return;
  if (range == session.range() && is_growing(session)) {
    playback.playhead = range.end;  // waits for the rest
    return;
  }
  if (!playback.loop || range.length() <= 0) {
    playback.playhead = range.end;
    playback.playing = false;
    return;
  }
  playback.playhead = range.begin + std::fmod(playback.playhead - range.begin, range.length());
}

std::optional<FoundEvent> neighbour_event(const Session& session, Seconds t, int direction,
                                          std::span<const EntityRef> entities,
                                          const std::vector<std::vector<EventIndex>>* passed) {
  std::optional<FoundEvent> best;
  for (std::size_t r = 0; r < session.recordings.size(); ++r) {
    const OpenRecording& open = session.recordings[r];
    if (!open.visible || (passed != nullptr && r >= passed->size())) continue;
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
             (entities.empty() ||
              std::ranges::binary_search(entities, EntityRef{r, event.entity})) &&
             (passed == nullptr || std::ranges::binary_search((*passed)[r], EventIndex(i)));
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
