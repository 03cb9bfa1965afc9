#include "core/session.h"

#include <algorithm>
#include <limits>

namespace scrubjay {

bool Session::is_shown(std::size_t recording, StreamIndex stream) const {
  const OpenRecording& open = recordings[recording];
  return open.visible &&
         (stream.value >= open.hidden_streams.size() || !open.hidden_streams[stream.value]);
}

TimeRange Session::range() const {
  constexpr Seconds kNever = std::numeric_limits<Seconds>::infinity();
  TimeRange range{kNever, -kNever};
  for (const OpenRecording& open : recordings) {
    if (!open.visible || open.recording->timeline().empty()) continue;
    const TimeRange own = open.recording->timeline().range();
    range.begin = std::min(range.begin, own.begin + open.offset);
    range.end = std::max(range.end, own.end + open.offset);
  }
  return range.begin <= range.end ? range : TimeRange{};
}

void Session::frames_at(Seconds t, std::vector<FrameRef>& out) const {
  out.clear();
  for (std::size_t i = 0; i < recordings.size(); ++i) {
    const Timeline& timeline = recordings[i].recording->timeline();
    for (std::size_t s = 0, streams = timeline.stream_count(); s < streams; ++s) {
      if (!is_shown(i, StreamIndex(s))) continue;
      const FrameIndex frame = timeline.frame_at(StreamIndex(s), t - recordings[i].offset);
      if (frame.exists()) out.push_back({i, frame});
    }
  }
}

Seconds Session::next_frame_time(Seconds t) const {
  Seconds best = std::numeric_limits<Seconds>::infinity();
  for (const OpenRecording& open : recordings) {
    if (!open.visible) continue;
    const Timeline& timeline = open.recording->timeline();
    const std::size_t row = partition_row(timeline.size(), [&](std::size_t i) {
      return timeline.time(FrameIndex(i)) + open.offset <= t;
    });
    if (row < timeline.size()) best = std::min(best, timeline.time(FrameIndex(row)) + open.offset);
  }
  return best == std::numeric_limits<Seconds>::infinity() ? t : best;
}

Seconds Session::previous_frame_time(Seconds t) const {
  Seconds best = -std::numeric_limits<Seconds>::infinity();
  for (const OpenRecording& open : recordings) {
    if (!open.visible) continue;
    const Timeline& timeline = open.recording->timeline();
    const std::size_t row = partition_row(timeline.size(), [&](std::size_t i) {
      return timeline.time(FrameIndex(i)) + open.offset < t;
    });
    if (row > 0) best = std::max(best, timeline.time(FrameIndex(row - 1)) + open.offset);
  }
  return best == -std::numeric_limits<Seconds>::infinity() ? t : best;
}

}  // namespace scrubjay
